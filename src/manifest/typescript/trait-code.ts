import type { IConstruct } from 'constructs';
import { isSame } from './documents';
import { FieldShapes, fitFields } from './fit';
import { TraitCode } from './form';
import { kebabCase } from './names';
import { describeWhy, isSmallPart, notA, overridesOf } from './overrides';
import { fieldsOf } from './shapes';
import { ObjectField, create, data, literal, oam, objectLiteral } from './tree';
import { TRAIT_ENTRY } from '../../application/entry';
import { Check, Finding, found } from '../../findings/finding';
import { OamPlatform } from '../../platform/oam-platform';
import { isObject } from '../../private/check';
import { OAM_TRAITS } from '../../traits/all';
import type { CheckedTrait } from '../../traits/trait';
import { OamTrait, checkOf } from '../../traits/trait';

const DATA = fieldsOf(TRAIT_ENTRY);

/** The id of a trait's construct. */
export function traitId(trait: Record<string, unknown>): string {
  return typeOf(trait)?.id ?? constructId(String(trait.kind));
}

/** The code of a trait with its type, as far as this can be decided before it is created, or the reasons against it. */
export function typedTrait(element: Record<string, any>): { readonly code: TraitCode } | { readonly why: readonly Finding[] } {
  const { trait } = element;
  const type = typeOf(trait);
  if (!type) return { why: found('not-in-types', '', { reason: 'no-type', type: `${trait.apiVersion} ${trait.kind}` }) };
  const { apiVersion: _, kind: __, ...own } = trait;
  const { props, rest, why } = fitFields(own, type.fields, []);
  const refused = isObject(own.spec) ? type.check(own.spec, '') : [];
  if (refused.length > 0) return { why: refused };
  if (!props || rest && !isSmallPart(rest, own)) return { why };
  return { code: codeOf(type.name, [...props, ...dataOf(element), ...overridesOf(rest, why)], true) };
}

/** The code of a trait with its whole manifest, and the reason why it is not written with its type. */
export function customTrait(element: Record<string, any>, why: readonly Finding[]): { readonly code: TraitCode; readonly comment: string } {
  const { trait } = element;
  const type = typeOf(trait);
  const code = codeOf('CustomTrait', [{ key: 'manifest', value: data(trait) }, ...dataOf(element)], false);
  return { code, comment: type ? notA(type.name, describeWhy(why)) : describeWhy(why) };
}

/** Whether a construct writes exactly the trait that it is created for. */
export function writesTrait(construct: IConstruct, trait: unknown): boolean {
  const { kind, fields } = (construct as CheckedTrait)._model;
  return isSame({ ...PLATFORM._typeOf(kind), ...fields }, trait);
}

function typeOf({ apiVersion, kind }: Record<string, unknown>): TypedTrait | undefined {
  return TYPED_TRAITS.get(`${apiVersion} ${kind}`);
}

function dataOf({ dataInputs, dataOutputs }: Record<string, unknown>): readonly ObjectField[] {
  const given = Object.entries({ dataInputs, dataOutputs }).filter(([, value]) => value !== undefined);
  return fitFields(Object.fromEntries(given), DATA, []).props ?? [];
}

function codeOf(type: string, props: readonly ObjectField[], isTyped: boolean): TraitCode {
  return { isTyped, make: (binding, id) => create(oam(type), binding, literal(id), ...props.length > 0 ? [objectLiteral(props)] : []) };
}

/** A kind of trait for which this library has a type. */
interface TypedTrait {
  readonly name: string;
  /** The fields of the trait. */
  readonly fields: FieldShapes;
  /** The check of its spec. */
  readonly check: Check;
  /** The id of its construct. */
  readonly id: string;
}

const PLATFORM = OamPlatform.verrazzano();

function typed(trait: OamTrait): [string, TypedTrait] {
  const { name, kind, definition, id = constructId(name) } = trait;
  const type = PLATFORM._typeOf(kind);
  return [`${type.apiVersion} ${type.kind}`, { name, fields: fieldsOf(definition), check: checkOf(trait), id }];
}

/** The id of a trait's construct, by its kind. */
function constructId(kind: string): string {
  return kebabCase(kind.replace(/(.)Trait$/, '$1'), 'trait');
}

/** The kinds of traits with a type, by `apiVersion kind`. */
export const TYPED_TRAITS: ReadonlyMap<string, TypedTrait> = new Map(OAM_TRAITS.map(typed));
