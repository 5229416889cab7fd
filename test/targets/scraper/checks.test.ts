import { CONTROLLERS, HOST, LEAVE_OUT, NO_PLAINTEXT, ONE_LABEL, PODS, READ_AS_NUMBER, SERVICE, SUBJECT, TITLES, USE_TLS, access, chartWithUser, fromStore, notInYaml, refusal } from './access';
import { IngressController, ScraperAccess, ScraperCredentials, TlsCertificate } from '../../../src';
import { newChart, rendered } from '../../support/app';
import { messageOf } from '../../support/message';
import { DNS_LABEL, KEYS, LABEL_VALUE, PORT, SUBDOMAIN } from '../../support/texts';

const service = (fields: any) => ({ service: { ...SERVICE, ...fields } });
const HOST_REMEDY = 'give the host alone, without scheme, port or path';
const EXACT_HOST = "invalid-host: 'host' must be a lower-case DNS name, neither with a wildcard nor an address";
const badPath = (path: string, shown: string): [string, any, string] => [`the path is ${shown}`, { path },
  "invalid-path: 'path' must start with '/' and have letters, digits, '/', '.', '-', '_' and '~' only, at most 1024 of them, without '//', '.' and '..' as steps, "
  + `got ${shown}; write the path as the scraper sees it, such as "/prometheus"`];
const PORT_NAME = "must be the name of a port (lower-case letters, digits and '-', a letter among them, at most 15 characters)";
const badPort = (portName: unknown, shown: string): [string, any, string] => [
  `the name of the port is ${shown}`, service({ port: undefined, portName, targetPort: 9090 }),
  `invalid-value: 'service.portName' ${PORT_NAME}, got ${shown}`,
];
const badService = (name: unknown, shown: string): [string, any, string] => [`the name of the Service is ${shown}`, service({ name }),
  "invalid-name: 'service.name' must be the name of a Service (lower-case letters, digits and '-', starting with a letter, at most 63 characters), got "
  + `${shown}`];
const ONE_PORT = "invalid-value: 'service' must have exactly one of port, portName, and has";
const REALM = "invalid-value: 'realm' must be letters, digits, spaces, '.', '_' and '-' only";
const NAME_IT = 'name the one that the cluster runs, such as IngressController.traefik()';
const NO_CONTROLLER = `missing-field: 'controller' is required; ${NAME_IT}`;
const GIVE_TLS = 'use TlsCertificate.clusterIssuer(), issuer() or secret(), or TlsCertificate.insecureNone() if you mean it';
const NO_TLS = `missing-field: 'tls' is required; ${USE_TLS}, or TlsCertificate.insecureNone() to send the password in plain text`;
const WHO = "missing-field: 'allowFrom' is required for the NetworkPolicy, which lets in nobody else: not Grafana, not Thanos Query; "
  + "name them by 'namespace' and 'podLabels', or write [] if there is nobody";
const SHORT_NAME = "must be a DNS-1123 subdomain (lower-case letters, digits, '-' and '.', at most 200 characters)";
const OWN_NAME = "set 'metadata.name', or a construct id that is a valid name";

