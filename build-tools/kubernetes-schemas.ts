/** The schemas of Kubernetes' own kinds, from the specification and the generated code of the module k8s.io/kubernetes. */
import type { KindSchema, Schema, SchemaSet } from '../src/cluster/checks/schema-store';

/** As much of an OpenAPI 2 schema as is read here. */
interface SwaggerSchema extends Omit<Schema, 'items' | 'additionalProperties' | 'properties'> {
  readonly 'items'?: SwaggerSchema;
  readonly 'additionalProperties'?: SwaggerSchema;
  readonly 'properties'?: Readonly<Record<string, SwaggerSchema>>;
  readonly 'x-kubernetes-group-version-kind'?: readonly GroupVersionKind[];
}

interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** As much of the specification as is read here. */
export interface Swagger {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly 'x-kubernetes-group-version-kind'?: GroupVersionKind }>>>>;
  readonly definitions: Readonly<Record<string, SwaggerSchema>>;
}

/** What the specification leaves out of a field: its values, and its default. */
interface Hint {
  readonly enum?: readonly string[];
  readonly default?: string;
}

/** Hints by definition and field; a field of a list or map has those of its elements with `[]` behind its name. */
export type Hints = ReadonlyMap<string, ReadonlyMap<string, Hint>>;

const META = 'meta/v1';

/** Definitions that are values, as the schemas of CustomResourceDefinitions say them. */
const VALUES: Readonly<Record<string, Schema>> = {
  IntOrString: { 'x-kubernetes-int-or-string': true, 'format': 'int32' },
  Quantity: { format: 'quantity' },
  MicroTime: { type: 'string', format: 'micro-time' },
  Time: { type: 'string', format: 'date-time' },
  RawExtension: { 'x-kubernetes-preserve-unknown-fields': true },
  FieldsV1: { 'x-kubernetes-preserve-unknown-fields': true },
};

/**
 * Fields that the specification requires and that servers do without: their zero value is a value, or they have a default. Found by deleting
 * each field of objects of all kinds, as is what follows.
 */
const OPTIONAL: Readonly<Record<string, string>> = {
  'apps/v1.ControllerRevision': 'revision',
  'batch/v1.PodFailurePolicy': 'rules',
  'batch/v1.PodFailurePolicyOnPodConditionsPattern': 'status',
  'discovery.k8s.io/v1.EndpointSlice': 'endpoints',
  'discovery.k8s.io/v1.ForZone': 'name',
  'rbac.authorization.k8s.io/v1.RoleRef': 'apiGroup',
  'resource.k8s.io/v1.DeviceCapacity': 'value',
  'resource.k8s.io/v1.DeviceClass': 'spec',
  'resource.k8s.io/v1.DeviceTaint': 'effect key',
  'resource.k8s.io/v1.ResourceClaim': 'spec',
  'resource.k8s.io/v1.ResourceClaimTemplate': 'spec',
  'resource.k8s.io/v1.ResourceClaimTemplateSpec': 'spec',
  'resource.k8s.io/v1.ResourcePool': 'generation',
  'scheduling.k8s.io/v1.PriorityClass': 'value',
  'storage.k8s.io/v1.CSIDriver': 'spec',
  'storage.k8s.io/v1.CSINode': 'spec',
  'storage.k8s.io/v1.CSINodeSpec': 'drivers',
  'storage.k8s.io/v1.TokenRequest': 'audience',
  'v1.ConfigMapNodeConfigSource': 'kubeletConfigKey name namespace',
  'v1.HTTPHeader': 'value',
  'v1.LimitRangeSpec': 'limits',
  'v1.PreferredSchedulingTerm': 'preference',
  'v1.SleepAction': 'seconds',
  'v1.Sysctl': 'value',
};

