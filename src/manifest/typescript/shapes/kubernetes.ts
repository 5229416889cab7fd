import { anything, FieldShapes, FieldShape, flag, listOf, made, mapOf, misfit, number, record, ValueShape, text } from './fit';
import KUBERNETES_TYPES from '../../../private/kubernetes-api/cdk8s-plus-27.json';
import { call, Expression, imported, member } from '../syntax/tree';

const K8S = imported('cdk8s-plus-27', 'k8s');

/** A class that holds a text or a number. */
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
  // a Date is written in one form only
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
  return [field, { shape: shapeOf(type), prop, isRequired: required !== '' }];
}

function shapeOf(type: string): ValueShape {
  if (type.endsWith('[]')) return listOf(shapeOf(type.slice(0, -2)));
  if (type.startsWith('{')) return mapOf(shapeOf(type.slice(1, -1)));
  // not before it is needed: types contain themselves
  return SIMPLE[type] ?? ((value, at) => kubernetes(type)(value, at));
}

/** A type of cdk8s-plus. */
export function kubernetes(type: string): ValueShape {
  return record(kubernetesFields(type));
}
