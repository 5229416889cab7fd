import { readFileSync } from 'node:fs';
import { Check, Finding, FINE, found, within } from '../findings/finding';
import type { At } from '../findings/path';

// `instanceof` does not know the objects of another copy of the library: each copy has classes of its own.

/** A class as a value, whoever may call its constructor. */
export interface Class<T> {
  readonly name: string;
  readonly prototype: T;
}

/** One copy of the library among those that a program has loaded. */
interface LibraryCopy {
  readonly version: string;
}

interface Brand {
  readonly name: string;
  readonly copy: LibraryCopy;
}

/** Where the prototype of a class has its brand, in every copy of the library. */
const BRAND = Symbol.for('cdk8s-oam.Brand');

const THIS_COPY: LibraryCopy = {
  get version() {
    return JSON.parse(readFileSync(require.resolve('cdk8s-oam/package.json'), 'utf8')).version;
  },
};

/** Makes the objects of a class, and of those that extend it, known to all copies of the library. */
export function brand(type: Class<object>): void {
  Object.defineProperty(type.prototype, BRAND, { value: { name: type.name, copy: THIS_COPY } satisfies Brand });
}

function brandOf(value: unknown): Brand | undefined {
  return (value as { readonly [BRAND]?: Brand } | null | undefined)?.[BRAND];
}

/** Whether a value is of a branded class, in whichever copy of the library it was made. */
export function isOf<T extends object>(type: Class<T>, value: unknown): value is T {
  return brandOf(value)?.name === type.name;
}

/** Whether a value is of a branded class of this copy of the library. */
export function isOwn<T extends object>(type: Class<T>, value: unknown): value is T {
  return isOf(type, value) && brandOf(value)?.copy === THIS_COPY;
}

/** Says that a value is of a branded class of another copy of the library, if it is. */
export function otherCopy(type: Class<object>, at: At, value: unknown): Finding[] {
  const copy = isOf(type, value) ? brandOf(value)?.copy : undefined;
  return !copy || copy === THIS_COPY ? FINE : found('other-copy', at, { type: type.name, own: THIS_COPY.version, other: copy.version });
}

/** The check of an object of a branded class; `otherwise` is the check of all else. */
export function instanceOf<T extends object>(type: Class<T>, otherwise: Check, check: (object: T) => Finding[] = () => FINE): Check {
  return (value, field) => {
    if (isOwn(type, value)) return within(field, check(value));
    const findings = otherCopy(type, field, value);
    return findings.length > 0 ? findings : otherwise(value, field);
  };
}
