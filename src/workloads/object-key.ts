import { OBJECT_NAME, SECRET_NAME } from '../definitions/common';
import { record, string } from '../definitions/type';
import { Check, FINE, found } from '../findings/finding';
import { isDataKey } from '../private/names';

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

const keyOf = (reason: 'secret-key' | 'config-map-key'): Check => (value, field) => isDataKey(value) ? FINE : found('invalid-value', field, { reason });

const KEY = { pattern: '^[-._a-zA-Z0-9]+$', maxLength: 253 };
export const SECRET_DATA_KEY = string(keyOf('secret-key'), KEY);
export const CONFIG_MAP_DATA_KEY = string(keyOf('config-map-key'), KEY);

export const SECRET_KEY = record<SecretKey>()({
  name: { type: SECRET_NAME, doc: 'Secret in the workload\'s namespace.', required: 'always' },
  key: { type: SECRET_DATA_KEY, doc: 'Key within the secret.', required: 'always' },
}, { isHidden: true });

export const CONFIG_MAP_KEY = record<ConfigMapKey>()({
  name: { type: OBJECT_NAME, doc: 'ConfigMap in the workload\'s namespace.', required: 'always' },
  key: { type: CONFIG_MAP_DATA_KEY, doc: 'Key within the ConfigMap.', required: 'always' },
}, { isHidden: true });
