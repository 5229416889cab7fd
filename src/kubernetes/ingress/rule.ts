import { serviceName } from '../../checks/pods';
import { allRead } from '../../definitions/type';
import { FINE, Finding, bad, found, within } from '../../findings/finding';
import { PlainObject, Rendered } from '../../objects/rendering';
import { ApplicationModel, BindingModel, LabelledPods, TraitModel } from '../../platform/model';
import { PlainValue, asObject } from '../../private/check';
import { RouteClaim } from '../../private/tree';
import type { IngressTraitProps } from '../../traits/ingress-trait';
import { IngressCookie, IngressDestination, IngressRule, IngressTls } from '../../traits/ingress-types';
import type { TraitOptions } from '../../traits/trait';
import { WorkloadPlan } from '../../workloads/workload';
import { FoundService, Services } from '../services';
import { Cookie } from './cookies';
import { choosePort, isHttp } from '../../workloads/known-kinds';
import { operatorServices } from '../../workloads/weblogic-workload';

/** A trait and the binding to which it belongs. */
export interface TraitOfBinding {
  readonly binding: BindingModel;
  readonly trait: TraitModel;
}

/** The context in which an IngressTrait is rendered. */
export interface IngressContext extends TraitOfBinding {
  /** Returns the plan of a binding's workload. */
  readonly planOf: (binding: BindingModel) => WorkloadPlan;
  readonly services: Services;
  /** Returns the IngressTraits that were declared for an application, also those that were removed, in order. */
  readonly ingressTraits: (application: ApplicationModel) => readonly TraitOfBinding[];
}

/** The parts that implement one way into the cluster. */
export interface IngressParts {
  readonly check: () => Finding[];
  /** The hosts and paths that the spec of an IngressTrait claims. */
  readonly routesOf: (spec: PlainValue | undefined, application: ApplicationModel) => RouteClaim[];
  /** Renders an IngressTrait. */
  readonly render: (context: IngressContext) => Rendered;
  /** The pods through which requests come, if known. */
  readonly pods: () => LabelledPods | undefined;
  /** The objects that serve the routes and decide how these are interpreted, as far as they are described. */
  readonly serving?: () => PlainObject[];
  /** The port at which requests for any port of a pod arrive in a tunnel, in addition to that port. */
  readonly tunnel?: number;
}

/** A destination in the form that the check of the trait accepts. */
export interface PlainDestination extends Omit<IngressDestination, 'httpCookie'> {
  readonly httpCookie?: Omit<IngressCookie, 'ttl'> & Pick<Partial<Cookie>, 'ttl'>;
}

/** A rule in the form that the check of the trait accepts. */
export interface PlainRule extends Omit<IngressRule, 'destination'> {
  readonly destination?: PlainDestination;
}

/** The Secret that a trait names for the certificate of its hosts. */
export function namedSecret({ fields: { spec } }: TraitModel): string | undefined {
  const { tls, rules: _, ...others } = asObject<Omit<IngressTraitProps, keyof TraitOptions>>(spec);
  const { secretName, ...ofTls } = asObject<IngressTls>(tls);
  allRead({ ...others, ...ofTls });
  return secretName ?? undefined;
}

/** A rule of the trait, and its backend. */
export interface Rule {
  readonly index: number;
  readonly hosts: readonly string[];
  readonly given: PlainRule;
  readonly cookie?: Cookie;
  readonly backend: Backend;
}

/** The destination of requests. */
interface Backend {
  readonly service?: string;
  readonly port?: number;
  readonly findings: readonly Finding[];
}

/** The field of a rule that names Service and port. */
const AT = 'destination';

/** The Service and the port of a rule: those that it names, or else the ones that the platform would choose. */
export function backendOf(destination: unknown, rule: number, context: IngressContext): Backend {
  const { host, port, httpCookie: _, ...others } = asObject<PlainDestination>(destination);
  allRead(others);
  const backend = host != null ? named(host, port, context) : chosen(port, context);
  return { ...backend, findings: within(['rules', rule], backend.findings) };
}

function chosen(port: number | undefined, context: IngressContext): Backend {
  const services = context.services.for(context.binding).map(overTcp);
  const { componentName: component } = context.binding;
  // findings about the workload are reported with the workload
  if (context.planOf(context.binding).findings.length > 0) return { findings: FINE };
  if (services.length === 0) {
    const made = operatorServices(context.planOf(context.binding).objects);
    return { findings: made ? found('service-not-found', AT, { reason: 'of-operator', component, ...made }) : withoutService(context) };
  }
  const [one, ...more] = services.length === 1 ? services : choices(services, port);
  if (one && more.length === 0) return { service: one.name, ...choosePort(one, port, AT) };
  return { findings: found('ambiguous-service', AT, { reason: 'services', component, services: services.map(({ name }) => name) }) };
}

function withoutService({ planOf, binding }: IngressContext): Finding[] {
  const { component: { workload } = {}, componentName: component } = binding;
  const { kind } = planOf(binding).type;
  if (workload?.source) return found('service-not-found', AT, { reason: 'none-in-app', component, kind });
  return workload?.companions ? found('service-not-found', '', { reason: 'without-service', component, kind })
    : found('service-not-found', AT, { reason: 'none-rendered', component });
}

function named(given: string, port: number | undefined, { binding, services }: IngressContext): Backend {
  const host = withoutNamespace(given, binding.application.namespace);
  if (serviceName(host, '').length > 0) return { findings: bad('invalid-name', 'service-of-ingress', [AT, 'host'], host) };
  const service = services.named(host, binding);
  if (service) return { service: host, ...choosePort(overTcp(service), port, AT) };
  return port != null
    ? { service: host, port, findings: FINE }
    : { findings: found('missing-field', [AT, 'port'], { reason: 'required', way: 'port' }) };
}

/** The name of a Service without its own namespace: the full name is equivalent to the name alone. */
function withoutNamespace(host: string, namespace?: string): string {
  const ending = [`.${namespace}`, `.${namespace}.svc`, `.${namespace}.svc.cluster.local`].find(each => host.endsWith(each));
  return ending === undefined ? host : host.slice(0, -ending.length);
}

/** The Service with its TCP ports alone: requests come over TCP. */
function overTcp(service: FoundService): FoundService {
  return { ...service, ports: service.ports.filter(({ protocol }) => protocol === 'TCP') };
}

/** Narrows Services down in the order in which the platform looks for one. */
function choices(services: readonly FoundService[], port: number | undefined): FoundService[] {
  const withPort = port == null ? services : services.filter(({ ports }) => ports.some(each => each.number === port));
  const filters: ((service: FoundService) => boolean)[] = [
    () => true,
    ({ isHeadless }) => !isHeadless,
    service => !service.isHeadless && service.ports.some(isHttp),
  ];
  return filters.map(filter => withPort.filter(filter)).find(left => left.length === 1) ?? [...withPort];
}
