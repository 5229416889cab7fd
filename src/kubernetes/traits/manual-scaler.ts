import { KnownTrait, TraitContext } from './model';
import { only } from '../../private/check';
import { FINE, Finding } from '../../findings/finding';
import { finding } from '../../findings/unsaid';
import { fixedKind, OAM_API_VERSION } from '../../private/oam-kind';
import { nothing } from '../model';
import { canScale, withReplicas } from '../pod-holders';

/** The number of pods, in the workload itself. */
export const MANUAL_SCALER: KnownTrait = {
  kind: fixedKind(OAM_API_VERSION, 'ManualScalerTrait'),
  check: only('replicaCount', 'workloadRef'),
  render: context => nothing([...withoutNumber(context), ...exclusiveVolume(context)]),
  change: (object, { fields: { spec } }) => withReplicas(object, spec.replicaCount),
  isOne: true,
};

function withoutNumber({ binding, planOf }: TraitContext): Finding[] {
  const { objects, findings, type } = planOf(binding);
  // what speaks against the workload is told there
  return findings.length > 0 || objects.some(canScale) ? FINE : finding('not-scalable', '', `is on a ${type.kind}, which has no number of pods that could be set`,
    'put the trait on the component whose workload runs the pods, or leave it out');
}

/** Pods on different nodes cannot share it. */
function exclusiveVolume({ binding, trait, planOf }: TraitContext): Finding[] {
  const claim = planOf(binding).objects.find(({ kind, spec }) => kind === 'PersistentVolumeClaim' && spec?.accessModes?.includes('ReadWriteOnce'));
  return !claim || trait.fields.spec.replicaCount < 2 ? FINE : finding('not-scalable', 'replicaCount',
    `must be 0 or 1, since the workload has a volume for itself alone (claim ${JSON.stringify(claim.metadata.name)})`, 'share the volume with sharingPolicy Shared, or make it ephemeral');
}
