import { join } from 'node:path';
import { objectOf, placeIn, type Consequence } from './consequence';
import type { FolderDifference, FolderObject } from './objects';
import type { Outcome } from './outcome';
import { textReport } from './report';
import { showPath } from '../../findings/path';
import { problemOf } from '../../findings/words';
import { grouped } from '../../private/grouped';
import { objectName, shownName, visible } from '../../private/written';

/** The maximum length in characters. GitHub limits a comment to 65,536 characters; GitLab allows more. */
const LONGEST = 60_000;
/** The maximum number of lines of a table and of a list. */
const MOST_LINES = 40;

/** A line by which a script finds the comment of an earlier run, to replace it. */
const MARK = '<!-- cdk8s-oam diff -->';

/** The content of a report. */
interface Reportable extends Pick<Outcome, 'difference' | 'consequences' | 'folders' | 'environments' | 'notes'> {
  readonly summary: string;
}

/** Formats the difference as a comment on a pull request: counts by environment and namespace, consequences, and collapsed details. */
export function markdownReport(report: Reportable): string {
  const parts = [MARK, `### ${report.summary}`, ...tableOf(report), ...consequencesIn(report), ...notesIn(report)];
  const head = parts.map(part => `${part}\n`).join('\n');
  return head + detailsOf(report, LONGEST - head.length);
}

/** A location with a row of its own in the summary: the environment, if there are any, and the namespace. */
type ReportPlace = readonly [environment: string | undefined, namespace: string];

const KINDS = ['added', 'removed', 'moved', 'changed'] as const;

/** The environment of an object, by its folder. */
function environmentOf({ file }: FolderObject, { environments }: Reportable): string | undefined {
  const [folder] = file.split(/[\\/]/);
  return environments.includes(folder) ? folder : undefined;
}

/** The differences by location, in the order of their names. */
function byPlace(report: Reportable): [ReportPlace, FolderDifference][] {
  const { difference } = report;
  const placeOf = (object: FolderObject): ReportPlace => {
    const namespace = object.value.metadata?.namespace;
    return [environmentOf(object, report), namespace ? shownName(namespace) : ''];
  };
  const all = KINDS.flatMap(kind => difference[kind].map(each => ({ kind, each, place: placeOf('after' in each ? each.after : each) })));
  const groups = [...grouped(all, ({ place }) => [JSON.stringify(place)])].sort(([a], [b]) => a < b ? -1 : 1);
  return groups.map(([, members]) => {
    const of = (wanted: (typeof KINDS)[number]) => members.filter(({ kind }) => kind === wanted).map(({ each }) => each);
    const own = Object.fromEntries(KINDS.map(kind => [kind, of(kind)])) as Partial<FolderDifference>;
    // objects that a cluster rejects are among the consequences
    return [members[0].place, { ...difference, refused: [], unknown: [], ...own }];
  });
}

function tableOf(report: Reportable): string[] {
  const places = byPlace(report);
  if (places.length === 0) return [];
  const hasEnvironments = places.some(([[environment]]) => environment !== undefined);
  const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const first = hasEnvironments ? ['Environment', 'Namespace'] : ['Namespace'];
  const rows = places.slice(0, MOST_LINES).map(([[environment, namespace], difference]) => row([
    ...hasEnvironments ? [environment === undefined ? '' : span(environment)] : [],
    namespace === '' ? '' : span(namespace),
    ...KINDS.map(kind => difference[kind].length || ''),
  ]));
  const rest = places.length - rows.length;
  return [[
    row([...first, 'Added', 'Removed', 'Moved', 'Changed']),
    row([...first.map(() => '---'), ...KINDS.map(() => '--:')]),
    ...rows,
    ...rest > 0 ? [row([`${rest} more`, ...first.slice(1).map(() => ''), ...KINDS.map(() => '')])] : [],
  ].join('\n')];
}

function consequencesIn(report: Reportable): string[] {
  const { consequences } = report;
  if (consequences.length === 0) return [];
  return ['**What runs is affected:**', listed(consequences.map(each => {
    const environment = environmentOf(objectOf(each), report);
    const place = environment === undefined ? '' : ` in ${span(environment)}`;
    const { line } = each.isError ? placeIn(each) : {};
    const at = line === undefined ? '' : ` (${span(`${join(report.folders.after, each.after!.file)}:${line}`)})`;
    return `${span(objectName(objectOf(each).value))}${place}: ${span(told(each.finding))}${at}`;
  }))];
}

/** A list, with the number of omitted lines at the end. */
function listed(all: readonly string[]): string {
  const rest = all.length - MOST_LINES;
  return [...all.slice(0, MOST_LINES), ...rest > 0 ? [`${rest} more`] : []].map(line => `- ${line}`).join('\n');
}

function notesIn({ notes }: Reportable): string[] {
  return notes.length === 0 ? [] : [listed(notes.map(span))];
}

/** The collapsed lines of each location, as far as they fit into `room` characters. */
function detailsOf(report: Reportable, room: number): string {
  let text = '';
  let left = 0;
  for (const [place, difference] of byPlace(report)) {
    const lines = textReport(difference, report.folders, []).split('\n').slice(0, -1).map(marked);
    const fitting = fittingLines(lines, room - text.length - 1000);
    left += lines.length - fitting.length;
    if (fitting.length > 0) text += `\n${collapsed(place, fitting)}`;
  }
  return left === 0 ? text : `${text}\n${left} more lines are not shown here: run \`cdk8s-oam diff\` for all of them.\n`;
}

function fittingLines(lines: readonly string[], room: number): string[] {
  let used = 0;
  return lines.filter(line => (used += line.length + 1) <= room);
}

function collapsed([environment, namespace]: ReportPlace, lines: readonly string[]): string {
  const title = [environment, namespace].filter(Boolean).join(', ') || 'without a namespace';
  const fence = fenceAround(lines.join('\n'));
  const summary = `<summary><code>${inHtml(visible(title))}</code></summary>`;
  return `<details>${summary}\n\n${fence}diff\n${lines.join('\n')}\n${fence}\n\n</details>\n`;
}

/** Moves the sign of a line of the report to the front, as in a diff. A changed line gets `!`, which is highlighted too. */
function marked(line: string): string {
  const [, indent, sign, rest] = /^( *)([-+~]) (.*)$/.exec(line) ?? ['', '', ' ', line];
  return `${sign === '~' ? '!' : sign} ${indent}${rest}`;
}

/** A code fence that is longer than any in a text. */
function fenceAround(text: string): string {
  return '`'.repeat(Math.max(3, longestTicks(text) + 1));
}

/** Formats a text as code, so that it contains no mention, link, image or HTML, also in a cell of a table. */
function span(text: string): string {
  const line = visible(text).replaceAll('|', '\\|');
  const ticks = '`'.repeat(longestTicks(line) + 1);
  const pad = /^`|`$|^ .* $/.test(line) ? ' ' : '';
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

function longestTicks(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

function inHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}

function told(finding: Consequence['finding']): string {
  const field = showPath(finding.path);
  return `${field && `${field} `}${problemOf(finding)}`;
}
