import { Duration } from 'cdk8s';
import { bindOn, coherence, deployment, findingOf, findingsOf, helidonWith, ingressChart, ingressOf, ingressesOf, objectsOf, routed, routesOf, serviceBeside, weblogic, withPorts } from './support';
import { Component, ComponentBinding, ContainerProtocol, IngressCookie, IngressDestination, IngressRule, IngressPathType, IngressTrait, KubernetesWorkload, MetricsTrait, WebLogicDomainVersion, WebLogicWorkload, Workload } from '../../../src';
import { IngressFactory } from '../../support/ingress';

const { UDP } = ContainerProtocol;
const SELECTS = { selector: { app: 'greet' } };

/** The component `greet`, which is not scraped, with an Ingress of one rule. */
function led(destination?: IngressDestination, workload?: Workload): ComponentBinding {
  const binding = routed({ rules: [{ destination }] }, {}, workload);
  new MetricsTrait(binding, 'metrics', { enabled: false });
  return binding;
}

const to = (backend: string) => [`hello.ns.example.com Prefix / ${backend}`];

describe('the Service of the component', () => {
  test.each<[string, IngressDestination | undefined, Workload, string]>([
    ['its only port', undefined, withPorts(['api', 80]), 'greet:80'],
    ['the port whose name begins with http', undefined, withPorts(['admin', 90], ['httpapi', 80]), 'greet:80'],
    ['the port http, whatever begins with it', undefined, withPorts(['https', 90], ['http', 80]), 'greet:80'],
    ['the only port that is not for metrics', undefined, helidonWith({ ports: [{ name: 'http-metrics', port: 90 }, { name: 'web', port: 80 }] }), 'greet:80'],
    ['the port that is named', { port: 90 }, withPorts(['admin', 90], ['http', 80]), 'greet:90'],
    ['its only port for TCP', undefined, withPorts(['dns', 53, UDP], ['api', 80]), 'greet:80'],
    ['one without an address, where it is the only one', undefined, helidonWith({ clusterIp: 'None', ports: [{ port: 8080 }] }), 'greet:8080'],
    ['a Service that the Coherence Operator makes', undefined, coherence({ ports: [{ name: 'http', port: 8080 }] }), 'storage-http:8080'],
    ['the port of the Service, not that of the container', undefined, helidonWith({ ports: [{ port: 80, targetPort: 'web' }] }), 'greet:80'],
  ])('%s', (_, destination, workload, backend) => {
    expect(routesOf(led(destination, workload))).toEqual(to(backend));
  });

  test.each<[string, IngressDestination | undefined, any[], string]>([
    ['of another component, which selects the pods', undefined, [['front', { ports: [{ port: 80 }] }]], 'front:80'],
    ['the one with an address', undefined, [['headless', { clusterIP: 'None', ports: [{ port: 80 }] }], ['front', { ports: [{ port: 81 }] }]], 'front:81'],
    ['the one with a port for http', undefined, [['a', { ports: [{ port: 80, name: 'grpc' }] }], ['front', { ports: [{ port: 81, name: 'http' }] }]], 'front:81'],
    ['the one with the port', { port: 81 }, [['a', { ports: [{ port: 80 }] }], ['front', { ports: [{ port: 81 }] }]], 'front:81'],
  ])('%s', (_, destination, services, backend) => {
    const binding = led(destination, deployment([{ containerPort: 8080 }]));
    for (const [name, spec] of services) serviceBeside(binding, name, { ...SELECTS, ...spec });

    expect(routesOf(binding)).toEqual(to(backend));
  });

  const AT = '\'rules[0].destination';
  const NONE = `service-not-found: ${AT}' is required: no Service is rendered that leads to component "greet"; name Service and port in 'destination', or bind a component with such a Service`;
  const several = (ports: string) => `ambiguous-service: ${AT}.port' is required: Service "greet" has the ports ${ports}, of which not exactly one has a name that begins with "http"; give the port`;

  const withNames = (...ports: [string, number][]) => helidonWith({ ports: ports.map(([name, port]) => ({ name, port })) });

  test.each<[string, IngressDestination | undefined, Workload, string]>([
    ['there is none', undefined, deployment([{ containerPort: 8080 }]), NONE],
    ['there are no pods', undefined, KubernetesWorkload.configMap({ metadata: { name: 'a' } }), NONE],
    ['it has several ports, none for http', undefined, withPorts(['a', 80], ['b', 81]), several('80 (a), 81 (b)')],
    ['it has several ports for http', undefined, withPorts(['httpa', 80], ['https', 81]), several('80 (httpa), 81 (https)')],
    [
      'it has several ports for http beside one for metrics', undefined, withNames(['http-a', 80], ['http-b', 81], ['http-metrics', 82]),
      `ambiguous-service: ${AT}.port' is required: Service "greet" has the ports 80 (http-a), 81 (http-b), 82 (http-metrics), of which, apart from those for metrics, not exactly one has a name that begins with "http"; give the port`,
    ],
    [
      'its only port is for metrics', undefined, withNames(['http-metrics', 80]),
      `ambiguous-service: ${AT}.port' is required: Service "greet" has ports for metrics alone (80 (http-metrics)), and requests go to none of them by default; declare a port for requests, or give the port`,
    ],
    ['the port is not its own', { port: 8080 }, withPorts(['http', 80]), `service-not-found: ${AT}.port' must be a port of Service "greet" (80 (http)), got 8080`],
    ['it has ports for UDP only', undefined, withPorts(['dns', 53, UDP]), `service-not-found: ${AT}.port' cannot be chosen: Service "greet" has no port over TCP; name Service and port in 'destination'`],
    ['the port is for UDP', { port: 53 }, withPorts(['http', 80], ['dns', 53, UDP]), `service-not-found: ${AT}.port' must be a port of Service "greet" (80 (http)), got 53`],
  ])('fails when %s', (_, destination, workload, message) => {
    expect(findingOf(led(destination, workload))).toBe(message);
  });

  describe('the Services of a domain of WebLogic, which its operator makes, must be named', () => {
    const operators = (server: string) => `service-not-found: ${AT}' is required: the WebLogic Kubernetes Operator creates the Services of component "greet", "${server}cluster-<cluster>" for each cluster `
      + `and "${server}<server>" for each server; give the name of one of them as 'destination.host', and the port on which the servers listen as 'destination.port'`;
    const v9 = new WebLogicWorkload({ domainVersion: WebLogicDomainVersion.V9, template: { name: 'shop', spec: { domainUID: 'Shop_UID' } } });

    test.each<[string, Workload, string]>([
      ['of v8', weblogic({ clusters: [{ clusterName: 'Cluster_1' }, { clusterName: 'two' }] }), operators('shop-')],
      ['without a UID', weblogic({ domainUID: undefined }), operators('shop-')],
      ['of v9, in whose names an underscore is a dash', v9, operators('shop-uid-')],
    ])('%s', (_, workload, message) => {
      expect(findingOf(led(undefined, workload))).toBe(message);
    });

    test('one that is named is taken', () => {
      expect(objectsOf(led({ host: 'shop-cluster-two', port: 8001 }, weblogic())).find(({ kind }) => kind === 'Ingress').spec.rules[0].http.paths[0].backend)
        .toEqual({ service: { name: 'shop-cluster-two', port: { number: 8001 } } });
    });
  });

  test.each<[string, IngressDestination | undefined]>([['none is named', undefined], ['several have the port', { port: 80 }]])('fails when there are several, and %s', (_, destination) => {
    const binding = led(destination, deployment([{ containerPort: 8080 }]));
    for (const name of ['one', 'two']) serviceBeside(binding, name, { ...SELECTS, ports: [{ port: 80 }] });

    expect(findingOf(binding)).toBe(`ambiguous-service: ${AT}' is required: requests for component "greet" could go to any of its Services (one, two); name Service and port in 'destination'`);
  });

  test('a component that is not rendered is told of once', () => {
    const chart = ingressChart();
    const binding = bindOn(chart);
    const elsewhere = (binding.application as any).addComponent(Component.fromComponentName(chart, 'ref', 'elsewhere'));
    new IngressTrait(elsewhere, 'ingress', { rules: [{}] });

    expect(findingsOf(chart)).toEqual([
      '[c/hello/elsewhere] component-elsewhere: component "elsewhere" is declared elsewhere: a cluster without an OAM platform cannot look it up; '
        + 'declare it in this program: with new Component() in place of Component.fromComponentName()',
    ]);
  });
});

