import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { ContainerizedWorkload } from '../../src';
import { ManifestChecks } from '../../src/cluster/checks/manifest-checks';
import { serverFindings } from '../../src/cluster/checks/server-rules';
import { Path, Shown, showPath } from '../../src/base/findings/finding';
import { isPasswordName, mask, Place, withoutCredentials } from '../../src/base/masking';
import { Manifests, Match } from '../../src/testing';
import { cli, Ended, manifestFolder, project } from '../cli/support';
import { messageOf } from '../support/message';

/** What every planted password begins with; no output contains it. */
const PASSWORD = 'hunter';

type Planted = (p: any) => object;

const object = (apiVersion: string, kind: string, fields: object) => ({ apiVersion, kind, metadata: { name: 'x', namespace: 'ns' }, ...fields });
const annotated = (kind: string, annotations: object) => ({ ...object('v1', kind, {}), metadata: { name: 'x', namespace: 'ns', annotations } });
const secret = (fields: object) => object('v1', 'Secret', fields);
const config = (data: unknown) => object('v1', 'ConfigMap', { data });
const podsOf = (spec: object) => ({ selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec } });
const container = (fields: object) => object('apps/v1', 'Deployment', { spec: podsOf({ containers: [{ name: 'a', image: 'a:1', ...fields }] }) });
const custom = (spec: object) => object('example.com/v1', 'Widget', { spec });
const probe = (fields: object) => container({ livenessProbe: { httpGet: { path: '/', port: 80, ...fields } } });
const release = (spec: object) => object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', { spec });
const argo = (source: object) => object('argoproj.io/v1alpha1', 'Application', { spec: { source } });
const component = (workload: object) => object('core.oam.dev/v1alpha2', 'Component', { spec: { workload } });
const oam = (fields: object) => component({ apiVersion: 'core.oam.dev/v1alpha2', kind: 'ContainerizedWorkload', spec: { containers: [{ name: 'a', image: 'a', ...fields }] } });

