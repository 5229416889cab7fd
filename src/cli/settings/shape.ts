import { Field, JsonSchema, RecordType, StringMap, Type } from '../../definitions/type';
import { bad, badHidden, Check, FINE, Finding, found, within } from '../../findings/finding';
import { isObject } from '../../private/check';
import { nearest } from '../../private/nearest';

/** A field of the settings, and what an editor says of it. */
export interface SettingsField<T> extends Field, About {
  readonly type: Type<T>;
}

/** Fields by their names. */
export type Fields = Readonly<Record<string, SettingsField<any>>>;

/** The values of a type. */
export type ValueOf<S> = S extends { readonly typed?: (value: infer T) => any } ? T : never;

type ValuesOf<F extends Fields, R extends keyof F> = { readonly [K in Exclude<keyof F, R>]?: ValueOf<F[K]['type']> }
  & { readonly [K in R]: ValueOf<F[K]['type']> };

/** What an editor says of a field. */
export interface About {
  readonly title: string;
  readonly description: string;
  /** The flag that gives the field too. */
  readonly flag?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
}

/** A field with what is to be said of it. */
export function field<T>(type: Type<T>, about: About): SettingsField<T> {
  return { type, ...about };
}

/** The value `true` and no other: what is not wanted is left out. */
export const TRUE: Type<true> = {
  is: 'boolean',
  check: (value, at) => value === true ? FINE : bad('invalid-value', 'true', at, value),
  schema: { const: true },
};

/** A map whose keys are the user's own. */
export function mapOf<T>(check: Check, keys: JsonSchema, values: JsonSchema): StringMap<Record<string, T>> {
  return { is: 'map', check: (value, at) => isObject(value) ? check(value, at) : badHidden('invalid-type', 'map', at, value), keys, values };
}

/** A map with no other fields than these. */
export function recordOf<F extends Fields, R extends keyof F & string = never>(fields: F, required: readonly R[] = []): RecordType<ValuesOf<F, R>> {
  const names: readonly string[] = required;
  return {
    is: 'record',
    fields: Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, names.includes(name) ? { ...each, required: 'always' } : each])),
    props: Object.keys(fields),
    check: (value, at) => isObject(value) ? within(at, checkFields(value, fields, required)) : badHidden('invalid-type', 'map', at, value),
  };
}

/** A map with exactly one of these fields. */
export function oneFieldOf<F extends Fields>(fields: F): RecordType<ValuesOf<F, never>> {
  const record = recordOf(fields);
  const names = Object.keys(fields);
  return {
    ...record,
    check: (value, at) => {
      const findings = record.check(value, at);
      if (!isObject(value)) return findings;
      const given = Object.keys(value);
      // what is not known may have been meant as one of them
      if (given.length === 1 || given.some(name => !names.includes(name))) return findings;
      return [...findings, ...found('invalid-value', at, { reason: 'one-field', fields: names, given })];
    },
    schema: { minProperties: 1, maxProperties: 1 },
  };
}

function checkFields(value: Record<string, unknown>, fields: Fields, required: readonly string[]): Finding[] {
  const names = Object.keys(fields);
  return [
    ...Object.keys(value).filter(name => !Object.hasOwn(fields, name)).flatMap(name =>
      found('unknown-field', [name], { reason: 'not-known', known: names, meant: nearest(name, names) })),
    ...required.filter(name => !Object.hasOwn(value, name)).flatMap(name => found('missing-field', [name], { reason: 'required' })),
    ...names.filter(name => Object.hasOwn(value, name)).flatMap(name => within([name], present(fields[name].type)(value[name], ''))),
  ];
}

/** A field without a value may have been meant as an empty map, which can be the contrary of leaving it out. */
function present({ check }: Type): Check {
  return (value, at) => value === null ? found('invalid-type', at, { reason: 'no-value' }) : check(value, at);
}
