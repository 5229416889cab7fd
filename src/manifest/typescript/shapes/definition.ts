import { metadata } from './common';
import { anyObject, anything, FieldShapes, FieldShape, flag, listOf, made, mapOf, number, record, ValueShape, text } from './fit';
import { kubernetes } from './kubernetes';
import { FactoryCall, Field, InProgram, RecordType, Scalar, Type } from '../../../definitions/type';
import { call, Expression, imported, literal, member, oam } from '../syntax/tree';

const SCALARS: Readonly<Record<Scalar<any>['is'], ValueShape>> = {
  'string': text,
  'integer': number,
  'boolean': flag,
  'integer-or-string': anything,
  'metadata': metadata,
  'object': anyObject,
};

/** How a program gives a value of a type. */
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

/** How a program gives the fields of an object. Those that only manifests have are not known to it. */
export function fieldsOf({ fields }: RecordType<any>): FieldShapes {
  return Object.fromEntries(Object.entries(fields).flatMap(([name, field]) => {
    const shape = fieldShape(field);
    return shape ? [[name, shape]] : [];
  }));
}

function fieldShape({ type, prop, required, fixed, isSpread, isAlways, isOuter }: Field): FieldShape | undefined {
  if (fixed !== undefined) return { fixed };
  if (isSpread) return { hoist: fieldsOf(type as RecordType<any>), isAlways };
  return prop === undefined ? undefined : { shape: shapeOf(type), prop, isRequired: required !== undefined, isOuter };
}

/** A member of an enum, or what a factory makes of the value. */
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
