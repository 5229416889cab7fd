import { substituted } from './substitutions';
import { Check, FINE, found } from '../../findings/finding';
import { isObject } from '../../private/check';
import { annotations, isDnsSubdomain, labels } from '../../private/names';

// Most maps are fine. They are looked at without a path or a message being made; the checks that all constructs share have the last
// word about the others.

const LABEL = 63;

/** How many keys are remembered. */
const MOST_KEYS = 10_000;

/** In bytes, keys and values together. */
const MOST_ANNOTATIONS = 256 * 1024;

/** Keys that were fine before: an app has few. */
class FineKeys {
  // refused where cdk8s is to write it; here it is written
  private readonly fine = new Set(['constructor']);

  public constructor(private readonly check: Check) {}

  public has(key: string): boolean {
    if (this.fine.has(key)) return true;
    const isFine = this.check({ [key]: '' }, '').length === 0;
    if (isFine && this.fine.size < MOST_KEYS) this.fine.add(key);
    return isFine;
  }
}

const LABEL_KEYS = new FineKeys(labels);
const ANNOTATION_KEYS = new FineKeys(annotations);

export function areLabels(map: unknown): boolean {
  if (!isObject(map)) return false;
  for (const key of Object.keys(map)) {
    if (!LABEL_KEYS.has(key) || !isLabelValue(map[key])) return false;
  }
  return true;
}

/** What most values are is looked at first. */
const isLabelValue = (value: unknown) => isDnsSubdomain(value, LABEL) || labels({ a: substituted(value) }, '').length === 0;

function areAnnotations(map: unknown): boolean {
  if (!isObject(map)) return false;
  for (const key of Object.keys(map)) {
    if (typeof map[key] !== 'string' || !ANNOTATION_KEYS.has(key)) return false;
  }
  return true;
}

/** Labels of an object, of its pods, or of those that it selects. */
export const labelMap: Check = (value, field) => value == null || areLabels(value) ? FINE : labels(filledIn(without(areLabels, value)), field);

/** A map whose fine values are as they may be when variables have been filled in: the key of such a value is at fault alone. */
function filledIn(map: unknown): unknown {
  if (!isObject(map)) return map;
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, isLabelValue(value) ? substituted(value) : value]));
}

/** What is wrong of a map. */
function without(areFine: (map: unknown) => boolean, map: unknown): unknown {
  if (!isObject(map)) return map;
  return Object.fromEntries(Object.entries(map).filter(([key, value]) => !areFine({ [key]: value })));
}

/** Annotations, and their size. */
export const annotationMap: Check = (value, field) => {
  if (value == null) return FINE;
  if (!areAnnotations(value)) return annotations(without(areAnnotations, value), field);
  const bytes = sizeOf(value);
  return bytes <= MOST_ANNOTATIONS ? FINE : found('invalid-annotation', field, { reason: 'size', max: MOST_ANNOTATIONS, bytes });
};

function sizeOf(map: Record<string, string>): number {
  let characters = 0;
  for (const key of Object.keys(map)) characters += key.length + map[key].length;
  // a character has three bytes at most
  if (3 * characters <= MOST_ANNOTATIONS) return characters;
  return Object.entries(map).reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
}
