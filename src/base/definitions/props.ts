import { RecordType, Type } from './type';
import { Check, FINE, Finding, found, movedTo, within, Path } from '../findings/finding';
import { asProps, isObject, listOf, only, PlainFields } from '../check';
import { spellingOf, type Spelling } from '../kubernetes-api/spelling';
import { memo } from '../memo';
import { isRead, readAs } from '../plain';

// from the properties of a program to the manifest, and back

/** Converts the properties of a checked workload or trait. `common` are those that the definition lacks. */
export function givenBy(definition: RecordType, props: { readonly overrides?: unknown }, common: readonly string[]) {
  return {
    fields: manifestFields(definition, asProps(props), {}),
    overrides: asProps(props).overrides,
    unknown: () => unknownProps(definition, props, common),
    given: (each: Finding) => movedTo(givenPath(definition, each.path), each),
    spelling: spellingIn(definition),
  };
}

type GivenValues = Readonly<Record<string, unknown>>;

/** The fields of a manifest's object, from the properties of a program and those of the enclosing object. */
function manifestFields({ fields }: RecordType, given: GivenValues, outer: GivenValues): object {
  const result: Record<string, unknown> = {};
  for (const name in fields) {
    const { type, prop, fixed, isSpread, isAlways, isOuter } = fields[name];
    let value: unknown = fixed;
    if (fixed === undefined && isSpread) {
      const inner = manifestFields(type as RecordType, given, outer);
      value = isAlways || Object.keys(inner).length > 0 ? inner : undefined;
    } else if (fixed === undefined && prop !== undefined) {
      value = manifestOf(type, (isOuter ? outer : given)[prop], given);
    }
    if (value !== undefined) result[name] = value;
  }
  return readAs(given, result);
}

/**
 * A value of a program as the manifest has it: instances such as a `Duration` in their written form, records with the
 * names of manifests. Values of a wrong type stay, for the check to reject.
 */
export function manifestOf(type: Type, value: unknown, outer: GivenValues = {}): unknown {
  if (type.is === 'record') return isObject(value) ? manifestFields(type, value, outer) : value;
  if (type.is !== 'list') return 'written' in type && type.written && value != null ? type.written(value) : value;
  return Array.isArray(value) ? readAs(value, value.map(each => manifestOf(type.of, each))) : value;
}

/** Finds unknown properties, on every level, whose values would be lost. `common` are those that the type lacks. */
export function unknownProps(type: Type, value: unknown, common: readonly string[] = [], path: Path = []): Finding[] {
  if (type.is === 'list') return listOf(value).flatMap((each, i) => unknownProps(type.of, each, [], [...path, i]));
  // fields of manifests that are unknown are for `validate` to report
  if (type.is !== 'record' || !isObject(value) || isRead(value)) return FINE;
  const types = propTypes(type);
  return Object.keys(value).filter(name => value[name] !== undefined).flatMap(name => {
    const isKnown = type.props.includes(name) || common.includes(name);
    const inner = isKnown ? types.get(name) : undefined;
    // most properties have nothing in them that could be unknown
    if (inner && inner.is !== 'list' && inner.is !== 'record') return FINE;
    const at = [...path, name];
    const elsewhere = type.elsewhere?.[name];
    if (elsewhere) return elsewhere(at);
    if (isKnown) return inner ? unknownProps(inner, value[name], [], at) : FINE;
    const known = [...new Set([...common, ...type.props])];
    return found('unknown-field', at, { reason: 'not-known', known });
  });
}

/** The types of properties, with those of objects whose fields are properties of the enclosing one. */
const propTypes: (type: RecordType) => ReadonlyMap<string, Type> = memo(({ fields }: RecordType) =>
  new Map(Object.values(fields).flatMap(({ type, prop, isSpread, isOuter }): (readonly [string, Type])[] => {
    if (isSpread && type.is === 'record') return [...propTypes(type)];
    return prop === undefined || isOuter ? [] : [[prop, type]];
  })));

/** The objects with known fields in a manifest's value, on every level, each with its type and its path. */
function recordsIn(type: Type, value: unknown, path: Path = []): { is: RecordType; object: PlainFields; path: Path }[] {
  if (type.is === 'list') return listOf(value).flatMap((each, i) => recordsIn(type.of, each, [...path, i]));
  if (type.is !== 'record' || !isObject(value)) return [];
  const inner = Object.entries(type.fields).filter(([name]) => value[name] != null);
  return [{ is: type, object: value, path },
    ...inner.flatMap(([name, field]) => recordsIn(field.type, value[name], [...path, name]))];
}

/** Finds the fields of a manifest that only a KubernetesPlatform reads, and the API server of an OAM platform drops. */
export function prunedFields(type: Type, value: unknown, vendor: string | undefined): Finding[] {
  return vendor === undefined ? FINE : recordsIn(type, value).flatMap(({ is: { fields }, object, path }) =>
    Object.keys(fields).filter(name => fields[name].on && object[name] != null)
      .flatMap(name => found('pruned-field', [...path, name], { reason: 'not-in-crd', vendor })));
}

/** Finds fields that the kind of a manifest does not have and a rendering would lose, unless API servers keep all. */
export const unknownFields = (type: Type): Check => (value, field) =>
  within(field, recordsIn(type, value).flatMap(({ is: { fields, kept }, object, path }) =>
    kept ? FINE : within(path, only(...Object.keys(fields))(object, ''))));

/** Converts the path of a manifest's field to that of the property, if it has one. */
export function givenPath(type: Type, path: Path): Path {
  const [step, ...rest] = path;
  if (step === undefined) return [];
  if (type.is === 'list') return [step, ...givenPath(type.of, rest)];
  const field = type.is === 'record' && Object.hasOwn(type.fields, step) ? type.fields[step] : undefined;
  if (!field) return path;
  const inner = field.type.is === 'record' && rest.length > 0 ? field.type.fields[rest[0]] : undefined;
  if (inner?.isOuter) return [inner.prop!, ...givenPath(inner.type, rest.slice(1))];
  return [...field.isSpread && rest.length > 0 ? [] : [field.prop ?? step], ...givenPath(field.type, rest)];
}

/** The spelling of the fields that cdk8s-plus-27 types; `undefined` if there are none. */
const spellingIn: (type: Type) => Spelling | undefined = memo((type: Type) => {
  if (type.is === 'kubernetes') return spellingOf(type.name);
  if (type.is === 'list') return spellingIn(type.of);
  if (type.is !== 'record') return undefined;
  const parts = Object.entries(type.fields).flatMap(([name, field]) => {
    const inner = spellingIn(field.type);
    return inner ? [[name, { name, inner }] as const] : [];
  });
  return parts.length > 0 ? new Map(parts) : undefined;
});
