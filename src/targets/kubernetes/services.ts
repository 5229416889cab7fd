import { ObjectIndex } from '../../cluster/objects/object-index';
import { ApplicationModel, BindingModel } from '../../model/platform/model';
import { asObject, listOf } from '../../base/check';
import { allRead } from '../../base/definitions/type';
import { bad, Finding, FINE, found, within } from '../../base/findings/finding';
import { serviceName } from '../../cluster/checks/pods';
import { operatorServices } from '../../model/workloads/weblogic-workload';
import type { PlainDestination } from './ingress/ingress-rules';
import { isKind, SERVICE } from '../../base/kind-of';
import { programObjects } from '../../base/model-object';
import type { TypedManifest } from '../../base/oam-kind';
import { Registry } from '../../base/registry';
import { isCoherenceResource } from '../../model/workloads/coherence-workload';
import { WorkloadPlan } from '../../model/workloads/workload';
import { choosePort, coherenceResourcePorts, DeclaredPort, isForRequests } from '../../cluster/objects/oam-workloads';
import { PlainObject } from '../../cluster/objects/rendered';
import { COMPONENT, NAME } from '../../cluster/objects/selectors';

/** A Service that is rendered for an application, or that an operator creates from rendered objects. */
export interface FoundService {
  readonly name: string;
  readonly isHeadless: boolean;
  /** Each with the container port that it leads to, if known. */
  readonly ports: readonly {
    readonly number: number; readonly name?: string; readonly protocol: string; readonly containerPort?: number;
  }[];
  /** The labels by which it can be selected. */
  readonly labels: Readonly<Record<string, string>>;
}

/** The destination of requests. */
export interface Backend {
  readonly service?: string;
  readonly port?: number;
  /** The namespace of the Service, if it is another one. */
  readonly namespace?: string;
  /** Their fields are relative to the trait. */
  readonly findings: readonly Finding[];
}

/** The field of a rule that names Service and port. */
const AT = 'destination';

/** The Services of all applications. */
export class Services {
  public constructor(private readonly planOf: (binding: BindingModel) => WorkloadPlan) {}

  /**
   * The Services that lead to a component's pods: first its own rendered ones, then others that select its pods, last
   * those of an operator.
   */
  public to(binding: BindingModel): FoundService[] {
    const { ports } = this.planOf(binding);
    const { own, around, bindings, objects } = this.all(binding.application);
    const planned = objects.get(binding) ?? [];
    const leading = [own, around].flatMap(index => [...new Set(planned.flatMap(each => index.servicesOf(each)))]);
    const isOwn = (service: TypedManifest) => bindings.get(service) === binding;
    const all = [...leading.filter(isOwn), ...leading.filter(service => !isOwn(service))];
    return [...all.map(service => foundService(service as PlainObject, ports)), ...this.ofOperator(binding)];
  }

  /**
   * The Services that requests for a component go to by default: its own, whatever these select, or else those that
   * lead to its pods.
   */
  public for(binding: BindingModel): FoundService[] {
    const { objects, ports } = this.planOf(binding);
    const services = objects.filter(object => isKind(object, SERVICE)).map(service => foundService(service, ports));
    const own = [...services, ...this.ofOperator(binding)];
    return own.length > 0 ? own : this.to(binding);
  }

  /** The Service with a name, whether a component, the program or an operator creates it. */
  public named(name: string, of: BindingModel): FoundService | undefined {
    const { own, around, bindings, operators } = this.all(of.application);
    const { namespace } = of.application;
    const known = of.component?.workload.source === undefined ? [own] : [own, around];
    const service = known.map(index => index.named(SERVICE, namespace, name)).find(each => each !== undefined);
    if (service) return foundService(service as PlainObject, this.planOf(bindings.get(service) ?? of).ports);
    const binding = operators.get(name);
    return binding && this.ofOperator(binding).find(each => each.name === name);
  }

  /** The Service and the port of a rule: those that it names, or else the ones that the platform would choose. */
  public backend(binding: BindingModel, destination: unknown, rule: number): Backend {
    const { host, port, httpCookie: _, ...others } = asObject<PlainDestination>(destination);
    allRead(others);
    const backend = host != null ? this.namedBackend(host, port, binding) : this.chosenBackend(port, binding);
    return { ...backend, findings: within(['rules', rule], backend.findings) };
  }

  private namedBackend(given: string, port: number | undefined, binding: BindingModel): Backend {
    const own = binding.application.namespace;
    // the full name of a Service in the own namespace is equivalent to the name alone
    const ending = [`.${own}`, `.${own}.svc`, `.${own}.svc.cluster.local`].find(each => given.endsWith(each)) ?? '';
    const host = given.slice(0, given.length - ending.length);
    if (serviceName(host, '').length > 0) {
      return { findings: bad('invalid-name', 'service-of-ingress', [AT, 'host'], host) };
    }
    const service = this.named(host, binding);
    if (service) return { service: host, ...choosePort(withTcpPorts(service), port, AT) };
    return port != null ? { service: host, port, findings: FINE }
      : { findings: found('missing-field', [AT, 'port'], { reason: 'required', way: 'port' }) };
  }