/** Fields that servers require, and the specification does not. */
const REQUIRED: Readonly<Record<string, string>> = {
  'admissionregistration.k8s.io/v1.NamedRuleWithOperations': 'apiGroups apiVersions operations resources',
  'admissionregistration.k8s.io/v1.RuleWithOperations': 'apiGroups apiVersions operations resources',
  'admissionregistration.k8s.io/v1.ValidatingAdmissionPolicy': 'spec',
  'admissionregistration.k8s.io/v1.ValidatingAdmissionPolicyBinding': 'spec',
  'admissionregistration.k8s.io/v1.ValidatingAdmissionPolicyBindingSpec': 'policyName validationActions',
  'admissionregistration.k8s.io/v1.ValidatingAdmissionPolicySpec': 'matchConstraints',
  'apps/v1.ControllerRevision': 'data',
  'apps/v1.DaemonSet': 'spec',
  'apps/v1.Deployment': 'spec',
  'apps/v1.ReplicaSet': 'spec',
  'apps/v1.ReplicaSetSpec': 'template',
  'apps/v1.StatefulSet': 'spec',
  'autoscaling/v2.HorizontalPodAutoscaler': 'spec',
  'autoscaling/v1.HorizontalPodAutoscaler': 'spec',
  'batch/v1.CronJob': 'spec',
  'batch/v1.Job': 'spec',
  'batch/v1.JobTemplateSpec': 'spec',
  'certificates.k8s.io/v1.CertificateSigningRequestSpec': 'usages',
  'flowcontrol.apiserver.k8s.io/v1.FlowSchema': 'spec',
  'flowcontrol.apiserver.k8s.io/v1.PriorityLevelConfiguration': 'spec',
  'networking.k8s.io/v1.IPAddress': 'spec',
  'networking.k8s.io/v1.Ingress': 'spec',
  'networking.k8s.io/v1.IngressClass': 'spec',
  'networking.k8s.io/v1.IngressClassSpec': 'controller',
  'networking.k8s.io/v1.IngressServiceBackend': 'port',
  'networking.k8s.io/v1.ServiceCIDR': 'spec',
  'networking.k8s.io/v1.ServiceCIDRSpec': 'cidrs',
  'resource.k8s.io/v1.DeviceSelector': 'cel',
  'storage.k8s.io/v1.VolumeAttributesClass': 'parameters',
  'v1.ConfigMapProjection': 'name',
  'v1.EphemeralVolumeSource': 'volumeClaimTemplate',
  'v1.PersistentVolume': 'spec',
  'v1.PersistentVolumeClaim': 'spec',
  'v1.PersistentVolumeSpec': 'accessModes capacity',
  'v1.Pod': 'spec',
  'v1.PodDNSConfigOption': 'name',
  'v1.ReplicationController': 'spec',
  'v1.ReplicationControllerSpec': 'template',
  'v1.SecretProjection': 'name',
  'v1.SecretVolumeSource': 'secretName',
  'v1.VolumeNodeAffinity': 'required',
};

const words = (table: Readonly<Record<string, string>>, id: string) => table[id]?.split(' ') ?? [];

/** The fields of a definition without which a server rejects it. */
function requiredIn(id: string, given: readonly string[] = []): readonly string[] | undefined {
  const fields = [...new Set([...given, ...words(REQUIRED, id)])].filter((field) => !words(OPTIONAL, id).includes(field));
  return fields.length > 0 ? fields.sort() : undefined;
}

/** Anything at all: `status`, which clients do not write, and JSON. */
const ANY: Schema = { 'x-kubernetes-preserve-unknown-fields': true };

/** The kinds of a specification, without descriptions, lists of kinds and status. */
export function kubernetesSchemas({ paths, definitions }: Swagger, hints: Hints): SchemaSet {
  const resources = resourcesIn(paths);
  const idOf = ids(definitions);
  const known = new Map(resources.map((each) => [`${each.apiVersion}.${each.kind}`, each]));
  const result = new Map<string, Schema>();
  const open = Object.keys(definitions).filter((name) => known.has(idOf(name)));
  const translated = (schema: SwaggerSchema, hint: (suffix: string) => Hint | undefined, suffix = ''): Schema => {
    const { $ref, items, additionalProperties, type, format } = schema;
    const own = { ...picked(schema), ...hint(suffix) };
    if (items) return { ...own, type, items: translated(items, hint, `${suffix}[]`) };
    if (additionalProperties) return { ...own, type, additionalProperties: translated(additionalProperties, hint, `${suffix}[]`) };
    if (!$ref) return type === 'object' || type === undefined ? ANY : { ...own, type, format: format === 'double' ? undefined : format };
    const name = nameIn($ref);
    const short = name.slice(packageOf(name).length + 1);
    if (VALUES[short]) return VALUES[short];
    const { properties, type: of } = definitions[name];
    if (!properties && of === undefined) return ANY;
    open.push(name);
    return { $ref: idOf(name) };
  };
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const id = idOf(name);
    if (result.has(id)) continue;
    const { type, properties, required } = definitions[name];
    const fields = Object.keys(properties ?? {}).sort().map((field) => {
      if (field === 'status' && known.has(id)) return [field, ANY];
      return [field, translated(properties![field], (suffix) => hints.get(name!)?.get(field + suffix))];
    });
    result.set(id, properties ? { type, properties: Object.fromEntries(fields), required: requiredIn(id, required) } : { type });
  }
  return { kinds: byVersion(resources), definitions: Object.fromEntries([...result].sort(([a], [b]) => a < b ? -1 : 1)) };
}

