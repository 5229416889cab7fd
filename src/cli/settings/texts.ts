import { mapOf } from './shape';
import { string, StringMap } from '../../definitions/type';
import { bad, Check, FINE, within } from '../../findings/finding';
import { EXTRA_LABEL, SERIES_LABEL_OPTIONS } from '../../kubernetes/metrics/series-labels';
import { filled, pattern } from '../../private/check';
import { annotations, isDnsLabel, labelKey, labels, namespaceName, objectName, secretName } from '../../private/names';
import { exactHost, scraper } from '../../private/network';

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

const label: Check = (value, field) => isDnsLabel(value) ? FINE : bad('invalid-name', 'vendor', field, value);

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
  (value, field) => within(field, Object.keys(value).flatMap(name =>
    within([name], [...namespaceName(name, ''), ...LABELS.check(value[name], '')]))),
  DNS_LABEL,
  { type: 'object', propertyNames: LABELS.keys, additionalProperties: LABELS.values },
);
