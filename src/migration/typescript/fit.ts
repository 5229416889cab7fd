import { call, data, Expression, imported, literal, member, oam, ObjectField, objectLiteral } from './tree';
import { Field, InProgram, RecordType, Scalar, Type } from '../../base/definitions/type';
import type { Misfit } from '../../base/findings/catalogue/commands';
import { Finding, found, Path } from '../../base/findings/finding';
import { isObject } from '../../base/check';
import KUBERNETES_TYPES from '../../base/kubernetes-api/cdk8s-plus-27.json';

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

/** The fields of an object, as a definition has them. */
export type ShapeFields = RecordType['fields'];

/** The same for the fields of an object, which may become props of another one. */
interface FieldsFit {
  /** `undefined` if a required prop cannot be expressed. */
  readonly props?: readonly ObjectField[];
  readonly rest?: Record<string, unknown>;
  readonly why: readonly Finding[];
  readonly outer: readonly ObjectField[];
}

export const misfit = (at: Path, how: Misfit): Fit => ({ why: found('not-in-types', at, { reason: 'misfit', how }) });

/** The misfit of a value that is not of a type; `null` is of none. */
const notOf = (value: unknown, at: Path, how: Misfit): Fit => misfit(at, value === null ? 'null' : how);

const fine = (expression: Expression): Fit => ({ expression, why: [] });

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';

/** The test of a scalar, and the misfit of other values. */
const SCALARS: Readonly<Record<Exclude<Scalar<unknown>['is'], 'metadata'>, readonly [Misfit, (value: unknown) => boolean]>> = {
  'string': ['string', isText],
  'integer': ['number', isNumber],
  'boolean': ['boolean', value => typeof value === 'boolean'],
  'integer-or-string': ['value', () => true],
  'object': ['object', isObject],
};

const typeOf = (is: Type['is'], more: object = {}) => ({ is, check: () => [], ...more }) as Type;
const [TEXT, ANYTHING] = [typeOf('string'), typeOf('integer-or-string')];
const TEXTS = typeOf('map');

const optional = (types: Readonly<Record<string, Type>>): ShapeFields =>
  Object.fromEntries(Object.entries(types).map(([prop, type]) => [prop, { type, prop }]));

/** Metadata as cdk8s types it; unknown fields are data. */
const METADATA = optional({
  name: TEXT,
  labels: TEXTS,
  annotations: TEXTS,
  namespace: TEXT,
  finalizers: typeOf('list', { of: TEXT }),
  ownerReferences: typeOf('list', { of: typeOf('kubernetes', { name: 'OwnerReference' }) }),
});

/** Fits a value into a type; `at` is its path. */
export function fitValue(type: Type, value: unknown, at: Path): Fit {
  switch (type.is) {
    case 'list':
      return fitList(type.of, value, at);
    case 'map':
      return fitMap(type.of ?? TEXT, value, at);
    case 'record':
      return fitObject(type.fields, value, at);
    case 'kubernetes':
      return fitKubernetes(type.name, value, at);
    case 'metadata':
      return fitObject(METADATA, value, at, ANYTHING);
    default: {
      const [reason, fits] = SCALARS[type.is];
      const expression = fits(value) ? inCode(value, type.inProgram) : undefined;
      return expression ? fine(expression) : fits(value) ? misfit(at, 'value') : notOf(value, at, reason);
    }
  }
}

/** A value as it is, as a member of an enum, or as the call of a factory. */
function inCode(value: unknown, inProgram: InProgram | undefined): Expression | undefined {
  if (!inProgram) return data(value);
  const { module, name, members, factory } = inProgram;
  const type = module ? imported(module, name) : oam(name);
  if (typeof factory === 'string') return call(member(type, factory), data(value));
  const given = factory?.(value);
  if (factory) return given && call(member(type, given.factory), literal(given.argument));
  const own = Object.keys(members!).find(each => members![each] === value);
  return own === undefined ? undefined : member(type, own);
}

/** A list, which fits only as a whole: merging over a list replaces it. */
function fitList(of: Type, value: unknown, at: Path): Fit {
  if (!Array.isArray(value)) return notOf(value, at, 'list');
  const fits = value.map((element, i) => fitValue(of, element, [...at, i]));
  const isWhole = fits.every(fit => fit.expression && fit.rest === undefined);
  return isWhole ? fine({ type: 'list', elements: fits.map(fit => fit.expression!) }) : { why: fits.flatMap(({ why }) => why) };
}

/** A map whose keys the user chooses. */
function fitMap(of: Type, value: unknown, at: Path): Fit {
  if (!isObject(value)) return notOf(value, at, 'map');
  const fits = Object.entries(value).map(([key, element]) => ({ key, element, fit: fitValue(of, element, [...at, key]) }));
  const whole = fits.filter(({ fit }) => fit.expression && fit.rest === undefined);
  const others = fits.filter(each => !whole.includes(each));
  return {
    expression: objectLiteral(whole.map(({ key, fit }) => ({ key, value: fit.expression! }))),
    ...others.length > 0 && { rest: Object.fromEntries(others.map(({ key, element }) => [key, element])) },
    why: others.flatMap(({ fit }) => fit.why),
  };
}

/** An object with these fields. Others must fit `others`, or are left over if it is not given. */
function fitObject(fields: ShapeFields, value: unknown, at: Path, others?: Type): Fit {
  if (!isObject(value)) return notOf(value, at, 'object');
  const { props, rest, why, outer } = fitFields(value, fields, at, others);
  return props ? { expression: objectLiteral(props), ...rest && { rest }, why, outer } : { why };
}

