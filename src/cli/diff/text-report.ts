import type { Change } from './compare';
import { FieldChange, fieldChanges } from './field-change';
import type { FolderDifference } from './folder-difference';
import { HIDDEN } from './hidden';
import { diffLines } from './line-diff';
import { cut, firstDifference, visible, written } from './shown';
import { titleOf, titleOfBoth } from './titles';

const [ADDED, REMOVED, CHANGED, MOVED] = ['+ added   ', '- removed ', '~ changed ', '~ moved   '];
const SIGNS = { added: ADDED, removed: REMOVED, changed: CHANGED };

/** What differs, for people: a line for each object, and below it one for each field. */
export function textReport({ added, removed, changed, moved }: FolderDifference, folder: string): string {
  const lines = [
    ...added.map(object => `${ADDED} ${titleOf(object, folder)}`),
    ...removed.map(object => `${REMOVED} ${titleOf(object, folder)}`),
    ...moved.map(pair => `${MOVED} ${titleOfBoth(pair, folder)}`),
    ...changed.flatMap(pair => [`${CHANGED} ${titleOfBoth(pair, folder)}`, ...fieldChanges(pair).flatMap(linesOf).map(line => `    ${line}`)]),
  ];
  return lines.map(line => `${line}\n`).join('');
}

function linesOf(change: FieldChange): string[] {
  const { field, fieldAfter, whole } = change;
  const [value, ...lines] = valueLines(change);
  return [`${SIGNS[whole.kind]} ${visible(fieldAfter === undefined ? field : `${field}, now ${fieldAfter}`)}:${value}`, ...lines.map(line => `    ${line}`)];
}

/** What stands behind the field, and the lines below it. */
function valueLines({ whole, before, after }: FieldChange): string[] {
  if (whole.kind === 'added') return [` ${cut(written(after))}`];
  if (whole.kind === 'removed') return [` ${cut(written(before))}`];
  if (typeof before === 'string' && typeof after === 'string' && [before, after].some(text => text.includes('\n'))) {
    return ['', ...diffLines({ text: String(whole.before), shown: before }, { text: String(whole.after), shown: after })];
  }
  const [from, to] = [written(before), written(after)];
  if (from === to) return [`${orderOf(whole)} ${cut(from)}${before === HIDDEN ? '' : ', of which the hidden part differs'}`];
  const place = firstDifference(from, to);
  return [`${orderOf(whole)} ${cut(from, place)} -> ${cut(to, place)}`];
}

/** What is said where the order of a list differs. */
function orderOf({ orderOf: key }: Change): string {
  if (key === undefined) return '';
  return key === '' ? ' order' : ` order by ${key}`;
}
