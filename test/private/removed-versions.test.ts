import { describe as described } from '../../src/findings/words';
import { removedVersion } from '../../src/private/removed-versions';

const messages = (apiVersion: string, kind: string) => removedVersion({ apiVersion, kind }).map(described);

// the deprecated API migration guide of Kubernetes, as a list
test.each<[string, string, string, string]>([
  ['extensions/v1beta1', 'DaemonSet', '1.16', 'apps/v1'],
  ['extensions/v1beta1', 'Deployment', '1.16', 'apps/v1'],
  ['extensions/v1beta1', 'ReplicaSet', '1.16', 'apps/v1'],
  ['extensions/v1beta1', 'NetworkPolicy', '1.16', 'networking.k8s.io/v1'],
  ['apps/v1beta1', 'Deployment', '1.16', 'apps/v1'],
  ['apps/v1beta1', 'StatefulSet', '1.16', 'apps/v1'],
  ['apps/v1beta2', 'DaemonSet', '1.16', 'apps/v1'],
  ['apps/v1beta2', 'Deployment', '1.16', 'apps/v1'],
  ['apps/v1beta2', 'ReplicaSet', '1.16', 'apps/v1'],
  ['apps/v1beta2', 'StatefulSet', '1.16', 'apps/v1'],
  ['batch/v2alpha1', 'CronJob', '1.21', 'batch/v1'],
  ['admissionregistration.k8s.io/v1beta1', 'MutatingWebhookConfiguration', '1.22', 'admissionregistration.k8s.io/v1'],
  ['admissionregistration.k8s.io/v1beta1', 'ValidatingWebhookConfiguration', '1.22', 'admissionregistration.k8s.io/v1'],
  ['apiextensions.k8s.io/v1beta1', 'CustomResourceDefinition', '1.22', 'apiextensions.k8s.io/v1'],
  ['apiregistration.k8s.io/v1beta1', 'APIService', '1.22', 'apiregistration.k8s.io/v1'],
  ['certificates.k8s.io/v1beta1', 'CertificateSigningRequest', '1.22', 'certificates.k8s.io/v1'],
  ['coordination.k8s.io/v1beta1', 'Lease', '1.22', 'coordination.k8s.io/v1'],
  ['extensions/v1beta1', 'Ingress', '1.22', 'networking.k8s.io/v1'],
  ['networking.k8s.io/v1beta1', 'Ingress', '1.22', 'networking.k8s.io/v1'],
  ['networking.k8s.io/v1beta1', 'IngressClass', '1.22', 'networking.k8s.io/v1'],
  ['rbac.authorization.k8s.io/v1beta1', 'ClusterRole', '1.22', 'rbac.authorization.k8s.io/v1'],
  ['rbac.authorization.k8s.io/v1beta1', 'ClusterRoleBinding', '1.22', 'rbac.authorization.k8s.io/v1'],
  ['rbac.authorization.k8s.io/v1beta1', 'Role', '1.22', 'rbac.authorization.k8s.io/v1'],
  ['rbac.authorization.k8s.io/v1beta1', 'RoleBinding', '1.22', 'rbac.authorization.k8s.io/v1'],
  ['scheduling.k8s.io/v1beta1', 'PriorityClass', '1.22', 'scheduling.k8s.io/v1'],
  ['storage.k8s.io/v1beta1', 'CSIDriver', '1.22', 'storage.k8s.io/v1'],
  ['storage.k8s.io/v1beta1', 'CSINode', '1.22', 'storage.k8s.io/v1'],
  ['storage.k8s.io/v1beta1', 'StorageClass', '1.22', 'storage.k8s.io/v1'],
  ['storage.k8s.io/v1beta1', 'VolumeAttachment', '1.22', 'storage.k8s.io/v1'],
  ['autoscaling/v2beta1', 'HorizontalPodAutoscaler', '1.25', 'autoscaling/v2'],
  ['batch/v1beta1', 'CronJob', '1.25', 'batch/v1'],
  ['discovery.k8s.io/v1beta1', 'EndpointSlice', '1.25', 'discovery.k8s.io/v1'],
  ['events.k8s.io/v1beta1', 'Event', '1.25', 'events.k8s.io/v1'],
  ['node.k8s.io/v1beta1', 'RuntimeClass', '1.25', 'node.k8s.io/v1'],
  ['policy/v1beta1', 'PodDisruptionBudget', '1.25', 'policy/v1'],
  ['autoscaling/v2beta2', 'HorizontalPodAutoscaler', '1.26', 'autoscaling/v2'],
  ['flowcontrol.apiserver.k8s.io/v1beta1', 'FlowSchema', '1.26', 'flowcontrol.apiserver.k8s.io/v1'],
  ['flowcontrol.apiserver.k8s.io/v1beta1', 'PriorityLevelConfiguration', '1.26', 'flowcontrol.apiserver.k8s.io/v1'],
  ['storage.k8s.io/v1beta1', 'CSIStorageCapacity', '1.27', 'storage.k8s.io/v1'],
  ['flowcontrol.apiserver.k8s.io/v1beta2', 'FlowSchema', '1.29', 'flowcontrol.apiserver.k8s.io/v1'],
  ['flowcontrol.apiserver.k8s.io/v1beta2', 'PriorityLevelConfiguration', '1.29', 'flowcontrol.apiserver.k8s.io/v1'],
])('fails for %s %s', (apiVersion, kind, since, now) => {
  expect(messages(apiVersion, kind)).toEqual([
    `removed-api-version: 'apiVersion' must be "${now}", got "${apiVersion}", from which Kubernetes ${since} removed ${kind}; write the object in that version; some of its fields may differ`,
  ]);
});

test.each(['extensions/v1beta1', 'policy/v1beta1'])('fails for a kind that no version has any more: PodSecurityPolicy of %s', version => {
  expect(messages(version, 'PodSecurityPolicy')).toEqual([
    `removed-api-version: 'apiVersion' is "${version}", and Kubernetes 1.25 removed PodSecurityPolicy; leave it out; Pod Security Admission replaces it`,
  ]);
});

test.each([
  ['apps/v1', 'Deployment'],
  ['v1', 'Service'],
  // gone with 1.32, and served by 1.31
  ['flowcontrol.apiserver.k8s.io/v1beta3', 'FlowSchema'],
  // a younger kind of the same version
  ['admissionregistration.k8s.io/v1beta1', 'ValidatingAdmissionPolicy'],
  ['networking.k8s.io/v1beta1', 'IPAddress'],
  ['storage.k8s.io/v1beta1', 'VolumeAttributesClass'],
  ['networking.istio.io/v1beta1', 'VirtualService'],
  ['constructor', 'Ingress'],
])('%s %s is served', (apiVersion, kind) => {
  expect(messages(apiVersion, kind)).toEqual([]);
});
