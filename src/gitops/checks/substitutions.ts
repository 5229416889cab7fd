/** What Flux fills in before it applies a manifest, and envsubst: `${CLUSTER}`, `${CLUSTER:=west}`. */
const SUBSTITUTION = /\$\{[A-Za-z_][^{}]*\}/g;

/** A text as it may be when variables have been filled in. What is given back is for checks, and never shown. */
export function substituted<T>(value: T): T | string {
  return typeof value === 'string' ? value.replace(SUBSTITUTION, 'x') : value;
}
