import { EVERYWHERE, ISSUER_ANNOTATIONS, PLACES, POD_PLACES, ReferencePlaces, SECRET_MAKERS } from './places';
import { FINE, Finding, found } from '../findings/finding';
import { joinPath, Path, pathOf } from '../findings/path';
import type { ObjectIndex } from '../objects/object-index';
import { podSpecPaths } from '../objects/pod-holders';
import { asObject, isFilled, listOf, PlainValue, textOf } from '../private/check';
import { grouped } from '../private/grouped';
import { fieldAt } from '../private/kinds/kind';
import { isKind, kindName } from '../private/kinds/kind-of';
import { nearest } from '../private/nearest';
import { groupOf, TypedManifest } from '../private/oam-kind';
import { isBuiltIn, isClusterScoped } from '../private/scopes';
import { madeOf, servicesOf } from '../workloads/known-kinds';

/** An object by its group and kind (`apps/Deployment`), its namespace and its name. */
interface NamedThing {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** An object that another one refers to. */
interface ObjectReference extends NamedThing {
  /** The field that refers to it. */
  readonly path: Path;
  /** The keys that it must have. */
  readonly keys: readonly { readonly key: string; readonly path: Path }[];
}

/** An object that exists although it is not rendered; without a namespace, it exists in every namespace. */
interface KnownElsewhere {
  /** The kind without its group. */
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** A value, and its path. */
interface PlacedValue {
  readonly value: PlainValue | undefined;
  readonly path: Path;
}

/** The objects that an object refers to and that have to exist. */
export function referencesOf(object: TypedManifest): ObjectReference[] {
  const namespace = textOf(object.metadata?.namespace);
  const inPods = podSpecPaths(object).flatMap(at => referencesAt({ value: fieldAt(object, at), path: at }, POD_PLACES, namespace));
  return [...inPods, ...referencesAt({ value: object, path: [] }, PLACES[kindName(object)] ?? {}, namespace)];
}

function referencesAt({ value, path }: PlacedValue, places: ReferencePlaces, namespace: string | undefined): ObjectReference[] {
  return Object.entries(places).flatMap(([at, kind]) => valuesAt({ value, path }, at).flatMap(each => referenceOf(each, kind, namespace)));
}

/** The values at a path with `[]` for each element of a list. */
function valuesAt(from: PlacedValue, at: string): PlacedValue[] {
  const [first, ...rest] = at.split('[]');
  const steps = pathOf(first.replace(/^\./, ''));
  const value = steps.reduce<PlainValue | undefined>((around, step) => around?.[step], from.value);
  const path = joinPath(from.path, steps);
  if (rest.length === 0) return value == null ? [] : [{ value, path }];
  return listOf(value).flatMap((each, i) => valuesAt({ value: each, path: [...path, i] }, rest.join('[]')));
}

/** The fields that hold the name in a reference. */
const NAMES = ['name', 'secretName', 'claimName'];

function referenceOf({ value, path }: PlacedValue, usual: string, around: string | undefined): ObjectReference[] {
  // an annotation may prefix the name with the namespace
  if (typeof value === 'string') return isSecretItself(path) ? [] : named(usual, value.split('/').reverse(), path, around);
  const given = asObject(value);
  const field = NAMES.find(name => isFilled(given[name]));
  const kind = kindOfReference(given, usual);
  if (field === undefined || given.optional === true || kind === undefined) return [];
  const [reference] = named(kind, [String(given[field]), textOf(given.namespace)], [...path, field], around);
  return [{ ...reference, keys: keysOf(given, path) }];
}

/** Whether a string is not a name: where a reference to a Secret's key belongs, it may be the password itself. */
function isSecretItself(path: Path): boolean {
  return ['credentials', 'password', 'username'].includes(String(path.at(-1)));
}

function named(kind: string, [name = '', own]: readonly (string | undefined)[], path: Path, around: string | undefined): ObjectReference[] {
  const [group, type] = kind.split('/');
  const namespace = isClusterScoped({ apiVersion: `${group}/`, kind: type }) ? undefined : own ?? around;
  return name === '' ? [] : [{ kind, namespace, name, path, keys: [] }];
}

/** The kind that a reference names; `undefined` for users and groups, for which there are no objects. */
function kindOfReference({ kind, apiGroup, group, apiVersion }: PlainValue, usual: string): string | undefined {
  if (!isFilled(kind)) return usual;
  if (kind === 'User' || kind === 'Group') return undefined;
  const own = stringOf(apiGroup) ?? stringOf(group) ?? (isFilled(apiVersion) ? groupOf({ apiVersion }) : undefined);
  return `${own ?? (kind === 'ServiceAccount' ? '' : usual.split('/')[0])}/${kind}`;
}

function keysOf({ key, items }: PlainValue, path: Path): ObjectReference['keys'] {
  const listed = listOf(items).flatMap((each, i) => isFilled(each?.key) ? [{ key: each.key, path: [...path, 'items', i, 'key'] }] : []);
  return isFilled(key) ? [{ key, path: [...path, 'key'] }, ...listed] : listed;
}

const stringOf = (value: unknown) => typeof value === 'string' ? value : undefined;

/**
 * The objects that can be referred to: those that are rendered, those that controllers create from them, and those that exist elsewhere.
 */
export class KnownObjects {
  /** The objects that controllers create, by kind. */
  private readonly made: ReadonlyMap<string, readonly NamedThing[]>;
  private readonly madeKeys: ReadonlySet<string>;

