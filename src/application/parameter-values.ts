import { IComponent } from './component';
import { ParameterValue } from './entry';
import { Finding, FINE, found } from '../findings/finding';
import { Shown } from '../findings/shown';
import { ParameterModel } from '../platform/model';
import { isInt32, shownName } from '../private/check';

// what an entry of an application says to its component

/** What is wrong with the revision to which a component is pinned. */
export function checkRevision(component: string, revision: unknown): Finding[] {
  if (revision == null) return FINE;
  if (typeof revision === 'string' && /-v\d+$/.test(revision) && revision.slice(0, revision.lastIndexOf('-')) === component) return FINE;
  return found('invalid-revision-name', 'revisionName', { reason: 'component', component, name: component, value: Shown.of(revision) });
}

/** What a pinned revision declares is not known here. */
export function checkParameters({ _model: component, componentName }: IComponent, values: ParameterValue[], pinned: boolean): Finding[] {
  const parameters: readonly ParameterModel[] | undefined = pinned || !component ? undefined : component.parameters ?? [];
  const given = new Set(values.map(v => v?.name));
  return [
    ...values.flatMap((v, i) => typeof v?.value === 'string' || isInt32(v?.value) || v?.value == null
      ? FINE
      : found('invalid-parameter-value', ['parameterValues', i, 'value'], { value: Shown.typeOf(v.value) })),
    ...values.flatMap((v, i) => !parameters || typeof v?.name !== 'string' || parameters.some(p => p.name === v?.name)
      ? FINE
      : unknownParameter(componentName, parameters, i, v.name)),
    ...(parameters ?? []).filter(p => p.required && !given.has(p.name)).flatMap(p => found('missing-parameter-value', 'parameterValues',
      { reason: 'component', parameter: p.name, component: componentName })),
  ];
}

function unknownParameter(component: string, parameters: readonly ParameterModel[], index: number, name: unknown): Finding[] {
  const at = ['parameterValues', index, 'name'];
  const value = shownName(name);
  return parameters.length === 0
    ? found('unknown-parameter', at, { reason: 'none-declared', component, value })
    : found('unknown-parameter', at, { reason: 'not-declared', component, declared: parameters.map(p => p.name), value });
}
