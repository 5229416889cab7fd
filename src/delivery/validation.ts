import type { IConstruct } from 'constructs';
import { constructsOf } from './order/tree';
import { printable } from '../base/findings/finding';
import { describe } from '../base/findings/words';
import type { TreeFinding } from '../base/registry';
import { raise, startAtUser } from '../base/user-stack';

/** Validates every construct once, including those that validations create, and throws all errors together. */
export function validateTree(root: IConstruct): void {
  const errors: Problem[] = [];
  const asked = new Set<IConstruct>();
  const newOnes = () => constructsOf(root).filter(construct => !asked.has(construct));
  for (let news = newOnes(); news.length > 0; news = newOnes()) {
    for (const construct of news) {
      asked.add(construct);
      errors.push(...construct.node.validate().map(text => ({ path: construct.node.path, text })));
    }
  }
  throwProblems(errors);
}

/** Throws findings about objects in the form of a failed validation, with an error that caused some of them. */
export function refuseAll(findings: readonly TreeFinding[], cause?: unknown): void {
  throwProblems(findings.map(problemAt), cause);
}

/** Emits findings that are no errors as warnings, on standard error. */
export function warnOf(findings: readonly TreeFinding[]): void {
  for (const each of findings) process.emitWarning(problemLine(problemAt(each)), 'GitOpsApp');
}

/** A problem at a construct. */
interface Problem {
  readonly path: string;
  readonly text: string;
}

/** A finding in the words of a failed validation. */
const problemAt = ({ construct, finding }: TreeFinding): Problem =>
  ({ path: construct.node.path || 'App', text: describe(finding) });

const problemLine = ({ path, text }: Problem) => `[${printable(path)}] ${text}`;

/** The key of the problems in an error, from which `ofEach` puts the errors of several trees together. */
const PROBLEMS = Symbol('problems');

/** Throws problems in the form of cdk8s, whose users look for it; does nothing if there are none. */
function throwProblems(problems: readonly Problem[], cause?: unknown): void {
  if (problems.length === 0) return;
  const text = `Validation failed with the following errors:\n  ${problems.map(problemLine).join('\n  ')}`;
  const error = new Error(text, cause === undefined ? {} : { cause });
  Object.defineProperty(error, PROBLEMS, { value: problems });
  startAtUser(error);
  raise(error);
}

/**
 * Applies a function to each of several trees, and throws the problems of all of them together, each with the name of
 * its tree. Any other error is thrown at once.
 */
export function ofEach<T extends IConstruct, R>(trees: ReadonlyMap<string, T>, act: (tree: T) => R): Map<string, R> {
  const done = new Map<string, R>();
  const problems: Problem[] = [];
  let cause: unknown;
  for (const [name, tree] of trees) {
    try {
      done.set(name, act(tree));
    } catch (error) {
      const { [PROBLEMS]: own, cause: itsCause } = error as Error & { readonly [PROBLEMS]?: readonly Problem[] };
      if (!own) throw error;
      problems.push(
        ...own.map(({ path, text }) => ({ path: ['', 'App'].includes(path) ? name : `${name}/${path}`, text })));
      cause ??= itsCause;
    }
  }
  throwProblems(problems, cause);
  return done;
}
