import { Check, FINE, Finding, Path, joinPath, bad, found, hidden, must, ownWords } from '../findings/finding';
import { all, flag, isObject, list, object, oneOf, filled, text, whole } from '../check';
import type { OamKind } from '../oam-kind';
import type { ApiObjectMetadata, Duration } from 'cdk8s';
import { durationCall, durationText, isDuration, millisecondsOf } from '../durations';
import { annotations, isDataKey, labels, metadata, objectName, secretName, fieldPath, scraper } from '../names';
import { host, port } from '../addresses';

// The language of definitions: a value's type as data, around its check (check.ts). Schemas, known fields, properties
// and imported programs derive from it too. A value of which only the check is needed has no type.

/** The constraints of a check as a JSON Schema, for API servers and editors. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The check of a value, and its schema. */
interface Checked<T> {
  readonly check: Check;
  readonly schema?: JsonSchema;
  /** The type in TypeScript, known to the compiler only. */
  readonly typed?: (value: T) => T;
}

/** How a program writes a value that is not plain: as a member of an enum, or by the factory of a class. */
export interface InProgram {
  /** The module that exports the enum or the class; this library unless named. */
  readonly module?: 'cdk8s';
  readonly name: string;
  readonly members?: Readonly<Record<string, string>>;
  /** The factory that takes the value as it is, or the one that is called for a value. */
  readonly factory?: string | ((value: any) => ReturnType<typeof durationCall>);
}

/** A string, a number, a boolean, or data that is carried as it is. */
export interface Scalar<T> extends Checked<T> {
  readonly is: 'string' | 'integer' | 'boolean' | 'integer-or-string' | 'metadata' | 'object';
  readonly inProgram?: InProgram;
  /** Converts the value of a program to that of the manifest. */
  readonly written?: (given: unknown) => unknown;
}

/** A list. */
export interface ListType<T> extends Checked<T> {
  readonly is: 'list';
  readonly of: Type;
  /** The description of an element in the CRD, of a kind that has one. */
  readonly each?: string;
}

/** A map whose keys the user chooses. */
export interface StringMap<T> extends Checked<T> {
  readonly is: 'map';
  /** The constraints of its keys. */
  readonly keys?: JsonSchema;
  /** The schema of its values, in a CRD or a settings file that has the map. */
  readonly values?: JsonSchema;
  /** Their type; strings by default. */
  readonly of?: Type;
}

/** An object with known fields, as a manifest has them. */
export interface RecordType<T = any> extends Checked<T> {
  readonly is: 'record';
  readonly fields: Readonly<Record<string, Field>>;
  /** The properties that a program gives. */
  readonly props: readonly string[];
  readonly doc?: string;
  /** Fields that belong to another object, with the finding about each. */
  readonly elsewhere?: Readonly<Record<string, (at: Path) => Finding[]>>;
  /** Which fields an API server keeps, if not exactly the known ones. */
  readonly kept?: 'all' | 'none';
}

/** An object that Kubernetes defines and cdk8s-plus-27 types. */
interface KubernetesType<T> extends Checked<T> {
  readonly is: 'kubernetes';
  /** The type's name in cdk8s-plus-27. */
  readonly name: string;
  /** The fields that API servers keep; all of them by default. */
  readonly stored?: RecordType<unknown>;
}

/** A value's type, as data. Checks, schemas, known fields and imported programs derive from it. */
export type Type<T = any> = Scalar<T> | ListType<T> | StringMap<T> | RecordType<T> | KubernetesType<T>;

/** The parties that require a field: API servers, checks and types (`always`), checks and types, or the types alone. */
type RequiredBy = 'always' | 'by checks' | 'by types';

/** A field of a manifest. */
export interface Field {
  readonly type: Type;
  /** The description in the CRD, of a kind that has one. */
  readonly doc?: string;
  readonly required?: RequiredBy;
  /** The property of a program; `undefined` if only manifests have the field, or it spreads over several properties. */
  readonly prop?: string;
  /** Whether the property belongs to the enclosing object. */
  readonly isOuter?: boolean;
  /** Whether its fields are properties of the enclosing object. */
  readonly isSpread?: boolean;
  /** Whether the object is written even if it is empty. */
  readonly isAlways?: boolean;
  /** Whether it is a whole resource, whose type and metadata API servers check too. */
  readonly isEmbedded?: boolean;
  /** Whether the API server of an OAM platform drops it. */
  readonly isDropped?: boolean;
  /** The only platform that reads it, if there is but one: the CRDs of OAM do not have the field. */
  readonly on?: 'kubernetes';
  /** The value that the library always writes. */
  readonly fixed?: string;
}

