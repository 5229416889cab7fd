import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { parse } from 'yaml';
import { Answer } from './bench/client';
import { describeCluster } from './support/describe-cluster';
import { declare, Mistake, MISTAKES, Outcome } from './support/mistakes';
import { changedFields } from './support/mistakes/changed-fields';
import { NAMELESS, NAMES, STRICTER } from './support/mistakes/names';
import { ManifestChecks } from '../../src/cluster/checks/manifest-checks';
import { problemOf } from '../../src/base/findings/words';
import { nameRuleOf, removedVersion } from '../../src/base/kind-of';
import { eventually } from '../e2e/support/waiting';

const CRDS = join(__dirname, '../../crds');

/** What the table claims, and with it that each of its lines has been looked at. */
const COUNTS: Readonly<Record<Outcome['kind'], number>> = { refused: 135, checked: 60, open: 76, accepted: 34, stricter: 12 };

const SAID: Readonly<Record<Outcome['kind'], string>> = {
  refused: 'refused by the library, and by the server',
  stricter: 'refused by the library alone',
  accepted: 'accepted by the server',
  checked: 'refused by the checks against schemas, and by the server',
  open: 'refused by the server, and by its own rules alone',
};

const CHECKS = new ManifestChecks({});
const isFound = (each: any) => CHECKS.checkWhole(each).some(({ isWarning }) => !isWarning);

describe('the table', () => {
  const all = Object.values(MISTAKES).flat();

  test('has mistakes of each outcome, each with a program', () => {
    const counts = Object.fromEntries(Object.keys(COUNTS).map((kind) => [kind, all.filter(({ outcome }) => outcome.kind === kind).length]));
    expect(counts).toEqual(COUNTS);
    expect(all.filter(({ programs }) => Object.keys(programs).length === 0)).toEqual([]);
  });

  test('has each once, and says why', () => {
    for (const mistakes of Object.values(MISTAKES)) expect(new Set(mistakes.map(({ title }) => title)).size).toBe(mistakes.length);
    for (const { outcome } of all) expect('server' in outcome ? outcome.server : outcome.why).toMatch(/.{9}/);
  });
});

