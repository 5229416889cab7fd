import type { IConstruct } from 'constructs';
import { printable } from '../../findings/shown';

const LONGEST = 200;

/** A construct's path as it is shown in an error; of a very long one, its two ends. */
export function named({ node }: IConstruct): string {
  const path = printable(node.path || 'App');
  return path.length <= LONGEST ? path : `${path.slice(0, LONGEST / 2)}…${path.slice(-LONGEST / 2)}`;
}
