import { Yaml } from 'cdk8s';
import { writeDocuments } from '../../../src/gitops/yaml/write-documents';

const stringify = Yaml.stringify.bind(Yaml);

/** What cdk8s writes. */
export function writtenByCdk8s(...documents: unknown[]): string {
  return stringify(...documents);
}

/** What the writer gives, and how many documents it left to cdk8s. */
export function written(...documents: unknown[]): { text: string; left: number } {
  let left = 0;
  Yaml.stringify = (...values) => {
    left++;
    return stringify(...values);
  };
  try {
    return { text: writeDocuments(documents), left };
  } finally {
    Yaml.stringify = stringify;
  }
}

/** Fails where the writer gives something else than cdk8s; gives how many documents it left to cdk8s. */
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

/** A text as whatever it can be in a document: a value and a key, in the document's own lines and deeper, in a map and in a list. */
export function everywhere(...texts: string[]): unknown[] {
  const map = () => Object.fromEntries(texts.map(text => [text, text]));
  return [map(), texts, { map: map() }, [[{ texts: [texts.slice()] }, map()]]];
}
