import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { APPLICATION, COMPONENT, DEPLOYMENT, KUBERNETES, MULTI_CLUSTER, OAM, configMap, filesOf, inEmptyFolder, lines } from './support';
import { readManifests } from '../../../src/migration';
import { testWithCorpus } from '../../examples/corpus';
import { differences } from '../../examples/differences';
import { cli, shell } from '../support';

jest.setTimeout(120_000);

const ROOT = resolve(__dirname, '../../..');

const write = inEmptyFolder();
const rendered = (stdout: string, stderr = '') => ({ code: 0, stdout, stderr });
const refused = (code: number, ...all: string[]) => ({ code, stdout: '', stderr: lines(...all) });

describe('it prints', () => {
  test('what an application over several files becomes, with all that is none of OAM\'s as it is', async () => {
    write({ 'all/app.yaml': APPLICATION, 'all/cart.yaml': COMPONENT, 'all/z.yaml': `# a comment\n${configMap('z')}---\n${configMap('a')}` });
    expect(await cli(['render', 'all', ...KUBERNETES])).toEqual(rendered([DEPLOYMENT, configMap('z'), configMap('a')].join('---\n')));
  });

  test('the documents as they were for an OAM platform, whatever they are', async () => {
    const odd = 'apiVersion: core.oam.dev/v1alpha2\nkind: Component\nspec:\n  workload: null\n  "y": {}\n';
    write({ 'a.yaml': `${APPLICATION}---\n${odd}---\n- no object\n- null\n`, 'b.json': '{"kind": "Odd", "list": [1, null, []]}' });
    expect(await cli(['render', 'b.json', 'a.yaml', ...OAM])).toEqual(rendered([
      'kind: Odd\nlist:\n  - 1\n  - null\n  - []\n', APPLICATION, odd, '- no object\n- null\n',
    ].join('---\n')));
  });

  test('files in the order of the arguments, those of a folder by name, and each once', async () => {
    write({ 'all/b/a.yaml': configMap('fourth'), 'all/B.yaml': configMap('second'), 'all/a.yml': configMap('third'), 'first.yaml': configMap('first') });
    const all = ['first', 'second', 'third', 'fourth'].map(configMap).join('---\n');
    expect(await cli(['render', 'first.yaml', 'all', 'all/a.yml', 'first.yaml', ...OAM])).toEqual(rendered(all));
    expect(await cli(['render', 'first.yaml', 'all', ...KUBERNETES])).toEqual(rendered(all));
  });

  test('the same bytes each time', async () => {
    const files = ['bobs-books', 'hello-helidon', 'sock-shop'].map(name => resolve(ROOT, `dist/oam/${name}.k8s.yaml`));
    const ingress = ['--ingress-class', 'nginx', '--ingress-domain', 'example.com', '--insecure-without-tls', '--ingress-controller', 'ingress-nginx'];
    const args = ['render', ...files, ...KUBERNETES, ...ingress];
    const first = await cli(args);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout.split('\n---\n').length).toBeGreaterThan(40);
    expect(await cli(args)).toEqual(first);
  });

  test.each([
    ['Ingress', 'Ingress', ['--ingress-class', 'nginx', '--ingress-domain', 'example.com', '--insecure-without-tls', '--ingress-controller', 'ingress-nginx']],
    ['HTTPRoutes', 'HTTPRoute', [
      '--gateway', 'gateways/shared', '--gateway-listener', 'https', '--gateway-implementation', 'envoy-gateway', '--ingress-domain', 'example.com',
    ]],
    ['Istio\'s objects', 'Gateway, VirtualService', ['--istio-gateway', 'istio-system/istio=ingressgateway', '--tls-secret', 'wildcard', '--ingress-domain', 'example.com']],
  ])('%s where flags ask for them', async (_, kinds, flags) => {
    const { code, stdout, stderr } = await cli(['render', resolve(ROOT, 'dist/oam/hello-helidon.k8s.yaml'), ...KUBERNETES, ...flags]);
    expect([code, stderr]).toEqual([0, '']);
    const rest = ['Deployment', 'PodMonitor', 'Service'];
    const written = new Set([...stdout.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind));
    expect([...written].filter(kind => !rest.includes(kind)).sort().join(', ')).toBe(kinds);
  });

  test('what was rendered for an OAM platform to the byte', async () => {
    const file = resolve(ROOT, 'dist/oam/bobs-books.k8s.yaml');
    expect(await cli(['render', file, ...OAM])).toEqual(rendered(readFileSync(file, 'utf8')));
  });
});

