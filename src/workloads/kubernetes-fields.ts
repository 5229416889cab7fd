import { podSpec, serviceSpec } from './pods';
import { all, flag, hidden, isObject, mapOf, object, text, whole } from '../private/check';
import { Check, FINE, finding, joinField, wrongHidden } from '../private/finding';
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

/** A map of contents, each of which may be a password. */
const contents = (check: Check) => hidden(mapOf(check), 'a map');

const secret: Check = object({
  metadata,
  data: contents(base64),
  stringData: contents(text),
  immutable: (value, field) => typeof value === 'boolean' ? FINE : wrongHidden('invalid-type', field, 'be true or false', value),
});

const configMap: Check = object({ metadata, data: contents(text), binaryData: contents(text), immutable: flag });

/** The checks of the kinds of Kubernetes whose fields are known, by API version and kind. */
export const KUBERNETES_FIELDS: Readonly<Record<string, Check>> = {
  'apps/v1 Deployment': deployment, 'v1 ConfigMap': configMap, 'v1 Secret': secret, 'v1 Service': service,
};
