import { ParameterModel, ParameterSetting } from './model';
import { FINE, Finding, found, withoutValue, Path, Step } from '../../base/findings/finding';
import { counted } from '../../base/findings/sentence';
import { isObject, shownName, asObject, listOf } from '../../base/check';
import { withField } from '../../base/plain';
import { mayBeSet } from '../../base/workload-parameters';

/** Why a field cannot be set, and at which path. */
interface FieldObstacle {
  readonly here: Path;
  readonly needed: string;
}

/** The fields of a workload with the values that an application sets for its parameters. */
export function withParameterValues<T>(
  fields: T, parameters: readonly ParameterModel[] = [], values: readonly ParameterSetting[] = [],
): { readonly fields: T; readonly findings: Finding[] } {
  let result = fields;
  const findings = values.flatMap(({ name, value }, index) => {
    const parameter = parameters.find(each => each.name === name);
    const place = ['parameterValues', index];
    if (!parameter) {
      return found('unknown-parameter', [...place, 'name'], { reason: 'not-declared-here', name: shownName(name) });
    }
    return parameter.fieldPaths.flatMap(path => {
      const steps = [...path.matchAll(/\[([^[\]]+)\]|([^.[\]]+)/g)].map(([, bracketed = '', step]) =>
        /^\d+$/.test(bracketed) ? Number(bracketed) : bracketed || step);
      const obstacle = obstacleTo(result, steps);
      if (obstacle) return found('invalid-value', place, { reason: 'field-path', ...obstacle, fieldPath: path });
      result = withValueAt(result, steps, value) as T;
      return FINE;
    });
  });
  const missing = parameters.filter(({ name, required }) => required && !values.some(value => value.name === name));
  return {
    fields: result,
    findings: [...findings, ...missing.flatMap(({ name }) =>
      found('missing-field', 'parameterValues', { reason: 'parameter', name: shownName(name) }))],
  };
}

/** Findings on such a workload without the values that the application sets: each may be a password. */
export function withoutParameterValues(
  findings: readonly Finding[], parameters: readonly ParameterModel[] = [], values: readonly ParameterSetting[] = [],
): Finding[] {
  const isSet = mayBeSet(parameters.filter(({ name }) => values.some(each => each.name === name)));
  return findings.map(each => isSet(each.path) ? withoutValue(each) : each);
}

/** Why a field cannot be set; `undefined` if it can. Missing objects and the next element of a list are created. */
function obstacleTo(target: unknown, [step, ...rest]: Step[], here: Path = []): FieldObstacle | undefined {
  if (step === undefined) return undefined;
  if (here.length === 0 && (step === 'apiVersion' || step === 'kind')) return { here: [step], needed: 'left as it is' };
  if (typeof step === 'number') {
    const needed = step > 0 ? `a list of at least ${counted(step, 'element')}` : 'a list';
    if (target != null && !Array.isArray(target) || step > listOf(target).length) return { here, needed };
  } else if (target != null && !isObject(target)) {
    return { here, needed: 'an object' };
  }
  return obstacleTo(ownField(target, step), rest, [...here, step]);
}

/** A copy in which one field has another value. */
function withValueAt(target: unknown, [step, ...rest]: Step[], value: unknown): unknown {
  if (step === undefined) return value;
  const changed = withValueAt(ownField(target, step), rest, value);
  if (typeof step === 'string') return withField(asObject(target), step, changed);
  const copy: unknown[] = [...listOf(target)];
  copy[step] = changed;
  return copy;
}

/** An own property of an object or a list, never an inherited one. */
function ownField(target: unknown, step: Step): unknown {
  return target != null && Object.hasOwn(target, step) ? (target as Record<Step, unknown>)[step] : undefined;
}