/** A property in a definition. */
interface Declared<T> extends Pick<Field, 'doc' | 'on'> {
  readonly type: Type<T>;
  /** The path in the manifest. Default: the property's name, below `in`. */
  readonly at?: string;
}

type IsOptional<P, K extends keyof P> = object extends Pick<P, K> ? true : false;

/**
 * The definitions of all properties of an interface, each with the property's type, required where the property is. The
 * type alone is enough for an optional property of which nothing else is said.
 */
export type FieldsOf<P> = {
  readonly [K in keyof P]-?: IsOptional<P, K> extends true
    ? Type<Exclude<P[K], undefined>> | Declared<Exclude<P[K], undefined>> & { readonly required?: never }
    : Declared<P[K]> & { readonly required: RequiredBy };
};

/** Ends a pattern that reads a definition: the compiler rejects fields that it leaves, which nothing would render. */
export function allRead(_left: Readonly<Record<string, never>>): void {}

/** Options of a definition that concern the object itself. */
export interface RecordOptions extends Pick<RecordType, 'doc' | 'elsewhere' | 'kept' | 'schema'> {
  /** The path of the manifest's object that holds the properties without `at`. */
  readonly in?: string;
  /** Fields that only manifests have, by path. */
  readonly others?: Readonly<Record<string, Field>>;
  /** The objects of the manifest around its fields, by path. */
  readonly around?: Readonly<Record<string, Omit<RecordOptions, 'in' | 'others'> & Pick<Field, 'isAlways'>>>;
  /** Replaces the check of its fields. */
  readonly check?: Check;
  /** Checks of the object as a whole. */
  readonly rules?: readonly Check[];
}

export const string = (check: Check, schema: JsonSchema = {}): Scalar<string> => ({ is: 'string', check, schema });

export const integer = (check: Check, schema: JsonSchema = {}): Scalar<number> => ({ is: 'integer', check, schema });

/** One of a closed set of strings. */
export function oneString<T extends string>(values: readonly T[]): Scalar<T> {
  return { is: 'string', check: oneOf(...values), schema: { enum: values } };
}

/** A boolean. */
export const FLAG: Scalar<boolean> = { is: 'boolean', check: flag };

/** A member of an enum of this library. `own` may replace the check and the schema of the enum's values. */
export function choice<E extends string>(
  name: string, members: Readonly<Record<string, E>>, own: Partial<Scalar<E>> = {},
): Scalar<E> {
  const values = Object.values(members);
  return { is: 'string', check: oneOf(...values), schema: { enum: values }, inProgram: { name, members }, ...own };
}

/** A value that a program gives as an instance of a class. */
export function instanceValue<T>(
  type: Scalar<any>, inProgram: InProgram, written: (given: unknown) => unknown,
): Scalar<T> {
  return { ...type, inProgram, written } as Scalar<T>;
}

/** Options of `list()`, checks of the list as a whole, and its schema. */
type ListOptions = Parameters<typeof list>[1] & { readonly rules?: readonly Check[]; readonly schema?: JsonSchema };

/** A list. `each` describes an element in the CRD, of a kind that has one. */
export function listType<T>(
  of: Type<T>, each?: string, { rules = [], schema, ...limits }: ListOptions = {},
): ListType<T[]> {
  return { is: 'list', of, each, check: withRules(list(of.check, limits), rules), schema };
}

function withRules(check: Check, rules: readonly Check[]): Check {
  return rules.length === 0 ? check : all(check, ...rules);
}

/** The definition of an object: keyed by the properties of a program, and turned into the fields of a manifest. */
export function record<P>(): (fields: FieldsOf<P>, options?: RecordOptions) => RecordType<P> {
  return (declared, options = {}) => {
    const root = new PlacedFields(options);
    const entries = Object.entries<Type | Declared<any> & Pick<Field, 'required'>>(declared);
    for (const [prop, given] of entries) {
      const field: Declared<any> & Pick<Field, 'required'> = 'is' in given ? { type: given } : given;
      const { at, type, doc, required, on } = field;
      const way = at?.split('.') ?? [...options.in === undefined ? [] : [options.in], prop];
      root.add(way, { type, doc, required, prop, on }, '');
    }
    for (const [at, field] of Object.entries(options.others ?? {})) root.add(at.split('.'), field, '');
    return { ...root.type(''), props: Object.keys(declared) };
  };
}

