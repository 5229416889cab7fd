import { KnownTrait, TraitContext } from './model';
import { FINE, Finding, found } from '../../findings/finding';
import { Shown } from '../../findings/shown';
import { MANUAL_SCALER_TRAIT } from '../../traits/manual-scaler-trait';
import { nothing } from '../model';
import { canScale, withReplicas } from '../pod-holders';

/** The number of pods, in the workload itself. */
export const MANUAL_SCALER: KnownTrait = {
  trait: MANUAL_SCALER_TRAIT,
  render: context => nothing([...withoutNumber(context), ...exclusiveVolume(context)]),
  change: (object, { fields: { spec } }) => withReplicas(object, spec.replicaCount),
  isOne: true,
};

function withoutNumber({ binding, planOf }: TraitContext): Finding[] {
  const { objects, findings, type } = planOf(binding);
  // what speaks against the workload is told there
  return findings.length > 0 || objects.some(canScale) ? FINE : found('not-scalable', '', { reason: 'no-replicas', kind: type.kind });
}

/** Pods on different nodes cannot share it. */
function exclusiveVolume({ binding, trait, planOf }: TraitContext): Finding[] {
  const claim = planOf(binding).objects.find(({ kind, spec }) => kind === 'PersistentVolumeClaim' && spec?.accessModes?.includes('ReadWriteOnce'));
  return !claim || trait.fields.spec.replicaCount < 2 ? FINE
    : found('not-scalable', 'replicaCount', { reason: 'exclusive-volume', claim: Shown.of(claim.metadata.name) });
}
