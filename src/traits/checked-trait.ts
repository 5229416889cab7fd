import { Trait, TraitOptions } from './trait';
import { ComponentBinding } from '../application/component-binding';
import { DATA_CHECKS, DataOptions } from '../application/data';
import { bad, Check, Finding, movedTo } from '../findings/finding';
import { TraitModel } from '../platform/model';
import { Platform } from '../platform/platform';
import { instanceOf } from '../private/brand';
import { asProps, isObject, object, only } from '../private/check';
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
  /** The props there are, beside those of every trait: others would be lost. */
  readonly known: readonly string[];
  /** Whether the user gave the fields of the spec as props. */
  readonly typed: boolean;
  /** The check of the trait's spec. */
  readonly spec: Check;
}

const TRAIT_PROPS = ['metadata', 'overrides', 'dataInputs', 'dataOutputs'];

const BINDING = instanceOf(ComponentBinding, (value, field) => bad('invalid-type', 'component-binding', field, value));

const COMMON = object({ metadata, ...DATA_CHECKS });

function checkSpec({ typed, spec: check }: TraitParts, spec: any): Finding[] {
  return typed && !isObject(spec) ? bad('invalid-type', 'object', 'spec', spec) : check(spec, '');
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
    findings.push(...checkOverrides(given), ...only(...TRAIT_PROPS, ...parts.known)(options, ''));
    const base = plain(parts.fields, '', findings);
    const fields = given == null || findings.length > 0 ? base : merge(base, given);
    const model: TraitModel = { construct: this, kind, fields, entry };
    if (findings.length === 0) {
      findings.push(...COMMON({ metadata: fields.metadata, ...entry }, ''), ...checkSpec(parts, fields.spec ?? {}), ...scope._checkTrait(model));
    }
    refuse(this, parts.typed ? findings.map(each => each.path[0] === 'spec' && each.path.length > 1 ? movedTo(each.path.slice(1), each) : each) : findings);

    this.binding = scope;
    this.traitName = nameOf(fields);
    ({ apiVersion: this.apiVersion, kind: this.kind } = Platform.of(this)._typeOf(kind));
    this._model = model;
    scope._addTrait(model);
  }
}

/** The properties that stand in the trait's spec, and those that every trait has. */
export function specOf<T extends TraitOptions>(props: T): Omit<T, keyof TraitOptions> {
  const { metadata: _, overrides, dataInputs, dataOutputs, ...spec } = asProps(props);
  return spec;
}
