import { Finding, FINE, found, Path } from '../base/findings/finding';
import { ObjectIndex } from './objects/object-index';
import { asObject, isFilled, listOf, textOf, grouped, nearest } from '../base/check';
import { fieldAt, isKind, kindName, PlacedValue, fieldPlace, SERVICE, valuesAt } from '../base/kind-of';
import { memo } from '../base/memo';
import { groupOf, TypedManifest, isBuiltIn, isClusterScoped, ObjectType } from '../base/oam-kind';
import { objectsMadeFrom, platformServicesOf } from './objects/oam-workloads';
import { podSpecPaths } from './objects/pod-templates';

// What objects refer to by name (ConfigMaps, Secrets, claims, ServiceAccounts, Services and others), with the keys that
// they need, and whether it is among the objects or made by something that is.

/** An object by its group and kind (`apps/Deployment`), its namespace and its name. */
interface NamedThing {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  /** The keys of its data, if all are known. */
  readonly has?: ReadonlySet<string>;
}

/** An object that the field at a path refers to, with the keys that it must have. */
interface ObjectReference extends NamedThing {
  readonly path: Path;
  readonly keys: readonly { readonly key: string; readonly path: Path }[];
}

/** The objects that an object refers to and that have to exist. */
export function referencesOf(object: TypedManifest): ObjectReference[] {
  const namespace = textOf(object.metadata?.namespace);
  const inPods = podSpecPaths(object).map(path => ({ value: fieldAt(object, path), path, places: POD_PLACES }));
  const inObject = { value: object, path: [], places: PLACES[kindName(object)] ?? {} };
  return [...inPods, inObject].flatMap(({ value, path, places }) => value == null ? [] : placed(places)
    .flatMap(({ at, kind }) => valuesAt(value, path, [at]).flatMap(each => referenceOf(each, kind, namespace))));
}

/** The places, read once. */
const placed = memo((places: ReferencePlaces) =>
  Object.entries(places).map(([at, kind]) => ({ at: fieldPlace(at), kind })));

/** The fields that hold the name in a reference. */
const NAMES = ['name', 'secretName', 'claimName'];

/** The reference in a value; `usual` is the kind to which it refers if it names no other. */
function referenceOf({ value, path }: PlacedValue, usual: string, around: string | undefined): ObjectReference[] {
  const namespaceIn = (kind: string, own?: string) => isClusterScoped(typeOfKind(kind)) ? undefined : own ?? around;
  if (typeof value === 'string') {
    // where a reference to a Secret's key belongs, it may be the password itself
    if (['credentials', 'password', 'username'].includes(String(path.at(-1)))) return [];
    // an annotation may prefix the name with the namespace
    const [name, own] = value.split('/').reverse();
    return name === '' ? [] : [{ kind: usual, namespace: namespaceIn(usual, own), name, path, keys: [] }];
  }
  const given = asObject(value);
  const field = NAMES.find(name => isFilled(given[name]));
  const { kind, apiGroup, group, apiVersion, key, items, optional, namespace } = given;
  // there are no objects for users and groups
  if (field === undefined || optional === true || kind === 'User' || kind === 'Group') return [];
  const own: unknown = [apiGroup, group].find(each => typeof each === 'string')
    ?? (isFilled(apiVersion) ? groupOf({ apiVersion }) : kind === 'ServiceAccount' ? '' : usual.split('/')[0]);
  const listed = listOf(items).map((each, i) => ({ key: each?.key, path: [...path, 'items', i, 'key'] }));
  const keys = [{ key, path: [...path, 'key'] }, ...listed].flatMap(each =>
    isFilled(each.key) ? [{ key: each.key, path: each.path }] : []);
  const referred = isFilled(kind) ? `${String(own)}/${kind}` : usual;
  const place = { namespace: namespaceIn(referred, textOf(namespace)), name: String(given[field]) };
  return [{ kind: referred, ...place, path: [...path, field], keys }];
}

/** The type of objects of a kind (`apps/Deployment`), in no particular version. */
function typeOfKind(kind: string): ObjectType {
  const [group, type] = kind.split('/');
  return { apiVersion: `${group}/`, kind: type };
}

/**
 * The objects that can be referred to: those that are rendered, those that controllers create from them, and those that
 * exist elsewhere.
 */
export class KnownObjects {
  /** The objects that controllers create, by kind. */
  private readonly made: ReadonlyMap<string, readonly NamedThing[]>;
  private readonly makers: ReadonlyMap<string, NamedThing>;

  public constructor(private readonly index: ObjectIndex, private readonly elsewhere: readonly NamedThing[]) {
    const made = index.objects.filter(each => kindName(each) !== '').flatMap((object): NamedThing[] => {
      const { namespace, name } = thingOf(object);
      // an OAM platform or an operator creates more
      const services = isBuiltIn(object) ? [] : platformServicesOf(object) ?? [];
      return [
        ...createdSecretsOf(object),
        ...objectsMadeFrom(object, name).map(each => ({ kind: kindName(each), namespace, name: each.name })),
        ...services.map(service => ({ kind: SERVICE, namespace, name: service.name })),
      ];
    });
    this.made = grouped(made, ({ kind }) => [kind]);
    this.makers = new Map(made.map(each => [thingKey(each), each]));
  }

