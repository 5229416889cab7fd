import { DATA_FIELDS } from './common';
import { anything, Fields, flag, listOf, record, text } from './fit';

const SCOPE: Fields = {
  apiVersion: { shape: text, isRequired: true }, kind: { shape: text, isRequired: true }, name: { shape: text, isRequired: true },
};

/** How a component is bound: what an entry has beside its name and its traits. */
export const BINDING_FIELDS: Fields = {
  parameterValues: { shape: listOf(record({ name: { shape: text, isRequired: true }, value: { shape: anything, isRequired: true } })) },
  scopes: { shape: listOf(record({ scopeRef: { hoist: SCOPE, isAlways: true } })) },
  ...DATA_FIELDS,
};

/** What applications may set of a component. */
export const parameters = listOf(record({
  name: { shape: text, isRequired: true },
  fieldPaths: { shape: listOf(text), isRequired: true },
  required: { shape: flag },
  description: { shape: text },
}));
