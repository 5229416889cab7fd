import type { ComponentParameter } from '../application/component';
import { BindingModel } from './model';
import { FINE, Finding, found, withoutValue, Path, Step } from '../../base/findings/finding';
import { counted } from '../../base/findings/sentence';
import { isObject, shownName, asObject, listOf } from '../../base/check';
import { OamKind, ObjectType } from '../../base/oam-kind';
import { withField } from '../../base/plain';
import { mayBeSet } from '../../base/workload-parameters';
import { PlainObject } from '../../cluster/objects/rendered';

/** The workload of a component with the values that an application sets for its parameters. */
export function boundWorkload({ component, entry }: BindingModel, typeOf: (kind: OamKind) => ObjectType) {
  const { workload, parameters = [] } = component!;
  const { parameterValues: values = [] } = entry;
  let manifest: PlainObject = { metadata: {}, ...workload.fields, ...typeOf(workload.kind) };
  const findings = values.flatMap(({ name, value }, index) => {
    const parameter = parameters.find(each => each.name === name);
    const place = ['parameterValues', index];
    if (!parameter) {
      return found('unknown-parameter', [...place, 'name'], { reason: 'not-declared-here', name: shownName(name) });
    }
    return parameter.fieldPaths.flatMap(path => {
      const steps = [...path.matchAll(/\[([^[\]]+)\]|([^.[\]]+)/g)].map(([, bracketed = '', step]) =>
        /^\d+$/.test(bracketed) ? Number(bracketed) : bracketed || step);
      const obstacle = obstacleTo(manifest, steps);
      if (obstacle) return found('invalid-value', place, { reason: 'field-path', ...obstacle, fieldPath: path });
      manifest = withValueAt(manifest, steps, value) as PlainObject;
      return FINE;
    });
  });
  const missing = parameters.filter(({ name, required }) => required && !values.some(value => value.name === name));
  return {
    manifest,
    findings: [...findings, ...missing.flatMap(({ name }) =>
      found('missing-field', 'parameterValues', { reason: 'parameter', name: shownName(name) }))],
  };
}

/** Findings on such a workload without the values that the application sets: each may be a password. */
export function withoutParameterValues(findings: readonly Finding[], { component, entry }: BindingModel): Finding[] {
  const isGiven = ({ name }: ComponentParameter) => entry.parameterValues?.some(each => each.name === name);
  const isSet = mayBeSet(component?.parameters?.filter(isGiven));
  return findings.map(each => isSet(each.path) ? withoutValue(each) : each);
}

/** Why a field cannot be set; `undefined` if it can. Missing objects and the next element of a list are created. */
function obstacleTo(
  target: unknown, [step, ...rest]: Step[], here: Path = [],
): { readonly here: Path; readonly needed: string } | undefined {
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
