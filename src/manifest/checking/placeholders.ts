import { isObject } from '../../private/check';
import { Finding, firstOf } from '../../findings/finding';
import { joinField, unsaid } from '../../findings/unsaid';
import { locateFindings, LocatedFinding, ManifestDocument } from '../reading';
import { fieldOf } from '../reading/place';

/** What templates have where a value comes in: `{{ .Name }}`, `##NAME##`, `${NAME}`, `<the name>`, `$(NAME)`. */
const PLACEHOLDER = /\{\{.*\}\}|^##.*##$|\$\{[A-Za-z_][^{}]*\}|^\$\([^)]*\)$|^<[^<>]*>$|^%[A-Z_]+%$|^@[A-Z_]+@$/;

/** Texts of programs and of people, in which the same characters mean something. */
const PROGRAMS = new Set([
  'annotations', 'args', 'binaryData', 'command', 'config', 'data', 'env', 'expr', 'loggingConfig', 'openAPIV3Schema', 'script', 'stringData',
]);

/** What is written behind a key is read as a comment, and the key has no value. */
const COMMENT = /:\s+##\w+##/;

/** What to do about it. */
const FILL_IN = 'fill in the template, with the tool that it was written for, and read what comes out';

/** Values of manifests that look like those of a template that was not filled in; `lineOf` gives a line of its file. */
export function placeholders(document: ManifestDocument, lineOf: (line: number) => string): LocatedFinding[] {
  const { value } = document;
  const isComment = (field: string) => COMMENT.test(lineOf(document.locate(field).line));
  return locateFindings(document, firstOf(placeholdersIn(value, isComment), 'placeholder')).map(each => ({ ...each, isWarning: true }));
}

function* placeholdersIn(value: unknown, isComment: (field: string) => boolean): Generator<() => Finding> {
  const found = (field: string, problem: string) => (): Finding => unsaid('placeholder', problem, FILL_IN, field);
  for (const [field, leaf] of leaves(value, '')) {
    if (typeof leaf === 'string' && PLACEHOLDER.test(leaf)) {
      yield found(field, 'looks like the placeholder of a template that was not filled in');
    }
    if (leaf === null && isComment(field)) yield found(field, 'has no value: the placeholder behind it is read as a comment');
  }
}

/** What is in a value, with its path. */
function* leaves(value: unknown, field: string): Generator<[field: string, leaf: unknown]> {
  if (Array.isArray(value)) {
    for (const [i, element] of value.entries()) yield* leaves(element, joinField(field, `[${i}]`));
  } else if (isObject(value)) {
    for (const [name, element] of Object.entries(value)) if (!PROGRAMS.has(name)) yield* leaves(element, fieldOf(field, name));
  } else {
    yield [field, value];
  }
}
