import { isObject } from '../../private/check';
import { joinField } from '../../private/finding';
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
  const found = (field: string, problem: string): LocatedFinding[] =>
    locateFindings(document, [{ code: 'placeholder', field, problem, remedy: FILL_IN }]).map(each => ({ ...each, isWarning: true }));
  return leaves(value, '').flatMap(([field, leaf]) => {
    if (typeof leaf === 'string') return PLACEHOLDER.test(leaf) ? found(field, 'looks like the placeholder of a template that was not filled in') : [];
    return leaf === null && COMMENT.test(lineOf(document.locate(field).line)) ? found(field, 'has no value: the placeholder behind it is read as a comment') : [];
  });
}

/** What is in a value, with its path. */
function leaves(value: unknown, field: string): [field: string, leaf: unknown][] {
  if (Array.isArray(value)) return value.flatMap((element, i) => leaves(element, joinField(field, `[${i}]`)));
  if (!isObject(value)) return [[field, value]];
  return Object.entries(value).filter(([name]) => !PROGRAMS.has(name)).flatMap(([name, element]) => leaves(element, fieldOf(field, name)));
}
