import { App, Chart, Duration } from 'cdk8s';
import { CustomTrait, CustomWorkload, IngressPathType, IngressTrait, IngressTraitProps, KubernetesWorkload } from '../../../src';
import { report } from '../../base/models';
import { bind, newChart, renderedTraits } from '../../support/app';
import { messageOf } from '../../support/message';
import { PATH, PORT, SECRET, SUBDOMAIN } from '../../support/texts';
import { kubernetesChart, listening } from '../../targets/kubernetes/support';

const { EXACT, IMPLEMENTATION_SPECIFIC, PREFIX, REGEX } = IngressPathType;
const SUBJECT = '[c/hello/greet/ingress]';

const ingress = (props: any, binding = bind()) => new IngressTrait(binding, 'ingress', props);
const spec = (props: IngressTraitProps) => renderedTraits(ingress(props).binding)[0].spec;
const errorOf = (props: any) => messageOf(() => ingress(props));

const POLICY = {
  rules: [
    { requestPrincipals: ['*'], when: [{ key: 'request.auth.claims[realm_access][roles]', values: ['customer', ''] }] },
    { requestPrincipals: ['issuer/subject'] },
  ],
};

test('writes every field, the lifetime of a cookie in seconds', () => {
  const paths = [
    { path: '/greet', pathType: PREFIX, authorizationPolicy: POLICY },
    { path: '/greet/exact', pathType: EXACT },
    { path: '/greet/[a-z]+\\?x=#', pathType: REGEX },
    {},
  ];
  const hosts = ['greet.example.com', '*.example.com', '*', ''];
  const httpCookie = { name: 'session', path: '/greet' };

  expect(spec({
    rules: [{ hosts, paths, destination: { host: 'greet-service', port: 8080, httpCookie: { ...httpCookie, ttl: Duration.minutes(10) } } }],
    tls: { secretName: 'greet-tls' },
  })).toEqual({
    rules: [{
      hosts,
      paths: [{
        ...paths[0],
        authorizationPolicy: { rules: POLICY.rules.map(({ requestPrincipals, ...when }) => ({ from: { requestPrincipals }, ...when })) },
      }, ...paths.slice(1)],
      destination: { host: 'greet-service', port: 8080, httpCookie: { ...httpCookie, ttl: 600 } },
    }],
    tls: { secretName: 'greet-tls' },
  });
});

test.each<[string, IngressTraitProps, any]>([
  ['an empty rule stays empty', { rules: [{}] }, { rules: [{}] }],
  ['what is left out stays out', { rules: [{ paths: [{ path: '/a' }], destination: { httpCookie: { name: 'a' } } }] }, { rules: [{ paths: [{ path: '/a' }], destination: { httpCookie: { name: 'a' } } }] }],
  ['a cookie may live for no time', { rules: [{ destination: { httpCookie: { name: 'a', ttl: Duration.seconds(0) } } }] }, { rules: [{ destination: { httpCookie: { name: 'a', ttl: 0 } } }] }],
  ['milliseconds that make a second', { rules: [{ destination: { httpCookie: { name: 'a', ttl: Duration.millis(2000) } } }] }, { rules: [{ destination: { httpCookie: { name: 'a', ttl: 2 } } }] }],
  ['rules without a host, without TLS', { rules: [{ hosts: ['*'] }, { hosts: [''], paths: [{ path: '/b' }] }] }, { rules: [{ hosts: ['*'] }, { hosts: [''], paths: [{ path: '/b' }] }] }],
])('%s', (_, props, expected) => {
  expect(spec(props)).toEqual(expected);
});

test('overrides replace the list of rules', () => {
  expect(spec({ rules: [{}, { hosts: ['a.b'] }], overrides: { spec: { rules: [{ destination: {} }] } } })).toEqual({ rules: [{ destination: {} }] });
});

test('keeps a copy of its rules', () => {
  const rules = [{ hosts: ['a.b'], destination: { httpCookie: { name: 'a', ttl: Duration.seconds(1) } } }];
  const trait = ingress({ rules });
  rules[0].hosts[0] = 'changed';
  rules[0].destination.httpCookie.name = 'changed';

  expect(renderedTraits(trait.binding)[0].spec).toEqual({ rules: [{ hosts: ['a.b'], destination: { httpCookie: { name: 'a', ttl: 1 } } }] });
});