  /** Chooses among the Services of a component in the order in which the platform looks for one. */
  private chosenBackend(port: number | undefined, binding: BindingModel): Backend {
    const services = this.for(binding).map(withTcpPorts);
    const { componentName: component, component: { workload } = {} } = binding;
    const { findings, objects, type: { kind } } = this.planOf(binding);
    // findings about the workload are reported with the workload
    if (findings.length > 0) return { findings: FINE };
    if (services.length === 0) {
      const made = operatorServices(objects);
      return {
        findings: made ? found('service-not-found', AT, { reason: 'of-operator', component, ...made })
          : workload?.source ? found('service-not-found', AT, { reason: 'none-in-app', component, kind })
            : workload?.companions ? found('service-not-found', '', { reason: 'without-service', component, kind })
              : found('service-not-found', AT, { reason: 'none-rendered', component }),
      };
    }
    const withPort = services.length === 1 || port == null ? services
      : services.filter(({ ports }) => ports.some(each => each.number === port));
    const withoutHeadless = withPort.filter(({ isHeadless }) => !isHeadless);
    const overHttp = withoutHeadless.filter(({ ports }) => ports.some(isForRequests));
    const [one] = [withPort, withoutHeadless, overHttp].find(left => left.length === 1) ?? [];
    if (one) return { service: one.name, ...choosePort(one, port, AT) };
    const names = services.map(({ name }) => name);
    return { findings: found('ambiguous-service', AT, { reason: 'services', component, services: names }) };
  }

  /** The Services among the objects of one application, and those around it. */
  private all(application: ApplicationModel) {
    const { construct, namespace } = application;
    return Registry.of(construct).once(application, () => {
      const bindings = new Map<TypedManifest, BindingModel>();
      const objects = new Map<BindingModel, readonly TypedManifest[]>();
      // the bindings by the names of the Services that an operator creates for them
      const operators = new Map<string, BindingModel>();
      const elsewhere: TypedManifest[] = [];
      for (const binding of application.bindings()) {
        const planned = this.planOf(binding).objects as readonly TypedManifest[];
        objects.set(binding, planned);
        for (const each of planned) bindings.set(each, binding);
        if (binding.component?.workload.source) elsewhere.push(...planned);
        for (const { name } of this.ofOperator(binding)) operators.set(name, binding);
      }
      const services = elsewhere.length > 0 ? programObjects(construct, SERVICE, namespace) : [];
      const own = new ObjectIndex([...bindings.keys()], namespace);
      // workloads that the program creates elsewhere, with the Services that it creates in their namespace
      const around = new ObjectIndex([...services, ...elsewhere], namespace);
      return { own, around, bindings, objects, operators };
    });
  }

  /** The Coherence Operator creates a Service for each port unless `service.enabled` is false. */
  private ofOperator(binding: BindingModel): FoundService[] {
    return this.planOf(binding).objects.filter(isCoherenceResource).flatMap(({ metadata: { name, labels }, spec }) => {
      const services = new Map(listOf<Port | undefined>(spec?.ports).map(port => [port?.name, port?.service]));
      return coherenceResourcePorts(spec).flatMap(({ name: portName, port, protocol = 'TCP' }) => {
        const service = services.get(portName);
        return service?.enabled === false ? [] : [{
          name: service?.name ?? `${name}-${portName}`,
          isHeadless: false,
          ports: [{
            number: service?.port ?? port, name: service?.portName ?? portName, protocol, containerPort: port,
          }],
          labels: modelLabels(labels),
        }];
      });
    });
  }
}

/** The Service with its TCP ports alone: requests come over TCP. */
function withTcpPorts(service: FoundService): FoundService {
  return { ...service, ports: service.ports.filter(({ protocol }) => protocol === 'TCP') };
}

/** A port of a Service, or of a Coherence resource. */
interface Port {
  readonly name?: string;
  readonly port: number;
  readonly protocol?: string;
  readonly targetPort?: string | number;
  readonly service?: {
    readonly enabled?: boolean; readonly name?: string; readonly port?: number; readonly portName?: string;
  };
}

/** A Service as rules refer to it. A named target port leads to a container port, or nowhere that is known. */
function foundService({ metadata, spec }: PlainObject, containerPorts: readonly DeclaredPort[]): FoundService {
  const { name, labels = {} } = metadata;
  return {
    name,
    isHeadless: spec?.clusterIP === 'None',
    ports: listOf<Port | undefined>(spec?.ports).filter(each => each != null).map(({ port, targetPort, ...given }) => ({
      number: port,
      name: given.name,
      protocol: given.protocol ?? 'TCP',
      containerPort: typeof targetPort !== 'string' ? targetPort ?? port
        : containerPorts.find(each => each.name === targetPort)?.port,
    })),
    // the model's labels are enough to select a Service that has them; any other keeps the labels that the program sets
    labels: labels[COMPONENT] === undefined ? labels : modelLabels(labels),
  };
}

/** The labels by which the model's objects are selected: application and component. */
function modelLabels({ [NAME]: name, [COMPONENT]: component }: Record<string, string>): Record<string, string> {
  return { [NAME]: name, [COMPONENT]: component };
}
