import { original, testWithCorpus } from './corpus';
import { differences } from './differences';
import { AllowedDifference, judge, objectDifferences } from './originals';
import { committed, MAIN, Manifests, objectsOf, README, synth, TIMEOUT } from './programs';
import { CONTROLLERS } from '../../src/targets/scraper/controllers/all';
import { schemaErrorsOf } from '../support/schemas';

const DIST = committed();
/** A folder for each platform. */
const FOLDERS = ['oam', 'kubernetes'];
/** A program ends before its test does. */
const JEST_TIMEOUT = 2 * TIMEOUT;
/** Another machine, as far as one can be had here. */
const ELSEWHERE = { TZ: 'Pacific/Auckland', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' };

const NAMESPACE = 'the namespace comes from the chart; the original leaves it to kubectl';
const DEFAULT_TRAIT = 'a default that the cluster adds later shows as drift, so it is written';
const APPLICATION = 'ApplicationConfiguration/bobs-books';

interface AllowedInApplication extends AllowedDifference {
  readonly application: string;
}

const ALLOWED: AllowedInApplication[] = [
  namespace('bobs-books', 'bobs-books'),
  namespace('hello-helidon', 'hello-helidon'),
  namespace('hello-helidon-logging', 'hello-helidon-logging'),
  namespace('sock-shop', 'sockshop'),
  // beside the traits of the original
  ...[
    { index: 0, spec: { port: 8080, path: '/metrics' }, at: 2 },
    { index: 4, spec: { port: 7001, path: '/wls-exporter/metrics', secret: 'bobbys-front-end-weblogic-credentials' }, at: 1 },
    { index: 5, spec: { port: 7001, path: '/wls-exporter/metrics', secret: 'bobs-bookstore-weblogic-credentials' }, at: 1 },
  ].map(({ index, spec, at }) => ({
    application: 'bobs-books', object: APPLICATION, path: `spec.components[${index}].traits[${at}]`, ours: metricsTrait(spec), reason: DEFAULT_TRAIT,
  })),
  // where the original has no traits
  ...[{ index: 1, port: 9612 }, { index: 2, port: 9612 }, { index: 3, port: 8080 }].map(({ index, port }) => ({
    application: 'bobs-books',
    object: APPLICATION,
    path: `spec.components[${index}].traits`,
    ours: [metricsTrait({ port, path: '/metrics' })],
    reason: DEFAULT_TRAIT,
  })),
  {
    application: 'bobs-books', object: APPLICATION, path: 'spec.components[7].traits', ours: [metricsTrait({ enabled: false })], reason: 'a database has no metrics at port 8080',
  },
  ...[{ application: 'hello-helidon', port: 8081 }, { application: 'hello-helidon-logging', port: 8080 }].map(({ application, port }) => ({
    application,
    object: 'ApplicationConfiguration/hello-helidon',
    path: 'spec.components[0].traits[0].trait.spec.port',
    ours: port,
    reason: 'the port that the container declares: the original is scraped at 8080 whatever that is',
  })),
  ...['carts', 'catalog', 'orders', 'payment', 'shipping', 'users'].flatMap((component) => portsOf(component).flatMap((port, index) => port === 'grpc' ? [] : {
    application: 'sock-shop',
    object: `Component/${component}`,
    path: `spec.workload.spec.template.spec.ports[${index}].serviceMonitor`,
    theirs: { enabled: true },
    reason: 'the MetricsTrait names the port: it would be scraped twice',
  })),
  {
    application: 'hello-helidon',
    object: 'Component/hello-helidon-component',
    path: 'spec.workload.spec.serviceTemplate.metadata',
    theirs: { name: 'hello-helidon-custom-service' },
    reason: 'the API server drops the name: the Service is called as its Deployment',
  },
  {
    application: 'bobs-books',
    object: 'Component/bobs-mysql-deployment',
    path: 'spec.workload.spec.template.metadata.creationTimestamp',
    theirs: null,
    reason: 'left over from a live object; the server sets the field, and a null says no more than nothing',
  },
];

function namespace(application: string, name: string): AllowedInApplication {
  return { application, object: '*', path: 'metadata.namespace', ours: name, reason: NAMESPACE };
}

/** The names of the ports, in order. */
function portsOf(component: string): string[] {
  const object = objectsOf(DIST['oam/sock-shop.k8s.yaml']).find(({ kind, metadata }) => kind === 'Component' && metadata.name === component);
  return object.spec.workload.spec.template.spec.ports.map(({ name }: any) => name);
}

function metricsTrait(spec: object): object {
  return { trait: { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'MetricsTrait', spec } };
}

test('examples/main.ts writes all that is committed in dist/, and nothing else', async () => {
  expect(await synth(MAIN)).toEqual(DIST);
}, JEST_TIMEOUT);

test('it writes the same bytes with another time zone and language', async () => {
  expect(await synth(MAIN, ELSEWHERE)).toEqual(DIST);
}, JEST_TIMEOUT);

test('all that is committed in dist/ is what schemas allow', () => {
  expectValid(DIST);
});

test('there is an access to the scraper for every ingress controller, and no other', () => {
  const accesses = (folder: string) => Object.keys(DIST).flatMap((file) => new RegExp(`^${folder}/scraper-access-(.+)\\.k8s\\.yaml$`).exec(file)?.[1] ?? []);
  for (const folder of FOLDERS) expect(accesses(folder).sort()).toEqual(Object.keys(CONTROLLERS).sort());
});

test(`${README} runs as written`, async () => {
  const written = await synth(README);
  expect(Object.keys(written)).toEqual(['hello.k8s.yaml']);
  expectValid(written);
}, JEST_TIMEOUT);

function expectValid(manifests: Manifests): void {
  const objects = Object.values(manifests).flatMap(objectsOf);
  expect(objects.length).toBeGreaterThan(0);
  expect(schemaErrorsOf(objects)).toEqual([]);
}

describe('beside its original in the folder that OAM_CORPUS names', () => {
  // the access to the scraper and the shop have no original: there was none to copy
  const files = Object.keys(DIST).filter((file) => file.startsWith('oam/')).map((file) => file.replace(/^oam\/|\.k8s\.yaml$/g, ''));
  const applications = files.filter((name) => name !== 'shop' && !name.startsWith('scraper-access-'));

  testWithCorpus.each(applications)('%s is the same, but for the differences that are meant', (application) => {
    const found = objectDifferences(objectsOf(DIST[`oam/${application}.k8s.yaml`]), objectsOf(original(application)));
    const allowed = ALLOWED.filter((entry) => entry.application === application);
    expect(judge(found, allowed)).toEqual({ unexplained: [], unused: [] });
  });

  test('every difference that is meant belongs to an application', () => {
    expect(ALLOWED.filter((entry) => !applications.includes(entry.application))).toEqual([]);
  });
});

describe('differences', () => {
  test('of equal values are none, whatever the order of their keys', () => {
    expect(differences({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toEqual([]);
  });

  test.each([
    ['a value', { a: { b: 1 } }, { a: { b: '1' } }, [{ path: 'a.b', ours: 1, theirs: '1' }]],
    ['a field of ours', { a: 1 }, {}, [{ path: 'a', ours: 1, theirs: undefined }]],
    ['a field of theirs', {}, { 'a.b': 1 }, [{ path: '["a.b"]', ours: undefined, theirs: 1 }]],
    ['a null', { a: null }, {}, [{ path: 'a', ours: null, theirs: undefined }]],
    ['an empty object', {}, { a: {} }, [{ path: 'a', ours: undefined, theirs: {} }]],
    ['an empty list', { a: [] }, { a: {} }, [{ path: 'a', ours: [], theirs: {} }]],
    ['a longer list', { a: [1] }, { a: [1, 2] }, [{ path: 'a[1]', ours: undefined, theirs: 2 }]],
    ['the order of a list', [1, 2], [2, 1], [{ path: '[0]', ours: 1, theirs: 2 }, { path: '[1]', ours: 2, theirs: 1 }]],
    ['an inherited name', {}, { toString: 1 }, [{ path: 'toString', ours: undefined, theirs: 1 }]],
  ])('names %s', (_, ours, theirs, expected) => {
    expect(differences(ours, theirs)).toEqual(expected);
  });
});

const object = (kind: string, name: string, rest = {}) => ({ kind, metadata: { name }, ...rest });

describe('objectDifferences', () => {
  test('matches objects by kind and name, in any order', () => {
    const ours = [object('A', 'x', { spec: 1 }), object('B', 'x')];
    expect(objectDifferences(ours, [object('B', 'x'), object('A', 'x', { spec: 2 })])).toEqual([
      { object: 'A/x', path: 'spec', ours: 1, theirs: 2 },
    ]);
  });

  test('names objects without their like', () => {
    expect(objectDifferences([object('A', 'x')], [object('A', 'y')])).toEqual([
      { object: 'A/x', path: '', ours: object('A', 'x'), theirs: undefined },
      { object: 'A/y', path: '', ours: undefined, theirs: object('A', 'y') },
    ]);
  });

  test('fails when two objects have one kind and name', () => {
    expect(() => objectDifferences([object('A', 'x'), object('A', 'x')], [])).toThrow(new Error('two objects are A/x'));
  });
});

describe('judge', () => {
  const found = [{ object: 'A/x', path: 'spec', ours: { a: 1 }, theirs: undefined }];
  const entry: AllowedDifference = { object: 'A/x', path: 'spec', ours: { a: 1 }, reason: 'is meant' };

  test.each([
    ['the object', entry],
    ['any object', { ...entry, object: '*' }],
    ['any object of the kind', { ...entry, object: 'A/*' }],
    ['any field', { ...entry, path: 's*c' }],
    ['any object there', { ...entry, ours: expect.any(Object) }],
    ['what the object decides', { ...entry, ours: (name: string) => ({ a: name.length - 2 }) }],
  ])('explains a difference by an entry for %s', (_, allowed) => {
    expect(judge(found, [allowed])).toEqual({ unexplained: [], unused: [] });
  });

  test.each([
    ['object', { ...entry, object: 'A/y' }],
    ['kind', { ...entry, object: 'B/*' }],
    ['path', { ...entry, path: 'spec.a' }],
    ['character in the path', { ...entry, path: 's.ec' }],
    ['value of ours', { ...entry, ours: { a: 2 } }],
    ['type of ours', { ...entry, ours: expect.any(String) }],
    ['value that the object decides', { ...entry, ours: (name: string) => name }],
    ['value of theirs', { ...entry, theirs: null }],
  ])('leaves it unexplained, and the entry unused, where the %s is another', (_, allowed) => {
    expect(judge(found, [allowed])).toEqual({ unexplained: found, unused: [allowed] });
  });
});
