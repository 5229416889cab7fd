import { Check, Finding, FINE, found, saying } from '../findings/finding';
import { At, joinPath } from '../findings/path';
import type { Phrase } from '../findings/catalogue/phrases';
import { Shown } from '../findings/shown';
import { asObject, filled, isFilled, isObject, list, listOf, object, oneOf, PlainFields, text } from '../private/check';
import { labels } from '../private/names';

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

const values: Check = (requirement, field) => {
  const operator: string = requirement?.operator;
  const wantsSome = operator === 'In' || operator === 'NotIn';
  if (!OPERATORS.includes(operator) || wantsSome === listOf(requirement.values).length > 0) return FINE;
  return found('invalid-value', joinPath(field, ['values']), wantsSome ? saying('must have at least one value',
    'give it values, or use Exists or DoesNotExist') : { reason: 'not-with', other: `operator ${operator}` });
};

const requirement = object({ key: filled, operator: oneOf(...OPERATORS), values: list(text) }, ['key', 'operator']);

/** Requires keys and values that are valid in labels. */
const asLabels: Check = (value, field) => {
  if (!isFilled(value?.key)) return FINE;
  const given = listOf<unknown>(value.values).length > 0 ? listOf<unknown>(value.values) : [''];
  return given.filter(each => typeof each === 'string').flatMap(each => labels({ [value.key]: each }, field)).slice(0, 1);
};

/** A label selector in the form of Kubernetes. */
export const labelSelector: Check = object({
  matchLabels: labels,
  matchExpressions: list((value, field) => [...requirement(value, field), ...values(value, field), ...asLabels(value, field)]),
});

/** The requirements of a selector that a set of labels does not meet; empty if the selector matches them. */
export function unmet(selector: unknown, own: Readonly<Record<string, string>>): Phrase[] {
  const { matchLabels, matchExpressions } = asObject<LabelSelector>(selector);
  const wanted = Object.entries(asObject<Record<string, string>>(matchLabels));
  const others = wanted.filter(([key, value]) => own[key] !== value || !Object.hasOwn(own, key));
  return [
    ...others.map(([key, value]): Phrase => ({ phrase: 'label-value', key, value })),
    ...listOf<LabelRequirement>(matchExpressions).filter(isObject).filter(expression => !meets(expression, own)).map(asked),
  ];
}

/** What a selector asks of labels, in one form; a label that must have a value is one of a list of one. */
export function requirementsOf(selector: unknown): Required<LabelRequirement>[] {
  const { matchLabels, matchExpressions } = asObject<LabelSelector>(selector);
  return [
    ...Object.entries(asObject<Record<string, string>>(matchLabels)).map(([key, value]) => ({ key, operator: 'In', values: [value] })),
    ...listOf<LabelRequirement>(matchExpressions).filter(isObject).map(each => ({ ...each, values: listOf<string>(each.values) })),
  ];
}

/** Whether a Service selects pods: it has a selector, and is not of the type `ExternalName`. */
export function isSelecting({ spec }: PlainFields): boolean {
  return isObject(spec?.selector) && Object.keys(spec.selector).length > 0 && spec.type !== 'ExternalName';
}

function meets({ key, operator, values: given }: LabelRequirement, own: Readonly<Record<string, string>>): boolean {
  const some = listOf<string>(given);
  const value = Object.hasOwn(own, key) ? own[key] : undefined;
  switch (operator) {
    case 'In': return value !== undefined && some.includes(value);
    case 'NotIn': return value === undefined || !some.includes(value);
    case 'Exists': return value !== undefined;
    default: return value === undefined;
  }
}

function asked({ key, operator, values: given }: LabelRequirement): Phrase {
  const some = listOf<string>(given);
  switch (operator) {
    case 'In': return { phrase: 'label-in', key, values: some };
    case 'NotIn': return { phrase: 'label-not-in', key, values: some };
    case 'Exists': return { phrase: 'label-exists', key };
    default: return { phrase: 'no-label', key };
  }
}

/** Reports labels of the user that contradict those of OAM. */
export function reservedLabels(own: unknown, reserved: Readonly<Record<string, string>>, at: At): Finding[] {
  if (!isObject(own)) return FINE;
  return Object.entries(reserved).filter(([key, expected]) => own[key] != null && own[key] !== expected).flatMap(([key, expected]) =>
    found('reserved-label', joinPath(at, [key]), { reason: 'other-value', expected, value: Shown.of(own[key]) }));
}

/** The annotation from which Argo CD reads how to sync an object. */
export const SYNC_OPTIONS = 'argocd.argoproj.io/sync-options';

/** The annotation or label from which Flux reads whether to delete an object. */
export const PRUNE = 'kustomize.toolkit.fluxcd.io/prune';
