/** Kinds by the paths of the fields that refer to an object of them; `[]` means each element of a list. */
export type ReferencePlaces = Readonly<Record<string, string>>;

const CONFIG_MAP = '/ConfigMap';
const SECRET = '/Secret';
const SERVICE_ACCOUNT = '/ServiceAccount';
const SERVICE = '/Service';
const CLAIM = '/PersistentVolumeClaim';

/** Fields of pod specs, and of operators' specs with lists of the same names. */
const OF_PODS: ReferencePlaces = {
  'serviceAccountName': SERVICE_ACCOUNT,
  'imagePullSecrets[]': SECRET,
  'priorityClassName': 'scheduling.k8s.io/PriorityClass',
  'runtimeClassName': 'node.k8s.io/RuntimeClass',
  'volumes[].configMap': CONFIG_MAP,
  'volumes[].secret': SECRET,
  'volumes[].persistentVolumeClaim': CLAIM,
  'volumes[].projected.sources[].configMap': CONFIG_MAP,
  'volumes[].projected.sources[].secret': SECRET,
  'volumes[].csi.nodePublishSecretRef': SECRET,
};

const OF_CONTAINERS: ReferencePlaces = {
  'env[].valueFrom.configMapKeyRef': CONFIG_MAP,
  'env[].valueFrom.secretKeyRef': SECRET,
  'envFrom[].configMapRef': CONFIG_MAP,
  'envFrom[].secretRef': SECRET,
};

/** The paths at which containers have fields. The specs of operators have those of their own container at the top level. */
const CONTAINERS = ['', 'containers[].', 'initContainers[].', 'sideCars[].'];

/** The fields with references in an object's description of its pods. */
export const POD_PLACES: ReferencePlaces = { ...OF_PODS, ...Object.assign({}, ...CONTAINERS.map(list => below(list, OF_CONTAINERS))) };

const OF_TLS: ReferencePlaces = {
  'ca.configMap': CONFIG_MAP, 'ca.secret': SECRET, 'cert.configMap': CONFIG_MAP, 'cert.secret': SECRET, 'keySecret': SECRET,
};

const OF_ENDPOINT: ReferencePlaces = {
  'basicAuth.username': SECRET, 'basicAuth.password': SECRET, 'authorization.credentials': SECRET, ...below('tlsConfig.', OF_TLS),
};

const POD_MONITOR = below('spec.podMetricsEndpoints[].', OF_ENDPOINT);
const SERVICE_MONITOR = below('spec.endpoints[].', OF_ENDPOINT);

const BINDING: ReferencePlaces = { 'roleRef': 'rbac.authorization.k8s.io/Role', 'subjects[]': SERVICE_ACCOUNT };

const ISSUER = 'cert-manager.io/Issuer';
const CLUSTER_ISSUER = 'cert-manager.io/ClusterIssuer';
const STORE = 'external-secrets.io/SecretStore';

