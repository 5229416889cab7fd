import type { ValueChange } from './compare';
import { FieldChange, fieldChanges } from './field-change';
import type { FolderDifference } from './folder-difference';
import { HIDDEN } from './hidden';
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
    ...changed.flatMap(pair => [`${CHANGED} ${titleOfBoth(pair, folder)}`, ...fieldChanges(pair).map(change => `    ${lineFor(change)}`)]),
  ];
  return lines.map(line => `${line}\n`).join('');
}

function lineFor(change: FieldChange): string {
  const { field, fieldAfter, whole } = change;
  return `${SIGNS[whole.kind]} ${visible(fieldAfter === undefined ? field : `${field}, now ${fieldAfter}`)}:${valueOf(change)}`;
}

/** What stands behind the field. */
function valueOf({ whole, before, after }: FieldChange): string {
  if (whole.kind === 'added') return ` ${cut(written(after))}`;
  if (whole.kind === 'removed') return ` ${cut(written(before))}`;
  const [from, to] = [written(before), written(after)];
  if (from === to) return `${orderOf(whole)} ${cut(from)}${before === HIDDEN ? lineOf(whole) : ', of which the hidden part differs'}`;
  const place = firstDifference(from, to);
  return `${orderOf(whole)} ${cut(from, place)} -> ${cut(to, place)}`;
}

/** Where texts of several lines begin to differ, which are hidden. */
function lineOf({ before, after }: ValueChange): string {
  if (typeof before !== 'string' || typeof after !== 'string' || ![before, after].some(text => /\n[^]/.test(text))) return '';
  return `, from line ${before.slice(0, firstDifference(before, after)).split('\n').length} on`;
}

/** What is said where the order of a list differs. */
function orderOf({ orderOf: key }: ValueChange): string {
  if (key === undefined) return '';
  return key === '' ? ' order' : ` order by ${key}`;
}
