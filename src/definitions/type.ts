import { Check, FINE, Finding } from '../findings/finding';
import { joinPath, Path } from '../findings/path';
import { all, flag, hidden, isObject, list, object, oneOf } from '../private/check';

/** The part of a JSON Schema that says what a check says, for API servers and editors. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What all types have. */
interface Checked<T> {
  readonly check: Check;
  /** The constraints of the check, as a schema has them. */
  readonly schema?: JsonSchema;
  /** The type in TypeScript, which the compiler alone knows. */
  readonly typed?: (value: T) => T;
}

/** How a program writes a value that is not plain: by a member of an enum, or by the factory of a class. */
export interface InProgram {
  /** Where the enum or class is from, if not from this library. */
  readonly module?: 'cdk8s';
  readonly name: string;
  readonly members?: Readonly<Record<string, string>>;
  readonly factory?: string;
}

/** A string, a number, a boolean, or data that is not looked into. */
export interface Scalar<T> extends Checked<T> {
  readonly is: 'string' | 'integer' | 'boolean' | 'integer-or-string' | 'metadata' | 'object' | 'any';
  readonly inProgram?: InProgram;
  /** The value in a manifest of one that is given in a program. */
  readonly written?: (given: unknown) => unknown;
}

/** A list. */
export interface List<T> extends Checked<T> {
  readonly is: 'list';
  readonly of: Type;
  /** The documentation of an element. */
  readonly each: string;
}

/** A map whose keys are the user's own. */
export interface StringMap<T> extends Checked<T> {
  readonly is: 'map';
  /** The constraints of its keys. */
  readonly keys?: JsonSchema;
  /** The schema of its values. */
  readonly values: JsonSchema;
}

/** An object with known fields, as a manifest has them. */
export interface RecordType<T> extends Checked<T> {
  readonly is: 'record';
  readonly fields: Readonly<Record<string, Field>>;
  /** The properties that a program gives. */
  readonly props: readonly string[];
  readonly doc?: string;
  readonly elsewhere?: Elsewhere;
  readonly kept?: Kept;
}

/** What API servers keep of an object beside the known fields, which they keep otherwise: all of it, or not even these. */
export type Kept = 'all' | 'none';

/** Fields that belong to another object, with what is to be said of them here. */
export type Elsewhere = Readonly<Record<string, (at: Path) => Finding[]>>;

/** An object that Kubernetes defines and cdk8s-plus-27 types. */
export interface KubernetesType<T> extends Checked<T> {
  readonly is: 'kubernetes';
  /** The type's name in cdk8s-plus-27. */
  readonly name: string;
  /** The fields that API servers keep of it; all of them if there are none here. */
  readonly stored?: RecordType<unknown>;
}

/** What a value may be, as data: checks, schemas, known fields and imported programs follow from it. */
export type Type<T = any> = Scalar<T> | List<T> | StringMap<T> | RecordType<T> | KubernetesType<T>;

/** Who insists on a required field: API servers, checks and types; checks and types; or the types alone. */
export type Required = 'always' | 'by checks' | 'by types';

/** A field of a manifest. */
export interface Field {
  readonly type: Type;
  readonly doc?: string;
  readonly required?: Required;
  /** The property that a program gives; nothing for what only manifests have, and for an object of several properties. */
  readonly prop?: string;
  /** Whether the property is one of the object around this one. */
  readonly isOuter?: boolean;
  /** Whether it is an object whose fields are properties of the object around it. */
  readonly isSpread?: boolean;
  /** Whether such an object is written even if it is empty. */
  readonly isAlways?: boolean;
  /** Whether it is a whole resource: its type and its metadata are checked by API servers too. */
  readonly isEmbedded?: boolean;
  /** Whether an OAM platform's API server drops it. */
  readonly isDropped?: boolean;
  /** What the library always writes. */
  readonly fixed?: string;
}

/** A field as a definition declares it, by the name of its property. */
interface Declared<T> {
  readonly type: Type<T>;
  /** The effect of the field, for CRDs. */
  readonly doc: string;
  /** The way to the field from the object of the manifest, if it is not where `in` says, by the name of the property. */
  readonly at?: string;
}

type IsOptional<P, K extends keyof P> = object extends Pick<P, K> ? true : false;

/** The fields of properties: exactly these, each with its type, required where the property is. */
export type FieldsOf<P> = {
  readonly [K in keyof P]-?: Declared<Exclude<P[K], undefined>>
  & (IsOptional<P, K> extends true ? { readonly required?: never } : { readonly required: Required });
};

/** What else there is to know of an object. */
export interface RecordOptions {
  readonly doc?: string;
  /** The object of the manifest in which its fields are, unless they say otherwise. */
  readonly in?: string;
  /** Fields that only manifests have, by their way. */
  readonly others?: Readonly<Record<string, Field>>;
  /** What is known of the objects between it and its fields, by their way. */
  readonly around?: Readonly<Record<string, Omit<RecordOptions, 'in' | 'others'> & Pick<Field, 'isAlways'>>>;
  readonly kept?: Kept;
  /** The check of the object, in place of one of its fields. */
  readonly check?: Check;
  /** Checks of the object as a whole. */
  readonly rules?: readonly Check[];
  /** Whether what is given in its place may be a password. */
  readonly isHidden?: boolean;
  readonly elsewhere?: Elsewhere;
  readonly schema?: JsonSchema;
}

export function string(check: Check, schema: JsonSchema = {}): Scalar<string> {
  return { is: 'string', check, schema };
}

export function integer(check: Check, schema: JsonSchema = {}): Scalar<number> {
  return { is: 'integer', check, schema };
}

