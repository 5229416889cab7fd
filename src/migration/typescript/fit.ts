import { kebabCase } from './names';
import {
  call, data, Expression, imported, inCode, listLiteral, member, newCall, ObjectField, objectLiteral, ofLibrary,
} from './tree';
import { isObject } from '../../base/check';
import { Field, RecordType, Scalar, Type } from '../../base/definitions/type';
import type { Misfit } from '../../base/findings/catalogue/commands';
import { Check, Finding, FINE, found, Path, showPath } from '../../base/findings/finding';
import { describeProblem, problemOf } from '../../base/findings/words';
import KUBERNETES_TYPES from '../../base/kubernetes-api/cdk8s-plus-27.json';
import { OamKind } from '../../base/oam-kind';
import { OAM_TRAITS } from '../../model/traits/all';
import { checkOf } from '../../model/traits/trait';
import { OAM_WORKLOADS } from '../../model/workloads/known-kinds';
import { OamPlatform } from '../../targets/oam/oam-platform';

/** How the types of this library express a value: not at all without an `expression`. */
interface Fit {
  readonly expression?: Expression;
  /** The part that the code does not express, as plain data to merge over it, and the reasons. */
  readonly rest?: unknown;
  readonly why: readonly Finding[];
  /** Props of the enclosing object that express a part of it. */
  readonly outer?: readonly ObjectField[];
}

/** The fields of an object, as a definition has them. */
type ShapeFields = RecordType['fields'];

/** How props express the fields of an object: not at all if a required one cannot be expressed. */
interface FieldsFit extends Required<Pick<Fit, 'why' | 'outer'>> {
  readonly props?: readonly ObjectField[];
  readonly rest?: Record<string, unknown>;
}

export const misfit = (at: Path, how: Misfit) => found('not-in-types', at, { reason: 'misfit', how });

/** The misfit of a value that is not of a type; `null` is of none. */
const notOf = (value: unknown, at: Path, how: Misfit): Fit => ({ why: misfit(at, value === null ? 'null' : how) });

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';

type ScalarKind = Exclude<Scalar<unknown>['is'], 'metadata'>;

/** The test of a scalar, and the misfit of other values. */
const SCALARS: Readonly<Record<ScalarKind, readonly [Misfit, (value: unknown) => boolean]>> = {
  'string': ['string', isText],
  'integer': ['number', isNumber],
  'boolean': ['boolean', value => typeof value === 'boolean'],
  'integer-or-string': ['value', () => true],
  'object': ['object', isObject],
};

const unchecked = (is: Type['is'], more: object = {}) => ({ is, check: () => [], ...more }) as Type;
const [ANY_TEXT, ANYTHING] = [unchecked('string'), unchecked('integer-or-string')];

/** Metadata as cdk8s types it; unknown fields are data. */
const METADATA: ShapeFields = Object.fromEntries(Object.entries({
  name: ANY_TEXT,
  labels: unchecked('map'),
  annotations: unchecked('map'),
  namespace: ANY_TEXT,
  finalizers: unchecked('list', { of: ANY_TEXT }),
  ownerReferences: unchecked('list', { of: unchecked('kubernetes', { name: 'OwnerReference' }) }),
}).map(([prop, type]) => [prop, { type, prop }]));

/** Fits a value into a type; `at` is its path. */
export function fitValue(type: Type, value: unknown, at: Path): Fit {
  switch (type.is) {
    case 'list': {
      if (!Array.isArray(value)) return notOf(value, at, 'list');
      const fits = value.map((element, i) => fitValue(type.of, element, [...at, i]));
      // merging over a list replaces it: it fits only as a whole
      const isWhole = fits.every(({ expression, rest }) => expression && rest === undefined);
      if (!isWhole) return { why: fits.flatMap(({ why }) => why) };
      return { expression: listLiteral(fits.map(({ expression }) => expression!)), why: [] };
    }
    case 'map': {
      if (!isObject(value)) return notOf(value, at, 'map');
      const fits = Object.entries(value).map(([key, element]) =>
        ({ key, element, fit: fitValue(type.of ?? ANY_TEXT, element, [...at, key]) }));
      const whole = fits.filter(({ fit }) => fit.expression && fit.rest === undefined);
      const others = fits.filter(each => !whole.includes(each));
      return {
        expression: objectLiteral(whole.map(({ key, fit }) => ({ key, value: fit.expression! }))),
        ...others.length > 0 && { rest: Object.fromEntries(others.map(({ key, element }) => [key, element])) },
        why: others.flatMap(({ fit }) => fit.why),
      };
    }
    case 'record': return fitObject(type.fields, value, at);
    case 'kubernetes': {
      const { name } = type;
      // a Date is written in one form only, which may not be that of the manifest
      if (name === 'Date') return notOf(value, at, 'date');
      if (name !== 'IntOrString' && name !== 'Quantity') return fitObject(cdk8sPlusFields(name), value, at);
      // classes of cdk8s-plus that hold a string or a number
      if (!isText(value) && !isNumber(value)) return notOf(value, at, 'string');
      const factory = isText(value) ? 'fromString' : 'fromNumber';
      const expression = call(member(member(imported('cdk8s-plus-27', 'k8s'), name), factory), data(value));
      return { expression, why: [] };
    }
    case 'metadata': return fitObject(METADATA, value, at, ANYTHING);
    default: {
      const [reason, fits] = SCALARS[type.is];
      if (!fits(value)) return notOf(value, at, reason);
      const expression = inCode(value, type.inProgram);
      return expression ? { expression, why: [] } : { why: misfit(at, 'value') };
    }
  }
}

