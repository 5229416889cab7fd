import { join } from 'node:path';
import type { ValueChange } from './compare';
import { bySeverity, Consequence } from './compared-cluster';
import { isEqual, KINDS, objectOf, ComparedObject, environmentOf } from './objects';
import { Finding, Path, showPath } from '../../base/findings/finding';
import { problemOf, remedyOf } from '../../base/findings/words';
import { PlainValue, grouped, cut, firstDifference, objectName, visible, written } from '../../base/check';
import { HIDDEN, mask, Place } from '../../base/hidden';

const SIGNS: Readonly<Record<ComparedObject['kind'], string>> = {
  added: '+ added   ', removed: '- removed ', moved: '~ moved   ', changed: '~ changed ', same: '  same    ',
};

/** The names of both folders. */
interface Folders {
  readonly before: string;
  readonly after: string;
}

/** The comparison, with the information to report on it. */
export interface Outcome {
  readonly objects: readonly ComparedObject[];
  /** The effects on what runs, if one of the folders is to replace the other. */
  readonly consequences: readonly Consequence[];
  /** The folders as reports name them. */
  readonly folders: Folders;
  /** The environments that have their own folders. */
  readonly environments: readonly string[];
  readonly notes: readonly string[];
}

/** The findings on each object. */
function findingsBy(consequences: readonly Consequence[]): (object: ComparedObject) => readonly Finding[] {
  const all = grouped(bySeverity(consequences, ({ finding }) => [finding]), ({ object }) => [object]);
  return object => (all.get(object) ?? []).map(({ finding }) => finding);
}

/** The differences as text: a line for each object, followed by a line for each field. For each kind, the most severe effects are first. */
export function textReport(objects: readonly ComparedObject[], folders: Folders, consequences: readonly Consequence[]): string {
  const findingsOf = findingsBy(consequences);
  const sorted = KINDS.flatMap(kind => bySeverity(objects.filter(each => each.kind === kind), findingsOf));
  return sorted.flatMap(each => [
    `${SIGNS[each.kind]} ${titleOf(each, folders)}`,
    ...fieldChanges(each).map(change => `    ${lineFor(change)}`),
    ...findingsOf(each).map(warningOf),
  ]).map(line => `${line}\n`).join('');
}

/** The change of a field, in a form that may be shown. */
interface FieldChange extends ValueChange {
  /** The path as in findings, `spec.containers[0].image`: the path before or, for an addition, after. */
  readonly field: string;
  /** The path after, if it differs. */
  readonly fieldAfter?: string;
  /** Whether a value is hidden, completely or in part. */
  readonly isHidden: boolean;
}

/** The changes of an object, without values that may be passwords. */
function fieldChanges({ before, after, fields }: ComparedObject): FieldChange[] {
  return fields.map(whole => {
    const { path, pathAfter } = whole;
    const was = mask(whole.before, placeOfValue(before!.value, path, whole.orderOf));
    const is = mask(whole.after, placeOfValue(after!.value, pathAfter ?? path, whole.orderOf));
    return {
      ...whole,
      field: shownPath(path),
      fieldAfter: pathAfter && shownPath(pathAfter),
      before: was,
      after: is,
      isHidden: written([was, is]) !== written([whole.before, whole.after]),
    };
  });
}

/** The place of a value; for a list whose order is shown by the names of its elements, that of the names. */
function placeOfValue(object: PlainValue, path: Path, key = ''): Place {
  return Place.at(object, key === '' ? path : [...path, 0, ...key.split('.')]);
}

function shownPath(path: Path): string {
  // `showPath` takes the first step for a flag or a file; here it is a key like any other
  return showPath(['', ...path]).replace(/^\./, '');
}

/** An effect of the change of an object on what runs, listed below its fields. */
function warningOf(finding: Finding): string {
  const field = showPath(finding.path);
  return `    ! warning   ${visible(`${field && `'${field}' `}${problemOf(finding)}; ${remedyOf(finding, 'manifests')}`)}`;
}

function lineFor(change: FieldChange): string {
  const { field, fieldAfter, kind } = change;
  return `${SIGNS[kind]} ${visible(fieldAfter === undefined ? field : `${field}, now ${fieldAfter}`)}:${valueOf(change)}`;
}

/** The text after the field. */
function valueOf({ kind, before, after, orderOf: key }: FieldChange): string {
  if (kind !== 'changed') return ` ${cut(written(kind === 'added' ? after : before))}`;
  const [from, to] = [written(before), written(after)];
  const order = key === undefined ? '' : key === '' ? ' order' : ` order by ${key}`;
  if (from === to) return `${order} ${cut(from)}${before === HIDDEN ? '' : ', of which the hidden part differs'}`;
  const place = firstDifference(from, to);
  return `${order} ${cut(from, place)} -> ${cut(to, place)}`;
}