describeCluster({}, 'a mistake', (cluster) => {
  let namespaces = 0;

  beforeAll(async () => {
    // where the access to a scraper is, whatever the namespace of the program
    await cluster().client.namespace('monitoring');
    for (const file of readdirSync(CRDS)) {
      const crd = parse(readFileSync(join(CRDS, file), 'utf8'));
      await cluster().client.apply(crd);
      const { group, names, versions } = crd.spec;
      const apiVersion = `${group}/${versions[0].name}`;
      await eventually(async () => await cluster().client.knows(apiVersion, names.kind) || undefined, () => `${names.kind} is not served`);
    }
  });

  /** A namespace of one program, with what was there before it. */
  const newNamespace = async ({ before }: Mistake): Promise<string> => {
    const name = `mistake-${++namespaces}`;
    await cluster().client.namespace(name);
    if (before) await cluster().client.apply(inNamespace(before, name));
    return name;
  };

  /** The refusal of an object; undefined where it was accepted. */
  const refusalOf = async (object: any): Promise<string | undefined> => {
    const { client } = cluster();
    const { apiVersion, kind } = object;
    // a server without the API version answers no apply either
    if (!await client.knows(apiVersion, kind)) return `the API server knows no ${apiVersion} ${kind}`;
    const { status, body }: Answer = await client.tryApply(object);
    return status < 300 ? undefined : body.message;
  };

  const expectRefusal = (refusals: readonly (string | undefined)[], text: string) => {
    const said = refusals.filter((each) => each !== undefined);
    const parts = text.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    expect(said.join('\n')).toMatch(new RegExp(parts.join('.*')));
  };

  for (const [where, mistakes] of Object.entries(MISTAKES)) {
    describe(`in ${where}`, () => {
      for (const mistake of mistakes) {
        const { title, outcome, object } = mistake;
        test(`${title} is ${SAID[outcome.kind]}`, async () => {
          const byHand = await refusalOf(inNamespace(object, await newNamespace(mistake)));
          if ('server' in outcome) expectRefusal([byHand], outcome.server);
          else expect(byHand).toBeUndefined();
          for (const program of Object.values(mistake.programs)) {
            const { codes, objects } = declare(mistake, program, await newNamespace(mistake));
            if (outcome.kind === 'checked') expect(codes).not.toEqual([]);
            else expect(codes).toEqual('code' in outcome ? [outcome.code] : []);
            if (outcome.kind === 'checked' || 'code' in outcome) continue;
            const looked = objects.filter(({ kind }) => mistake.kinds?.includes(kind) ?? true);
            expect(looked.length).toBeGreaterThanOrEqual(mistake.kinds?.length ?? 1);
            const refusals: (string | undefined)[] = [];
            for (const each of looked) refusals.push(await refusalOf(each));
            if ('server' in outcome) {
              expectRefusal(refusals, outcome.server);
              // of a program for an OAM platform, as it would be by hand
              const checkedObjects = mistake.platform === 'oam' ? [object] : looked;
              expect(checkedObjects.some((each) => isFound(each))).toBe(false);
            } else {
              expect(refusals.filter(Boolean)).toEqual([]);
              const changed: string[] = [];
              for (const each of looked) changed.push(...changedFields(each, await cluster().client.get(each)));
              expect(changed).toEqual(outcome.changed);
            }
          }
        });
      }
    });
  }

  test('a name is taken by the server as the library says, of each kind', async () => {
    const differing: string[] = [];
    const counts = { taken: 0, refused: 0 };
    await cluster().client.namespace('names');
    for (const object of NAMELESS) {
      for (const name of NAMES) {
        const named = { ...object, metadata: { name, namespace: isNamespaced(object) ? 'names' : undefined } };
        const { status, body } = await cluster().client.tryCreate(named, { dryRun: true });
        const isTaken = status < 300;
        counts[isTaken ? 'taken' : 'refused']++;
        if (!isTaken) expect(body.message).toMatch(/name|must be no more than|label/);
        const isRight = !nameRuleOf(object)(name, named) === isTaken;
        if (!isRight) differing.push(`${object.kind} of ${name.length > 50 ? name.length : name}`);
      }
    }
    expect(differing).toEqual(STRICTER);
    expect(counts).toEqual({ taken: 411, refused: 337 });
  });

  test('a removed API version is one that the server does not serve, and the one in its place is', async () => {
    const { client } = cluster();
    const { groups } = await client.ask('GET', '/apis');
    const served: string[] = ['v1', ...groups.flatMap(({ versions }: any) => versions.map(({ groupVersion }: any) => groupVersion))];
    const kinds = new Set<string>(['PodSecurityPolicy']);
    for (const apiVersion of served) {
      const { resources } = await client.ask('GET', apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`);
      for (const { kind } of resources) {
        kinds.add(kind);
        expect([apiVersion, kind, removedVersion({ apiVersion, kind })]).toEqual([apiVersion, kind, []]);
      }
    }
    const versions = ['extensions', ...groups.map(({ name }: any) => name)].flatMap((group) => OLD.map((version) => `${group}/${version}`));
    const removed = versions.flatMap((apiVersion) => [...kinds].map((kind) => ({ apiVersion, kind, findings: removedVersion({ apiVersion, kind }) })))
      .filter(({ findings }) => findings.length > 0);
    for (const { apiVersion, kind, findings: [found] } of removed) {
      const problem = problemOf(found);
      expect([apiVersion, kind, await client.knows(apiVersion, kind)]).toEqual([apiVersion, kind, false]);
      const [, now] = problem.match(/^must be "([^"]+)"/) ?? [];
      if (now) expect([now, kind, await client.knows(now, kind)]).toEqual([now, kind, true]);
    }
    expect(removed).toHaveLength(45);
    expect(kinds.size).toBeGreaterThan(60);
  });
});

/** Versions that came before those of today. */
const OLD = ['v1alpha1', 'v1beta1', 'v1beta2', 'v2alpha1', 'v2beta1', 'v2beta2'];

function isNamespaced({ kind }: any): boolean {
  return !['Namespace', 'ClusterRole', 'ClusterRoleBinding', 'PriorityClass'].includes(kind);
}

function inNamespace(object: any, namespace: string): any {
  return { ...object, metadata: { ...object.metadata, namespace } };
}
