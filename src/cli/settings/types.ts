import {
  Field, FILLED, JsonSchema, listType, oneString, RecordType, Scalar, string, StringMap, SUBDOMAIN, TEXT, Type,
} from '../../base/definitions/type';
import { bad, Check, FINE, found, ownWords, within } from '../../base/findings/finding';
import { EXTRA_LABEL, SERIES_LABEL_OPTIONS } from '../../targets/kubernetes/metrics/series-labels';
import { isObject, only, pattern } from '../../base/check';
import { annotations, isDnsLabel, labelKey, labels, namespaceName, scraper } from '../../base/names';
import { exactHost } from '../../base/addresses';

// The types of settings. The checks of the library validate them; the schemas express the same rules for editors.

/** The values of a type. */
export type ValueOf<S> = S extends { readonly typed?: (value: infer T) => any } ? T : never;

/** Types of fields, by name. */
type Types = Readonly<Record<string, Type>>;

/** The values of a record: fields that are not required may be omitted. */
type ValuesOf<F extends Types, R extends keyof F> = { readonly [K in Exclude<keyof F, R>]?: ValueOf<F[K]> }
  & { readonly [K in R]: ValueOf<F[K]> };

/** A map that rejects all other fields. */
export function recordOf<F extends Types, R extends keyof F & string = never>(
  types: F, required: readonly R[] = [],
): RecordType<ValuesOf<F, R>> {
  const names = Object.keys(types);
  const isRequired = new Set<string>(required);
  return {
    is: 'record',
    fields: Object.fromEntries(names.map((name): [string, Field] =>
      [name, { type: types[name], required: isRequired.has(name) ? 'always' : undefined }])),
    props: names,
    check: (value, at) => !isObject(value) ? bad('invalid-type', 'map', at, value) : within(at, [
      ...only(...names)(value, ''),
      ...required.filter(name => !Object.hasOwn(value, name)).flatMap(name =>
        found('missing-field', [name], { reason: 'required' })),
      // a field without a value may be meant as an empty map, which can mean the opposite of an omitted field
      ...names.filter(name => Object.hasOwn(value, name)).flatMap(name => within([name], value[name] === null
        ? found('invalid-type', '', ownWords('has no value', 'leave it out, or give it one'))
        : types[name].check(value[name], ''))),
    ]),
  };
}

/** A map with exactly one of these fields. */
export function oneFieldOf<F extends Types>(types: F): RecordType<ValuesOf<F, never>> {
  const record = recordOf(types);
  const names = Object.keys(types);
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
/** A number from 0 to 255, with which the schema of hosts excludes IPv4 addresses. */
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
/** A host without a wildcard, and no IP address, which an Ingress cannot have. */
export const HOST = string(exactHost,
  { ...SUBDOMAIN, pattern: `^(?!(${OCTET}\\.){3}${OCTET}$)${HOST_PART}(\\.${HOST_PART})*$` });
/** A scraper `<namespace>/<name>`, as MetricsTraits name it. Programs call `Scraper.parse()` with it. */
export const SCRAPER: Scalar<string> = {
  ...string(scraper, { pattern: `^(?=[^/]{1,63}/[^/]{1,253}$)${LABEL}/${SUBDOMAINS}$` }),
  inProgram: { name: 'Scraper', factory: 'parse' },
};
export const KIND_PREFIX = matching(/^[A-Z][A-Za-z0-9]*$/, 'kind-prefix');
/** The name of a cluster, a label of its series. Without `$`, which has a meaning in relabelling rules. */
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

/** The labels of namespaces, by name, with which selectors of namespaces are evaluated. */
export const LABELS_BY_NAMESPACE = stringMap<Record<string, string>>(
  (value, at) => isObject(value)
    ? within(at, Object.keys(value).flatMap(name =>
      within([name], [...namespaceName(name, ''), ...LABELS.check(value[name], '')])))
    : bad('invalid-type', 'map', at, value),
  DNS_LABEL,
  { type: 'object', propertyNames: LABELS.keys, additionalProperties: LABELS.values },
);

/** An element of `matchExpressions`. The platform checks whether its operator takes values. */
const REQUIREMENT = recordOf({
  key: FILLED, operator: oneString(['In', 'NotIn', 'Exists', 'DoesNotExist']), values: listType(TEXT),
}, ['key', 'operator']);

/** A label selector. */
export const SELECTOR = recordOf({ matchLabels: LABELS, matchExpressions: listType(REQUIREMENT) });