/** An object with these fields. Others must fit `others`, or are left over if it is not given. */
function fitObject(fields: ShapeFields, value: unknown, at: Path, others?: Type): Fit {
  if (!isObject(value)) return notOf(value, at, 'object');
  const { props, rest, why, outer } = fitFields(value, fields, at, others);
  return props ? { expression: objectLiteral(props), ...rest && { rest }, why, outer } : { why };
}

const NOTHING: FieldsFit = { props: [], why: FINE, outer: [] };

/** What fits parts of an object fits the whole, unless one of them cannot be expressed. */
function mergedFits(parts: readonly FieldsFit[]): FieldsFit {
  const why = parts.flatMap(each => each.why);
  const outer = parts.flatMap(each => each.outer);
  if (parts.some(({ props }) => !props)) return { why, outer };
  // here a key such as `__proto__` is an ordinary one
  const rest = parts.flatMap(each => Object.entries(each.rest ?? {}));
  const props = parts.flatMap(each => each.props!);
  return { props, ...rest.length > 0 && { rest: Object.fromEntries(rest) }, why, outer };
}

/** Fits the fields of an object. */
export function fitFields(
  value: Readonly<Record<string, unknown>>, all: ShapeFields, at: Path, others?: Type,
): FieldsFit {
  const isRendered = ({ prop, fixed, isSpread }: Field) => prop !== undefined || fixed !== undefined || isSpread;
  const fields = Object.fromEntries(Object.entries(all).filter(([, each]) => isRendered(each)));
  return mergedFits([
    ...Object.entries(value).map(([key, element]) => fitField(
      key, element, Object.hasOwn(fields, key) ? fields[key] : others && { type: others }, [...at, key])),
    ...Object.entries(fields).filter(([key]) => !Object.hasOwn(value, key))
      .map(([key, field]) => fitMissing(field, [...at, key])),
  ]);
}

/** Fits a field into its prop. `rest` is what the type does not cover; without `props`, the object does not fit. */
function fitField(key: string, element: unknown, field: Field | undefined, path: Path): FieldsFit {
  const left = (rest: unknown, why: readonly Finding[]) =>
    ({ ...NOTHING, rest: Object.fromEntries([[key, rest]]), why });
  if (!field) return left(element, misfit(path, 'unknown'));
  const { type, prop = key, required, fixed, isSpread, isAlways, isOuter } = field;
  if (fixed !== undefined) {
    return element === fixed ? NOTHING
      : { why: found('not-in-types', path, { reason: 'version', version: fixed }), outer: [] };
  }
  if (isSpread) {
    const missing = fitMissing({ ...field, isAlways: false }, path);
    if (!isObject(element)) return mergedFits([missing, left(element, notOf(element, path, 'object').why)]);
    const { props, rest, why } = fitFields(element, (type as RecordType).fields, path);
    if (!props) return { why, outer: [] };
    if (rest) return { ...left(rest, why), props };
    return props.length === 0 && !isAlways ? left({}, misfit(path, 'empty')) : { ...NOTHING, props };
  }
  const { expression, rest, why, outer = [] } = fitValue(type, element, path);
  if (!expression && required) return { why, outer: [] };
  const saysNothing = rest !== undefined && expression?.type === 'object' && expression.fields.length === 0;
  if (!expression || saysNothing && !required) return left(element, why);
  const own = { key: prop, value: expression };
  const fit = { props: isOuter ? outer : [...outer, own], why: FINE, outer: isOuter ? [own] : [] };
  return rest === undefined ? fit : mergedFits([fit, left(rest, why)]);
}

