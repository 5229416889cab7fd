import { DeclaredEndpoint } from './declared-component';
import { KubernetesObject } from './kubernetes-objects';
import { numberOf, PortLookup } from './monitor-ports';
import { kindOf } from '../private/kinds/kind-of';
import { isPort } from '../private/network';
import { GENERIC_PATH } from '../workloads/metrics-defaults';

/** How the names of ports are understood. */
export interface PortNames {
  /** Those of the pods' containers. */
  readonly containers: PortLookup;
  /** Those of the Services that a ServiceMonitor selects. */
  readonly services: PortLookup;
}

/** The endpoints that a monitor declares, with what is known of each. */
export function endpointsOfMonitor({ kind, spec, value, placeOf }: KubernetesObject, names: PortNames): DeclaredEndpoint[] {
  const field = kindOf(value).endpoints!;
  return spec[field].map((endpoint: any, index: number): DeclaredEndpoint => {
    const [port, path, job] = [portOf(kind, endpoint, names), pathOf(endpoint), jobOf(endpoint)];
    return {
      ...port === undefined ? {} : { port },
      ...path === undefined ? {} : { path },
      ...job === undefined ? {} : { job },
      declaredAt: placeOf(`spec.${field}[${index}]`),
    };
  });
}

/** By the first of the fields that the operator looks at, unless a rule sets another one in its place. */
function portOf(kind: string, endpoint: any, { containers, services }: PortNames): number | undefined {
  const rule = lastRule(endpoint, '__address__');
  if (rule) return portOfRule(rule);
  const { port, portNumber, targetPort } = endpoint;
  if (port) return (kind === 'ServiceMonitor' ? services : containers)(port);
  return numberOf(portNumber ?? targetPort, containers);
}

/** A rule may set a port of its own, or one that annotations of the pods tell, as WebLogic's operator writes them. */
function portOfRule({ sourceLabels, replacement }: any): number | undefined {
  const [, port] = /^\$(?:1|\{1\}):(\d+)$/.exec(replacement) ?? [];
  return String(sourceLabels) === '__address__' && isPort(Number(port)) ? Number(port) : undefined;
}

/** Where the operator writes none, Prometheus has its own. */
function pathOf(endpoint: any): string | undefined {
  const rule = lastRule(endpoint, '__metrics_path__');
  return rule ? fixedValue(rule) : endpoint.path ?? GENERIC_PATH;
}

function jobOf(endpoint: any): string | undefined {
  const rule = lastRule(endpoint, 'job');
  return rule && fixedValue(rule);
}

/** What a rule sets whatever the target: what rests on other labels is known to the scraper alone. */
function fixedValue({ action, regex, replacement }: any): string | undefined {
  const isFixed = (action ?? 'replace').toLowerCase() === 'replace' && regex == null && /^[^$]+$/.test(replacement ?? '');
  return isFixed ? replacement : undefined;
}

/** The rule that has the last word on a label. */
function lastRule({ relabelings }: any, label: string): any {
  return (relabelings ?? []).filter(({ targetLabel }: any) => targetLabel === label).at(-1);
}
