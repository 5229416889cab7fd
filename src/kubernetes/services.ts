import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { COMPONENT, NAME, selectsPods } from '../objects/labels';
import { podLabelsOf } from '../objects/pod-holders';
import { PlainObject } from '../objects/rendering';
import { ApplicationModel, BindingModel } from '../platform/model';
import { isObject, listOf } from '../private/check';
import { isKind } from '../private/kinds/kind-of';
import { SERVICE } from '../private/kinds/kubernetes-kinds';
import { isModelObject } from '../private/model-object';
import { Registry } from '../private/registry';
import { isCoherenceResource, listedPorts } from '../workloads/coherence-workload';
import { DeclaredPort, WorkloadPlan } from '../workloads/workload';

/** A port of a Service. */
interface FoundPort {
  readonly number: number;
  readonly name?: string;
  readonly protocol: string;
  /** The container port that it leads to, if known. */
  readonly containerPort?: number;
}

/** A Service that is rendered for an application, or that an operator creates from rendered objects. */
export interface FoundService {
  readonly name: string;
  readonly isHeadless: boolean;
  readonly ports: readonly FoundPort[];
  /** The labels by which it can be selected. */
  readonly labels: Readonly<Record<string, string>>;
}

/** A Service, and the binding for which it is rendered if it is not one that the program creates itself. */
interface Located {
  readonly service: PlainObject;
  readonly binding?: BindingModel;
}

/** Services of one namespace, indexed so that no lookup reads all of them. */
class ServiceIndex {
  private readonly byName = new Map<string, Located[]>();
  /** The Services by one label of their selectors. */
  private readonly byLabel = new Map<string, Located[]>();

  public add(located: Located): void {
    const { metadata, spec } = located.service;
    append(this.byName, metadata.name, located);
    const labels = Object.entries<string>(isObject(spec?.selector) ? spec.selector : {});
    // the application's label would be the same for all Services
    const label = labels.find(([key]) => key === COMPONENT) ?? labels[0];
    if (label) append(this.byLabel, keyOf(label), located);
  }

  public named(name: string): Located | undefined {
    return this.byName.get(name)?.[0];
  }

  /** The Services that select some of these pods, given by their labels. */
  public leadingTo(pods: readonly LabelsOfPods[]): Located[] {
    const near = new Set(pods.flatMap(labels => Object.entries(labels).flatMap(label => this.byLabel.get(keyOf(label)) ?? [])));
    return [...near].filter(each => pods.some(labels => selectsPods(each.service, labels)));
  }
}

/** The Services of one application. */
interface ServicesOfApplication {
  readonly services: ServiceIndex;
  /** The bindings by the names of the Services that an operator creates for them. */
  readonly operators: ReadonlyMap<string, BindingModel>;
}

/** The Services of all applications. */
export class Services {
  public constructor(private readonly planOf: (binding: BindingModel) => WorkloadPlan) {}

  /** A component's own Services: those that are rendered, and those that the Coherence Operator creates for ports. */
  public own(binding: BindingModel): FoundService[] {
    const { objects, ports } = this.planOf(binding);
    return [...objects.filter(isService).map(service => found(service, ports)), ...this.ofOperator(binding)];
  }

  /**
   * The Services that lead to a component's pods: first its own rendered ones, then others that select its pods, last those of an operator.
   */
  public to(binding: BindingModel): FoundService[] {
    const { objects, ports } = this.planOf(binding);
    const pods = podsOf(objects);
    const leading = this.all(binding.application).services.leadingTo(pods);
    const first = [...leading.filter(each => each.binding === binding), ...leading.filter(each => each.binding !== binding)];
    const all = [...first, ...this.around(binding)?.leadingTo(pods) ?? []];
    return [...all.map(({ service }) => found(service, ports)), ...this.ofOperator(binding)];
  }

  /** The Services that requests for a component go to by default: its own, whatever these select, or else those that lead to its pods. */
  public for(binding: BindingModel): FoundService[] {
    const own = this.own(binding);
    return own.length > 0 ? own : this.to(binding);
  }

  /** The Service with a name, whether a component, the program or an operator creates it. */
  public named(name: string, of: BindingModel): FoundService | undefined {
    const { services, operators } = this.all(of.application);
    const located = services.named(name) ?? this.around(of)?.named(name);
    if (located) return found(located.service, this.planOf(located.binding ?? of).ports);
    const binding = operators.get(name);
    return binding && this.ofOperator(binding).find(service => service.name === name);
  }