/** Whether props can leave out a field. */
function fitMissing({ type, fixed, required, isSpread, isAlways }: Field, path: Path): FieldsFit {
  if (!isSpread) return fixed !== undefined || required ? { why: misfit(path, 'missing'), outer: [] } : NOTHING;
  const { props, why } = fitFields({}, (type as RecordType).fields, path);
  return props && !isAlways ? NOTHING : { why: props ? misfit(path, 'added') : why, outer: [] };
}

const CDK8S_PLUS_TYPES = new Map<string, ShapeFields>();

/** The fields of a type of cdk8s-plus, as Kubernetes spells them. */
function cdk8sPlusFields(name: string): ShapeFields {
  const known = CDK8S_PLUS_TYPES.get(name);
  if (known) return known;
  const declarations = (KUBERNETES_TYPES as Readonly<Record<string, string>>)[name].split(' ');
  const fields = Object.fromEntries(declarations.map((declaration): [string, Field] => {
    const [, prop, field = prop, required, type] = /^([^=!:]+)(?:=([^!:]+))?(!?):(.*)$/.exec(declaration)!;
    return [field, { type: cdk8sPlusType(type), prop, required: required === '' ? undefined : 'by types' }];
  }));
  CDK8S_PLUS_TYPES.set(name, fields);
  return fields;
}

/** A type as the table of cdk8s-plus spells it: `string[]`, `{any}`, `PodSpec`. */
function cdk8sPlusType(spelled: string): Type {
  if (spelled.endsWith('[]')) return unchecked('list', { of: cdk8sPlusType(spelled.slice(0, -2)) });
  if (spelled.startsWith('{')) return unchecked('map', { of: cdk8sPlusType(spelled.slice(1, -1)) });
  return SIMPLE_TYPES[spelled] ?? unchecked('kubernetes', { name: spelled });
}

const SIMPLE_TYPES: Readonly<Record<string, Type>> = {
  any: ANYTHING, boolean: unchecked('boolean'), number: unchecked('integer'), string: ANY_TEXT,
};

/**
 * The metadata of an object that cdk8s itself writes, as it is in a program: without null and empty values, which cdk8s
 * leaves out, and without the name and the namespace that the construct has already.
 */
export function fitMetadata(whole: object, implied: Readonly<Record<string, unknown>>): FieldsFit {
  const given = Object.entries(whole).filter(([key, value]) => !Object.hasOwn(implied, key) || value !== implied[key]);
  return mergedFits(given.map(([key, value]) => isWritten(value)
    ? fitFields({ [key]: value }, METADATA, ['metadata'], ANYTHING)
    : { ...NOTHING, rest: { [key]: value }, why: misfit(['metadata', key], 'nothing') }));
}

/** Whether cdk8s writes a value of metadata as it is: it drops null, and empty lists and maps at any depth. */
function isWritten(value: unknown): boolean {
  if (typeof value !== 'object') return true;
  const parts = value === null || Object.hasOwn(value, '__proto__') ? [] : Object.values(value);
  return parts.length > 0 && parts.every(isWritten);
}

/** A kind of workload or trait with a type: its name in the code, and the check of its fields beyond their types. */
interface TypedKind { readonly name: string; readonly fields: ShapeFields; readonly check: Check }

/** The props of a typed workload or trait, and overrides for fields that the type lacks; or why no type fits. */
type KindFit<T> = { readonly comment: string } | {
  readonly type: T;
  readonly props: readonly ObjectField[];
  readonly overrides: readonly ObjectField[];
};

/** Uses the type of a manifest if there is one, it covers what it requires, and accepts the values. */
function fitKind<T extends TypedKind>(
  manifest: Readonly<Record<string, unknown>>, types: ReadonlyMap<string, T>,
): KindFit<T> {
  const { apiVersion, kind, ...own } = manifest;
  const name = `${apiVersion} ${kind}`;
  const type = types.get(name);
  if (!type) return { comment: describeWhy(found('not-in-types', '', { reason: 'no-type', type: name })) };
  const { props, rest, why } = fitFields(own, type.fields, []);
  const refused = type.check(own, '');
  if (!props || refused.length > 0) return { comment: notA(type.name, refused.length > 0 ? refused : why) };
  const overrides = rest ? [{ key: 'overrides', value: data(rest), comment: outsideOfTypes(why) }] : [];
  return { type, props, overrides };
}

