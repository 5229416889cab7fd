import { compare } from './compare';
import type { Compared } from './failures';
import { Matcher } from './matcher';
import { patternOf } from './pattern';
import type { ViewedObject } from './viewed-objects';
import { bad, FINE } from '../findings/finding';
import { isOf } from '../private/brand';
import { isObject } from '../private/check';
import { refuse } from '../private/errors';
import { Place } from '../private/hidden';

/** How objects compare with a pattern of a whole object. */
export function comparedWith(subject: string, objects: readonly ViewedObject[], partial: unknown): Compared[] {
  const isPattern = isObject(partial) || isOf(Matcher, partial);
  refuse(subject, isPattern ? FINE : bad('invalid-type', 'map', 'partial', partial));
  const pattern = patternOf(subject, partial, 'partial');
  return objects.map(object => ({ object, comparison: compare(pattern, object.value, Place.OBJECT) }));
}

/** Whether an object matches its pattern. */
export function isMatch({ comparison: { differences } }: Compared): boolean {
  return differences.length === 0;
}