  private all(application: ApplicationModel): ServicesOfApplication {
    return Registry.of(application.construct).once(application, () => {
      const services = new ServiceIndex();
      const operators = new Map<string, BindingModel>();
      for (const binding of application.bindings().filter(({ component }) => !component?.workload.source)) {
        for (const service of this.planOf(binding).objects.filter(isService)) services.add({ binding, service });
        for (const { name } of this.ofOperator(binding)) operators.set(name, binding);
      }
      return { services, operators };
    });
  }

  /** Services that the program creates elsewhere in its app, as it does the component's workload. */
  private around({ application: { construct, namespace }, component }: BindingModel): ServiceIndex | undefined {
    return component?.workload.source ? appServices(construct).get(namespace) : undefined;
  }

  private ofOperator(binding: BindingModel): FoundService[] {
    return this.planOf(binding).objects.filter(isCoherenceResource).flatMap(ofCoherence);
  }
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

const keyOf = ([key, value]: [string, string]) => `${key}=${value}`;

/** A port of a Service, or of a Coherence resource. */
interface Port {
  readonly name?: string;
  readonly port: number;
  readonly protocol?: string;
  readonly targetPort?: string | number;
  readonly service?: { readonly enabled?: boolean; readonly name?: string; readonly port?: number; readonly portName?: string };
}

function found({ metadata, spec }: PlainObject, containerPorts: readonly DeclaredPort[]): FoundService {
  return {
    name: metadata.name,
    isHeadless: spec?.clusterIP === 'None',
    ports: listOf<Port | undefined>(spec?.ports).flatMap(port => port ?? []).map(port => ({
      number: port.port, name: port.name, protocol: port.protocol ?? 'TCP', containerPort: containerPort(port, containerPorts),
    })),
    labels: ownLabels(metadata.labels),
  };
}

/** The operator creates a Service for each port unless `service.enabled` is false. */
function ofCoherence({ metadata: { name, labels }, spec }: PlainObject): FoundService[] {
  const services = new Map(listOf<Port | undefined>(spec?.ports).map(port => [port?.name, port?.service]));
  return listedPorts(spec).flatMap(({ name: portName, port, protocol = 'TCP' }) => {
    const service = services.get(portName);
    return service?.enabled === false ? [] : [{
      name: service?.name ?? `${name}-${portName}`,
      isHeadless: false,
      ports: [{ number: service?.port ?? port, name: service?.portName ?? portName, protocol, containerPort: port }],
      labels: modelLabels(labels),
    }];
  });
}

/** The model's labels are enough to select a Service that has them; any other Service keeps the labels that the program sets. */
function ownLabels(labels: Readonly<Record<string, string>> = {}): Record<string, string> {
  return labels[COMPONENT] === undefined ? labels : modelLabels(labels);
}

function modelLabels({ [NAME]: name, [COMPONENT]: component }: Record<string, string>): Record<string, string> {
  return { [NAME]: name, [COMPONENT]: component };
}

function containerPort({ port, targetPort }: Port, containerPorts: readonly DeclaredPort[]): number | undefined {
  return typeof targetPort === 'string' ? containerPorts.find(({ name }) => name === targetPort)?.port : targetPort ?? port;
}

function isService(object: PlainObject): boolean {
  return isKind(object, SERVICE);
}

type LabelsOfPods = Readonly<Record<string, string>>;

function podsOf(objects: readonly PlainObject[]): LabelsOfPods[] {
  return objects.map(podLabelsOf).filter(labels => labels !== undefined);
}

/** The Services that the program creates elsewhere in its app, as currently rendered, by namespace. */
function appServices(construct: IConstruct): ReadonlyMap<string | undefined, ServiceIndex> {
  return Registry.of(construct).once(appServices, () => {
    const isMadeElsewhere = (each: IConstruct): each is ApiObject =>
      ApiObject.isApiObject(each) && isKind(each, SERVICE) && !isModelObject(each);
    const byNamespace = new Map<string | undefined, ServiceIndex>();
    for (const service of construct.node.root.node.findAll().filter(isMadeElsewhere).flatMap(rendered)) {
      const index = byNamespace.get(service.metadata?.namespace) ?? new ServiceIndex();
      index.add({ service });
      byNamespace.set(service.metadata?.namespace, index);
    }
    return byNamespace;
  });
}

/** Skips an object that cannot be rendered: cdk8s reports it. */
function rendered(object: ApiObject): PlainObject[] {
  try {
    return [object.toJson()];
  } catch {
    return [];
  }
}
