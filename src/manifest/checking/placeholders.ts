import { Finding, firstOf, found } from '../../findings/finding';
import type { Path } from '../../findings/path';
import { isObject } from '../../private/check';
import { locateFindings, LocatedFinding, ManifestDocument } from '../reading';

/** What templates have where a value comes in: `{{ .Name }}`, `##NAME##`, `${NAME}`, `<the name>`, `$(NAME)`. */
const PLACEHOLDER = /\{\{.*\}\}|^##.*##$|\$\{[A-Za-z_][^{}]*\}|^\$\([^)]*\)$|^<[^<>]*>$|^%[A-Z_]+%$|^@[A-Z_]+@$/;

/** Texts of programs and of people, in which the same characters mean something. */
const PROGRAMS = new Set([
  'annotations', 'args', 'binaryData', 'command', 'config', 'data', 'env', 'expr', 'loggingConfig', 'openAPIV3Schema', 'script', 'stringData',
]);

/** What is written behind a key is read as a comment, and the key has no value. */
const COMMENT = /:\s+##\w+##/;

/** Values of manifests that look like those of a template that was not filled in; `lineOf` gives a line of its file. */
export function placeholders(document: ManifestDocument, lineOf: (line: number) => string): LocatedFinding[] {
  const { value } = document;
  const isComment = (path: Path) => COMMENT.test(lineOf(document.locate(path).line));
  return locateFindings(document, firstOf(placeholdersIn(value, isComment), 'placeholder')).map(each => ({ ...each, isWarning: true }));
}

function* placeholdersIn(value: unknown, isComment: (path: Path) => boolean): Generator<() => Finding> {
  for (const [path, leaf] of leaves(value, [])) {
    if (typeof leaf === 'string' && PLACEHOLDER.test(leaf)) yield () => found('placeholder', path, { reason: 'value' })[0];
    if (leaf === null && isComment(path)) yield () => found('placeholder', path, { reason: 'comment' })[0];
  }
}

/** What is in a value, with its path. */
function* leaves(value: unknown, path: Path): Generator<[path: Path, leaf: unknown]> {
  if (Array.isArray(value)) {
    for (const [i, element] of value.entries()) yield* leaves(element, [...path, i]);
  } else if (isObject(value)) {
    for (const [name, element] of Object.entries(value)) if (!PROGRAMS.has(name)) yield* leaves(element, [...path, name]);
  } else {
    yield [path, value];
  }
}
