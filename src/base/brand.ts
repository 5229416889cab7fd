import { readFileSync } from 'node:fs';
import type { Shape } from './findings/catalogue/shapes';
import { bad, Check, Finding, FINE, found, within, At, printable } from './findings/finding';
import type { IConstruct } from 'constructs';
import { raise, startAtUser } from './user-stack';
import { Audience, describeTo } from './findings/words';

// `instanceof` does not recognize objects from another copy of the library: each copy has its own classes.

/** A class as a value, even if its constructor is private. */
export interface Class<T> { readonly name: string; readonly prototype: T }

/** The name of a class, and the copy of the library that it is from. */
interface Brand { readonly name: string; readonly copy: { readonly version: string } }

/** The property of a prototype that holds the brand of its class, the same in every copy of the library. */
const BRAND = Symbol.for('cdk8s-oam.Brand');

const THIS_COPY: Brand['copy'] = {
  get version() { return JSON.parse(readFileSync(require.resolve('cdk8s-oam/package.json'), 'utf8')).version; },
};

/** Makes instances of a class and of its subclasses recognizable to all copies of the library. */
export function brand(type: Class<object>): void {
  Object.defineProperty(type.prototype, BRAND, { value: { name: type.name, copy: THIS_COPY } satisfies Brand });
}

function brandOf(value: unknown): Brand | undefined {
  return (value as { readonly [BRAND]?: Brand } | null | undefined)?.[BRAND];
}

/** Whether a value is an instance of a branded class, from any copy of the library. */
export function isOf<T extends object>(type: Class<T>, value: unknown): value is T {
  return brandOf(value)?.name === type.name;
}

/** Whether a value is an instance of a branded class of this copy of the library. */
export function isOwn<T extends object>(type: Class<T>, value: unknown): value is T {
  return isOf(type, value) && brandOf(value)?.copy === THIS_COPY;
}

/** Reports a value that is an instance of the branded class from another copy of the library. */
export function otherCopy(type: Class<object>, at: At, value: unknown): Finding[] {
  const copy = isOf(type, value) ? brandOf(value)?.copy : undefined;
  return !copy || copy === THIS_COPY ? FINE
    : found('other-copy', at, { type: type.name, own: THIS_COPY.version, other: copy.version });
}

/** Checks an instance of a branded class with `check`, and any other value by `otherwise`, or reports its shape. */
export function instanceOf<T extends object>(
  type: Class<T>, otherwise: Check | Shape, check: (object: T) => Finding[] = () => FINE,
): Check {
  return (value, field) => {
    if (isOwn(type, value)) return within(field, check(value));
    const findings = otherCopy(type, field, value);
    if (findings.length > 0) return findings;
    return typeof otherwise === 'string' ? bad('invalid-type', otherwise, field, value) : otherwise(value, field);
  };
}

/**
 * All findings about one object, thrown where it is created. The stack starts with that line of the program.
 *
 * Exported by `cdk8s-oam/errors`: jsii does not support error classes, so that `cdk8s-oam` itself cannot export it.
 */
export class ModelError extends Error {
  declare public readonly subject: string;
  declare public readonly findings: Finding[];

  public constructor(subject: string, findings: Finding[], audience: Audience = 'program') {
    const lines = findings.map(each => describeTo(audience, each));
    const head = `[${printable(subject)}]`;
    super(lines.length === 1 ? `${head} ${lines[0]}` : [`${head} ${lines.length} findings:`, ...lines].join('\n  '));
    this.name = 'ModelError';
    startAtUser(this);
    // not enumerable: Node would print them again below the message
    Object.defineProperties(this, { subject: { value: subject }, findings: { value: findings } });
  }
}

brand(ModelError);

/** Whether an error is a ModelError of any copy of the library. */
export function isModelError(error: unknown): error is ModelError { return isOf(ModelError, error); }

/** Throws a ModelError if there are findings about `subject`: a construct, or the class and name of a value. */
export function throwFindings(subject: IConstruct | string, findings: Finding[]): void {
  if (findings.length === 0) return;
  // the root of a tree has an empty path
  raise(new ModelError((typeof subject === 'string' ? subject : subject.node.path) || 'App', findings));
}