describe('a Service that is named', () => {
  test.each<[string, IngressDestination, string]>([
    ['of this application', { host: 'front' }, 'front:80'],
    ['of this application, with its port', { host: 'front', port: 80 }, 'front:80'],
    ['the component\'s own', { host: 'greet' }, 'greet:8080'],
    ['that is not known here', { host: 'elsewhere', port: 1234 }, 'elsewhere:1234'],
  ])('%s', (_, destination, backend) => {
    const binding = led(destination);
    serviceBeside(binding, 'front', { selector: { any: 'thing' }, ports: [{ port: 80 }] });

    expect(routesOf(binding)).toEqual(to(backend));
  });

  const AT = '\'rules[0].destination';

  test.each<[string, IngressDestination, string]>([
    ['its ports are not known', { host: 'elsewhere' }, `missing-field: ${AT}.port' is required; give the port: those of a Service that is not rendered here are not known`],
    ['it has no such port', { host: 'greet', port: 80 }, `service-not-found: ${AT}.port' must be a port of Service "greet" (8080 (http)), got 80`],
    ['it is of another namespace', { host: 'greet.other.svc', port: 80 }, `invalid-name: ${AT}.host' must be the name of a Service (lower-case letters, digits and '-', starting with a letter, at most 63 characters), `
      + 'got "greet.other.svc"; an Ingress leads to a Service in its own namespace: give its name alone'],
  ])('fails when %s', (_, destination, message) => {
    expect(findingOf(led(destination))).toBe(message);
  });
});

