import type { JsonSchema } from '../../definitions/type';
import { bad, badHidden, Check, FINE, Finding, found, within } from '../../findings/finding';
import { Shown } from '../../findings/shown';
import { flag as isFlag, isObject } from '../../private/check';
import { nearest } from '../../private/nearest';

/** What a value may be: as a check of it, and as a schema for editors. Both take the same values. */
export interface Shape<T> {
  readonly check: Check;
  readonly schema: JsonSchema;
  /** The fields of a map that has no others. */
  readonly fields?: Fields;
  /** Known to the compiler only. */
  readonly value?: T;
}

/** Shapes by the names of fields. */
export type Fields = Readonly<Record<string, Shape<any>>>;

/** The values of a shape. */
export type ValueOf<S> = S extends Shape<infer T> ? T : never;

type ValuesOf<F extends Fields, R extends keyof F> = { readonly [K in Exclude<keyof F, R>]?: ValueOf<F[K]> } & { readonly [K in R]: ValueOf<F[K]> };

/** What an editor says of a field. */
export interface About {
  readonly title: string;
  readonly description: string;
  /** The flag that gives the field too. */
  readonly flag?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
}

/** A shape with what is to be said of it. */
export function field<T>(shape: Shape<T>, { title, description, flag, ...others }: About): Shape<T> {
  return { ...shape, schema: { title, description: flag ? `${description} Flag: ${flag}.` : description, ...others, ...shape.schema } };
}

/** A text, as the library checks it; `schema` says the same. */
export function textOf(check: Check, schema: JsonSchema = {}): Shape<string> {
  return { check, schema: { type: 'string', ...schema } };
}

/** One of a closed set of texts. */
export function choiceOf<T extends string>(allowed: readonly T[]): Shape<T> {
  return {
    check: (value, at) => allowed.includes(value)
      ? FINE
      : found('invalid-value', at, { reason: 'one-of', allowed, value: Shown.of(value), meant: meant(value, allowed) }),
    schema: { type: 'string', enum: allowed },
  };
}

/** The value `true` and no other: what is not wanted is left out. */
export const TRUE: Shape<true> = {
  check: (value, at) => value === true ? FINE : bad('invalid-value', 'true', at, value),
  schema: { type: 'boolean', const: true },
};

/** A boolean. */
export const FLAG: Shape<boolean> = { check: isFlag, schema: { type: 'boolean' } };

/** A list. */
export function listOf<T>(element: Shape<T>, min = 0): Shape<T[]> {
  return {
    check: (value, at) => {
      if (!Array.isArray(value)) return badHidden('invalid-type', 'list', at, value);
      if (value.length < min) return found('missing-field', at, { reason: 'too-few', min, what: 'element' });
      return within(at, value.flatMap((each, i) => within([i], element.check(each, ''))));
    },
    schema: { type: 'array', items: element.schema, ...min > 0 ? { minItems: min } : {} },
  };
}

/** A map whose keys are the user's own. */
export function mapOf<T>(check: Check, keys: JsonSchema, values: JsonSchema): Shape<Record<string, T>> {
  return {
    check: (value, at) => isObject(value) ? check(value, at) : badHidden('invalid-type', 'map', at, value),
    schema: { type: 'object', propertyNames: keys, additionalProperties: values },
  };
}

/** A map with no other fields than these. */
export function recordOf<F extends Fields, R extends keyof F & string = never>(fields: F, required: readonly R[] = []): Shape<ValuesOf<F, R>> {
  return {
    check: (value, at) => isObject(value) ? within(at, checkFields(value, fields, required)) : badHidden('invalid-type', 'map', at, value),
    schema: {
      type: 'object',
      properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
      ...required.length > 0 ? { required } : {},
      additionalProperties: false,
    },
    fields,
  };
}

/** A map with exactly one of these fields. */
export function oneFieldOf<F extends Fields>(fields: F): Shape<ValuesOf<F, never>> {
  const { check, schema } = recordOf(fields);
  const names = Object.keys(fields);
  return {
    check: (value, at) => {
      const findings = check(value, at);
      if (!isObject(value)) return findings;
      const given = Object.keys(value);
      // what is not known may have been meant as one of them
      if (given.length === 1 || given.some(name => !names.includes(name))) return findings;
      return [...findings, ...found('invalid-value', at, { reason: 'one-field', fields: names, given })];
    },
    schema: { ...schema, minProperties: 1, maxProperties: 1 },
    fields,
  };
}

/** The known word that an unknown one looks like. */
function meant(word: unknown, known: readonly string[]): string | undefined {
  return typeof word === 'string' ? nearest(word, known) : undefined;
}

function checkFields(value: Record<string, unknown>, fields: Fields, required: readonly string[]): Finding[] {
  const names = Object.keys(fields);
  return [
    ...Object.keys(value).filter(name => !Object.hasOwn(fields, name)).flatMap(name =>
      found('unknown-field', [name], { reason: 'not-known', known: names, meant: meant(name, names) })),
    ...required.filter(name => !Object.hasOwn(value, name)).flatMap(name => found('missing-field', [name], { reason: 'required' })),
    ...names.filter(name => Object.hasOwn(value, name)).flatMap(name => within([name], present(fields[name])(value[name], ''))),
  ];
}

/** A field without a value may have been meant as an empty map, which can be the contrary of leaving it out. */
function present({ check }: Shape<unknown>): Check {
  return (value, at) => value === null ? found('invalid-type', at, { reason: 'no-value' }) : check(value, at);
}
