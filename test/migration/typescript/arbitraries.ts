import * as fc from 'fast-check';
import { parseAllDocuments } from 'yaml';
import { ODD_DOCUMENTS } from './odd-documents';
import { yamlKeyHazard } from '../../../src/base/plain';

/** Code that would be seen if it were run. */
const CODE = 'globalThis.executed = true';

/** Texts that end a string, a comment or a line of TypeScript, or that mean something to it. */
const HOSTILE: readonly string[] = [
  `'; ${CODE}; '`, `"; ${CODE}; "`, `\`; ${CODE}; \``, `\${${CODE}}`, `\`\${${CODE}}\``, `\\'; ${CODE}; //`, `\\\\'; ${CODE}; //`, `*/ ${CODE}; /*`, `// ${CODE}`,
  `\n${CODE};\n`, `\r${CODE};\r`, `\n${CODE};\n'`, `x\n\`\${${CODE}}\`\n\\`, `'].join('\\n'); ${CODE}; [`, `' + (${CODE}) + '`, `}); ${CODE}; ({`, `]: ${CODE}, [`, `(() => ${CODE})()`,
  `\\u0027; ${CODE}; //`, '\\', '\\\\', '\'', '"', '`', '${', '$', '</script>', '@ts-nocheck', '#!/usr/bin/env node', `#! ${CODE}`, `<!-- ${CODE}`, `--> ${CODE}`, '\u0000', '\u001b[2J',
  '\u202e', '\u200b', '\ufeff', '\u00ad', '\u3164', '\u00a0', 'é', '日本', '👍🏽', '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'this', 'class', 'k8s', 'Scraper',
  '../../etc/passwd', '/', 'a/b', 'C:\\', 'CON', '.', '..', '', ' ', '-', '1', '1.5', 'true', 'null', 'yes', '~', 'a\tb', 'a\n', 'a\nb\n', '\n\n', 'x'.repeat(300),
];

const strange = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'\'"`$\\{}()[]*/;\n\r\t #:<>-') }) },
  // what the readers of YAML in a cluster refuse or change is refused here, too
).filter(text => yamlKeyHazard(text) === undefined);

/** Any text, often one that TypeScript would take for something else. */
export const anyText: fc.Arbitrary<string> = strange;

const scalar = fc.oneof(
  { weight: 5, arbitrary: anyText },
  { weight: 2, arbitrary: fc.constant(null) },
  fc.constantFrom<any>(true, false, 0, -1, 1.5, -0.25, 1e21, 65535, 65536, 2 ** 53 - 1),
);

/** Any plain data. */
export const anyValue: fc.Arbitrary<any> = fc.letrec<any>(tie => ({
  value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, { weight: 4, arbitrary: scalar }, tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  object: fc.dictionary(anyText, tie('value'), { maxKeys: 3 }),
})).value;

/** What may be done to a document, at a place that a number finds. */
interface Change {
  readonly place: number;
  readonly kind: 'replace' | 'add' | 'remove' | 'rename' | 'repeat';
  readonly key: string;
  readonly value: any;
}

const change: fc.Arbitrary<Change> = fc.record({
  place: fc.nat(), kind: fc.constantFrom('replace', 'add', 'add', 'remove', 'rename', 'repeat'), key: anyText, value: anyValue,
});

/** But for those of which one is written once. */
const TEXTS = Object.entries(ODD_DOCUMENTS).flatMap(([what, text]) => what === 'the same object twice' ? [] : text);

const DOCUMENTS: readonly any[][] = TEXTS.map(text => parseAllDocuments(text).map(document => document.toJS()).filter(value => value !== null));

/** Documents of OAM to which something has been done. */
export const anyDocuments: fc.Arbitrary<any[]> = fc.tuple(fc.constantFrom(...DOCUMENTS), fc.array(change, { minLength: 1, maxLength: 4 }))
  .map(([documents, changes]) => changes.reduce((values, each) => changed(values, each), structuredClone(documents) as any[]));

/** A field or an element: what it stands in, and where. */
interface Slot {
  readonly of: any;
  readonly key: string | number;
}

function changed(documents: any[], { place, kind, key, value }: Change): any[] {
  const slots = documents.flatMap(slotsOf);
  if (slots.length === 0) return documents;
  const { of, key: at } = slots[place % slots.length];
  if (kind === 'replace') {put(of, at, value);} else if (Array.isArray(of)) {of.splice(at as number, kind === 'remove' ? 1 : 0, ...kind === 'repeat' ? [structuredClone(of[at as number])] : kind === 'add' ? [value] : []);} else if (kind === 'add') {put(of, key, value);} else if (kind !== 'repeat') {
    const { [at]: moved } = of;
    delete of[at];
    if (kind === 'rename') put(of, key, moved);
  }
  return documents;
}

function slotsOf(value: any): Slot[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap(key => [{ of: value, key: Array.isArray(value) ? Number(key) : key }, ...slotsOf(value[key])]);
}

function put(of: any, key: string | number, value: any): void {
  Object.defineProperty(of, key, { value, enumerable: true, configurable: true, writable: true });
}

/** The text of documents. */
export function textOf(documents: readonly any[]): string {
  return documents.map(document => `${JSON.stringify(document)}\n`).join('---\n');
}