const sticky = (httpCookie: IngressCookie, controller: IngressFactory) =>
  routed({ rules: [{ destination: { httpCookie } }] }, { controller });

const FULL = { name: 'session', path: '/greet', ttl: Duration.minutes(5) };

test.each<[string, IngressFactory, IngressCookie, Record<string, string>]>([
  ['ingress-nginx', 'nginx', FULL, {
    'nginx.ingress.kubernetes.io/affinity': 'cookie',
    'nginx.ingress.kubernetes.io/session-cookie-name': 'session',
    'nginx.ingress.kubernetes.io/session-cookie-path': '/greet',
    'nginx.ingress.kubernetes.io/session-cookie-max-age': '300',
    'nginx.ingress.kubernetes.io/session-cookie-expires': '300',
  }],
  ['ingress-nginx, for the browser\'s session: one path for all of a rule', 'nginx', { name: 'session' }, {
    'nginx.ingress.kubernetes.io/affinity': 'cookie',
    'nginx.ingress.kubernetes.io/session-cookie-name': 'session',
    'nginx.ingress.kubernetes.io/session-cookie-path': '/',
  }],
  ['haproxy-ingress', 'haproxyIngress', FULL, {
    'haproxy-ingress.github.io/affinity': 'cookie',
    'haproxy-ingress.github.io/session-cookie-name': 'session',
    'haproxy-ingress.github.io/session-cookie-keywords': 'indirect nocache httponly attr "Path=/greet" attr "Max-Age=300"',
  }],
  ['haproxy-ingress, for the browser\'s session', 'haproxyIngress', { name: 'session', ttl: Duration.seconds(0) }, {
    'haproxy-ingress.github.io/affinity': 'cookie',
    'haproxy-ingress.github.io/session-cookie-name': 'session',
    'haproxy-ingress.github.io/session-cookie-keywords': 'indirect nocache httponly',
  }],
  ['F5 NGINX', 'f5Nginx', FULL, { 'nginx.com/sticky-cookie-services': 'serviceName=greet session expires=300s path=/greet' }],
  ['F5 NGINX, for the browser\'s session', 'f5Nginx', { name: 'session' }, { 'nginx.com/sticky-cookie-services': 'serviceName=greet session path=/' }],
])('%s', (_, controller, cookie, annotations) => {
  expect(ingressOf(sticky(cookie, controller)).metadata.annotations).toEqual(annotations);
});

const REMEDY = 'these could: f5-nginx, haproxy-ingress, ingress-nginx (use the IngressProvider of one), or an OAM platform with Istio; or leave it out';

test.each<[string, IngressFactory]>([
  ...(['haproxy', 'kong', 'traefik'] as const).map((each): [string, IngressFactory] => [`controller ${each} has no annotation of an Ingress for a session cookie`, each]),
  ['an Ingress alone has none, and the controller is not known', 'other'],
])('fails when the controller cannot: %s', (who, controller) => {
  expect(findingOf(sticky({ name: 'session' }, controller))).toBe(`not-expressible: 'rules[0].destination.httpCookie' cannot be expressed: ${who}; ${REMEDY}`);
});