  public constructor(private readonly index: ObjectIndex, private readonly elsewhere: readonly KnownElsewhere[]) {
    const made = index.objects.flatMap(each => [...secretsOf(each), ...madeThings(each)]);
    this.made = grouped(made, ({ kind }) => [kind]);
    this.madeKeys = new Set(made.map(keyOf));
  }

  /** Reports a reference to an object or a key that does not exist. */
  public against(reference: ObjectReference): Finding[] {
    if (this.isElsewhere(reference)) return FINE;
    if (this.madeKeys.has(keyOf(reference))) return FINE;
    const { kind, namespace, name } = reference;
    const target = this.index.named(kind, namespace, name);
    if (!target) return this.missing(reference);
    return ['/ConfigMap', '/Secret'].includes(kind) ? reference.keys.flatMap(each => this.missingKey(reference, target, each)) : FINE;
  }

  /** Cluster-scoped objects are mostly created by others, so one counts as missing only if some of its kind are rendered. */
  private isElsewhere({ kind, namespace, name }: ObjectReference): boolean {
    const [group, type] = kind.split('/');
    const isOthers = isClusterScoped({ apiVersion: `${group}/`, kind: type }) && this.ofKind(kind).length === 0;
    return isOthers || EVERYWHERE[kind]?.test(name)
      || this.elsewhere.some(each => each.kind === type && each.name === name && (each.namespace == null || each.namespace === namespace));
  }

  private missing({ kind, namespace, name, path }: ObjectReference): Finding[] {
    const common = { kind: kind.split('/')[1], name };
    const others = this.ofKind(kind);
    const there = others.filter(each => each.name === name).map(each => String(each.namespace));
    if (there.length > 0) return found('unresolved-reference', path, { reason: 'elsewhere', ...common, namespace, others: there });
    const meant = nearest(name, others.filter(each => each.namespace === namespace).map(each => String(each.name)));
    return found('unresolved-reference', path, namespace === undefined
      ? { reason: 'nowhere', ...common, meant } : { reason: 'none', ...common, namespace, meant });
  }

  private ofKind(kind: string): NamedThing[] {
    return [...this.index.ofKind(kind).map(thingOf), ...this.made.get(kind) ?? []];
  }

  private missingKey({ kind, name }: ObjectReference, target: TypedManifest, { key, path }: ObjectReference['keys'][number]): Finding[] {
    const keys = ['data', 'stringData', 'binaryData'].flatMap(field => Object.keys(asObject(target[field])));
    if (keys.includes(key)) return FINE;
    const own = { kind: kind.split('/')[1], name, key, keys };
    return found('unresolved-reference', path, { reason: 'key', ...own, meant: nearest(key, keys) });
  }
}

function keyOf({ kind, namespace, name }: NamedThing): string {
  return JSON.stringify([kind, namespace, name]);
}

function thingOf(object: TypedManifest): NamedThing {
  const { namespace, name } = asObject(object.metadata);
  return { kind: kindName(object), namespace: isClusterScoped(object) ? undefined : textOf(namespace), name: textOf(name) ?? '' };
}

/** The objects that an OAM platform or an operator creates from an object. */
function madeThings(object: TypedManifest): NamedThing[] {
  const { namespace, name } = thingOf(object);
  const services = isBuiltIn(object) ? [] : servicesOf(object) ?? [];
  return [
    ...madeOf(object, name).map(made => ({ kind: kindName(made), namespace, name: made.name })),
    ...services.map(service => ({ kind: '/Service', namespace, name: service.name })),
  ];
}

/** The Secrets that controllers create from an object. */
export function secretsOf(object: TypedManifest): NamedThing[] {
  const root = { value: object, path: [] };
  const first = SECRET_MAKERS[kindName(object)]?.map(at => valuesAt(root, at)).find(({ length }) => length > 0) ?? [];
  const isAsked = ISSUER_ANNOTATIONS.some(name => isFilled(object.metadata?.annotations?.[name]));
  const certificates = isAsked && isKind(object, 'networking.k8s.io/Ingress') ? valuesAt(root, 'spec.tls[].secretName') : [];
  const namespace = textOf(object.metadata?.namespace);
  return [...first, ...certificates].flatMap(({ value }) => isFilled(value) ? [{ kind: '/Secret', namespace, name: value }] : []);
}
