import { Check, FINE, found } from '../findings/finding';
import { joinPath } from '../findings/path';
import { all, filled, list, object, oneOf, only, whole } from '../private/check';

// what Kubernetes asks of the metrics and of the pace of a HorizontalPodAutoscaler

/** The check of an object whose `type` says which of its fields has the rest. */
function typed(fields: Readonly<Record<string, string>>): Check {
  const type = object({ type: oneOf(...Object.keys(fields)) }, ['type']);
  return (value, field) => {
    const rest = fields[value?.type];
    return [...type(value, field), ...rest === undefined || value[rest] != null ? FINE : found('missing-field', joinPath(field, [rest]), { reason: 'required' })];
  };
}

const target = all(
  typed({ Utilization: 'averageUtilization', Value: 'value', AverageValue: 'averageValue' }),
  object({ averageUtilization: whole(1) }),
);

const name = object({ name: filled }, ['name']);

const sources = {
  resource: all(name, object({ target }, ['target'])),
  containerResource: all(name, object({ container: filled, target }, ['container', 'target'])),
  pods: object({ metric: name, target }, ['metric', 'target']),
  object: object({ metric: name, target, describedObject: object({ kind: filled, name: filled }, ['kind', 'name']) }, ['metric', 'target', 'describedObject']),
  external: object({ metric: name, target }, ['metric', 'target']),
};

const SOURCE_OF: Readonly<Record<string, keyof typeof sources>> = {
  Resource: 'resource', ContainerResource: 'containerResource', Pods: 'pods', Object: 'object', External: 'external',
};

const oneSource: Check = (value, field) => Object.hasOwn(SOURCE_OF, String(value?.type)) ? only('type', SOURCE_OF[value.type])(value, field) : FINE;

/** One metric. */
export const metric: Check = all(typed(SOURCE_OF), object(sources), oneSource);

const policy = object({ type: oneOf('Pods', 'Percent'), value: whole(1), periodSeconds: whole(1, 1800) }, ['type', 'value', 'periodSeconds']);

const rules = object({
  policies: list(policy, { min: 1, what: 'policy' }), selectPolicy: oneOf('Max', 'Min', 'Disabled'), stabilizationWindowSeconds: whole(0, 3600),
});

/** How fast pods are added and taken away. */
export const behavior = object({ scaleUp: rules, scaleDown: rules });
