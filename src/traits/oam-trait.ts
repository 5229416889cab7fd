import { CheckedTrait, specOf, TraitParts } from './checked-trait';
import { TraitOptions } from './trait';
import { ComponentBinding } from '../application/component-binding';
import { Check, FINE, Finding } from '../findings/finding';
import { OamKind } from '../private/oam-kind';

/** A kind of trait of OAM or of a platform's vendor. What a function gets of a spec may be anything that an object can hold. */
export interface OamTrait {
  /** The name of its class, which is its kind. */
  readonly name: string;
  readonly kind: OamKind;
  /** The fields of its spec. */
  readonly fields: readonly string[];
  /** The check of its spec, on this component if there is one. */
  readonly check: (scope?: ComponentBinding) => Check;
  /** Whether it suits the workload of its component, by its spec. */
  readonly suits?: (scope: ComponentBinding, spec: any) => Finding[];
  /** What a platform reads otherwise than it is written. */
  readonly misread?: (spec: any) => Finding[];
}

/** What a definition knows itself of how its trait is made. */
type Known = 'kind' | 'options' | 'known' | 'typed' | 'spec';

/**
 * A trait whose kind has a definition.
 *
 * @internal
 */
export abstract class DefinedTrait extends CheckedTrait {
  protected constructor(
    definition: OamTrait, scope: ComponentBinding, id: string, props: TraitOptions, parts: Partial<Omit<TraitParts, Known>> = {},
  ) {
    const { kind, fields, check, suits } = definition;
    super(scope, id, {
      kind,
      fields: { metadata: props?.metadata, spec: specOf(props) },
      options: props,
      known: fields,
      typed: true,
      spec: (spec, field) => [...check(scope)(spec, field), ...suits?.(scope, spec) ?? FINE],
      ...parts,
    });
  }
}
