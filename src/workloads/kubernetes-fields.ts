import { claimedVolumes, ownServiceSpec, podSpec, podSpecWith, serviceName } from './pods';
import { bad, badHidden, Check, Finding, FINE, found } from '../findings/finding';
import { At, joinPath, pathOf } from '../findings/path';
import { all, flag, hidden, isObject, listOf, mapOf, object, text, whole } from '../private/check';
import { annotations, bytesOf, isDataKey, labels, MAX_DATA, metadata, metadataWith } from '../private/names';

/** Kubernetes refuses a Deployment that does not select its own pods. */
const selectsItsPods: Check = (spec, field) => {
  const { selector, template } = isObject(spec) ? spec : {} as any;
  const wanted = isObject(selector?.matchLabels) ? Object.entries(selector.matchLabels) : [];
  return wanted.filter(([key, value]) => template?.metadata?.labels?.[key] !== value).flatMap(([key]) =>
    found('selector-mismatch', joinPath(field, ['selector', 'matchLabels', key]), { reason: 'template' }));
};

const templateOf = (spec: Check) => object({ metadata: object({ labels, annotations }), spec }, ['spec']);

const podTemplate = templateOf(podSpec);

const deployment: Check = object({
  metadata,
  spec: object({
    replicas: whole(0),
    selector: object({ matchLabels: labels }),
    template: podTemplate,
  }, ['selector', 'template']),
}, ['spec']);

const selecting: Check = all(object({ spec: selectsItsPods }), deployment);

const podHolder: Check = object({ metadata, spec: object({ template: podTemplate }) });

const statefulSet: Check = (value, field) =>
  object({ metadata, spec: object({ template: templateOf(podSpecWith(claimedVolumes(value?.spec))) }) })(value, field);

const cronJob: Check = object({ metadata, spec: object({ jobTemplate: object({ spec: object({ template: podTemplate }) }) }) });

const pod: Check = object({ metadata, spec: podSpec }, ['spec']);

const service: Check = object({ metadata: metadataWith(serviceName), spec: ownServiceSpec }, ['spec']);

/** What is given may be a password, and is not shown. */
const base64: Check = (value, field) => typeof value === 'string' && /^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(value)
  ? FINE
  : found('invalid-value', field, { reason: 'base64' });

/** What was written as a key may be a password. */
const dataKey: Check = (value, field) => isDataKey(value) ? FINE : found('invalid-value', field, { reason: 'data-key' });

/** All that clusters store of one object. */
const dataSize = (...fields: readonly (readonly [name: string, encoding: 'utf8' | 'base64'])[]): Check => (value, field) => {
  const bytes = fields.map(([name, encoding]) => isObject(value?.[name]) ? bytesOf(Object.values(value[name]), encoding) : 0);
  const sum = bytes.reduce((a, b) => a + b);
  return sum <= MAX_DATA ? FINE : found('invalid-value', joinPath(field, [fields[0][0]]), { reason: 'data-size', max: MAX_DATA, bytes: sum });
};

const onceAmongData: Check = (value, field) => !isObject(value?.data) || !isObject(value.binaryData) ? FINE
  : Object.keys(value.binaryData).filter(key => Object.hasOwn(value.data, key)).flatMap(key =>
    found('duplicate-name', joinPath(field, ['binaryData', key]), { reason: 'data-and-binary' }));

/** A map of contents, each of which may be a password. */
const contents = (check: Check) => hidden(mapOf(check, dataKey), 'map');

const secret: Check = all(
  object({
    metadata,
    data: contents(base64),
    stringData: contents(text),
    immutable: (value, field) => typeof value === 'boolean' ? FINE : badHidden('invalid-type', 'boolean', field, value),
  }),
  dataSize(['data', 'base64'], ['stringData', 'utf8']),
);

const configMap: Check = all(
  object({ metadata, data: contents(text), binaryData: contents(base64), immutable: flag }),
  dataSize(['data', 'utf8'], ['binaryData', 'base64']),
  onceAmongData,
);

/** The checks of the kinds of Kubernetes whose fields are known, by API version and kind. */
export const KUBERNETES_FIELDS: Readonly<Record<string, Check>> = {
  'apps/v1 Deployment': selecting,
  'apps/v1 DaemonSet': podHolder,
  'apps/v1 ReplicaSet': podHolder,
  'apps/v1 StatefulSet': statefulSet,
  'batch/v1 CronJob': cronJob,
  'batch/v1 Job': podHolder,
  'v1 ConfigMap': configMap,
  'v1 Pod': pod,
  'v1 ReplicationController': podHolder,
  'v1 Secret': secret,
  'v1 Service': service,
};

/** The check of a kind of Kubernetes, if its fields are known. Where the pods get labels besides, others say whether they are selected. */
export function kubernetesFields(apiVersion: unknown, kind: unknown, labelsPods: boolean): Check | undefined {
  const key = `${String(apiVersion)} ${String(kind)}`;
  const check = Object.hasOwn(KUBERNETES_FIELDS, key) ? KUBERNETES_FIELDS[key] : undefined;
  return check === selecting && labelsPods ? deployment : check;
}

/** What is wrong with the fields of a Kubernetes object that was given whole, for a component with these parameters. */
export function kubernetesFindings(manifest: any, parameters: unknown): Finding[] {
  const check = kubernetesFields(manifest.apiVersion, manifest.kind, false);
  const isParameter = mayBeSet(parameters);
  return [...kindFindings(manifest), ...check?.(manifest, '') ?? FINE].filter(({ path }) => !isParameter(path));
}

/** No API has a kind that begins with a small letter. */
export function kindFindings(manifest: any): Finding[] {
  const kind = manifest?.kind;
  return typeof kind !== 'string' || !/^[a-z]/.test(kind) ? FINE
    : bad('invalid-value', 'lower-case-kind', 'kind', kind);
}

/** Whether a field of a workload is one that these parameters may set, lies in one, or holds one. What is no parameter sets nothing. */
export function mayBeSet(parameters: unknown): (at: At) => boolean {
  const paths = listOf(parameters).flatMap(each => isObject(each) ? listOf(each.fieldPaths) : []).filter(path => typeof path === 'string').map(stepsOf);
  return at => {
    const steps = pathOf(at).map(String);
    return paths.some(path => path.every((step, i) => i >= steps.length || step === steps[i]));
  };
}

/** A parameter has `data.a` or `data[a.b]` for what a finding calls `data['a']` or `data['a.b']`. */
function stepsOf(path: string): string[] {
  return [...path.matchAll(/\['(.*?)'\]|\[([^[\]]+)\]|([^.[\]]+)/g)].map(([, quoted, bracketed, plain]) => quoted ?? bracketed ?? plain);
}
