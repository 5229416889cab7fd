import { canonical, type ValueChange } from './compare';
import { ClusterOf, clustersBy, Consequence } from './consequence';
import { lostAddresses, lostHosts } from './lost-addresses';
import type { ChangedObject, FolderDifference, FolderObject } from './objects';
import { renamedSeries } from './renamed-series';
import { takenRoutes } from './taken-routes';
import { FINE, Finding, found } from '../../findings/finding';
import type { Path } from '../../findings/path';
import { PRUNE, SYNC_OPTIONS } from '../../objects/labels';
import { asObject, listOf, PlainValue } from '../../private/check';
import { fieldAt, FixedFields } from '../../private/kinds/kind';
import { isKind, kindName, kindOf } from '../../private/kinds/kind-of';
import { SERVICE } from '../../private/kinds/kubernetes-kinds';
import { isOpenKey } from '../../private/suspicious';
import { objectName, shownName } from '../../private/written';

const CLAIM = '/PersistentVolumeClaim';
const STATEFUL_SET = 'apps/StatefulSet';
const NAMESPACE = '/Namespace';
const DEFINITION = 'apiextensions.k8s.io/CustomResourceDefinition';

/**
 * What a difference does to what runs, beyond what each field says: in the order of the report. What is in the folders of two environments
 * is for two clusters.
 */
export function consequencesOf(difference: FolderDifference, environments: readonly string[] = []): Consequence[] {
  const { removed, changed } = difference;
  const clusterOf = clustersBy(environments);
  return [
    ...removed.flatMap(before => removalOf(before, difference, clusterOf).map(finding => ({ finding, before }))),
    ...changed.flatMap(each => {
      const { before, after } = each;
      return [...fixedFields(each), ...lostAddresses(each)].map(finding => ({ finding, before, after }));
    }),
    ...lostHosts(difference, clusterOf),
    ...takenRoutes(difference, clusterOf),
    ...renamedSeries(difference, clusterOf),
  ];
}

/** What is removed with an object, and what takes its place, as far as anything does. */
function removalOf(object: FolderObject, { added, removed }: FolderDifference, clusterOf: ClusterOf): Finding[] {
  const { value } = object;
  const tool = keptBy(value);
  if (isKind(value, NAMESPACE) && tool) return found('data-left-behind', '', { reason: 'kept', tool });
  if (isKind(value, NAMESPACE)) return found('data-left-behind', '', { reason: 'namespace', namespace: shownName(value.metadata?.name) });
  if (isKind(value, DEFINITION)) return found('data-left-behind', '', { reason: 'definition', kind: shownName(value.spec?.names?.kind) });
  const isLastOf = ({ value: other }: FolderObject) =>
    isKind(other, NAMESPACE) && !keptBy(other) && other.metadata?.name === value.metadata?.namespace;
  // what the removal of the namespace says of all that is in it
  if (removed.some(each => clusterOf(each) === clusterOf(object) && isLastOf(each))) return FINE;
  const successor = added.find(each => clusterOf(each) === clusterOf(object) && isRenamed(value, each.value));
  const now = successor && objectName(successor.value);
  const isMoved = now !== undefined;
  if (isKind(value, CLAIM) && tool) {
    return found('data-left-behind', '', isMoved ? { reason: 'kept-renamed', now, tool } : { reason: 'kept', tool });
  }
  if (isKind(value, CLAIM)) return found('data-left-behind', '', isMoved ? { reason: 'claim-renamed', now } : { reason: 'claim' });
  if (isKind(value, STATEFUL_SET)) return removalOfSet(value, now);
  if (!isKind(value, SERVICE)) return [];
  return found('address-changed', '', isMoved ? { reason: 'renamed', now } : { reason: 'removed' });
}

/** The tool that deletes an object neither if it is no longer declared, nor with all that the tool has applied. */
function keptBy({ metadata }: PlainValue): string | undefined {
  const options = String(asObject(metadata?.annotations)[SYNC_OPTIONS] ?? '').split(',').map(option => option.trim());
  if (['Prune=false', 'Delete=false'].every(option => options.includes(option))) return 'Argo CD';
  const isDisabled = [metadata?.annotations, metadata?.labels].some(map => String(asObject(map)[PRUNE]).toLowerCase() === 'disabled');
  return isDisabled ? 'Flux' : undefined;
}

function removalOfSet({ spec, metadata }: PlainValue, now: string | undefined): Finding[] {
  const claims = listOf<PlainValue>(spec?.volumeClaimTemplates).map(each =>
    `${shownName(each?.metadata?.name)}-${shownName(metadata?.name)}-…`);
  if (claims.length === 0) return [];
  if (now !== undefined) return found('data-left-behind', '', { reason: 'set-renamed', now, claims });
  const isDeleting = fieldAt(spec, ['persistentVolumeClaimRetentionPolicy', 'whenDeleted']) === 'Delete' as unknown;
  return found('data-left-behind', '', { reason: isDeleting ? 'set-deletes' : 'set', claims });
}

/** Whether an object is another one by another name: it says the same, or is the same component. */
function isRenamed(before: PlainValue, after: PlainValue): boolean {
  if (kindName(before) !== kindName(after)) return false;
  const componentOf = ({ metadata }: PlainValue) => ['name', 'component'].map(each => asObject(metadata?.labels)[`app.oam.dev/${each}`]);
  const [was, is] = [componentOf(before), componentOf(after)];
  return canonical(before.spec) === canonical(after.spec) || was[1] !== undefined && canonical(was) === canonical(is);
}

/** Fields that the API server does not change; one finding for each of them. */
function fixedFields({ before: { value }, after, changes }: ChangedObject): Finding[] {
  return (kindOf(value).fixed ?? []).flatMap(fixed => {
    if (fixed.ifImmutable && value.immutable !== true as unknown) return [];
    const places = new Map(changes.filter(change => !isDefault(change)).flatMap(change => {
      const place = fixedPlace(change, fixed, value, after.value);
      return place ? [[place.join('.'), place] as const] : [];
    }));
    return [...places.values()].flatMap(place => found('immutable-field', place, {
      kind: shownName(value.kind), name: objectName(value), anew: { phrase: fixed.anew },
    }));
  });
}

/** The field that cannot change and does; a part of the path whose steps are fields of the kind, and nobody's own. */
function fixedPlace({ path }: ValueChange, { fields, but = [] }: FixedFields, before: PlainValue, after: PlainValue): Path | undefined {
  const field = fields.find(each => leadsTo(each, path) || leadsTo(path, each));
  if (!field) return undefined;
  if (but.some(each => leadsTo(each, path))) return undefined;
  // what is added or removed whole may hold nothing of the field, or nothing but what can change
  if (path.length < field.length && [before, after].every(each => fieldAt(each, field) === undefined)) return undefined;
  const next = path[field.length];
  return but.length > 0 && typeof next === 'string' && isOpenKey(next) ? [...field, next] : field;
}

/** What the server writes into a fixed field that is not given. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  apiGroup: 'rbac.authorization.k8s.io', reclaimPolicy: 'Delete', type: 'Opaque', volumeMode: 'Filesystem',
};

/** Whether only what the server writes by itself is added, or left out. */
function isDefault({ kind, path, before, after }: ValueChange): boolean {
  const value = DEFAULTS[path.at(-1)!];
  return kind !== 'changed' && value !== undefined && (before ?? after) === value;
}

/** Whether some steps are the first ones of a path; `*` stands for any. */
function leadsTo(first: Path, path: Path): boolean {
  return first.length <= path.length && first.every((step, i) => step === '*' || step === path[i]);
}