/** Places of passwords, and what has one there. */
const PLACES: readonly [string, Planted][] = [
  // data of Secrets and ConfigMaps
  ['data of a Secret', p => secret({ data: { a: p } })],
  ['stringData of a Secret', p => secret({ stringData: { a: p } })],
  ['stringData of a Secret, as a string', p => secret({ stringData: p })],
  ['stringData of a Secret, as a list', p => secret({ stringData: [p] })],
  ['binaryData of a Secret', p => secret({ binaryData: { a: p } })],
  ['data of a Secret, misspelt', p => secret({ strinData: { a: p } })],
  ['data of a Secret in another object', p => custom({ template: secret({ data: { a: p } }) })],
  ['data of a Secret in a Component', p => component({ apiVersion: 'v1', kind: 'Secret', data: { a: p } })],
  ['stringData of a Secret of several clusters', p => object('clusters.verrazzano.io/v1alpha1', 'MultiClusterSecret', { spec: { template: { stringData: { a: p } } } })],
  ['the template of an ExternalSecret', p => object('external-secrets.io/v1', 'ExternalSecret', { spec: { target: { template: { data: { a: p } } } } })],
  ['data of a ConfigMap', p => config({ a: p })],
  ['a file in a ConfigMap', p => config({ 'app.properties': `a=b\n${p}\n` })],
  ['binaryData of a ConfigMap', p => object('v1', 'ConfigMap', { binaryData: { a: p } })],
  ['data of a ConfigMap in a Component', p => component({ apiVersion: 'v1', kind: 'ConfigMap', data: { a: p } })],
  // environment variables
  ['a variable', p => container({ env: [{ name: 'A', value: p }] })],
  ['a variable that is called so', p => container({ env: [{ name: 'DB_PASSWORD', value: p }] })],
  ['a variable in a map', p => custom({ env: { A: p } })],
  ['a variable in a string', p => custom({ env: [`A=${p}`] })],
  ['a variable of an init container', p => object('apps/v1', 'Deployment', { spec: podsOf({ initContainers: [{ name: 'a', image: 'a', env: [{ name: 'A', value: p }] }], containers: [] }) })],
  ['a variable of an operator', p => custom({ serverPod: { extraEnv: [{ name: 'A', value: p }] } })],
  ['a variable of a CronJob', p => object('batch/v1', 'CronJob', { spec: { jobTemplate: { spec: podsOf({ containers: [{ name: 'a', image: 'a', env: [{ name: 'A', value: p }] }] }) } } })],
  ['a variable of OAM', p => oam({ env: [{ name: 'A', value: p }] })],
  ['a file of a container of OAM', p => oam({ config: [{ path: '/a', value: p }] })],
  ['a parameter value of OAM', p => object('core.oam.dev/v1alpha2', 'ApplicationConfiguration', { spec: { components: [{ componentName: 'a', parameterValues: [{ name: 'a', value: p }] }] } })],
  // headers
  ['a header of a probe', p => probe({ httpHeaders: [{ name: 'A', value: p }] })],
  ['a header that a route requires', p => object('gateway.networking.k8s.io/v1', 'HTTPRoute', { spec: { rules: [{ matches: [{ headers: [{ name: 'A', value: p }] }] }] } })],
  ['a header that a route sets', p => object('gateway.networking.k8s.io/v1', 'HTTPRoute', { spec: { rules: [{ filters: [{ requestHeaderModifier: { set: [{ name: 'A', value: p }] } }] }] } })],
  ['a header in a map', p => custom({ headers: { A: p } })],
  // arguments
  ['an argument', p => container({ args: ['--user', p] })],
  ['an argument, as a string', p => container({ args: p })],
  ['a command', p => container({ command: ['sh', '-c', p] })],
  ['a command of a probe', p => container({ livenessProbe: { exec: { command: [p] } } })],
  ['a command of a hook', p => container({ lifecycle: { preStop: { exec: { command: [p] } } } })],
  ['an argument of the JVM', p => custom({ jvm: { args: [p] } })],
  // values of charts
  ['values of a HelmRelease', p => release({ values: { a: { b: [p] } } })],
  ['values of a HelmRelease, as a string', p => release({ values: p })],
  ['values of an Application', p => argo({ helm: { values: `a: ${p}\n` } })],
  ['values of an Application, as an object', p => argo({ helm: { valuesObject: { a: p } } })],
  ['a parameter of an Application', p => argo({ helm: { parameters: [{ name: 'a', value: p }] } })],
  // annotations
  ['the object as it was applied', p => annotated('ConfigMap', { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({ kind: 'Secret', data: { a: p } }) })],
  ['an annotation that is called so', p => annotated('Service', { 'example.com/token': p })],
  ['a header in an annotation', p => annotated('Service', { 'example.com/snippet': `proxy_set_header Authorization "Bearer ${p}";` })],
  // URLs
  ['the password of a URL', p => custom({ url: `https://user:${p}@example.com/x` })],
  ['the user of a URL', p => argo({ repoURL: `https://${p}@example.com/x.git` })],
  ['a URL in a text', p => custom({ note: `see postgres://a:${p}@db/x, and others` })],
  ['the second URL of a text', p => custom({ note: `https://a.example.com/x,https://a:${p}@example.com` })],
  ['the query of a URL', p => custom({ url: `https://example.com/x?sig=${p}#a` })],
  ['the query of a URL, without a name', p => custom({ url: `https://example.com/x?${p}` })],
  ['the query of a path', p => probe({ path: `/health?token=${p}` })],
  ['a URL in an annotation', p => annotated('Ingress', { 'nginx.ingress.kubernetes.io/auth-url': `https://a:${p}@example.com` })],
  ['the path of a scrape', p => annotated('Service', { 'prometheus.io/path': `/metrics?token=${p}` })],
  // fields that say so
  ['a password', p => custom({ password: p })],
  ['passwords in a map', p => custom({ passwords: { admin: p } })],
  ['a token', p => custom({ apiToken: p })],
  ['tokens in a list', p => custom({ tokens: [p] })],
  ['a secret', p => custom({ clientSecret: p })],
  ['credentials', p => custom({ credentials: p })],
  ['credentials in a map', p => custom({ credentials: { user: p } })],
  ['a key of an API', p => custom({ apiKey: p })],
  ['a label that is called so', p => ({ ...object('v1', 'Service', {}), metadata: { name: 'x', namespace: 'ns', labels: { 'example.com/password': p } } })],
  // what the detector finds in a string
  ['an assignment', p => custom({ note: `db.password=${p}` })],
  ['an assignment behind another name', p => custom({ note: `basicAuth: password=${p}` })],
  ['an option', p => custom({ options: `-Da=b --db-password=${p}` })],
  ['a line of a file', p => custom({ note: `user: a\npassword: ${p}\n` })],
  ['a header in a string', p => custom({ note: `Authorization: Basic ${p}` })],
  ['a private key', p => custom({ note: `-----BEGIN OPENSSH PRIVATE KEY-----\n${p}\n` })],
];

