/**
 * What is filled in before a manifest is applied: by Flux and envsubst, as variables of kustomize, by Helm, and by the Vault plugin of Argo
 * CD.
 */
const SUBSTITUTION = /\$\{[A-Za-z_][^{}]*\}|\$\([A-Za-z_]\w*\)|\{\{[^{}]*\}\}|<path:[^<>]*>/;

const ALL = new RegExp(SUBSTITUTION, 'g');

/** A text as it may be when variables have been filled in. What is given back is for checks, and never shown. */
export function substituted<T>(value: T): T | string {
  return typeof value === 'string' ? value.replace(ALL, 'x') : value;
}

const WHOLE = new RegExp(`^(?:${SUBSTITUTION.source})$`);

/** Whether all of a string is filled in. */
export function isWhollySubstituted(value: string): boolean {
  return WHOLE.test(value);
}

/** Whether a part of a string is filled in. */
export function isSubstituted(value: string): boolean {
  return SUBSTITUTION.test(value);
}
