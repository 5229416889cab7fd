import { anything, FieldShapes, flag, listOf, mapOf, misfit, record, text } from './fit';

const map = mapOf(text);

const OWNER: FieldShapes = {
  apiVersion: { shape: text, isRequired: true },
  kind: { shape: text, isRequired: true },
  name: { shape: text, isRequired: true },
  uid: { shape: text, isRequired: true },
  blockOwnerDeletion: { shape: flag },
  controller: { shape: flag },
};

/** Metadata as cdk8s types it: fields that it does not know are data. */
export const METADATA_FIELDS: FieldShapes = {
  name: { shape: text },
  labels: { shape: map },
  annotations: { shape: map },
  namespace: { shape: text },
  finalizers: { shape: listOf(text) },
  ownerReferences: { shape: listOf(record(OWNER)) },
};

export const metadata = record(METADATA_FIELDS, anything);

/** Metadata that cdk8s itself writes, without what is nothing to it. */
export const writtenMetadata = record(METADATA_FIELDS, (value, at) => isWritten(value) ? anything(value, at) : misfit(at, 'nothing'));

function isWritten(value: unknown): boolean {
  if (typeof value !== 'object') return true;
  const parts = value === null || Object.hasOwn(value, '__proto__') ? [] : Object.values(value);
  return parts.length > 0 && parts.every(isWritten);
}
