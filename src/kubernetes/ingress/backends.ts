import { IngressContext } from './model';
import { FINE, Finding } from '../../findings/finding';
import { finding, withRemedy } from '../../findings/unsaid';
import { serviceName } from '../../workloads/pods';
import { choosePort, isHttp, NAME_BOTH } from '../../workloads/service-ports';
import { FoundService } from '../services';
import { OperatorServices, operatorServices } from '../weblogic';

/** Where requests go. */
export interface Backend {
  readonly service?: string;
  readonly port?: number;
  readonly findings: readonly Finding[];
}

/** The Service and the port of a rule: those that it names, or else the ones that the platform would choose. */
export function backendOf(destination: any, field: string, context: IngressContext): Backend {
  const at = `${field}.destination`;
  if (destination?.host != null) return named(destination, at, context);
  const services = context.services.for(context.binding).map(overTcp);
  const { componentName } = context.binding;
  // what speaks against the workload is told there
  if (context.planOf(context.binding).findings.length > 0) return { findings: FINE };
  if (services.length === 0) {
    const made = operatorServices(context.planOf(context.binding).objects);
    return made ? { findings: madeByOperator(made, at, componentName) } : { findings: finding('service-not-found', at, `is needed: no Service is rendered that leads to component ${JSON.stringify(componentName)}`, `${NAME_BOTH}, or bind a component with such a Service`) };
  }
  const [one, ...more] = services.length === 1 ? services : choices(services, destination?.port);
  if (!one || more.length > 0) {
    const names = services.map(({ name }) => name).join(', ');
    return { findings: finding('ambiguous-service', at, `is needed: requests for component ${JSON.stringify(componentName)} could go to any of its Services (${names})`, NAME_BOTH) };
  }
  return { service: one.name, ...choosePort(one, destination?.port, at) };
}

/** The operator of WebLogic makes the Services when it starts the servers; their ports are in the domain's own configuration. */
function madeByOperator({ clusters, ofCluster, ofServer }: OperatorServices, at: string, component: string): Finding[] {
  const ofClusters = clusters.map(({ name, cluster }) => `${JSON.stringify(name)} for cluster ${JSON.stringify(cluster)}`);
  const made = [ofClusters.join(', ') || `"${ofCluster}<cluster>" for each cluster`, `"${ofServer}<server>" for each server`].join(' and ');
  return finding('service-not-found', at,
    `is needed: the WebLogic Kubernetes Operator makes the Services of component ${JSON.stringify(component)}, ${made}`,
    'give the name of one of them as \'destination.host\', and the port on which the servers listen as \'destination.port\'');
}

function named({ host: given, port }: any, at: string, { binding, services }: IngressContext): Backend {
  const host = withoutNamespace(given, binding.application.namespace);
  const findings = serviceName(host, `${at}.host`);
  if (findings.length > 0) return { findings: findings.map(each => withRemedy(each, 'an Ingress leads to a Service of its own namespace: give its name alone')) };
  const service = services.named(host, binding);
  if (service) return { service: host, ...choosePort(overTcp(service), port, at) };
  return port != null
    ? { service: host, port, findings }
    : { findings: finding('missing-field', `${at}.port`, `is required: Service ${JSON.stringify(host)} is not rendered in this application, so that its ports are not known`, 'give the port') };
}

/** The full name of a Service of one's own namespace is as good as its name alone. */
function withoutNamespace(host: unknown, namespace?: string): any {
  const ending = [`.${namespace}`, `.${namespace}.svc`, `.${namespace}.svc.cluster.local`].find(each => typeof host === 'string' && host.endsWith(each));
  return ending === undefined ? host : (host as string).slice(0, -ending.length);
}

/** Requests come over TCP. */
function overTcp(service: FoundService): FoundService {
  return { ...service, ports: service.ports.filter(({ protocol }) => protocol === 'TCP') };
}

/** The order in which the platform looks. */
function choices(services: readonly FoundService[], port: number | undefined): FoundService[] {
  const withPort = port == null ? services : services.filter(({ ports }) => ports.some(each => each.number === port));
  const filters: ((service: FoundService) => boolean)[] = [
    () => true,
    ({ isHeadless }) => !isHeadless,
    service => !service.isHeadless && service.ports.some(isHttp),
  ];
  return filters.map(filter => withPort.filter(filter)).find(left => left.length === 1) ?? [...withPort];
}
