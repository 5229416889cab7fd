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
 * The effects of a difference on what runs, beyond the changes of fields, in the order of the report. The folders of two environments
 * count as two clusters.
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

/** What is lost when an object is removed. Names the object that replaces it, if there is one. */
function removalOf(object: FolderObject, { added, removed }: FolderDifference, clusterOf: ClusterOf): Finding[] {
  const { value } = object;
  const tool = keptBy(value);
  if (isKind(value, NAMESPACE) && tool) return found('data-left-behind', '', { reason: 'kept', tool });
  if (isKind(value, NAMESPACE)) return found('data-left-behind', '', { reason: 'namespace', namespace: shownName(value.metadata?.name) });
  if (isKind(value, DEFINITION)) return found('data-left-behind', '', { reason: 'definition', kind: shownName(value.spec?.names?.kind) });
  const isLastOf = ({ value: other }: FolderObject) =>
    isKind(other, NAMESPACE) && !keptBy(other) && other.metadata?.name === value.metadata?.namespace;
  // the finding on the removed namespace covers all objects in it
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

/** The tool that annotations or labels keep from deleting an object, whether it prunes or deletes everything that it has applied. */
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

/** Whether `after` is `before` under another name: both have the same spec, or belong to the same component. */
function isRenamed(before: PlainValue, after: PlainValue): boolean {
  if (kindName(before) !== kindName(after)) return false;
  const componentOf = ({ metadata }: PlainValue) => ['name', 'component'].map(each => asObject(metadata?.labels)[`app.oam.dev/${each}`]);
  const [was, is] = [componentOf(before), componentOf(after)];
  return canonical(before.spec) === canonical(after.spec) || was[1] !== undefined && canonical(was) === canonical(is);
}

/** Finds changes of fields that are immutable for the API server: one finding for each field. */
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

/** The immutable field that changes: the part of the path whose steps are fields of the kind, not keys that users choose. */
function fixedPlace({ path }: ValueChange, { fields, but = [] }: FixedFields, before: PlainValue, after: PlainValue): Path | undefined {
  const field = fields.find(each => leadsTo(each, path) || leadsTo(path, each));
  if (!field) return undefined;
  if (but.some(each => leadsTo(each, path))) return undefined;
  // a map that is added or removed as a whole may lack the field, and contain only fields that can change
  if (path.length < field.length && [before, after].every(each => fieldAt(each, field) === undefined)) return undefined;
  const next = path[field.length];
  return but.length > 0 && typeof next === 'string' && isOpenKey(next) ? [...field, next] : field;
}

/** The defaults that the server writes into immutable fields. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  apiGroup: 'rbac.authorization.k8s.io', reclaimPolicy: 'Delete', type: 'Opaque', volumeMode: 'Filesystem',
};

/** Whether a change only adds or omits the default that the server writes. */
function isDefault({ kind, path, before, after }: ValueChange): boolean {
  const value = DEFAULTS[path.at(-1)!];
  return kind !== 'changed' && value !== undefined && (before ?? after) === value;
}

/** Whether a path starts with some steps; `*` matches any step. */
function leadsTo(first: Path, path: Path): boolean {
  return first.length <= path.length && first.every((step, i) => step === '*' || step === path[i]);
}
