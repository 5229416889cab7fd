import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { ApiClient, describe as nameOf } from './bench/client';
import { CRD_MODULE_NAMES, crdsOf, establish, kindsOf, readCrds } from './bench/crds';
import { describeCluster } from './support/describe-cluster';
import { differences } from './support/differences';
import { allowedBy, allowedLines, DROPPED, NOT_PROVED, STORED_TWICE } from './support/drift';
import { objectsOf, synth } from '../examples/programs';

const ROOT = join(__dirname, '../..');

/** What `examples/` renders is in dist/, but for the README's program. */
const FOLDERS = ['dist/oam', 'dist/kubernetes', 'test/golden'];
const README = 'examples/readme/main.ts';

interface Written {
  readonly file: string;
  readonly objects: readonly any[];
}

const kindOf = ({ apiVersion, kind }: any) => `${apiVersion} ${kind}`;
const isProved = (object: any) => NOT_PROVED[kindOf(object)] === undefined;

const WRITTEN: readonly Written[] = FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder)).sort().map((name) => {
  const file = `${folder}/${name}`;
  try {
    return { file, objects: objectsOf(readFileSync(join(ROOT, file), 'utf8')) };
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`);
  }
}));
const KINDS = new Set(WRITTEN.flatMap(({ objects }) => objects.map(kindOf)));

/** The parts of the files with some of their objects. */
function partsWith(belongs: (object: any) => boolean): Written[] {
  return WRITTEN.map(({ file, objects }) => ({ file, objects: objects.filter(belongs) })).filter(({ objects }) => objects.length > 0);
}

/** How many objects the server has judged, by file, and what they needed of the tables. */
const judged = new Map<string, number>();
const neededLines = new Set<string>();
const storedTwice = new Set<string>();

describeCluster({ crds: CRD_MODULE_NAMES }, 'the objects of dist/ and test/golden/', (cluster) => {
  beforeAll(async () => {
    await establish(cluster().client, [...readCrds(CRD_MODULE_NAMES, KINDS), ...crdsOf(join(ROOT, 'crds'))]);
  }, 150_000);

  test('are of kinds that the server knows, but for those whose CRDs no registry serves', async () => {
    const { client } = cluster();
    const unknown = await Promise.all([...KINDS].map(async (each) => await client.knows(...pairOf(each)) ? [] : [each]));

    expect(unknown.flat().sort()).toEqual(Object.keys(NOT_PROVED));
  });

  test.each(partsWith(isProved))('of $file are accepted, unchanged by a second apply, and come back as they were written', async (written) => {
    await judge(cluster().client, written);
  });

  test(`of ${README}, which are committed nowhere, are too`, async () => {
    const objects = Object.values(await synth(README)).flatMap(objectsOf);

    await judge(cluster().client, { file: README, objects });
    expect(objects.map(({ kind }) => kind).sort()).toEqual(['Deployment', 'Ingress', 'PodDisruptionBudget', 'PodMonitor', 'Service']);
  });

  test.each(DROPPED)('would not keep $title', async ({ object, lost, changedAgain }) => {
    const { client } = cluster();
    const first = await client.apply(object);
    const second = await client.apply(object);
    const live = await client.get(object);
    await remove(client, object);

    const missing = differences(object, live).filter(({ change }) => change !== 'added');
    expect(missing.map(({ path }) => path).sort()).toEqual(lost);
    expect(differences(first, second).map(({ path }) => path).filter((path) => !path.startsWith('metadata.managedFields')).sort()).toEqual(changedAgain);
  });

  describe('of kinds whose schema is our own (test/crds), which proves nothing of the operators\'', () => {
    beforeAll(async () => {
      const crds = crdsOf(join(ROOT, 'test/crds')).filter((crd) => kindsOf(crd).some((each) => NOT_PROVED[each]));
      expect(crds).toHaveLength(Object.keys(NOT_PROVED).length);
      await establish(cluster().client, crds);
    }, 150_000);

    test.each(partsWith((object) => !isProved(object)))('of $file fit it', async (written) => {
      await judge(cluster().client, written);
    });
  });

  describe('have been looked at', () => {
    test('all of them, in all files', () => {
      // not by the parser that finds them above
      const counts = Object.fromEntries(FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder)).map((name): [string, number] => {
        const text = readFileSync(join(ROOT, folder, name), 'utf8');
        return [`${folder}/${name}`, text.match(/^kind: /gm)!.length];
      })));

      expect(Object.keys(counts).length).toBeGreaterThan(60);
      expect(Object.fromEntries(judged)).toEqual({ ...counts, [README]: 5 });
    });

    test('and each line of the tables was needed', () => {
      expect(allowedLines().filter((line) => !neededLines.has(line))).toEqual([]);
      expect(Object.keys(STORED_TWICE).filter((kind) => !storedTwice.has(kind))).toEqual([]);
    });
  });
});

/** Applies the objects of a file twice, reads them back and removes them. */
async function judge(client: ApiClient, { file, objects }: Written): Promise<void> {
  await Promise.all([...new Set(objects.map(({ metadata }) => metadata?.namespace ?? 'default'))].map(async (name) => prepare(client, name)));
  try {
    const findings = await Promise.all(objects.map(async (object) => {
      const found = await faults(client, object);
      return found.map((each) => `${nameOf(object)}: ${each}`);
    }));
    judged.set(file, (judged.get(file) ?? 0) + objects.length);
    expect(findings.flat()).toEqual([]);
  } finally {
    await Promise.all(objects.map(async (object) => remove(client, object)));
  }
}

/** A namespace as a cluster with controllers has it. */
async function prepare(client: ApiClient, name: string): Promise<void> {
  await client.namespace(name);
  // pods are refused without it
  await client.apply({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: name } });
}

/** What is wrong with an object, in the server's eyes. */
async function faults(client: ApiClient, object: any): Promise<string[]> {
  const [apiVersion, kind] = pairOf(kindOf(object));
  if (!object.metadata?.name) return ['has no metadata.name'];
  if (!await client.knows(apiVersion, kind)) {
    return ['no CRD of it is applied: add its module to CRD_MODULES in bench/crds.ts, or where no proxy serves it a line to NOT_PROVED in support/drift.ts'];
  }
  const first = await client.tryApply(object);
  if (first.status >= 300) return [`refused: ${first.body.message}`];
  if (first.status !== 201) return ['is there already: the file has it twice, or a test before has left it'];
  const { body: second } = await client.tryApply(object);
  const live = await client.get(object);
  return [
    ...await changesOf(client, object, first.body, second),
    ...differences(second, live).map(({ path }) => `${path} is read otherwise than it was answered`),
    ...unexpected(object, live),
  ];
}

/** What the second apply changed, which should be nothing. */
async function changesOf(client: ApiClient, object: any, first: any, second: any): Promise<string[]> {
  const paths = differences(first, second).map(({ path }) => path);
  const nothingSeen = paths.length === 1 && paths[0] === 'metadata.resourceVersion';
  if (!nothingSeen || STORED_TWICE[kindOf(object)] === undefined) return paths.map((path) => `a second apply changes ${path}`);
  storedTwice.add(kindOf(object));
  const third = await client.tryApply(object);
  return differences(second, third.body).map(({ path }) => `a third apply changes ${path}`);
}

/** What comes back otherwise than it was written, and is not in the table. */
function unexpected(object: any, live: any): string[] {
  return differences(object, live).flatMap((difference) => {
    const line = allowedBy(kindOf(object), difference);
    if (line !== undefined) neededLines.add(line);
    const { path, change, applied, live: value } = difference;
    return line === undefined ? [`${path} was ${change}, ${JSON.stringify(applied)} is ${JSON.stringify(value)}`] : [];
  });
}

/** No controller takes the finalizers off. */
async function remove(client: ApiClient, object: any): Promise<void> {
  if (!object.metadata?.name || !await client.knows(object.apiVersion, object.kind)) return;
  const live = await client.get(object);
  if (live?.metadata.finalizers) await client.merge(object, { metadata: { finalizers: null } });
  await client.delete(object);
}

function pairOf(kind: string): [apiVersion: string, kind: string] {
  const [apiVersion, name] = kind.split(' ');
  return [apiVersion, name];
}