test.each<[string, any, string]>([
  ['the host is empty', { host: '' }, `${EXACT_HOST}, got ""; ${HOST_REMEDY}`],
  ['the host has a wildcard', { host: '*.example.com' }, `${EXACT_HOST}, got "*.example.com"; ${HOST_REMEDY}`],
  ['the host has a scheme', { host: `https://${HOST}` }, `${EXACT_HOST}, got "https://${HOST}"; ${HOST_REMEDY}`],
  ['the host is an address', { host: '10.0.0.1' }, `${EXACT_HOST}, got "10.0.0.1"; ${HOST_REMEDY}`],
  ['the host is null', { host: null }, "missing-field: 'host' is required"],
  ['the host has a password', { host: 'https://u:hunter2@example.com' }, `${EXACT_HOST}, got "https://…@example.com"; ${HOST_REMEDY}`],
  ...['prometheus', '', '/a#b', '/a b', '//a', '/a//', '/a/..', '/../a', '/a/./b', '/.', '/a%2fb', '/%20', '/(a', '/{a}', '/a;b', '/é',
    '/a:b', '/*', '/a,b', '/$a', '/a\'b'].map(path => badPath(path, `"${path}"`)),
  badPath('/?a=b', '"/?…"'),
  badPath('/a\n', '"/a\\n"'),
  badPath('/\ud800', '"/\\ud800"'),
  badPath(`/${'a'.repeat(1024)}`, `"/${'a'.repeat(118)}… (1025 characters)`),
  badPath('https://u:hunter2@example.com/a', '"https://…@example.com/a"'),
  badPath(1 as any, '1'),
  ['there is no Service', { service: undefined }, "missing-field: 'service' is required"],
  ['the Service is a name', { service: 'prometheus' }, "invalid-type: 'service' must be an object, got a string"],
  ['the Service has no name', service({ name: undefined }), "missing-field: 'service.name' is required"],
  ...['A', 'a.b', '1a', '0o17', 'a_b', 'a-', '', 'x'.repeat(64)].map(name => badService(name, `"${name}"`)),
  badService(1, '1'),
  ['the Service has no port', service({ port: undefined }), `${ONE_PORT} none`],
  ['the Service has a port and its name', service({ portName: 'web' }), `${ONE_PORT} port and portName`],
  ['the port is a text', service({ port: '9090' }), `invalid-port: 'service.port' ${PORT}, got "9090"`],
  ...['a b', 'A', '9090', 'a--b', '-a', 'a-', 'x'.repeat(16), ''].map(name => badPort(name, `"${name}"`)),
  badPort(9090, '9090'),
  ['the port of the pods is 0', service({ targetPort: 0 }), `invalid-port: 'service.targetPort' ${PORT}, got 0`],
  ['the port of the pods is a text', service({ targetPort: 'web' }), `invalid-port: 'service.targetPort' ${PORT}, got "web"`],
  ['the name of the pods\' port is a number', service({ targetPortName: 9090 }),
    `invalid-value: 'service.targetPortName' ${PORT_NAME}, got 9090`],
  ['the port of the pods has a number and a name', service({ targetPort: 9090, targetPortName: 'web' }),
    "invalid-value: 'service.targetPortName' cannot be set together with 'targetPort'; leave one of them out"],
  ['nobody knows to which port of the pods the name leads', service({ port: undefined, portName: 'web' }),
    "missing-field: 'service.targetPort' is required beside 'portName', since a NetworkPolicy opens ports of pods; "
    + "look up the 'targetPort' of the Service; a name goes into 'targetPortName'"],
  ['nobody says who else is let in', { allowFrom: undefined }, WHO],
  ['peers are null', { allowFrom: null }, WHO],
  ['the Service has a field too many', service({ namespace: 'a' }),
    `unknown-field: 'service.namespace' is an unknown field; expected one of name, port, portName, targetPort, targetPortName, podLabels; ${LEAVE_OUT}`],
  ['the Service has no labels', service({ podLabels: {} }), `missing-field: 'service.podLabels' ${ONE_LABEL}`],
  ['the labels are none', service({ podLabels: { 'a b': 'c' } }), `invalid-label: 'service.podLabels' ${KEYS}, got "a b"`],
  ['a label is a number', service({ podLabels: { a: 1 } }), `invalid-label: 'service.podLabels.a' ${LABEL_VALUE}, got 1`],
  ['a label is missing', service({ podLabels: { a: 'b', c: undefined } }), `invalid-label: 'service.podLabels.c' ${LABEL_VALUE}, got nothing`],
  ['a label is null', service({ podLabels: { a: 'b', c: null } }), `invalid-label: 'service.podLabels.c' ${LABEL_VALUE}, got null`],
  ['the labels are a list', service({ podLabels: ['app'] }), "invalid-type: 'service.podLabels' must be a map, got a list of 1"],
  ['there is no controller', { controller: undefined }, NO_CONTROLLER],
  ['the controller is null', { controller: null }, NO_CONTROLLER],
  ['the controller is a name', { controller: 'traefik' }, `invalid-type: 'controller' must be an IngressController, got a string; ${NAME_IT}`],
  ['there are no credentials', { credentials: undefined }, `missing-field: 'credentials' is required; ${NO_PLAINTEXT}`],
  ['the credentials are null', { credentials: null }, `missing-field: 'credentials' is required; ${NO_PLAINTEXT}`],
  ['the credentials are a password', { credentials: 'hunter2' },
    `plaintext-password: 'credentials' must be ScraperCredentials; the value is not shown; ${NO_PLAINTEXT}`],
  ['the credentials are options', { credentials: { password: 'hunter2' } },
    `plaintext-password: 'credentials' must be ScraperCredentials; the value is not shown; ${NO_PLAINTEXT}`],
  ['a password is given beside them', { password: 'hunter2' },
    `plaintext-password: 'password' must be ScraperCredentials; the value is not shown; ${NO_PLAINTEXT}`],
  ['there is no TLS', { tls: undefined }, NO_TLS],
  ['TLS is null', { tls: null }, NO_TLS],
  ['TLS is a flag', { tls: true }, `invalid-type: 'tls' must be a TlsCertificate, got true; ${GIVE_TLS}`],
  ['TLS is a text, which is not shown', { tls: 'Welcome1!' }, `invalid-type: 'tls' must be a TlsCertificate, got a string; ${GIVE_TLS}`],
  ['TLS is plain options', { tls: { secretName: 'a' } }, `invalid-type: 'tls' must be a TlsCertificate, got an object; ${GIVE_TLS}`],
  ['the realm ends the annotation', { realm: 'a"; deny all' }, `${REALM}, got "a\\"; deny all"`],
  ['the realm is empty', { realm: '' }, `${REALM}, got ""`],
  ['the peers are one', { allowFrom: { podLabels: { a: 'b' } } },
    "invalid-type: 'allowFrom' must be a list, got an object"],
  ['a peer is a name', { allowFrom: ['grafana'] }, "invalid-type: 'allowFrom[0]' must be an object, got a string"],
  ['a flag is a text', { insecureWithoutNetworkPolicy: 'true' }, "invalid-type: 'insecureWithoutNetworkPolicy' must be a boolean, got a string"],
  ['another flag is a number', { insecureReplacePlatformObjects: 1 }, "invalid-type: 'insecureReplacePlatformObjects' must be a boolean, got a number"],
  ['the metadata are a name', { metadata: 'prometheus' }, "invalid-type: 'metadata' must be an object, got a string"],
  ['the name is none', { metadata: { name: 'A b' } }, `invalid-name: 'metadata.name' ${SHORT_NAME}, got "A b"; ${OWN_NAME}`],
  ['the name is too long for others', { metadata: { name: 'a'.repeat(201) } },
    `invalid-name: 'metadata.name' ${SHORT_NAME}, got "${'a'.repeat(119)}… (201 characters); ${OWN_NAME}`],
  ['the namespace is another', { metadata: { namespace: 'monitoring' } },
    "namespace-mismatch: 'metadata.namespace' must be the platform's system namespace \"verrazzano-system\", got \"monitoring\"; leave it out"],
  ['the namespace is none', { metadata: { namespace: 'A' } }, `invalid-name: 'metadata.namespace' ${DNS_LABEL}, got "A"`],
  ['metadata cannot be written', { metadata: { a: () => 'b' } }, "not-plain: 'metadata.a' must be plain data, got a function; give its value"],
  ['there is a field too many', { hosts: [HOST] },
    "unknown-field: 'hosts' is an unknown field; expected one of host, path, service, scraper, controller, credentials, tls, "
    + 'realm, allowFrom, insecureWithoutNetworkPolicy, insecureReplacePlatformObjects, metadata; did you mean "host"?'],
])('fails when %s', (_, props, message) => {
  expect(refusal('traefik', props)).toBe(`${SUBJECT} ${message}`);
});

