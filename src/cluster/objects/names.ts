import { createHash } from 'node:crypto';

const HASH_LENGTH = 8;

/** A short hash of a string, the same on every machine. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);
}

/** A name of at most `max` characters: a longer one is cut, and ends with a hash of the whole name. */
export function shortenedName(name: string, max: number): string {
  if (name.length <= max) return name;
  return `${name.slice(0, max - HASH_LENGTH - 1).replace(/(?<![^A-Za-z0-9])[^A-Za-z0-9]+$/, '')}-${shortHash(name)}`;
}

/** The maximum length of names that are DNS labels, such as those of volumes and of Service ports. */
export const MAX_LABEL = 63;
/** The maximum length of an object's name, and of a ConfigMap's key. */
export const MAX_NAME = 253;
/** The annotation from which Argo CD reads how to sync an object. */
export const SYNC_OPTIONS = 'argocd.argoproj.io/sync-options';
/** The annotation or label from which Flux reads whether to delete an object. */
export const PRUNE = 'kustomize.toolkit.fluxcd.io/prune';
