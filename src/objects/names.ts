import { createHash } from 'node:crypto';

const HASH_LENGTH = 8;

/** A short hash of a text, the same on every machine. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);
}

/** A name that is not too long: the beginning, and a hash of the whole. */
export function shortened(name: string, max: number): string {
  if (name.length <= max) return name;
  return `${name.slice(0, max - HASH_LENGTH - 1).replace(/[^A-Za-z0-9]+$/, '')}-${shortHash(name)}`;
}

/** The longest name of a volume, a port of a Service and the like. */
export const MAX_LABEL = 63;
/** The longest name of an object, and of a key of a ConfigMap. */
export const MAX_NAME = 253;
