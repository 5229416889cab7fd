import { ParameterModel } from './model';
import { isObject } from '../private/check';
import { FINE, Finding, withoutValue } from '../findings/finding';
import { finding } from '../findings/unsaid';
import { withField } from '../private/plain';
import { printable } from '../findings/printable';
import { mayBeSet } from '../workloads/kubernetes-fields';

interface Value {
  readonly name: string;
  readonly value: any;
}

type Step = string | number;

/** The fields of a workload with the values that an application gives to its parameters. */
export function substituted(fields: any, parameters: readonly ParameterModel[], values: readonly Value[]): { fields: any; findings: Finding[] } {
  let result = fields;
  const findings = values.flatMap(({ name, value }, index) => {
    const parameter = parameters.find(each => each.name === name);
    if (!parameter) return finding('unknown-parameter', `parameterValues[${index}].name`, `${JSON.stringify(name)} is no parameter of the component as it is declared here`, 'leave it out');
    return parameter.fieldPaths.flatMap(path => {
      const steps = stepsOf(path);
      const problem = problemOf(result, steps);
      if (problem) return finding('invalid-field-path', `parameterValues[${index}]`, printable(`cannot set '${path}' of the workload: ${problem}`), 'change the parameter\'s fieldPaths');
      result = set(result, steps, value);
      return FINE;
    });
  });
  const missing = parameters.filter(({ name, required }) => required && !values.some(value => value.name === name)).flatMap(({ name }) =>
    finding('missing-parameter-value', 'parameterValues', `must have a value for ${JSON.stringify(name)}, which the component requires as it is declared here`,
      'give it, or declare the parameter as optional'));
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
function problemOf(target: any, [step, ...rest]: Step[], path = ''): string | undefined {
  if (step === undefined) return undefined;
  const here = path || 'it';
  if (path === '' && (step === 'apiVersion' || step === 'kind')) return 'it would become an object of another type';
  if (typeof step === 'number') {
    if (target != null && !Array.isArray(target)) return `'${here}' is no list`;
    if (step > (target?.length ?? 0)) return `'${here}' has ${target?.length ?? 0} elements`;
  } else if (target != null && !isObject(target)) {
    return `'${here}' is no object`;
  }
  return problemOf(at(target, step), rest, typeof step === 'number' ? `${path}[${step}]` : path ? `${path}.${step}` : step);
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