/** The differences as data for programs. Hidden values are `null`. */
export function jsonReport({ objects, folders, consequences, notes }: Outcome): object {
  const findingsOf = findingsBy(consequences);
  const dataOf = (object: ComparedObject) => {
    const { kind, after } = object;
    const warnings = findingsOf(object).map(finding => ({
      code: finding.code,
      field: showPath(finding.path),
      problem: problemOf(finding),
      remedy: remedyOf(finding, 'manifests'),
      ...after?.locate?.(finding.path),
    }));
    const [file, fileAfter = file] = filesOf(object, folders);
    return {
      ...namesOf(objectOf(object).value),
      file,
      ...file !== fileAfter && { fileAfter },
      ...kind === 'changed' && { changes: fieldChanges(object).map(changeData) },
      ...warnings.length > 0 && { warnings },
    };
  };
  const all = KINDS.map(kind => [kind, objects.filter(each => each.kind === kind).map(dataOf)]);
  return { equal: isEqual(objects), notes, ...Object.fromEntries(all) };
}

function namesOf({ apiVersion, kind, metadata }: PlainValue): object {
  const { namespace, name, generateName } = metadata ?? {};
  return mask({ apiVersion, kind, namespace, name, ...name == null ? { generateName } : {} }) as object;
}

function changeData({ field, fieldAfter, kind, before, after, orderOf, isHidden }: FieldChange): object {
  return { field, fieldAfter, kind, before, after, ...orderOf !== undefined && { order: true }, ...isHidden && { hidden: true } };
}

/** Names an object and its file, and its new file if that differs: `Deployment hello/greet (apps/v1) in dist/hello.k8s.yaml`. */
function titleOf(object: ComparedObject, folders: Folders): string {
  const [{ value }, [file, fileAfter]] = [objectOf(object), filesOf(object, folders)];
  const moved = fileAfter !== undefined && object.before!.file !== object.after!.file ? `, now in ${visible(fileAfter)}` : '';
  return `${objectName(value)} (${String(value.apiVersion)}) in ${visible(file)}${moved}`;
}

/** The paths of the files of an object, where they are or would be. */
function filesOf({ before, after }: ComparedObject, folders: Folders): string[] {
  return [...before ? [join(folders.before, before.file)] : [], ...after ? [join(folders.after, after.file)] : []];
}

/** The maximum length in characters. GitHub limits a comment to 65,536 characters; GitLab allows more. */
const LONGEST = 60_000;
/** The maximum length of each part before the details, which may have the rest. */
const LONGEST_PART = { table: 15_000, consequences: 25_000, notes: 5_000 };
/** The maximum number of lines of a table and of a list. */
const MOST_LINES = 40;
/** The maximum number of characters that are shown of a text or a line. */
const LONGEST_TEXT = 500;

/** A line by which a script finds the comment of an earlier run, to replace it. */
const MARK = '<!-- cdk8s-oam diff -->';

/** The content of a report. */
interface Reportable extends Outcome {
  readonly summary: string;
  /** The command that prints all of it. */
  readonly command: string;
}

/** Formats the difference as a comment on a pull request: counts by environment and namespace, consequences, and collapsed details. */
export function markdownReport(report: Reportable): string {
  const { summary } = report;
  const heading = `### ${summary[0].toUpperCase()}${summary.slice(1)}`;
  const parts = [MARK, heading, ...tableOf(report), ...consequencesIn(report), ...notesIn(report)];
  const head = parts.map(part => `${part}\n`).join('\n');
  return head + detailsOf(report, LONGEST - head.length);
}

/** A location with a row of its own in the summary: the environment, if there are any, and the namespace. */
type ReportPlace = readonly [environment: string, namespace: string];

/** The differing objects by location, in the order of their names. */
function byPlace({ objects, environments }: Reportable): [ReportPlace, ComparedObject[]][] {
  const differing = objects.filter(({ kind }) => kind !== 'same');
  return [...grouped(differing, ({ before, after = before }) => {
    const namespace = after!.value.metadata?.namespace;
    return [JSON.stringify([environmentOf(after!, environments), namespace ? String(namespace) : ''])];
  })].sort(([a], [b]) => a < b ? -1 : 1).map(([place, own]) => [JSON.parse(place) as ReportPlace, own]);
}

