import { isObject } from './check';
import type { Path } from '../findings/path';

// What may be a password, by the names around it: one judgement for all that shows values or warns of them.

/** What is in the name of a field, a variable or a label that may hold a password. */
const SUSPICIOUS =
  /pass|pwd|secret|token|key|cred|auth|bearer|jwt|salt|dsn|conn(ection)?[-_]?str|webhook|signature|otp|^pin|pin$|^pat$|_pat$/i;

/** Names that have such a word in them, and hold only the name of a Secret or of a key in it. */
const REFERENCE =
  /(Ref|Refs|Name|Selector|Key)$|^(fromSecret|imagePullSecrets|runtimeEncryptionSecret|secret|secrets|webLogicCredentialsSecret|key)$/;

/** What a Secret has that anybody may see, and what a mere reference to one has. */
const OF_SECRET = ['apiVersion', 'kind', 'metadata', 'type', 'immutable'];
const OF_REFERENCE = ['apiVersion', 'group', 'kind', 'name', 'namespace'];

/** Whether a name has a word in it that names of passwords have. */
export function isSuspicious(name: string): boolean {
  return SUSPICIOUS.test(name);
}

/** Whether a name says that something holds a password, and not only the name of a Secret. */
export function holdsPassword(name: string): boolean {
  return SUSPICIOUS.test(name) && !REFERENCE.test(name);
}

/**
 * Whether a field of a Secret, or of an object of another kind of secrets, alone or in another object, may hold a password: any but those
 * that are known, since one may be misspelled. What has no metadata is a mere reference.
 */
export function isFieldOfSecret(parent: unknown, key: string, isRoot = false): boolean {
  if (!isObject(parent) || typeof parent.kind !== 'string' || !/secret/i.test(parent.kind)) return false;
  return !(isRoot || Object.hasOwn(parent, 'metadata') ? OF_SECRET : OF_REFERENCE).includes(key);
}

/** Names of fields whose values are a user's own, and may be passwords. */
const OWN_VALUES = new Set(['annotations', 'args', 'binaryData', 'command', 'config', 'data', 'env', 'headers', 'stringData', 'value']);

/** Whether what an object has at a path may be a password. */
export function mayBePassword(object: unknown, path: Path): boolean {
  const names = path.filter(step => typeof step === 'string');
  return names.some(name => OWN_VALUES.has(name) || holdsPassword(name)) || isFieldOfSecret(object, names[0], true);
}

/** Whether the key of a map is a name, and nothing else. */
export function isOpenKey(key: string): boolean {
  return /^[\w$][\w.$/-]{0,316}$/.test(key);
}
