import { describeMisfits, isSmallPart, overridesOf } from './overrides';
import { describeProblem } from '../../../findings/words';
import { isObject } from '../../../private/check';
import { DATA_FIELDS } from '../shapes/common';
import { fitFields } from '../shapes/fit';
import { constructId, TYPED_TRAITS, TypedTrait } from '../shapes/traits';
import { create, data, Expression, Field, literal, oam, objectLiteral } from '../syntax/tree';

/** One way to write a trait. */
export interface TraitCode {
  readonly isTyped: boolean;
  /** Why it is not written by its type. */
  readonly comment?: string;
  readonly make: (binding: Expression, id: string) => Expression;
}

/** What the construct of a trait is called. */
export function traitId(trait: any): string {
  const kind = String(trait?.kind);
  return TYPED_TRAITS.get(`${trait?.apiVersion} ${kind}`)?.id ?? constructId(kind);
}

/** The ways to write a trait, the best one first; or the reason why there is none. */
export function traitCodes(element: unknown, whyNotTyped?: string): TraitCode[] | string {
  if (!isObject(element) || !isObject(element.trait)) return 'it is no trait';
  const { trait, dataInputs, dataOutputs } = element;
  const given = Object.entries({ dataInputs, dataOutputs }).filter(([, value]) => value !== undefined);
  const inputs = fitFields(Object.fromEntries(given), DATA_FIELDS, []).props ?? [];
  const type = TYPED_TRAITS.get(`${trait.apiVersion} ${trait.kind}`);
  const typed = type && (whyNotTyped ?? typedCode(type, trait, inputs));
  const why = typeof typed === 'string' ? `${type!.name} cannot say it: ${typed}` : `there is no type for ${trait.apiVersion} ${trait.kind}`;
  return [...typed !== undefined && typeof typed !== 'string' ? [typed] : [], customCode(trait, inputs, why)];
}

function typedCode(type: TypedTrait, trait: Record<string, any>, inputs: readonly Field[]): TraitCode | string {
  const { apiVersion: _, kind: __, ...own } = trait;
  const { props, rest, why } = fitFields(own, type.fields, []);
  const [refused] = isObject(own.spec) ? type.check(own.spec, '') : [];
  if (refused) return describeProblem(refused);
  if (!props || rest && !isSmallPart(rest, own)) return describeMisfits(why);
  const all = [...props, ...inputs, ...overridesOf(rest, why)];
  return { isTyped: true, make: (binding, id) => create(oam(type.name), binding, literal(id), ...all.length > 0 ? [objectLiteral(all)] : []) };
}

function customCode(trait: Record<string, any>, inputs: readonly Field[], why: string): TraitCode {
  const props = objectLiteral([{ key: 'manifest', value: data(trait) }, ...inputs]);
  return { isTyped: false, comment: `CustomTrait, since ${why}`, make: (binding, id) => create(oam('CustomTrait'), binding, literal(id), props) };
}
