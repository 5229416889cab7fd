import { describe, Finding } from './finding';

/**
 * All findings about one object, thrown where it is made.
 *
 * Not part of the jsii API (jsii knows no error classes); `findings` serves tools written in TypeScript.
 */
export class ModelError extends Error {
  public constructor(public readonly subject: string, public readonly findings: Finding[]) {
    super(message(subject, findings));
    this.name = 'ModelError';
  }
}

/** Throws when there is something to say about `subject`, a construct's path or a value's class and name. */
export function refuse(subject: string, findings: Finding[]): void {
  // the root of a tree has an empty path
  if (findings.length > 0) throw new ModelError(subject || 'App', findings);
}

function message(subject: string, findings: Finding[]): string {
  const lines = findings.map(describe);
  return lines.length === 1 ? `[${subject}] ${lines[0]}` : [`[${subject}] ${lines.length} findings:`, ...lines].join('\n  ');
}
