/** Placeholders of Flux and envsubst, of kustomize (its variables), of Helm, and of the Vault plugin of Argo CD. */
const SUBSTITUTION = /\$\{[A-Za-z_][^{}]*\}|\$\([A-Za-z_]\w*\)|\{\{[^{}]*\}\}|<path:[^<>]*>/;

const ALL = new RegExp(SUBSTITUTION, 'g');

/** A string as it may look once placeholders are replaced. The result is for checks, and never shown. */
export function substituted<T>(value: T): T | string {
  return typeof value === 'string' ? value.replace(ALL, 'x') : value;
}

const WHOLE = new RegExp(`^(?:${SUBSTITUTION.source})$`);

/** Whether a string is a placeholder as a whole. */
export function isWhollySubstituted(value: string): boolean { return WHOLE.test(value); }

/** Whether a string contains a placeholder. */
export function isSubstituted(value: string): boolean { return SUBSTITUTION.test(value); }
