/** Objects judged by a real API server and by the checks of manifests. */
import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { parse } from 'yaml';
import { applied, created, inParallel, PANIC, ServerVerdict } from './judged';
import { Mutant } from './mutations';
import { NAMESPACE, VALID_OBJECTS } from './valid-objects';
import { ManifestChecks } from '../../../src/cluster/checks/manifest-checks';
import { kubernetesSet } from '../../../src/cluster/checks/schema-store';
import { describe } from '../../../src/base/findings/words';
import { ApiClient } from '../bench/client';
import { Cluster } from '../bench/cluster';
import { CRD_MODULE_NAMES, crdsOf, establish, readCrds } from '../bench/crds';

const CUSTOM = join(__dirname, '../valid-custom');

/** Objects of operators and of OAM, rich in fields. */
export const VALID_CUSTOM: readonly any[] = readdirSync(CUSTOM).sort().flatMap((file) => parse(readFileSync(join(CUSTOM, file), 'utf8')));

/** All valid objects. */
export const VALID: readonly any[] = [...VALID_OBJECTS, ...VALID_CUSTOM];

/** The minor version of Kubernetes that is built for the tests. */
export const KUBERNETES = '1.34';

/** Why a server refuses an object. */
export type Refusal =
  /** It does not serve the kind. */
  | 'kind'
  /** It cannot read the object: types, unknown fields. */
  | 'reading'
  /** The schema of a custom kind, but for its rules. */
  | 'schema'
  /** A rule in CEL of such a schema. */
  | 'CEL'
  /** Kubernetes' own code for its own kinds. */
  | 'validation';

export interface Compared extends Mutant {
  /** What the library finds. */
  readonly found: readonly string[];
  readonly server: ServerVerdict;
  /** Nothing of what the server accepts. */
  readonly refusal?: Refusal;
}

const BUILT_IN = new Set(Object.keys(kubernetesSet(KUBERNETES).kinds));

/** Whether Kubernetes itself has the API version of an object. */
export const isBuiltIn = ({ apiVersion }: any) => BUILT_IN.has(apiVersion);

/** The values in messages about rules are types. */
const OF_RULE = /^Invalid value: "(object|array|string|integer|number|boolean)": |some validation rules were not checked/;

/** Messages about types have them as well. */
const OF_TYPE = / in body must be of type /;

function refusalOf(mutant: Mutant, { verdict: answer, stage, status, causes = [] }: ServerVerdict): Refusal | undefined {
  if (answer === 'accepted') return undefined;
  if (stage === 'kind') return 'kind';
  if (stage !== 'validate') return status === 400 ? 'reading' : 'validation';
  if (isBuiltIn(mutant.base)) return 'validation';
  return causes.every(({ message }) => OF_RULE.test(message) && !OF_TYPE.test(message)) ? 'CEL' : 'schema';
}

/** The definitions of all custom kinds that the library has schemas of. */
export const definitions = () => [...readCrds(CRD_MODULE_NAMES), ...crdsOf(join(__dirname, '../../../crds'))];

/** A server that serves all kinds that the library has schemas of, with the namespace of the valid objects. */
export async function prepare({ client }: Cluster): Promise<void> {
  await establish(client, definitions());
  await client.namespace(NAMESPACE);
  for (const namespace of [NAMESPACE, 'default']) {
    await client.apply({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace } });
  }
}

/**
 * The verdicts of both. Status is left out, which clients do not write, and so is what a template may fill in.
 */
export async function compared(client: ApiClient, mutants: readonly Mutant[]): Promise<Compared[]> {
  const checks = new ManifestChecks({ kubernetesVersion: KUBERNETES });
  const own = mutants.filter(({ changes }) => changes.every((change) => !/^status\b|\{\{/.test(change)));
  return inParallel(own, async (each) => {
    const found = checks.checkWhole(each.object).filter(({ isWarning }) => !isWarning).map(describe);
    const server = await verdict(client, each, found);
    return { ...each, found, server, refusal: refusalOf(each, server) };
  });
}

/** A create merges no lists, so that it refuses no elements that are one to server-side apply. */
async function verdict(client: ApiClient, { object, base }: Mutant, found: readonly string[]): Promise<ServerVerdict> {
  const answer = await created(client, object, base, { dryRun: true });
  const isOfList = found.length > 0 && found.every((each) => / (has|is) the same /.test(each));
  return answer.verdict === 'accepted' && isOfList ? applied(client, object) : answer;
}

/** What the library refuses and the server takes, on purpose. */
const STRICTER = [
  // the server keeps any effect of a taint on a device, and none but these has a meaning
  /taints\[\d+\]\.effect' must be one of/,
  // a dry run gives out no node ports, so that it refuses none
  /^invalid-port: '[^']*nodePort'/,
  // the server writes this label of a Namespace itself
  /^invalid-label: 'metadata\.labels\['kubernetes\.io\/metadata\.name'\]'/,
  // it takes a LimitRange without a name, which nobody could ask for
  /^missing-field: 'metadata\.name'/,
  // no Secret has such a name
  /^invalid-name: /,
];

/** Whether the library refuses what the server takes, and should not. */
export const isFalseAlarm = ({ refusal, found }: Compared) =>
  refusal === undefined && found.some((each) => !STRICTER.some((pattern) => pattern.test(each)));

/** Whether the server's own code fails on it. */
export const isPanic = ({ server }: Compared) => server.message === PANIC;

/** Each object with each of its fields deleted. */
export function deletions(bases: readonly any[]): Mutant[] {
  return bases.flatMap((base) => fieldsOf(base).map((path) => {
    const object = structuredClone(base);
    const holder = path.slice(0, -1).reduce((each: any, step) => each[step], object);
    delete holder[path.at(-1)!];
    return { base, object, changes: [`${path.join('.')}: deleted`] };
  }));
}

function fieldsOf(value: any, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((key) => {
    const own = [...path, Array.isArray(value) ? Number(key) : key];
    return [...Array.isArray(value) || ['apiVersion', 'kind'].includes(key) ? [] : [own], ...fieldsOf(value[key], own)];
  });
}

/** One line of what was compared. */
export const told = ({ base, changes, server, found }: Compared) =>
  `${base.kind} ${changes.join('; ')}: ${server.verdict === 'accepted' ? 'accepted' : server.message.slice(0, 300)} | ${found.join(' | ')}`;
