import { definedFields, isDefined } from '../../private/kubernetes-api/definitions';
import { METADATA_FIELDS } from '../../private/names';

/** The fields of an object and what is below them; a list has one element here; what is not looked into is `true`. */
export type Fields = true | readonly [Fields] | { readonly [field: string]: Fields };

const REFERENCE = { apiVersion: true, kind: true, name: true, uid: true } as const;
const RESOURCE = { apiVersion: true, metadata: true, spec: true } as const;
const SECRET_KEY = { name: true, key: true } as const;
const AMOUNT = { required: true } as const;

const DATA = {
  dataInputs: [{ valueFrom: { dataOutputName: true }, toFieldPaths: true }],
  dataOutputs: [{ name: true, fieldPath: true, conditions: [{ op: true, value: true, valueFrom: { fieldPath: true }, fieldPath: true }] }],
} as const;

const PROBE = {
  exec: { command: true },
  httpGet: { path: true, port: true, httpHeaders: [{ name: true, value: true }] },
  tcpSocket: { port: true },
  initialDelaySeconds: true,
  periodSeconds: true,
  timeoutSeconds: true,
  successThreshold: true,
  failureThreshold: true,
} as const;

const read = new Map<string, Fields>();

/** The fields of a definition of Kubernetes that does not contain itself. What has none, such as a map, is not looked into. */
function kubernetesFields(apiVersion: string, name: string): Fields {
  const key = `${apiVersion} ${name}`;
  const fields = read.get(key) ?? Object.fromEntries([...definedFields(apiVersion, name)].map(([field, type]) => [field, ofType(apiVersion, type)]));
  read.set(key, fields);
  return fields;
}

function ofType(apiVersion: string, type: string): Fields {
  if (type.endsWith('[]')) {
    const element = ofType(apiVersion, type.slice(0, -2));
    return element === true ? true : [element];
  }
  const dot = type.lastIndexOf('.');
  const [version, name] = dot < 0 ? [apiVersion, type] : [type.slice(0, dot), type.slice(dot + 1)];
  return isDefined(version, name) ? kubernetesFields(version, name) : true;
}

/** Every object of Kubernetes has these. */
export const OBJECT_METADATA: Fields = Object.fromEntries(METADATA_FIELDS.map(name => [name, true]));

/** An object as a whole, with what its `spec` has. */
export function objectFields(spec: Fields): Fields {
  return { apiVersion: true, kind: true, metadata: OBJECT_METADATA, spec, status: true };
}

/** One for several clusters. */
export const MULTI_CLUSTER_FIELDS: Fields = {
  apiVersion: true,
  kind: true,
  metadata: OBJECT_METADATA,
  spec: {
    placement: { clusters: [{ name: true }] },
    secrets: true,
    template: { apiVersion: true, kind: true, metadata: OBJECT_METADATA, spec: true },
  },
  status: true,
};

/** `spec` of the kinds that OAM itself has. */
export const OAM_FIELDS: Readonly<Record<string, Fields>> = {
  ApplicationConfiguration: {
    components: [{
      componentName: true,
      revisionName: true,
      parameterValues: [{ name: true, value: true }],
      traits: [{ trait: true, ...DATA }],
      scopes: [{ scopeRef: REFERENCE }],
      ...DATA,
    }],
  },
  Component: { workload: true, parameters: [{ name: true, description: true, required: true, fieldPaths: true }] },
  ContainerizedWorkload: {
    osType: true,
    arch: true,
    containers: [{
      name: true,
      image: true,
      command: true,
      args: true,
      env: [{ name: true, value: true, fromSecret: SECRET_KEY }],
      config: [{ path: true, value: true, fromSecret: SECRET_KEY }],
      ports: [{ name: true, containerPort: true, protocol: true }],
      livenessProbe: PROBE,
      readinessProbe: PROBE,
      resources: {
        cpu: AMOUNT,
        memory: AMOUNT,
        gpu: AMOUNT,
        volumes: [{ name: true, mountPath: true, accessMode: true, sharingPolicy: true, disk: { ...AMOUNT, ephemeral: true } }],
        extended: [{ name: true, required: true }],
      },
      imagePullSecret: true,
    }],
  },
  ManualScalerTrait: { replicaCount: true, workloadRef: REFERENCE },
};

/** The same for the kinds of a vendor; those of workloads without what the vendor puts in front of them. */
export const VENDOR_FIELDS: Readonly<Record<string, Fields>> = {
  IngressTrait: {
    rules: [{
      hosts: true,
      paths: [{
        path: true,
        pathType: true,
        authorizationPolicy: { rules: [{ from: { requestPrincipals: true }, when: [{ key: true, values: true }] }] },
      }],
      destination: { host: true, port: true, httpCookie: { name: true, path: true, ttl: true } },
    }],
    tls: { secretName: true },
    workloadRef: REFERENCE,
  },
  LoggingTrait: { loggingConfig: true, loggingImage: true, imagePullPolicy: true, workloadRef: REFERENCE },
  MetricsTrait: { enabled: true, port: true, path: true, ports: [{ port: true, path: true }], scraper: true, secret: true, workloadRef: REFERENCE },
  CoherenceWorkload: { template: true },
  HelidonWorkload: {
    deploymentTemplate: {
      metadata: true,
      podSpec: true,
      get selector() { return kubernetesFields('meta/v1', 'LabelSelector'); },
      get strategy() { return kubernetesFields('apps/v1', 'DeploymentStrategy'); },
    },
    serviceTemplate: { metadata: true, get serviceSpec() { return kubernetesFields('v1', 'ServiceSpec'); } },
  },
  WebLogicWorkload: { template: true, clusters: [RESOURCE] },
};
