import { Expression, ObjectField, data, objectLiteral } from './tree';
import { Finding, ParametersOf, found } from '../../findings/finding';
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
interface FieldsFit {
  /** `undefined` if a required prop cannot be expressed. */
  readonly props?: readonly ObjectField[];
  readonly rest?: Record<string, unknown>;
  readonly why: readonly Finding[];
  readonly outer: readonly ObjectField[];
}

/** The reasons why a value fits no type that have no parameters. */
type Misfit = Exclude<ParametersOf<'not-in-types'>['reason'], 'version' | 'no-type' | 'outside'>;

export const misfit = (at: Path, reason: Misfit): Fit => ({ why: found('not-in-types', at, { reason }) });

/** The misfit of a value that is not of a type; `null` is of none. */
const notOf = (value: unknown, at: Path, reason: Misfit): Fit => misfit(at, value === null ? 'null' : reason);

function simple(reason: Misfit, fits: (value: unknown) => boolean): ValueShape {
  return (value, at) => fits(value) ? { expression: data(value), why: [] } : notOf(value, at, reason);
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
export function fitFields(value: Record<string, unknown>, fields: FieldShapes, at: Path, others?: ValueShape): FieldsFit {
  const fitting = new Fitting(at);
  for (const [key, element] of Object.entries(value)) {
    fitting.add(key, element, Object.hasOwn(fields, key) ? fields[key] : others && { shape: others });
  }
  for (const [key, shape] of Object.entries(fields)) {
    if (!Object.hasOwn(value, key)) fitting.miss(key, shape);
  }
  return fitting.result;
}

/** One object whose fields are being fitted. */
class Fitting {
  private readonly props: ObjectField[] = [];
  private readonly rest: [string, unknown][] = [];
  private readonly why: Finding[] = [];
  private readonly outer: ObjectField[] = [];
  private isImpossible = false;

  public constructor(private readonly at: Path) {
  }

  public get result(): FieldsFit {
    // here a key such as `__proto__` is an ordinary one
    const rest = this.rest.length > 0 ? { rest: Object.fromEntries(this.rest) } : {};
    const { why, outer } = this;
    return this.isImpossible ? { why, outer } : { props: this.props, ...rest, why, outer };
  }

  public add(key: string, value: unknown, shape: FieldShape | undefined): void {
    const at = [...this.at, key];
    if (!shape) return this.leave(key, value, misfit(at, 'unknown').why);
    if ('hoist' in shape) return this.hoist(key, value, shape, at);
    if ('fixed' in shape) {
      if (value !== shape.fixed) this.refuse(found('not-in-types', at, { reason: 'version', version: shape.fixed }));
      return;
    }
    const { expression, rest, why, outer = [] } = shape.shape(value, at);
    if (!expression) {
      this.isImpossible ||= shape.isRequired ?? false;
      return this.leave(key, value, why);
    }
    const saysNothing = rest !== undefined && expression.type === 'object' && expression.fields.length === 0;
    if (saysNothing && !shape.isRequired) return this.leave(key, value, why);
    this.props.push(...outer);
    (shape.isOuter ? this.outer : this.props).push({ key: shape.prop ?? key, value: expression });
    if (rest !== undefined) this.leave(key, rest, why);
  }

  /** Fits a missing field. */
  public miss(key: string, shape: FieldShape): void {
    const at = [...this.at, key];
    if ('hoist' in shape) {
      const { props, why } = fitFields({}, shape.hoist, at);
      if (!props) this.refuse(why);
      else if (shape.isAlways) this.refuse(misfit(at, 'added').why);
    } else if ('fixed' in shape || shape.isRequired) {
      this.refuse(misfit(at, 'missing').why);
    }
  }

  private hoist(key: string, value: unknown, { hoist, isAlways }: HoistShape, at: Path): void {
    if (!isObject(value)) {
      this.miss(key, { hoist });
      return this.leave(key, value, notOf(value, at, 'object').why);
    }
    const { props, rest, why } = fitFields(value, hoist, at);
    if (!props) return this.refuse(why);
    this.props.push(...props);
    if (rest) this.leave(key, rest, why);
    else if (props.length === 0 && !isAlways) this.leave(key, {}, misfit(at, 'empty').why);
  }

  private leave(key: string, value: unknown, why: readonly Finding[]): void {
    this.rest.push([key, value]);
    this.why.push(...why);
  }

  private refuse(why: readonly Finding[]): void {
    this.isImpossible = true;
    this.why.push(...why);
  }
}