function tableOf(report: Reportable): string[] {
  const places = byPlace(report);
  if (places.length === 0) return [];
  const hasEnvironments = places.some(([[environment]]) => environment !== '');
  const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const first = hasEnvironments ? ['Environment', 'Namespace'] : ['Namespace'];
  const head = row([...first, 'Added', 'Removed', 'Moved', 'Changed']);
  const align = row([...first.map(() => '---'), ...KINDS.map(() => '--:')]);
  const rest = (left: number) => row([`${left} more`, ...first.slice(1).map(() => ''), ...KINDS.map(() => '')]);
  const rows = places.map(([[environment, namespace], own]) => row([
    ...hasEnvironments ? [environment === '' ? '' : span(environment)] : [],
    namespace === '' ? '' : span(namespace),
    ...KINDS.map(kind => own.filter(each => each.kind === kind).length || ''),
  ]));
  const room = LONGEST_PART.table - head.length - align.length - 2;
  return [[head, align, ...firstOf(rows, room, rest)].join('\n')];
}

function consequencesIn(report: Reportable): string[] {
  const consequences = bySeverity(report.consequences, ({ finding }) => [finding]);
  if (consequences.length === 0) return [];
  const lines = consequences.map(({ finding, object }) => {
    const own = objectOf(object);
    const environment = environmentOf(own, report.environments);
    const place = environment === '' ? '' : ` in ${span(environment)}`;
    const field = showPath(finding.path);
    const problem = span(`${field && `${field} `}${problemOf(finding)}`);
    return `- ${span(objectName(own.value))}${place}: ${problem}. Fix: ${span(remedyOf(finding, 'manifests'))}`;
  });
  const rest = (left: number) => {
    const codes = grouped(consequences.slice(-left), ({ finding }) => [finding.code]);
    return shortened(`- ${left} more: ${[...codes].map(([code, own]) => `${own.length} ${code}`).join(', ')}`);
  };
  return ['**Warnings:**', firstOf(lines, LONGEST_PART.consequences, rest).join('\n')];
}

function notesIn({ notes }: Reportable): string[] {
  if (notes.length === 0) return [];
  return [firstOf(notes.map(note => `- ${span(note)}`), LONGEST_PART.notes, left => `- ${left} more`).join('\n')];
}

/** The first lines, at most MOST_LINES, that fit into `room` characters with their line breaks; then a line on the number of the others. */
function firstOf(lines: readonly string[], room: number, rest: (left: number) => string): readonly string[] {
  const shown = fittingLines(lines.slice(0, MOST_LINES), room);
  if (shown.length === lines.length) return shown;
  const fitting = fittingLines(shown, room - LONGEST_TEXT - 1);
  return [...fitting, rest(lines.length - fitting.length)];
}

/** The collapsed lines of each location, as far as they fit into `room` characters. */
function detailsOf(report: Reportable, room: number): string {
  const { folders, consequences, command } = report;
  const all = byPlace(report).map(([place, own]) =>
    [place, textReport(own, folders, consequences).split('\n').slice(0, -1).map(marked).map(shortened)] as const);
  const endFor = (left: number) => left === 0 ? '' : `\n${left} more lines are not shown here: run ${span(command)} for all of them.\n`;
  let left = all.reduce((sum, [, lines]) => sum + lines.length, 0);
  const longest = room - endFor(left).length;
  let text = '';
  for (const [place, lines] of all) {
    const fence = '`'.repeat(Math.max(3, longestTicks(lines.join('\n')) + 1));
    const fitting = fittingLines(lines, longest - text.length - collapsed(place, fence, []).length);
    if (fitting.length > 0) text += collapsed(place, fence, fitting);
    left -= fitting.length;
  }
  return text + endFor(left);
}

/** The first lines that fit into `room` characters with their line breaks. */
function fittingLines(lines: readonly string[], room: number): readonly string[] {
  let used = 0;
  const end = lines.findIndex(line => (used += line.length + 1) > room);
  return end < 0 ? lines : lines.slice(0, end);
}

function collapsed([environment, namespace]: ReportPlace, fence: string, lines: readonly string[]): string {
  const title = [environment, namespace].filter(Boolean).join(', ') || 'without a namespace';
  const summary = `<summary><code>${inHtml(shortened(visible(title)))}</code></summary>`;
  return `\n<details>${summary}\n\n${fence}diff\n${lines.join('\n')}\n${fence}\n\n</details>\n`;
}

/** Moves the sign of a line of the report to the front, as in a diff. A changed line gets `!`, which is highlighted too. */
function marked(line: string): string {
  const [, indent, sign, rest] = /^( *)([-+~!]) (.*)$/.exec(line) ?? ['', '', ' ', line];
  return `${sign === '~' ? '!' : sign} ${indent}${rest}`;
}

/** Formats a text as code, so that it contains no mention, link, image or HTML, also in a cell of a table. */
function span(text: string): string {
  const line = shortened(visible(text)).replaceAll('|', '\\|');
  const ticks = '`'.repeat(longestTicks(line) + 1);
  const pad = /^`|`$|^ .* $/.test(line) ? ' ' : '';
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

function longestTicks(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

/** The beginning of a long text. Does not split a surrogate pair. */
function shortened(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

function inHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}
