import { joinField } from '../../../findings/unsaid';
import { isObject } from '../../../private/check';
import { data, Expression, Field, objectLiteral } from '../syntax/tree';

/** What the types of this library can say of a value. */
export interface Fit {
  /** The code that says it; nothing where the types can say nothing of it. */
  readonly expression?: Expression;
  /** What the code does not say, plain data to be merged over it; nothing where it says all. */
  readonly rest?: unknown;
  /** What the types have against it. */
  readonly why: readonly Misfit[];
}

/** A field that the types cannot say. */
export interface Misfit {
  readonly field: string;
  /** What goes on behind the field: `is not known to the types`. */
  readonly problem: string;
}

/** Fits a value into a type; `field` is its path. */
export type Shape = (value: unknown, field: string) => Fit;

/** How a field of an object stands in the props. */
export type FieldShape = PropShape | HoistShape;

interface PropShape {
  readonly shape: Shape;
  /** What the prop is called, where it has another name than the field. */
  readonly prop?: string;
  readonly isRequired?: boolean;
}

/** The fields of an object that are props of the object around it. */
interface HoistShape {
  readonly hoist: Fields;
  /** Whether the object is written in any case. */
  readonly isAlways?: boolean;
}

export type Fields = Readonly<Record<string, FieldShape>>;

/** The same for an object whose fields are props of some other. */
export interface FieldsFit {
  /** Nothing where a prop that is required cannot be said. */
  readonly props?: readonly Field[];
  readonly rest?: Record<string, unknown>;
  readonly why: readonly Misfit[];
}

const misfit = (field: string, problem: string): Fit => ({ why: [{ field, problem }] });

function simple(what: string, fits: (value: any) => boolean): Shape {
  return (value, field) => fits(value) ? { expression: data(value), why: [] } : misfit(field, value === null ? 'is null' : `is not ${what}`);
}

export const text = simple('a text', value => typeof value === 'string');
export const number = simple('a number', value => typeof value === 'number');
export const flag = simple('true or false', value => typeof value === 'boolean');
export const anything = simple('anything', () => true);
export const anyObject = simple('an object', isObject);

/** What is made of a value of one type. */
export function made(shape: Shape, make: (expression: Expression, value: any) => Expression | undefined): Shape {
  return (value, field) => {
    const { expression, why } = shape(value, field);
    const result = expression && make(expression, value);
    return result ? { expression: result, why } : { why: why.length > 0 ? why : [{ field, problem: 'has a value that the types do not know' }] };
  };
}

/** A list, which is taken as a whole: what is merged over it takes its place. */
export function listOf(shape: Shape): Shape {
  return (value, field) => {
    if (!Array.isArray(value)) return misfit(field, value === null ? 'is null' : 'is not a list');
    const fits = value.map((element, i) => shape(element, `${field}[${i}]`));
    const isWhole = fits.every(fit => fit.expression && fit.rest === undefined);
    return isWhole ? { expression: { type: 'list', elements: fits.map(fit => fit.expression!) }, why: [] } : { why: fits.flatMap(({ why }) => why) };
  };
}

/** A map with keys of the user's own. */
export function mapOf(shape: Shape): Shape {
  return (value, field) => {
    if (!isObject(value)) return misfit(field, value === null ? 'is null' : 'is not a map');
    const fits = Object.entries(value).map(([key, element]) => ({ key, element, fit: shape(element, `${field}['${key}']`) }));
    const whole = fits.filter(({ fit }) => fit.expression && fit.rest === undefined);
    const others = fits.filter(each => !whole.includes(each));
    return {
      expression: objectLiteral(whole.map(({ key, fit }) => ({ key, value: fit.expression! }))),
      ...others.length > 0 && { rest: Object.fromEntries(others.map(({ key, element }) => [key, element])) },
      why: others.flatMap(({ fit }) => fit.why),
    };
  };
}

/** An object with these fields; what else it has is data, where `others` says so. */
export function record(fields: Fields, others?: Shape): Shape {
  return (value, field) => {
    if (!isObject(value)) return misfit(field, value === null ? 'is null' : 'is not an object');
    const { props, rest, why } = fitFields(value, fields, field, others);
    return props ? { expression: objectLiteral(props), ...rest && { rest }, why } : { why };
  };
}

/** Fits the fields of an object. */
export function fitFields(value: Record<string, unknown>, fields: Fields, field: string, others?: Shape): FieldsFit {
  const fitting = new Fitting(field);
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
  private readonly props: Field[] = [];
  private readonly rest: [string, unknown][] = [];
  private readonly why: Misfit[] = [];
  private isImpossible = false;

  public constructor(private readonly field: string) {
  }

  public get result(): FieldsFit {
    // a key such as `__proto__` is one like any other
    const rest = this.rest.length > 0 ? { rest: Object.fromEntries(this.rest) } : {};
    return this.isImpossible ? { why: this.why } : { props: this.props, ...rest, why: this.why };
  }

  public add(key: string, value: unknown, shape: FieldShape | undefined): void {
    const field = joinField(this.field, key);
    if (!shape) return this.leave(key, value, [{ field, problem: 'is not known to the types' }]);
    if ('hoist' in shape) return this.hoist(key, value, shape, field);
    const { expression, rest, why } = shape.shape(value, field);
    if (!expression) {
      this.isImpossible ||= shape.isRequired ?? false;
      return this.leave(key, value, why);
    }
    const saysNothing = rest !== undefined && expression.type === 'object' && expression.fields.length === 0;
    if (saysNothing && !shape.isRequired) return this.leave(key, value, why);
    this.props.push({ key: shape.prop ?? key, value: expression });
    if (rest !== undefined) this.leave(key, rest, why);
  }

  /** A field that is not there. */
  public miss(key: string, shape: FieldShape): void {
    const field = joinField(this.field, key);
    if ('hoist' in shape) {
      const { props, why } = fitFields({}, shape.hoist, field);
      if (!props) this.refuse(...why);
      else if (shape.isAlways) this.refuse({ field, problem: 'would be added' });
    } else if (shape.isRequired) {
      this.refuse({ field, problem: 'is missing' });
    }
  }

  private hoist(key: string, value: unknown, { hoist, isAlways }: HoistShape, field: string): void {
    if (!isObject(value)) {
      this.miss(key, { hoist });
      return this.leave(key, value, [{ field, problem: value === null ? 'is null' : 'is not an object' }]);
    }
    const { props, rest, why } = fitFields(value, hoist, field);
    if (!props) return this.refuse(...why);
    this.props.push(...props);
    if (rest) this.leave(key, rest, why);
    else if (props.length === 0 && !isAlways) this.leave(key, {}, [{ field, problem: 'is empty' }]);
  }

  private leave(key: string, value: unknown, why: readonly Misfit[]): void {
    this.rest.push([key, value]);
    this.why.push(...why);
  }

  private refuse(...why: readonly Misfit[]): void {
    this.isImpossible = true;
    this.why.push(...why);
  }
}
