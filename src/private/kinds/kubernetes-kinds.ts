import { Anew, FieldSteps, FixedFields, KindFacts, PodsOfKind, steps } from './kind';
import { IP_ADDRESS, JOB_NAME, label, madeOf, PATH_SEGMENT, PRIORITY_CLASS_NAME, SERVICE_NAME, subdomain } from './name-rules';

export const DAEMON_SET = 'apps/DaemonSet';
export const DEPLOYMENT = 'apps/Deployment';
export const POD = '/Pod';
export const SERVICE = '/Service';
export const CUSTOM_RESOURCE_DEFINITION = 'apiextensions.k8s.io/CustomResourceDefinition';

const SELECTOR = steps('spec.selector.matchLabels');

function podsAt(template: FieldSteps, containers?: string): PodsOfKind {
  return { metadata: [...template, 'metadata'], spec: [...template, 'spec'], isPodSpec: true, containers };
}

/** Fields that cannot change; `but` lists fields below them that can. */
function fixed(anew: Anew, fields: readonly string[], but: readonly string[] = []): FixedFields {
  return { anew, fields: fields.map(steps), but: but.map(steps) };
}

const TEMPLATE = steps('spec.template');
export const LASTING = podsAt(TEMPLATE, 'containers');
const APP: KindFacts = {
  pods: LASTING,
  selectors: [SELECTOR],
  selectsItsPods: true,
  fixed: [fixed('pods-anew', ['spec.selector'])],
};
const BINDING: KindFacts = { fixed: [fixed('rights-anew', ['roleRef'])] };

/** StatefulSets whose claims are deleted with them. */
const OWNED_CLAIMS = { at: steps('spec.persistentVolumeClaimRetentionPolicy.whenDeleted'), is: 'Delete', anew: 'claims-anew' } as const;

const ANY_SEGMENT: KindFacts = { names: PATH_SEGMENT };

/** A kind whose `v1beta1` Kubernetes has not served since version `since`; the API version `now` has the kind. */
const beta = (since: string, now: string) => ({ removed: { v1beta1: [since, now] } }) satisfies KindFacts;

/** A policy by which Kubernetes used to admit pods; no API version serves it now. */
const POD_SECURITY_POLICY: KindFacts = { removed: { v1beta1: ['1.25'] } };

const VOLUME_SOURCES = ['csi', 'fc', 'hostPath', 'iscsi', 'local', 'nfs'];