const { folder, fileOf } = manifestFolder();

const named = (value: object, name: string) => ({ ...value, metadata: { ...(value as any).metadata, name } });

const list = (values: Iterable<object>) => [...values].map(each => stringify(each, { aliasDuplicateObjects: false })).join('---\n');

/** All that the given acts say: what they return, and the message and the data of what they throw. */
function said(...acts: (() => unknown)[]): string {
  return acts.map(act => {
    try {
      return JSON.stringify(act());
    } catch (error) {
      const { message, findings } = error as Error & { findings?: unknown };
      return `${message}${JSON.stringify(findings)}`;
    }
  }).join('\n');
}

/** Lines in which a password is shown. */
const leaks = (text: string) => text.split('\n').filter(line => line.includes(PASSWORD));

test('60 places are tried', () => expect(PLACES.length).toBeGreaterThanOrEqual(60));

/** An object for each place. The number of the place is in the password, so that a line in which it is shown tells the place, and in the object's name. */
const planted = (value: (password: string) => unknown, suffix = '') => PLACES.map(([, at], i) => named(at(value(`${PASSWORD}-${i}`)), `x${i}${suffix}`));
const [ones, others] = [planted(password => `${password}a`), planted(password => `${password}b`)];
const bare = ones.map(({ apiVersion, kind, metadata: { name, namespace } }: any) => ({ apiVersion, kind, metadata: { name, namespace } }));

describe('the passwords of all places are not shown by', () => {
  test.each([['text'], ['markdown'], ['json']])('diff --format %s', async format => {
    for (const [before, after] of [[ones, others], [bare, ones], [ones, bare]]) {
      const { diff, remove } = project({ 'dist/a.yaml': list(before), 'new/a.yaml': list(after) });
      const { code, stdout, stderr } = await diff(`--format=${format}`);
      remove();
      expect(leaks(stdout + stderr)).toEqual([]);
      expect(code).toBe(1);
      // each object has a line
      expect(ones.filter((_, i) => !new RegExp(`\\bx${i}\\b`).test(stdout))).toEqual([]);
    }
  });

  test('graph, validate, import and render', async () => {
    // as they are, and with lists and maps in their places
    const wrong = [...ones, ...planted(password => [password], '-list'), ...planted(password => ({ a: password }), '-map')];
    const ended: Ended[] = [];
    for (const file of [fileOf(list(ones)), fileOf(list(wrong))]) {
      for (const args of [['graph'], ['validate'], ['validate', '--json'], ['validate', '--sarif'], ['render', '--platform=oam', `--out=${join(folder, 'out')}`], ['import', `--out=${join(folder, 'project')}`]]) {
        ended.push(await cli([args[0], file, ...args.slice(1)]));
      }
    }
    expect(ended.flatMap(({ stdout, stderr }) => leaks(stdout + stderr))).toEqual([]);
    expect(ended.filter(({ stderr }) => stderr.includes('usage: '))).toEqual([]);
  });

  test('render and import, one file after the other', async () => {
    // what is wrong with one does not keep the others from being read
    const ended: Ended[] = [];
    for (const one of planted(password => [password])) {
      const file = fileOf(list([one]));
      ended.push(await cli(['render', file, '--platform=oam', `--out=${join(folder, 'out')}`]), await cli(['import', file, `--out=${join(folder, 'project')}`]));
    }
    expect(ended.flatMap(({ stdout, stderr }) => leaks(stdout + stderr))).toEqual([]);
  });

  test('the checks of objects', () => {
    // which is a finding of its own, since it is no base64
    expect(said(() => new ManifestChecks({}).checkWhole(ones[0] as any))).toContain('schema-violation');
    const values: ((password: string) => unknown)[] = [password => password, password => [password], password => ({ a: password }), () => 1];
    const text = values.flatMap(value => planted(value)).map(value => said(() => new ManifestChecks({}).checkWhole(value as any))).join('\n');
    expect(leaks(text)).toEqual([]);
  });

  test('the test kit', () => {
    for (const [i, one] of ones.entries()) {
      const manifests = Manifests.ofYaml(list([one]));
      const name = `x${i}`;
      const partial = parse(list([others[i]]));
      const text = said(
        () => manifests.has({ name }, partial), () => manifests.has({ name }, Match.exact(partial)), () => manifests.has({ name: 'y' }, partial),
        () => manifests.has({ name }, within(partial, value => Match.anyOf(value, 'x'))), () => manifests.has({ name }, within(partial, value => Match.regex(value))),
        () => manifests.has({ name }, within(one, value => Match.anythingBut(value))), () => manifests.has({ name }, { kind: 'x', spec: 1, data: 1, metadata: 1 }),
        () => manifests.hasNoSecrets([`${PASSWORD}-${i}a`]), () => manifests.hasNo({ name }),
      );
      expect(text).toContain('not-matched');
      expect(leaks(text)).toEqual([]);
    }
  });
});

