import { DefinedTrait, OamTrait, traitRecord } from './oam-trait';
import { TraitOptions } from './trait';
import { ComponentBinding } from '../application/component-binding';
import { COUNT } from '../definitions/common';
import { Finding, FINE, found } from '../findings/finding';
import { Platform } from '../platform/platform';
import { fixedKind, OAM_API_VERSION } from '../private/oam-kind';
import { isScalable } from '../workloads/known-kinds';

/** Properties of a ManualScalerTrait. */
export interface ManualScalerTraitProps extends TraitOptions {
  /** Number of pods: a whole number, 0 or more. */
  readonly replicaCount: number;
}

/** Whether the runtime finds a number of pods in a component's workload. Without an OAM platform it is known at synthesis. */
function scalableFindings(scope: ComponentBinding): Finding[] {
  const { _workload: workload, component: { componentName } } = scope;
  if (!workload || !Platform.of(scope)._makesObjects || isScalable(workload) !== false) return FINE;
  const kind: string = workload.kind;
  return found('not-scalable', '', { reason: 'workload', component: componentName, kind });
}

const DEFINITION = traitRecord<ManualScalerTraitProps>({
  replicaCount: { type: COUNT, doc: 'Replicas to run. Zero stops the workload.', required: 'always' },
}, { doc: 'Sets how many replicas a workload runs.', spec: { doc: 'The number of replicas.' } });

export const MANUAL_SCALER_TRAIT: OamTrait = {
  name: 'ManualScalerTrait',
  kind: fixedKind(OAM_API_VERSION, 'ManualScalerTrait'),
  definition: DEFINITION,
  id: 'scaler',
  suits: scalableFindings,
};

/** A component runs in a fixed number of pods: `core.oam.dev/v1alpha2` ManualScalerTrait. */
export class ManualScalerTrait extends DefinedTrait {
  /** Checks the properties and adds the trait to the component. */
  public constructor(scope: ComponentBinding, id: string, props: ManualScalerTraitProps) {
    super(MANUAL_SCALER_TRAIT, scope, id, props);
  }
}