describe('as a filter', () => {
  test('it reads standard input', async () => {
    expect(await shell(`cdk8s-oam render - ${KUBERNETES.join(' ')}`, {}, `${APPLICATION}---\n${COMPONENT}`)).toEqual(rendered(DEPLOYMENT));
  });

  test('it reads files beside it', async () => {
    write({ 'cart.yaml': COMPONENT });
    expect(await cli(['render', 'cart.yaml', '-', ...KUBERNETES], { input: APPLICATION })).toEqual(rendered(DEPLOYMENT));
  });

  test('it prints nothing but manifests', async () => {
    expect(await shell(`cdk8s-oam render - ${KUBERNETES.join(' ')} 2>/dev/null`, {}, `${MULTI_CLUSTER}---\n${configMap('a')}`)).toEqual(rendered(configMap('a')));
    expect(await shell(`cdk8s-oam render - ${KUBERNETES.join(' ')} 2>/dev/null`, {}, COMPONENT.replace('image:', 'imago:'))).toEqual({ code: 1, stdout: '', stderr: '' });
  });

  test('nothing is printed of what cannot be read', async () => {
    expect(await cli(['render', '-', ...OAM], { input: `${configMap('a')}---\na: [\n` })).toEqual(refused(2,
      '<stdin>:8:1: yaml-syntax: has brackets or braces that are not closed, or no comma between two entries; close them, or put the string in quotes',
    ));
  });
});

describe('settings come from', () => {
  const FILE = lines(
    'platform: kubernetes', 'defaultNamespace: other', 'kubernetes:', '  prometheus: { namespace: monitoring, name: k8s, monitorSelector: {}, monitorNamespaceSelector: {} }',
  );
  const bare = (text: string) => text.replace('  namespace: shop\n', '');

  test('the file of the working directory', async () => {
    write({ 'cdk8s-oam.yaml': FILE, 'm/app.yaml': bare(APPLICATION), 'm/cart.yaml': bare(COMPONENT) });
    expect(await cli(['render', 'm'])).toEqual(rendered(DEPLOYMENT.replace('namespace: shop', 'namespace: other')));
    expect(await cli(['render', 'm', '--default-namespace', 'shop'])).toEqual(rendered(DEPLOYMENT));
    expect(await cli(['render', 'm', ...OAM])).toEqual(rendered(`${bare(APPLICATION)}---\n${bare(COMPONENT)}`));
  });

  test('that file, which is no manifest, nor are those of other tools beside it', async () => {
    write({
      'cdk8s-oam.yaml': FILE,
      'app.yaml': APPLICATION,
      'parts/cart.yaml': COMPONENT,
      'parts/kustomization.yaml': 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [cart.yaml]\n',
      'kustomization.yml': 'resources: [app.yaml]\n',
      'cdk8s.yaml': 'language: typescript\napp: npx tsx main.ts\n',
      'package.json': '{"name": "shop"}',
      'package-lock.json': '{"lockfileVersion": 3}',
      'tsconfig.json': '{\n  // a comment\n  "include": ["*.ts"]\n}',
      'tsconfig.dev.json': '{}',
      '.github/workflows/ci.yml': 'on: push\n',
      'node_modules/any/any.yaml': 'any: thing\n',
      'README.md': '# Shop\n',
    });
    expect(await cli(['render', '.'])).toEqual(rendered(DEPLOYMENT));
    expect(await cli(['render', '.', ...OAM])).toEqual(rendered(`${APPLICATION}---\n${COMPONENT}`));
  });

  test('nowhere: the platform is required', async () => {
    write({ 'a.yaml': configMap('a') });
    expect(await cli(['render', 'a.yaml'])).toEqual(refused(2, "[cdk8s-oam] missing-field: 'platform' is required; give kubernetes or oam, or give --platform"));
  });
});

