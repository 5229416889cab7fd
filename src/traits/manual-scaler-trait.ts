import { DefinedTrait, OamTrait, traitRecord } from './oam-trait';
import { TraitContext } from './rendering';
import { TraitOptions } from './trait';
import { ComponentBinding } from '../application/component-binding';
import { COUNT } from '../definitions/common';
import { Finding, FINE, found } from '../findings/finding';
import { Shown } from '../findings/shown';
import { canScale, exclusiveClaim, withReplicas } from '../objects/pod-holders';
import { nothing } from '../objects/rendering';
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

function withoutNumber({ binding, planOf }: TraitContext): Finding[] {
  const { objects, findings, type } = planOf(binding);
  // what speaks against the workload is told there
  return findings.length > 0 || objects.some(canScale) ? FINE : found('not-scalable', '', { reason: 'no-replicas', kind: type.kind });
}

/** Pods on different nodes cannot share it. */
function exclusiveVolume({ binding, trait, planOf }: TraitContext): Finding[] {
  const claim = exclusiveClaim(planOf(binding).objects);
  return claim === undefined || trait.fields.spec.replicaCount < 2 ? FINE
    : found('not-scalable', 'replicaCount', { reason: 'exclusive-volume', claim: Shown.of(claim) });
}

export const MANUAL_SCALER_TRAIT: OamTrait = {
  name: 'ManualScalerTrait',
  kind: fixedKind(OAM_API_VERSION, 'ManualScalerTrait'),
  definition: DEFINITION,
  id: 'scaler',
  suits: scalableFindings,
  render: context => nothing([...withoutNumber(context), ...exclusiveVolume(context)]),
  change: (object, { fields: { spec } }) => withReplicas(object, spec.replicaCount),
  isOne: true,
};

/** A component runs in a fixed number of pods: `core.oam.dev/v1alpha2` ManualScalerTrait. */
export class ManualScalerTrait extends DefinedTrait {
  /** @internal */
  public static readonly _definition = MANUAL_SCALER_TRAIT;

  /** Checks the properties and adds the trait to the component. */
  public constructor(scope: ComponentBinding, id: string, props: ManualScalerTraitProps) {
    super(MANUAL_SCALER_TRAIT, scope, id, props);
  }
}