test('leads to a Service without ports: what is wrong with it is for its own place to say', () => {
  const headless = bind(KubernetesWorkload.service({ metadata: { name: 'greet' }, spec: { clusterIp: 'None' } }));
  const rules = [{ paths: [{ path: '/a' }] }, { paths: [{ path: '/b' }], destination: { port: 80 } }];

  expect(renderedTraits(new IngressTrait(headless, 'ingress', { rules }).binding)[0].spec).toEqual({ rules });
});

test('fails when a Service whose port has no name, by null, has not the port', () => {
  const manifest = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'greet' }, spec: { ports: [{ port: 80, name: null }] } };

  expect(messageOf(() => new IngressTrait(bind(new CustomWorkload({ manifest })), 'ingress', { rules: [{ destination: { port: 81 } }] })))
    .toBe(`${SUBJECT} service-not-found: 'rules[0].destination.port' must be a port of Service "greet" (80), got 81`);
});

const NO_RULES = "missing-field: 'rules' must have at least one rule; write [{}] for all paths on the generated host";

test.each<[string, any, string]>([
  ['there are no rules', {}, NO_RULES],
  ['the list of rules is empty', { rules: [] }, NO_RULES],
  ['overrides take the rules away', { rules: [{}], overrides: { spec: { rules: null } } }, NO_RULES],
  ['rules are one rule', { rules: {} }, "invalid-type: 'rules' must be a list, got an object"],
  ['a rule is null', { rules: [{}, null] }, "invalid-type: 'rules[1]' must be an object, got null"],
  ['the TLS secret is none', { rules: [{ hosts: ['a.b'] }], tls: { secretName: 'A_b' } }, `invalid-name: 'tls.secretName' ${SECRET}`],
  ['there is to be no TLS on a platform that makes certificates', { rules: [{}], insecurePlainText: true }, "pruned-field: 'insecurePlainText' is dropped by the API server of the OAM platform of \"verrazzano\", whose CRD does not have it; leave it out, or install an OamPlatform with hasExtendedCrds: true if the CRD in your cluster has it"],
  ['a path is for an ingress controller to compare, and the platform has none', { rules: [{ paths: [{ path: '/a', pathType: IMPLEMENTATION_SPECIFIC }] }] }, "not-expressible: 'rules[0].paths[0].pathType' cannot be ImplementationSpecific: only Ingresses leave it to a controller how a path is compared; use Exact, Prefix or Regex"],
  ['TLS names no secret', { rules: [{ hosts: ['a.b'] }], tls: {} }, "missing-field: 'tls.secretName' is required"],
])('fails when %s', (_, props, message) => {
  expect(errorOf(props)).toBe(`${SUBJECT} ${message}`);
});

test.each<[string, any, string]>([
  ['a host has both a certificate and none', { rules: [{ hosts: ['a.b'] }], tls: { secretName: 'a' }, insecurePlainText: true }, "invalid-value: 'insecurePlainText' must not be set with 'tls'; leave it out"],
  ['plain text is no boolean', { rules: [{}], insecurePlainText: 'yes' }, "invalid-type: 'insecurePlainText' must be a boolean, got a string"],
])('fails on Kubernetes when %s', (_, props, message) => {
  expect(messageOf(() => ingress(props, bind(undefined, {}, kubernetesChart())))).toBe(`${SUBJECT} ${message}`);
});

const NO_HOST = "must have at least one host, since 'tls.secretName' is given (hosts with a wildcard and empty ones count as none); name the hosts that the certificate holds";

test.each<[string, any]>([
  ['has no hosts', {}],
  ['has an empty list of hosts', { hosts: [] }],
  ['has the host "*" alone', { hosts: ['*'] }],
  ['has the empty host alone', { hosts: [''] }],
  ['has hosts with a wildcard alone', { hosts: ['*.example.com'] }],
])('fails when there is a TLS secret, and a rule %s', (_, rule) => {
  expect(errorOf({ rules: [{ hosts: ['a.b'] }, rule], tls: { secretName: 'a' } })).toBe(`${SUBJECT} missing-field: 'rules[1].hosts' ${NO_HOST}`);
});

