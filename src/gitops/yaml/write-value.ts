import { blockText } from './block-text';
import { keyAt } from './keys';
import { DASHES, DEEPEST, LINES } from './lines';
import { oneLine } from './one-line';
import { isPlainList, isPlainMap } from './plain-data';
import { References } from './references';
import { UNCERTAIN } from './uncertain';

/** Of the document that is being written. */
let references = new References();

/** A document that is a map or a list, without the line break at its end. */
export function documentText(value: object): string {
  // a getter in the document may write another document
  const outer = references;
  references = new References();
  try {
    return collectionLines(value, 0, '') || emptyText(value);
  } finally {
    references = outer;
  }
}

/** The lines of a map or a list, nothing if it is empty. `lead` stands before the first: a line's beginning, the dashes of lists, or nothing. */
function collectionLines(value: object, depth: number, lead: string): string {
  if (depth > DEEPEST) throw UNCERTAIN;
  references.note(value);
  if (Array.isArray(value)) return listLines(value, depth, lead);
  if (isPlainMap(value)) return mapLines(value, depth, lead);
  throw UNCERTAIN;
}

function mapLines(map: Record<string, unknown>, depth: number, lead: string): string {
  let text = '';
  // quicker than Object.keys; the document is left to cdk8s where objects inherit what this would find
  for (const name in map) {
    const value = map[name];
    const key = keyAt(depth, name);
    const isFirst = text === '';
    if (typeof value === 'object' && value !== null) {
      const lines = collectionLines(value, depth + 1, LINES[depth + 1]);
      text += isFirst ? lead : '';
      if (lines === '') text += (isFirst ? key.bareLine : key.line) + emptyText(value);
      else text += (isFirst ? key.bareOpen : key.open) + lines;
    } else {
      text += isFirst ? lead + key.bareLine : key.line;
      text += scalarText(value, depth + 1);
    }
  }
  return text;
}

function listLines(list: readonly unknown[], depth: number, lead: string): string {
  if (!isPlainList(list)) throw UNCERTAIN;
  let text = '';
  let dash = lead === LINES[depth] ? DASHES[depth] : `${lead}- `;
  // by index: a hole is written as null, as what is undefined is
  for (let i = 0; i < list.length; i++) {
    const value = list[i];
    if (typeof value === 'object' && value !== null) text += collectionLines(value, depth + 1, dash) || dash + emptyText(value);
    else text += dash + scalarText(value, depth + 1);
    dash = DASHES[depth];
  }
  return text;
}

const emptyText = (value: object) => Array.isArray(value) ? '[]' : '{}';

/** A value that is no map and no list; `depth` is that of its own lines, if it has several. */
function scalarText(value: unknown, depth: number): string {
  if (typeof value === 'string') return oneLine(value) ?? blockText(value, LINES[depth]);
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (value === null || value === undefined) return 'null';
  // functions, symbols, big integers
  throw UNCERTAIN;
}

function numberText(value: number): string {
  if (Object.is(value, -0)) return '-0';
  if (Number.isFinite(value)) return String(value);
  if (Number.isNaN(value)) return '.nan';
  return value < 0 ? '-.inf' : '.inf';
}
