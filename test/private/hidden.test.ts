import * as fc from 'fast-check';
import { consequencesOf } from '../../src/cli/diff/consequences';
import { compareFolders } from '../../src/cli/diff/objects';
import { jsonReport, textReport } from '../../src/cli/diff/report';
import type { Step } from '../../src/findings/path';
import type { PlainFields } from '../../src/private/check';
import { HIDDEN, isMasked, mask, ROOT, surroundingsAt } from '../../src/private/hidden';
import { anyData } from '../properties/arbitraries-values';
import { PATIENCE, runs } from '../properties/runs';

const compared = (before: object, after: object) =>
  compareFolders([{ value: before as PlainFields, file: 'a.yaml' }], [{ value: after as PlainFields, file: 'a.yaml' }]);

/** What is shown of an object, as JSON, with ? for what is hidden. */
const shown = (value: unknown, around = ROOT) => JSON.parse(JSON.stringify(mask(value, around), function (this: any, key, each) {
  return this[key] === HIDDEN ? '?' : each;
}));

describe('an object is shown without', () => {
  const metadata = { name: 'x', labels: { a: 'b' } };
  const head = { apiVersion: 'v1', kind: 'Secret', metadata, type: 'Opaque', immutable: true };

  test.each<[string, object, object]>([
    ['the values of a Secret', { ...head, data: { a: 'x', b: 1, c: true }, stringData: { d: 'x' } }, { ...head, data: { a: '?', b: '?', c: '?' }, stringData: { d: '?' } }],
    ['those of a Secret whose field is misspelled', { ...head, Data: 'x', stringdata: [{ a: ['x'] }] }, { ...head, Data: '?', stringdata: [{ a: ['?'] }] }],
    ['those of a Secret in another object', { kind: 'Component', spec: { workload: { ...head, more: 'x' } } }, { kind: 'Component', spec: { workload: { ...head, more: '?' } } }],
    ['all of a kind of secrets but its metadata', { ...head, kind: 'ExternalSecret', spec: { name: 'x' } }, { ...head, kind: 'ExternalSecret', spec: { name: '?' } }],
    ['variables, but for their names and what they refer to', { env: [{ name: 'MODE', value: 'fast' }, { name: 'KEY', valueFrom: { secretKeyRef: { name: 'n', key: 'password' } } }] },
      { env: [{ name: 'MODE', value: '?' }, { name: 'KEY', valueFrom: { secretKeyRef: { name: 'n', key: 'password' } } }] }],
    ['what is called like a name in what is no list', { env: { name: 'x' }, config: [{ name: 'x', path: '/x', fromSecret: { name: 'n', key: 'k' } }] },
      { env: { name: '?' }, config: [{ name: '?', path: '?', fromSecret: { name: 'n', key: 'k' } }] }],
    ['fields that nobody knows', { spec: { any: 'x', list: ['x'], map: { key: 'x' } } }, { spec: { any: '?', list: ['?'], map: { key: '?' } } }],
    ['annotations that nobody knows', { metadata: { annotations: { 'a': 'b', 'prometheus.io/port': '8080', 'version': '1.0' } } }, { metadata: { annotations: { 'a': '?', 'prometheus.io/port': '8080', 'version': '1.0' } } }],
    ['keys that are no names', { spec: { 'a b': 1, 'x@y': { z: 2 } } }, { spec: { '…': { z: 2 } } }],
  ])('%s', (_, value, expected) => {
    expect(shown(value)).toEqual(expected);
    expect(isMasked(mask(value, ROOT))).toBe(true);
  });

  test('nothing, if it has nothing but names, numbers and the like', () => {
    const container = {
      name: 'greet',
      image: 'registry.example.com:5000/team/greet:1.0@sha256:' + '0'.repeat(64),
      ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP' }],
      imagePullPolicy: 'Always',
      resources: { limits: { 'cpu': '500m', 'memory': '1Gi', 'nvidia.com/gpu': 1 } },
      livenessProbe: { httpGet: { path: '/health/live', port: 'http', scheme: 'HTTP' }, periodSeconds: 10 },
      volumeMounts: [{ name: 'v', mountPath: '/etc/greet', readOnly: true }],
    };
    const value = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'greet', namespace: 'hello', labels: { 'app.kubernetes.io/name': 'greet' } },
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: 'greet' }, matchExpressions: [{ key: 'tier', operator: 'In', values: ['web', 'api'] }] },
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%' } },
        template: {
          spec: {
            containers: [container],
            automountServiceAccountToken: false,
            serviceAccountName: 'greet',
            imagePullSecrets: [{ name: 'pull' }],
            tolerations: [{ key: 'a', operator: 'Equal', value: 'b' }],
            volumes: [{ name: 'v', secret: { secretName: 'tls', items: [{ key: 'tls.key', path: 'key.pem' }] } }, { name: 'w', configMap: { name: 'c' } }, { name: 'x', emptyDir: {} }],
          },
        },
        rules: [{ hosts: ['*.example.com'], paths: [{ path: '/greet', pathType: 'Prefix' }] }],
        tls: [{ secretName: 'x', hosts: ['a.example.com'] }],
        certificateRefs: [{ kind: 'Secret', name: 'x', namespace: 'y' }],
        podMetricsEndpoints: [{ port: 'http', path: '/metrics', interval: '30s' }],
        more: null,
        none: '',
      },
    };
    expect(shown(value)).toEqual(value);
    expect(isMasked(mask(value, ROOT))).toBe(false);
  });
});

