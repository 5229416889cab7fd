import { join } from 'node:path';
import { ComparedObject, environmentOf, isEqual, KINDS, listedObject, ValueChange } from './compare';
import { bySeverity, Consequence } from './compared-cluster';
import { PlainValue, grouped } from '../../base/check';
import { Finding, Path, showPath } from '../../base/findings/finding';
import { describeTo, problemOf, remedyOf } from '../../base/findings/words';
import { HIDDEN, mask, Place } from '../../base/masking';
import { cut, firstDifference, shownObject, visible, writtenJson } from '../../base/shown';

/** The beginning of the line of an object or a field, by the kind of its change. All are equally long. */
const SIGNS: Readonly<Record<ComparedObject['kind'], string>> = {
  added: '+ added   ', removed: '- removed ', moved: '~ moved   ', changed: '~ changed ', same: '  same    ',
};

/** The comparison, with the information to report on it. */
export interface Outcome {
  readonly objects: readonly ComparedObject[];
  /** The effects on what runs, if one of the folders is to replace the other. */
  readonly consequences: readonly Consequence[];
  /** The folders as reports name them. */
  readonly folders: { readonly before: string; readonly after: string };
  /** The environments that have their own folders. */
  readonly environments: readonly string[];
  readonly notes: readonly string[];
}

/** The findings on each object. */
function findingsBy(consequences: readonly Consequence[]): (object: ComparedObject) => readonly Finding[] {
  const all = grouped(bySeverity(consequences, ({ finding }) => [finding]), ({ object }) => [object]);
  return object => (all.get(object) ?? []).map(({ finding }) => finding);
}

/** The paths of the files of an object, where they are or would be. */
const filePaths = ({ before, after }: ComparedObject, folders: Outcome['folders']) =>
  [...before ? [join(folders.before, before.file)] : [], ...after ? [join(folders.after, after.file)] : []];

/** The changes of an object, with the paths as in findings, and without values that may be passwords. */
function fieldChanges({ before, after, fields }: ComparedObject) {
  // `showPath` takes the first step for a flag or a file; here it is a key like any other
  const fieldOf = (path: Path) => showPath(['', ...path]).replace(/^\./, '');
  return fields.map(change => {
    const { path, pathAfter, orderOf: key = '' } = change;
    // for a list whose order is shown by the names of its elements, the place of the names
    const masked = (value: unknown, object: PlainValue, at: Path) =>
      mask(value, Place.at(object, key === '' ? at : [...at, 0, ...key.split('.')]));
    const was = masked(change.before, before!.value, path);
    const is = masked(change.after, after!.value, pathAfter ?? path);
    return {
      ...change,
      field: fieldOf(path),
      fieldAfter: pathAfter && fieldOf(pathAfter),
      before: was,
      after: is,
      // completely or in part
      isHidden: writtenJson([was, is]) !== writtenJson([change.before, change.after]),
    };
  });
}

/** The differences as text: a line for each object, field and effect. For each kind, the most severe are first. */
export function diffAsText(
  objects: readonly ComparedObject[], folders: Outcome['folders'], consequences: readonly Consequence[],
): string {
  const findingsOf = findingsBy(consequences);
  const sorted = KINDS.flatMap(kind => bySeverity(objects.filter(each => each.kind === kind), findingsOf));
  return sorted.flatMap(object => {
    // `Deployment hello/greet (apps/v1) in dist/hello.k8s.yaml`, and its new file if that differs
    const [{ value }, [file, fileAfter]] = [listedObject(object), filePaths(object, folders)];
    const isMoved = fileAfter !== undefined && object.before!.file !== object.after!.file;
    const title = `${shownObject(value)} (${String(value.apiVersion)}) in ${visible(file)}`;
    return [
      `${SIGNS[object.kind]} ${title}${isMoved ? `, now in ${visible(fileAfter)}` : ''}`,
      ...fieldChanges(object).map(change => {
        const { field, fieldAfter } = change;
        const place = visible(fieldAfter === undefined ? field : `${field}, now ${fieldAfter}`);
        return `    ${SIGNS[change.kind]} ${place}:${changeText(change)}`;
      }),
      ...findingsOf(object).map(finding => `    ! warning   ${visible(describeTo('manifests', finding))}`),
    ];
  }).map(line => `${line}\n`).join('');
}

