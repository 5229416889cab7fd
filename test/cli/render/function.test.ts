import { writeFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { parse, parseAllDocuments } from 'yaml';
import { APPLICATION, COMPONENT, configMap, DEPLOYMENT, inEmptyFolder, KUBERNETES, MULTI_CLUSTER, SPEC } from './support';
import { renderList } from '../../../src/cli/render/krm-function';
import { readList } from '../../../src/cli/render/resource-list';
import { ManifestError, readManifests, writeYaml } from '../../../src/manifest';
import { ModelError } from '../../../src/private/errors';
import { PATIENCE, runs } from '../../properties/runs';
import { messageOf } from '../../support/message';
import { cli, shell } from '../support';

jest.setTimeout(120_000);

const write = inEmptyFolder();

const API = { apiVersion: 'config.kubernetes.io/v1', kind: 'ResourceList' };
const [application, component, deployment, multiCluster] = [APPLICATION, COMPONENT, DEPLOYMENT, MULTI_CLUSTER].map(text => parse(text));
const map = (name: string) => parse(configMap(name));
const config = (spec?: object) => ({ apiVersion: 'example.com/v1', kind: 'Render', metadata: { name: 'shop' }, ...spec && { spec } });
/** What orchestrators put on each item. */
const marked = (object: any, annotations: object) => ({ ...object, metadata: { ...object.metadata, annotations } });
const INDEX = { 'config.kubernetes.io/index': '0', 'internal.config.kubernetes.io/index': '0', 'internal.config.kubernetes.io/id': '1', 'config.k8s.io/id': '1' };
const LOCAL = { 'config.kubernetes.io/local-config': 'true' };

/** What the function makes of a list. */
const answer = (list: object) => renderList(readList(readManifests(writeYaml([{ ...API, ...list }]), '<stdin>')));
const error = (message: string, more: object = {}) => ({ message, severity: 'error', ...more });

describe('as a generator', () => {
  const own = marked(config(), { ...LOCAL, ...INDEX });

  test('it renders the files of its configuration, and leaves the configuration alone', () => {
    write({ 'm/app.yaml': APPLICATION, 'cart.yaml': COMPONENT });
    const functionConfig = config({ ...SPEC, files: ['m', 'cart.yaml'] });
    expect(answer({ items: [own], functionConfig })).toEqual({ exitCode: 0, list: { ...API, items: [own, deployment], functionConfig } });
    expect(answer({ items: [], functionConfig })).toEqual({ exitCode: 0, list: { ...API, items: [deployment], functionConfig } });
    expect(answer({ functionConfig })).toEqual({ exitCode: 0, list: { ...API, items: [deployment], functionConfig } });
  });

  test('it passes the objects of files for an OAM platform', () => {
    write({ 'a.yaml': `${APPLICATION}---\napiVersion: v1\nkind: List\nitems:\n  - apiVersion: v1\n    kind: A\n  - apiVersion: v1\n    kind: B\n` });
    const functionConfig = config({ platform: 'oam', files: ['a.yaml'] });
    const items = [application, { apiVersion: 'v1', kind: 'A' }, { apiVersion: 'v1', kind: 'B' }];
    expect(answer({ items: [own], functionConfig }).list.items).toEqual([own, ...items]);
  });

  test('it tells warnings in its results', () => {
    write({ 'a.yaml': `${MULTI_CLUSTER}---\n${configMap('a')}` });
    expect(answer({ functionConfig: config({ ...SPEC, files: ['a.yaml'] }) })).toMatchObject({
      exitCode: 0,
      list: {
        items: [map('a')],
        results: [{
          message: "a.yaml:7:3: warning: placement-left-out: 'spec.placement' is lost: what is rendered is for one cluster; apply it to each of the clusters",
          severity: 'warning',
          field: { path: 'spec.placement' },
          file: { path: 'a.yaml' },
        }],
      },
    });
  });
});

describe('as a transformer', () => {
  test('it renders what is OAM\'s, and passes all else with its annotations', () => {
    const items = [marked(map('first'), INDEX), marked(application, INDEX), map('second'), marked(component, INDEX)];
    const functionConfig = config(SPEC);
    expect(answer({ items, functionConfig })).toEqual({ exitCode: 0, list: { ...API, items: [items[0], deployment, items[2]], functionConfig } });
  });

  test('it finds components in the files of its configuration too', () => {
    write({ 'cart.yaml': `${COMPONENT}---\n${configMap('last')}` });
    expect(answer({ items: [application], functionConfig: config({ ...SPEC, files: ['cart.yaml'] }) }).list.items).toEqual([deployment, map('last')]);
  });

  test('it passes all as it is for an OAM platform', () => {
    const items = [marked(application, INDEX), marked(component, LOCAL), map('a')];
    expect(answer({ items, functionConfig: config({ platform: 'oam' }) }).list.items).toEqual([items[1], items[0], items[2]]);
  });

  test('it leaves alone what is for no cluster', () => {
    const items = [marked(component, LOCAL), map('a'), marked(application, { 'config.kubernetes.io/local-config': 'false' }), component];
    expect(answer({ items, functionConfig: config(SPEC) }).list.items).toEqual([items[0], map('a'), deployment]);
  });

  test('it tells which item a warning is about, and where that comes from', () => {
    const items = [map('a'), marked(multiCluster, { 'internal.config.kubernetes.io/path': 'apps/shop.yaml' })];
    expect(answer({ items, functionConfig: config(SPEC) }).list.results).toEqual([{
      message: "MultiClusterApplicationConfiguration shop/shop: warning: placement-left-out: 'spec.placement' is lost: what is rendered is for one cluster; "
        + 'apply it to each of the clusters',
      severity: 'warning',
      resourceRef: { apiVersion: 'clusters.verrazzano.io/v1alpha1', kind: 'MultiClusterApplicationConfiguration', name: 'shop', namespace: 'shop' },
      field: { path: 'spec.placement' },
      file: { path: 'apps/shop.yaml' },
      tags: { code: 'placement-left-out', path: '["spec","placement"]', parameters: '{}' },
    }]);
  });
});

describe('what cannot be rendered is told in the results, and the items are what they were, when', () => {
  const refused = (exitCode: number, list: { items?: object[]; functionConfig?: unknown }, ...results: object[]) =>
    expect(answer(list)).toEqual({
      exitCode, list: { ...API, items: [], ...list, results: results.map(each => ({ ...each, tags: expect.any(Object) })) },
    });

  test('an item has errors', () => {
    const wrong = { ...application, metadata: { ...application.metadata, name: 'Shop' } };
    refused(1, { items: [map('a'), wrong, component], functionConfig: config(SPEC) }, error(
      "ApplicationConfiguration shop/Shop: invalid-name: 'metadata.name' must be a DNS-1123 subdomain of at most 63 characters, since it becomes a label's value, got \"Shop\"; give it a valid name",
      { resourceRef: { apiVersion: 'core.oam.dev/v1alpha2', kind: 'ApplicationConfiguration', name: 'Shop', namespace: 'shop' }, field: { path: 'metadata.name' } },
    ));
  });

  test('a file has errors', () => {
    write({ 'app.yaml': APPLICATION.replace('false', '1'), 'cart.yaml': COMPONENT });
    refused(1, { functionConfig: config({ ...SPEC, files: ['app.yaml', 'cart.yaml'] }) }, error(
      "app.yaml:14:15: invalid-type: 'spec.components[0].traits[0].trait.spec.enabled' must be a boolean, got 1",
      { field: { path: 'spec.components[0].traits[0].trait.spec.enabled' }, file: { path: 'app.yaml' } },
    ));
  });

  test('a file cannot be read', () => {
    for (const spec of [SPEC, { platform: 'oam' }]) {
      refused(2, { items: [map('a')], functionConfig: config({ ...spec, files: ['nowhere'] }) }, error(
        'nowhere: manifest-not-readable: does not exist; check the path', { file: { path: 'nowhere' } },
      ));
    }
  });

  test('a document of a file is no object', () => {
    writeFileSync('a.yaml', 'text\n');
    for (const spec of [SPEC, { platform: 'oam' }]) {
      refused(1, { functionConfig: config({ ...spec, files: ['a.yaml'] }) }, error(
        "a.yaml:1:1: invalid-type: must be an object, got a string; give an object with 'apiVersion' and 'kind'", { file: { path: 'a.yaml' } },
      ));
    }
  });

  test('files give no object', () => {
    write({ 'a.yaml': '# nothing\n' });
    refused(1, { functionConfig: config({ platform: 'oam', files: ['a.yaml'] }) }, error(
      'a.yaml: no-objects: gives no Kubernetes object; check the path, and what has written the files', { file: { path: 'a.yaml' } },
    ));
  });

  test.each<[string, unknown, string[]]>([
    ['there is no configuration', undefined, ["[functionConfig.spec] missing-field: 'platform' is required; give oam or kubernetes"]],
    ['it is empty', null, ["[functionConfig.spec] missing-field: 'platform' is required; give oam or kubernetes"]],
    ['it has no spec', config(), ["[functionConfig.spec] missing-field: 'platform' is required; give oam or kubernetes"]],
    ['it is a text', 'oam', ['[functionConfig] invalid-type: must be an object, got "oam"']],
    ['its spec is a list', config([]), ["[functionConfig] invalid-type: 'spec' must be an object, got a list of 0"]],
    ['its files are a text', config({ platform: 'oam', files: 'a' }), ["[functionConfig] invalid-type: 'spec.files' must be a list, got \"a\""]],
    ['a file is standard input', config({ platform: 'oam', files: ['-'] }),
      ["[functionConfig] usage: 'spec.files[0]' must not be standard input, from which the list comes; name files and folders"]],
    ['a file has no name', config({ platform: 'oam', files: [null, ''] }), [
      "[functionConfig] invalid-value: 'spec.files[0]' must be a non-empty string, got null",
      "[functionConfig] invalid-value: 'spec.files[1]' must be a non-empty string, got \"\"",
    ]],
    ['settings are wrong', config({ platform: 'kubernets', vendor: 1 }), [
      '[functionConfig.spec] invalid-value: \'platform\' must be one of oam, kubernetes, got "kubernets"; did you mean "kubernetes"?',
      '[functionConfig.spec] invalid-name: \'vendor\' must be the DNS-1123 label between "oam." and ".io", got 1; write "verrazzano" for "oam.verrazzano.io"',
    ]],
  ])('%s', (_, functionConfig, messages) => {
    refused(2, { items: [map('a')], ...functionConfig === undefined ? {} : { functionConfig } }, ...messages.map(message => error(message)));
  });

  test('there is nothing to render', () => {
    const functionConfig = config({ platform: 'oam', files: [] });
    refused(2, { items: [marked(config(), LOCAL)], functionConfig }, error(
      "[functionConfig] missing-field: 'spec.files' is required where no objects are given; name manifests, and folders of them",
    ));
  });
});

describe('refuses what is no list', () => {
  const refusal = (text: string) => messageOf(() => readList(readManifests(text, '<stdin>')));
  const NO_LIST = '[standard input] invalid-type: must be one ResourceList of config.kubernetes.io/v1, got an object; let kustomize, or another orchestrator of functions, write it';

  test.each<[string, string, string]>([
    ['nothing', '', NO_LIST.replace('an object', 'nothing')],
    ['a text', 'text', NO_LIST.replace('an object', '"text"')],
    ['another object', configMap('a'), NO_LIST],
    ['a list of another version', 'apiVersion: v1\nkind: ResourceList\nitems: []\n', NO_LIST],
    ['a list without a version', 'kind: ResourceList\nitems: []\n', NO_LIST],
    ['two lists', writeYaml([API, API]), NO_LIST],
    ['items that are no list', writeYaml([{ ...API, items: {} }]), "[standard input] invalid-type: 'items' must be a list, got an object"],
    ['items that are no objects', writeYaml([{ ...API, items: [null, { kind: 'A', apiVersion: '' }] }]), [
      '[standard input] 2 findings:',
      "  invalid-type: 'items[0]' must be an object, got null",
      "  invalid-value: 'items[1].apiVersion' must be a non-empty string, got \"\"",
    ].join('\n')],
    ['what cannot be read', 'items: [\n', '<stdin>:2:1: yaml-syntax: has brackets or braces that are not closed, or no comma between two entries; close them, or put the string in quotes'],
  ])('%s', (_, text, message) => {
    expect(refusal(text)).toBe(message);
  });
});

describe('--krm', () => {
  const input = (list: object) => JSON.stringify({ ...API, ...list });
  const run = (list: object) => cli(['render', '--krm'], { input: input(list) });

  test('reads a list, and writes one', async () => {
    const functionConfig = config(SPEC);
    const { code, stdout, stderr } = await shell('cdk8s-oam render --krm', {}, input({ items: [application, component, map('a')], functionConfig }));
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(writeYaml([{ ...API, items: [deployment, map('a')], functionConfig }]));
  });

  test('tells its results, too', async () => {
    const { code, stdout, stderr } = await run({ items: [multiCluster, map('a')], functionConfig: config(SPEC) });
    expect([code, stderr]).toEqual([0, "MultiClusterApplicationConfiguration shop/shop: warning: placement-left-out: 'spec.placement' is lost: what is rendered "
      + 'is for one cluster; apply it to each of the clusters\n']);
    expect(parse(stdout).results).toHaveLength(1);
  });

  test.each<[number, object, string]>([
    [1, { items: [component], functionConfig: config(SPEC) }, 'Component shop/cart: '],
    [2, { items: [component] }, "[functionConfig.spec] missing-field: 'platform' is required; give oam or kubernetes\n"],
  ])('ends with %i where nothing is rendered, with a list that says why', async (expected, list, told) => {
    const { code, stdout, stderr } = await run(list);
    expect([code, stderr.startsWith(told)]).toEqual([expected, true]);
    const { items, results } = parse(stdout);
    expect([items, results.map(({ message }: any) => `${message}\n`).join('')]).toEqual([[component], stderr]);
  });

  test('prints nothing where there is no list', async () => {
    expect(await cli(['render', '--krm'], { input: 'items: [' })).toEqual({
      code: 2, stdout: '', stderr: '<stdin>:1:9: yaml-syntax: has brackets or braces that are not closed, or no comma between two entries; close them, or put the string in quotes\n',
    });
  });

  test('gives what `render` prints', async () => {
    write({ 'all.yaml': `${APPLICATION}---\n${COMPONENT}---\n${configMap('a')}` });
    const { stdout } = await run({ functionConfig: config({ ...SPEC, files: ['all.yaml'] }) });
    const { stdout: printed } = await cli(['render', 'all.yaml', ...KUBERNETES]);
    expect(parse(stdout).items).toEqual(parseAllDocuments(printed).map(document => document.toJS()));
  });
});

test('whatever is in a list, there is an answer or a message', () => {
  const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom<any>(application, component, multiCluster, deployment, config({ platform: 'oam' }), LOCAL, [], {}, null));
  const some = fc.oneof(fc.array(odd, { maxLength: 4 }), odd);
  const changed = fc.record({ base: fc.constantFrom<any>(application, component, multiCluster), field: fc.constantFrom('apiVersion', 'kind', 'metadata', 'spec'), value: odd })
    .map(({ base, field, value }) => ({ ...base, [field]: value }));
  const items = fc.oneof(some, fc.array(fc.oneof(changed, fc.constant(application), fc.constant(component)), { maxLength: 4 }));
  const functionConfig = fc.oneof(fc.constant(config(SPEC)), fc.constant(config({ platform: 'oam' })), odd, odd.map(spec => config(spec as object)));
  const counts = { answered: 0, refused: 0 };
  fc.assert(fc.property(items, functionConfig, (list, asked) => {
    try {
      const { list: { items: given, results = [] }, exitCode } = answer({ items: list, functionConfig: asked });
      expect([Array.isArray(given), exitCode === 0 || results.some(({ severity }) => severity === 'error')]).toEqual([true, true]);
      if (exitCode !== 0) expect(given).toEqual(list ?? []);
      counts.answered++;
    } catch (thrown) {
      if (!(thrown instanceof ManifestError || thrown instanceof ModelError)) throw thrown;
      counts.refused++;
    }
  }), { numRuns: runs(1500) });
  expect([counts.answered, counts.refused].filter(count => count < 20)).toEqual([]);
}, PATIENCE);

test('a kind or a name forges no line of the results', () => {
  const forged = 'a\n::error::forged\u202e';
  const item = { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: `Trait${forged}`, metadata: { name: forged } };
  const { results = [] } = answer({ items: [item], functionConfig: config(SPEC) }).list;
  expect(results.map(({ message }) => message)).toEqual([expect.stringMatching(/^Traita ::error::forged {2}a ::error::forged : standalone-oam-object: [^\p{Cc}\p{Cf}]*$/u)]);
});