/** The fields with references outside the description of pods. The kind applies to references that name no other. */
export const PLACES: Readonly<Record<string, ReferencePlaces>> = {
  '/PersistentVolumeClaim': { 'spec.storageClassName': 'storage.k8s.io/StorageClass' },
  '/ServiceAccount': { 'imagePullSecrets[]': SECRET, 'secrets[]': SECRET },
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': { 'webhooks[].clientConfig.service': SERVICE },
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': { 'webhooks[].clientConfig.service': SERVICE },
  'apiregistration.k8s.io/APIService': { 'spec.service': SERVICE },
  'apps/StatefulSet': { 'spec.serviceName': SERVICE },
  'autoscaling/HorizontalPodAutoscaler': { 'spec.scaleTargetRef': 'apps/Deployment' },
  'azmonitoring.coreos.com/PodMonitor': POD_MONITOR,
  'azmonitoring.coreos.com/ServiceMonitor': SERVICE_MONITOR,
  'cert-manager.io/Certificate': { 'spec.issuerRef': ISSUER },
  'core.oam.dev/ContainerizedWorkload': {
    'spec.containers[].imagePullSecret': SECRET,
    'spec.containers[].env[].fromSecret': SECRET,
    'spec.containers[].config[].fromSecret': SECRET,
  },
  'external-secrets.io/ExternalSecret': { 'spec.secretStoreRef': STORE },
  'gateway.networking.k8s.io/HTTPRoute': { 'spec.rules[].backendRefs[]': SERVICE },
  'monitoring.coreos.com/PodMonitor': POD_MONITOR,
  'monitoring.coreos.com/Prometheus': { 'spec.serviceAccountName': SERVICE_ACCOUNT },
  'monitoring.coreos.com/PrometheusAgent': { 'spec.serviceAccountName': SERVICE_ACCOUNT },
  'monitoring.coreos.com/ScrapeConfig': below('spec.', OF_ENDPOINT),
  'monitoring.coreos.com/ServiceMonitor': SERVICE_MONITOR,
  'monitoring.googleapis.com/PodMonitoring': {
    'spec.endpoints[].basicAuth.password.secret': SECRET,
    'spec.endpoints[].authorization.credentials.secret': SECRET,
    'spec.endpoints[].tls.ca.secret': SECRET,
  },
  'networking.k8s.io/Ingress': {
    'spec.ingressClassName': 'networking.k8s.io/IngressClass',
    'spec.defaultBackend.service': SERVICE,
    'spec.rules[].http.paths[].backend.service': SERVICE,
    'spec.tls[].secretName': SECRET,
    "metadata.annotations['cert-manager.io/issuer']": ISSUER,
    "metadata.annotations['cert-manager.io/cluster-issuer']": CLUSTER_ISSUER,
    "metadata.annotations['nginx.ingress.kubernetes.io/auth-secret']": SECRET,
  },
  'operator.victoriametrics.com/VMPodScrape': POD_MONITOR,
  'operator.victoriametrics.com/VMServiceScrape': SERVICE_MONITOR,
  'rbac.authorization.k8s.io/ClusterRoleBinding': { ...BINDING, roleRef: 'rbac.authorization.k8s.io/ClusterRole' },
  'rbac.authorization.k8s.io/RoleBinding': BINDING,
  'traefik.io/Middleware': { 'spec.basicAuth.secret': SECRET, 'spec.digestAuth.secret': SECRET },
  'weblogic.oracle/Domain': {
    'spec.webLogicCredentialsSecret': SECRET,
    'spec.imagePullSecrets[]': SECRET,
    'spec.configuration.secrets[]': SECRET,
    'spec.configuration.model.configMap': CONFIG_MAP,
    'spec.configuration.model.runtimeEncryptionSecret': SECRET,
  },
};

/** The paths at which objects name the Secrets that a controller creates for them; the first path that has a value counts. */
export const SECRET_MAKERS: Readonly<Record<string, readonly string[]>> = {
  'bitnami.com/SealedSecret': ['metadata.name'],
  'cert-manager.io/Certificate': ['spec.secretName'],
  'external-secrets.io/ExternalSecret': ['spec.target.name', 'metadata.name'],
  'secrets.hashicorp.com/VaultDynamicSecret': ['spec.destination.name'],
  'secrets.hashicorp.com/VaultPKISecret': ['spec.destination.name'],
  'secrets.hashicorp.com/VaultStaticSecret': ['spec.destination.name'],
};

/** The annotations of an Ingress with which cert-manager creates the Secrets of its `tls`. */
export const ISSUER_ANNOTATIONS: readonly string[] = ['cert-manager.io/issuer', 'cert-manager.io/cluster-issuer'];

/** Objects that every cluster has, in each of its namespaces. */
export const EVERYWHERE: Readonly<Record<string, RegExp>> = {
  [SERVICE_ACCOUNT]: /^default$/,
  [CONFIG_MAP]: /^kube-root-ca\.crt$/,
  'rbac.authorization.k8s.io/ClusterRole': /^(cluster-admin|admin|edit|view|system:.*)$/,
  'scheduling.k8s.io/PriorityClass': /^system-/,
};

function below(outer: string, places: ReferencePlaces): ReferencePlaces {
  return Object.fromEntries(Object.entries(places).map(([path, kind]) => [`${outer}${path}`, kind]));
}