  /** Reports a reference to an object or a key that does not exist. */
  public against(reference: ObjectReference): Finding[] {
    const { kind, namespace, name, path } = reference;
    const type = kind.split('/')[1];
    const isElsewhere = EVERYWHERE[kind]?.test(name) || this.elsewhere.some(each =>
      each.kind === type && each.name === name && (each.namespace == null || each.namespace === namespace));
    if (isElsewhere) return FINE;
    // cluster-scoped objects are mostly created by others: one is missing only if some of its kind are rendered
    if (isClusterScoped(typeOfKind(kind)) && this.ofKind(kind).length === 0) return FINE;
    if (this.makers.has(thingKey(reference)) || this.index.named(kind, namespace, name)) {
      return this.againstKeys(reference);
    }
    const others = this.ofKind(kind);
    const there = others.filter(each => each.name === name).map(each => String(each.namespace));
    const meant = nearest(name, others.filter(each => each.namespace === namespace).map(each => each.name));
    const common = { kind: type, name };
    return found('unresolved-reference', path, there.length > 0
      ? { reason: 'elsewhere', ...common, namespace, others: there } : namespace === undefined
        ? { reason: 'nowhere', ...common, meant } : { reason: 'none', ...common, namespace, meant });
  }

  /** Reports a key that a known object does not have. */
  public againstKeys({ kind, namespace, name, keys: asked }: ObjectReference): Finding[] {
    const known = asked.length > 0 ? this.keysOf({ kind, namespace, name }) : undefined;
    if (!known) return FINE;
    const keys = [...known];
    return asked.filter(({ key }) => !known.has(key)).flatMap(({ key, path }) => found('unresolved-reference', path,
      { reason: 'key', kind: kind.slice(1), name, key, keys, meant: nearest(key, keys) }));
  }

  /**
   * The keys of a ConfigMap or Secret; `undefined` if not all are known, such as those of an empty one, which a
   * controller fills.
   */
  public keysOf({ kind, namespace, name }: NamedThing): ReadonlySet<string> | undefined {
    const made = this.makers.get(thingKey({ kind, namespace, name }));
    if (made) return made.has;
    const target = kind === CONFIG_MAP || kind === SECRET ? this.index.named(kind, namespace, name) : undefined;
    return target && dataKeys(target);
  }

  private ofKind(kind: string): NamedThing[] {
    return [...this.index.ofKind(kind).map(thingOf), ...this.made.get(kind) ?? []];
  }
}

function thingKey({ kind, namespace, name }: NamedThing): string { return JSON.stringify([kind, namespace, name]); }

/** The group, kind, namespace and name of an object. A cluster-scoped object has no namespace, whatever it states. */
function thingOf(object: TypedManifest): NamedThing {
  const { namespace, name } = asObject(object.metadata);
  const own = isClusterScoped(object) ? undefined : textOf(namespace);
  return { kind: kindName(object), namespace: own, name: textOf(name) ?? '' };
}

/** The Secrets that controllers create from an object, with their keys if the object says all of them. */
export function createdSecretsOf(object: TypedManifest): NamedThing[] {
  const { metadata, spec } = object;
  const places = SECRET_MAKERS[kindName(object)] ?? [];
  const first = places.map(at => valuesAt(object, [], [fieldPlace(at)])).find(({ length }) => length > 0) ?? [];
  const isAsked = ISSUER_ANNOTATIONS.some(name => isFilled(metadata?.annotations?.[name]));
  const certificates = isAsked && isKind(object, 'networking.k8s.io/Ingress') ? valuesAt(object, [], CERTIFICATES) : [];

  const { data, dataFrom, target, encryptedData, template } = asObject(spec);
  const isWhole = isKind(object, 'external-secrets.io/ExternalSecret')
    && listOf(data).length > 0 && listOf(dataFrom).length === 0
    && [undefined, 'Owner'].includes(textOf(target?.creationPolicy)) && target?.template == null;
  const keys = isKind(object, 'bitnami.com/SealedSecret')
    ? Object.keys({ ...asObject(encryptedData), ...asObject(template?.data) })
    : isWhole ? listOf(data).map(each => String(each?.secretKey)) : undefined;
  const secret = { kind: SECRET, namespace: textOf(metadata?.namespace), has: keys && new Set(keys) };
  return [...first, ...certificates].flatMap(({ value }) => isFilled(value) ? [{ ...secret, name: value }] : []);
}

/** The keys of a ConfigMap or Secret, if all are known. */
const dataKeys = memo((object: TypedManifest): ReadonlySet<string> | undefined => {
  const keys = DATA.flatMap(field => Object.keys(asObject(object[field])));
  const { annotations, labels } = asObject(object.metadata);
  const isFilledIn = Object.keys({ ...asObject(annotations), ...asObject(labels) }).some(name => FILLED_IN.test(name));
  return keys.length === 0 || isFilledIn ? undefined : new Set(keys);
});

