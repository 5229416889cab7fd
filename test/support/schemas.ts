import { kindFindings, partFindings } from './kind-schemas';
import { below, Finding, joinPath } from './schema-findings';

/** The groups whose kinds pass unchecked: the one that tests use for kinds of their own making. A kind of any other group without a schema is an error. */
export const WITHOUT_SCHEMA: ReadonlySet<string> = new Set(['example.com']);

/** A place where an object holds another one that its own schema leaves open. */
interface Embedded {
  /** The kinds that have this place. */
  readonly kind: RegExp;
  /** The way there; `*` stands for every entry of a list. */
  readonly path: readonly string[];
  readonly check: (value: any) => Finding[];
}

const EMBEDDED: readonly Embedded[] = [
  { kind: /^ApplicationConfiguration$/, path: ['spec', 'components', '*', 'traits', '*', 'trait'], check: objectFindings },
  { kind: /^Component$/, path: ['spec', 'workload'], check: objectFindings },
  {
    kind: /HelidonWorkload$/,
    path: ['spec', 'deploymentTemplate', 'podSpec'],
    check: (value) => partFindings('v1.PodSpec', value),
  },
  {
    kind: /HelidonWorkload$/,
    path: ['spec', 'serviceTemplate', 'serviceSpec'],
    check: (value) => partFindings('v1.ServiceSpec', value),
  },
  ...[['Coherence', 'sideCars'], ['Domain', 'serverPod', 'containers']].map(([kind, ...path]) => ofPods(kind, path, 'Container')),
  ...[['Coherence', 'volumes'], ['Domain', 'serverPod', 'volumes']].map(([kind, ...path]) => ofPods(kind, path, 'Volume')),
  ...[['Coherence', 'volumeMounts'], ['Domain', 'serverPod', 'volumeMounts']].map(([kind, ...path]) => ofPods(kind, path, 'VolumeMount')),
];

/** What operators put into pods as it is. */
function ofPods(kind: string, path: readonly string[], type: string): Embedded {
  return { kind: new RegExp(`^${kind}$`), path: ['spec', ...path, '*'], check: (value) => partFindings(`v1.${type}`, value) };
}

/**
 * Validates one Kubernetes object by the schema of its kind, and the objects embedded in it by theirs; a field that no
 * schema names is an error. Each error is `<kind> <namespace>/<name>: <field path> <what is wrong>`; none means valid.
 */
export function schemaErrors(object: any): string[] {
  const errors = objectFindings(object).map(({ path, message }) => `${labelOf(object)}: ${path === '' ? '' : `${path} `}${message}`);
  // what the schema around an embedded object says of it as well (its missing kind, a field of its Service) is said once
  return [...new Set(errors)];
}

/** The errors of each object, in order. */
export function schemaErrorsOf(objects: any[]): string[] {
  return objects.flatMap((object) => schemaErrors(object));
}

function objectFindings(object: any): Finding[] {
  const untyped = ['apiVersion', 'kind'].flatMap((field) => typeMetaFindings(field, object?.[field]));
  if (untyped.length > 0) return untyped;
  const { apiVersion, kind } = object;
  const findings = kindFindings(apiVersion, kind, object);
  if (findings) return [...findings, ...embeddedFindings(object, kind)];
  return WITHOUT_SCHEMA.has(apiVersion.split('/')[0]) ? [] : [{ path: '', message: `no schema for ${apiVersion} ${kind}` }];
}

function typeMetaFindings(field: string, value: any): Finding[] {
  if (value === undefined) return [{ path: '', message: `must have required property '${field}'` }];
  return typeof value === 'string' ? [] : [{ path: field, message: 'must be string' }];
}

function embeddedFindings(object: any, kind: string): Finding[] {
  return EMBEDDED.filter((embedded) => embedded.kind.test(kind)).flatMap((embedded) =>
    placesOf(object, embedded.path).flatMap(({ at, value }) => embedded.check(value).map((finding) => below(at, finding))));
}

/** The objects at a path; what is missing or no object is left to the schema around it. */
function placesOf(value: any, path: readonly string[], at = ''): { at: string; value: any }[] {
  if (typeof value !== 'object' || value === null) return [];
  const [key, ...rest] = path;
  if (key === undefined) return Array.isArray(value) ? [] : [{ at, value }];
  if (key !== '*') return placesOf(value[key], rest, joinPath(at, key));
  return Array.isArray(value) ? value.flatMap((entry, index) => placesOf(entry, rest, joinPath(at, index))) : [];
}

function labelOf(object: any): string {
  const { name, namespace } = object?.metadata ?? {};
  const id = [namespace, name ?? '(no name)'].filter((part) => part !== undefined).join('/');
  return `${object?.kind ?? '(no kind)'} ${id}`;
}
