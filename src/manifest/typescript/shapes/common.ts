import { anything, Fields, flag, listOf, made, mapOf, misfit, record, Shape, text } from './fit';
import { DataConditionOperator } from '../../../application/data';
import { call, member, oam } from '../syntax/tree';

/** A member of an enum of this library. */
export function enumeration(type: string, members: Readonly<Record<string, string>>): Shape {
  return made(text, (_, value) => {
    const found = Object.keys(members).find(each => members[each] === value);
    return found === undefined ? undefined : member(oam(type), found);
  });
}

/** A scraper by its name. */
export const scraper = made(text, value => call(member(oam('Scraper'), 'parse'), value));

const map = mapOf(text);

/** Labels and annotations. */
export const MAPS: Fields = { labels: { shape: map }, annotations: { shape: map } };

/** Metadata of which a name, labels and annotations are props. */
export const NAMED: Fields = { name: { shape: text }, ...MAPS };

const OWNER: Fields = {
  apiVersion: { shape: text, isRequired: true },
  kind: { shape: text, isRequired: true },
  name: { shape: text, isRequired: true },
  uid: { shape: text, isRequired: true },
  blockOwnerDeletion: { shape: flag },
  controller: { shape: flag },
};

/** Metadata as cdk8s types it: fields that it does not know are data. */
export const METADATA_FIELDS: Fields = {
  ...NAMED, namespace: { shape: text }, finalizers: { shape: listOf(text) }, ownerReferences: { shape: listOf(record(OWNER)) },
};

export const metadata = record(METADATA_FIELDS, anything);

/** Metadata that cdk8s itself writes, without what is nothing to it. */
export const writtenMetadata = record(METADATA_FIELDS, (value, at) => isWritten(value) ? anything(value, at) : misfit(at, 'nothing'));

function isWritten(value: unknown): boolean {
  if (typeof value !== 'object') return true;
  const parts = value === null || Object.hasOwn(value, '__proto__') ? [] : Object.values(value);
  return parts.length > 0 && parts.every(isWritten);
}

const CONDITION: Fields = {
  op: { shape: enumeration('DataConditionOperator', DataConditionOperator), isRequired: true },
  value: { shape: text },
  valueFrom: { shape: record({ fieldPath: { shape: text, isRequired: true } }) },
  fieldPath: { shape: text },
};

/** What a component or a trait takes and gives. */
export const DATA_FIELDS: Fields = {
  dataInputs: {
    shape: listOf(record({
      valueFrom: { shape: record({ dataOutputName: { shape: text, isRequired: true } }), isRequired: true },
      toFieldPaths: { shape: listOf(text), isRequired: true },
    })),
  },
  dataOutputs: {
    shape: listOf(record({
      name: { shape: text, isRequired: true },
      fieldPath: { shape: text, isRequired: true },
      conditions: { shape: listOf(record(CONDITION)) },
    })),
  },
};
