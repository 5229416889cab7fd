import { isObject } from '../../../private/check';
import { writtenMetadata } from '../shapes/common';
import { ObjectField } from '../syntax/tree';

/** The metadata of a component or an application as a prop, without what is said by the construct's id and its chart. */
export function metadataProp(metadata: unknown, id: string, chartNamespace: string | undefined): ObjectField[] {
  if (!isObject(metadata)) return [];
  const said: Record<string, unknown> = { name: id, namespace: chartNamespace };
  const given = Object.entries(metadata).filter(([key, value]) => key !== '__proto__' && value !== said[key]);
  const { expression } = writtenMetadata(Object.fromEntries(given), ['metadata']);
  return expression?.type === 'object' && expression.fields.length > 0 ? [{ key: 'metadata', value: expression }] : [];
}
