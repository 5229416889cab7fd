import type { Change, Step } from './compare';
import type { ChangedObject } from './folder-difference';
import { mask, Surroundings, surroundingsAt } from './hidden';
import { fieldOf } from '../../manifest/reading/place';

/** What differs in a field, as it may be shown. */
export interface FieldChange {
  /** The same with all values, which are not to be shown. */
  readonly whole: Change;
  /** As findings have it: `spec.containers[0].image`; the place before, and for what was added, the place after. */
  readonly field: string;
  /** The place after, if it is another one. */
  readonly fieldAfter?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  /** Whether a part of a value is hidden, or all of it. */
  readonly isHidden: boolean;
}

/** What differs in an object, without what looks like a password. */
export function fieldChanges({ before, after, changes }: ChangedObject): FieldChange[] {
  return changes.map(change => fieldChange(before.value, after.value, change));
}

function fieldChange(rootBefore: unknown, rootAfter: unknown, change: Change): FieldChange {
  const { kind, path, pathAfter } = change;
  const around = [
    ...kind === 'added' ? [] : [surroundingsAt(rootBefore, path)],
    ...kind === 'removed' ? [] : [surroundingsAt(rootAfter, pathAfter ?? path)],
  ];
  // on one side alone it may have a name that gives nothing away
  const isAround = (what: keyof Surroundings) => around.some(each => each[what]);
  const surroundings = { isHidden: isAround('isHidden'), isOfSecret: isAround('isOfSecret'), isData: isAround('isData') };
  const [before, after] = [mask(change.before, surroundings), mask(change.after, surroundings)];
  return {
    whole: change,
    field: pathOf(path),
    fieldAfter: pathAfter && pathOf(pathAfter),
    before: before.value,
    after: after.value,
    isHidden: before.isHidden || after.isHidden,
  };
}

function pathOf(path: readonly Step[]): string {
  return path.reduce<string>((field, step) => typeof step === 'number' ? `${field}[${step}]` : fieldOf(field, step), '');
}