/** How a list is merged, which says which of its elements are the same. */
function picked(schema: SwaggerSchema): Schema {
  const { 'x-kubernetes-list-type': kind, 'x-kubernetes-list-map-keys': keys } = schema;
  return kind === 'map' ? { 'x-kubernetes-list-type': kind, 'x-kubernetes-list-map-keys': keys }
    : kind === 'set' ? { 'x-kubernetes-list-type': kind } : {};
}

interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
}

const RESOURCE = /^\/(?:api|apis)\/(?<apiVersion>(?:[^/]+\/)?v\w+)\/(?<namespace>namespaces\/\{namespace\}\/)?(?<plural>[a-z]+)(?:\/\{name\})?$/;

/** The kinds that a server stores or answers, by their paths. Those with a namespace have a path across all namespaces too. */
function resourcesIn(paths: Swagger['paths']): Resource[] {
  const found = new Map<string, Resource>();
  for (const [path, operations] of Object.entries(paths)) {
    const { apiVersion, namespace, plural } = RESOURCE.exec(path)?.groups ?? {};
    const kind = Object.values(operations).map((each) => each['x-kubernetes-group-version-kind']?.kind).find((each) => each);
    if (!plural || !kind) continue;
    const key = `${apiVersion} ${plural}`;
    found.set(key, { apiVersion, kind, plural, namespaced: namespace !== undefined || (found.get(key)?.namespaced ?? false) });
  }
  return [...found.values()];
}

function byVersion(resources: readonly Resource[]): SchemaSet['kinds'] {
  const result: Record<string, Record<string, KindSchema>> = {};
  const sorted = [...resources].sort((a, b) => `${a.apiVersion} ${a.kind}` < `${b.apiVersion} ${b.kind}` ? -1 : 1);
  for (const { apiVersion, kind, plural, namespaced } of sorted) {
    (result[apiVersion] ??= {})[kind] = { plural, namespaced, schema: `${apiVersion}.${kind}` };
  }
  return result;
}

/** The name of a definition by its name in the specification: `apps/v1.Deployment` for `io.k8s.api.apps.v1.Deployment`. */
function ids(definitions: Swagger['definitions']): (name: string) => string {
  const versions = new Map<string, string>();
  for (const [name, schema] of Object.entries(definitions)) {
    const own = (schema['x-kubernetes-group-version-kind'] ?? []).filter(({ kind }) => name.endsWith(`.${kind}`));
    // what belongs to all groups is of none
    if (own.length === 1) versions.set(packageOf(name), [own[0].group, own[0].version].filter(Boolean).join('/'));
  }
  return (name) => `${name.startsWith('io.k8s.apimachinery.') ? META : versions.get(packageOf(name))}.${name.slice(packageOf(name).length + 1)}`;
}

function packageOf(name: string): string {
  return name.slice(0, name.lastIndexOf('.'));
}

const nameIn = (ref: string) => ref.slice('#/definitions/'.length);

/**
 * The values of fields, and the defaults that are strings, from the Go code that Kubernetes generates for its specification: the
 * specification itself is published without them. The code is laid out by gofmt, so that a line and its tabs say what it is.
 */
export function hintsIn(source: string): Hints {
  const result = new Map<string, Map<string, Hint>>();
  for (const body of source.split(/^func schema_/m).slice(1)) {
    const [, group, version, type] = /^k8sio_api_(\w+?)_(v\d\w*?)_(\w+)\(/.exec(body) ?? [];
    if (!type) continue;
    const fields = hintsOfType(body);
    if (fields.size > 0) result.set(`io.k8s.api.${group}.${version}.${type}`, fields);
  }
  return result;
}

/** How many tabs are in front of the properties of a type. */
const PROPERTY_TABS = 5;

function hintsOfType(body: string): Map<string, Hint> {
  const fields = new Map<string, Hint>();
  let [property, suffix, elementTabs] = ['', '', Infinity];
  const add = (hint: Hint) => fields.set(property + suffix, { ...fields.get(property + suffix), ...hint });
  for (const line of body.split('\n')) {
    const [, tabs, text] = /^(\t*)(.*)$/.exec(line)!;
    if (tabs.length <= elementTabs) [suffix, elementTabs] = ['', Infinity];
    const [, name] = tabs.length === PROPERTY_TABS && /^"([^"]+)": \{$/.exec(text) || [];
    if (name) property = name;
    if (/^(Items|AdditionalProperties): +&/.test(text)) [suffix, elementTabs] = ['[]', tabs.length];
    const [, values] = /^Enum: +\[\]interface\{\}\{(.*)\},$/.exec(text) ?? [];
    if (values !== undefined) add({ enum: JSON.parse(`[${values}]`) });
    const [, value] = /^Default: +"(.+)",$/.exec(text) ?? [];
    if (value !== undefined) add({ default: value });
  }
  return fields;
}
