import { KeptFields, MULTI_CLUSTER_FIELDS, objectFields, OBJECT_METADATA, specFields } from './oam-fields';
import { Finding, firstOf, found } from '../../findings/finding';
import type { Path } from '../../findings/path';
import { Platform } from '../../platform/platform';
import { isObject, listOf } from '../../private/check';
import { nearest } from '../../private/nearest';
import { isOfOam, isVendorVersion, OAM_API_VERSION, ObjectType, OTHER_OAM_KINDS } from '../../private/oam-kind';
import { OAM_KINDS } from '../../traits/all';
import { mayBeSet } from '../../workloads/kubernetes-fields';
import { oamObject } from '../model/oam-object';
import { locateFindings, LocatedFinding, ManifestDocument } from '../reading';

/**
 * Fields that the schemas of the OAM kinds do not have: an API server drops them in silence. One that looks like another is a mistake, any other
 * may be one of a version that is not known here. Where an API server gets the objects, fields that are null too: it rejects them.
 */
export function unknownFields(document: ManifestDocument, { _makesObjects: isServed, _prunedBy: vendor }: Platform): LocatedFinding[] {
  return locateFindings(document, firstOf(fieldsIn(document, { rejectsNull: () => isServed, vendor }), 'unknown field'));
}

/** What an API server makes of fields. */
interface Server {
  /** Whether it rejects a field for being null. */
  readonly rejectsNull: (path: Path) => boolean;
  /** The vendor of the platform, if it drops those that only a KubernetesPlatform reads. */
  readonly vendor?: string;
}

function* fieldsIn(document: ManifestDocument, server: Server): Generator<() => UnknownField> {
  const object = oamObject(document);
  if (!object) return yield* unknownIn(document.value, [], server);
  const { kind, spec, pathOf, isMulti } = object;
  yield* unknown(document.value, isMulti ? MULTI_CLUSTER_FIELDS : objectFields(true), [], server);
  for (const make of unknownInSpec(kind, spec, server)) {
    yield () => {
      const each = make();
      return { ...each, path: pathOf(each.path) };
    };
  }
}

const WORKLOAD = ['spec', 'workload'];

function* unknownInSpec(kind: string, spec: any, server: Server): Generator<() => UnknownField> {
  yield* unknown(spec, specFields(OAM_API_VERSION, kind)!, ['spec'], server);
  if (kind === 'Component') {
    const isParameter = mayBeSet(spec?.parameters);
    // a parameter may give a value to what is null
    const rejectsNull = (path: Path) => server.rejectsNull(path) && !isParameter(path.slice(WORKLOAD.length));
    return yield* unknownIn(spec?.workload, WORKLOAD, { ...server, rejectsNull });
  }
  for (const [i, entry] of listOf(spec?.components).entries()) {
    for (const [j, each] of listOf(entry?.traits).entries()) {
      yield* unknownIn(each?.trait, ['spec', 'components', i, 'traits', j, 'trait'], server);
    }
  }
}

interface UnknownField extends Finding {
  readonly isWarning?: true;
}

/** Those of a workload or a trait. What is said of each takes time, and is asked for when it is listed. */
function* unknownIn(value: any, path: Path, server: Server): Generator<() => UnknownField> {
  if (!isObject(value) || typeof value.kind !== 'string') return;
  const fields = specFields(value.apiVersion, value.kind);
  if (fields) return yield* unknown(value, objectFields(fields), path, server);
  for (const each of misspelt(value, path)) yield () => each;
  yield* unknown({ metadata: value.metadata }, { metadata: OBJECT_METADATA }, path, server);
}

/** A kind of OAM, or of its vendors, that there is not, and that looks like one that there is. */
function misspelt(object: any, path: Path): UnknownField[] {
  const { apiVersion, kind }: ObjectType = object;
  const isVendors = isVendorVersion(apiVersion);
  // of an object by itself, another check tells it
  if (!isVendors && (apiVersion !== OAM_API_VERSION || path.length === 0) || OTHER_OAM_KINDS.includes(kind)) return [];
  const word = isVendors ? nearest(kind, VENDOR_KINDS) ?? prefixedWorkload(kind) : nearest(kind, OWN_KINDS);
  return word === undefined ? [] : found('unknown-oam-kind', [...path, 'kind'], { reason: 'misspelt', kind, version: apiVersion, word });
}

/** The workload that a kind looks like, with the prefix that a vendor gives it. The prefix ends before a capital letter. */
function prefixedWorkload(kind: string): string | undefined {
  const ends = [...kind.matchAll(/\B(?=[A-Z])/g)].map(({ index }) => index);
  const words = ends.map(end => ({ prefix: kind.slice(0, end), own: nearest(kind.slice(end), VENDOR_WORKLOADS) }));
  const meant = words.find(({ own }) => own !== undefined);
  return meant && meant.prefix + meant.own;
}

/** Kinds of OAM itself that are looked into, and kinds of vendors, without the prefix of their workloads. */
const [OWN_KINDS, VENDOR_KINDS] = [true, false].map(isOwn => OAM_KINDS.filter(({ kind }) => isOfOam(kind) === isOwn).map(({ name }) => name));

const VENDOR_WORKLOADS = VENDOR_KINDS.filter(name => name.endsWith('Workload'));

function* unknown(value: any, fields: KeptFields, path: Path, server: Server): Generator<() => UnknownField> {
  if (typeof fields !== 'object') return;
  if (isList(fields)) {
    for (const [i, element] of listOf(value).entries()) yield* unknown(element, fields[0], [...path, i], server);
  } else if (isObject(value)) {
    for (const [name, element] of Object.entries(value)) {
      const own = [...path, name];
      const { vendor } = server;
      const isDropped = (field: string) => vendor !== undefined && fields[field] === 'kubernetes';
      if (!Object.hasOwn(fields, name)) yield () => notKnown(name, own, Object.keys(fields).filter(field => !isDropped(field)));
      else if (isDropped(name)) yield () => ({ ...found('pruned-field', own, { reason: 'not-in-crd', vendor: vendor! })[0], isWarning: true });
      else if (element !== null) yield* unknown(element, fields[name], own, server);
      else if (name !== 'status' && ![fields, fields[name]].some(each => MAY_BE_NULL.includes(each)) && server.rejectsNull(own)) yield () => isNull(own);
    }
  }
}

/** Metadata of an object is read more leniently than the schemas say. */
const MAY_BE_NULL: readonly unknown[] = [OBJECT_METADATA];

function isNull(path: Path): UnknownField {
  return found('invalid-type', path, { reason: 'null' })[0];
}

function isList(fields: KeptFields): fields is readonly [KeptFields] {
  return Array.isArray(fields);
}

function notKnown(name: string, path: Path, known: readonly string[]): UnknownField {
  const word = nearest(name, known);
  return word === undefined
    ? { ...found('unknown-field', path, { reason: 'dropped', known })[0], isWarning: true }
    : found('unknown-field', path, { reason: 'misspelt', known, word })[0];
}
