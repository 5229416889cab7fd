import { FINE, Finding, found } from '../findings/finding';
import type { ObjectType } from './oam-kind';

/** Kinds of an API version that Kubernetes serves no longer. */
interface Removed {
  /** The kinds, separated by spaces. */
  readonly kinds: string;
  /** The first version of Kubernetes without them. */
  readonly since: string;
  /** The API version that has them now. */
  readonly now?: string;
}

const removed = (since: string) => (kinds: string, now: string): Removed => ({ kinds, since, now });
const [IN_1_16, IN_1_22, IN_1_25, IN_1_26] = ['1.16', '1.22', '1.25', '1.26'].map(removed);
const PSP: Removed = { kinds: 'PodSecurityPolicy', since: '1.25' };

/** By API version. Those of which 1.30 or a later version still serves some kinds are not here with these kinds. */
const REMOVED: Readonly<Record<string, readonly Removed[]>> = {
  'admissionregistration.k8s.io/v1beta1': [
    IN_1_22('MutatingWebhookConfiguration ValidatingWebhookConfiguration', 'admissionregistration.k8s.io/v1'),
  ],
  'apiextensions.k8s.io/v1beta1': [IN_1_22('CustomResourceDefinition', 'apiextensions.k8s.io/v1')],
  'apiregistration.k8s.io/v1beta1': [IN_1_22('APIService', 'apiregistration.k8s.io/v1')],
  'apps/v1beta1': [IN_1_16('ControllerRevision Deployment StatefulSet', 'apps/v1')],
  'apps/v1beta2': [IN_1_16('ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet', 'apps/v1')],
  'autoscaling/v2beta1': [IN_1_25('HorizontalPodAutoscaler', 'autoscaling/v2')],
  'autoscaling/v2beta2': [IN_1_26('HorizontalPodAutoscaler', 'autoscaling/v2')],
  'batch/v1beta1': [IN_1_25('CronJob', 'batch/v1')],
  'batch/v2alpha1': [{ kinds: 'CronJob', since: '1.21', now: 'batch/v1' }],
  'certificates.k8s.io/v1beta1': [IN_1_22('CertificateSigningRequest', 'certificates.k8s.io/v1')],
  'coordination.k8s.io/v1beta1': [IN_1_22('Lease', 'coordination.k8s.io/v1')],
  'discovery.k8s.io/v1beta1': [IN_1_25('EndpointSlice', 'discovery.k8s.io/v1')],
  'events.k8s.io/v1beta1': [IN_1_25('Event', 'events.k8s.io/v1')],
  'extensions/v1beta1': [
    IN_1_16('DaemonSet Deployment ReplicaSet', 'apps/v1'),
    IN_1_16('NetworkPolicy', 'networking.k8s.io/v1'),
    IN_1_22('Ingress', 'networking.k8s.io/v1'),
    PSP,
  ],
  'flowcontrol.apiserver.k8s.io/v1beta1': [IN_1_26('FlowSchema PriorityLevelConfiguration', 'flowcontrol.apiserver.k8s.io/v1')],
  'flowcontrol.apiserver.k8s.io/v1beta2': [
    { kinds: 'FlowSchema PriorityLevelConfiguration', since: '1.29', now: 'flowcontrol.apiserver.k8s.io/v1' },
  ],
  'networking.k8s.io/v1beta1': [IN_1_22('Ingress IngressClass', 'networking.k8s.io/v1')],
  'node.k8s.io/v1beta1': [IN_1_25('RuntimeClass', 'node.k8s.io/v1')],
  'policy/v1beta1': [IN_1_25('PodDisruptionBudget', 'policy/v1'), PSP],
  'rbac.authorization.k8s.io/v1beta1': [IN_1_22('ClusterRole ClusterRoleBinding Role RoleBinding', 'rbac.authorization.k8s.io/v1')],
  'scheduling.k8s.io/v1beta1': [IN_1_22('PriorityClass', 'scheduling.k8s.io/v1')],
  'storage.k8s.io/v1beta1': [
    IN_1_22('CSIDriver CSINode StorageClass VolumeAttachment', 'storage.k8s.io/v1'),
    { kinds: 'CSIStorageCapacity', since: '1.27', now: 'storage.k8s.io/v1' },
  ],
};

/** An API version in which no supported version of Kubernetes serves the kind: applying the object would fail. */
export function removedVersion({ apiVersion, kind }: ObjectType): Finding[] {
  const gone = Object.hasOwn(REMOVED, apiVersion) ? REMOVED[apiVersion].find(({ kinds }) => kinds.split(' ').includes(kind)) : undefined;
  if (!gone) return FINE;
  const { since, now } = gone;
  const removal = { version: apiVersion, since, kind };
  return found('removed-api-version', 'apiVersion', now === undefined ? { reason: 'gone', ...removal } : { reason: 'moved', now, ...removal });
}
