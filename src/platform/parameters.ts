import { ParameterModel } from './model';
import { FINE, Finding, found, withoutValue } from '../findings/finding';
import { Path, Step } from '../findings/path';
import { isObject, shownName } from '../private/check';
import { withField } from '../private/plain';
import { mayBeSet } from '../workloads/kubernetes-fields';

interface Value {
  readonly name: string;
  readonly value: any;
}

/** Why a field cannot be set, and at which place. */
type FieldObstacle = { readonly reason: 'other-type' }
  | { readonly reason: 'not-a-list' | 'not-an-object'; readonly here: Path }
  | { readonly reason: 'too-short'; readonly here: Path; readonly length: number };

/** The fields of a workload with the values that an application gives to its parameters. */
export function substituted(fields: any, parameters: readonly ParameterModel[], values: readonly Value[]): { fields: any; findings: Finding[] } {
  let result = fields;
  const findings = values.flatMap(({ name, value }, index) => {
    const parameter = parameters.find(each => each.name === name);
    const place = ['parameterValues', index];
    if (!parameter) return found('unknown-parameter', [...place, 'name'], { reason: 'not-declared-here', name: shownName(name) });
    return parameter.fieldPaths.flatMap(path => {
      const steps = stepsOf(path);
      const obstacle = obstacleTo(result, steps);
      if (obstacle) return found('invalid-field-path', place, { ...obstacle, fieldPath: path });
      result = set(result, steps, value);
      return FINE;
    });
  });
  const missing = parameters.filter(({ name, required }) => required && !values.some(value => value.name === name)).flatMap(({ name }) =>
    found('missing-parameter-value', 'parameterValues', { reason: 'declared-here', name: shownName(name) }));
  return { fields: result, findings: [...findings, ...missing] };
}

/** What is wrong with such a workload, without the values that the application gives: each may be a password. */
export function withoutValues(findings: readonly Finding[], parameters: readonly ParameterModel[], values: readonly Value[]): Finding[] {
  const isSet = mayBeSet(parameters.filter(({ name }) => values.some(each => each.name === name)));
  return findings.map(each => isSet(each.path) ? withoutValue(each) : each);
}

/** `a.b[0][c]` has the steps `a`, `b`, `0` and `c`. */
function stepsOf(path: string): Step[] {
  return [...path.matchAll(/\[([^[\]]+)\]|([^.[\]]+)/g)].map(([, bracketed, plain]) => /^\d+$/.test(bracketed ?? '') ? Number(bracketed) : bracketed ?? plain);
}

/** Why a field cannot be set. Objects that are not there yet are made, and so is the next element of a list. */
function obstacleTo(target: any, [step, ...rest]: Step[], here: Path = []): FieldObstacle | undefined {
  if (step === undefined) return undefined;
  if (here.length === 0 && (step === 'apiVersion' || step === 'kind')) return { reason: 'other-type' };
  if (typeof step === 'number') {
    const length = target?.length ?? 0;
    if (target != null && !Array.isArray(target)) return { reason: 'not-a-list', here };
    if (step > length) return { reason: 'too-short', here, length };
  } else if (target != null && !isObject(target)) {
    return { reason: 'not-an-object', here };
  }
  return obstacleTo(at(target, step), rest, [...here, step]);
}

/** What an object or a list has itself, and not by inheritance. */
function at(target: any, step: Step): any {
  return target != null && Object.hasOwn(target, step) ? target[step] : undefined;
}

/** A copy in which one field is another. */
function set(target: any, [step, ...rest]: Step[], value: any): any {
  if (step === undefined) return value;
  const changed = set(at(target, step), rest, value);
  if (typeof step === 'string') return withField(target, step, changed);
  const copy = [...target ?? []];
  copy[step] = changed;
  return copy;
}
