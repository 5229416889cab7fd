import { join } from 'node:path';
import type { ValueChange } from './compare';
import { FieldChange, HIDDEN, fieldChanges } from './hidden';
import { FolderDifference, isEqual, type FolderObject, type ObjectPair } from './objects';
import { isOpenName } from './open-fields';
import { isObject } from '../../private/check';
import { count, escaped } from '../output';

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

/** What differs, for programs; what is not shown is `null` there. */
export function jsonReport(difference: FolderDifference, folder: string): object {
  const { added, removed, changed, moved } = difference;
  return {
    equal: isEqual(difference),
    notes: notesOf(difference, folder),
    added: added.map(object => objectOf(object, folder)),
    removed: removed.map(object => objectOf(object, folder)),
    moved: moved.map(pair => pairOf(pair, folder)),
    changed: changed.map(pair => ({ ...pairOf(pair, folder), changes: fieldChanges(pair).map(changeData) })),
  };
}

function pairOf({ before, after }: ObjectPair, folder: string): object {
  return { ...objectOf(before, folder), ...before.file === after.file ? {} : { fileAfter: join(folder, after.file) } };
}

/** An object's names, as far as they are names, and its file. */
function objectOf({ value, file }: FolderObject, folder: string): object {
  const { namespace, name, generateName } = value.metadata ?? {};
  const names = { apiVersion: value.apiVersion, kind: value.kind, namespace, name, ...name == null ? { generateName } : {} };
  const shown = Object.entries(names).map(([key, each]) => [key, each == null || isOpenName(each) ? each : HIDDEN]);
  return { ...Object.fromEntries(shown), file: join(folder, file) };
}

function changeData({ field, fieldAfter, whole: { kind, ...whole }, before, after, isHidden }: FieldChange): object {
  return { field, fieldAfter, kind, before, after, ...whole.orderOf !== undefined && { order: true }, ...isHidden && { hidden: true } };
}

/** What names an object, as far as it has that: `Deployment hello/greet (apps/v1) in dist/hello.k8s.yaml`. */
function titleOf(object: FolderObject, folder: string): string {
  const { value: { apiVersion, kind, metadata } } = object;
  const { namespace, name, generateName } = metadata ?? {};
  const called = name == null ? generateName ? `${shownName(generateName)}…` : 'without a name' : shownName(name);
  const full = namespace ? `${shownName(namespace)}/${called}` : called;
  return `${shownName(kind)} ${full} (${shownName(apiVersion)}) in ${placeOf(object, folder)}`;
}

/** The same, and where it is now if that is another file. */
function titleOfBoth({ before, after }: ObjectPair, folder: string): string {
  const title = titleOf(before, folder);
  return before.file === after.file ? title : `${title}, now in ${placeOf(after, folder)}`;
}

/** A note on objects in other files of the same folders, for each two files. */
export function notesOf({ elsewhere }: FolderDifference, folder: string): string[] {
  const counts = new Map<string, number>();
  for (const { before, after } of elsewhere) {
    const files = JSON.stringify([placeOf(before, folder), placeOf(after, folder)]);
    counts.set(files, (counts.get(files) ?? 0) + 1);
  }
  return [...counts].map(([files, number]) => {
    const [before, after]: string[] = JSON.parse(files);
    return `${count(number, 'object')} of ${before} ${number === 1 ? 'is' : 'are'} in ${after} now, which makes no difference`;
  });
}

/** The file of an object in the folder: where it is, or would be. */
function placeOf({ file }: FolderObject, folder: string): string {
  return visible(join(folder, file));
}

/** What an object or its type is called; what is no name may be anything, and is not shown. */
function shownName(name: unknown): string {
  return isOpenName(name) ? String(name) : '(hidden)';
}

/** How much of a value is shown. */
const LONGEST = 120;
/** How much of it is shown in front of the place where it differs. */
const LEAD = 20;

/** A text on one line. What steers a terminal, or lets it look like another text, is written as an escape: it may be what differs. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, character => character === '\t' ? '\\t' : escaped(character));
}

/** A value as JSON on one line, whole. */
export function written(value: unknown): string {
  if (value === HIDDEN) return '(hidden)';
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (isObject(value)) return `{${Object.keys(value).map(key => `${written(key)}: ${written(value[key])}`).join(', ')}}`;
  return visible(JSON.stringify(value));
}

/** The beginning of a long text, or what stands around a place in it. */
export function cut(text: string, place = 0): string {
  if (text.length <= LONGEST) return text;
  const start = place + LEAD < LONGEST ? 0 : Math.min(place - LEAD, text.length - LONGEST);
  const end = start + LONGEST;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''} (${text.length} characters)`;
}

/** Where two texts begin to differ. */
export function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < Math.min(a.length, b.length) && a[at] === b[at]) at++;
  return at;
}