describe('what annotations would take for something else', () => {
  const AT = '\'rules[0].destination.httpCookie';
  const ONLY = 'must have letters, digits, \'.\', \'_\', \'~\' and \'-\'';

  test.each(['a b', 'a;b', 'a=b', 'a"b', 'a\\b', 'ä', 'a$b', 'a\nb'])('fails when it is in the name: %j', name => {
    expect(findingOf(sticky({ name }, 'haproxyIngress'))).toBe(`invalid-value: ${AT}.name' ${ONLY} only, got ${JSON.stringify(name)}; use another name`);
  });

  test.each(['/a;b', '/"', '/a=b', '/ä'])('fails when it is in the path: %j', path => {
    expect(findingOf(sticky({ name: 'session', path }, 'f5Nginx'))).toBe(`invalid-value: ${AT}.path' ${ONLY} between slashes only, got ${JSON.stringify(path)}; choose another path`);
  });
});

describe('rules', () => {
  const two = () => withPorts(['http', 8080], ['admin', 9090]);
  const rule = (host: string, port: number, httpCookie?: IngressCookie): IngressRule => ({ hosts: [`${host}.example.com`], destination: { port, httpCookie } });
  const split = (...rules: IngressRule[]) => ingressesOf(routed({ rules }, { controller: 'nginx' }, two())).map(({ metadata, spec }) =>
    [metadata.name, metadata.annotations?.['nginx.ingress.kubernetes.io/session-cookie-name'], spec.rules.map(({ host }: any) => host[0]).join('')]);

  test('F5 NGINX has one Ingress for a host: its annotation names each Service', () => {
    const binding = routed({ rules: [{ paths: [{ path: '/a', pathType: IngressPathType.EXACT }], destination: { httpCookie: { name: 'x' } } }, { paths: [{ path: '/b', pathType: IngressPathType.EXACT }], destination: { host: 'back', httpCookie: { name: 'y' } } }, {}] }, { controller: 'f5Nginx' });
    serviceBeside(binding, 'back', { ports: [{ port: 80 }] });

    expect(ingressOf(binding).metadata.annotations).toEqual({ 'nginx.com/sticky-cookie-services': 'serviceName=greet x path=/;serviceName=back y path=/' });
  });

  test('those with a cookie have an Ingress of their own', () => {
    expect(split(rule('a', 8080), rule('b', 9090, { name: 'x' }), rule('c', 8080), rule('d', 9090, { name: 'x' }))).toEqual([
      ['greet', undefined, 'ac'], ['greet-rule-1', 'x', 'bd'],
    ]);
  });

  test('the first keeps the name', () => {
    expect(split(rule('a', 8080, { name: 'x' }), rule('b', 9090, { name: 'y' }), rule('c', 8080))).toEqual([
      ['greet', 'x', 'a'], ['greet-rule-1', 'y', 'b'], ['greet-rule-2', undefined, 'c'],
    ]);
  });

  test('what is the default may be written', () => {
    expect(split(rule('a', 8080, { name: 'x' }), rule('b', 8080, { name: 'x', path: '/', ttl: Duration.seconds(0) }))).toEqual([['greet', 'x', 'ab']]);
  });

  test('one Service port may be led to with the cookie and without', () => {
    expect(split(rule('a', 8080, { name: 'x' }), rule('b', 8080))).toEqual([['greet', 'x', 'a'], ['greet-rule-1', undefined, 'b']]);
  });

  const CLASH = 'not-expressible: \'rules[1].destination.httpCookie\' differs from \'rules[0].destination.httpCookie\' of \'c/hello/greet/ingress\', '
    + 'and both lead to one port of one Service, which has a single cookie; use one cookie for both, or a Service each';

  test.each<[string, IngressCookie]>([
    ['in the name', { name: 'y' }],
    ['in the path', { name: 'x', path: '/b' }],
    ['in the lifetime', { name: 'x', ttl: Duration.seconds(1) }],
  ])('fails when two cookies of one Service port differ %s', (_, other) => {
    expect(findingOf(routed({ rules: [rule('a', 8080, { name: 'x' }), rule('b', 8080, other)] }, { controller: 'nginx' }, two()))).toBe(CLASH);
  });

  test('fails when two traits differ', () => {
    const binding = routed({ rules: [rule('a', 8080, { name: 'x' })] }, { controller: 'nginx' }, two());
    new IngressTrait(binding, 'other', { metadata: { name: 'other' }, rules: [rule('c', 9090, { name: 'z' }), rule('b', 8080, { name: 'y' })] });

    expect(findingsOf(binding)).toEqual([`[c/hello/greet/other] ${CLASH}`]);
  });
});
