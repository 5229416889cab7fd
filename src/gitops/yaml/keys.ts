import { DEEPEST, LINES } from './lines';
import { oneLine } from './one-line';
import { doubleQuoted } from './quoted-text';
import { Remembered } from './remembered';
import { UNCERTAIN } from './uncertain';

/** A key as it is written at some depth. `line` and `open` begin a line of their own; a value follows `line`, a collection's lines follow `open`. */
export interface Key {
  readonly line: string;
  readonly open: string;
  /** The same without the line break and the indentation: behind the dash of a list, or at the document's beginning. */
  readonly bareLine: string;
  readonly bareOpen: string;
}

/** A key that is longer when it is written gets a `?` in front, and its value a line of its own. */
const LONGEST = 1024;

/** What looks like a line between documents, or a directive: cdk8s quotes such a key if it is not indented. */
const MARKER = /^(?:%|---|\.\.\.)/m;

// The same few keys come at the same few depths.
const written = Array.from({ length: DEEPEST + 1 }, () => new Remembered<Key>(1000));

export function keyAt(depth: number, name: string): Key {
  const keys = written[depth];
  return keys.get(name) ?? keys.keep(name, write(name, depth));
}

function write(name: string, depth: number): Key {
  if (depth === 0 && MARKER.test(name)) throw UNCERTAIN;
  const text = oneLine(name) ?? doubleQuoted(name);
  if (text.length > LONGEST) throw UNCERTAIN;
  return { line: `${LINES[depth]}${text}: `, open: `${LINES[depth]}${text}:`, bareLine: `${text}: `, bareOpen: `${text}:` };
}