/** An object of the manifest whose fields are being collected. */
class PlacedFields {
  private readonly fields: Record<string, Field> = {};
  private readonly inner = new Map<string, PlacedFields>();

  public constructor(private readonly options: RecordOptions) {}

  public add([step, ...rest]: readonly string[], field: Field, way: string): void {
    if (rest.length === 0) return void (this.fields[step] = field);
    const own = this.fields[step];
    if (own?.type.is === 'record' && !own.isSpread) {
      // the same object with one more field
      const { fields, check, ...type } = own.type;
      const more = { [rest[0]]: { ...field, isOuter: true }, ...fields };
      const checks = all(object({ [rest[0]]: field.type.check }), check);
      this.fields[step] = { ...own, type: { ...type, fields: more, check: checks } };
      return;
    }
    const at = way + step;
    const place = this.inner.get(step) ?? new PlacedFields(this.options);
    this.inner.set(step, place);
    place.add(rest, field, `${at}.`);
    const { isAlways, doc } = this.options.around?.[at] ?? {};
    // an object is required as strictly as the strictest of its fields
    const given = Object.values(place.fields).map(each => each.required);
    const required = (['always', 'by checks', 'by types'] as const).find(each => given.includes(each));
    const always = isAlways ?? required !== undefined;
    this.fields[step] = { type: place.type(at), isSpread: true, doc, isAlways: always, required };
  }

  public type(way: string): RecordType {
    const { fields } = this;
    const options: RecordOptions = way === '' ? this.options : this.options.around?.[way] ?? {};
    const { doc, rules = [], elsewhere, kept, schema } = options;
    const checks = Object.fromEntries(Object.entries(fields).map(([name, { type }]) => [name, type.check]));
    const required = Object.keys(fields).filter(name => fields[name].required && fields[name].required !== 'by types');
    const misplaced: Check = (value, at) => Object.entries(elsewhere ?? {}).flatMap(([name, finding]) =>
      isObject(value) && value[name] != null ? finding(joinPath(at, [name])) : FINE);
    const check = withRules(options.check ?? object(checks, required), [...elsewhere ? [misplaced] : [], ...rules]);
    const props = Object.values(fields).flatMap(({ prop, isOuter, isSpread, type }) =>
      isSpread && type.is === 'record' ? type.props : prop === undefined || isOuter ? [] : [prop]);
    return { is: 'record', fields, props, doc, check, elsewhere, kept, schema };
  }
}

/** An object of Kubernetes. */
export const kubernetes = <T>(name: string, check: Check, stored?: RecordType<unknown>): KubernetesType<T> =>
  ({ is: 'kubernetes', name, check, stored });

/** An object whose fields only manifests have, and which is checked elsewhere. */
export function storedFields(others: Readonly<Record<string, Field>>): RecordType<unknown> {
  return record<object>()({}, { others }) as RecordType<unknown>;
}

/** A kind of OAM or of a platform's vendor: what applications, components, workloads and traits have in common. */
export interface OamDefinition {
  /** The name of its class: its kind, without the prefix of the vendor. */
  readonly name: string;
  readonly kind: OamKind;
  /** Its fields. */
  readonly definition: RecordType;
  /** Other parts of its CRD. */
  readonly crd?: { readonly shortNames?: readonly string[]; readonly columns?: readonly object[] };
}

/** The fields of a kind's spec. */
export const specOf = ({ definition }: OamDefinition) => definition.fields.spec.type as RecordType;

/** The definitions of the classes among what a module exports. */
export function definitionsIn<D extends OamDefinition>(exported: object): D[] {
  return Object.values(exported).flatMap(each =>
    typeof each === 'function' && '_definition' in each ? [each._definition as D] : []);
}

// types that several kinds share

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const PART = '[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?';
/** The constraints of most names. */
export const SUBDOMAIN = { pattern: `^${LABEL}(\\.${LABEL})*$`, maxLength: 253 };

export const TEXT = string(text);
export const FILLED = string(filled, { minLength: 1 });
export const OBJECT_NAME = string(objectName, SUBDOMAIN);
export const SECRET_NAME = string(secretName, SUBDOMAIN);
export const HOST = string(host, { pattern: `^(|\\*|(\\*\\.)?${PART}(\\.${PART})*)$`, maxLength: 253 });
export const SCRAPER_NAME = string(scraper, { pattern: `^${PART}/${LABEL}(\\.${LABEL})*$`, maxLength: 317 });
export const FIELD_PATH = string(fieldPath, { minLength: 1 });
export const PORT = integer(port, { format: 'int32', minimum: 1, maximum: 65535 });

