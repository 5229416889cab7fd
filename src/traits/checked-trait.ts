import { Trait } from './trait';
import { ComponentBinding } from '../application/component-binding';
import type { DataOptions } from '../application/data';
import { TRAIT_ENTRY } from '../application/entry';
import { bad, Check, Finding, movedTo } from '../findings/finding';
import { BesideModel, TraitModel } from '../platform/model';
import { Platform } from '../platform/platform';
import { instanceOf } from '../private/brand';
import { asProps, isObject, object } from '../private/check';
import { refuse } from '../private/errors';
import { metadata, nameOf } from '../private/names';
import { OamKind } from '../private/oam-kind';
import { checkOverrides, merge, plain } from '../private/plain';

/** How a trait is made from its fields. */
export interface TraitParts {
  readonly kind: OamKind;
  /** The fields of the manifest, from the user's values. */
  readonly fields: Record<string, any>;
  readonly options: DataOptions & { readonly overrides?: any };
  /** Completes the fields. */
  readonly whole?: (fields: Record<string, any>) => Record<string, any>;
  readonly beside?: (fields: Readonly<Record<string, any>>) => BesideModel;
  /** Props that there are not: what they say would be lost. */
  readonly unknown: () => Finding[];
  /** The check of the trait's spec. */
  readonly spec: Check;
  /** A finding about the manifest, at what the user gave, if that was props. */
  readonly given?: (found: Finding) => Finding;
}

/** The props of every trait. */
export const TRAIT_PROPS: readonly string[] = ['metadata', 'overrides', 'dataInputs', 'dataOutputs'];

const BINDING = instanceOf(ComponentBinding, (value, field) => bad('invalid-type', 'component-binding', field, value));

const { dataInputs: INPUTS, dataOutputs: OUTPUTS } = TRAIT_ENTRY.fields;

const COMMON = object({ metadata, dataInputs: INPUTS.type.check, dataOutputs: OUTPUTS.type.check });

function checkSpec({ given, spec: check }: TraitParts, spec: any): Finding[] {
  if (!given) return check(spec, '');
  if (!isObject(spec)) return bad('invalid-type', 'object', 'spec', spec);
  return check(spec, '').map(each => each.path.length === 0 ? each : movedTo(['spec', ...each.path], each));
}

/**
 * What all traits share: the user's values are made plain, overridden and checked, all at once.
 *
 * @internal
 */
export abstract class CheckedTrait extends Trait {
  public readonly binding: ComponentBinding;
  public readonly apiVersion: string;
  public readonly kind: string;
  public readonly traitName?: string;

  /** @internal */
  public readonly _model: TraitModel;

  protected constructor(scope: ComponentBinding, id: string, parts: TraitParts) {
    super(scope, id);
    refuse(this, BINDING(scope, 'scope'));
    const { kind, options } = parts;
    const { dataInputs, dataOutputs, overrides } = asProps(options);
    const findings: Finding[] = [];
    const entry = plain({ dataInputs, dataOutputs }, '', findings);
    const given = plain(overrides, 'overrides', findings);
    findings.push(...checkOverrides(given), ...parts.unknown());
    const base = plain(parts.fields, '', findings);
    const merged = given == null || findings.length > 0 ? base : merge(base, given);
    const fields = parts.whole?.(merged) ?? merged;
    const model: TraitModel = { construct: this, kind, fields, entry, beside: parts.beside?.(fields) };
    if (findings.length === 0) {
      findings.push(...COMMON({ metadata: fields.metadata, ...entry }, ''), ...checkSpec(parts, fields.spec ?? {}), ...scope._checkTrait(model));
    }
    refuse(this, parts.given ? findings.map(parts.given) : findings);

    this.binding = scope;
    this.traitName = nameOf(fields);
    ({ apiVersion: this.apiVersion, kind: this.kind } = Platform.of(this)._typeOf(kind));
    this._model = model;
    scope._addTrait(model);
  }
}
