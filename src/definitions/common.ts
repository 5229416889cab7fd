import type { ApiObjectMetadata, Duration } from 'cdk8s';
import { Scalar, StringMap, held, integer, record, string } from './type';
import { bad, Check, FINE, found, hidden, must, saying } from '../findings/finding';
import { filled, text, whole, isObject } from '../private/check';
import { durationCall, durationText, isDuration, millisecondsOf } from '../private/durations';
import { annotations, isDataKey, labels, metadata, objectName, secretName } from '../private/names';
import { fieldPath, host, port, scraper } from '../private/network';

// types that several kinds share

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const PART = '[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?';
/** The constraints of most names. */
export const SUBDOMAIN = { pattern: `^${LABEL}(\\.${LABEL})*$`, maxLength: 253 };

const FINE_ANYWAY: Check = () => FINE;

export const TEXT = string(text);
export const FILLED = string(filled, { minLength: 1 });
export const OBJECT_NAME = string(objectName, SUBDOMAIN);
export const SECRET_NAME = string(secretName, SUBDOMAIN);
export const HOST = string(host, { pattern: `^(|\\*|(\\*\\.)?${PART}(\\.${PART})*)$`, maxLength: 253 });
export const SCRAPER_NAME = string(scraper, { pattern: `^${PART}/${LABEL}(\\.${LABEL})*$`, maxLength: 317 });
export const FIELD_PATH = string(fieldPath, { minLength: 1 });
export const PORT = integer(port, { format: 'int32', minimum: 1, maximum: 65535 });

const duration = must(value => typeof value === 'string' && (millisecondsOf(value) ?? 0) > 0, 'invalid-value',
  saying('must be a duration of at least a millisecond, such as 30s or 1m30s',
    'write Duration.seconds(30)', 'give numbers with their units, the largest unit first, such as 1m30s'));

/** A duration as Prometheus writes it. */
export const DURATION = held<Duration>(
  string(duration, { pattern: '^(?=.*[1-9])([0-9]+y)?([0-9]+w)?([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?([0-9]+ms)?$' }),
  { module: 'cdk8s', name: 'Duration', factory: durationCall }, given => isDuration(given) ? durationText(given) : given,
);

/** A Duration of a program, in whole seconds. */
export const wholeSeconds: Check = (value, field) => {
  const seconds = isDuration(value) ? value.toSeconds({ integral: false }) : NaN;
  return Number.isInteger(seconds) && seconds > 0 ? FINE
    : bad('invalid-value', 'whole-seconds', field, isDuration(value) ? value.toHumanString() : value);
};

/** The schema of an integer or a string. */
export const INTEGER_OR_STRING = { 'x-kubernetes-int-or-string': true, 'anyOf': [{ type: 'integer' }, { type: 'string' }] };

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
  return !isObject(value) || given.length === 1 ? FINE : found('invalid-value', field, { reason: 'one-field', fields, given });
};

/** An object that is carried as it is. */
export const OBJECT: Scalar<{ [key: string]: any }> = { is: 'object', check: FINE_ANYWAY };

/** A string, or a non-empty string, that is checked elsewhere. */
export const UNCHECKED = string(FINE_ANYWAY);
const UNCHECKED_FILLED = string(FINE_ANYWAY, { minLength: 1 });

/** The workload that a trait is on. Users leave it out. */
export const WORKLOAD_REFERENCE = record<object>()({}, {
  check: FINE_ANYWAY,
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

export const SECRET_KEY = record<SecretKey>()({
  name: { type: SECRET_NAME, doc: 'Secret in the workload\'s namespace.', required: 'always' },
  key: { type: SECRET_DATA_KEY, doc: 'Key within the secret.', required: 'always' },
});

export const CONFIG_MAP_KEY = record<ConfigMapKey>()({
  name: { type: OBJECT_NAME, required: 'always' },
  key: { type: CONFIG_MAP_DATA_KEY, required: 'always' },
});
