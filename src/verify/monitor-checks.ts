import { Check, Finding, FINE, found, within } from '../findings/finding';
import { joinPath } from '../findings/path';
import { Shown } from '../findings/shown';
import { flag, list, object, text } from '../private/check';
import { kindOf } from '../private/kinds/kind-of';
import { labelName, namespaceName, objectName } from '../private/names';
import { metricsPath, port, portOrName } from '../private/network';

/** Whether an object is a monitor of the Prometheus Operator's that finds pods. */
export function isMonitor(value: Readonly<Record<string, any>>): boolean {
  return kindOf(value).endpoints !== undefined;
}

/** The labels by which a component is known; of others nothing is demanded. */
const owner: Check = (labels, field) => ['name', 'component'].flatMap(name =>
  within(joinPath(field, [`app.oam.dev/${name}`]), labelName(labels[`app.oam.dev/${name}`], '')));

const labelled = object({ name: objectName, namespace: namespaceName, labels: owner }, ['name']);

const rule = object({ action: text, sourceLabels: list(text), targetLabel: text, regex: text, replacement: text });

const portName = (number: string): Check => (value, field) => typeof value === 'string'
  ? FINE
  : found('invalid-type', field, { reason: 'port-name', number, value: Shown.of(value) });

const endpoint = (number: string) => object({
  port: portName(number), portNumber: port, targetPort: portOrName, path: metricsPath, relabelings: list(rule),
});

const namespaceSelector = object({ any: flag, matchNames: list(namespaceName) });

const monitor = (endpoints: string, number: string) => object({
  metadata: labelled, spec: object({ [endpoints]: list(endpoint(number)), namespaceSelector }, [endpoints]),
}, ['spec']);

const MONITORS: Readonly<Record<string, Check>> = {
  podMetricsEndpoints: monitor('podMetricsEndpoints', 'portNumber'),
  endpoints: monitor('endpoints', 'targetPort'),
};

const WORKLOAD = object({ metadata: labelled });

/** What must be right with a monitor, or it is not known what it declares. */
export function checkMonitor(value: Readonly<Record<string, any>>): Finding[] {
  return MONITORS[kindOf(value).endpoints!](value, '');
}

/** The same for the workload of a component: it says what it is called, and nothing more is asked here. */
export function checkWorkload(value: unknown): Finding[] {
  return WORKLOAD(value, '');
}
