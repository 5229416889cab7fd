import { CheckedTrait, specOf } from './checked-trait';
import { TraitOptions } from './trait';
import { ComponentBinding } from '../application/component-binding';
import { object, whole } from '../private/check';
import { Check } from '../private/finding';
import { fixedKind, OAM_API_VERSION } from '../private/oam-kind';

/** Properties of a ManualScalerTrait. */
export interface ManualScalerTraitProps extends TraitOptions {
  /** Number of pods: a whole number, 0 or more. */
  readonly replicaCount: number;
}

/** The check of a ManualScalerTrait's spec. */
export const manualScalerTraitSpec: Check = object({ replicaCount: whole(0) }, ['replicaCount']);

/** A component runs in a fixed number of pods: `core.oam.dev/v1alpha2` ManualScalerTrait. */
export class ManualScalerTrait extends CheckedTrait {
  /** Checks the properties and adds the trait to the component. */
  public constructor(scope: ComponentBinding, id: string, props: ManualScalerTraitProps) {
    super(scope, id, {
      kind: fixedKind(OAM_API_VERSION, 'ManualScalerTrait'),
      fields: { metadata: props?.metadata, spec: specOf(props) },
      options: props,
      known: ['replicaCount'],
      typed: true,
      spec: manualScalerTraitSpec,
    });
  }
}
