import { Expression, ObjectField, data, objectLiteral } from './tree';
import type { Misfit } from '../../findings/catalogue/commands';
import { Finding, found } from '../../findings/finding';
import { Path } from '../../findings/path';
import { isObject } from '../../private/check';

/** How the types of this library express a value. */
interface Fit {
  /** The code that expresses it; `undefined` if the types cannot express any of it. */
  readonly expression?: Expression;
  /** The part that the code does not express, as plain data to merge over it; `undefined` if there is none. */
  readonly rest?: unknown;
  /** The reasons why the types do not express all of it. */
  readonly why: readonly Finding[];
  /** Props of the enclosing object that express a part of it. */
  readonly outer?: readonly ObjectField[];
}

/** Fits a value into a type; `at` is its path. */
export type ValueShape = (value: unknown, at: Path) => Fit;

/** How props represent a field of an object. */
export type FieldShape = PropShape | HoistShape | FixedShape;

/** A field with a value that the library writes itself. */
interface FixedShape {
  readonly fixed: string;
}

interface PropShape {
  readonly shape: ValueShape;
  /** The name of the prop, if it differs from that of the field. */
  readonly prop?: string;
  readonly isRequired?: boolean;
  /** Whether it is a prop of the enclosing object. */
  readonly isOuter?: boolean;
}

/** An object whose fields are props of the enclosing object. */
interface HoistShape {
  readonly hoist: FieldShapes;
  /** Whether the library writes the object in any case. */
  readonly isAlways?: boolean;
}

export type FieldShapes = Readonly<Record<string, FieldShape>>;

/** The same for the fields of an object, which may become props of another one. */
export interface FieldsFit {
  /** `undefined` if a required prop cannot be expressed. */
  readonly props?: readonly ObjectField[];
  readonly rest?: Record<string, unknown>;
  readonly why: readonly Finding[];
  readonly outer: readonly ObjectField[];
}

export const misfit = (at: Path, how: Misfit): Fit => ({ why: found('not-in-types', at, { reason: 'misfit', how }) });

/** The misfit of a value that is not of a type; `null` is of none. */
const notOf = (value: unknown, at: Path, how: Misfit): Fit => misfit(at, value === null ? 'null' : how);

function simple(how: Misfit, fits: (value: unknown) => boolean): ValueShape {
  return (value, at) => fits(value) ? { expression: data(value), why: [] } : notOf(value, at, how);
}

export const text = simple('string', value => typeof value === 'string');
export const number = simple('number', value => typeof value === 'number');
export const flag = simple('boolean', value => typeof value === 'boolean');
export const anything: ValueShape = value => ({ expression: data(value), why: [] });
export const anyObject = simple('object', isObject);

/** Converts the code of a value of one type. If `make` returns `undefined`, the value does not fit. */
export function made(shape: ValueShape, make: (expression: Expression, value: unknown) => Expression | undefined): ValueShape {
  return (value, at) => {
    const { expression, why } = shape(value, at);
    const result = expression && make(expression, value);
    if (result) return { expression: result, why };
    return why.length > 0 ? { why } : misfit(at, 'value');
  };
}

/** A list, which fits only as a whole: merging over a list replaces it. */
export function listOf(shape: ValueShape): ValueShape {
  return (value, at) => {
    if (!Array.isArray(value)) return notOf(value, at, 'list');
    const fits = value.map((element, i) => shape(element, [...at, i]));
    const isWhole = fits.every(fit => fit.expression && fit.rest === undefined);
    if (!isWhole) return { why: fits.flatMap(({ why }) => why) };
    return { expression: { type: 'list', elements: fits.map(fit => fit.expression!) }, why: [] };
  };
}

