import type { DeclaredEndpoint, ManifestObject } from './declared-component';
import { Remark, remark } from './remarks';
import { Check, must, within } from '../findings/finding';
import { joinPath } from '../findings/path';
import { constantOf, lastRule, portOfRule, RelabelRule, ruleOf } from '../objects/relabel-rule';
import { asObject, flag, isObject, list, listOf, object, PlainFields, text } from '../private/check';
import { withoutPasswords } from '../private/hidden';
import { MonitorOfKind } from '../private/kinds/kind';
import { kindOf } from '../private/kinds/kind-of';
import { memo } from '../private/memo';
import { labelName, namespaceName, objectName } from '../private/names';
import { isPort, metricsPath, port, portOrName } from '../private/network';
import { declaredPortsOf } from '../workloads/known-kinds';
import { GENERIC_PATH } from '../workloads/workload';

/** A Kubernetes object with the labels of a component: its workload, or a monitor of its metrics. */
export interface KubernetesObject extends ManifestObject {
  readonly role: 'workload' | 'monitor';
  readonly application: string;
  readonly component: string;
  /** The object as a whole. */
  readonly value: PlainFields;
}

/** Returns the number of the port with a name; `undefined` if there is none, or several. */
type PortLookup = (name: string) => number | undefined;

/** The ports of the pods' containers, and of the Services that a ServiceMonitor selects, by name. */
type PortNames = Readonly<Record<'containers' | 'services', PortLookup>>;

/** The same, and the ports to which the names in a monitor refer. */
type EndpointPorts = Readonly<Record<keyof PortNames | 'named', PortLookup>>;

/** An endpoint of a monitor that `checkMonitor()` has checked. */
interface MonitorEndpoint {
  readonly port?: number | string;
  readonly portNumber?: number;
  readonly targetPort?: number | string;
  readonly path?: string;
  readonly [field: string]: unknown;
}

/** The endpoints that a monitor declares, as far as they are known. */
export function endpointsOfMonitor({ metadata, spec, value, placeOf }: KubernetesObject, names: PortNames): DeclaredEndpoint[] {
  const { endpoints: field, selectsServices, rules: rulesAt = '', isJob } = kindOf(value).monitor!;
  const ports = names[selectsServices ? 'services' : 'containers'];
  return listOf<MonitorEndpoint>(spec?.[field]).map((endpoint, index): DeclaredEndpoint => {
    const rules = listOf(endpoint[rulesAt]).filter(isObject).map(ruleOf);
    return {
      port: portOf(endpoint, rules, { ...names, named: ports }),
      path: pathOf(endpoint, rules),
      job: isJob ? metadata.name : constantOf(lastRule(rules, 'job')),
      declaredAt: placeOf(`spec.${field}[${index}]`),
    };
  });
}

/** The port in the first of the fields that the operator reads, unless a rule replaces it. */
function portOf(
  { port: name, portNumber, targetPort }: MonitorEndpoint, rules: readonly RelabelRule[], { containers, named }: EndpointPorts,
): number | undefined {
  const rule = lastRule(rules, '__address__');
  if (rule) return portOfRule(rule);
  return name ? numberOf(name, named) : numberOf(portNumber ?? targetPort, containers);
}

/** The path, or the default of Prometheus if there is none. */
function pathOf({ path }: MonitorEndpoint, rules: readonly RelabelRule[]): string | undefined {
  const rule = lastRule(rules, '__metrics_path__');
  return rule ? constantOf(rule) : path ?? GENERIC_PATH;
}

/** The ports of containers by name. */
export function containerPorts(workloads: readonly unknown[]): PortLookup {
  const ports = workloads.flatMap(declaredPortsOf);
  return name => onlyOne(ports.filter(each => each.name === name).map(each => each.port));
}

/** The ports that Services lead to, by name. */
export function targetPorts(services: readonly PlainFields[], containers: PortLookup): PortLookup {
  const ports = services.flatMap(({ spec }) => listOf(spec?.ports).filter(isObject));
  return name => onlyOne(ports.filter(each => each.name === name).map(each => numberOf(each.targetPort ?? each.port, containers)));
}

/** A port that is given by number or by name. */
function numberOf(given: unknown, containers: PortLookup): number | undefined {
  return typeof given === 'string' ? containers(given) : isPort(given) ? given : undefined;
}

/** The only distinct port: two containers may have ports with the same name, and then both are scraped. */
function onlyOne(ports: readonly (number | undefined)[]): number | undefined {
  return new Set(ports).size === 1 ? ports[0] : undefined;
}

/** For each scraper of the operator that selects a monitor, why it is rejected, if it is. What is said of an older form does not count. */
export function bindingsOf({ metadata, status }: PlainFields): (readonly Remark[])[] {
  const bindings = listOf(asObject(status).bindings).filter(isObject);
  return bindings.flatMap(({ namespace, name, conditions }) => listOf(conditions).filter(isObject)
    .filter(({ type, observedGeneration: seen }) => type === 'Accepted' && !(Number(seen) < Number(metadata?.generation)))
    .map(({ status: isAccepted, reason, message }) => isAccepted !== 'False' ? []
      : [remark('rejected', { scraper: `${namespace}/${name}`, reason, message: withoutPasswords(String(message)) })]));
}

/** Checks the labels that identify a component, and no others. */
const owner: Check = (labels, field) => ['app.oam.dev/name', 'app.oam.dev/component'].flatMap(name =>
  within(joinPath(field, [name]), labelName(labels[name], '')));

const labelled = object({ name: objectName, namespace: namespaceName, labels: owner }, ['name']);

const rule = object({ action: text, sourceLabels: list(text), targetLabel: text, regex: text, replacement: text });

const portName = must(value => typeof value === 'string', 'invalid-type', 'port-of-monitor');

/** Checks the fields of a monitor of a kind that decide what it declares. */
const monitorCheck = memo(({ endpoints, rules = 'rules', isJob }: MonitorOfKind): Check => {
  const named = isJob ? portOrName : portName;
  const endpoint = object({ port: named, portNumber: port, targetPort: portOrName, path: metricsPath, [rules]: list(rule) });
  const namespaceSelector = object({ any: flag, matchNames: list(namespaceName) });
  return object({ metadata: labelled, spec: object({ [endpoints]: list(endpoint), namespaceSelector }, [endpoints]) }, ['spec']);
});

/** Checks a monitor: unless it is valid, it is unknown what it declares. */
export const checkMonitor: Check = (value, field) => monitorCheck(kindOf(value).monitor!)(value, field);

/** Checks name and labels of a component's workload, and nothing else. */
export const checkWorkload = object({ metadata: labelled });
