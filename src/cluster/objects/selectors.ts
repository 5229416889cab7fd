import {
  asObject, filled, isFilled, isObject, list as listCheck, listOf, object as objectOf, oneOf, PlainFields, text,
} from '../../base/check';
import { At, Check, Finding, FINE, found, joinPath, ownWords, Shown } from '../../base/findings/finding';
import type { Phrase } from '../../base/findings/sentence';
import { labels as labelsCheck } from '../../base/names';

// Label selectors as Kubernetes reads them, and the labels of the application model.

// The labels that the OAM runtime sets on everything that it creates.

export const NAME = 'app.oam.dev/name';
export const COMPONENT = 'app.oam.dev/component';
export const RESOURCE_TYPE = 'app.oam.dev/resourceType';
export const REVISION = 'app.oam.dev/revision';

/** A label selector. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly LabelRequirement[];
}

/** A selector's requirement on one label. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'];

const requirement = objectOf(
  { key: filled, operator: oneOf(...OPERATORS), values: listCheck(text) }, ['key', 'operator'],
);

/** A label selector in the form of Kubernetes. */
export const labelSelector: Check = objectOf({
  matchLabels: labelsCheck,
  matchExpressions: listCheck((value, field) => {
    const { key, operator } = asObject<Partial<LabelRequirement>>(value);
    const given = listOf<unknown>(value?.values);
    const wantsSome = operator === 'In' || operator === 'NotIn';
    const isFine = !OPERATORS.includes(operator as string) || wantsSome === given.length > 0;
    // keys and values must be valid in labels
    const texts = given.length > 0 ? given.filter(each => typeof each === 'string') : [''];
    return [
      ...requirement(value, field),
      ...isFine ? FINE : found('invalid-value', joinPath(field, ['values']), wantsSome
        ? ownWords('must have at least one value', 'give it values, or use Exists or DoesNotExist')
        : { reason: 'not-with', other: `operator ${operator}` }),
      ...isFilled(key) ? texts.flatMap(each => labelsCheck({ [key]: each }, field)).slice(0, 1) : FINE,
    ];
  }),
});

/** The requirements of a selector that a set of labels does not meet; empty if the selector matches them. */
export function unmet(selector: unknown, own: Readonly<Record<string, string>>): Phrase[] {
  return requirementsOf(selector).flatMap(({ key, operator, values }): Phrase[] => {
    const isSet = Object.hasOwn(own, key);
    const isListed = isSet && values.includes(own[key]);
    switch (operator) {
      case 'In': return isListed ? [] : [values.length === 1 ? { phrase: 'label-value', key, value: values[0] }
        : { phrase: 'label-in', key, values }];
      case 'NotIn': return isListed ? [{ phrase: 'label-not-in', key, values }] : [];
      case 'Exists': return isSet ? [] : [{ phrase: 'label-exists', key }];
      default: return isSet ? [{ phrase: 'no-label', key }] : [];
    }
  });
}

/** What a selector asks of labels, in one form; a label that must have a value is one of a list of one. */
export function requirementsOf(selector: unknown): Required<LabelRequirement>[] {
  const { matchLabels, matchExpressions } = asObject<LabelSelector>(selector);
  return [
    ...Object.entries(asObject<Record<string, string>>(matchLabels))
      .map(([key, value]) => ({ key, operator: 'In', values: [value] })),
    ...listOf<LabelRequirement>(matchExpressions).filter(isObject)
      .map(each => ({ ...each, values: listOf<string>(each.values) })),
  ];
}

/** Whether a Service selects pods: it has a selector, and is not of the type `ExternalName`. */
export function isSelecting({ spec }: PlainFields): boolean {
  return isObject(spec?.selector) && Object.keys(spec.selector).length > 0 && spec.type !== 'ExternalName';
}

/** Reports labels of the user that contradict those of OAM. */
export function reservedLabels(own: unknown, reserved: Readonly<Record<string, string>>, at: At): Finding[] {
  if (!isObject(own)) return FINE;
  return Object.entries(reserved).flatMap(([key, expected]) => own[key] == null || own[key] === expected ? FINE
    : found('reserved-label', joinPath(at, [key]), { reason: 'other-value', expected, value: Shown.of(own[key]) }));
}
