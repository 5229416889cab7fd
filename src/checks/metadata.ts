import { Check, FINE, bad, Finding, found } from '../findings/finding';
import { Shown } from '../findings/shown';
import { isObject, list, PlainFields, PlainValue, text } from '../private/check';
import { fieldAt } from '../private/kinds/kind';
import { LabelPlaces, labelPlacesOf, nameRuleOf } from '../private/kinds/kind-of';
import type { NameRule } from '../private/kinds/name-rules';
import { annotations, isDnsLabel, isDnsSubdomain, labels, namespaceName } from '../private/names';
import type { ObjectType } from '../private/oam-kind';
import { isLocalConfig } from '../private/scopes';
import { substituted } from '../private/substitution';

// What API servers demand of the metadata of an object, and of that of the pods it makes.

/** What is known of the metadata of a kind. */
export interface MetadataRules {
  readonly nameRule: NameRule;
  readonly labelPlaces: LabelPlaces;
}

export function metadataRulesOf(type: ObjectType): MetadataRules {
  return { nameRule: nameRuleOf(type), labelPlaces: labelPlacesOf(type) };
}

/** What is wrong with the metadata of an object, beyond its type. */
export function metadataFindings(json: PlainFields & ObjectType): Finding[] {
  const metadata: unknown = json.metadata ?? {};
  if (!isObject(metadata)) return FINE;
  const rules = metadataRulesOf(json);
  const { namespace } = metadata;
  const isFine = !isGiven(namespace) || isNamespace(namespace);
  return [
    ...isLocalConfig(json) ? FINE : nameFindings(json, metadata, rules),
    ...isFine ? FINE : namespaceName(namespace, 'metadata.namespace'),
    ...labelMap(metadata.labels, 'metadata.labels'),
    ...otherMetadata(json, metadata, rules),
  ];
}

/** Whether a field of metadata is set. */
export const isGiven = (value: unknown) => value != null && value !== '';

/** Whether it is the name of a namespace. */
export const isNamespace = (value: unknown) => isDnsLabel(value) || isDnsLabel(substituted(value));

/** What the server takes of a name that it is to complete. */
const LONGEST_START = 58;

/** What is wrong with the name of an object, which somebody gave it, or which is made of the IDs of constructs. */
export function nameFindings(
  json: PlainFields, { name, generateName }: PlainFields, { nameRule }: MetadataRules, isMadeOfIds?: (name: unknown) => boolean,
): Finding[] {
  const fits = (value: unknown) => typeof value === 'string' && (nameRule.fits(value, json) || nameRule.fits(substituted(value), json));
  if (isGiven(name)) {
    if (fits(name)) return FINE;
    const reason = isMadeOfIds?.(name) ? 'made-of-ids' : 'given';
    return found('invalid-name', 'metadata.name', { reason, rule: nameRule.must(json), value: Shown.of(name) });
  }
  if (isGiven(generateName)) {
    if (fits(typeof generateName === 'string' ? `${generateName.slice(0, LONGEST_START)}xxxxx` : generateName)) return FINE;
    const value = Shown.of(generateName);
    return found('invalid-name', 'metadata.generateName', { reason: 'completed', rule: nameRule.must(json), value });
  }
  return nameRule.isOptional ? FINE : found('missing-field', 'metadata.name', { reason: 'name-or-generate-name' });
}

/** What is wrong with the annotations and the finalizers of an object, with the metadata of its pods, and with labels that select. */
export function otherMetadata(json: PlainFields, metadata: PlainFields, { labelPlaces }: MetadataRules): Finding[] {
  return [
    ...annotationMap(metadata.annotations, 'metadata.annotations'),
    ...metadata.finalizers == null ? FINE : finalizers(metadata.finalizers, 'metadata.finalizers'),
    ...labelPlaces.metadata.flatMap(path => {
      const made: PlainValue | undefined = fieldAt(json, path);
      if (!isObject(made)) return FINE;
      return [...labelMap(made.labels, `${path.join('.')}.labels`), ...annotationMap(made.annotations, `${path.join('.')}.annotations`)];
    }),
    ...labelPlaces.selectors.flatMap(path => labelMap(fieldAt(json, path), path.join('.'))),
  ];
}

const finalizer: Check = (value, field) => typeof value !== 'string' || areLabels({ [value]: '' })
  ? text(value, field)
  : bad('invalid-value', 'finalizer', field, value);

const finalizers = list(finalizer);

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

/** Whether a map is one of labels. */
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
export const labelMap: Check = (value, field) =>
  value == null || areLabels(value) ? FINE : labels(filledIn(without(areLabels, value)), field);

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
const annotationMap: Check = (value, field) => {
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
