import { ObjectType } from '../private/oam-kind';

const groupOf = ({ apiVersion }: ObjectType) => apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';

/** Whether a type is OAM's, or that of a platform: a cluster without one does not know it. */
export function isOamType(type: ObjectType): boolean {
  return /^oam\.|(^|\.)oam\.dev$/.test(groupOf(type));
}

/** Whether a type is one of the platform's own beside OAM: of `clusters.verrazzano.io`, say. */
export function isVendorType(type: ObjectType, vendor: string): boolean {
  return [`clusters.${vendor}.io`, `install.${vendor}.io`].includes(groupOf(type));
}

const CLUSTER_SCOPED: ReadonlySet<string> = new Set([
  ' Namespace', ' Node', ' PersistentVolume',
  'admissionregistration.k8s.io MutatingAdmissionPolicy', 'admissionregistration.k8s.io MutatingAdmissionPolicyBinding',
  'admissionregistration.k8s.io MutatingWebhookConfiguration', 'admissionregistration.k8s.io ValidatingAdmissionPolicy',
  'admissionregistration.k8s.io ValidatingAdmissionPolicyBinding', 'admissionregistration.k8s.io ValidatingWebhookConfiguration',
  'apiextensions.k8s.io CustomResourceDefinition',
  'apiregistration.k8s.io APIService',
  'cert-manager.io ClusterIssuer',
  'certificates.k8s.io CertificateSigningRequest', 'certificates.k8s.io ClusterTrustBundle',
  'external-secrets.io ClusterExternalSecret', 'external-secrets.io ClusterSecretStore',
  'flowcontrol.apiserver.k8s.io FlowSchema', 'flowcontrol.apiserver.k8s.io PriorityLevelConfiguration',
  'gateway.networking.k8s.io GatewayClass',
  'networking.k8s.io IngressClass', 'networking.k8s.io IPAddress', 'networking.k8s.io ServiceCIDR',
  'node.k8s.io RuntimeClass',
  'rbac.authorization.k8s.io ClusterRole', 'rbac.authorization.k8s.io ClusterRoleBinding',
  'resource.k8s.io DeviceClass', 'resource.k8s.io ResourceSlice',
  'scheduling.k8s.io PriorityClass',
  'snapshot.storage.k8s.io VolumeSnapshotClass', 'snapshot.storage.k8s.io VolumeSnapshotContent',
  'storage.k8s.io CSIDriver', 'storage.k8s.io CSINode', 'storage.k8s.io StorageClass', 'storage.k8s.io VolumeAttachment',
  'storage.k8s.io VolumeAttributesClass',
]);

/** Whether objects of a type belong to the whole cluster, and have no namespace. */
export function isClusterScoped(type: ObjectType): boolean {
  return CLUSTER_SCOPED.has(`${groupOf(type)} ${type.kind}`);
}