/** One of a closed set of strings. */
export function oneString<T extends string>(values: readonly T[]): Scalar<T> {
  return { is: 'string', check: oneOf(...values), schema: { enum: values } };
}

/** Data that is not looked into. */
export const ANYTHING: Scalar<any> = { is: 'any', check: () => FINE };

/** A boolean. */
export const FLAG: Scalar<boolean> = { is: 'boolean', check: flag };

/** A member of an enum of this library; `check` and `schema` replace those of the enum's values. */
export function choice<E extends string>(name: string, members: Readonly<Record<string, E>>, own: Partial<Scalar<E>> = {}): Scalar<E> {
  const values = Object.values(members);
  return { is: 'string', check: oneOf(...values), schema: { enum: values }, inProgram: { name, members }, ...own };
}

/** A value that an instance of a class holds in a program. */
export function held<T>(type: Scalar<any>, inProgram: InProgram, written: (given: unknown) => unknown): Scalar<T> {
  return { ...type, inProgram, written } as Scalar<T>;
}

interface ListOptions {
  readonly min?: number;
  /** What an element is called where there are too few. */
  readonly what?: string;
  /** Whether what is given in its place may be a password. */
  readonly isHidden?: true;
  /** Checks of the list as a whole. */
  readonly rules?: readonly Check[];
  readonly schema?: JsonSchema;
}

/** A list of elements, each with this documentation. */
export function listOf<T>(
  of: Type<T>, each: string, { rules = [], schema, ...limits }: ListOptions = {},
): List<T[]> {
  return { is: 'list', of, each, check: both(list(of.check, limits), rules), schema };
}

/** An object that a program gives as properties, and a manifest has in its own form. */
export function record<P>(): (fields: FieldsOf<P>, options?: RecordOptions) => RecordType<P> {
  return (declared, options = {}) => {
    const root = new PlacedFields(options);
    for (const [prop, { at, type, doc, required }] of Object.entries<Declared<any> & { required?: Required }>(declared)) {
      const way = at?.split('.') ?? [...options.in === undefined ? [] : [options.in], prop];
      root.add(way, { type, doc, required, prop }, '');
    }
    for (const [at, field] of Object.entries(options.others ?? {})) root.add(at.split('.'), field, '');
    return { ...root.type(''), props: Object.keys(declared) };
  };
}

/** An object of the manifest while its fields are being put in their places. */
class PlacedFields {
  private readonly fields: Record<string, Field> = {};
  private readonly inner = new Map<string, PlacedFields>();

  public constructor(private readonly options: RecordOptions) {}

  public add([step, ...rest]: readonly string[], field: Field, way: string): void {
    if (rest.length === 0) {
      this.fields[step] = field;
      return;
    }
    const own = this.fields[step];
    if (own?.type.is === 'record' && !own.isSpread) {
      this.fields[step] = { ...own, type: withField(own.type, rest[0], { ...field, isOuter: true }) };
      return;
    }
    const at = way + step;
    const place = this.inner.get(step) ?? new PlacedFields(this.options);
    this.inner.set(step, place);
    place.add(rest, field, `${at}.`);
    const { isAlways, doc } = this.options.around?.[at] ?? {};
    const required = strongest(Object.values(place.fields).map(each => each.required));
    this.fields[step] = { type: place.type(at), isSpread: true, doc, isAlways: isAlways ?? required !== undefined, required };
  }

  public type(way: string): RecordType<any> {
    return ofFields(this.fields, way === '' ? this.options : this.options.around?.[way] ?? {});
  }
}

/** An object is as required as the most required of its fields. */
function strongest(given: readonly (Required | undefined)[]): Required | undefined {
  return (['always', 'by checks', 'by types'] as const).find(each => given.includes(each));
}

function ofFields(fields: Readonly<Record<string, Field>>, options: RecordOptions): RecordType<any> {
  const { doc, rules = [], isHidden, elsewhere, kept, schema } = options;
  const checks = Object.fromEntries(Object.entries(fields).map(([name, { type }]) => [name, type.check]));
  const required = Object.keys(fields).filter(name => fields[name].required && fields[name].required !== 'by types');
  const own = both(options.check ?? object(checks, required), [
    ...elsewhere ? [misplaced(elsewhere)] : [], ...rules,
  ]);
  return { is: 'record', fields, props: propsOf(fields), doc, check: isHidden ? hidden(own) : own, elsewhere, kept, schema };
}

const misplaced = (elsewhere: Elsewhere): Check => (value, field) => !isObject(value) ? FINE
  : Object.keys(elsewhere).filter(name => value[name] != null).flatMap(name => elsewhere[name](joinPath(field, [name])));

function propsOf(fields: Readonly<Record<string, Field>>): string[] {
  return Object.values(fields).flatMap(({ prop, isOuter, isSpread, type }) =>
    isSpread && type.is === 'record' ? type.props : prop === undefined || isOuter ? [] : [prop]);
}

/** The same object with one more field. */
function withField(type: RecordType<any>, name: string, field: Field): RecordType<any> {
  return { ...type, fields: { [name]: field, ...type.fields }, check: all(object({ [name]: field.type.check }), type.check) };
}

/** An object of Kubernetes. */
export function kubernetes<T>(name: string, check: Check, stored?: RecordType<unknown>): KubernetesType<T> {
  return { is: 'kubernetes', name, check, stored };
}

/** Fields that only manifests have, which others check. */
export function storedFields(others: Readonly<Record<string, Field>>): RecordType<unknown> {
  return record<object>()({}, { others }) as RecordType<unknown>;
}

function both(check: Check, rules: readonly Check[]): Check {
  return rules.length === 0 ? check : all(check, ...rules);
}