/** Kinds by the paths of the fields that refer to an object of them; `[]` means each element of a list. */
type ReferencePlaces = Readonly<Record<string, string>>;

const CONFIG_MAP = '/ConfigMap';
const SECRET = '/Secret';
const SERVICE_ACCOUNT = '/ServiceAccount';
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

/** Fields of a container that take the values of variables from a ConfigMap or a Secret. */
const OF_CONTAINERS: ReferencePlaces = {
  'env[].valueFrom.configMapKeyRef': CONFIG_MAP,
  'env[].valueFrom.secretKeyRef': SECRET,
  'envFrom[].configMapRef': CONFIG_MAP,
  'envFrom[].secretRef': SECRET,
};

/** The lists of containers in specs. Those of operators have the fields of their own container at the top level. */
const CONTAINERS = ['', 'containers[].', 'initContainers[].', 'sideCars[].'];

/** The fields with references in an object's description of its pods. */
const POD_PLACES: ReferencePlaces = Object.assign(
  {}, OF_PODS, ...CONTAINERS.map(list => placesBelow(list, OF_CONTAINERS)),
);

/** Fields of the `SafeTLSConfig` of the Prometheus Operator. */
const OF_TLS: ReferencePlaces = {
  'ca.configMap': CONFIG_MAP,
  'ca.secret': SECRET,
  'cert.configMap': CONFIG_MAP,
  'cert.secret': SECRET,
  'keySecret': SECRET,
};

/** Fields of an endpoint in a PodMonitor or a ServiceMonitor, and of a ScrapeConfig, with its credentials. */
const OF_ENDPOINT: ReferencePlaces = {
  'basicAuth.username': SECRET,
  'basicAuth.password': SECRET,
  'authorization.credentials': SECRET,
  ...placesBelow('tlsConfig.', OF_TLS),
};

const POD_MONITOR = placesBelow('spec.podMetricsEndpoints[].', OF_ENDPOINT);
const SERVICE_MONITOR = placesBelow('spec.endpoints[].', OF_ENDPOINT);
const BINDING: ReferencePlaces = { 'roleRef': 'rbac.authorization.k8s.io/Role', 'subjects[]': SERVICE_ACCOUNT };
const ISSUER = 'cert-manager.io/Issuer';
/** The fields with references outside the description of pods. The kind applies to references that name no other. */
const PLACES: Readonly<Record<string, ReferencePlaces>> = {
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
  'external-secrets.io/ExternalSecret': { 'spec.secretStoreRef': 'external-secrets.io/SecretStore' },
  'gateway.networking.k8s.io/HTTPRoute': { 'spec.rules[].backendRefs[]': SERVICE },
  'monitoring.coreos.com/PodMonitor': POD_MONITOR,
  'monitoring.coreos.com/Prometheus': { 'spec.serviceAccountName': SERVICE_ACCOUNT },
  'monitoring.coreos.com/PrometheusAgent': { 'spec.serviceAccountName': SERVICE_ACCOUNT },
  'monitoring.coreos.com/ScrapeConfig': placesBelow('spec.', OF_ENDPOINT),
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
    "metadata.annotations['cert-manager.io/cluster-issuer']": 'cert-manager.io/ClusterIssuer',
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

/** The paths at which objects name the Secrets that a controller creates for them; the first with a value counts. */
const SECRET_MAKERS: Readonly<Record<string, readonly string[]>> = {
  'bitnami.com/SealedSecret': ['metadata.name'],
  'cert-manager.io/Certificate': ['spec.secretName'],
  'external-secrets.io/ExternalSecret': ['spec.target.name', 'metadata.name'],
  'secrets.hashicorp.com/VaultDynamicSecret': ['spec.destination.name'],
  'secrets.hashicorp.com/VaultPKISecret': ['spec.destination.name'],
  'secrets.hashicorp.com/VaultStaticSecret': ['spec.destination.name'],
};

const DATA = ['data', 'stringData', 'binaryData'];
/** Annotations and labels by which controllers put more into an object. */
const FILLED_IN = /generat|inject|reflect|replicat/i;
/** The annotations of an Ingress with which cert-manager creates the Secrets of its `tls`. */
const ISSUER_ANNOTATIONS: readonly string[] = ['cert-manager.io/issuer', 'cert-manager.io/cluster-issuer'];
const CERTIFICATES = [fieldPlace('spec.tls[].secretName')];

/** Objects that every cluster has, in each of its namespaces. */
const EVERYWHERE: Readonly<Record<string, RegExp>> = {
  [SERVICE_ACCOUNT]: /^default$/,
  [CONFIG_MAP]: /^kube-root-ca\.crt$/,
  'rbac.authorization.k8s.io/ClusterRole': /^(cluster-admin|admin|edit|view|system:.*)$/,
  'scheduling.k8s.io/PriorityClass': /^system-/,
};

function placesBelow(outer: string, places: ReferencePlaces): ReferencePlaces {
  return Object.fromEntries(Object.entries(places).map(([path, kind]) => [`${outer}${path}`, kind]));
}
