import { isBase64 } from './formats';
import { claimedVolumes, ownServiceSpec, podSpec, podSpecWith, serviceName } from './pods';
import { all, asObject, flag, isObject, mapOf, object, PlainFields, text, whole } from '../../base/check';
import { Check, FINE, found, hidden, joinPath, ownWords } from '../../base/findings/finding';
import { annotations, bytesOf, isDataKey, labels, MAX_DATA, metadata, metadataWith } from '../../base/names';
import { isSubstituted } from '../../base/substitution';

const podTemplateWith = (spec: Check) => object({ metadata: object({ labels, annotations }), spec }, ['spec']);
const podTemplate = podTemplateWith(podSpec);

/** A Deployment without the check that it selects its pods, for pods that get further labels later. */
const deployment: Check = object({
  metadata,
  spec: object({ replicas: whole(0), selector: object({ matchLabels: labels }), template: podTemplate },
    ['selector', 'template']),
}, ['spec']);

/** Kubernetes rejects a Deployment that does not select its own pods. */
const selecting: Check = all(object({
  spec: (spec, field) => {
    const { selector, template } = isObject(spec) ? spec : {} as PlainFields;
    const wanted = isObject(selector?.matchLabels) ? Object.entries(selector.matchLabels) : [];
    return wanted.filter(([key, value]) => template?.metadata?.labels?.[key] !== value).flatMap(([key]) =>
      found('selector-mismatch', joinPath(field, ['selector', 'matchLabels', key]), { reason: 'template' }));
  },
}), deployment);

const podHolder: Check = object({ metadata, spec: object({ template: podTemplate }) });

/** The value may be a password, and is not shown. */
const base64: Check = (value, field) => typeof value === 'string' && isBase64(value) ? FINE
  : hidden('invalid-value', 'base64', field);

/** Limits the total size of the data that clusters store for one object: plain, and in base64. */
const dataSize = (plain: string, encoded: string): Check => (value, field) => {
  const bytes = bytesOf(Object.values(asObject(value?.[plain])))
    + bytesOf(Object.values(asObject(value?.[encoded])), 'base64');
  return bytes <= MAX_DATA ? FINE
    : found('invalid-value', joinPath(field, ['data']), { reason: 'many-bytes', max: MAX_DATA, bytes });
};

/** The keys that Secrets of a type must have. */
const KEYS_OF: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
};

/** The contents of a ConfigMap or a Secret by their keys. An invalid key may be a password, and is not shown. */
const contents = (check: Check) => mapOf(check, (key, field) => isDataKey(key) || isSubstituted(String(key)) ? FINE
  : found('invalid-value', field, ownWords("must have keys of letters, digits, '-', '_' and '.', no two of these "
    + 'first, at most 253 characters; the value is not shown')));

/** A Secret, with the keys that its type requires. The API server rejects one without them, or with more than 1 MiB. */
const secret: Check = all(
  object({ metadata, data: contents(base64), stringData: contents(text), immutable: flag }),
  dataSize('stringData', 'data'),
  (value, field) => {
    const { type, data, stringData } = asObject(value);
    const keys = Object.hasOwn(KEYS_OF, String(type)) ? KEYS_OF[String(type)] : [];
    const missing = keys.filter(key => ![data, stringData].some(each => Object.hasOwn(asObject(each), key)));
    return missing.flatMap(key => found('missing-field', joinPath(field, ['data', key]), { reason: 'required' }));
  },
);

/** A ConfigMap, whose texts and binary values may have 1 MiB together. */
const configMap: Check = all(
  object({ metadata, data: contents(text), binaryData: contents(base64), immutable: flag }),
  dataSize('data', 'binaryData'),
);

/** The checks of the Kubernetes kinds whose fields are known, by API version and kind. */
export const KUBERNETES_FIELDS: Readonly<Record<string, Check>> = {
  'apps/v1 Deployment': selecting,
  'apps/v1 DaemonSet': podHolder,
  'apps/v1 ReplicaSet': podHolder,
  'apps/v1 StatefulSet': (value, field) => {
    const template = podTemplateWith(podSpecWith(claimedVolumes(value?.spec)));
    return object({ metadata, spec: object({ template }) })(value, field);
  },
  'batch/v1 CronJob': object({
    metadata, spec: object({ jobTemplate: object({ spec: object({ template: podTemplate }) }) }),
  }),
  'batch/v1 Job': podHolder,
  'v1 ConfigMap': configMap,
  'v1 Pod': object({ metadata, spec: podSpec }, ['spec']),
  'v1 ReplicationController': podHolder,
  'v1 Secret': secret,
  'v1 Service': object({ metadata: metadataWith(serviceName), spec: ownServiceSpec }, ['spec']),
};

/** The check of a Kubernetes kind, if its fields are known; without the selector if its pods get further labels. */
export function fieldsCheckOf(apiVersion: unknown, kind: unknown, labelsPods: boolean): Check | undefined {
  const key = `${String(apiVersion)} ${String(kind)}`;
  const check = Object.hasOwn(KUBERNETES_FIELDS, key) ? KUBERNETES_FIELDS[key] : undefined;
  return check === selecting && labelsPods ? deployment : check;
}