/** The text after the field. */
function changeText({ kind, before, after, orderOf: key }: ValueChange): string {
  if (kind !== 'changed') return ` ${cut(writtenJson(kind === 'added' ? after : before))}`;
  const [from, to] = [writtenJson(before), writtenJson(after)];
  const order = key === undefined ? '' : key === '' ? ' order' : ` order by ${key}`;
  if (from === to) return `${order} ${cut(from)}${before === HIDDEN ? '' : ', of which the hidden part differs'}`;
  const place = firstDifference(from, to);
  return `${order} ${cut(from, place)} -> ${cut(to, place)}`;
}

/** The differences as data for programs. Hidden values are `null`. */
export function diffAsData({ objects, folders, consequences, notes }: Outcome): object {
  const findingsOf = findingsBy(consequences);
  const dataOf = (object: ComparedObject) => {
    const warnings = findingsOf(object).map(finding => ({
      code: finding.code,
      field: showPath(finding.path),
      problem: problemOf(finding),
      remedy: remedyOf(finding, 'manifests'),
      ...object.after?.locate?.(finding.path),
    }));
    const changes = fieldChanges(object).map(({ field, fieldAfter, kind, before, after, orderOf, isHidden }) => ({
      field,
      fieldAfter,
      kind,
      before,
      after,
      ...orderOf !== undefined && { order: true },
      ...isHidden && { hidden: true },
    }));
    const { apiVersion, kind, metadata }: PlainValue = listedObject(object).value;
    const { namespace, name, generateName } = metadata ?? {};
    const [file, fileAfter = file] = filePaths(object, folders);
    return {
      ...mask({ apiVersion, kind, namespace, name, ...name == null ? { generateName } : {} }) as object,
      file,
      ...file !== fileAfter && { fileAfter },
      ...object.kind === 'changed' && { changes },
      ...warnings.length > 0 && { warnings },
    };
  };
  const byKind = KINDS.map(kind => [kind, objects.filter(each => each.kind === kind).map(dataOf)]);
  return { equal: isEqual(objects), notes, ...Object.fromEntries(byKind) };
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

/** The content of a report; `command` prints all of it. */
interface Reportable extends Outcome { readonly summary: string; readonly command: string }

/** A location with its own row in the summary: the environment, if there are any, and the namespace. */
type ReportPlace = readonly [environment: string, namespace: string];

/** Formats the difference as a comment on a pull request: counts, consequences, and collapsed details. */
export function diffAsMarkdown(report: Reportable): string {
  const { summary, objects, environments, notes } = report;
  const parts = [MARK, `### ${summary[0].toUpperCase()}${summary.slice(1)}`];

  // the differing objects by location, in the order of their names
  const places = [...grouped(objects.filter(({ kind }) => kind !== 'same'), ({ before, after = before }) => {
    const namespace = after!.value.metadata?.namespace;
    return [JSON.stringify([environmentOf(after!, environments), namespace ? String(namespace) : ''])];
  })].sort(([a], [b]) => a < b ? -1 : 1).map(([place, own]) => [JSON.parse(place) as ReportPlace, own] as const);
  if (places.length > 0) {
    const hasEnvironments = places.some(([[environment]]) => environment !== '');
    const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
    const first = hasEnvironments ? ['Environment', 'Namespace'] : ['Namespace'];
    const head = row([...first, 'Added', 'Removed', 'Moved', 'Changed']);
    const align = row([...first.map(() => '---'), ...KINDS.map(() => '--:')]);
    const rows = places.map(([[environment, namespace], own]) => row([
      ...hasEnvironments ? [environment && codeSpan(environment)] : [],
      namespace && codeSpan(namespace),
      ...KINDS.map(kind => own.filter(each => each.kind === kind).length || ''),
    ]));
    const rest = (left: number) => row([`${left} more`, ...first.slice(1).map(() => ''), ...KINDS.map(() => '')]);
    const room = LONGEST_PART.table - head.length - align.length - 2;
    parts.push([head, align, ...firstLines(rows, room, rest)].join('\n'));
  }

  const consequences = bySeverity(report.consequences, ({ finding }) => [finding]);
  if (consequences.length > 0) {
    const lines = consequences.map(({ finding, object }) => {
      const own = listedObject(object);
      const environment = environmentOf(own, environments);
      const place = environment === '' ? '' : ` in ${codeSpan(environment)}`;
      const field = showPath(finding.path);
      const problem = codeSpan(`${field && `${field} `}${problemOf(finding)}`);
      const remedy = codeSpan(remedyOf(finding, 'manifests'));
      return `- ${codeSpan(shownObject(own.value))}${place}: ${problem}. Fix: ${remedy}`;
    });
    const rest = (left: number) => {
      const codes = grouped(consequences.slice(-left), ({ finding }) => [finding.code]);
      return shortText(`- ${left} more: ${[...codes].map(([code, own]) => `${own.length} ${code}`).join(', ')}`);
    };
    parts.push('**Warnings:**', firstLines(lines, LONGEST_PART.consequences, rest).join('\n'));
  }
  if (notes.length > 0) {
    const lines = notes.map(note => `- ${codeSpan(note)}`);
    parts.push(firstLines(lines, LONGEST_PART.notes, left => `- ${left} more`).join('\n'));
  }
  const head = parts.map(part => `${part}\n`).join('\n');
  return head + detailsOf(report, places, LONGEST - head.length);
}

/** The collapsed lines of each location, as far as they fit into `room` characters. */
function detailsOf(
  { folders, consequences, command }: Reportable,
  places: readonly (readonly [place: ReportPlace, objects: readonly ComparedObject[]])[], room: number,
): string {
  const all = places.map(([place, own]) => [place, diffAsText(own, folders, consequences).split('\n').slice(0, -1)
    .map(line => {
      // the sign in front, as in a diff; a changed line gets `!`, which is highlighted too
      const [, indent, sign, rest] = /^( *)([-+~!]) (.*)$/.exec(line) ?? ['', '', ' ', line];
      return shortText(`${sign === '~' ? '!' : sign} ${indent}${rest}`);
    })] as const);
  const endFor = (left: number) => left === 0 ? ''
    : `\n${left} more lines are not shown here: run ${codeSpan(command)} for all of them.\n`;
  let left = all.reduce((sum, [, lines]) => sum + lines.length, 0);
  const longest = room - endFor(left).length;
  let text = '';
  for (const [place, lines] of all) {
    const title = shortText(visible(place.filter(Boolean).join(', ') || 'without a namespace'));
    const html = title.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
    const fence = '`'.repeat(Math.max(3, longestTicks(lines.join('\n')) + 1));
    const collapsed = (shown: readonly string[]) => `\n<details><summary><code>${html}</code></summary>\n\n`
      + `${fence}diff\n${shown.join('\n')}\n${fence}\n\n</details>\n`;
    const fitting = fittingLines(lines, longest - text.length - collapsed([]).length);
    if (fitting.length > 0) text += collapsed(fitting);
    left -= fitting.length;
  }
  return text + endFor(left);
}

/** The first lines, at most MOST_LINES, that fit into `room` characters; then a line on the number of the others. */
function firstLines(lines: readonly string[], room: number, rest: (left: number) => string): readonly string[] {
  const shown = fittingLines(lines.slice(0, MOST_LINES), room);
  if (shown.length === lines.length) return shown;
  const fitting = fittingLines(shown, room - LONGEST_TEXT - 1);
  return [...fitting, rest(lines.length - fitting.length)];
}

/** The first lines that fit into `room` characters with their line breaks. */
function fittingLines(lines: readonly string[], room: number): readonly string[] {
  let used = 0;
  const end = lines.findIndex(line => (used += line.length + 1) > room);
  return end < 0 ? lines : lines.slice(0, end);
}

/** Formats a text as code, so that it contains no mention, link, image or HTML, also in a cell of a table. */
function codeSpan(text: string): string {
  const line = shortText(visible(text)).replaceAll('|', '\\|');
  const ticks = '`'.repeat(longestTicks(line) + 1);
  const pad = /^`|`$|^ .* $/.test(line) ? ' ' : '';
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

/** The length of the longest sequence of backticks, which the delimiters of code have to exceed. */
const longestTicks = (text: string) => Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));

/** The beginning of a long text. Does not split a surrogate pair. */
const shortText = (text: string) => text.length <= LONGEST_TEXT ? text
  : `${text.slice(0, LONGEST_TEXT - 1).replace(/[\ud800-\udbff]$/, '')}…`;
