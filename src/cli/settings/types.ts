import {
  FILLED, SUBDOMAIN, TEXT, Field, JsonSchema, listType, oneString, RecordType, string, StringMap, Type,
} from '../../base/definitions/type';
import { bad, Check, FINE, found, ownWords, within } from '../../base/findings/finding';
import { EXTRA_LABEL, SERIES_LABEL_OPTIONS } from '../../targets/kubernetes/metrics/series-labels';
import { isObject, pattern, nearest } from '../../base/check';
import { annotations, isDnsLabel, labelKey, labels, namespaceName, scraper } from '../../base/names';
import { exactHost } from '../../base/addresses';

// The types of settings. The checks of the library validate them; the schemas express the same rules for editors.

/** Information on a field for editors, besides its title and description. */
interface More {
  /** The flag that also sets the field. */
  readonly flag?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
}

/** A field of the settings, with the information that editors show. */
export interface SettingsField<T = any> extends Field, More {
  readonly type: Type<T>;
  readonly title: string;
  readonly description: string;
}

/** Fields by name. */
export type Fields = Readonly<Record<string, SettingsField>>;

/** The values of a type. */
export type ValueOf<S> = S extends { readonly typed?: (value: infer T) => any } ? T : never;

type ValuesOf<F extends Fields, R extends keyof F> = { readonly [K in Exclude<keyof F, R>]?: ValueOf<F[K]['type']> }
  & { readonly [K in R]: ValueOf<F[K]['type']> };

/** Declares a field of the settings. */
export function field<T>(type: Type<T>, title: string, description: string, more: More = {}): SettingsField<T> {
  return { type, title, description, ...more };
}

/** A map that rejects all other fields. */
export function recordOf<F extends Fields, R extends keyof F & string = never>(
  fields: F, required: readonly R[] = [],
): RecordType<ValuesOf<F, R>> {
  const all: Record<string, Field> = { ...fields };
  for (const name of required) all[name] = { ...fields[name], required: 'always' };
  const names = Object.keys(fields);
  return {
    is: 'record',
    fields: all,
    props: names,
    check: (value, at) => !isObject(value) ? bad('invalid-type', 'map', at, value) : within(at, [
      ...Object.keys(value).filter(name => !names.includes(name)).flatMap(name =>
        found('unknown-field', [name], { reason: 'not-known', known: names, meant: nearest(name, names) })),
      ...required.filter(name => !Object.hasOwn(value, name)).flatMap(name =>
        found('missing-field', [name], { reason: 'required' })),
      // a field without a value may be meant as an empty map, which can mean the opposite of an omitted field
      ...names.filter(name => Object.hasOwn(value, name)).flatMap(name => within([name], value[name] === null
        ? found('invalid-type', '', ownWords('has no value', 'leave it out, or give it one'))
        : fields[name].type.check(value[name], ''))),
    ]),
  };
}

/** A map with exactly one of these fields. */
export function oneFieldOf<F extends Fields>(fields: F): RecordType<ValuesOf<F, never>> {
  const record = recordOf(fields);
  const names = Object.keys(fields);
  return {
    ...record,
    check: (value, at) => {
      const given = isObject(value) ? Object.keys(value) : [];
      // an unknown field may be a misspelling of one of them
      const isOne = !isObject(value) || given.length === 1 || given.some(name => !names.includes(name));
      return [
        ...record.check(value, at),
        ...isOne ? FINE : found('invalid-value', at, { reason: 'one-field', fields: names, given }),
      ];
    },
    schema: { minProperties: 1, maxProperties: 1 },
  };
}

/** Accepts only the value `true`; the alternative is to omit the field. */
export const TRUE: Type<true> = {
  is: 'boolean',
  check: (value, at) => value === true ? FINE : bad('invalid-value', 'true', at, value),
  schema: { const: true },
};

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAINS = `${LABEL}(\\.${LABEL})*`;
/** A segment of a host, at most as long as a DNS label: 63 characters. */
const HOST_PART = '[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?';
const OCTET = '(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
/** The name after the slash in the key of a label; also the value of a label. */
const LABEL_NAME = '[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?';
const DNS_LABEL = { pattern: `^${LABEL}$`, maxLength: 63 };

/** A string that matches an expression; `reason` selects the message on one that does not. */
const matching = (expression: RegExp, reason: Parameters<typeof pattern>[1]) =>
  string(pattern(expression, reason), { pattern: expression.source });