/** Kubernetes' own kinds that differ from others in more than their fields, by group and kind. */
export const KUBERNETES_KINDS: Readonly<Record<string, KindFacts>> = {
  '/ConfigMap': { fixed: [{ ...fixed('read-anew', ['data', 'binaryData', 'immutable']), ifImmutable: true }] },
  '/Event': ANY_SEGMENT,
  '/Namespace': { names: label('label') },
  '/PersistentVolume': { fixed: [fixed('data-anew', [...VOLUME_SOURCES, 'nodeAffinity'].map(field => `spec.${field}`))] },
  '/PersistentVolumeClaim': {
    selectors: [SELECTOR],
    fixed: [
      fixed('data-anew', ['spec'], ['spec.resources.requests', 'spec.volumeAttributesClassName']),
      { ...fixed('data-anew', ['spec.resources.requests.storage']), ifSmaller: true },
    ],
  },
  [POD]: {
    pods: { metadata: ['metadata'], spec: ['spec'], containers: 'containers', isPodSpec: true },
    needsLoggingImage: true,
    fixed: [fixed('pods-anew', ['spec'], [
      'spec.activeDeadlineSeconds', 'spec.containers.*.image', 'spec.initContainers.*.image', 'spec.terminationGracePeriodSeconds',
      'spec.tolerations',
    ])],
  },
  // creates no pods itself
  '/PodTemplate': { templates: [steps('template.metadata')], selectors: [steps('template.spec.nodeSelector')] },
  '/ReplicationController': { pods: LASTING, selectors: [steps('spec.selector')], scales: true },
  '/ResourceQuota': { fixed: [fixed('nothing-anew', ['spec.scopes'])] },
  '/Secret': {
    fixed: [fixed('read-anew', ['type']), { ...fixed('read-anew', ['data', 'stringData', 'immutable']), ifImmutable: true }],
  },
  [SERVICE]: {
    selectors: [steps('spec.selector')],
    names: SERVICE_NAME,
    fixed: [fixed('address-anew', ['spec.clusterIP', 'spec.clusterIPs', 'spec.loadBalancerClass'])],
  },
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': beta('1.22', 'admissionregistration.k8s.io/v1'),
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': beta('1.22', 'admissionregistration.k8s.io/v1'),
  [CUSTOM_RESOURCE_DEFINITION]: {
    ...beta('1.22', 'apiextensions.k8s.io/v1'),
    fixed: [fixed('kind-anew', ['spec.group', 'spec.names.plural', 'spec.names.kind', 'spec.scope'])],
    names: madeOf(['spec.names.plural', 'spec.group'], ({ names, group }) => [names?.plural, group]),
  },
  'apiregistration.k8s.io/APIService': {
    ...beta('1.22', 'apiregistration.k8s.io/v1'),
    names: madeOf(['spec.version', 'spec.group'], ({ version, group }) => [version, group]),
  },
  'apps/ControllerRevision': {
    fixed: [fixed('nothing-anew', ['data'])],
    removed: { v1beta1: ['1.16', 'apps/v1'], v1beta2: ['1.16', 'apps/v1'] },
  },
  [DAEMON_SET]: { ...APP, needsLoggingImage: true, removed: { v1beta2: ['1.16', 'apps/v1'] } },
  [DEPLOYMENT]: {
    ...APP, scales: true, isScraped: true, needsLoggingImage: true, removed: { v1beta1: ['1.16', 'apps/v1'], v1beta2: ['1.16', 'apps/v1'] },
  },
  'apps/ReplicaSet': { ...APP, scales: true, removed: { v1beta2: ['1.16', 'apps/v1'] } },
  'apps/StatefulSet': {
    ...APP,
    scales: true,
    needsLoggingImage: true,
    fixed: [
      {
        ...fixed('set-anew', ['spec'], [
          'spec.replicas', 'spec.ordinals', 'spec.template', 'spec.updateStrategy', 'spec.revisionHistoryLimit',
          'spec.persistentVolumeClaimRetentionPolicy', 'spec.minReadySeconds', 'spec.volumeClaimTemplates',
        ]),
        unless: OWNED_CLAIMS,
      },
      { ...fixed('templates-anew', ['spec.volumeClaimTemplates']), unless: OWNED_CLAIMS },
    ],
    // the server accepts 63 characters, and then rejects the pods
    names: label('stateful-set-name', 52),
    removed: { v1beta1: ['1.16', 'apps/v1'], v1beta2: ['1.16', 'apps/v1'] },
  },
  'autoscaling/HorizontalPodAutoscaler': { removed: { v2beta1: ['1.25', 'autoscaling/v2'], v2beta2: ['1.26', 'autoscaling/v2'] } },
  'batch/CronJob': {
    pods: podsAt(steps('spec.jobTemplate.spec.template')),
    templates: [steps('spec.jobTemplate.metadata')],
    names: subdomain('cron-job-name', 52),
    removed: { v1beta1: ['1.25', 'batch/v1'], v2alpha1: ['1.21', 'batch/v1'] },
  },
  'batch/Job': {
    pods: podsAt(TEMPLATE),
    selectors: [SELECTOR],
    names: JOB_NAME,
    fixed: [fixed('run-anew', [
      'spec.selector', 'spec.template', 'spec.completions', 'spec.completionMode', 'spec.podFailurePolicy', 'spec.backoffLimitPerIndex',
      'spec.managedBy', 'spec.successPolicy',
    ])],
  },
  'certificates.k8s.io/CertificateSigningRequest': { ...ANY_SEGMENT, ...beta('1.22', 'certificates.k8s.io/v1') },
  'certificates.k8s.io/ClusterTrustBundle': ANY_SEGMENT,
  'coordination.k8s.io/Lease': beta('1.22', 'coordination.k8s.io/v1'),
  'discovery.k8s.io/EndpointSlice': { ...beta('1.25', 'discovery.k8s.io/v1'), fixed: [fixed('slice-anew', ['addressType'])] },
  'events.k8s.io/Event': beta('1.25', 'events.k8s.io/v1'),
  'extensions/DaemonSet': beta('1.16', 'apps/v1'),
  'extensions/Deployment': beta('1.16', 'apps/v1'),
  'extensions/Ingress': beta('1.22', 'networking.k8s.io/v1'),
  'extensions/NetworkPolicy': beta('1.16', 'networking.k8s.io/v1'),
  'extensions/PodSecurityPolicy': POD_SECURITY_POLICY,
  'extensions/ReplicaSet': beta('1.16', 'apps/v1'),
  'flowcontrol.apiserver.k8s.io/FlowSchema': {
    removed: { v1beta1: ['1.26', 'flowcontrol.apiserver.k8s.io/v1'], v1beta2: ['1.29', 'flowcontrol.apiserver.k8s.io/v1'] },
  },
  'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration': {
    removed: { v1beta1: ['1.26', 'flowcontrol.apiserver.k8s.io/v1'], v1beta2: ['1.29', 'flowcontrol.apiserver.k8s.io/v1'] },
  },
  'networking.k8s.io/IPAddress': { names: IP_ADDRESS, fixed: [fixed('nothing-anew', ['spec.parentRef'])] },
  'networking.k8s.io/Ingress': beta('1.22', 'networking.k8s.io/v1'),
  'networking.k8s.io/IngressClass': { ...beta('1.22', 'networking.k8s.io/v1'), fixed: [fixed('class-anew', ['spec.controller'])] },
  'networking.k8s.io/NetworkPolicy': { selectors: [steps('spec.podSelector.matchLabels')] },
  'node.k8s.io/RuntimeClass': { ...beta('1.25', 'node.k8s.io/v1'), fixed: [fixed('class-anew', ['handler'])] },
  'policy/PodDisruptionBudget': { ...ANY_SEGMENT, ...beta('1.25', 'policy/v1'), selectors: [SELECTOR] },
  'policy/PodSecurityPolicy': POD_SECURITY_POLICY,
  'rbac.authorization.k8s.io/ClusterRole': { ...ANY_SEGMENT, ...beta('1.22', 'rbac.authorization.k8s.io/v1') },
  'rbac.authorization.k8s.io/ClusterRoleBinding': { ...ANY_SEGMENT, ...BINDING, ...beta('1.22', 'rbac.authorization.k8s.io/v1') },
  'rbac.authorization.k8s.io/Role': { ...ANY_SEGMENT, ...beta('1.22', 'rbac.authorization.k8s.io/v1') },
  'rbac.authorization.k8s.io/RoleBinding': { ...ANY_SEGMENT, ...BINDING, ...beta('1.22', 'rbac.authorization.k8s.io/v1') },
  'resource.k8s.io/ResourceClaim': { fixed: [fixed('pods-anew', ['spec'])] },
  'resource.k8s.io/ResourceClaimTemplate': { fixed: [fixed('class-anew', ['spec'])] },
  'scheduling.k8s.io/PriorityClass': {
    names: PRIORITY_CLASS_NAME,
    ...beta('1.22', 'scheduling.k8s.io/v1'),
    fixed: [fixed('class-anew', ['value', 'preemptionPolicy'])],
  },
  'storage.k8s.io/CSIDriver': { ...beta('1.22', 'storage.k8s.io/v1'), fixed: [fixed('nothing-anew', ['spec.volumeLifecycleModes'])] },
  'storage.k8s.io/CSINode': beta('1.22', 'storage.k8s.io/v1'),
  'storage.k8s.io/CSIStorageCapacity': {
    ...beta('1.27', 'storage.k8s.io/v1'),
    fixed: [fixed('nothing-anew', ['nodeTopology', 'storageClassName'])],
  },
  'storage.k8s.io/StorageClass': {
    ...beta('1.22', 'storage.k8s.io/v1'),
    fixed: [fixed('class-anew', ['provisioner', 'parameters', 'reclaimPolicy', 'volumeBindingMode'])],
  },
  'storage.k8s.io/VolumeAttachment': { ...beta('1.22', 'storage.k8s.io/v1'), fixed: [fixed('nothing-anew', ['spec'])] },
  'storage.k8s.io/VolumeAttributesClass': { fixed: [fixed('class-anew', ['driverName', 'parameters'])] },
};
