/** Objects whose verdict depends on what a server fills in or drops before it validates: random changes seldom find them. */
import { validObject } from './valid-objects';

const OWNER = { apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'b' };

/** What they try, the object, and the field for which it is refused; undefined where it is accepted. */
export const PREPARED: readonly (readonly [what: string, object: any, field?: string])[] = [
  ['a key of the labels that the selector of a spread has', validObject('Pod shop', { 'spec.topologySpreadConstraints.0.matchLabelKeys': ['app'] }),
    'spec.topologySpreadConstraints[0][0]'],
  ['a key of the labels that the selector of an affinity has', validObject('Pod shop', {
    'spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution.0.matchLabelKeys': ['app'],
    'spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution.0.mismatchLabelKeys': [],
  }), 'spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0][0]'],
  ['a token of the service account that a pod is given', validObject('Pod shop', { 'spec.serviceAccountName': undefined })],
  ['the deprecated name of the service account', validObject('Pod host', { 'spec.serviceAccount': 'default' })],
  ['a Job with a selector that it does not claim', validObject('Job selecting', { 'spec.manualSelector': false }), 'spec.selector'],
  ['a Job with labels of another', validObject('Job shop', { 'spec.template.metadata.labels': { 'batch.kubernetes.io/job-name': 'other' } }),
    'spec.template.metadata.labels[batch.kubernetes.io/job-name]'],
  ['a data source of a claim that is dropped', validObject('PersistentVolumeClaim shop', {
    'spec.dataSourceRef': undefined, 'spec.dataSource': { apiGroup: 'example.com', kind: 'Other', name: 'a' },
  })],
  ['a health check without its port', validObject('Service entry', { 'spec.healthCheckNodePort': undefined })],
  ['addresses of both families in a Service of one', validObject('Service shop', {
    'spec.clusterIP': '10.0.0.9', 'spec.clusterIPs': ['10.0.0.9', 'fd00::9'], 'spec.ipFamilies': undefined,
  }), 'spec.ipFamilyPolicy'],
  ['both families in a Service of one', validObject('Service shop', { 'spec.ipFamilies': ['IPv4', 'IPv6'] }), 'spec.ipFamilyPolicy'],
  ['a headless Service without a selector, of one family', validObject('Service headless', { 'spec.ipFamilyPolicy': 'SingleStack' })],
  ['an address of an external name', validObject('Service elsewhere', { 'spec.clusterIP': '10.0.0.9' }), 'spec.clusterIPs'],
  ['an owner twice', validObject('ConfigMap shop', { 'metadata.ownerReferences': [OWNER, OWNER] })],
  ['a name that is generated', validObject('ConfigMap shop', { 'metadata.name': undefined, 'metadata.generateName': 'shop-' })],
];
