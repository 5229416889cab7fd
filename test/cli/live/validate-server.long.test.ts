import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { fakeCluster, Replies, status } from './fake-cluster';
import { fakeKubectl, withoutKubectl, brokenKubectl } from '../../query/fake-kubectl';
import { cli } from '../support';
import { readSarif } from '../validate/sarif-shape';

// each test starts a program, and some wait for it to be late
jest.setTimeout(120_000);

const before = process.cwd();
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(os.tmpdir(), 'cdk8s-oam-server-'));
  process.chdir(folder);
});
afterEach(() => {
  jest.restoreAllMocks();
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

const CONFIG_MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: shop }\ndata: { a: b }\n';
const NAMESPACED = '/api/v1/namespaces/shop';
const JUDGED = 'note: the cluster (Kubernetes 1.34.4) has judged 1 of 1 object';

/** What is told of manifests, with what goes to standard error and the exit code; the folder of the socket is gone in the end. */
async function told(text: string, ...flags: string[]): Promise<string[]> {
  writeFileSync('app.yaml', text);
  const { code, stdout, stderr } = await cli(['validate', 'app.yaml', '--server', ...flags]);
  return [...stdout.split('\n').filter((line) => line.startsWith('app.yaml')), ...stderr.trim().split('\n'), String(code)];
}

const judgedBy = async (replies: Replies, text = CONFIG_MAP, ...flags: string[]) => {
  fakeCluster(replies);
  return told(text, ...flags);
};

test('asks for a dry run of each object, and for nothing else', async () => {
  const cluster = fakeCluster({ [`GET ${NAMESPACED}/configmaps/b`]: { body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b', managedFields: [{ manager: 'argocd-controller', operation: 'Apply', time: '2026-01-01T00:00:00Z' }] } } } });
  const other = CONFIG_MAP.replace('name: a', 'name: b');
  const made = CONFIG_MAP.replace('name: a', 'generateName: c-');
  expect(await told([CONFIG_MAP, other, made].join('---\n'))).toEqual([JUDGED.replace('1 of 1 object', '3 of 3 objects'), 'nothing wrong in 1 file', '0']);
  const sent = cluster.requests().map(({ method, path, query }) => `${method} ${path} ${new URLSearchParams(query)}`.trim()).sort();
  expect(sent).toEqual([
    'GET /api/v1', `GET ${NAMESPACED}/configmaps/a`, `GET ${NAMESPACED}/configmaps/b`, 'GET /version',
    `PATCH ${NAMESPACED}/configmaps/a fieldManager=kubectl&force=true&fieldValidation=Strict&dryRun=All`,
    `PATCH ${NAMESPACED}/configmaps/b fieldManager=argocd-controller&force=true&fieldValidation=Strict&dryRun=All`,
    `POST ${NAMESPACED}/configmaps fieldManager=kubectl&fieldValidation=Strict&dryRun=All`,
  ].sort());
  expect(cluster.requests().find(({ path, method }) => path.endsWith('/a') && method === 'PATCH')).toMatchObject({
    type: 'application/apply-patch+yaml', body: { kind: 'ConfigMap', data: { a: 'b' } },
  });
});

test('opens a socket in a folder of its own, which is gone afterwards', async () => {
  const cluster = fakeCluster();
  await told(CONFIG_MAP, '--context', 'production');
  const [{ mode, folder: place }] = cluster.sockets();
  expect([mode, existsSync(place)]).toEqual(['700', false]);
  expect(cluster.calls().map(({ args }) => args)).toEqual([
    ['--context=production', 'proxy', `--unix-socket=${place}/s`, '--reject-methods=^(PUT|DELETE)$'],
  ]);
});

test('takes a folder whose path is short enough for a socket', async () => {
  const cluster = fakeCluster();
  jest.spyOn(os, 'tmpdir').mockReturnValue(`${folder}/${'x'.repeat(80)}`);
  expect(await told(CONFIG_MAP)).toEqual([JUDGED, 'nothing wrong in 1 file', '0']);
  expect(cluster.sockets()[0].folder).toMatch(/^\/tmp\/cdk8s-oam-/);
});

test('does not give the password to kubectl', async () => {
  const cluster = fakeCluster();
  writeFileSync('app.yaml', CONFIG_MAP);
  await cli(['validate', 'app.yaml', '--server'], { password: 'correct horse' });
  expect(cluster.calls()).toHaveLength(1);
  expect(JSON.stringify(cluster.calls())).not.toContain('correct horse');
});

test('does not ask about files of tools', async () => {
  const cluster = fakeCluster();
  expect(await told('apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n')).toEqual(['nothing wrong in 1 file', '0']);
  expect(cluster.calls()).toEqual([]);
});

describe('an object that names no namespace', () => {
  const NONE = CONFIG_MAP.replace(', namespace: shop', '');
  const namespaces = (cluster: ReturnType<typeof fakeCluster>) =>
    [...new Set(cluster.requests().flatMap(({ path }) => /namespaces\/([^/]+)/.exec(path)?.[1] ?? []))];

  test('is in that of the context', async () => {
    const cluster = fakeCluster({}, 'team');
    await told(NONE, '--context=c');
    expect(namespaces(cluster)).toEqual(['team']);
    expect(cluster.calls()[1].args).toEqual(['--context=c', 'config', 'view', '--minify', '--output=jsonpath={..namespace}']);
  });

  test('is in default, if the context names none', async () => {
    const cluster = fakeCluster();
    await told(NONE);
    expect(namespaces(cluster)).toEqual(['default']);
  });

  test('is in the one that a flag names', async () => {
    const cluster = fakeCluster();
    await told(NONE, '--default-namespace=mine');
    expect([namespaces(cluster), cluster.calls().length]).toEqual([['mine'], 1]);
  });
});

describe('what the cluster refuses', () => {
  const PATCH = `PATCH ${NAMESPACED}/configmaps/a`;
  const REJECTED = 'is rejected by Kubernetes 1.34.4';

  test('is told at its field', async () => {
    const causes = [{ field: 'data', message: 'Forbidden: field is immutable when `immutable` is set' }];
    expect(await judgedBy({ [PATCH]: status(422, 'ConfigMap "a" is invalid', { reason: 'Invalid', details: { causes } }) })).toEqual([
      `app.yaml:4:1: error refused-by-server: 'data' ${REJECTED}: Forbidden: field is immutable when \`immutable\` is set`, JUDGED, '1 error in 1 file', '1',
    ]);
  });

  test('is told once', async () => {
    const text = CONFIG_MAP.replace('data: { a: b }', 'dat: { a: b }');
    const said = status(400, 'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "dat"');
    const lines = await judgedBy({ [PATCH]: said }, text);
    expect(lines.filter((line) => line.startsWith('app.yaml')).map((line) => line.split("'")[0])).toEqual(['app.yaml:4:1: error unknown-field: ']);
  });

  test.each<[string, string, string, string[]]>([
    ['around another finding', CONFIG_MAP.replace('a: b', 'a: 1'), 'data', ['invalid-type']],
    ['in another finding', CONFIG_MAP.replace('{ a: b }', '[]'), 'data[0]', ['invalid-type']],
    ['beside another finding', CONFIG_MAP.replace('a: b', 'a: 1'), 'metadata.name', ['refused-by-server', 'invalid-type']],
  ])('is told once, %s, but for what is about a change', async (_, text, field, codes) => {
    const refused = (message: string) => ({ [PATCH]: status(422, 'is invalid', { reason: 'Invalid', details: { causes: [{ field, message }] } }) });
    expect((await judgedBy(refused('Invalid value: "b": no'), text)).filter((line) => line.startsWith('app')).map((line) => line.split(' ')[2])).toEqual(codes.map((code) => `${code}:`));
    expect((await judgedBy(refused('Forbidden: field is immutable'), text))).toContainEqual(expect.stringContaining('refused-by-server'));
  });

  test('is told by the decoder, where the schema knows less', async () => {
    const untyped = status(500, 'failed to create typed patch object (shop/a; /v1, Kind=ConfigMap): .data.a: expected string, got &value.valueUnstructured{Value:4711}');
    const decoded = status(400, 'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ConfigMap.data of type string');
    fakeCluster({ [PATCH]: untyped, [`POST ${NAMESPACED}/configmaps`]: decoded });
    expect((await told(CONFIG_MAP)).at(0)).toBe('app.yaml:1:1: error refused-by-server: is rejected by Kubernetes 1.34.4: json: cannot unmarshal number into Go struct field ConfigMap.data of type string');
    fakeCluster({ [PATCH]: untyped, [`POST ${NAMESPACED}/configmaps`]: status(409, 'configmaps "a" already exists') });
    expect((await told(CONFIG_MAP)).at(0)).toBe(`app.yaml:4:9: error refused-by-server: 'data.a' ${REJECTED}: it is not valid`);
  });

  test('is told of the object as a whole, without values', async () => {
    const said = status(403, 'configmaps "a" is forbidden: exceeded quota: few, requested: count/configmaps=1');
    expect((await judgedBy({ [PATCH]: said })).slice(0, 1)).toEqual([
      `app.yaml:1:1: error refused-by-server: ${REJECTED}: configmaps "…" is forbidden: exceeded quota: few, requested: count/configmaps=1`,
    ]);
  });
});

test('a warning of the cluster is one', async () => {
  const lines = await judgedBy({ [`PATCH ${NAMESPACED}/configmaps/a`]: { body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }, headers: { Warning: ['299 - "v1 ConfigMap is \\\\deprecated"', '199 - "x"'] } } });
  expect(lines).toEqual(['app.yaml:1:1: warning warned-by-server: is accepted with a warning: v1 ConfigMap is \\deprecated', JUDGED, '1 warning in 1 file', '0']);
});

describe('an object is not judged, and all others are', () => {
  const OTHER = CONFIG_MAP.replaceAll('shop', 'other');
  const PATCH = `PATCH ${NAMESPACED}/configmaps/a`;
  const custom = 'apiVersion: example.com/v1\nkind: Widget\nmetadata: { name: w, namespace: other }\n';
  const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.com }
spec:
  group: example.com
  names: { kind: Widget, plural: widgets }
  scope: Namespaced
  versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }]
`;
  const CRDS = { body: { resources: [{ name: 'customresourcedefinitions', kind: 'CustomResourceDefinition', namespaced: false, verbs: ['patch'] }] } };

  /** Without what is told of schemas that are not known. */
  async function unjudged(replies: Replies, text: string, ...flags: string[]): Promise<string[]> {
    const lines = await judgedBy({ 'GET /apis/apiextensions.k8s.io/v1': CRDS, ...replies }, `${OTHER}---\n${text}`, ...flags);
    return lines.filter((line) => line.includes('not-judged') || line.startsWith('note: the cluster'))
      .map((line) => line.replace(/^app.yaml:\d+:\d+: warning /, ''));
  }

  const one = 'note: the cluster (Kubernetes 1.34.4) has judged 1 of 2 objects';
  const user = 'configmaps "a" is forbidden: User "dev" cannot patch resource "configmaps" in API group ""';

  test.each<[string, Replies, string, string]>([
    ['whose kind has no definition', {}, custom, "'kind' is not judged: the cluster (Kubernetes 1.34.4) serves no Widget of example.com/v1"],
    ['whose definition is a new one', {}, `${crd}---\n${custom}`, "'kind' is not judged: the cluster serves no Widget of example.com/v1 yet; its CustomResourceDefinition is declared, too"],
    ['whose kind is newer than the cluster', {}, 'apiVersion: apps/v2\nkind: Deployment\nmetadata: { name: d, namespace: shop }\n', "'apiVersion' is not judged: Kubernetes 1.34.4, which the cluster runs, serves no Deployment of apps/v2"],
    ['in a namespace that is not there', { [PATCH]: status(404, 'namespaces "shop" not found', { reason: 'NotFound', details: { name: 'shop', kind: 'namespaces' } }) }, CONFIG_MAP, "'metadata.namespace' is not judged: the cluster has no namespace \"shop\""],
    ['in a namespace that is a new one', { [PATCH]: status(404, 'namespaces "shop" not found', { details: { kind: 'namespaces' } }) }, `${CONFIG_MAP}---\napiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n`, "'metadata.namespace' is not judged: the cluster has no namespace \"shop\" yet; it is declared, too"],
    ['in a namespace that is forbidden', { [PATCH]: status(403, `${user} in the namespace "shop"`) }, CONFIG_MAP, 'is not judged: the user of the context cannot patch ConfigMap of v1 in namespace "shop"'],
    ['that is forbidden', { [`GET ${NAMESPACED}/configmaps/a`]: status(403, `${user} at the cluster scope`.replace('patch', 'get')) }, CONFIG_MAP, 'is not judged: the user of the context cannot get ConfigMap of v1'],
    ['after the login has expired', { [PATCH]: status(401, 'Unauthorized') }, CONFIG_MAP, 'is not judged: the cluster does not accept the login of the context (401 Unauthorized)'],
    ['before a webhook that takes no dry run', { [PATCH]: status(400, 'admission webhook "w.example.com" does not support dry run') }, CONFIG_MAP, 'is not judged: admission webhook "…" does not support dry run'],
    ['while the cluster is busy', { [PATCH]: status(429, 'too many requests') }, CONFIG_MAP, 'is not judged: the cluster answers 429: too many requests'],
    ['where the answer breaks off', { [PATCH]: { body: { kind: 'ConfigMap' }, isCut: true } }, CONFIG_MAP, 'is not judged: the connection to the cluster broke off before the answer was complete (ECONNRESET)'],
    ['where there is no answer', { [PATCH]: { isSilent: true } }, CONFIG_MAP, 'is not judged: the cluster has not answered in 3000 ms'],
    ['where a proxy answers', { [PATCH]: { text: '<html><title>Sign in</title></html>', headers: { 'Content-Type': 'text/html; charset=utf-8' } } }, CONFIG_MAP, 'is not judged: what answers is no API server of Kubernetes: 200 OK, text/html "Sign in"'],
    ['where a redirect answers', { [PATCH]: { status: 302, text: '', headers: { Location: 'https://login.example.com?token=secret' } } }, CONFIG_MAP, 'is not judged: what answers is no API server of Kubernetes: 302 Found, application/json'],
    ['where half of an object answers', { [PATCH]: { text: '{"kind": "ConfigMap", "data": {"password": "hun' } }, CONFIG_MAP, 'is not judged: what answers is no API server of Kubernetes: 200 OK, application/json'],
    ['where what serves its kind does not answer', { 'GET /apis/apps/v2': status(503, 'service unavailable') }, 'apiVersion: apps/v2\nkind: Deployment\nmetadata: { name: d, namespace: shop }\n', 'is not judged: the cluster does not say which kinds it serves: it answers 503 at /apis/apps/v2'],
    ['that another API server takes without dry runs', { 'GET /apis/example.com/v1': { body: { resources: [{ name: 'widgets', kind: 'Widget', namespaced: true, verbs: ['patch'] }] } } }, custom, 'is not judged: what serves Widget of example.com/v1 does not say that it takes dry runs'],
  ])('%s', async (_, replies, text, problem) => {
    const lines = await unjudged(replies, text, ...problem.includes('3000 ms') ? ['--timeout=3s'] : []);
    const known = text.includes('---') ? one.replace('1 of 2', '2 of 3') : one;
    expect(lines).toEqual([`not-judged: ${problem}`, known].sort((a, b) => a < b ? 1 : -1).reverse());
  });

  test('once for each namespace', async () => {
    const answer = status(403, `${user} in the namespace "shop"`);
    const lines = await unjudged({ [PATCH]: answer, [`PATCH ${NAMESPACED}/configmaps/b`]: answer }, `${CONFIG_MAP}---\n${CONFIG_MAP.replace('name: a', 'name: b')}`);
    expect(lines).toEqual([
      'not-judged: is not judged: the user of the context cannot patch ConfigMap of v1 in namespace "shop"; 1 other object is not judged for the same reason',
      one.replace('of 2', 'of 3'),
    ]);
  });

  test.each<[string, Replies, string, number]>([
    ['2 without an answer', { [PATCH]: { isSilent: true } }, CONFIG_MAP, 2],
    ['2 without a right', { [PATCH]: status(403, `${user} in the namespace "shop"`) }, CONFIG_MAP, 2],
    ['2 where the namespace is not there, and not declared', { [PATCH]: status(404, 'namespaces "shop" not found', { details: { kind: 'namespaces' } }) }, CONFIG_MAP, 2],
    ['0 in a namespace that is declared', { [PATCH]: status(404, 'namespaces "shop" not found', { details: { kind: 'namespaces' } }) },
      `${CONFIG_MAP}---\napiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n`, 0],
    ['0 of a kind that is declared', { 'GET /apis/apiextensions.k8s.io/v1': CRDS }, `${crd}---\n${custom}`, 0],
  ])('and the command ends with %s', async (_, replies, text, code) => {
    const lines = await judgedBy(replies, text, '--timeout=3s');
    expect([lines.filter((line) => line.includes('not-judged')).length, lines.at(-1)]).toEqual([1, String(code)]);
  });

  const DROPPED = { status: 500, text: 'EOF\n', headers: { 'Content-Type': 'text/plain; charset=utf-8' } };
  test.each<[string, Replies[string], string]>([
    ['never answers', { isSilent: true }, 'the cluster has not answered in 3000 ms'],
    ['drops each connection', DROPPED, 'the cluster does not answer (kubectl proxy reports "EOF")'],
  ])('and a cluster that %s is not asked for ever', async (_, reply, problem) => {
    const all = Array.from({ length: 30 }, (__, i) => CONFIG_MAP.replace('name: a', `name: a${i}`));
    const cluster = fakeCluster(Object.fromEntries(all.map((__, i) => [`GET ${NAMESPACED}/configmaps/a${i}`, reply])));
    const lines = await told(all.join('---\n'), '--timeout=3s');
    const warnings = lines.filter((line) => line.startsWith('app.yaml'));
    expect(warnings.map((line) => line.replace(/^\S+ /, '').replace(/\d+ other/, 'N other'))).toEqual([
      `warning not-judged: is not judged: ${problem}; N other objects are not judged for the same reason`,
      'warning not-judged: is not judged: the cluster has not answered 5 requests in a row, so it receives no further requests; N other objects are not judged for the same reason',
    ]);
    const others = warnings.map((line) => Number(/(\d+) other/.exec(line)![1]));
    expect([others[0] + others[1] + 2, lines.at(-1)]).toEqual([30, '2']);
    expect(cluster.requests().length).toBeLessThan(20);
  });
});

describe('no object is judged', () => {
  const refusal = async (...flags: string[]) => {
    const [stderr, code] = (await told(CONFIG_MAP, ...flags)).slice(-2);
    expect(code).toBe('2');
    return stderr;
  };
  const NO = '[cdk8s-oam validate] no-cluster: no object was judged:';
  const CHECK = 'check that `kubectl version` works with this context';

  test('without kubectl', async () => {
    withoutKubectl();
    expect(await refusal()).toBe(`${NO} kubectl is not installed, or not in PATH; install it, or leave out the option`);
  });

  test('by a kubectl that cannot be run', async () => {
    brokenKubectl();
    expect(await refusal()).toBe(`${NO} kubectl cannot be run (EACCES); check its file, and who may run it`);
  });

  test('in a context that is not there', async () => {
    fakeKubectl("console.error('error: context \"x\" does not exist'); process.exitCode = 1;");
    writeFileSync('app.yaml', CONFIG_MAP);
    expect(await cli(['validate', 'app.yaml', '--server', '--context=x'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: context "x" does not exist\nnothing wrong in 1 file\n'
        + `${NO} kubectl proxy ended with exit code 1; see its output above; check that the context exists: kubectl config get-contexts\n`,
    });
  });

  test('by a kubectl that opens no socket', async () => {
    fakeKubectl('setInterval(() => {}, 1000);');
    expect(await refusal('--timeout=300ms')).toBe(`${NO} kubectl proxy opened no socket in 300 ms; check that \`kubectl proxy\` works`);
  });

  test('by a kubectl that somebody ends', async () => {
    fakeKubectl("process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000);");
    expect(await refusal()).toBe(`${NO} kubectl proxy was ended by SIGKILL; run the command again`);
  });

  const UNREACHED = { status: 500, text: 'dial tcp 127.0.0.1:1: connect: connection refused\n', headers: { 'Content-Type': 'text/plain; charset=utf-8' } };
  test.each<[string, Replies[string], string]>([
    ['that is not reached', UNREACHED, `the cluster does not answer (kubectl proxy reports "dial tcp 127.0.0.1:1: connect: connection refused"); ${CHECK}`],
    ['that is slow', { isSilent: true }, `the cluster has not answered in 3000 ms; ${CHECK}`],
    ['that drops the connection', { body: { a: 'b' }, isCut: true }, `the connection to the cluster broke off before the answer was complete (ECONNRESET); ${CHECK}`],
    ['that does not know the user', status(401, 'Unauthorized'), 'the cluster does not accept the login of the context (401 Unauthorized); log in again'],
    ['that does not say its version', status(403, 'forbidden: User "x" cannot get path "/version"'), 'the cluster does not say its version (it answers 403 Forbidden); let the user read /version, as the role system:public-info-viewer does'],
    ['whose version alone says that it is too old', { body: { gitVersion: 'v1.20.3' } }, 'the cluster runs Kubernetes 1.20.3, and a strict dry run needs 1.25 or newer; upgrade the cluster'],
    ['that is too old', { body: { major: '1', minor: '21+', gitVersion: 'v1.21.14-eks' } }, 'the cluster runs Kubernetes 1.21.14-eks, and a strict dry run needs 1.25 or newer; upgrade the cluster'],
  ])('by a cluster %s', async (_, reply, problem) => {
    const cluster = fakeCluster({ 'GET /version': reply });
    expect(await refusal(...problem.includes('3000 ms') ? ['--timeout=3s'] : [])).toBe(`${NO} ${problem}`);
    expect(cluster.requests().every(({ path }) => path === '/version')).toBe(true);
  });

  test('and the error is written as SARIF and JSON too', async () => {
    withoutKubectl();
    writeFileSync('app.yaml', CONFIG_MAP);
    expect(JSON.stringify(readSarif((await cli(['validate', 'app.yaml', '--server', '--sarif'])).stdout))).toContain('kubectl is not installed');
    expect(JSON.parse((await cli(['validate', 'app.yaml', '--server', '--json'])).stdout)).toMatchObject({ error: { code: 'no-cluster' } });
  });

  test('and what other checks have found is printed', async () => {
    withoutKubectl();
    const [finding, ...rest] = await told(CONFIG_MAP.replace('a: b', 'a: 1'));
    expect([finding, ...rest]).toEqual([
      "app.yaml:4:9: error invalid-type: 'data.a' must be a string, got a number",
      '1 error in 1 file', expect.stringContaining(NO), '2',
    ]);
    const sarif = readSarif((await cli(['validate', 'app.yaml', '--server', '--sarif'])).stdout) as any;
    expect(sarif.results.map(({ ruleId }: any) => ruleId)).toEqual(['invalid-type']);
    expect(sarif.invocations[0]).toMatchObject({ executionSuccessful: false, exitCode: 2, toolConfigurationNotifications: [{ level: 'error' }] });
    expect(JSON.parse((await cli(['validate', 'app.yaml', '--server', '--json'])).stdout)).toMatchObject({
      valid: false, errors: 1, findings: [{ code: 'invalid-type' }], error: { code: 'no-cluster' },
    });
  });

  test('and nothing is left behind', async () => {
    const temporary = join(folder, 'tmp');
    jest.spyOn(os, 'tmpdir').mockReturnValue(folder);
    fakeKubectl('process.exitCode = 3;');
    await refusal();
    expect([readdirSync(folder), existsSync(temporary)]).toEqual([['app.yaml'], false]);
  });
});

test.each<[string[], string]>([
  [['--as-server', '--server'], "'--server' cannot be used with --as-server; leave one of them out"],
  [['--context=x'], "'--context' is for --server; give --server, or leave it out"],
  [['--server', '--context='], "'--context' must be a non-empty string, got \"\""],
  [['--server', '--timeout=900000h'], "'--timeout' must be a duration of at most 1d, got \"900000h\""],
  [['--server', '--timeout=soon'], "'--timeout' must be a duration such as 90s, 5m or 1h30m, got \"soon\""],
])('flags that make no sense are refused: %j', async (flags, problem) => {
  writeFileSync('app.yaml', CONFIG_MAP);
  const { code, stderr } = await cli(['validate', 'app.yaml', ...flags]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
});
