import type { k8s } from 'cdk8s-plus-27';
import {
  PodWorkloadProps, ServedWorkloadProps, WorkloadPort, WorkloadProbes, WorkloadResources, WorkloadService,
  WorkloadServiceAccount,
} from './props';
import { PodSecurity } from '../../checks/pod-security';
import { distinctPorts, envName, imageName, portName, quantity, serviceName, serviceSpec } from '../../checks/pods';
import { ANNOTATIONS, LABELS, OBJECT_NAME, PORT, TEXT } from '../../definitions/common';
import { choice, FieldsOf, FLAG, kubernetes, listOf, record, RecordType, string, StringMap } from '../../definitions/type';
import { Check, FINE, found, saying } from '../../findings/finding';
import { joinPath } from '../../findings/path';
import { COMPONENT, NAME } from '../../objects/labels';
import { filled, isObject, listOf as elementsOf, mapOf, object, text } from '../../private/check';
import { labels, objectName, secretName } from '../../private/names';
import { workloadRecord } from '../checked-workload';
import { LIVENESS_PROBE, PROBE } from '../containerized-probes';
import { ContainerProtocol } from '../containerized-types';
import { WorkloadOptions } from '../workload';

const SOURCES = ['secretKeyRef', 'configMapKeyRef', 'fieldRef', 'resourceFieldRef'];

const KEY_REFERENCE = ['name', 'key'];

const SOURCE = object({
  secretKeyRef: object({ name: secretName, key: filled }, KEY_REFERENCE),
  configMapKeyRef: object({ name: objectName, key: filled }, KEY_REFERENCE),
  fieldRef: object({ fieldPath: filled }, ['fieldPath']),
  resourceFieldRef: object({ resource: filled }, ['resource']),
});

/** A variable has exactly one source. */
const source: Check = (value, field) => {
  if (!isObject(value)) return SOURCE(value, field);
  const given = Object.keys(value).filter(name => value[name] != null);
  return given.length === 1 && SOURCES.includes(given[0]) ? SOURCE(value, field)
    : found('invalid-value', field, { reason: 'one-field', fields: SOURCES, given: given.filter(name => SOURCES.includes(name)) });
};

const variables = (check: Check) => mapOf(check, envName);

const ENV: StringMap<{ [name: string]: string }> = { is: 'map', check: variables(text) };
const ENV_SOURCES: StringMap<{ [name: string]: k8s.EnvVarSource }> = { is: 'map', check: variables(source) };

/** Reports variables that are in both `env` and `envSources`. */
const envOnce: Check = (pod, field) => !isObject(pod?.env) || !isObject(pod.envSources) ? FINE
  : Object.keys(pod.envSources).filter(name => Object.hasOwn(pod.env, name)).flatMap(name =>
    found('duplicate-name', joinPath(field, ['envSources', name]), saying("repeats a variable of 'env'", 'give each variable once')));

const AMOUNTS: StringMap<{ [resource: string]: string }> = { is: 'map', check: mapOf(quantity) };

/** What a container needs, and what it may use. */
export const RESOURCES = record<WorkloadResources>()({ requests: { type: AMOUNTS }, limits: { type: AMOUNTS } });

/** Labels of pods, except those by which they are selected. */
const POD_LABELS: StringMap<{ [key: string]: string }> = {
  ...LABELS,
  check: (value, field) => {
    const own = isObject(value) ? [COMPONENT, NAME].filter(key => value[key] != null) : [];
    const reserved = own.flatMap(key => found('reserved-label', joinPath(field, [key]),
      saying('must not be set: it is the label by which the pods are selected')));
    return reserved.length > 0 ? reserved : labels(value, field);
  },
};

const WORKLOAD_PORT = record<WorkloadPort>()({
  port: { type: PORT, required: 'always' },
  name: { type: string(portName) },
  servicePort: { type: PORT },
  protocol: { type: choice('ContainerProtocol', ContainerProtocol) },
});

const anyObject = object({});

