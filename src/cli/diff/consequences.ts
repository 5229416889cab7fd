import { canonical, type ValueChange } from './compare';
import { ClusterOf, clustersBy, Consequence } from './consequence';
import type { ChangedObject, FolderDifference, FolderObject } from './objects';
import { renamedSeries } from './renamed-series';
import { takenRoutes } from './taken-routes';
import { Finding, found } from '../../findings/finding';
import type { Path } from '../../findings/path';
import { asObject, isFilled, listOf, PlainValue } from '../../private/check';
import { fieldAt, FieldSteps, FixedFields, steps } from '../../private/kinds/kind';
import { isKind, kindName, kindOf } from '../../private/kinds/kind-of';
import { SERVICE } from '../../private/kinds/kubernetes-kinds';
import { isOpenKey } from '../../private/suspicious';
import { objectName, shownName } from '../../private/written';

const CLAIM = '/PersistentVolumeClaim';
const STATEFUL_SET = 'apps/StatefulSet';

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
      return [...fixedFields(each), ...givenUp(each)].map(finding => ({ finding, before, after }));
    }),
    ...lostHosts(difference, clusterOf),
    ...takenRoutes(difference, clusterOf),
    ...renamedSeries(difference, clusterOf),
  ];
}

/** What is removed with an object, and what takes its place, as far as anything does. */
function removalOf(object: FolderObject, { added }: FolderDifference, clusterOf: ClusterOf): Finding[] {
  const { value } = object;
  const successor = added.find(each => clusterOf(each) === clusterOf(object) && isRenamed(value, each.value));
  const now = successor && objectName(successor.value);
  const isMoved = now !== undefined;
  if (isKind(value, CLAIM)) return found('data-left-behind', '', isMoved ? { reason: 'claim-renamed', now } : { reason: 'claim' });
  if (isKind(value, STATEFUL_SET)) return removalOfSet(value, now);
  if (!isKind(value, SERVICE)) return [];
  return found('address-changed', '', isMoved ? { reason: 'renamed', now } : { reason: 'removed' });
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

/** What comes with the type of a Service, of which the address is given up. */
const GIVEN_UP = { LoadBalancer: 'external', NodePort: 'node-port' } as const;

function givenUp({ before: { value }, after, changes }: ChangedObject): Finding[] {
  if (!isKind(value, SERVICE) || !changes.some(({ path }) => path[0] === 'spec' && (path[1] === 'type' || path.length === 1))) return [];
  const [was, is] = [value, after.value].map(({ spec }) => shownName(spec?.type ?? 'ClusterIP'));
  const reason = Object.hasOwn(GIVEN_UP, was) ? GIVEN_UP[was as keyof typeof GIVEN_UP] : undefined;
  // a load balancer has ports of nodes, too
  if (!reason || was === is || was === 'NodePort' && is === 'LoadBalancer') return [];
  return found('address-changed', 'spec.type', { reason, was, is });
}

/** Where objects have the hosts that they serve, by group and kind. */
const HOSTS: Readonly<Record<string, FieldSteps>> = {
  'networking.k8s.io/Ingress': steps('spec.rules.*.host'),
  'gateway.networking.k8s.io/HTTPRoute': steps('spec.hostnames.*'),
  'gateway.networking.k8s.io/GRPCRoute': steps('spec.hostnames.*'),
  'gateway.networking.k8s.io/TLSRoute': steps('spec.hostnames.*'),
  'networking.istio.io/VirtualService': steps('spec.hosts.*'),
};

/** Hosts that nothing serves any more, at the object that did. */
function lostHosts({ removed, changed, added, kept }: FolderDifference, clusterOf: ClusterOf): Consequence[] {
  const keyOf = (object: FolderObject, host: string) => JSON.stringify([clusterOf(object), host]);
  const served = new Set([...added, ...kept, ...changed.map(({ after }) => after)]
    .flatMap(object => hostsOf(object.value).map(host => keyOf(object, host))));
  const pairs: { readonly before: FolderObject; readonly after?: FolderObject }[] = [...removed.map(before => ({ before })), ...changed];
  return pairs.flatMap(({ before, after }) => {
    const hosts = [...new Set(hostsOf(before.value))].filter(host => !served.has(keyOf(before, host)));
    return hosts.length === 0 ? [] : found('address-changed', '', { reason: 'host', hosts }).map(finding => ({ finding, before, after }));
  });
}

function hostsOf(value: PlainValue): string[] {
  const kind = Object.keys(HOSTS).find(each => isKind(value, each));
  return kind === undefined ? [] : valuesAt(value, HOSTS[kind]).filter(isFilled).map(host => host.toLowerCase()).filter(isHost);
}

/** A host and nothing that somebody has put into its place. */
const isHost = (text: string) => /^(\*\.)?[a-z\d.-]{1,253}$/.test(text);

function valuesAt(value: unknown, [step, ...rest]: FieldSteps): unknown[] {
  if (step === undefined) return [value];
  if (step === '*') return listOf(value).flatMap(each => valuesAt(each, rest));
  return valuesAt(asObject<Record<string, unknown>>(value)[step], rest);
}