describe('fails with 1 when', () => {
  test('a manifest has errors: all are told', async () => {
    write({ 'app.yaml': APPLICATION.replace('false', '"no"').replace('name: shop', 'name: Shop'), 'cart.yaml': COMPONENT });
    expect(await cli(['render', 'app.yaml', 'cart.yaml', ...KUBERNETES])).toEqual(refused(1,
      '2 findings:',
      '  app.yaml:4:3: invalid-name: \'metadata.name\' must be a DNS-1123 subdomain of at most 63 characters, since it becomes a label\'s value, got "Shop"; give it a valid name',
      "  app.yaml:14:15: invalid-type: 'spec.components[0].traits[0].trait.spec.enabled' must be a boolean, got a string",
    ));
  });

  test('a cluster without the platform cannot be told the same', async () => {
    write({ 'trait.yaml': 'apiVersion: oam.verrazzano.io/v1alpha1\nkind: MetricsTrait\nmetadata:\n  name: a\n' });
    expect(await cli(['render', 'trait.yaml', ...KUBERNETES])).toEqual(refused(1,
      'trait.yaml:1:1: standalone-oam-object: is outside of an application, and a cluster without an OAM platform does not know the kind MetricsTrait; put a trait or a workload into an application or a component; leave out what only the platform reads',
    ));
  });

  test('a key is given twice, as `validate` says', async () => {
    write({ 'a.yaml': `${configMap('a')}kind: Secret\n` });
    for (const platform of [OAM, KUBERNETES]) {
      expect(await cli(['render', 'a.yaml', ...platform])).toEqual(refused(1, "a.yaml:6:1: duplicate-key: 'kind' is given twice in one map, first on line 2; leave out one of the two: most readers of YAML silently drop the first"));
    }
    expect((await cli(['validate', 'a.yaml'])).code).toBe(1);
  });

  test('there is nothing to render', async () => {
    write({ 'a.yaml': '# switched off\n', 'b/c.yaml': '' });
    for (const platform of [OAM, KUBERNETES]) {
      expect(await cli(['render', 'a.yaml', 'b', ...platform])).toEqual(refused(1, 'a.yaml, b: no-objects: gives no Kubernetes object; check the path, and what has written the files'));
    }
  });
});

describe('fails with 2 when', () => {
  test('a file cannot be read: nothing is rendered of the others', async () => {
    write({ 'a.yaml': configMap('a') });
    expect(await cli(['render', 'a.yaml', 'nowhere', ...OAM])).toEqual(refused(2, 'nowhere: manifest-not-readable: does not exist; check the path'));
  });

  test.each<[string, string[], string]>([
    ['nothing is named', ['render', ...OAM], "[cdk8s-oam] usage: 'paths' is required: manifests, and folders of them; name them; - is standard input"],
    ['a platform is not known', ['render', 'a.yaml', '--platform=k8s'], '[cdk8s-oam] invalid-value: \'--platform\' must be one of kubernetes, oam, got "k8s"'],
  ])('%s', async (_, args, text) => {
    write({ 'a.yaml': configMap('a') });
    expect(await cli(args)).toEqual(refused(2, text));
  });

  test('the disk is full', async () => {
    write({ 'a.yaml': configMap('a') });
    const { code, stderr } = await shell(`cdk8s-oam render a.yaml ${OAM.join(' ')} > /dev/full`);
    expect([code, stderr.includes('ENOSPC')]).toEqual([2, true]);
  });
});

test('warnings are told on standard error, and the rest is rendered', async () => {
  write({ 'a.yaml': `${MULTI_CLUSTER}---\n${configMap('a')}` });
  const warning = "a.yaml:7:3: warning: placement-left-out: 'spec.placement' is lost: what is rendered is for one cluster; apply it to each of the clusters\n";
  expect(await cli(['render', 'a.yaml', ...KUBERNETES])).toEqual(rendered(configMap('a'), warning));
  expect(await cli(['render', 'a.yaml', ...KUBERNETES, '--out', 'out'])).toEqual(rendered('', warning));
});

