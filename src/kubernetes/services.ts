import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { podLabelsOf } from '../objects/pod-holders';
import { PlainObject } from '../objects/rendering';
import { ApplicationModel, BindingModel } from '../platform/model';
import { COMPONENT, NAME } from '../platform/oam-labels';
import { isObject, listOf } from '../private/check';
import { grouped } from '../private/grouped';
import { isKind } from '../private/kinds/kind-of';
import { SERVICE } from '../private/kinds/kubernetes-kinds';
import { isModelObject } from '../private/model-object';
import { Registry, isPresent } from '../private/registry';
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

/** A Service, and the binding for which it is rendered. */
interface Located {
  readonly binding: BindingModel;
  readonly service: PlainObject;
}

/** Index of an application's Services, so that no lookup scans all of them. */
interface ServiceIndex {
  readonly byName: Map<string, Located[]>;
  /** Services by one label of their selectors. */
  readonly byLabel: Map<string, Located[]>;
  /** Bindings by the names of the Services that an operator creates for them. */
  readonly operators: Map<string, BindingModel>;
}

/** The Services of all applications. */
export class Services {
  private readonly applications = new WeakMap<ApplicationModel, ServiceIndex>();

  public constructor(private readonly planOf: (binding: BindingModel) => WorkloadPlan, private readonly isDeclaring: () => boolean) {}

  /** Indexes the Services of a binding. */
  public add(binding: BindingModel): void {
    const { byName, byLabel, operators } = this.indexOf(binding.application);
    for (const service of this.planOf(binding).objects.filter(isService)) {
      append(byName, service.metadata.name, { binding, service });
      const labels = Object.entries<string>(isObject(service.spec?.selector) ? service.spec.selector : {});
      // the application's label would be the same for all Services
      const label = labels.find(([key]) => key === COMPONENT) ?? labels[0];
      if (label) append(byLabel, keyOf(label), { binding, service });
    }
    for (const { name } of this.ofOperator(binding)) operators.set(name, binding);
  }

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
    const leading = this.located(binding.application, pods);
    const first = [...leading.filter(each => each.binding === binding), ...leading.filter(each => each.binding !== binding)];
    const around = this.around(binding)?.leadingTo(binding.application.namespace, pods) ?? [];
    return [...[...first.map(({ service }) => service), ...around].map(service => found(service, ports)), ...this.ofOperator(binding)];
  }

  /** The Services that requests for a component go to by default: its own, whatever these select, or else those that lead to its pods. */
  public for(binding: BindingModel): FoundService[] {
    const own = this.own(binding);
    return own.length > 0 ? own : this.to(binding);
  }

  /** The Service with a name, whether a component, the program or an operator creates it. */
  public named(name: string, of: BindingModel): FoundService | undefined {
    const { byName, operators } = this.indexOf(of.application);
    const located = byName.get(name)?.find(isThere);
    if (located) return found(located.service, this.planOf(located.binding).ports);
    const around = this.around(of)?.named(of.application.namespace, name);
    if (around) return found(around, this.planOf(of).ports);
    const binding = operators.get(name);
    return binding && isPresent(binding.construct) ? this.ofOperator(binding).find(service => service.name === name) : undefined;
  }

  /**
   * Services that the program creates elsewhere in its app, as it does the component's workload. None is read while constructs are created.
   */
  private around({ application: { construct }, component }: BindingModel): AppServices | undefined {
    return component?.workload.source && !this.isDeclaring() ? appServices(construct) : undefined;
  }

  /** The Services of an application's components that lead to pods. */
  private located(application: ApplicationModel, pods: readonly LabelsOfPods[]): Located[] {
    const { byLabel } = this.indexOf(application);
    const located = new Set(pods.flatMap(labels => Object.entries(labels).flatMap(label => byLabel.get(keyOf(label)) ?? [])));
    return [...located].filter(each => isThere(each) && leadsTo(each.service, pods));
  }

  private ofOperator(binding: BindingModel): FoundService[] {
    return this.planOf(binding).objects.filter(isCoherenceResource).flatMap(ofCoherence);
  }

  private indexOf(application: ApplicationModel): ServiceIndex {
    const known = this.applications.get(application);
    if (known) return known;
    const index: ServiceIndex = { byName: new Map(), byLabel: new Map(), operators: new Map() };
    this.applications.set(application, index);
    return index;
  }
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

const keyOf = ([key, value]: [string, string]) => `${key}=${value}`;

function isThere({ binding }: Located): boolean {
  return isPresent(binding.construct);
}

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

function leadsTo({ spec }: PlainObject, pods: readonly LabelsOfPods[]): boolean {
  const wanted = Object.entries(Object(spec?.selector));
  return wanted.length > 0 && spec.type !== 'ExternalName' && pods.some(labels => wanted.every(([key, value]) => labels[key] === value));
}

/** The Services that the program creates elsewhere in its app, as currently rendered. */
interface AppServices {
  readonly named: (namespace: string | undefined, name: string) => PlainObject | undefined;
  readonly leadingTo: (namespace: string | undefined, pods: readonly LabelsOfPods[]) => readonly PlainObject[];
}

function appServices(construct: IConstruct): AppServices {
  return Registry.of(construct).once(appServices, () => {
    const isMadeElsewhere = (each: IConstruct): each is ApiObject =>
      ApiObject.isApiObject(each) && isKind(each, SERVICE) && !isModelObject(each);
    const services = construct.node.root.node.findAll().filter(isMadeElsewhere).flatMap(rendered);
    const textOf = (...parts: readonly unknown[]) => JSON.stringify(parts);
    const byName = grouped(services, ({ metadata }) => [textOf(metadata?.namespace, metadata?.name)]);
    const byLabel = grouped(services, ({ metadata, spec }) => {
      const [label] = Object.entries(Object(spec?.selector));
      return label ? [textOf(metadata?.namespace, ...label)] : [];
    });
    return {
      named: (namespace, name) => byName.get(textOf(namespace, name))?.[0],
      leadingTo: (namespace, pods) => pods.flatMap(labels => Object.entries(labels))
        .flatMap(label => byLabel.get(textOf(namespace, ...label)) ?? []).filter(service => leadsTo(service, pods)),
    };
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