test.each([undefined, null, 'text', [], 1])('fails when the properties are %p: all that is missing is told', props => {
  expect(messageOf(() => new ScraperAccess(newChart(), 'prometheus', props as any))).toBe([
    `${SUBJECT} 6 findings:`,
    "missing-field: 'host' is required",
    "missing-field: 'service' is required",
    NO_CONTROLLER,
    NO_TLS,
    `missing-field: 'credentials' is required; ${NO_PLAINTEXT}`,
    WHO,
  ].join('\n  '));
});

test.each<[string, any]>([
  ['a host of one label', { host: 'prometheus' }],
  ['a port by its name', service({ port: undefined, portName: 'http-web', targetPort: 9090 })],
  ['ports by their names', service({ port: undefined, portName: 'http-web', targetPortName: 'web' })],
  ['another port of the pods', service({ port: 80, targetPort: 9090 })],
  ['a deep path', { path: '/a/.b/..c/...' }],
  ['a path with all that it may have', { path: '/Aa0/._~-/' }],
  ['the longest path', { path: `/${'a'.repeat(1023)}` }],
  ['the longest names', service({ name: 'x'.repeat(63), port: undefined, portName: 'x'.repeat(15), targetPortName: 'y'.repeat(15) })],
  ['a port whose name begins with a digit', service({ port: undefined, portName: '9p', targetPortName: '9p' })],
  ['a realm of several words', { realm: 'Metrics of shop-1' }],
  ['its own namespace', { metadata: { namespace: 'verrazzano-system' } }],
  ['the longest name', { metadata: { name: 'a'.repeat(200) } }],
  ['flags that are false', { insecureWithoutNetworkPolicy: false, insecureReplacePlatformObjects: false }],
  ['no peers', { allowFrom: [] }],
  ['fields that are null, even unknown ones', { path: null, realm: null, service: { ...SERVICE, targetPort: null, targetPortName: null }, metadata: null, hosts: null, password: null }],
])('passes %s', (_, props) => {
  expect(() => rendered(access('kong', props))).not.toThrow();
});

