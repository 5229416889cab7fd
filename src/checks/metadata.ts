import { bad, Check, Finding, FINE, found, saying } from '../findings/finding';
import { Shown } from '../findings/shown';
import { isObject, list, PlainFields, PlainValue, text } from '../private/check';
import { fieldAt } from '../private/kinds/kind';
import { LabelPlaces, labelPlacesOf, nameRuleOf } from '../private/kinds/kind-of';
import type { NameRule } from '../private/kinds/name-rules';
import { annotations, isDnsLabel, isDnsSubdomain, labels, namespaceName } from '../private/names';
import type { ObjectType } from '../private/oam-kind';
import { isLocalConfig } from '../private/scopes';
import { substituted } from '../private/substitution';

// The requirements of API servers on the metadata of an object, and on that of the pods that it creates.

/** The rules for the metadata of a kind. */
export interface MetadataRules {
  readonly nameRule: NameRule;
  readonly labelPlaces: LabelPlaces;
}

export function metadataRulesOf(type: ObjectType): MetadataRules {
  return { nameRule: nameRuleOf(type), labelPlaces: labelPlacesOf(type) };
}

/** Findings on the metadata of an object, beyond the types of its fields. */
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

/** Whether a value is the name of a namespace. */
export const isNamespace = (value: unknown) => isDnsLabel(value) || isDnsLabel(substituted(value));

/** The length to which the server cuts a `generateName`. */
const LONGEST_START = 58;

/** Findings on the name of an object, which a user gave, or which cdk8s made from the ids of constructs. */
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
  return nameRule.isOptional ? FINE : found('missing-field', 'metadata.name', saying('is required', "set it, or 'metadata.generateName'"));
}

/** Findings on the annotations and finalizers of an object, on the metadata of its pods, and on labels of selectors. */
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
  : bad('invalid-value', saying('must be of the form [<DNS subdomain>/]<name>'), field, value);

const finalizers = list(finalizer);

// Most maps are valid. They are checked first without building paths or messages; the checks that all constructs share decide on the
// others.

const LABEL = 63;

/** The most keys that are remembered. */
const MOST_KEYS = 10_000;

/** The most bytes of all annotations, keys and values together. */
const MOST_ANNOTATIONS = 256 * 1024;

/** A cache of valid keys: an app has few different ones. */
class FineKeys {
  // the shared check rejects it because cdk8s cannot write it; here it is already written
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

/** Whether a map contains only valid labels. */
export function areLabels(map: unknown): boolean {
  if (!isObject(map)) return false;
  for (const key of Object.keys(map)) {
    if (!LABEL_KEYS.has(key) || !isLabelValue(map[key])) return false;
  }
  return true;
}

/** The cheap test, which most values pass, comes first. */
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

/** A map with variables filled into its valid values, so that only the key of such an entry is reported. */
function filledIn(map: unknown): unknown {
  if (!isObject(map)) return map;
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, isLabelValue(value) ? substituted(value) : value]));
}

/** The invalid entries of a map. */
function without(areFine: (map: unknown) => boolean, map: unknown): unknown {
  if (!isObject(map)) return map;
  return Object.fromEntries(Object.entries(map).filter(([key, value]) => !areFine({ [key]: value })));
}

/** Checks annotations and their size. */
const annotationMap: Check = (value, field) => {
  if (value == null) return FINE;
  if (!areAnnotations(value)) return annotations(without(areAnnotations, value), field);
  const bytes = sizeOf(value);
  return bytes <= MOST_ANNOTATIONS ? FINE : found('invalid-annotation', field, { reason: 'size', max: MOST_ANNOTATIONS, bytes });
};

function sizeOf(map: Record<string, string>): number {
  let characters = 0;
  for (const key of Object.keys(map)) characters += key.length + map[key].length;
  // a UTF-16 code unit takes at most three bytes in UTF-8
  if (3 * characters <= MOST_ANNOTATIONS) return characters;
  return Object.entries(map).reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
}
