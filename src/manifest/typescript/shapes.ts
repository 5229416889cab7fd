import {
  FieldShape, FieldShapes, FieldsFit, ValueShape, anyObject, anything, fitFields, flag, listOf, made, mapOf, misfit, number, record, text,
} from './fit';
import { Expression, call, imported, literal, member, oam } from './tree';
import { FactoryCall, Field, InProgram, RecordType, Scalar, Type } from '../../definitions/type';
import KUBERNETES_TYPES from '../../private/kubernetes-api/cdk8s-plus-27.json';

const map = mapOf(text);

/** Metadata as cdk8s types it; unknown fields are data. */
const METADATA_FIELDS = {
  name: { shape: text },
  labels: { shape: map },
  annotations: { shape: map },
  namespace: { shape: text },
  finalizers: { shape: listOf(text) },
  ownerReferences: { shape: listOf((value, at) => kubernetes('OwnerReference')(value, at)) },
};

const metadata = record(METADATA_FIELDS, anything);

const SCALARS: Readonly<Record<Scalar<unknown>['is'], ValueShape>> = {
  'string': text,
  'integer': number,
  'boolean': flag,
  'integer-or-string': anything,
  'metadata': metadata,
  'object': anyObject,
};

/** The shape of a value of a type in a program. */
export function shapeOf(type: Type): ValueShape {
  switch (type.is) {
    case 'list':
      return listOf(shapeOf(type.of));
    case 'map':
      return mapOf(text);
    case 'record':
      return record(fieldsOf(type));
    case 'kubernetes':
      return kubernetes(type.name);
    default:
      return type.inProgram ? ofProgram(SCALARS[type.is], type.inProgram) : SCALARS[type.is];
  }
}

/** The shapes of the fields of an object in a program, without those that only manifests have. */
export function fieldsOf({ fields }: RecordType<any>): FieldShapes {
  return Object.fromEntries(Object.entries(fields).flatMap(([name, field]) => {
    const shape = fieldShape(field);
    return shape ? [[name, shape]] : [];
  }));
}

function fieldShape({ type, prop, required, fixed, isSpread, isAlways, isOuter }: Field): FieldShape | undefined {
  if (fixed !== undefined) return { fixed };
  if (isSpread) return { hoist: fieldsOf(type as RecordType<unknown>), isAlways };
  return prop === undefined ? undefined : { shape: shapeOf(type), prop, isRequired: required !== undefined, isOuter };
}

/** A member of an enum, or the call of a factory for the value. */
function ofProgram(plain: ValueShape, { module, name, members, factory }: InProgram): ValueShape {
  const type = module ? imported(module, name) : oam(name);
  return made(plain, (expression, value) => {
    if (typeof factory === 'string') return call(member(type, factory), expression);
    if (factory !== undefined) return callOf(type, factory(value));
    const found = Object.keys(members!).find(each => members![each] === value);
    return found === undefined ? undefined : member(type, found);
  });
}

function callOf(type: Expression, given: FactoryCall | undefined): Expression | undefined {
  return given && call(member(type, given.factory), literal(given.argument));
}

const K8S = imported('cdk8s-plus-27', 'k8s');

/** A class that holds a string or a number. */
function textOrNumber(type: string): ValueShape {
  const make = (factory: string) => (value: Expression) => call(member(member(K8S, type), factory), value);
  const shapes = { text: made(text, make('fromString')), number: made(number, make('fromNumber')) };
  return (value, at) => shapes[typeof value === 'number' ? 'number' : 'text'](value, at);
}

const SIMPLE: Readonly<Record<string, ValueShape>> = {
  any: anything,
  boolean: flag,
  number,
  string: text,
  IntOrString: textOrNumber('IntOrString'),
  Quantity: textOrNumber('Quantity'),
  // a Date is written in one form only, which may not be that of the manifest
  Date: (value, at) => misfit(at, value === null ? 'null' : 'date'),
};

const types = new Map<string, FieldShapes>();

/** The fields of a type of cdk8s-plus, as Kubernetes spells them. */
export function kubernetesFields(type: string): FieldShapes {
  let fields = types.get(type);
  if (!fields) {
    fields = Object.fromEntries((KUBERNETES_TYPES as Readonly<Record<string, string>>)[type].split(' ').map(fieldOf));
    types.set(type, fields);
  }
  return fields;
}

function fieldOf(declaration: string): [string, FieldShape] {
  const [, prop, field = prop, required, type] = /^([^=!:]+)(?:=([^!:]+))?(!?):(.*)$/.exec(declaration)!;
  return [field, { shape: spelledShape(type), prop, isRequired: required !== '' }];
}

function spelledShape(type: string): ValueShape {
  if (type.endsWith('[]')) return listOf(spelledShape(type.slice(0, -2)));
  if (type.startsWith('{')) return mapOf(spelledShape(type.slice(1, -1)));
  // resolved lazily, because types contain themselves
  return SIMPLE[type] ?? ((value, at) => kubernetes(type)(value, at));
}

/** The shape of a type of cdk8s-plus. */
export function kubernetes(type: string): ValueShape {
  return record(kubernetesFields(type));
}

/**
 * The metadata of an object that cdk8s itself writes, as it is in a program: without null and empty values, which cdk8s leaves out, and
 * without the name and the namespace that the construct has already.
 */
export function metadataFit(whole: object, implied: Readonly<Record<string, unknown>>): FieldsFit {
  const given = Object.entries(whole).filter(([key, value]) => !Object.hasOwn(implied, key) || value !== implied[key]);
  return fitFields(Object.fromEntries(given), WRITTEN_METADATA, ['metadata'], written(anything));
}

const WRITTEN_METADATA: FieldShapes =
  Object.fromEntries(Object.entries(METADATA_FIELDS).map(([key, { shape }]) => [key, { shape: written(shape) }]));

function written(shape: ValueShape): ValueShape {
  return (value, at) => isWritten(value) ? shape(value, at) : misfit(at, 'nothing');
}

function isWritten(value: unknown): boolean {
  if (typeof value !== 'object') return true;
  const parts = value === null || Object.hasOwn(value, '__proto__') ? [] : Object.values(value);
  return parts.length > 0 && parts.every(isWritten);
}