/** A pattern with matchers in place of the passwords. */
function within(value: unknown, matcher: (value: any) => unknown): any {
  if (Array.isArray(value)) return value.map(each => within(each, matcher));
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, within(each, matcher)]));
  return String(value).includes(PASSWORD) ? matcher(value) : value;
}

describe('a password is not shown', () => {
  test.each<[string, (p: any) => object]>([
    ['variables', p => ({ env: p })], ['a variable', p => ({ env: [{ name: 'A', value: [p] }] })], ['the name of a variable', p => ({ env: [{ name: `A=${p}` }] })], ['arguments', p => ({ args: p })],
    ['an argument', p => ({ args: [{ password: p }] })], ['a command', p => ({ command: p })], ['files', p => ({ config: p })], ['a file', p => ({ config: [{ path: '/a', value: [p] }] })],
    ['a header', p => ({ livenessProbe: { httpGet: { path: '/', port: 80, httpHeaders: [p] } } })], ['a URL', p => ({ image: [], imagePullPolicy: `https://a:${p}@b` })],
  ])('by the error of a construct with wrong %s', (_, fields) => {
    const message = messageOf(() => new ContainerizedWorkload({ name: 'a', containers: [{ name: 'A', image: 'a', ...fields(`${PASSWORD}1`) } as any] }));
    expect(message).toContain('containers[0]');
    expect(leaks(message)).toEqual([]);
  });

  test('by the error of a command', async () => {
    const { code, stderr } = await cli(['query', '1', `--url=https://a:${PASSWORD}1@example.com?token=${PASSWORD}1`]);
    expect([code, leaks(stderr)]).toEqual([2, []]);
  });

  test.each<[string, object, Path, string]>([
    ['an answer of the server', container({ env: [{ name: 'A', value: 'hunter1' }] }), ['spec', 'template', 'spec', 'containers', 0, 'env', 0, 'value'], 'Invalid value: "hunter1": not hunter1'],
    ['its answer on another field', container({ env: [{ name: 'A', value: 'hunter1' }] }), ['kind'], 'Invalid value: "Deployment": not with hunter1'],
    ['its answer on a map', custom({ a: { b: 'hunter1' } }), ['spec'], 'Invalid value: core.A{B:"hunter1"}: field is immutable'],
  ])('by %s', (_, value, path, message) => {
    const [refused] = serverFindings(value as any, { verdict: 'refused', causes: [{ field: showPath(path), message }] }, { version: '1.34.0' } as any);
    expect([refused.path, (refused.parameters.answer as Shown).text]).toEqual([path, expect.not.stringContaining(PASSWORD)]);
  });
});

