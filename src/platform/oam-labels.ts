import { BindingModel } from './model';
import { COMPONENT, NAME } from '../objects/labels';

export { COMPONENT, NAME, RESOURCE_TYPE, REVISION } from '../objects/labels';

/** The labels by which the pods of a component are selected: they never change, and are readable. */
export function selectorOf({ application, componentName }: BindingModel): Record<string, string> {
  return { [NAME]: application.name, [COMPONENT]: componentName };
}
