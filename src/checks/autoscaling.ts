import { Check, FINE, found } from '../findings/finding';
import { joinPath } from '../findings/path';
import { Shown } from '../findings/shown';
import { all, filled, list, object, oneOf, only, whole } from '../private/check';

// The requirements of Kubernetes on the metrics and the scaling behavior of a HorizontalPodAutoscaler.

/** The check of an object whose `type` says which other field it must have. */
function typed(fields: Readonly<Record<string, string>>): Check {
  const type = object({ type: oneOf(...Object.keys(fields)) }, ['type']);
  return (value, field) => {
    const rest = fields[value?.type];
    const isMissing = rest !== undefined && value[rest] == null;
    return [...type(value, field), ...isMissing ? found('missing-field', joinPath(field, [rest]), { reason: 'required' }) : FINE];
  };
}

const TARGET = all(
  typed({ Utilization: 'averageUtilization', Value: 'value', AverageValue: 'averageValue' }),
  object({ averageUtilization: whole(1) }),
);

const NAME = object({ name: filled }, ['name']);

const DESCRIBED = object({ kind: filled, name: filled }, ['kind', 'name']);

const sources = {
  resource: all(NAME, object({ target: TARGET }, ['target'])),
  containerResource: all(NAME, object({ container: filled, target: TARGET }, ['container', 'target'])),
  pods: object({ metric: NAME, target: TARGET }, ['metric', 'target']),
  object: object({ metric: NAME, target: TARGET, describedObject: DESCRIBED }, ['metric', 'target', 'describedObject']),
  external: object({ metric: NAME, target: TARGET }, ['metric', 'target']),
};

const SOURCE_OF: Readonly<Record<string, keyof typeof sources>> = {
  Resource: 'resource', ContainerResource: 'containerResource', Pods: 'pods', Object: 'object', External: 'external',
};

const oneSource: Check = (value, field) =>
  Object.hasOwn(SOURCE_OF, String(value?.type)) ? only('type', SOURCE_OF[value.type])(value, field) : FINE;

/** One metric. */
export const metricSpec: Check = all(typed(SOURCE_OF), object(sources), oneSource);

const policy = object(
  { type: oneOf('Pods', 'Percent'), value: whole(1), periodSeconds: whole(1, 1800) }, ['type', 'value', 'periodSeconds'],
);

const rules = object({
  policies: list(policy, { min: 1, what: 'policy' }),
  selectPolicy: oneOf('Max', 'Min', 'Disabled'),
  stabilizationWindowSeconds: whole(0, 3600),
});

/** How fast pods are added and removed. */
export const scalingBehavior = object({ scaleUp: rules, scaleDown: rules });

/** The most pods are not fewer than the fewest. Numbers that are not valid alone are reported by their own checks. */
export const replicaRange: Check = (spec, at) => {
  const [min, max] = [Number(spec?.minReplicas), Number(spec?.maxReplicas)];
  return !(max >= 1 && max < min) ? FINE
    : found('invalid-value', joinPath(at, 'maxReplicas'), { reason: 'at-least', min: `minReplicas (${min})`, value: Shown.of(max) });
};