const MOUNT = kubernetes<k8s.VolumeMount>('VolumeMount', object({ name: filled, mountPath: filled }, ['name', 'mountPath']));

const namesAccount: Check = (account, field) => account?.create || account?.name != null ? FINE
  : found('missing-field', joinPath(field, ['name']), { reason: 'required', way: 'service-account' });

/** The fields that describe the pods of a workload. */
const OF_PODS: FieldsOf<Omit<PodWorkloadProps, keyof WorkloadOptions>> = {
  image: { type: string(imageName) },
  command: { type: listOf(TEXT) },
  args: { type: listOf(TEXT) },
  ports: { type: listOf(WORKLOAD_PORT, '', { rules: distinctPorts('port') }) },
  env: { type: ENV },
  envSources: { type: ENV_SOURCES },
  resources: { type: RESOURCES },
  probes: {
    type: record<WorkloadProbes>()({ liveness: { type: LIVENESS_PROBE }, readiness: { type: PROBE }, startup: { type: LIVENESS_PROBE } }),
  },
  volumeMounts: { type: listOf(MOUNT) },
  securityContext: { type: kubernetes<k8s.SecurityContext>('SecurityContext', anyObject) },
  volumes: { type: listOf(kubernetes<k8s.Volume>('Volume', anyObject)) },
  podSpec: { type: kubernetes<k8s.PodSpec>('PodSpec', anyObject) },
  podLabels: { type: POD_LABELS },
  podAnnotations: { type: ANNOTATIONS },
  followsConfigMaps: { type: FLAG },
  podSecurity: { type: choice('PodSecurity', PodSecurity) },
  serviceAccount: {
    type: record<WorkloadServiceAccount>()({
      create: { type: FLAG }, name: { type: OBJECT_NAME }, annotations: { type: ANNOTATIONS },
    }, { rules: [namesAccount] }),
  },
};

const POD = Object.fromEntries(Object.entries(OF_PODS).map(([name, field]) => [name, { ...field, at: `pod.${name}` }]));

const SERVICE: FieldsOf<Omit<ServedWorkloadProps, keyof PodWorkloadProps>> = {
  service: {
    type: record<WorkloadService>()({
      enabled: { type: FLAG },
      name: { type: string(serviceName) },
      labels: { type: LABELS },
      annotations: { type: ANNOTATIONS },
      spec: { type: kubernetes<k8s.ServiceSpec>('ServiceSpec', serviceSpec) },
    }),
    at: 'service',
  },
};

const OF_CONTAINER = ['command', 'args', 'ports', 'env', 'envSources', 'resources', 'probes', 'volumeMounts', 'securityContext'];

/** A pod has at least one container, and properties of the first one require its image. */
const hasImage: Check = (pod, field) => {
  if (!isObject(pod) || pod.image != null) return FINE;
  const [first] = OF_CONTAINER.filter(name => pod[name] != null);
  if (first === undefined && elementsOf(pod.podSpec?.containers).length > 0) return FINE;
  return found('missing-field', joinPath(field, ['image']), { reason: 'required', way: 'image' });
};

const AROUND = { pod: { isAlways: true, rules: [hasImage, envOnce] } };

type PodFields<P extends WorkloadOptions> = FieldsOf<Omit<P, keyof WorkloadOptions>>;

/** The definition of a workload without a Service, with these fields of its spec. */
export function podsRecord<P extends PodWorkloadProps>(own: FieldsOf<Omit<P, keyof PodWorkloadProps>>): RecordType<P> {
  return workloadRecord<P>({ ...POD, ...own } as unknown as PodFields<P>, { spec: {}, around: AROUND });
}

/** The definition of a workload that a Service may lead to. */
export function servedRecord<P extends ServedWorkloadProps>(own: FieldsOf<Omit<P, keyof ServedWorkloadProps>>): RecordType<P> {
  return workloadRecord<P>({ ...POD, ...SERVICE, ...own } as unknown as PodFields<P>, { spec: {}, around: AROUND });
}
