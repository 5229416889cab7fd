import { Composer, CST, Document, Parser, visit, YAMLError } from 'yaml';
import type { Chunk } from './chunks';
import { MAX_DEPTH, tooDeep } from './depth';
import { dialectErrors, SyntaxError } from './dialect';
import type { Source } from './source';
import { inWords } from './syntax-words';
import { findTemplate, TEMPLATED } from './templates';

/** More of them in one document follow from one another. */
const MOST_ERRORS = 5;

/** The tree of a document, in which every scalar is a text; nothing where there is none, or where it is not YAML. */
export function parse(chunk: Chunk, source: Source, json: boolean): Document.Parsed | undefined {
  const tokens = [...new Parser().parse(chunk.text)];
  if (!checkTokens(tokens, chunk, source)) return undefined;
  // what is a number, which tags there are and whether a key is given twice is looked at afterwards, as Kubernetes does
  const [document] = new Composer({ schema: 'failsafe', uniqueKeys: false, logLevel: 'silent' }).compose(tokens, true, chunk.text.length);
  const found = document.errors.length > 0 ? notFollowing(document, chunk.text) : json ? [] : dialectErrors(tokens, chunk.text);
  const lines = found.map(({ offset }) => chunk.text.lastIndexOf('\n', offset - 1));
  const errors = found.filter((_, i) => lines.indexOf(lines[i]) === i).slice(0, MOST_ERRORS);
  if (errors.length === 0) return document;
  const template = findTemplate(chunk.text, errors[0].offset);
  if (template !== undefined) {
    source.report(chunk.offset + template, TEMPLATED);
  } else {
    for (const { offset, ...words } of errors) source.report(chunk.offset + offset, { code: 'yaml-syntax', field: '', ...words });
  }
  return undefined;
}

/** What is known before a tree is made. */
function checkTokens(tokens: CST.Token[], chunk: Chunk, source: Source): boolean {
  const report = (offset: number, problem: string, remedy: string) => {
    source.report(chunk.offset + offset, { code: 'yaml-document', field: '', problem, remedy });
    return false;
  };
  const directive = tokens.find(token => token.type === 'directive');
  if (directive) return report(directive.offset, 'has a directive, a line that begins with %, which kubectl does not read', 'leave it out');
  const [first, second] = tokens.filter(token => token.type === 'document');
  if (second) return report(second.offset, 'has another document after a line \'...\', which Kubernetes would drop', 'begin it with a line \'---\'');
  const end = first?.value ? undefined : tokens.find(token => token.type === 'doc-end');
  if (end) return report(end.offset, 'has a line \'...\' without a document, which Kubernetes refuses', 'leave it out');
  const deep = first && tooDeep(first);
  if (!deep) return true;
  source.report(chunk.offset + deep.offset, { code: 'yaml-too-deep', field: '', problem: `has maps and lists that are nested more than ${MAX_DEPTH} deep` });
  return false;
}

/** The errors that do not follow from others. */
function notFollowing(document: Document.Parsed, text: string): SyntaxError[] {
  const sorted = [...document.errors].sort((a, b) => a.pos[0] - b.pos[0]);
  const quote = sorted.findIndex(isOpenQuote);
  const first = sorted.slice(0, quote < 0 ? sorted.length : quote + 1).filter((error, i) => i === 0 || !/^Unexpected .* in YAML /.test(error.message));
  return first.map(error => ({ offset: offsetOf(error, document, text), ...inWords(error) }));
}

function isOpenQuote(error: YAMLError): boolean {
  return error.message.startsWith('Missing closing ');
}

/** Where an error is told: a wrong indentation where it ends, a quote that is never closed where it opens. */
function offsetOf(error: YAMLError, document: Document.Parsed, text: string): number {
  let offset = error.pos[0];
  if (!isOpenQuote(error)) return offset + /^ */.exec(text.slice(offset))![0].length;
  visit(document, {
    Scalar: (_, node) => {
      if (node.type?.startsWith('QUOTE') && node.range && node.range[0] < offset && offset <= node.range[1]) offset = node.range[0];
    },
  });
  return offset;
}