describe('what YAML cannot hold', () => {
  const at = (field: string, problem: string) => `${SUBJECT} not-plain: '${field}' ${problem}`;
  const AS_NUMBER = { app: '0o17' };

  test.each<[string, any, string]>([
    ['half of a surrogate pair', { metadata: { annotations: { a: '\ud800' } } }, at('metadata.annotations.a', notInYaml('U+D800'))],
    ['a control character', { metadata: { annotations: { a: '\u007f' } } }, at('metadata.annotations.a', notInYaml('U+007F'))],
    ['a realm that is read as a number', { realm: '0o17' }, at('Middleware.spec.basicAuth.realm', READ_AS_NUMBER)],
    ['a label of the scraper', service({ podLabels: AS_NUMBER }), at('NetworkPolicy.spec.podSelector.matchLabels.app', READ_AS_NUMBER)],
    ['a label of the controller', { controller: CONTROLLERS.traefik({ podLabels: AS_NUMBER }) },
      at('NetworkPolicy.spec.ingress[0].from[0].podSelector.matchLabels.app', READ_AS_NUMBER)],
    ['a label of a peer', { allowFrom: [{ podLabels: AS_NUMBER }] },
      at('NetworkPolicy.spec.ingress[1].from[0].podSelector.matchLabels.app', READ_AS_NUMBER)],
    ['a label of its own', { metadata: { labels: AS_NUMBER } }, at('metadata.labels.app', READ_AS_NUMBER)],
  ])('fails when it is %s: the field is that of the object', (_, props, message) => {
    expect(refusal('traefik', props)).toBe(message);
  });

  test('fails when it is the host: wherever it is written', () => {
    const fields = ['Certificate.spec.dnsNames[0]', "Ingress.metadata.annotations['nginx.ingress.kubernetes.io/auth-realm']",
      'Ingress.spec.tls[0].hosts[0]', 'Ingress.spec.rules[0].host'];

    expect(refusal('ingress-nginx', { host: '0o17', tls: TlsCertificate.clusterIssuer('ca', { rendersCertificate: true }) }))
      .toBe([`${SUBJECT} 4 findings:`, ...fields.map(field => `not-plain: '${field}' ${READ_AS_NUMBER}`)].join('\n  '));
  });
});

