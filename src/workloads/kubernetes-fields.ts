import { podSpec, serviceSpec } from './pods';
import { all, flag, isObject, mapOf, object, text, whole } from '../private/check';
import { Check, FINE, finding, joinField } from '../private/finding';
import { annotations, labels, metadata } from '../private/names';

/** Kubernetes refuses a Deployment that does not select its own pods. */
const selectsItsPods: Check = (spec, field) => {
  const { selector, template } = isObject(spec) ? spec : {} as any;
  const wanted = isObject(selector?.matchLabels) ? Object.entries(selector.matchLabels) : [];
  return wanted.filter(([key, value]) => template?.metadata?.labels?.[key] !== value).flatMap(([key]) =>
    finding('selector-mismatch', joinField(field, `selector.matchLabels['${key}']`), 'is not among the labels of the pod template', 'give both the same label'));
};

const deployment: Check = object({
  metadata,
  spec: all(selectsItsPods, object({
    replicas: whole(0),
    selector: object({ matchLabels: labels }),
    template: object({ metadata: object({ labels, annotations }), spec: podSpec }, ['spec']),
  }, ['selector', 'template'])),
}, ['spec']);

const service: Check = object({ metadata, spec: serviceSpec });

/** What is given may be a password, and is not shown. */
const base64: Check = (value, field) => typeof value === 'string' && /^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(value)
  ? FINE
  : finding('invalid-value', field, 'must be a text in base64; what was given is not shown', 'encode it, or put it into \'stringData\'');

const secret: Check = object({ metadata, data: mapOf(base64), stringData: mapOf(text), immutable: flag });

const configMap: Check = object({ metadata, data: mapOf(text), binaryData: mapOf(text), immutable: flag });

/** The checks of the kinds of Kubernetes whose fields are known, by API version and kind. */
export const KUBERNETES_FIELDS: Readonly<Record<string, Check>> = {
  'apps/v1 Deployment': deployment, 'v1 ConfigMap': configMap, 'v1 Secret': secret, 'v1 Service': service,
};
