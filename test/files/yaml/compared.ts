import { Yaml } from 'cdk8s';
import { writeDocuments } from '../../../src/files/write-yaml';
import { yamlKeyHazard } from '../../../src/base/plain';

const library = jest.requireActual<typeof import('yaml')>('yaml');

/** What cdk8s writes. */
export function writtenByCdk8s(...documents: unknown[]): string {
  return Yaml.stringify(...documents);
}

/** What the writer gives, and how many documents it left to a library. */
export function written(...documents: unknown[]): { text: string; left: number } {
  const stringify = jest.spyOn(library, 'stringify');
  try {
    return { text: writeDocuments(documents), left: stringify.mock.calls.length };
  } finally {
    stringify.mockRestore();
  }
}

/** Whether every reader takes a text as cdk8s writes it. */
export function isSafe(text: string): boolean {
  return yamlKeyHazard(text) === undefined && !text.includes('\ufeff');
}

/** Fails where the writer gives something else than cdk8s; gives how many documents it left to a library. */
export function compare(...documents: unknown[]): number {
  const { text, left } = written(...documents);
  const expected = writtenByCdk8s(...documents);
  if (text !== expected) throw new Error(difference(text, expected));
  return left;
}

function difference(text: string, expected: string): string {
  const [lines, others] = [text.split('\n'), expected.split('\n')];
  const at = others.findIndex((line, i) => line !== lines[i]);
  return `line ${at + 1} is ${JSON.stringify(lines[at])}, and cdk8s writes ${JSON.stringify(others[at])}`;
}

/**
 * A text as whatever it can be in a document: a value and a key, in the document's own lines and deeper, in a map and in a list. Without
 * those that readers do not take as cdk8s writes them.
 */
export function everywhere(...given: string[]): unknown[] {
  const texts = given.filter(isSafe);
  const map = () => Object.fromEntries(texts.map(text => [text, text]));
  return [map(), texts, { map: map() }, [[{ texts: [texts.slice()] }, map()]]];
}
