import type { IConstruct } from 'constructs';
import { describe } from '../private/finding';
import type { TreeFinding } from '../private/tree';

/** Asks every construct once what is wrong with it, as cdk8s does; throws all of it. */
export function validate(constructs: readonly IConstruct[]): void {
  const errors: string[] = [];
  for (const { node } of constructs) {
    for (const error of node.validate()) errors.push(line(node.path, error));
  }
  fail(errors);
}

/** Throws what was found in the objects, in the form of a failed validation. */
export function refuseAll(findings: readonly TreeFinding[]): void {
  fail(findings.map(({ construct, finding }) => line(construct.node.path || 'App', describe(finding))));
}

const line = (path: string, error: string) => `[${path}] ${error}`;

function fail(errors: readonly string[]): void {
  if (errors.length > 0) throw new Error(`Validation failed with the following errors:\n  ${errors.join('\n  ')}`);
}
