import { BindingModel } from './model';

// the labels that the OAM runtime gives to all that it makes

export const NAME = 'app.oam.dev/name';
export const COMPONENT = 'app.oam.dev/component';
export const RESOURCE_TYPE = 'app.oam.dev/resourceType';
export const REVISION = 'app.oam.dev/revision';

/** The labels by which the pods of a component are selected: they never change, and can be read. */
export function selectorOf({ application, componentName }: BindingModel): Record<string, string> {
  return { [NAME]: application.name, [COMPONENT]: componentName };
}
