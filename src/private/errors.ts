import type { IConstruct } from 'constructs';
import { describe, Finding } from './finding';

/**
 * All findings about one object, thrown where it is made.
 *
 * Not part of the jsii API (jsii knows no error classes); `findings` serves tools written in TypeScript.
 */
export class ModelError extends Error {
  declare public readonly subject: string;
  declare public readonly findings: Finding[];

  public constructor(subject: string, findings: Finding[]) {
    super(message(subject, findings));
    this.name = 'ModelError';
    // not enumerable: Node would print them once more below the message
    Object.defineProperties(this, { subject: { value: subject }, findings: { value: findings } });
  }
}

/** Throws when there is something to say about `subject`: a construct, or the class and name of a value. */
export function refuse(subject: IConstruct | string, findings: Finding[]): void {
  if (findings.length === 0) return;
  // the root of a tree has an empty path
  throw new ModelError((typeof subject === 'string' ? subject : subject.node.path) || 'App', findings);
}

function message(subject: string, findings: Finding[]): string {
  const lines = findings.map(describe);
  return lines.length === 1 ? `[${subject}] ${lines[0]}` : [`[${subject}] ${lines.length} findings:`, ...lines].join('\n  ');
}
