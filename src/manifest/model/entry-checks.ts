import { bad, Check, FINE, found } from '../../findings/finding';
import { joinPath } from '../../findings/path';
import { all, filled, isObject, list, object } from '../../private/check';
import { labelName, objectName } from '../../private/names';

/** A component is bound by its name, or by that of a revision. */
export const oneName: Check = (value, field) => !isObject(value) || (value.componentName == null) !== (value.revisionName == null)
  ? FINE
  : found('invalid-value', field, { reason: 'one-name' });

/** What must be right with an entry of `spec.components`, or it is not known what it says. */
export const ENTRY: Check = all(oneName, object({
  componentName: labelName,
  revisionName: filled,
  scopes: list(object({ scopeRef: object({}) }, ['scopeRef'])),
  traits: list(() => FINE),
  parameterValues: list(() => FINE, { isHidden: true }),
  dataInputs: list(() => FINE),
  dataOutputs: list(() => FINE),
}));

/** The same for an entry of its traits. */
export const TRAIT_ENTRY: Check = object({ trait: object({}) }, ['trait']);

/** A text in the place of a list is told before it is taken for anything else. */
export const NO_TEXTS: Check = (entry, field) => ['dataInputs', 'dataOutputs'].flatMap(name =>
  typeof entry?.[name] === 'string' ? bad('invalid-type', 'list', joinPath(field, [name]), entry[name]) : FINE);

/** The same for an application. */
export const COMPONENTS: Check = object({ spec: object({ components: list(() => FINE) }, ['components']) }, ['spec']);

/** The platform puts an object for several clusters into those that are named. */
export const PLACEMENT: Check = object({
  spec: object({ placement: object({ clusters: list(object({ name: objectName }, ['name']), { min: 1, what: 'cluster' }) }, ['clusters']) }, ['placement']),
}, ['spec']);
