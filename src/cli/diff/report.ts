import { join } from 'node:path';
import type { ValueChange } from './compare';
import { bySeverity, type Consequence } from './compared-cluster';
import { isEqual, KINDS, objectOf, type ComparedObject } from './objects';
import type { Finding } from '../../findings/finding';
import { type Path, showPath } from '../../findings/path';
import { problemOf, remedyOf } from '../../findings/words';
import type { PlainValue } from '../../private/check';
import { grouped } from '../../private/grouped';
import { HIDDEN, mask, Place } from '../../private/hidden';
import { cut, firstDifference, objectName, visible, written } from '../../private/written';

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
export function findingsBy(consequences: readonly Consequence[]): (object: ComparedObject) => readonly Finding[] {
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