/** A value of a type of cdk8s-plus. Some of them are classes that hold a string or a number. */
function fitKubernetes(name: string, value: unknown, at: Path): Fit {
  // a Date is written in one form only, which may not be that of the manifest
  if (name === 'Date') return notOf(value, at, 'date');
  if (name !== 'IntOrString' && name !== 'Quantity') return fitObject(kubernetesFields(name), value, at);
  if (!isText(value) && !isNumber(value)) return notOf(value, at, 'string');
  const factory = member(member(imported('cdk8s-plus-27', 'k8s'), name), isText(value) ? 'fromString' : 'fromNumber');
  return fine(call(factory, data(value)));
}

/** Whether a program gives a field. */
const isSaid = ({ prop, fixed, isSpread }: Field) => prop !== undefined || fixed !== undefined || isSpread;

const fieldsIn = (type: Type) => (type as RecordType).fields;

/** Fits the fields of an object. */
export function fitFields(value: Readonly<Record<string, unknown>>, all: ShapeFields, at: Path, others?: Type): FieldsFit {
  const fields = Object.fromEntries(Object.entries(all).filter(([, each]) => isSaid(each)));
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
  const miss = (key: string, { type, isSpread, isAlways, fixed, required }: Field) => {
    const path = [...at, key];
    if (isSpread) {
      const fit = fitFields({}, fieldsIn(type), path);
      if (!fit.props) refuse(fit.why);
      else if (isAlways) refuse(misfit(path, 'added').why);
    } else if (fixed !== undefined || required) {
      refuse(misfit(path, 'missing').why);
    }
  };
  for (const [key, element] of Object.entries(value)) {
    const path = [...at, key];
    const field: Field | undefined = Object.hasOwn(fields, key) ? fields[key] : others && { type: others };
    if (!field) {
      leave(key, element, misfit(path, 'unknown').why);
    } else if (field.fixed !== undefined) {
      if (element !== field.fixed) refuse(found('not-in-types', path, { reason: 'version', version: field.fixed }));
    } else if (field.isSpread) {
      if (!isObject(element)) miss(key, { ...field, isAlways: false });
      const fit = isObject(element) ? fitFields(element, fieldsIn(field.type), path) : undefined;
      if (!fit) leave(key, element, notOf(element, path, 'object').why);
      else if (!fit.props) refuse(fit.why);
      else if (fit.rest) leave(key, fit.rest, fit.why);
      else if (fit.props.length === 0 && !field.isAlways) leave(key, {}, misfit(path, 'empty').why);
      props.push(...fit?.props ?? []);
    } else {
      const { type, prop = key, required, isOuter } = field;
      const fit = fitValue(type, element, path);
      if (!fit.expression && required) isPossible = false;
      const saysNothing = fit.rest !== undefined && fit.expression?.type === 'object' && fit.expression.fields.length === 0;
      if (!fit.expression || saysNothing && !required) {
        leave(key, element, fit.why);
        continue;
      }
      props.push(...fit.outer ?? []);
      (isOuter ? outer : props).push({ key: prop, value: fit.expression });
      if (fit.rest !== undefined) leave(key, fit.rest, fit.why);
    }
  }
  for (const [key, field] of Object.entries(fields)) if (!Object.hasOwn(value, key)) miss(key, field);
  // here a key such as `__proto__` is an ordinary one
  return { ...isPossible && { props }, ...isPossible && rest.length > 0 && { rest: Object.fromEntries(rest) }, why, outer };
}

const types = new Map<string, ShapeFields>();

/** The fields of a type of cdk8s-plus, as Kubernetes spells them. */
export function kubernetesFields(type: string): ShapeFields {
  let fields = types.get(type);
  if (!fields) {
    fields = Object.fromEntries((KUBERNETES_TYPES as Readonly<Record<string, string>>)[type].split(' ').map(declared));
    types.set(type, fields);
  }
  return fields;
}

function declared(declaration: string): [string, Field] {
  const [, prop, field = prop, required, type] = /^([^=!:]+)(?:=([^!:]+))?(!?):(.*)$/.exec(declaration)!;
  return [field, { type: spelled(type), prop, required: required === '' ? undefined : 'by types' }];
}

function spelled(type: string): Type {
  if (type.endsWith('[]')) return typeOf('list', { of: spelled(type.slice(0, -2)) });
  if (type.startsWith('{')) return typeOf('map', { of: spelled(type.slice(1, -1)) });
  return SPELLED[type] ?? typeOf('kubernetes', { name: type });
}

const SPELLED: Readonly<Record<string, Type>> = { any: ANYTHING, boolean: typeOf('boolean'), number: typeOf('integer'), string: TEXT };

/**
 * The metadata of an object that cdk8s itself writes, as it is in a program: without null and empty values, which cdk8s
 * leaves out, and without the name and the namespace that the construct has already.
 */
export function metadataFit(whole: object, implied: Readonly<Record<string, unknown>>): Omit<FieldsFit, 'outer'> {
  const given = Object.entries(whole).filter(([key, value]) => !Object.hasOwn(implied, key) || value !== implied[key]);
  const fits = given.map(([key, value]): Omit<FieldsFit, 'outer'> => isWritten(value)
    ? fitFields({ [key]: value }, METADATA, ['metadata'], ANYTHING)
    : { rest: { [key]: value }, why: misfit(['metadata', key], 'nothing').why });
  return {
    props: fits.flatMap(({ props = [] }) => props),
    rest: Object.fromEntries(fits.flatMap(({ rest = {} }) => Object.entries(rest))),
    why: fits.flatMap(({ why }) => why),
  };
}

function isWritten(value: unknown): boolean {
  if (typeof value !== 'object') return true;
  const parts = value === null || Object.hasOwn(value, '__proto__') ? [] : Object.values(value);
  return parts.length > 0 && parts.every(isWritten);
}
