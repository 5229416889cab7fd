import { createRequire } from 'node:module';
import { Finding, joinPath, SchemaError, schemaFindings, unknownField } from './schema-findings';

/**
 * `kubernetes-models` carries compiled validators, not the schemas they came from, and these let unknown fields pass. But a
 * compiled validator reads every field its schema names, present or not, and walks a map key by key. So it is handed a proxy
 * that records what was read: an own key that nobody read is not in the schema. (Compared with the package's type
 * declarations, this is exact for all its classes, but for those below.)
 */
interface Reads {
  readonly value: any;
  readonly proxy: any;
  /** What was read, with the record of the value where it is an object or array. */
  readonly fields: Map<string, Reads | undefined>;
  /** Whether the validator went over all keys: a map, which may have any. */
  isMap: boolean;
}

/** Fields that Kubernetes has and the package's generator lost (it takes a property `description` for documentation). */
const LOST_FIELDS: Record<string, readonly string[]> = { PriorityClass: ['description'] };

/** What is wrong with a value. */
type ValueCheck = (value: any) => string[];

const filled: ValueCheck = (value) => typeof value !== 'string' ? ['must be string'] : value === '' ? ['must NOT have fewer than 1 characters'] : [];
const portNumber: ValueCheck = (value) => !Number.isInteger(value) ? ['must be integer'] : value < 1 ? ['must be >= 1'] : value > 65535 ? ['must be <= 65535'] : [];

const PROTOCOLS = ['PrometheusProto', 'OpenMetricsText0.0.1', 'OpenMetricsText1.0.0', 'PrometheusText0.0.4', 'PrometheusText1.0.0'];
const protocol: ValueCheck = (value) => PROTOCOLS.includes(value) ? [] : [`must be one of ${PROTOCOLS.join(', ')}`];

/** Fields that are newer than the package, by their paths, as the operator documents them. */
const NEWER_FIELDS: Record<string, Readonly<Record<string, ValueCheck>>> = {
  PodMonitor: { 'spec.scrapeClass': filled, 'spec.fallbackScrapeProtocol': protocol, 'spec.podMetricsEndpoints[].portNumber': portNumber },
  ServiceMonitor: { 'spec.scrapeClass': filled, 'spec.fallbackScrapeProtocol': protocol },
};

/** Groups whose schemas lost too many fields to be of use. */
const LOST_GROUPS = ['apiextensions.k8s.io'];

/** The packages of the groups that are not Kubernetes' own; the same generator made them. */
const PACKAGES: Record<string, string> = {
  'cert-manager.io': '@kubernetes-models/cert-manager',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'traefik.io': '@kubernetes-models/traefik',
};

/** Not `require`, so that only the kinds in use are loaded, out of some 900. */
const load = createRequire(__filename);
const classes = new Map<string, any>();

/** Whether Kubernetes, or one of the packages beside it, has this kind. */
export function hasKubernetesKind(apiVersion: string, kind: string): boolean {
  const model = modelOf(apiVersion, kind);
  return model?.apiVersion === apiVersion && model.kind === kind;
}

/** Checks a value by the schema of a Kubernetes type, a whole kind or a part such as `v1` `PodSpec`. */
export function kubernetesFindings(apiVersion: string, type: string, value: any): Finding[] {
  const model = modelOf(apiVersion, type);
  // the prototype, since the older of the packages look for their schema on the object
  const reads = record(Object.assign(Object.create(model.prototype), value));
  const errors = validate(model, reads.proxy);
  const unknown = unread(reads, '', LOST_FIELDS[type]);
  return [...schemaFindings(errors, value), ...unknown.flatMap(({ path, value: field }) => newerOrUnknown(type, path, field))];
}

/** The findings of an object's metadata, the same for every kind: taken from a kind that has hardly anything else. */
export function metadataFindings(metadata: any): Finding[] {
  return kubernetesFindings('v1', 'ConfigMap', { apiVersion: 'v1', kind: 'ConfigMap', metadata });
}

function modelOf(apiVersion: string, type: string): any {
  const key = `${apiVersion}/${type}`;
  if (!classes.has(key)) classes.set(key, loadModel(key, type));
  return classes.get(key);
}

function loadModel(key: string, type: string): any {
  const [group] = key.split('/');
  if (!/^(v1|[a-z0-9.-]+\/v\w+)\/[A-Z]\w*$/.test(key) || LOST_GROUPS.includes(group)) return undefined;
  try {
    return load(`${PACKAGES[group] ?? 'kubernetes-models'}/${key}`)[type];
  } catch (error: any) {
    if (error.code === 'MODULE_NOT_FOUND' || error.code === 'ERR_PACKAGE_PATH_NOT_EXPORTED') return undefined;
    throw error;
  }
}

/** Runs the validator on the proxy itself: a model made of it would be a copy, and read everything. */
function validate(model: any, proxy: any): readonly SchemaError[] {
  try {
    model.prototype.validate.call(proxy);
    return [];
  } catch (error: any) {
    if (!Array.isArray(error.errors)) throw error;
    return error.errors;
  }
}

/** Records by place, not by object: one object used in two places can be known in one and unknown in the other. */
function record(value: any): Reads {
  const fields = new Map<string, Reads | undefined>();
  const reads: Reads = {
    value,
    fields,
    isMap: false,
    proxy: new Proxy(value, {
      get: (target, key) => {
        const field = target[key];
        if (typeof key !== 'string') return field;
        if (!fields.has(key)) fields.set(key, isObject(field) ? record(field) : undefined);
        return fields.get(key)?.proxy ?? field;
      },
      ownKeys: (target) => {
        reads.isMap = true;
        return Reflect.ownKeys(target);
      },
    }),
  };
  return reads;
}

function newerOrUnknown(type: string, path: string, value: any): Finding[] {
  const check = NEWER_FIELDS[type]?.[path.replace(/\[\d+\]/g, '[]')];
  return check ? check(value).map((message) => ({ path, message })) : [unknownField(path)];
}

function unread(reads: Reads, path: string, lost: readonly string[] = []): { path: string; value: any }[] {
  // nothing was read of a free-form object, nor of one where something else belongs, which is an error of its own
  if (reads.fields.size === 0) return [];
  return Object.keys(reads.value).flatMap((key) => {
    const at = joinPath(path, Array.isArray(reads.value) ? Number(key) : key);
    const field = reads.fields.get(key);
    if (field !== undefined) return unread(field, at);
    const known = reads.fields.has(key) || reads.isMap || lost.includes(key) || reads.value[key] === undefined;
    return known ? [] : [{ path: at, value: reads.value[key] }];
  });
}

function isObject(value: any): boolean {
  return typeof value === 'object' && value !== null;
}