describe('shown is', () => {
  const reference = { name: 'A', valueFrom: { secretKeyRef: { name: 'was', key: 'was' } } };
  const remote = (fields: object) => object('external-secrets.io/v1', 'ExternalSecret', { spec: { secretStoreRef: { name: 'vault' }, data: [{ secretKey: 'password', remoteRef: { key: 'db' } }], ...fields } });

  test.each<[string, (value: string) => object, string]>([
    ['the repository of an Application', v => argo({ repoURL: `https://${v}.example.com/x.git` }), 'spec.source.repoURL: "https://was.example.com/x.git" -> "https://is.example.com/x.git"'],
    ['a path of an Application', v => argo({ path: v }), 'spec.source.path: "was" -> "is"'],
    ['an address that asks who it is', v => annotated('Ingress', { 'nginx.ingress.kubernetes.io/auth-url': `https://${v}.example.com/verify` }),
      'metadata.annotations[\'nginx.ingress.kubernetes.io/auth-url\']: "https://was.example.com/verify" -> "https://is.example.com/verify"'],
    ['the Secret of an Ingress', v => annotated('Ingress', { 'nginx.ingress.kubernetes.io/auth-secret': v }), 'metadata.annotations[\'nginx.ingress.kubernetes.io/auth-secret\']: "was" -> "is"'],
    ['how an Ingress asks who it is', v => annotated('Ingress', { 'haproxy.org/auth-type': v }), 'metadata.annotations[\'haproxy.org/auth-type\']: "was" -> "is"'],
    ['what Argo CD prunes', v => annotated('Service', { 'argocd.argoproj.io/sync-options': `Prune=${v}` }), 'metadata.annotations[\'argocd.argoproj.io/sync-options\']: "Prune=was" -> "Prune=is"'],
    ['what Flux prunes', v => annotated('Service', { 'kustomize.toolkit.fluxcd.io/prune': v }), 'metadata.annotations[\'kustomize.toolkit.fluxcd.io/prune\']: "was" -> "is"'],
    ['the key in a store', v => remote({ data: [{ secretKey: 'password', remoteRef: { key: v } }] }), 'spec.data[0].remoteRef.key: "was" -> "is"'],
    ['the store', v => remote({ secretStoreRef: { name: v } }), 'spec.secretStoreRef.name: "was" -> "is"'],
    ['the key of a Secret of a store', v => remote({ data: [{ secretKey: v, remoteRef: { key: 'db' } }] }), 'spec.data[0].secretKey: "was" -> "is"'],
    ['a reference of a variable', v => container({ env: [{ ...reference, valueFrom: { secretKeyRef: { name: v, key: 'was' } } }] }),
      'spec.template.spec.containers[0].env[0].valueFrom.secretKeyRef.name: "was" -> "is"'],
    ['a key of a reference', v => container({ env: [{ ...reference, valueFrom: { secretKeyRef: { name: 'was', key: v } } }] }),
      'spec.template.spec.containers[0].env[0].valueFrom.secretKeyRef.key: "was" -> "is"'],
    ['an image', v => container({ image: `registry.example.com:5000/a:${v}@sha256:0` }),
      'spec.template.spec.containers[0].image: "registry.example.com:5000/a:was@sha256:0" -> "registry.example.com:5000/a:is@sha256:0"'],
    ['a host', v => object('networking.k8s.io/v1', 'Ingress', { spec: { rules: [{ host: `${v}.example.com` }] } }), 'spec.rules[0].host: "was.example.com" -> "is.example.com"'],
    ['a path', v => custom({ route: { path: `/${v}(/|$)(.*)?` } }), 'spec.route.path: "/was(/|$)(.*)?" -> "/is(/|$)(.*)?"'],
    ['a certificate', v => object('networking.k8s.io/v1', 'Ingress', { spec: { tls: [{ secretName: v }] } }), 'spec.tls[0].secretName: "was" -> "is"'],
    ['a file of a Secret', v => object('v1', 'Pod', { spec: { volumes: [{ name: 'a', secret: { secretName: 'a', items: [{ key: 'a', path: v }] } }] } }),
      'spec.volumes[0].secret.items[0].path: "was" -> "is"'],
    ['values of a HelmRelease that are elsewhere', v => release({ valuesFrom: [{ kind: 'Secret', name: 'a', valuesKey: v }] }), 'spec.valuesFrom[0].valuesKey: "was" -> "is"'],
    ['credentials of a scrape', v => object('monitoring.coreos.com/v1', 'ServiceMonitor', { spec: { endpoints: [{ basicAuth: { password: { name: v, key: 'a' } } }] } }),
      'spec.endpoints[0].basicAuth.password.name: "was" -> "is"'],
    ['a toleration', v => object('v1', 'Pod', { spec: { tolerations: [{ key: 'a', value: v }] } }), 'spec.tolerations[0].value: "was" -> "is"'],
    ['a selector', v => object('v1', 'Pod', { spec: { matchExpressions: [{ key: 'a', operator: 'In', values: [v] }] } }), 'spec.matchExpressions[0].values[0]: "was" -> "is"'],
    ['a field that nobody knows', v => custom({ note: v }), 'spec.note: "was" -> "is"'],
    ['that the query of an address differs', v => custom({ url: `https://example.com/x?a=${v}` }), 'spec.url: "https://example.com/x?…", of which the hidden part differs'],
  ])('%s', async (_, of, line) => {
    const { diff, remove } = project({ 'dist/a.yaml': list([of('was')]), 'new/a.yaml': list([of('is')]) });
    const { stdout } = await diff();
    remove();
    expect(stdout.split('\n')[1]).toMatch(/^ {4}~ changed /);
    expect(stdout.split('\n')[1].slice(15)).toBe(line);
  });

  test('what is not called so in a file of a ConfigMap that a test reads, but nothing of a Secret', () => {
    const file = JSON.stringify({ port: 80, password: 'hunter2' });
    const pattern = { a: Match.json({ port: 81, password: 'x' }) };
    expect(said(() => Manifests.ofYaml(list([config({ a: file })])).has({}, { data: pattern })).split('[')[0]).toBe([
      'not-matched: no object matches; ConfigMap ns/x (<yaml>:1) comes closest', "  'data.a.port' must be 81, got 80", "  'data.a.password' must be (hidden), got (hidden)",
    ].join('\n'));
    expect(said(() => Manifests.ofYaml(list([secret({ stringData: { a: file } })])).has({}, { stringData: pattern }))).toContain("'stringData.a.port' must be (hidden), got (hidden)");
  });
});