test('what steers a terminal is not told as it is', async () => {
  write({ '\u001b[2Ja.yaml': 'a: [\n' });
  expect((await cli(['render', '\u001b[2Ja.yaml', ...OAM])).stderr).toMatch(/^ \[2Ja\.yaml:2:1: yaml-syntax: /);
});

test('a file or a kind forges no line', async () => {
  const forged = 'a\n::error::forged\u2028\u202e';
  const linesOf = (text: string) => text.split('\n').filter(line => !/^(\d findings:|  a ::error::forged .*\.yaml:\d+:\d+: [a-z-]+: .*|)$/.test(line));
  write({ [`${forged}.yaml`]: 'a: [\n', 'b/x.yaml': 'a: [\n', [`${forged}b.yaml`]: 'a: [\n' });
  expect(linesOf((await cli(['render', `${forged}.yaml`, `${forged}b.yaml`, ...OAM])).stderr)).toEqual([]);
  const kind = JSON.stringify(`Trait${forged}`).replaceAll('\u2028', '\\u2028');
  write({ 'kind.yaml': `apiVersion: oam.verrazzano.io/v1alpha1\nkind: ${kind}\n`, 'other.yaml': `apiVersion: core.oam.dev/v1alpha2\nkind: ${kind}\n` });
  const { code, stderr } = await cli(['render', 'kind.yaml', 'other.yaml', ...KUBERNETES]);
  expect([code, stderr.split('\n').filter(line => !/^(2 findings:|  (kind|other)\.yaml:1:1: .* Traita ::error::forged .*|)$/.test(line))]).toEqual([1, []]);
});

test('who reads the output may go before its end', async () => {
  write({ 'many.yaml': Array.from({ length: 5000 }, (_, i) => configMap(`m-${i}`)).join('---\n') });
  expect(await shell(`cdk8s-oam render many.yaml ${OAM.join(' ')} | head -n 1; echo "\${PIPESTATUS[0]}" >&2`)).toEqual({ code: 0, stdout: 'apiVersion: v1\n', stderr: '0\n' });
});

const CORPUS = process.env.OAM_CORPUS ?? '';
const corpus = () => readdirSync(CORPUS, { recursive: true, encoding: 'utf8' }).filter(name => /\.(ya?ml|json)$/.test(name)).sort();
const values = (text: string) => readManifests(text, 'corpus.yaml').yaml.map(({ value }) => value);

testWithCorpus('each document of the corpus is what it was, rendered for an OAM platform', async () => {
  const files = corpus();
  expect(files.length).toBeGreaterThan(0);
  expect(await cli(['render', CORPUS, '--out', 'out', ...OAM])).toEqual({ code: 0, stdout: '', stderr: '' });
  const written = filesOf('out');
  expect(Object.keys(written)).toEqual(files.map(file => file.replace(/\.\w+$/, '.yaml')));
  for (const file of files) {
    const before = values(readFileSync(join(CORPUS, file), 'utf8'));
    const after = values(written[file.replace(/\.\w+$/, '.yaml')]);
    expect([before.length > 0, differences(before, after)]).toEqual([true, []]);
  }
  const printed = await cli(['render', CORPUS, ...OAM]);
  expect(printed.stdout).toBe(Object.values(written).join('---\n'));
});

testWithCorpus('each file of the corpus is rendered for Kubernetes, the same each time, or refused by a message', async () => {
  const ingress = ['--ingress-class', 'nginx', '--ingress-domain', 'example.com', '--insecure-without-tls', '--ingress-controller', 'ingress-nginx'];
  for (const file of corpus()) {
    const args = ['render', join(CORPUS, file), ...KUBERNETES, ...ingress, '--default-namespace', 'default'];
    const first = await cli(args);
    expect(first.code === 0 ? [first.stdout !== '', 0] : [first.stdout === '', 1]).toEqual([true, first.code]);
    if (first.code !== 0) for (const line of first.stderr.trim().split('\n')) expect(line).toMatch(/^\d+ findings:$|^ *\S+:\d+:\d+: (warning: )?[a-z-]+: /);
    expect(await cli(args)).toEqual(first);
  }
});