const HOST = "must be a lower-case DNS name, with '*.' in front at most";
const HOST_REMEDY = 'give the host alone, without scheme, port or path';

test.each(['Greet.example.com', 'https://a.b', 'a.b:80', 'a.b/c', 'a.*.b', '**', 'a..b', '-a.b', 'a.b.', ' a.b', `${'a'.repeat(64)}.b`, '*.'])('fails when a host is %j', host => {
  expect(errorOf({ rules: [{ hosts: ['a.b', host] }] })).toBe(`${SUBJECT} invalid-host: 'rules[0].hosts[1]' ${HOST}, got ${JSON.stringify(host)}; ${HOST_REMEDY}`);
});

const PATH_REMEDY = 'give the path alone, such as "/metrics"';

test.each<[string, any, string]>([
  ['has no slash in front', { path: 'greet' }, `invalid-path: 'path' ${PATH}, got "greet"; ${PATH_REMEDY}`],
  ['is empty', { path: '' }, `invalid-path: 'path' ${PATH}, got ""; ${PATH_REMEDY}`],
  ['has a space', { path: '/a b', pathType: PREFIX }, `invalid-path: 'path' ${PATH}, got "/a b"; ${PATH_REMEDY}`],
  ['is exact and has a query', { path: '/a?b', pathType: EXACT }, `invalid-path: 'path' ${PATH}, got "/a?b"; ${PATH_REMEDY}`],
  ['has a fragment', { path: '/a#b' }, `invalid-path: 'path' ${PATH}, got "/a#b"; ${PATH_REMEDY}`],
  ['is a regular expression with a space', { path: '/a .*', pathType: REGEX }, "invalid-path: 'path' must be a path that starts with '/' and has no space, got \"/a .*\"; the expression is matched against the whole path: write \"/.*\\.png\" for all images"],
  ['is a regular expression without a slash in front', { path: '.*', pathType: REGEX }, "invalid-path: 'path' must be a path that starts with '/' and has no space, got \".*\"; the expression is matched against the whole path: write \"/.*\\.png\" for all images"],
  ['has an unknown type', { path: '/', pathType: 'begin' }, "invalid-value: 'pathType' must be one of Exact, Prefix, Regex, ImplementationSpecific, got \"begin\""],
  ['has a misspelt type', { path: '/', pathType: 'Prefx' }, "invalid-value: 'pathType' must be one of Exact, Prefix, Regex, ImplementationSpecific, got \"Prefx\"; did you mean \"Prefix\"?"],
  ['has a policy without rules', { authorizationPolicy: {} }, "missing-field: 'authorizationPolicy.rules' is required"],
  ['has a policy with an empty list of rules', { authorizationPolicy: { rules: [] } }, "missing-field: 'authorizationPolicy.rules' must have at least 1 rule"],
])('fails when a path %s', (_, path, message) => {
  expect(errorOf({ rules: [{ paths: [{}, path] }] })).toBe(`${SUBJECT} ${message.replace("'", "'rules[0].paths[1].")}`);
});

test.each<[string, any, string]>([
  ['names none', { when: [{ key: 'a', values: ['b'] }] }, "missing-field: 'requestPrincipals' is required"],
  ['names no principal', { requestPrincipals: [] }, "missing-field: 'requestPrincipals' must have at least 1 principal"],
  ['has an empty principal', { requestPrincipals: [''] }, "invalid-value: 'requestPrincipals[0]' must be a non-empty string, got \"\""],
  ['has a condition without key', { requestPrincipals: ['*'], when: [{ values: ['b'] }] }, "missing-field: 'when[0].key' is required"],
  ['has a condition without values', { requestPrincipals: ['*'], when: [{ key: 'a', values: [] }] }, "missing-field: 'when[0].values' must have at least 1 value"],
  ['has a value that is no text', { requestPrincipals: ['*'], when: [{ key: 'a', values: [1] }] }, "invalid-type: 'when[0].values[0]' must be a string, got a number; put it in quotes"],
])('fails when a rule of an authorization policy %s', (_, rule, message) => {
  const rules = [{ requestPrincipals: ['*'] }, rule];

  expect(errorOf({ rules: [{ paths: [{ authorizationPolicy: { rules } }] }] }))
    .toBe(`${SUBJECT} ${message.replace("'", "'rules[0].paths[0].authorizationPolicy.rules[1].")}`);
});