test('fails when the platform names no user of its scraper, and says nothing of what follows from it', () => {
  const credentials = ScraperCredentials.sealedSecret({ encryptedData: {} });

  expect(refusal('haproxy', { credentials }, chartWithUser(undefined)))
    .toBe("[d/prometheus] no-scraper-access: the platform names no user of its scraper; set 'scraperUser' on the platform");
});

describe('what the NetworkPolicy needs', () => {
  const NEEDED = 'is required for the NetworkPolicy, without which every pod reaches the scraper without a password; look it up in the cluster';
  const OR = 'insecureWithoutNetworkPolicy leaves the policy out';
  const HERE = "and give it here or to the platform's IngressProvider";
  const nothingOf = { controller: IngressController.traefik({ className: 'a' }), service: { name: 'a', port: 1 } };

  test('fails when it is missing: each part of it', () => {
    expect(refusal('traefik', nothingOf)).toBe([
      `${SUBJECT} 3 findings:`,
      `missing-field: 'service.podLabels' ${NEEDED}; ${OR}`,
      `missing-field: 'controller.namespace' ${NEEDED}, ${HERE}; ${OR}`,
      `missing-field: 'controller.podLabels' ${NEEDED}, ${HERE}; ${OR}`,
    ].join('\n  '));
  });

  test('fails when the pods of the controller are not known by anything', () => {
    expect(refusal('traefik', { controller: CONTROLLERS.traefik({ podLabels: {} }) }))
      .toBe(`${SUBJECT} missing-field: 'controller.podLabels' ${ONE_LABEL}`);
  });

  test('fails when the namespace of the controller is none', () => {
    expect(refusal('traefik', { controller: CONTROLLERS.traefik({ namespace: 'A' }) }))
      .toBe(`${SUBJECT} invalid-name: 'controller.namespace' ${DNS_LABEL}, got "A"`);
  });

  test('is not asked for where there is none', () => {
    const named = { service: { name: 'a', portName: 'web' }, allowFrom: undefined };

    expect(() => rendered(access('traefik', { ...nothingOf, ...named, insecureWithoutNetworkPolicy: true }))).not.toThrow();
  });

  test('an empty list of peers needs none', () => {
    const props = { ...nothingOf, insecureWithoutNetworkPolicy: true };

    expect(rendered(access('traefik', { ...props, allowFrom: [] }))).toEqual(rendered(access('traefik', props)));
  });

  test('fails when peers are let in by no policy', () => {
    const allowFrom = [{ podLabels: { a: 'b' } }];

    expect(refusal('traefik', { allowFrom, insecureWithoutNetworkPolicy: true }))
      .toBe(`${SUBJECT} invalid-value: 'allowFrom' cannot be set together with 'insecureWithoutNetworkPolicy'; leave one of them out`);
  });
});