test('a part of an object is shown as it is in the whole', () => {
  const object = { kind: 'Secret', data: { a: 'x' }, metadata: { name: 'n', annotations: { token: 'x' } }, spec: { env: [{ name: 'y' }] } };
  const inner = (path: Step[]) => path.reduce((value: any, step) => value[step], object);
  const at = (...path: Step[]) => shown(inner(path), surroundingsAt(object as unknown as PlainFields, path));
  expect([at('data'), at('data', 'a'), at('metadata'), at('metadata', 'annotations', 'token'), at('metadata', 'name'), at('kind'), at('spec', 'env', 0, 'name')])
    .toEqual([{ a: '?' }, '?', { name: 'n', annotations: { token: '?' } }, '?', 'n', 'Secret', '?']);
});

const DIST = { before: 'dist', after: 'dist' };

/** All that the command prints of two objects. */
function printed(before: object, after: object): string {
  const difference = compared(before, after);
  return textReport(difference, DIST, consequencesOf(difference)) + JSON.stringify(jsonReport(difference, DIST, consequencesOf(difference), []));
}

describe('a password is not shown that stands', () => {
  const container = (fields: object) => ({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'x' }, spec: { template: { spec: { containers: [{ name: 'a', ...fields }] } } } });
  const args = (...all: string[]) => [container({ args: all }), container({ command: ['sh', '-c', ...all] }), container({ livenessProbe: { exec: { command: all } } })];
  const variables = (...names: string[]) => (value: string) => names.map(name => container({ env: [{ name, value }] }));
  const config = (data: unknown) => [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data }];
  const annotated = (annotations: object) => [{ apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { name: 'x', annotations } }];
  const custom = (spec: unknown) => [{ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'x' }, spec }];
  const secret = (fields: object, kind = 'Secret') => ({ apiVersion: 'v1', kind, metadata: { name: 'x' }, ...fields });
  /** Texts that hold a password wherever they stand. */
  const TEXTS: readonly ((p: string) => string)[] = [
    p => `https://${p}@example.com/x`, p => `https://user:${p}@example.com/x`, p => `https://example.com/x?sig=${p}`, p => `https://example.com/x?a=b&access_token=${p}`,
    p => `DefaultEndpointsProtocol=https;AccountKey=${p};EndpointSuffix=x`, p => `Basic ${p}`, p => `Bearer ${p}`, p => `curl -u user:${p} https://example.com`, p => `mysql -p${p}`,
    p => `jdbc:oracle:thin:scott/${p}@db:1521/x`, p => `jdbc:mysql://db/x?user=a&password=${p}`, p => `postgres://user:${p}@db/x`, p => `Server=db;User Id=sa;Pwd=${p}`, p => `--password ${p}`,
    p => `a\nmachine example.com login x password ${p}\nb`, p => `-----BEGIN OPENSSH PRIVATE KEY-----\n${p}\n-----END OPENSSH PRIVATE KEY-----\n`, p => `registry:${p}@example.com/image:1`,
    p => `x\n${p}`, p => `{"auths":{"example.com":{"auth":"${p}"}}}`, p => `/path;jsessionid=${p}`, p => `https://hooks.example.com/services/${p}`,
  ];

  test.each<[string, (p: string) => object[]]>([
    ...['--password', '--token', '--api-key', '-p', '-u', '--from-literal'].map((flag): [string, (p: string) => object[]] => [`behind the argument ${flag}`, p => args(flag, p)]),
    ['in an argument', p => TEXTS.flatMap(text => args(text(p)))],
    ...['PAT', 'JWT', 'BEARER', 'PIN', 'SALT', 'DSN', 'WEBHOOK', 'DATABASE_URL', 'CONNECTION_STRING', 'PGPASSWORD', 'GITHUB_TOKEN', 'AWS_SECRET_ACCESS_KEY', 'MODE', 'SAS', 'OTP_SEED', 'LICENSE', 'a']
      .map((name): [string, (p: string) => object[]] => [`in the variable ${name}`, variables(name)]),
    ['in a variable, a list or a map of them', p => [[p], p, { A: p }, { name: p }, [{ A: p }], [`A=${p}`], [[p]], [{ name: `A=${p}` }], [{ name: 'A', value: { name: p } }]].map(env => container({ env }))],
    ...['id_rsa', '.netrc', 'tls.key', 'app.conf', 'name', 'host', 'image', 'path', 'config.json'].map((key): [string, (p: string) => object[]] =>
      [`in the key ${key} of a ConfigMap`, p => [...config({ [key]: p }), ...TEXTS.flatMap(text => config({ [key]: text(p) }))]]),
    ['in the data of a ConfigMap that is none', p => [p, [p], [{ name: p }], { name: { name: p } }].flatMap(config)],
    ['in a Secret', p => [
      { data: { name: p } }, { stringData: p }, { stringData: [p] }, { stringData: { host: p } }, { binaryData: { a: p } },
      { Data: { name: p } }, { name: p }, { spec: { image: p } },
      { data: { env: [{ name: p }] } },
    ].flatMap(fields => [
      secret(fields), ...custom({ template: secret(fields) }), ...custom([secret(fields)]), { apiVersion: 'v1', kind: 'List', metadata: { name: 'x' }, items: [secret(fields)] },
    ])],
    ['in an object of a kind of secrets', p => ['SealedSecret', 'ExternalSecret', 'ClusterExternalSecret', 'MultiClusterSecret', 'VaultStaticSecret', 'SopsSecret', 'SecretProviderClass', 'PushSecret'].flatMap(kind => [
      { spec: { encryptedData: { a: p } } }, { spec: { template: { data: { host: p }, metadata: { name: p } } } },
      { spec: { template: { type: p, name: p } } },
      { spec: { secretTemplates: [{ name: p }] } },
      { spec: { parameters: { objects: p, name: p } } }, { spec: { data: [{ remoteRef: { name: p }, secretKey: p }] } },
    ].map(fields => secret(fields, kind)))],
    ['in a file of SOPS', p => [{ ...secret({ data: { a: `ENC[AES256_GCM,data:${p}]` }, sops: { mac: p, version: p, age: [{ name: p, enc: p }] } }, 'Widget') }]],
    ['in parameterValues', p => [[`password=${p}`], [{ name: 'a', value: p }], p, { name: p }, [{ name: `a=${p}`, value: 1 }], [{ a: p }]].flatMap(parameterValues => custom({ components: [{ parameterValues }] }))],
    ['in the config of a container', p => [[p], p, [{ path: p }], [{ path: '/a', value: p }], { name: p }].map(each => container({ config: each }))],
    ['in an annotation', p => [
      { 'kubectl.kubernetes.io/last-applied-configuration': `{"kind":"Secret","data":{"a":"${p}"}}` }, { 'nginx.ingress.kubernetes.io/configuration-snippet': `proxy_set_header Authorization "Basic ${p}";` },
      { 'nginx.ingress.kubernetes.io/auth-url': `https://x:${p}@y` }, { description: p }, { 'example.com/token': p }, { 'prometheus.io/port': p }, { 'prometheus.io/path': `/metrics?key=${p}` },
    ].flatMap(annotated)],
    ['in a header', p => [...custom({ headers: { Authorization: p } }), ...custom({ httpHeaders: [{ name: 'X', value: p }] }),
      container({ livenessProbe: { httpGet: { path: '/', port: 1, httpHeaders: [{ name: 'X', value: p }] } } })]],
    ['in a field that nobody knows', p => [p, [p], { a: p }, { password: p }, { url: p }, { user: p }, { value: p }, { settings: { name: p } }, { values: { host: p } }, { valuesObject: { a: { name: p } } }, { volumeAttributes: { mode: p } },
      { auth: { name: p } }, { basicAuth: { username: p } },
      { token: { name: p } }, { credentials: [{ name: p }] }, { apiKeys: [p] }, { webhook: { host: p } },
      { a: { b: [{ c: p }] } }, { key: p }, { regex: p }, { replacement: p }].flatMap(custom)],
    ['in a field that holds a name', p => TEXTS.flatMap(text => ['name', 'loggingImage', 'host', 'path', 'version', 'type', 'scheme', 'mountPath', 'schedule', 'cpu', 'serviceName'].flatMap(field => custom({ [field]: text(p) })))],
    ['in a label', p => [{ a: `x ${p}=` }, { token: p }, { 'example.com/password': p }].map(labels => ({ apiVersion: 'v1', kind: 'A', metadata: { name: 'x', labels } }))],
    ['in a key', p => [...config({ [`password=${p}`]: 'a' }), ...custom({ [`https://${p}@x`]: { name: 'a' } }), container({ env: [{ [`A=${p}`]: 'a' }] })]],
    ['in what an object is called', p => [{ kind: `A ${p}` }, { apiVersion: { a: p } }, { metadata: { name: { password: p } } }, { metadata: { name: `https://${p}@x` } }, { metadata: { name: 'x', namespace: [{ a: p }] } }, { metadata: { generateName: `a=${p}` } }]
      .map(fields => ({ apiVersion: 'v1', kind: 'A', metadata: { name: 'x' }, ...fields }))],
  ])('%s', (_, of) => {
    const leaks = of('hunter1').flatMap((before, i) => {
      const after = of('hunter2')[i];
      const bare = { apiVersion: 'v1', kind: 'Widget', metadata: { name: 'x' } };
      // changed, added, removed, and in the order of lists
      const pairs = [
        [before, after], [bare, after], [before, bare], [custom([before, after])[0], custom([after, before])[0]], [custom(before)[0], custom({})[0]],
      ];
      return pairs.filter(([from, to]) => /hunter/.test(printed(from, to))).map(pair => JSON.stringify(pair));
    });
    expect(leaks).toEqual([]);
    // what stands there is compared all the same
    expect(of('hunter1').map((before, i) => printed(before, of('hunter2')[i])).filter(text => text === '')).toEqual([]);
  });

  test('in the order of a list', () => {
    const list = (...names: unknown[]) => custom({ credentials: names.map(name => ({ name })), list: names, rules: names.map(host => ({ host: `https://${host}@x` })), args: names })[0];
    expect(printed(list('hunter1', 'hunter2'), list('hunter2', 'hunter1'))).not.toContain('hunter');
    expect(printed(custom([{ name: 'a' }, { name: 'b' }])[0], custom([{ name: 'b' }, { name: 'a' }])[0])).toContain('spec: order by name ["a", "b"] -> ["b", "a"]');
  });
});