test.each<[string, any, string]>([
  ['host is none', { host: 'A_b' }, `invalid-name: 'host' ${SUBDOMAIN}, got "A_b"`],
  ['port is 0', { port: 0 }, `invalid-port: 'port' ${PORT}, got 0`],
  ['port is a text', { port: '8080' }, `invalid-port: 'port' ${PORT}, got "8080"`],
  ['cookie has no name', { httpCookie: { path: '/' } }, "missing-field: 'httpCookie.name' is required"],
  ['path of the cookie is none', { httpCookie: { name: 'a', path: 'b' } }, `invalid-path: 'httpCookie.path' ${PATH}, got "b"; ${PATH_REMEDY}`],
  ['cookie lives for half a second', { httpCookie: { name: 'a', ttl: Duration.millis(500) } }, "invalid-value: 'httpCookie.ttl' must be an integer, in seconds, got 0.5"],
  ['lifetime of the cookie is negative', { httpCookie: { name: 'a', ttl: -1 } }, "invalid-value: 'httpCookie.ttl' must be an integer, in seconds, got -1"],
  ['lifetime of the cookie is a text', { httpCookie: { name: 'a', ttl: '10m' } }, "invalid-value: 'httpCookie.ttl' must be an integer, in seconds, got \"10m\""],
  ['host is an instance of a class', { host: new URL('http://a') }, "not-plain: 'host' must be plain data, got an instance of URL; give its value, such as a string, a number or a plain object"],
])("fails when a destination's %s", (_, destination, message) => {
  expect(errorOf({ rules: [{ destination }] })).toBe(`${SUBJECT} ${message.replace("'", "'rules[0].destination.")}`);
});

describe('a path without a type', () => {
  const OF_PROGRAM = 'write IngressPathType.PREFIX for "/api" and everything below it, or EXACT for "/api" alone';
  const WARNING = `missing-field: 'rules[1].paths[1].pathType' is not given, so "/api" is Exact: requests for "/api/…" go elsewhere or nowhere; ${OF_PROGRAM}`;
  const RULES = [{}, { hosts: ['a.b', 'c.d'], paths: [{}, { path: '/api' }] }];

  /** The warnings of a synthesis in which each chart is validated. */
  function warningsOf(chart: Chart): string[] {
    const emit = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    expect(report(App.of(chart) as App)).toEqual([]);
    const told = emit.mock.calls.map(([text]) => String(text));
    emit.mockRestore();
    return told;
  }

  test.each<[string, Chart]>([['an OAM platform', newChart()], ['Kubernetes', kubernetesChart()]])('is reported once, on %s', (_, chart) => {
    ingress({ rules: RULES }, bind(listening(), {}, chart));

    expect(warningsOf(chart)).toEqual([`[${chart.node.id}/hello/greet/ingress] ${WARNING}`]);
  });

  test('is reported of a trait in plain data', () => {
    const chart = newChart();
    new CustomTrait(bind(undefined, {}, chart), 'ingress', { manifest: { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'IngressTrait', spec: { rules: RULES } } });

    expect(warningsOf(chart)).toEqual([`${SUBJECT} ${WARNING}`]);
  });

  test('is reported by the end of the path, without a second slash', () => {
    const chart = newChart();
    ingress({ rules: [{ paths: [{ path: '/api/', pathType: '' }] }] }, bind(undefined, {}, chart));

    expect(warningsOf(chart)[0]).toContain('"/api/" is Exact: requests for "/api/…" go');
  });

  test.each<[string, any]>([
    ['it is the root', { path: '/' }], ['it has a type', { path: '/api', pathType: EXACT }], ['its type is in another case', { path: '/api', pathType: 'prefix' }],
  ])('is no matter where %s', (_, path) => {
    const chart = newChart();
    ingress({ rules: [{ paths: [path] }] }, bind(undefined, {}, chart));

    expect(warningsOf(chart)).toEqual([]);
  });
});