describe('annotations', () => {
  const on = (name: any, annotations: any) => refusal(name, { metadata: { annotations } });
  const refused = (key: string, why: string) => `${SUBJECT} controller-annotation: 'metadata.annotations${key.includes('/') ? `['${key}']` : `.${key}`}' ${why}`;
  const ignored = (other: keyof typeof TITLES, own: keyof typeof TITLES) =>
    `is read by ${TITLES[other]}; ${TITLES[own]} silently ignores it; leave it out, or name the controller that the cluster runs`;

  test.each<[keyof typeof TITLES, string, keyof typeof TITLES]>([
    ['traefik', 'nginx.ingress.kubernetes.io/auth-type', 'ingress-nginx'],
    ['ingress-nginx', 'nginx.org/basic-auth-secret', 'f5-nginx'],
    ['f5-nginx', 'nginx.ingress.kubernetes.io/whitelist-source-range', 'ingress-nginx'],
    ['ingress-nginx', 'nginx.com/health-checks', 'f5-nginx'],
    ['haproxy', 'haproxy-ingress.github.io/auth-secret', 'haproxy-ingress'],
    ['haproxy-ingress', 'haproxy.org/timeout-server', 'haproxy'],
    ['kong', 'traefik.ingress.kubernetes.io/router.priority', 'traefik'],
    ['envoy-gateway', 'konghq.com/plugins', 'kong'],
    ['kong', 'gateway.envoyproxy.io/x', 'envoy-gateway'],
    ['f5-nginx', 'gateway.nginx.org/x', 'nginx-gateway-fabric'],
    ['kong', 'ingress.kubernetes.io/auth-type', 'haproxy'],
  ])('fails when %s is given %s', (own, key, other) => {
    expect(on(own, { [key]: 'a' })).toBe(refused(key, ignored(other, own)));
  });

  test.each<[any, string]>([
    ['traefik', 'traefik.ingress.kubernetes.io/router.middlewares'],
    ['ingress-nginx', 'nginx.ingress.kubernetes.io/auth-secret'],
    ['haproxy', 'haproxy.org/auth-type'],
    ['haproxy', 'haproxy.com/auth-type'],
    ['haproxy', 'ingress.kubernetes.io/auth-type'],
    ['haproxy-ingress', 'ingress.kubernetes.io/auth-secret'],
    ['f5-nginx', 'nginx.com/basic-auth-secret'],
    ['kong', 'konghq.com/plugins'],
    ['haproxy', 'auth-type'],
    ['haproxy', 'example.com/auth-type'],
  ])('fails when %s is given %s, which the access writes', (name, key) => {
    expect(on(name, { [key]: 'a' })).toBe(refused(key, 'is written by ScraperAccess itself; leave it out'));
  });

  test('fails when another class is given', () => {
    const key = 'kubernetes.io/ingress.class';

    expect(on('kong', { [key]: 'nginx' })).toBe(refused(key, 'is written by ScraperAccess itself; leave it out'));
  });

  test('fails when the annotation for the issuer is given too', () => {
    const key = 'cert-manager.io/issuer';
    const tls = TlsCertificate.issuer('b');

    expect(refusal('traefik', { metadata: { annotations: { [key]: 'a' } }, tls }))
      .toBe(refused(key, 'is written by ScraperAccess itself; leave it out'));
  });

  test('pass when the issuer is given once, and when they tell cert-manager something else', () => {
    const once = { metadata: { annotations: { 'cert-manager.io/cluster-issuer': 'a' } } };
    const besides = { metadata: { annotations: { 'cert-manager.io/duration': '24h' } }, tls: TlsCertificate.clusterIssuer('b') };

    expect(() => rendered(access('traefik', once))).not.toThrow();
    expect(() => rendered(access('traefik', besides))).not.toThrow();
  });

  const UNSAFE = 'could let requests in without the password, or send the password elsewhere; leave it out';

  test.each<[keyof typeof TITLES, string, string]>([
    ...['satisfy', 'canary', 'default-backend', 'ssl-passthrough', 'Satisfy'].map((name): [any, string, string] =>
      ['ingress-nginx', `nginx.ingress.kubernetes.io/${name}`, UNSAFE]),
    ...['auth-url', 'mirror-target'].map((name): [any, string, string] => ['ingress-nginx', `nginx.ingress.kubernetes.io/${name}`, UNSAFE]),
    ...['haproxy.org/', 'haproxy.com/', 'ingress.kubernetes.io/', 'example.com/', ''].flatMap(prefix =>
      ['cr-backend', 'ssl-passthrough'].map((name): [any, string, string] => ['haproxy', prefix + name, UNSAFE])),
    ...['haproxy-ingress.github.io/', 'ingress.kubernetes.io/'].flatMap((prefix): [any, string, string][] => [
      ['haproxy-ingress', `${prefix}ssl-passthrough`, UNSAFE],
      ['haproxy-ingress', `${prefix}tcp-service-port`, UNSAFE],
      ['haproxy-ingress', `${prefix}auth-url`, UNSAFE],
      ['haproxy-ingress', `${prefix}oauth`, UNSAFE],
    ]),
  ])('fails when %s is given %s, which makes the password needless or known', (name, key, why) => {
    expect(on(name, { [key]: 'any' })).toBe(refused(key, why));
  });

  test.each<[keyof typeof TITLES, string]>([
    ...['configuration', 'server', 'auth', 'stream', 'modsecurity'].map((name): [any, string] => ['ingress-nginx', `nginx.ingress.kubernetes.io/${name}-snippet`]),
    ...['location', 'server'].flatMap((name): [any, string][] => [['f5-nginx', `nginx.org/${name}-snippets`], ['f5-nginx', `nginx.com/${name}-snippets`]]),
    ...['haproxy.org', 'haproxy.com', 'ingress.kubernetes.io'].map((prefix): [any, string] => ['haproxy', `${prefix}/backend-config-snippet`]),
    ...['backend', 'tcp-service'].flatMap((name): [any, string][] =>
      [['haproxy-ingress', `haproxy-ingress.github.io/config-${name}`], ['haproxy-ingress', `ingress.kubernetes.io/config-${name}`]]),
  ])('fails when %s is given %s, which may say anything', (name, key) => {
    expect(on(name, { [key]: 'auth_basic off;' }))
      .toBe(refused(key, UNSAFE));
  });

  test('fails when one that the access writes is written in another case, which some controllers read', () => {
    const key = 'traefik.ingress.kubernetes.io/Router.Middlewares';

    expect(on('traefik', { [key]: 'none' })).toBe(refused(key, 'is written by ScraperAccess itself; leave it out'));
    expect(on('kong', { [key]: 'none' })).toBe(refused(key, ignored('traefik', 'kong')));
  });

  test('pass where they are the controller\'s own, or nobody\'s', () => {
    const annotations = { 'nginx.ingress.kubernetes.io/proxy-body-size': '1m', 'example.com/nginx.org': 'a', 'external-dns.io/ttl': '60', 'example.com/server-snippet': 'b', 'config-hash': 'c', 'satisfy': 'd' };

    expect(rendered(access('ingress-nginx', { metadata: { annotations } })).at(-1).metadata.annotations).toMatchObject(annotations);
  });
});

test('fails when several things are wrong, in one error, each at its field', () => {
  const controller = IngressController.f5Nginx({ className: '', ...PODS });

  expect(refusal('f5-nginx', { controller, host: '', tls: TlsCertificate.clusterIssuer(''), credentials: fromStore({ key: '' }) })).toBe([
    `${SUBJECT} 4 findings:`,
    `${EXACT_HOST}, got ""; ${HOST_REMEDY}`,
    `invalid-name: 'controller.className' ${SUBDOMAIN}, got ""`,
    `invalid-name: 'tls.name' ${SUBDOMAIN}, got ""`,
    "invalid-value: 'credentials.key' must be a non-empty string, got \"\"",
  ].join('\n  '));
});

test('fails when props contain themselves', () => {
  const loop: any = { a: 'b' };
  loop.loop = loop;

  expect(refusal('traefik', { metadata: loop })).toBe(`${SUBJECT} not-plain: 'metadata.loop.loop' must not contain itself; break the loop`);
  expect(refusal('traefik', { controller: IngressController.traefik(loop) })).toContain(
    "unknown-field: 'controller.loop' is an unknown field; expected one of namespace, podLabels, className, entryPoint, safeNaming");
});