test.each([
  ['DB_PASSWORD', true], ['db_pwd', true], ['DB_PASS', true], ['clientSecret', true], ['API_TOKEN', true], ['credentials', true], ['apiKey', true], ['secretAccessKey', true], ['Authorization', true],
  ['secretName', false], ['passwordRef', false], ['secretKey', false], ['imagePullSecrets', false], ['fromSecret', false], ['tokenPath', false], ['nginx.ingress.kubernetes.io/auth-tls-secret', false],
  ['automountServiceAccountToken', false], ['sslPassthrough', false], ['image', false], ['key', false], ['connections', false],
])('%s says that it is a password: %s', (name, expected) => {
  expect(isPasswordName(name)).toBe(expected);
});

test.each([
  ['https://u:a@b@h/c', 'https://…@h/c'], ['//u:a@h', '//…@h'], ['see https://a:b@c, or //d@e?f g', 'see https://…@c, or //…@e?… g'], ['https://h:80/@x', 'https://h:80/@x'], ['https://u:a\n@h', 'https://…@h'], ['https://u:a/b@h/c', 'https://…@h/c'], ['https://u:a@h/b@c', 'https://…@h/b@c'], ['https://h/?a#b', 'https://h/?…#b'],
  ['/a?b=c', '/a?…'], ['/a?', '/a?'], ['/(a|b)?/c', '/(a|b)?/c'], ['a?b=c', 'a?b=c'], ['u@a:b', 'u@a:b'],
])('%s is shown as %s', (text, shown) => {
  expect(withoutCredentials(text)).toBe(shown);
});

test('a part of an object is shown as it is in the whole', () => {
  const whole = secret({ data: { a: 'x' }, metadata: { name: 'n', annotations: { token: 'x' } } });
  const at = (...path: Path) => JSON.stringify(mask(path.reduce((value: any, step) => value[step], whole), Place.at(whole, path)));
  expect([at('data'), at('data', 'a'), at('metadata', 'name'), at('metadata', 'annotations', 'token'), at('kind')]).toEqual(['{"a":null}', 'null', '"n"', 'null', '"Secret"']);
});
