import { Field, JsonSchema, RecordType, StringMap, Type, string } from '../../definitions/type';
import { Check, FINE, Finding, bad, badHidden, found, within } from '../../findings/finding';
import { EXTRA_LABEL, SERIES_LABEL_OPTIONS } from '../../kubernetes/metrics/series-labels';
import { filled, isObject, pattern } from '../../private/check';
import { annotations, isDnsLabel, labelKey, labels, namespaceName, objectName, secretName } from '../../private/names';
import { nearest } from '../../private/nearest';
import { exactHost, scraper } from '../../private/network';

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
interface About {
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
function mapOf<T>(check: Check, keys: JsonSchema, values: JsonSchema): StringMap<Record<string, T>> {
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

// The texts that settings are made of. The library's own checks tell of them; the expressions say the same to editors.

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
/** Parts of a host, which are as short as a label each. */
const HOST_PART = '[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?';
const OCTET = '(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
/** The name behind the slash of a label's key, and the value of a label. */
const LABEL_NAME = '[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?';

const DNS_LABEL = { pattern: `^${LABEL}$`, maxLength: 63 };
const DNS_SUBDOMAIN = { pattern: `^${SUBDOMAIN}$`, maxLength: 253 };

const label: Check = (value, at) => isDnsLabel(value) ? FINE : bad('invalid-name', 'vendor', at, value);

export const NAMESPACE = string(namespaceName, DNS_LABEL);
export const OBJECT_NAME = string(objectName, DNS_SUBDOMAIN);
/** What is given in its place may be the secret itself, and is not shown. */
export const SECRET_NAME = string(secretName, DNS_SUBDOMAIN);
export const VENDOR = string(label, DNS_LABEL);
export const FILLED = string(filled, { minLength: 1 });
export const HOST = string(exactHost, { pattern: `^(?!(${OCTET}\\.){3}${OCTET}$)${HOST_PART}(\\.${HOST_PART})*$`, maxLength: 253 });
export const SCRAPER = string(scraper, { pattern: `^(?=[^/]{1,63}/[^/]{1,253}$)${LABEL}/${SUBDOMAIN}$` });

export const KIND_PREFIX = string(
  pattern(/^[A-Z][A-Za-z0-9]*$/, 'kind-prefix'),
  { pattern: '^[A-Z][A-Za-z0-9]*$' },
);
export const CLUSTER_NAME = string(
  pattern(/^[^$]+$/, 'cluster-name'),
  { pattern: '^[^$]+$' },
);

/** A key `[prefix/]name`; cdk8s cannot write the one that every object has. */
const keyOf = (prefix: string) => ({ pattern: `^(?!constructor$)((?=[^/]{1,253}/)${prefix}/)?${LABEL_NAME}$` });
const LABEL_VALUE = { type: 'string', pattern: `^(${LABEL_NAME})?$` };

export const LABELS: StringMap<Record<string, string>> = mapOf(labels, keyOf(SUBDOMAIN), LABEL_VALUE);
/** One key of a label. */
export const LABEL_KEY = string(labelKey, keyOf(SUBDOMAIN));

/** Names as Prometheus has them; `$` has a meaning in its rules. */
export const EXTRA_LABELS: StringMap<Record<string, string>> = mapOf(SERIES_LABEL_OPTIONS.extraLabels, { pattern: EXTRA_LABEL }, { type: 'string', pattern: '^[^$]+$' });

/** Kubernetes folds the case of a prefix before it looks at it. */
export const ANNOTATIONS: StringMap<Record<string, string>> = mapOf(annotations, keyOf(SUBDOMAIN.replaceAll('a-z', 'A-Za-z')), { type: 'string' });

/** Labels of namespaces. */
export const LABELS_BY_NAMESPACE: StringMap<Record<string, Record<string, string>>> = mapOf(
  (value, at) => within(at, Object.keys(value).flatMap(name =>
    within([name], [...namespaceName(name, ''), ...LABELS.check(value[name], '')]))),
  DNS_LABEL,
  { type: 'object', propertyNames: LABELS.keys, additionalProperties: LABELS.values },
);

/** The schema of one field, with what editors say of it. */
export function fieldSchema({ type, title, description, flag, default: value, examples }: SettingsField<any>): JsonSchema {
  return {
    title,
    description: flag ? `${description} Flag: ${flag}.` : description,
    ...value !== undefined && { default: value },
    ...examples && { examples },
    ...schemaOf(type),
  };
}

/** The schema of values of a type. */
export function schemaOf(type: Type): JsonSchema {
  switch (type.is) {
    case 'list':
      return { type: 'array', items: schemaOf(type.of), ...type.schema };
    case 'map':
      return { type: 'object', propertyNames: type.keys, additionalProperties: type.values };
    case 'record': {
      const fields = Object.entries(type.fields) as [string, SettingsField<any>][];
      const required = fields.filter(([, each]) => each.required).map(([name]) => name);
      return {
        type: 'object',
        properties: Object.fromEntries(fields.map(([name, each]) => [name, fieldSchema(each)])),
        ...required.length > 0 && { required },
        additionalProperties: false,
        ...type.schema,
      };
    }
    default:
      return { type: type.is, ...(type as { readonly schema?: JsonSchema }).schema };
  }
}
