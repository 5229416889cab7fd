import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Node, Parser } from 'commonmark';
import * as fc from 'fast-check';
import type { Consequence } from '../../../src/cli/diff/compared-cluster';
import { consequencesOf } from '../../../src/cli/diff/consequences';
import { diffAsMarkdown } from '../../../src/cli/diff/report';
import { compareFolders, FolderObject } from '../../../src/cli/diff/compare';
import { found } from '../../../src/base/findings/finding';
import { PATIENCE, runs } from '../../properties/runs';
import { Files, indexOf, lines, manifest, project, report } from '../support';

const PAGE = readFileSync(resolve(__dirname, '../../../docs/pull-requests.md'), 'utf8');

const inNamespace = (kind: string, name: string, fields: object, namespace = 'shop') => manifest(kind, name, { metadata: { name, namespace }, ...fields });
const set = (serviceName: string) => inNamespace('StatefulSet', 'cart', { apiVersion: 'apps/v1', spec: { replicas: 1, serviceName } });
const FILES: Files = {
  'dist/staging/cart.yaml': set('cart'),
  'dist/production/cart.yaml': inNamespace('Service', 'cart', { spec: { ports: [{ port: 80 }] } }) + set('cart'),
  'new/staging/cart.yaml': set('cart'),
  'new/production/cart.yaml': `# a comment\n${set('carts')}`,
};
const REPORTED = `cp -R new/. "$CDK8S_OUTDIR"; ${report('staging', 'production')}`;

async function printed(format: string, files = FILES) {
  const { diff, remove } = project(files, REPORTED);
  const ended = await diff('@dist', '--format', format);
  remove();
  return ended;
}

const GONE = 'is removed, so clients can no longer reach its name and address';
const KEPT = 'cannot change in a StatefulSet that exists: it must be deleted and recreated, and its pods stop before new ones start, with the claims that are there';

test('Markdown sums up, says what the change does, and has the rest collapsed, as the page shows', async () => {
  const { code, stdout } = await printed('markdown');
  const [, shown] = /--format markdown {3}# prints\n([^]*?)```\n/.exec(PAGE)!;
  const details = [
    '**Warnings:**',
    '',
    `- \`Service shop/cart\` in \`production\`: \`${GONE}\`. Fix: \`keep it until no client uses it\``,
    `- \`StatefulSet shop/cart\` in \`production\`: \`spec.serviceName ${KEPT}\`. `
      + 'Fix: `keep the field as it is, or delete StatefulSet shop/cart before the change is applied`',
    '',
    '<details><summary><code>production, shop</code></summary>',
    '',
    '```diff',
    '- removed  Service shop/cart (v1) in dist/production/cart.yaml',
    `!     warning   address-changed: ${GONE}; keep it until no client uses it`,
    '! changed  StatefulSet shop/cart (apps/v1) in dist/production/cart.yaml',
    '!     changed  spec.serviceName: "cart" -> "carts"',
    `!     warning   immutable-field: 'spec.serviceName' ${KEPT}; keep the field as it is, or delete StatefulSet shop/cart before the change is applied`,
    '```',
    '',
    '</details>',
  ];
  expect([code, stdout]).toEqual([1, `${shown}\n${lines(...details)}`]);
});

test('the loss of data is first', async () => {
  const removed = inNamespace('Service', 'a', { spec: {} }) + inNamespace('PersistentVolumeClaim', 'b', { spec: {} });
  const files = { 'dist/a.yaml': removed + inNamespace('ConfigMap', 'c', {}), 'new/a.yaml': inNamespace('ConfigMap', 'c', {}) };
  const { stdout } = await printed('text', files);
  expect([...stdout.matchAll(/^- removed {2}(\w+)/gm)].map(([, kind]) => kind)).toEqual(['PersistentVolumeClaim', 'Service']);
});

test('files are named by the output folder where another folder is compared', async () => {
  const { diff, remove } = project(Object.fromEntries(Object.entries(FILES).map(([path, text]) => [path.replace(/^dist/, 'base/dist'), text])), REPORTED);
  const { code, stdout } = await diff('@base/dist', '--format', 'markdown');
  expect([code, stdout]).toEqual([1, expect.stringContaining('dist/production/cart.yaml')]);
  expect(stdout.replace(/run `.*`/, '')).not.toContain('base');
  expect((await diff('@base/dist')).stdout).toContain(' in base/dist/production/cart.yaml');
  remove();
});

