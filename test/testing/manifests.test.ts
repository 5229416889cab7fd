import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, App, Chart, Include, Lazy } from 'cdk8s';
import { failure, SHOP, shop } from './support';
import { GitOpsApp } from '../../src';
import { isManifestAssertionError, ManifestAssertionError } from '../../src/testing/errors';
import { Manifests, Match } from '../../src/testing';
import { thrownBy } from '../support/message';

const DEPLOYMENT = { kind: 'Deployment' };

describe('an app', () => {
  const configMap = (chart: Chart, id: string, data: unknown = { a: '1' }) =>
    new ApiObject(chart, id, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: id }, data } as any);
  const inFolder = (act: (folder: string) => void) => {
    const folder = mkdtempSync(join(tmpdir(), 'manifests-'));
    act(folder);
    rmSync(folder, { recursive: true });
  };

  test.each([['App', App], ['GitOpsApp', GitOpsApp]])('%s gives the objects that synth() writes', (_, Type) => {
    inFolder(outdir => {
      const app = new Type({ outdir });
      const second = new Chart(app, 'second', { namespace: 'two' });
      const first = new Chart(app, 'first', { namespace: 'one' });
      configMap(second, 'b', { text: '0775', lines: 'a\n b\n' });
      new ApiObject(first, 'space', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'one' } });
      second.addDependency(first);
      const manifests = Manifests.ofApp(app);
      app.synth();
      expect(manifests.all()).toEqual(Manifests.ofFolder(outdir).all());
      expect(manifests.all().map(({ kind }) => kind)).toEqual(['Namespace', 'ConfigMap']);
      // the namespace of a chart is not that of a Namespace
      expect(manifests.one({ kind: 'Namespace' }).metadata.namespace).toBe(Type === App ? 'one' : undefined);
    });
  });

  test.each([['App', App], ['GitOpsApp', GitOpsApp]])('%s gives those of one chart', (_, Type) => {
    const app = new Type();
    const outer = new Chart(app, 'outer');
    configMap(outer, 'a');
    configMap(new Chart(outer, 'inner'), 'b');
    configMap(new Chart(app, 'other'), 'c');
    expect(Manifests.ofChart(outer).all().map(({ metadata }) => metadata.name)).toEqual(['a']);
    expect(Manifests.ofApp(app).count()).toBe(3);
    expect(Manifests.ofApp(new Type()).count()).toBe(0);
  });

  test.each([['App', App], ['GitOpsApp', GitOpsApp]])('objects of %s are named with their constructs', (_, Type) => {
    const chart = new Chart(new Type(), 'chart');
    configMap(chart, 'b');
    inFolder(folder => {
      const url = join(folder, 'list.yaml');
      writeFileSync(url, 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: c }\n');
      new Include(chart, 'files', { url });
    });
    expect(failure(() => Manifests.ofChart(chart).has({ name: 'x' }))).toBe([
      'object-count: there is no object named "x"',
      '  ConfigMap b (chart/b)',
      '  ConfigMap c (chart/files/c-configmap)',
    ].join('\n'));
  });

  test.each([['App', App], ['GitOpsApp', GitOpsApp]])('fails when %s is invalid, with all findings and no line of the library', (_, Type) => {
    const app = new Type();
    const chart = new Chart(app, 'chart');
    chart.node.addValidation({ validate: () => ['is not good', 'is bad'] });
    configMap(chart, 'a').node.addValidation({ validate: () => ['is worse'] });
    for (const act of [() => Manifests.ofApp(app), () => Manifests.ofChart(chart)]) {
      const { message, stack } = thrownBy(act);
      expect(message).toBe('Validation failed with the following errors:\n  [chart] is not good\n  [chart] is bad\n  [chart/a] is worse');
      expect(stack).toMatch(/is worse\n {4}at .*manifests\.test\.ts/);
      expect(stack).not.toMatch(/src\/|node_modules\/cdk8s/);
    }
  });

  test.each([['App', App, '[App]', '[chart]'], ['GitOpsApp', GitOpsApp, '[chart/a]', '[chart/a]']])('fails when an object of %s cannot be rendered', (_, Type, ofApp, ofChart) => {
    const app = new Type();
    const chart = new Chart(app, 'chart');
    const cause = new Error('no value');
    configMap(chart, 'a', { a: Lazy.any({ produce: () => { throw cause; } }) });
    const said = 'not-rendered: Failed serializing construct at path \'chart/a\' with name \'a\': Error: no value; '
      + 'give plain data (strings, numbers, booleans, lists and objects), or fix the Lazy, the resolver or the `toJson()` that failed';
    expect(failure(() => Manifests.ofApp(app))).toBe(`Validation failed with the following errors:\n  ${ofApp} ${said}`);
    expect(failure(() => Manifests.ofChart(chart))).toBe(`Validation failed with the following errors:\n  ${ofChart} ${said}`);
  });

  test('fails when it is none, or a chart is none', () => {
    const app = new App();
    expect(failure(() => Manifests.ofApp(undefined as any))).toBe('[Manifests.ofApp()] invalid-type: \'app\' must be an App of cdk8s, got nothing; give the app: new App(), or new GitOpsApp()');
    expect(failure(() => Manifests.ofApp(new Chart(app, 'chart') as any))).toContain('\'app\' must be an App of cdk8s, got an instance of Chart; ');
    expect(failure(() => Manifests.ofChart(app as any))).toBe('[Manifests.ofChart()] invalid-type: \'chart\' must be a Chart of cdk8s, got an instance of App; give one of the charts of the app');
  });

  test('fails when Kubernetes could not read what would be written', () => {
    const app = new App();
    configMap(new Chart(app, 'chart'), 'a', { text: 'a\u0085b' });
    expect(failure(() => Manifests.ofApp(app))).toMatch(/^App:6:11: invalid-character: /);
  });
});

