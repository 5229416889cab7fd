import { join } from 'node:path';
import type { ValueChange } from './compare';
import { byObject, type Consequence } from './consequence';
import { FolderDifference, isEqual, type ChangedObject, type FolderObject, type ObjectPair } from './objects';
import { type Path, showPath } from '../../findings/path';
import { problemOf, remedyOf } from '../../findings/words';
import type { PlainValue } from '../../private/check';
import { HIDDEN, mask, Place } from '../../private/hidden';
import { cut, firstDifference, objectName, visible, written } from '../../private/written';

const [ADDED, REMOVED, CHANGED, MOVED] = ['+ added   ', '- removed ', '~ changed ', '~ moved   '];
const SIGNS = { added: ADDED, removed: REMOVED, changed: CHANGED };

/** The names of both folders. */
interface Folders {
  readonly before: string;
  readonly after: string;
}

/** The difference, with the information to report on it. */
export interface Outcome {
  readonly difference: FolderDifference;
  /** The effects on what runs, if one of the folders is to replace the other. */
  readonly consequences: readonly Consequence[];
  /** The folders as reports name them. */
  readonly folders: Folders;
  /** The environments that have their own folders. */
  readonly environments: readonly string[];
  readonly notes: readonly string[];
}

/** The difference as text: a line for each object, followed by a line for each field. In each list, the most severe effects are first. */
export function textReport(
  difference: FolderDifference, folders: Folders, consequences: readonly Consequence[],
): string {
  const { added, removed, changed, moved } = difference;
  const { of, sorted } = byObject(consequences);
  const withWarnings = (sign: string, objects: readonly FolderObject[], folder: string) =>
    sorted(objects, object => object).flatMap(object => [`${sign} ${titleOf(object, folder)}`, ...of(object).map(warningOf)]);
  const lines = [
    ...withWarnings(ADDED, added, folders.after),
    ...withWarnings(REMOVED, removed, folders.before),
    ...moved.map(pair => `${MOVED} ${titleOfBoth(pair, folders)}`),
    ...sorted(changed, ({ before }) => before).flatMap(pair => [
      `${CHANGED} ${titleOfBoth(pair, folders)}`,
      ...fieldChanges(pair).map(change => `    ${lineFor(change)}`),
      ...of(pair.before).map(warningOf),
    ]),
  ];
  return lines.map(line => `${line}\n`).join('');
}

/** The change of a field, in a form that may be shown. */
interface FieldChange {
  /** The change with all values, which must not be shown. */
  readonly whole: ValueChange;
  /** The path as in findings, `spec.containers[0].image`: the path before or, for an addition, after. */
  readonly field: string;
  /** The path after, if it differs. */
  readonly fieldAfter?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  /** Whether a value is hidden, completely or in part. */
  readonly isHidden: boolean;
}

/** The changes of an object, without values that may be passwords. */
function fieldChanges({ before, after, changes }: ChangedObject): FieldChange[] {
  return changes.map(whole => {
    const { path, pathAfter } = whole;
    const was = mask(whole.before, placeOfValue(before.value, path, whole.orderOf));
    const is = mask(whole.after, placeOfValue(after.value, pathAfter ?? path, whole.orderOf));
    return {
      whole,
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
function warningOf({ finding }: Consequence): string {
  const field = showPath(finding.path);
  return `    ! warning   ${visible(`${field && `'${field}' `}${problemOf(finding)}; ${remedyOf(finding, 'manifests')}`)}`;
}

function lineFor(change: FieldChange): string {
  const { field, fieldAfter, whole } = change;
  return `${SIGNS[whole.kind]} ${visible(fieldAfter === undefined ? field : `${field}, now ${fieldAfter}`)}:${valueOf(change)}`;
}

/** The text after the field. */
function valueOf({ whole, before, after }: FieldChange): string {
  if (whole.kind === 'added') return ` ${cut(written(after))}`;
  if (whole.kind === 'removed') return ` ${cut(written(before))}`;
  const [from, to] = [written(before), written(after)];
  if (from === to) return `${orderOf(whole)} ${cut(from)}${before === HIDDEN ? '' : ', of which the hidden part differs'}`;
  const place = firstDifference(from, to);
  return `${orderOf(whole)} ${cut(from, place)} -> ${cut(to, place)}`;
}

/** The words for a difference in the order of a list. */
function orderOf({ orderOf: key }: ValueChange): string {
  if (key === undefined) return '';
  return key === '' ? ' order' : ` order by ${key}`;
}

/** The difference as data for programs. Hidden values are `null`. */
export function jsonReport(
  difference: FolderDifference, folders: Folders, consequences: readonly Consequence[], notes: readonly string[],
): object {
  const { of } = byObject(consequences);
  const warningsIn = (object: FolderObject) => {
    const warnings = of(object).map(each => {
      const { finding } = each;
      const [problem, remedy] = [problemOf(finding), remedyOf(finding, 'manifests')];
      return { code: finding.code, field: showPath(finding.path), problem, remedy, ...each.after?.locate?.(finding.path) };
    });
    return warnings.length > 0 ? { warnings } : {};
  };
  const { added, removed, changed, moved } = difference;
  return {
    equal: isEqual(difference),
    notes,
    added: added.map(object => ({ ...namesOf(object, folders.after), ...warningsIn(object) })),
    removed: removed.map(object => ({ ...namesOf(object, folders.before), ...warningsIn(object) })),
    moved: moved.map(pair => pairOf(pair, folders)),
    changed: changed.map(pair => ({ ...pairOf(pair, folders), changes: fieldChanges(pair).map(changeData), ...warningsIn(pair.before) })),
  };
}

function pairOf({ before, after }: ObjectPair, folders: Folders): object {
  const [file, fileAfter] = [join(folders.before, before.file), join(folders.after, after.file)];
  return { ...namesOf(before, folders.before), ...file === fileAfter ? {} : { fileAfter } };
}

/** The names of an object and its file. */
function namesOf({ value, file }: FolderObject, folder: string): object {
  const { namespace, name, generateName } = value.metadata ?? {};
  const names = { apiVersion: value.apiVersion, kind: value.kind, namespace, name, ...name == null ? { generateName } : {} };
  return { ...mask(names) as object, file: join(folder, file) };
}

function changeData({ field, fieldAfter, whole: { kind, ...whole }, before, after, isHidden }: FieldChange): object {
  return { field, fieldAfter, kind, before, after, ...whole.orderOf !== undefined && { order: true }, ...isHidden && { hidden: true } };
}

/** Names an object and its file, as far as known: `Deployment hello/greet (apps/v1) in dist/hello.k8s.yaml`. */
function titleOf(object: FolderObject, folder: string): string {
  return `${objectName(object.value)} (${String(object.value.apiVersion)}) in ${placeOf(object, folder)}`;
}

/** Names an object and its file, and its new file if that differs. */
function titleOfBoth({ before, after }: ObjectPair, folders: Folders): string {
  const title = titleOf(before, folders.before);
  return before.file === after.file ? title : `${title}, now in ${placeOf(after, folders.after)}`;
}

/** The path of the file of an object in a folder, where it is or would be. */
function placeOf({ file }: FolderObject, folder: string): string {
  return visible(join(folder, file));
}
