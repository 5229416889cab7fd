import { FINE, Finding, found } from '../findings/finding';
import { Shown } from '../findings/shown';
import { asObject, isObject, PlainFields } from '../private/check';
import { nameRuleOf } from '../private/kinds/kind-of';
import type { NameRule } from '../private/kinds/name-rules';
import { annotations, isDnsLabel, labels, namespaceName } from '../private/names';
import type { ObjectType } from '../private/oam-kind';
import { isLocalConfig } from '../private/scopes';
import { substituted } from '../private/substitution';

/** What the server takes of a name that it is to complete. */
const LONGEST_START = 58;

const isGiven = (value: unknown) => value != null && value !== '';

/**
 * What speaks against the name of an object.
 *
 * @param isGenerated whether a name that is given is one that cdk8s has made
 */
export function nameFindings(json: PlainFields, rule: NameRule, isGenerated: (name: unknown) => boolean = () => false): Finding[] {
  const { name, generateName } = asObject<PlainFields>(json.metadata);
  const fits = (value: unknown) => typeof value === 'string' && (rule.fits(value, json) || rule.fits(substituted(value), json));
  if (isGiven(name)) {
    const reason = isGenerated(name) ? 'made-of-ids' : 'given';
    return fits(name) ? FINE : found('invalid-name', 'metadata.name', { reason, rule: rule.must(json), value: Shown.of(name) });
  }
  if (!isGiven(generateName)) return rule.isOptional ? FINE : found('missing-field', 'metadata.name', { reason: 'name-or-generate-name' });
  const completed = typeof generateName === 'string' ? `${(generateName as string).slice(0, LONGEST_START)}xxxxx` : generateName;
  return fits(completed) ? FINE
    : found('invalid-name', 'metadata.generateName', { reason: 'completed', rule: rule.must(json), value: Shown.of(generateName) });
}

/** What API servers demand of the metadata of an object beyond its types: its name, its namespace, its labels and its annotations. */
export function metadataFindings(object: PlainFields & ObjectType): Finding[] {
  if (object.metadata != null && !isObject(object.metadata)) return FINE;
  const { namespace, labels: own, annotations: others } = asObject<PlainFields>(object.metadata);
  return [
    ...isLocalConfig(object) ? FINE : nameFindings(object, nameRuleOf(object)),
    ...isGiven(namespace) && !isDnsLabel(substituted(namespace)) ? namespaceName(namespace, 'metadata.namespace') : FINE,
    ...isObject(own) ? labels(own, 'metadata.labels') : FINE,
    ...isObject(others) ? annotations(others, 'metadata.annotations') : FINE,
  ];
}
