import type { IConstruct } from 'constructs';
import { constructsOf } from './order/tree';
import { printable } from '../findings/shown';
import { describe } from '../findings/words';
import type { TreeFinding } from '../private/tree';
import { raise, startAtUser } from '../private/user-stack';

/** Asks every construct once what is wrong with it, those that validations make too; throws all of it. */
export function validate(root: IConstruct): void {
  const errors: string[] = [];
  const asked = new Set<IConstruct>();
  for (let isDone = false; !isDone;) {
    const news = constructsOf(root).filter(construct => !asked.has(construct));
    for (const construct of news) {
      asked.add(construct);
      for (const error of construct.node.validate()) errors.push(line(construct.node.path, error));
    }
    isDone = news.length === 0;
  }
  fail(errors);
}

/** Throws what was found in the objects, in the form of a failed validation, with an error from which some of it comes. */
export function refuseAll(findings: readonly TreeFinding[], cause?: unknown): void {
  fail(findings.map(({ construct, finding }) => line(construct.node.path || 'App', describe(finding))), cause);
}

/** Tells what is no error, on standard error. */
export function warnOf(findings: readonly TreeFinding[]): void {
  for (const { construct, finding } of findings) process.emitWarning(line(construct.node.path || 'App', describe(finding)), 'GitOpsApp');
}

const line = (path: string, error: string) => `[${printable(path)}] ${error}`;

function fail(errors: readonly string[], cause?: unknown): void {
  if (errors.length === 0) return;
  const error = new Error(`Validation failed with the following errors:\n  ${errors.join('\n  ')}`, cause === undefined ? {} : { cause });
  startAtUser(error);
  raise(error);
}