/** The code of a workload: its type if the type accepts it, or else its manifest, with the reason. */
export function workloadCode(
  manifest: Readonly<Record<string, unknown>>,
): { readonly expression: Expression; readonly comment?: string } {
  const code = fitKind(manifest, TYPED_WORKLOADS);
  if ('type' in code) {
    const { type: { name, factory }, props, overrides } = code;
    if (factory === undefined) return { expression: newCall(ofLibrary(name), objectLiteral([...props, ...overrides])) };
    const options = overrides.length > 0 ? [objectLiteral(overrides)] : [];
    return { expression: call(member(ofLibrary('KubernetesWorkload'), factory), objectLiteral(props), ...options) };
  }
  const props = objectLiteral([{ key: 'manifest', value: data(manifest) }]);
  return { expression: newCall(ofLibrary('CustomWorkload'), props), ...code };
}

/** The code of a trait: its type if the type accepts it, or else its manifest, with the reason. */
export function traitCode(trait: Readonly<Record<string, unknown>>) {
  const id = TYPED_TRAITS.get(`${trait.apiVersion} ${trait.kind}`)?.id ?? traitId(String(trait.kind));
  const code = fitKind(trait, TYPED_TRAITS);
  return 'type' in code
    ? { className: code.type.name, id, props: [...code.props, ...code.overrides], comment: undefined }
    : { className: 'CustomTrait', id, props: [{ key: 'manifest', value: data(trait) }], comment: code.comment };
}

/** The id of a trait's construct, by its kind. */
const traitId = (kind: string) => kebabCase(kind.replace(/(.)Trait$/, '$1'), 'trait');

/** `apiVersion kind` on the platform whose manifests are imported. */
function verrazzanoType(kind: OamKind): string {
  const { apiVersion, kind: own } = OamPlatform.verrazzano()._typeOf(kind);
  return `${apiVersion} ${own}`;
}

/** The kinds of traits with a type, by `apiVersion kind`. */
export const TYPED_TRAITS: ReadonlyMap<string, TypedKind & { readonly id: string }> = new Map(OAM_TRAITS.map(trait => {
  const { name, kind, definition: { fields }, id = traitId(name) } = trait;
  const ofSpec = checkOf(trait);
  const check: Check = ({ spec }) => isObject(spec) ? ofSpec(spec, '') : FINE;
  return [verrazzanoType(kind), { name, fields, id, check }];
}));

/** The kinds of workloads with a type, by `apiVersion kind`; those of Kubernetes with the factory that creates them. */
export const TYPED_WORKLOADS: ReadonlyMap<string, TypedKind & { readonly factory?: string }> = new Map([
  ...OAM_WORKLOADS.map(({ name, kind, definition: { fields, check } }) =>
    [verrazzanoType(kind), { name, fields, check }] as const),
  ...[
    ['apps/v1 Deployment', 'deployment', 'KubeDeploymentProps'],
    ['v1 Service', 'service', 'KubeServiceProps'],
    ['v1 ConfigMap', 'configMap', 'KubeConfigMapProps'],
  ].map(([type, factory, props]) => [
    type, { name: `KubernetesWorkload.${factory}`, factory, fields: cdk8sPlusFields(props), check: () => FINE },
  ] as const),
]);

/** The most fields that a comment names. */
const NAMED = 4;

/** Reasons in one sentence: `'spec.x' is not in the types`, `invalid-port: 'spec.port' must be …`. */
export function describeWhy(why: readonly Finding[]): string {
  return firstReasons(why, each => {
    if (each.code !== 'not-in-types') return describeProblem(each);
    const field = showPath(each.path);
    return `${field && `'${field}' `}${problemOf(each)}`;
  });
}

/** The reason why something is not written with a type: `not a MetricsTrait: …`. */
export const notA = (type: string, why: readonly Finding[]) =>
  `not ${/^[AEIO]/.test(type) ? 'an' : 'a'} ${type}: ${describeWhy(why)}`;

/** Names the fields that do not fit, with the reason for known fields that have an unfit value. */
export function outsideOfTypes(why: readonly Finding[]): string {
  const reason = (each: Finding) => each.parameters.how === 'unknown' ? '' : `, which ${problemOf(each)}`;
  return `not in the types: ${firstReasons(why, each => `'${showPath(each.path)}'${reason(each)}`)}`;
}

const firstReasons = (why: readonly Finding[], reason: (each: Finding) => string) =>
  `${why.slice(0, NAMED).map(reason).join(', ')}${why.length > NAMED ? ', …' : ''}`;