export const NAMESPACE = string(namespaceName, DNS_LABEL);
export const VENDOR = string((value, at) =>
  isDnsLabel(value) ? FINE : bad('invalid-name', 'vendor', at, value), DNS_LABEL);
export const HOST = string(exactHost,
  { ...SUBDOMAIN, pattern: `^(?!(${OCTET}\\.){3}${OCTET}$)${HOST_PART}(\\.${HOST_PART})*$` });
export const SCRAPER = string(scraper, { pattern: `^(?=[^/]{1,63}/[^/]{1,253}$)${LABEL}/${SUBDOMAINS}$` });
export const KIND_PREFIX = matching(/^[A-Z][A-Za-z0-9]*$/, 'kind-prefix');
export const CLUSTER_NAME = matching(/^[^$]+$/, 'series-label');

/** A map whose keys the user chooses. */
function stringMap<T = string>(check: Check, keys: JsonSchema, values: JsonSchema): StringMap<Record<string, T>> {
  return { is: 'map', check, keys, values };
}

/** A key `[prefix/]name`. */
const labelKeyPattern = (prefix: string) => ({ pattern: `^((?=[^/]{1,253}/)${prefix}/)?${LABEL_NAME}$` });

export const LABEL_KEY = string(labelKey, labelKeyPattern(SUBDOMAINS));
export const LABELS = stringMap(labels, labelKeyPattern(SUBDOMAINS), { type: 'string', pattern: `^(${LABEL_NAME})?$` });

/** Label names of Prometheus. Values exclude `$`, which has a meaning in relabeling rules. */
export const EXTRA_LABELS = stringMap(
  SERIES_LABEL_OPTIONS.extraLabels, { pattern: EXTRA_LABEL }, { type: 'string', pattern: '^[^$]+$' });

/** Kubernetes converts the prefix to lower case before it validates it. */
export const ANNOTATIONS =
  stringMap(annotations, labelKeyPattern(SUBDOMAINS.replaceAll('a-z', 'A-Za-z')), { type: 'string' });

export const LABELS_BY_NAMESPACE = stringMap<Record<string, string>>(
  (value, at) => isObject(value)
    ? within(at, Object.keys(value).flatMap(name =>
      within([name], [...namespaceName(name, ''), ...LABELS.check(value[name], '')])))
    : bad('invalid-type', 'map', at, value),
  DNS_LABEL,
  { type: 'object', propertyNames: LABELS.keys, additionalProperties: LABELS.values },
);

const REQUIREMENT = recordOf({
  key: field(FILLED, 'Key of the label', 'The label that is asked for.'),
  operator: field(oneString(['In', 'NotIn', 'Exists', 'DoesNotExist']), 'Operator', 'What is asked of the label.'),
  values: field(listType(TEXT, ''), 'Values', 'With In and NotIn: the values of the label. Left out with the others.'),
}, ['key', 'operator']);

/** A label selector. */
export const SELECTOR = recordOf({
  matchLabels: field(LABELS, 'Labels', 'The labels and values that are asked for, all of them.'),
  matchExpressions: field(listType(REQUIREMENT, ''), 'Expressions', 'What else is asked of labels, all of it.'),
});

/** The schema of values of a type, with the information on fields that editors show. */
export function schemaOf(type: Type): JsonSchema {
  switch (type.is) {
    case 'list':
      return { type: 'array', items: schemaOf(type.of), ...type.schema };
    case 'map':
      return { type: 'object', propertyNames: type.keys, additionalProperties: type.values };
    case 'record': {
      const fields = Object.entries(type.fields) as [string, SettingsField][];
      const required = fields.filter(([, each]) => each.required).map(([name]) => name);
      return {
        type: 'object',
        properties: Object.fromEntries(fields.map(([name, each]) => [name, {
          title: each.title,
          description: each.flag ? `${each.description} Flag: ${each.flag}.` : each.description,
          ...each.default !== undefined && { default: each.default },
          ...each.examples && { examples: each.examples },
          ...schemaOf(each.type),
        }])),
        ...required.length > 0 && { required },
        additionalProperties: false,
        ...type.schema,
      };
    }
    default:
      return { type: type.is, ...(type as { readonly schema?: JsonSchema }).schema };
  }
}