describe('YAML', () => {
  test('gives its objects, those of lists one by one', () => {
    const list = { apiVersion: 'v1', kind: 'List', items: [{ apiVersion: 'v1', kind: 'A' }, { apiVersion: 'v1', kind: 'B' }] };
    expect(Manifests.ofYaml(JSON.stringify(list)).all()).toEqual(list.items);
    expect(Manifests.ofYaml('# nothing\n').count()).toBe(0);
  });

  test('fails when it is none, with its line and column', () => {
    expect(failure(() => Manifests.ofYaml('kind: A\nb: ['))).toMatch(/^<yaml>:2:5: yaml-syntax: /);
  });

  test('fails when it holds no object', () => {
    expect(failure(() => Manifests.ofYaml('- 1'))).toBe("<yaml>:1:1: invalid-type: must be an object, got a list of 1; give the whole object, with 'apiVersion' and 'kind'");
    expect(failure(() => Manifests.ofYaml('\nkind: A'))).toBe("<yaml>:2:1: missing-field: 'apiVersion' is required");
  });

  test('fails when it is no string', () => {
    expect(failure(() => Manifests.ofYaml({ a: 1 } as any))).toBe("[Manifests.ofYaml()] invalid-type: 'yaml' must be a string, got an object");
  });
});

describe('a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'manifests-'));
  mkdirSync(join(folder, 'more/empty'), { recursive: true });
  writeFileSync(join(folder, 'more/b.yml'), `---\n${SHOP}`);
  writeFileSync(join(folder, 'a.json'), '{"apiVersion": "v1", "kind": "A"}');
  writeFileSync(join(folder, 'notes.txt'), 'nothing');
  afterAll(() => rmSync(folder, { recursive: true }));

  test('gives the objects of its files, with their lines', () => {
    const manifests = Manifests.ofFolder(folder);
    expect(manifests.count()).toBe(8);
    expect(failure(() => manifests.hasNo({ name: 'cart' }))).toBe([
      'object-count: must be none, got 2 objects: object named "cart"',
      `  Deployment shop/cart (${folder}/more/b.yml:2)`,
      `  Service shop/cart (${folder}/more/b.yml:18)`,
    ].join('\n'));
  });

  test('may be a file', () => {
    expect(Manifests.ofFolder(join(folder, 'a.json')).all()).toEqual([{ apiVersion: 'v1', kind: 'A' }]);
  });

  test('fails when there is none, when nothing is in it, and when it is no path', () => {
    expect(failure(() => Manifests.ofFolder('missing'))).toBe('missing: manifest-not-readable: does not exist; check the path');
    expect(failure(() => Manifests.ofFolder('-'))).toBe('./-: manifest-not-readable: does not exist; check the path');
    expect(failure(() => Manifests.ofFolder(join(folder, 'more/empty')))).toContain('no-manifests: ');
    expect(failure(() => Manifests.ofFolder(''))).toBe("[Manifests.ofFolder()] invalid-value: 'folder' must be a non-empty string, got \"\"");
  });
});

