import type { Unit } from './units';
import { ConstantOfFile } from '../syntax/names';
import { Expression, pieces, Statement } from '../syntax/tree';

/** Statements, and the constants of the file that they use. */
export interface WithConstants {
  readonly units: readonly Unit[];
  readonly constants: readonly Statement[];
}

/** How many characters a constant saves at least. */
export const SAVED = 90;

/** What a constant is called after. */
export function contextOf(expression: Expression, key: string, around: string): ConstantOfFile {
  const own = expression.type === 'object' ? expression.fields.find(field => field.key === 'name')?.value : undefined;
  return { key, around, own: own?.type === 'literal' && typeof own.value === 'string' ? own.value : undefined };
}

/** Data that is the same wherever it stands. */
export function isBlock(expression: Expression): boolean {
  if (expression.type !== 'object' && expression.type !== 'list') return false;
  for (const piece of pieces(expression)) {
    if (piece.type === 'name' || piece.type === 'object' && piece.fields.some(({ comment }) => comment !== undefined)) return false;
  }
  return true;
}
