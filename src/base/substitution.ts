/**
 * Placeholders that are replaced before a manifest is applied: by Flux and envsubst, by kustomize (its variables), by
 * Helm, and by the Vault plugin of Argo CD.
 */
const SUBSTITUTION = /\$\{[A-Za-z_][^{}]*\}|\$\([A-Za-z_]\w*\)|\{\{[^{}]*\}\}|<path:[^<>]*>/;

const ALL = new RegExp(SUBSTITUTION, 'g');

/** A string as it may look once placeholders are replaced. The result is for checks, and never shown. */
export function substituted<T>(value: T): T | string {
  return typeof value === 'string' ? value.replace(ALL, 'x') : value;
}

const WHOLE = new RegExp(`^(?:${SUBSTITUTION.source})$`);

/** Whether a string is a placeholder as a whole. */
export function isWhollySubstituted(value: string): boolean {
  return WHOLE.test(value);
}

/** Whether a string contains a placeholder. */
export function isSubstituted(value: string): boolean {
  return SUBSTITUTION.test(value);
}
