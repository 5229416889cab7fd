import { fieldsOf } from './definition';
import { FieldShapes } from './fit';
import { Check } from '../../../findings/finding';
import { OamPlatform } from '../../../platform/oam-platform';
import { OAM_TRAITS } from '../../../traits/all';
import { OamTrait, checkOf } from '../../../traits/trait';
import { kebabCase } from '../syntax/names';

/** A kind of trait of which this library has a type. */
export interface TypedTrait {
  readonly name: string;
  /** The fields of the trait. */
  readonly fields: FieldShapes;
  /** The check of its spec. */
  readonly check: Check;
  /** What its construct is called. */
  readonly id: string;
}

const PLATFORM = OamPlatform.verrazzano();

function typed(trait: OamTrait): [string, TypedTrait] {
  const { name, kind, definition, id = constructId(name) } = trait;
  const type = PLATFORM._typeOf(kind);
  return [`${type.apiVersion} ${type.kind}`, { name, fields: fieldsOf(definition), check: checkOf(trait), id }];
}

/** What the construct of a trait is called, by its kind. */
export function constructId(kind: string): string {
  return kebabCase(kind.replace(/(.)Trait$/, '$1'), 'trait');
}

/** The types there are, by `apiVersion kind`. */
export const TYPED_TRAITS: ReadonlyMap<string, TypedTrait> = new Map(OAM_TRAITS.map(typed));
