import { podSpecWith } from './pods';
import { Check, Finding, FINE, found } from '../findings/finding';
import { isObject, list, object, only, text, shownName } from '../private/check';

/** The name of an environment variable, for every version of Kubernetes. */
export const envName: Check = (value, field) => typeof value === 'string' && /^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(value)
  ? FINE
  : found('invalid-value', field, { reason: 'kubernetes-env-name', value: shownName(value) });

const oneSource: Check = (value, field) => Boolean(value?.value) && value?.valueFrom != null
  ? found('invalid-value', field, { reason: 'value-and-source' })
  : FINE;

const VARIABLE = object({ name: envName, value: text });

const variable: Check = (value, field) => isObject(value) ? [...VARIABLE(value, field), ...oneSource(value, field)] : FINE;

const containers = list(object({ env: list(variable, { isHidden: true }) }));

/** What is taken over of the metadata of a workload that becomes other objects. */
export const workloadMetadata = only('name', 'namespace', 'labels', 'annotations');

/** What Kubernetes accepts of the spec of a pod: names, ports and variables. */
export function kubernetesPodSpec(value: unknown, field: string, volumes: readonly unknown[] = []): Finding[] {
  return [...podSpecWith(volumes)(value, field), ...isObject(value) ? VARIABLES(value, field) : FINE];
}

const VARIABLES = object({ containers, initContainers: containers });