describe('a query', () => {
  test.each([
    [{}, 7],
    [{ kind: 'Deployment' }, 2],
    [{ kind: 'Gateway' }, 2],
    [{ kind: 'Gateway', group: 'networking.istio.io' }, 1],
    [{ apiVersion: 'networking.istio.io/v1' }, 1],
    [{ group: '' }, 3],
    [{ name: 'cart' }, 2],
    [{ kind: 'Deployment', name: 'cart', namespace: 'shop' }, 1],
    [{ namespace: 'shop' }, 5],
    [{ labels: { app: 'cart', tier: 'web' } }, 1],
    [{ labels: { app: 'cart', tier: 'db' } }, 0],
    [{ labels: {} }, 7],
    [{ kind: undefined, name: 'cart' }, 2],
  ])('%j has %i objects', (query, count) => {
    expect(shop.count(query)).toBe(count);
    expect(shop.all(query)).toHaveLength(count);
    shop.hasCount(query, count);
  });

  test('without any is for all', () => {
    expect([shop.count(), shop.all().length]).toEqual([7, 7]);
  });

  test('fails when it is none, has fields that do not exist, or has a group in the kind', () => {
    expect(failure(() => shop.one({ kind: 'apps/Deployment', nme: 'x', name: '', labels: { a: 1 } } as any))).toBe([
      '[Manifests.one()] 4 findings:',
      "unknown-field: 'query.nme' is an unknown field; expected one of kind, group, apiVersion, name, namespace, labels; did you mean \"name\"?",
      "invalid-value: 'query.kind' must be a kind without its group, got \"apps/Deployment\"; give 'group' beside it",
      "invalid-value: 'query.name' must be a non-empty string, got \"\"",
      "invalid-type: 'query.labels.a' must be a string, got a number; put it in quotes",
    ].join('\n  '));
    expect(failure(() => shop.count('Deployment' as any))).toBe("[Manifests.count()] invalid-type: 'query' must be an object, got a string");
  });

  test('gives copies', () => {
    const object = shop.one({ kind: 'Service' });
    object.spec.ports.push(1);
    object.metadata.name = 'other';
    expect(shop.one({ kind: 'Service' })).toEqual({
      apiVersion: 'v1', kind: 'Service', metadata: { name: 'cart', namespace: 'shop' }, spec: { type: 'ClusterIP', ports: [{ port: 80 }] },
    });
  });
});

describe('an assertion holds:', () => {
  test.each<[string, () => void]>([
    ['has an object', () => shop.has(DEPLOYMENT)],
    ['has one that matches', () => shop.has(DEPLOYMENT, { spec: { replicas: 3 } })],
    ['has one, by a matcher', () => shop.has(DEPLOYMENT, Match.anythingBut({ spec: { replicas: 1 } }))],
    ['has none', () => shop.hasNo({ kind: 'Job' })],
    ['has none, whatever it would match', () => shop.hasNo({ kind: 'Job' }, { spec: Match.anythingBut('x') })],
    ['has none that matches', () => shop.hasNo(DEPLOYMENT, { spec: { replicas: 2 } })],
    ['every one matches', () => shop.every(DEPLOYMENT, { metadata: { namespace: 'shop' } })],
    ['has so many', () => shop.hasCount(DEPLOYMENT, 2)],
    ['has none of them', () => shop.hasCount({ kind: 'Job' }, 0)],
  ])('%s', (_, assertion) => {
    expect(assertion).not.toThrow();
  });
});

