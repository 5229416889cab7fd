import { bad, Check, Finding, FINE, found, saying } from '../findings/finding';
import { Shown } from '../findings/shown';
import { isObject, list, PlainFields, PlainValue, text } from '../private/check';
import { fieldAt } from '../private/kinds/kind';
import { labelPlacesOf, nameRuleOf } from '../private/kinds/kind-of';
import { annotations, isDnsLabel, labelKey, labels, namespaceName } from '../private/names';
import type { ObjectType } from '../private/oam-kind';
import { isLocalConfig } from '../private/scopes';
import { substituted } from '../private/substitution';

// The requirements of API servers on the metadata of an object, and on that of the pods that it creates.

/** Findings on the metadata of an object, beyond the types of its fields. */
export function metadataFindings(json: PlainFields & ObjectType): Finding[] {
  const metadata: unknown = json.metadata ?? {};
  if (!isObject(metadata)) return FINE;
  const { namespace } = metadata;
  const isFine = !isGiven(namespace) || isNamespace(namespace);
  return [
    ...isLocalConfig(json) ? FINE : nameFindings(json, metadata),
    ...isFine ? FINE : namespaceName(namespace, 'metadata.namespace'),
    ...labelMap(metadata.labels, 'metadata.labels'),
    ...otherMetadata(json, metadata),
  ];
}

/** Whether a field of metadata is set. */
export const isGiven = (value: unknown) => value != null && value !== '';

/** Whether a value is the name of a namespace. */
export const isNamespace = (value: unknown) => isDnsLabel(substituted(value));

/** The length to which the server cuts a `generateName`. */
const LONGEST_START = 58;

/** The server ignores `generateName` beside `name`. */
export const twoNames = (metadata: PlainValue | undefined): Finding[] => isGiven(metadata?.name) && isGiven(metadata?.generateName)
  ? found('invalid-value', 'metadata.generateName', { reason: 'two-names' }) : FINE;

/** Findings on the name of an object. */
export function nameFindings(json: PlainFields & ObjectType, metadata: PlainFields): Finding[] {
  const { name, generateName } = metadata;
  const nameRule = nameRuleOf(json);
  const fits = (value: unknown) => typeof value === 'string' && (nameRule.fits(value, json) || nameRule.fits(substituted(value), json));
  if (isGiven(name)) {
    return fits(name) ? twoNames(metadata)
      : found('invalid-name', 'metadata.name', { reason: 'given', rule: nameRule.must(json), value: Shown.of(name) });
  }
  if (isGiven(generateName)) {
    if (fits(typeof generateName === 'string' ? `${generateName.slice(0, LONGEST_START)}xxxxx` : generateName)) return FINE;
    const value = Shown.of(generateName);
    return found('invalid-name', 'metadata.generateName', { reason: 'completed', rule: nameRule.must(json), value });
  }
  return nameRule.isOptional ? FINE : found('missing-field', 'metadata.name', saying('is required', "set it, or 'metadata.generateName'"));
}

/** Findings on the annotations and finalizers of an object, on the metadata of its pods, and on labels of selectors. */
export function otherMetadata(json: PlainFields & ObjectType, metadata: PlainFields): Finding[] {
  const labelPlaces = labelPlacesOf(json);
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

const finalizer: Check = (value, field) => typeof value !== 'string' || labelKey(value, '').length === 0
  ? text(value, field)
  : bad('invalid-value', saying('must be of the form [<DNS subdomain>/]<name>'), field, value);

const finalizers = list(finalizer);

/** Labels of an object, of its pods, or of those that it selects. A placeholder counts as a value that may replace it. */
export const labelMap: Check = (value, field) => {
  if (value == null) return FINE;
  const filledIn = (each: unknown) => labels({ a: substituted(each) }, '').length === 0 ? substituted(each) : each;
  return labels(isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filledIn(each)])) : value, field);
};

const annotationMap: Check = (value, field) => value == null ? FINE : annotations(value, field);
