import type { IConstruct } from 'constructs';
import { brand, isOf } from './brand';
import { raise, startAtUser } from './user-stack';
import { Finding } from '../findings/finding';
import { printable } from '../findings/shown';
import { Audience, describeTo } from '../findings/words';

/**
 * All findings about one object, thrown where it is created. The stack starts with the line of the program that creates the object.
 *
 * Exported by `cdk8s-oam/errors`: jsii does not support error classes, so that `cdk8s-oam` itself cannot export it.
 */
export class ModelError extends Error {
  declare public readonly subject: string;
  declare public readonly findings: Finding[];

  public constructor(subject: string, findings: Finding[], audience: Audience = 'program') {
    super(message(subject, findings, audience));
    this.name = 'ModelError';
    startAtUser(this);
    // not enumerable: Node would print them again below the message
    Object.defineProperties(this, { subject: { value: subject }, findings: { value: findings } });
  }
}

brand(ModelError);

/** Whether an error is a ModelError of any copy of the library. */
export function isModelError(error: unknown): error is ModelError {
  return isOf(ModelError, error);
}

/** Throws a ModelError if there are findings about `subject`: a construct, or the class and name of a value. */
export function refuse(subject: IConstruct | string, findings: Finding[]): void {
  if (findings.length === 0) return;
  // the root of a tree has an empty path
  raise(new ModelError((typeof subject === 'string' ? subject : subject.node.path) || 'App', findings));
}

function message(subject: string, findings: readonly Finding[], audience: Audience): string {
  const lines = findings.map(found => describeTo(audience, found));
  const head = `[${printable(subject)}]`;
  return lines.length === 1 ? `${head} ${lines[0]}` : [`${head} ${lines.length} findings:`, ...lines].join('\n  ');
}
