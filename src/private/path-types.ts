import { Check, FINE, found } from '../findings/finding';
import { Shown } from '../findings/shown';

/** How the paths of ingress rules are compared. */
const PATH_TYPES = ['Exact', 'Prefix', 'Regex'] as const;

/** The type that a text is read as: the platform does not mind its case. */
export function pathTypeOf(text: unknown): typeof PATH_TYPES[number] | undefined {
  const read = typeof text === 'string' ? text.trim().toLowerCase() : undefined;
  return PATH_TYPES.find(each => each.toLowerCase() === read);
}

/** The type of a path, in any case. An empty one is none. */
export const pathType: Check = (value, field) =>
  value === '' || pathTypeOf(value) !== undefined ? FINE : found('invalid-value', field, { reason: 'one-of', allowed: PATH_TYPES, value: Shown.of(value) });
