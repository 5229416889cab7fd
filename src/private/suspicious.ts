import { isObject } from './check';
import type { Path } from '../findings/path';

// Judges by names whether a value may be a password: one rule for everything that shows values or warns about them.

/** Words in the name of a field, a variable or a label that may hold a password. */
const SUSPICIOUS =
  /pass|pwd|secret|token|key|cred|auth|bearer|jwt|salt|dsn|conn(ection)?[-_]?str|webhook|signature|otp|^pin|pin$|^pat$|_pat$/i;

/** Names with such a word that hold only the name of a Secret, or of a key in it. */
const REFERENCE =
  /(Ref|Refs|Name|Selector|Key)$|^(fromSecret|imagePullSecrets|runtimeEncryptionSecret|secret|secrets|webLogicCredentialsSecret|key)$/;

/** The public fields of a Secret, and the fields of a mere reference to one. */
const OF_SECRET = ['apiVersion', 'kind', 'metadata', 'type', 'immutable'];
const OF_REFERENCE = ['apiVersion', 'group', 'kind', 'name', 'namespace'];

/** Whether a name contains a word that occurs in the names of passwords. */
export function isSuspicious(name: string): boolean {
  return SUSPICIOUS.test(name);
}

/** Whether a name indicates a password, and not only the name of a Secret. */
export function holdsPassword(name: string): boolean {
  return SUSPICIOUS.test(name) && !REFERENCE.test(name);
}

/**
 * Whether a field may hold a password that is in a Secret, or in an object of another kind of secret, alone or within another object. Any
 * field may, except the known ones, since a name may be misspelled. An object without metadata is a mere reference.
 */
export function isFieldOfSecret(parent: unknown, key: string, isRoot = false): boolean {
  if (!isObject(parent) || typeof parent.kind !== 'string' || !/secret/i.test(parent.kind)) return false;
  return !(isRoot || Object.hasOwn(parent, 'metadata') ? OF_SECRET : OF_REFERENCE).includes(key);
}

/** Fields with arbitrary values of a user, which may be passwords. */
const OWN_VALUES = new Set(['annotations', 'args', 'binaryData', 'command', 'config', 'data', 'env', 'headers', 'stringData', 'value']);

/** Whether the value at a path of an object may be a password. */
export function mayBePassword(object: unknown, path: Path): boolean {
  const names = path.filter(step => typeof step === 'string');
  return names.some(name => OWN_VALUES.has(name) || holdsPassword(name)) || isFieldOfSecret(object, names[0], true);
}

/** Whether the key of a map has the form of a name. */
export function isOpenKey(key: string): boolean {
  return /^[\w$][\w.$/-]{0,316}$/.test(key);
}