test('JSON has them with their objects, by --format and by --json', async () => {
  const [{ stdout }, json] = [await printed('json'), await (async () => {
    const { diff, remove } = project(FILES, REPORTED);
    const ended = await diff('@dist', '--json');
    remove();
    return ended.stdout;
  })()];
  expect(stdout).toBe(json);
  const { removed: [{ warnings }], changed } = JSON.parse(stdout);
  expect(warnings).toEqual([{ code: 'address-changed', field: '', problem: GONE, remedy: 'keep it until no client uses it' }]);
  expect(changed.map(({ warnings: [{ code, field }] }: any) => [code, field])).toEqual([['immutable-field', 'spec.serviceName']]);
});

test('between two environments nothing is replaced by anything', async () => {
  const { diff, remove } = project({ 'new/staging/a.yaml': set('a'), 'new/production/a.yaml': set('b') }, REPORTED);
  const { stdout } = await diff('--between', 'staging', 'production', '--format', 'json');
  remove();
  expect(JSON.parse(stdout).changed[0].warnings).toBeUndefined();
});

test('an added object is in the output folder, and a moved one too, whichever folder is compared', async () => {
  const files = {
    'base/dist/old/a.yaml': set('a') + inNamespace('A', 'same', {}),
    'base/dist/b.yaml': inNamespace('A', 'elsewhere', {}),
    'new/new/a.yaml': set('a') + inNamespace('A', 'same', {}) + inNamespace('A', 'more', {}),
    'new/c.yaml': inNamespace('A', 'elsewhere', {}),
  };
  const { diff, remove } = project(files);
  const { stdout } = await diff('@base/dist');
  expect(stdout).toBe(lines(
    '+ added    A shop/more (v1) in dist/new/a.yaml',
    '~ moved    StatefulSet shop/cart (apps/v1) in base/dist/old/a.yaml, now in dist/new/a.yaml',
    '~ moved    A shop/same (v1) in base/dist/old/a.yaml, now in dist/new/a.yaml',
  ));
  const { added, moved } = JSON.parse((await diff('@base/dist', '--json')).stdout);
  expect([added[0].file, moved[0].file, moved[0].fileAfter]).toEqual(['dist/new/a.yaml', 'base/dist/old/a.yaml', 'dist/new/a.yaml']);
  remove();
});

test('the command for what is left out names what was compared', async () => {
  const many = Object.fromEntries(['base/staging', 'new/staging', 'new/production'].map((folder, i) =>
    [`${folder}/a.yaml`, inNamespace('ConfigMap', 'a', { data: Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`key${n}`, `${i}`])) })]));
  const { diff, remove } = project(many, REPORTED);
  const commandIn = async (...args: string[]) => / lines are not shown here: run `(.*)` for/.exec((await diff(...args, '--format=markdown')).stdout)![1];
  expect(await commandIn('@base')).toBe('cdk8s-oam diff base');
  expect(await commandIn('--between', 'staging', 'production')).toBe('cdk8s-oam diff --between staging production');
  remove();
});

describe('an environment', () => {
  const CLAIM = inNamespace('PersistentVolumeClaim', 'data', { spec: { accessModes: ['ReadWriteOnce'] } });
  const LOST = '`is removed, and what is on its volume is lost, unless the reclaim policy of the volume is Retain`';

  test.each([
    ['that has an object of another one now', ['staging', 'dev'], []],
    ['that has another name now, and one that is gone', ['staging'], ['_argocd/dev.yaml', 'dev/shop/PersistentVolumeClaim.data.yaml']],
    ['with a file for each chart', ['staging'], ['dev/shop.k8s.yaml']],
  ])('is another cluster: one %s', async (_, now, listed) => {
    const files: Files = { ...indexOf('dist/.cdk8s-oam-index', ...listed), 'dist/dev/shop/PersistentVolumeClaim.data.yaml': CLAIM, 'new/staging/shop/PersistentVolumeClaim.data.yaml': CLAIM };
    const { diff, remove } = project(files, `cp -R new/. "$CDK8S_OUTDIR"; ${report(...now)}`);
    const { stdout } = await diff('--format=markdown');
    remove();
    expect(stdout.split('\n').slice(2, 11)).toEqual([
      '### 1 added, 1 removed, 0 objects without a difference', '',
      '| Environment | Namespace | Added | Removed | Moved | Changed |', '| --- | --- | --: | --: | --: | --: |',
      '| `dev` | `shop` |  | 1 |  |  |', '| `staging` | `shop` | 1 |  |  |  |', '',
      '**Warnings:**', '',
    ]);
    expect(stdout).toContain(`- \`PersistentVolumeClaim shop/data\` in \`dev\`: ${LOST}. Fix: `);
  });

  test('is none where an app has a folder for each chart', async () => {
    const files: Files = { ...indexOf('dist/.cdk8s-oam-index', 'shop/PersistentVolumeClaim.data.yaml'), 'dist/shop/PersistentVolumeClaim.data.yaml': CLAIM, 'new/cart/PersistentVolumeClaim.data.yaml': CLAIM };
    const { diff, remove } = project(files);
    expect((await diff()).stdout).toBe('~ moved    PersistentVolumeClaim shop/data (v1) in dist/shop/PersistentVolumeClaim.data.yaml, now in dist/cart/PersistentVolumeClaim.data.yaml\n');
    remove();
  });
});

