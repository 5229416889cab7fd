import { KeptFields, OAM_FIELDS } from '../../manifest/checking/oam-fields';
import { definedNames } from '../../private/kubernetes-api/definitions';

/** Names of fields that the resources of operators and for several clusters have beside those of OAM and Kubernetes. */
const OTHERS = ['configuration', 'domainType', 'domainUID', 'jvm', 'monitoringExporter', 'placement', 'serverPod', 'webLogicCredentialsSecret'];

function namesOf(fields: KeptFields): string[] {
  if (typeof fields !== 'object') return [];
  return Object.entries(fields).flatMap(([name, inner]) => [...Array.isArray(fields) ? [] : [name], ...namesOf(inner)]);
}

let known: ReadonlySet<string> | undefined;

/** Whether a key is the name of a field that is known to be such, and no secret in a wrong place. */
export function isKnownKey(name: string): boolean {
  known ??= new Set([
    ...OTHERS,
    ...OAM_FIELDS.flatMap(namesOf),
    ...definedNames(),
  ]);
  return known.has(name);
}