const duration = must(value => typeof value === 'string' && (millisecondsOf(value) ?? 0) > 0, 'invalid-value',
  ownWords('must be a duration of at least a millisecond, such as 30s or 1m30s',
    'write Duration.seconds(30)', 'give numbers with their units, the largest unit first, such as 1m30s'));

/** A duration as Prometheus writes it. */
export const DURATION = instanceValue<Duration>(
  string(duration, { pattern: '^(?=.*[1-9])([0-9]+y)?([0-9]+w)?([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?([0-9]+ms)?$' }),
  { module: 'cdk8s', name: 'Duration', factory: durationCall },
  given => isDuration(given) ? durationText(given) : given,
);

/** A Duration of a program, in whole seconds. */
export const wholeSeconds: Check = (value, field) => {
  const seconds = isDuration(value) ? value.toSeconds({ integral: false }) : NaN;
  return Number.isInteger(seconds) && seconds > 0 ? FINE
    : bad('invalid-value', 'whole-seconds', field, isDuration(value) ? value.toHumanString() : value);
};

/** The schema of an integer or a string. */
export const INTEGER_OR_STRING = {
  'x-kubernetes-int-or-string': true, 'anyOf': [{ type: 'integer' }, { type: 'string' }],
};

/** An integer, 0 or more. */
export const COUNT = integer(whole(0), { format: 'int32', minimum: 0 });

const STRINGS = { type: 'string' };
type Strings = { [key: string]: string };
export const LABELS: StringMap<Strings> = { is: 'map', check: labels, values: STRINGS };
export const ANNOTATIONS: StringMap<Strings> = { is: 'map', check: annotations, values: STRINGS };

/** The metadata of an object that a program declares. */
export const METADATA: Scalar<ApiObjectMetadata> = { is: 'metadata', check: metadata };

/** The check of an object that has exactly one of these fields. */
export const exactlyOne = (...fields: readonly string[]): Check => (value, field) => {
  const given = fields.filter(name => value?.[name] != null);
  return !isObject(value) || given.length === 1 ? FINE
    : found('invalid-value', field, { reason: 'one-field', fields, given });
};

/** An object that is carried as it is. */
export const OBJECT: Scalar<{ [key: string]: any }> = { is: 'object', check: () => FINE };

/** A string, or a non-empty string, that is checked elsewhere. */
export const UNCHECKED = string(() => FINE);
const UNCHECKED_FILLED = string(() => FINE, { minLength: 1 });

/** The workload that a trait is on. Users leave it out. */
export const WORKLOAD_REFERENCE = record<object>()({}, {
  check: () => FINE,
  others: {
    apiVersion: { type: UNCHECKED_FILLED, doc: 'API group and version of the workload.', required: 'always' },
    kind: { type: UNCHECKED_FILLED, doc: 'Kind of the workload.', required: 'always' },
    name: { type: UNCHECKED_FILLED, doc: 'Name of the workload.', required: 'always' },
    uid: { type: UNCHECKED, doc: 'UID of the workload.' },
  },
});

/** A key of a secret in the workload's namespace. */
export interface SecretKey {
  /** Name of the secret. */
  readonly name: string;
  /** Key within the secret. */
  readonly key: string;
}

/** A key of a ConfigMap in the workload's namespace. */
export interface ConfigMapKey {
  /** Name of the ConfigMap. */
  readonly name: string;
  /** Key within the ConfigMap. */
  readonly key: string;
}

/** A key of a Secret or a ConfigMap. It is not shown: it may be the password itself. */
export const dataKey: Check = (value, field) => isDataKey(value) ? FINE : hidden('invalid-value', 'data-key', field);

const KEY = { pattern: '^[-._a-zA-Z0-9]+$', maxLength: 253 };
export const SECRET_DATA_KEY = string(dataKey, KEY);
export const CONFIG_MAP_DATA_KEY = string(dataKey, KEY);

/** A reference to one key of a Secret in the namespace of the workload. */
export const SECRET_KEY = record<SecretKey>()({
  name: { type: SECRET_NAME, doc: 'Secret in the workload\'s namespace.', required: 'always' },
  key: { type: SECRET_DATA_KEY, doc: 'Key within the secret.', required: 'always' },
});

/** A reference to one key of a ConfigMap, for what is no secret, such as a certificate authority. */
export const CONFIG_MAP_KEY = record<ConfigMapKey>()({
  name: { type: OBJECT_NAME, required: 'always' },
  key: { type: CONFIG_MAP_DATA_KEY, required: 'always' },
});