test('without a difference there is a line', async () => {
  const { 'dist/staging/cart.yaml': same } = FILES;
  expect(await printed('markdown', { 'dist/a.yaml': same, 'new/a.yaml': same })).toEqual({
    code: 0, stdout: '<!-- cdk8s-oam diff -->\n\n### No difference in 1 object\n', stderr: 'no difference in 1 object\n',
  });
});

test('an app that fails is an error in JSON too', async () => {
  const { diff, remove } = project({ 'dist/a.yaml': set('a') }, 'exit 3');
  const { code, stdout, stderr } = await diff('@dist', '--format', 'json');
  remove();
  expect([code, stderr]).toEqual([2, expect.stringContaining('app-failed: ')]);
  expect(JSON.parse(stdout).error.code).toBe('app-failed');
});

test('fails with a format that is none', async () => {
  expect(await printed('html')).toEqual({
    code: 2, stdout: '', stderr: '[cdk8s-oam diff] usage: \'--format\' must be one of text, json, markdown, got "html"; choose one\n',
  });
});

describe('in Markdown', () => {
  const HOSTILE = ['@everyone', '[a](http://b)', '![a](b)', '<img src=x>', '```', '``````', '`', '|', '\\|', '</details>', '#1', '\n\n# x', '&lt;', '-->', 'www.a.b', '~~~', '*a*'];
  const hostile = fc.array(fc.constantFrom(...HOSTILE, 'a', ' '), { minLength: 1, maxLength: 5 }).map(parts => parts.join(''));
  const object = (kind: string, name: string, namespace: string, image: string): FolderObject => ({
    value: { apiVersion: 'apps/v1', kind, metadata: { name, namespace }, spec: { serviceName: image, template: { [name]: image } } } as unknown as FolderObject['value'],
    file: `${namespace}/${name}.yaml`,
  });
  const reportOn = (parts: Partial<Parameters<typeof diffAsMarkdown>[0]>) => diffAsMarkdown({
    objects: compareFolders([], []), consequences: [], folders: { before: 'dist', after: 'dist' }, environments: [], notes: [], summary: 'all', command: 'cdk8s-oam diff ../base/dist', ...parts,
  });
  const written = (before: FolderObject[], after: FolderObject[], environments: string[] = [], notes: string[] = []) => {
    const objects = compareFolders(before, after);
    return reportOn({ objects, consequences: consequencesOf(objects), environments, notes });
  };

  /** What a reader of Markdown makes of a text. */
  function nodesOf(text: string): Node[] {
    const walker = new Parser().parse(text).walker();
    const nodes: Node[] = [];
    for (let event = walker.next(); event; event = walker.next()) if (event.entering) nodes.push(event.node);
    return nodes;
  }

  test('whatever objects are called, nothing is a link, an image, a mention or HTML of theirs', () => {
    fc.assert(fc.property(hostile, hostile, hostile, (name, namespace, image) => {
      const text = written([object('StatefulSet', name, namespace, 'a'), object('Service', name, namespace, 'a')], [object('StatefulSet', name, namespace, `b${image}`)], [namespace], [image]);
      const nodes = nodesOf(text);
      expect(nodes.filter(({ type }) => ['link', 'image', 'html_inline', 'emph', 'strong'].includes(type)).map(({ type }) => type)).toEqual(['strong']);
      expect(nodes.filter(({ type }) => type === 'heading')).toHaveLength(1);
      const words = nodes.filter(({ type }) => type === 'text').map(({ literal }) => literal).join(' ');
      expect(words).not.toMatch(/everyone|http|www|img|#1/);
      const html = nodes.filter(({ type }) => type === 'html_block').map(({ literal }) => literal!.replace(/<code>[^<]*<\/code>/, '<code></code>'));
      expect([...new Set(html)]).toEqual(['<!-- cdk8s-oam diff -->', '<details><summary><code></code></summary>', '</details>']);
    }), { numRuns: runs(250) });
  }, PATIENCE);

  test('notes that are left out are counted', () => {
    const text = written([], [], [], Array.from({ length: 45 }, (_, i) => `note ${i}`));
    expect(text.slice(-28)).toBe('- `note 38`\n- `note 39`\n- 5 more\n'.slice(-28));
  });

  test('it is no longer than a comment may be, and says what is left out', () => {
    const many = (image: string) => Array.from({ length: 3000 }, (_, i) => object('StatefulSet', `cart-${i}`, `shop-${i % 60}`, image));
    const text = written(many('a'), many('b'));
    expect(text.length).toBeLessThan(65_536);
    expect(text).toContain('| 20 more |');
    expect(text).toMatch(/\n- 29[67]\d more: 29[67]\d immutable-field\n/);
    expect(text).toMatch(/\n\d{5} more lines are not shown here: run `cdk8s-oam diff \.\.\/base\/dist` for all of them\.\n$/);
    expect(nodesOf(text).filter(({ type }) => type === 'code_block').length).toBeGreaterThan(2);
  });

  test('it is never longer than is promised, whatever is in it', () => {
    const long = fc.tuple(hostile, fc.integer({ min: 1, max: 3000 })).map(([text, times]) => text.repeat(times).slice(0, 20_000));
    const some = fc.array(fc.record({ kind: fc.constantFrom('Ingress', 'Service', 'StatefulSet'), name: long, namespace: long }), { maxLength: 60 });
    fc.assert(fc.property(some, long, fc.array(long, { maxLength: 60 }), (objects, command, notes) => {
      const all = objects.map(({ kind, name, namespace }) => object(kind, name, namespace, name));
      const removed = compareFolders(all, []);
      const consequences = all.map((before, i): Consequence => ({
        object: removed[i], finding: found('address-changed', before.file, { reason: 'host', hosts: [before.file, command] })[0],
      }));
      const environments = all.map(({ file }) => file.split('/')[0]);
      expect(reportOn({ objects: removed, consequences, environments, notes, command }).length).toBeLessThanOrEqual(60_000);
    }), { numRuns: runs(75) });
    const hosts = Array.from({ length: 3000 }, (_, i) => `host-${i}.shop.example.com`);
    const ingress = { value: { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { name: 'a' }, spec: { rules: hosts.map(host => ({ host, http: { paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'a', port: { number: 80 } } } }] } })) } }, file: 'a.yaml' };
    const text = written([ingress as unknown as FolderObject], []);
    expect(text.length).toBeLessThan(2000);
    expect(text).toMatch(/^- `Ingress a`: `no longer serves host-0\.shop\.example\.com, .*…`\. Fix: `keep each host until no client uses it`$/m);
  }, PATIENCE);

  test('the loss of data is first, however much is harmless', () => {
    const many = (kind: string, number: number, apiVersion = 'v1') => Array.from({ length: number }, (_, i) =>
      ({ value: { apiVersion, kind, metadata: { name: `${kind.toLowerCase()}-${i}`, namespace: 'shop' } } as unknown as FolderObject['value'], file: `shop/${kind}.${i}.yaml` }));
    const before = [...many('Service', 200), ...many('ConfigMap', 200), ...many('PersistentVolumeClaim', 1)];
    const text = written(before, []).split('\n');
    expect(text[text.indexOf('**Warnings:**') + 2]).toMatch(/^- `PersistentVolumeClaim shop\/persistentvolumeclaim-0`: `is removed, and what is on its volume is lost/);
    expect(text).toContain('- 161 more: 161 address-changed');
    const details = text.indexOf('```diff');
    expect(text[details + 1]).toBe('- removed  PersistentVolumeClaim shop/persistentvolumeclaim-0 (v1) in dist/shop/PersistentVolumeClaim.0.yaml');
    expect(text[details + 2]).toMatch(/^! {5}warning {3}data-left-behind: is removed, and what is on its volume is lost/);
  });
});