/** A map whose keys the user chooses. */
export function mapOf(shape: ValueShape): ValueShape {
  return (value, at) => {
    if (!isObject(value)) return notOf(value, at, 'map');
    const fits = Object.entries(value).map(([key, element]) => ({ key, element, fit: shape(element, [...at, key]) }));
    const whole = fits.filter(({ fit }) => fit.expression && fit.rest === undefined);
    const others = fits.filter(each => !whole.includes(each));
    return {
      expression: objectLiteral(whole.map(({ key, fit }) => ({ key, value: fit.expression! }))),
      ...others.length > 0 && { rest: Object.fromEntries(others.map(({ key, element }) => [key, element])) },
      why: others.flatMap(({ fit }) => fit.why),
    };
  };
}

/** An object with these fields. Others must fit `others`, or are left over if it is not given. */
export function record(fields: FieldShapes, others?: ValueShape): ValueShape {
  return (value, at) => {
    if (!isObject(value)) return notOf(value, at, 'object');
    const { props, rest, why, outer } = fitFields(value, fields, at, others);
    return props ? { expression: objectLiteral(props), ...rest && { rest }, why, outer } : { why };
  };
}

/** Fits the fields of an object. */
export function fitFields(value: Readonly<Record<string, unknown>>, fields: FieldShapes, at: Path, others?: ValueShape): FieldsFit {
  const props: ObjectField[] = [];
  const outer: ObjectField[] = [];
  const rest: [string, unknown][] = [];
  const why: Finding[] = [];
  let isPossible = true;
  const because = (reasons: readonly Finding[]) => reasons.forEach(each => why.push(each));
  const refuse = (reasons: readonly Finding[]) => {
    isPossible = false;
    because(reasons);
  };
  const leave = (key: string, left: unknown, reasons: readonly Finding[]) => {
    rest.push([key, left]);
    because(reasons);
  };
  const miss = (key: string, shape: FieldShape) => {
    const path = [...at, key];
    if ('hoist' in shape) {
      const fit = fitFields({}, shape.hoist, path);
      if (!fit.props) refuse(fit.why);
      else if (shape.isAlways) refuse(misfit(path, 'added').why);
    } else if ('fixed' in shape || shape.isRequired) {
      refuse(misfit(path, 'missing').why);
    }
  };
  for (const [key, element] of Object.entries(value)) {
    const path = [...at, key];
    const shape = Object.hasOwn(fields, key) ? fields[key] : others && { shape: others };
    if (!shape) {
      leave(key, element, misfit(path, 'unknown').why);
    } else if ('fixed' in shape) {
      if (element !== shape.fixed) refuse(found('not-in-types', path, { reason: 'version', version: shape.fixed }));
    } else if ('hoist' in shape) {
      if (!isObject(element)) miss(key, { hoist: shape.hoist });
      const fit = isObject(element) ? fitFields(element, shape.hoist, path) : undefined;
      if (!fit) leave(key, element, notOf(element, path, 'object').why);
      else if (!fit.props) refuse(fit.why);
      else if (fit.rest) leave(key, fit.rest, fit.why);
      else if (fit.props.length === 0 && !shape.isAlways) leave(key, {}, misfit(path, 'empty').why);
      props.push(...fit?.props ?? []);
    } else {
      const fit = shape.shape(element, path);
      if (!fit.expression && shape.isRequired) isPossible = false;
      const saysNothing = fit.rest !== undefined && fit.expression?.type === 'object' && fit.expression.fields.length === 0;
      if (!fit.expression || saysNothing && !shape.isRequired) {
        leave(key, element, fit.why);
        continue;
      }
      props.push(...fit.outer ?? []);
      (shape.isOuter ? outer : props).push({ key: shape.prop ?? key, value: fit.expression });
      if (fit.rest !== undefined) leave(key, fit.rest, fit.why);
    }
  }
  for (const [key, shape] of Object.entries(fields)) if (!Object.hasOwn(value, key)) miss(key, shape);
  // here a key such as `__proto__` is an ordinary one
  return { ...isPossible && { props }, ...isPossible && rest.length > 0 && { rest: Object.fromEntries(rest) }, why, outer };
}