test('of texts of several lines it is told from where on they differ', () => {
  const of = (text: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: { 'app.conf': text } });
  expect(printed(of('a\nb\nc\n'), of('a\nb\nx\n'))).toContain('data[\'app.conf\']: (hidden), from line 3 on\n');
  expect(printed(of('a\n'), of('b\n'))).toContain('data[\'app.conf\']: (hidden)\n');
});

describe('whatever differs', () => {
  const PASSWORD = 'hunter';
  const password = fc.integer({ min: 0, max: 3 }).map(i => `${PASSWORD}${i}`);
  const odd = anyData.filter(value => !JSON.stringify(value).includes(PASSWORD));
  const some = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });
  const secretMap = fc.dictionary(fc.constantFrom('a', 'password', '__proto__', 'tls.key'), fc.oneof(password, fc.array(password), fc.record({ x: password })));
  const secret = some({ data: fc.oneof(secretMap, password), stringData: secretMap, strigData: fc.oneof(password, fc.array(secretMap)), type: fc.constantFrom('a', 'b'), metadata: some({ labels: odd }) })
    .map(fields => ({ apiVersion: 'v1', kind: 'Secret', ...fields, metadata: { ...fields.metadata as object, name: 'x' } }));
  const variable = fc.oneof(
    fc.record({ name: fc.constantFrom('DB_PASSWORD', 'TOKEN', 'MY_KEY'), value: fc.oneof(password, fc.array(password)) }),
    fc.record({ name: fc.constantFrom('A', 'B'), value: fc.oneof(odd, password.map(text => `--password=${text}`), password.map(text => `a\nhttp://x:${text}@y\nb`)) }),
  );
  const container = some({ name: fc.constantFrom('a', 'b'), env: fc.array(variable, { maxLength: 4 }), token: password, more: odd, args: fc.array(password.map(text => `a\n--token ${text}`)) });
  const workload = fc.record({
    apiVersion: fc.constantFrom('apps/v1', 'apps/v2'), kind: fc.constant('Deployment'), metadata: fc.constant({ name: 'x' }), spec: some({ containers: fc.array(container, { maxLength: 3 }), template: secret, list: fc.array(secret) }),
  });
  const config = some({ 'a.properties': fc.array(fc.oneof(fc.constantFrom('a', 'b', 'c'), password.map(text => `x.password = ${text}`))).map(lines => lines.join('\n')), 'PASSWORD': password })
    .map(data => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data }));
  const sides = fc.oneof(...[secret, workload, config].map(object => fc.tuple(object, object)));

  test('no password is shown, and something is', () => {
    fc.assert(fc.property(sides, ([before, after]) => {
      const difference = compared(before, after);
      const consequences = consequencesOf(difference);
      const [text, json] = [textReport(difference, DIST, consequences), JSON.stringify(jsonReport(difference, DIST, consequences, []))];
      expect(text + json).not.toContain(PASSWORD);
      expect([text !== '', !json.includes('"equal":true')]).toEqual(Array(2).fill(JSON.stringify(before) !== JSON.stringify(after) && difference.changed.length > 0));
      expect(text.split('\n').filter(line => /^ {4}[-+~]/.test(line)).length).toBe(difference.changed.flatMap(({ changes }) => changes).length);
    }), { numRuns: runs(750) });
  }, PATIENCE);
});