describe('an assertion fails when', () => {
  test.each<[string, () => unknown, string[]]>([
    ['no object has the name', () => shop.one({ kind: 'Deployment', name: 'crat', namespace: 'shop' }), [
      'object-count: there is no Deployment named "crat" in namespace "shop"; did you mean "cart"?',
      'Deployment shop/cart (<yaml>:1)',
      'Deployment shop/api (<yaml>:12)',
    ]],
    ['no object has the kind', () => shop.has({ kind: 'Deploymnt', name: 'cart' }), [
      'object-count: there is no Deploymnt named "cart"; did you mean "Deployment"?',
      'Deployment shop/cart (<yaml>:1)',
      'Service shop/cart (<yaml>:17)',
    ]],
    ['no object is of the group', () => shop.every({ kind: 'Gateway', group: 'gateway.networking.k8.io', labels: { a: 'b' } }, {}), [
      'object-count: there is no Gateway of group "gateway.networking.k8.io" with labels {"a": "b"}',
      'Gateway shop/web (<yaml>:22)',
      'Gateway mesh/web (<yaml>:26)',
    ]],
    ['no object is of the core group', () => shop.one({ kind: 'Deployment', group: '', apiVersion: 'v2', labels: { app: 'cart' } }), [
      'object-count: there is no v2 Deployment of the core group with labels {"app": "cart"}',
      'Deployment shop/cart (<yaml>:1)',
      'Deployment shop/api (<yaml>:12)',
    ]],
    ['nothing is like what is asked', () => shop.has({ kind: 'Job' }), [
      'object-count: there is no Job',
      'Deployment shop/cart (<yaml>:1)',
      'Deployment shop/api (<yaml>:12)',
      'Service shop/cart (<yaml>:17)',
      'Gateway shop/web (<yaml>:22)',
      'Gateway mesh/web (<yaml>:26)',
      'ConfigMap shop/config (<yaml>:30)',
      'Namespace shop (<yaml>:39)',
    ]],
    ['there is no object at all', () => Manifests.ofYaml('').has({ kind: 'Job' }), ['object-count: there is no Job, and no object at all']],
    ['several objects are there for one', () => shop.one({ name: 'cart' }), [
      'object-count: must be one object, got 2: object named "cart"',
      'Deployment shop/cart (<yaml>:1)',
      'Service shop/cart (<yaml>:17)',
    ]],
    ['there are fewer', () => shop.hasCount({ kind: 'Service' }, 2), ['object-count: must be 2 objects, got 1: Service', 'Service shop/cart (<yaml>:17)']],
    ['there are some', () => shop.hasNo({ kind: 'Service' }), ['object-count: must be none, got 1 object: Service', 'Service shop/cart (<yaml>:17)']],
    ['one matches that should not', () => shop.hasNo(DEPLOYMENT, { spec: { replicas: 3 } }), [
      'object-count: must be none that match, got 1 object: Deployment',
      'Deployment shop/api (<yaml>:12)',
    ]],
    ['none matches, and the first of several is as close as others', () => shop.has(DEPLOYMENT, { spec: { replicas: 4 } }), [
      'not-matched: no Deployment matches; Deployment shop/cart (<yaml>:1) comes closest',
      "'spec.replicas' must be 4, got 1",
    ]],
    ['a string is given for a number', () => shop.has(DEPLOYMENT, { spec: { replicas: '1' } }), [
      'not-matched: no Deployment matches; Deployment shop/cart (<yaml>:1) comes closest',
      '\'spec.replicas\' must be "1", got 1',
    ]],
    ['none matches, and a later one comes closest', () => shop.has({}, { kind: 'Deployment', metadata: { name: 'api' }, spec: { replicas: 4, paused: true } }), [
      'not-matched: no object matches; Deployment shop/api (<yaml>:12) comes closest',
      "'spec.replicas' must be 4, got 3",
      "'spec.paused' must be true, got nothing",
    ]],
    ['not every one matches', () => shop.every(DEPLOYMENT, { metadata: { labels: { tier: Match.absent() } }, spec: { replicas: Match.anyOf(1, 3), template: null } }), [
      'not-matched: every Deployment must match: 1 of 2 objects different',
      'Deployment shop/cart (<yaml>:1)',
      "  'metadata.labels.tier' must be absent, got \"web\"",
      "  'spec.template' must be absent, got {\"spec\": {\"containers\": [{\"name\": \"cart\", \"image\": \"example/cart:1.0\", \"ports\": [{\"name\": \"http\", \"containerPort\": 8080}… (263 characters)",
    ]],
    ['a field is misspelt', () => shop.has({ name: 'api' }, { spec: { replicsa: 3 } }), [
      'not-matched: no object named "api" matches; Deployment shop/api (<yaml>:12) comes closest',
      "'spec.replicsa' must be 3, got nothing; did you mean \"replicas\"?",
    ]],
  ])('%s', (_, act, lines) => {
    const error = thrownBy(act);
    expect(error.message.split('\n').map((line, i) => i === 0 ? line : line.replace(/^ {2}/, ''))).toEqual(lines);
    expect(isManifestAssertionError(error)).toBe(true);
    expect((error as ManifestAssertionError).code).toBe(lines[0].split(':')[0]);
    expect(error.stack).toMatch(new RegExp('^ManifestAssertionError: [^]*?\\n {4}at .*manifests\\.test\\.ts'));
  });

  test('more is wrong than anybody reads', () => {
    const many = (count: number, fields: object) => Array.from({ length: count }, (_, i) => JSON.stringify({ apiVersion: 'v1', kind: 'A', metadata: { name: `a${i}` }, ...fields })).join('\n---\n');
    expect(failure(() => Manifests.ofYaml(many(12, {})).hasNo({ kind: 'A' })).split('\n').slice(-2)).toEqual(['  A a9 (<yaml>:19)', '  and 2 more']);
    const fields = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`n${i}`, i]));
    expect(failure(() => Manifests.ofYaml(many(1, {})).has({}, { ...fields, kind: 'A' })).split('\n').slice(-2)).toEqual(["  'n19' must be 19, got nothing", '  and 10 more']);
  });

  test('its findings are data, the one of the assertion first', () => {
    const { findings } = thrownBy(() => shop.has(DEPLOYMENT, { spec: { replicas: 4 } })) as ManifestAssertionError;
    expect(JSON.parse(JSON.stringify(findings))).toEqual([
      { code: 'not-matched', path: [], parameters: { reason: 'none', what: 'Deployment', object: 'Deployment shop/cart (<yaml>:1)' } },
      { code: 'mismatch', path: ['spec', 'replicas'], parameters: { reason: 'value', expected: { shown: '4' }, value: { shown: '1' } } },
    ]);
  });

  test('its pattern is no object', () => {
    expect(failure(() => shop.has(DEPLOYMENT, 'x'))).toBe("[Manifests.has()] invalid-type: 'partial' must be a map, got a string");
    expect(failure(() => shop.every(DEPLOYMENT, undefined))).toBe("[Manifests.every()] invalid-type: 'partial' must be a map, got nothing");
    expect(failure(() => shop.hasNo(DEPLOYMENT, { spec: undefined }))).toBe(
      "[Manifests.hasNo()] not-plain: 'partial.spec' must not be undefined; leave the field out, or give Match.absent() or Match.any()");
    expect(failure(() => shop.hasCount(DEPLOYMENT, -1))).toBe("[Manifests.hasCount()] invalid-value: 'count' must be an integer from 0 to 2147483647, got -1");
  });
});
