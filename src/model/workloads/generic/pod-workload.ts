import { WorkloadDefaults, withDefaults } from './defaults';
import { PodWorkloadProps, WhenUnsatisfiable, WorkloadPort, WorkloadService } from './props';
import { resourceRequirements } from '../../../cluster/checks/definition-rules';
import { againstStandard, withStandard } from '../../../cluster/checks/pod-security';
import {
  claimedVolumes, portKey, serviceName, kubernetesPodSpec, requests, variablesIn,
} from '../../../cluster/checks/pods';
import { givenBy, givenPath } from '../../../base/definitions/props';
import { Finding, FINE, found, framed, movedTo, ownWords, within, Shown, Path } from '../../../base/findings/finding';
import { asObject, Firsts, PlainFields, PlainValue, isObject, listOf, nearest, oneOf } from '../../../base/check';
import { fieldAt, SERVICE, isKind, kindOf, nameRuleOf } from '../../../base/kind-of';
import { nameOf } from '../../../base/names';
import { memo } from '../../../base/memo';
import { fixedKind, ObjectType } from '../../../base/oam-kind';
import { mayBeSet } from '../../../base/workload-parameters';
import { pathInPatch } from '../../../base/kubernetes-api/patches';
import { definedFields, merge } from '../../../base/plain';
import {
  CheckedWorkload, WORKLOAD_PROPS, Companion, WorkloadModel, WorkloadOptions, kubernetesFindings, Workload,
} from '../workload';
import type { k8s } from 'cdk8s-plus-27';
import { allRead, RecordType } from '../../../base/definitions/type';
import {
  DeclaredPort, GENERIC_METRICS, GENERIC_PATH, isMetricsPort, MetricsDefaults, namedMetrics, NamedObject, podPorts,
} from '../../../cluster/objects/oam-workloads';
import { serviceObject, PlainObject } from '../../../cluster/objects/rendered';
import { ContainerPort, clashingPorts, containerPorts } from '../../../cluster/objects/pod-templates';
import { COMPONENT } from '../../../cluster/objects/selectors';

/**
 * A built-in kind of Kubernetes whose pods a program describes by properties. The selector of the pods has the name of
 * the component, so that the manifest is created with the component.
 *
 * @internal
 */
export abstract class PodWorkload extends CheckedWorkload {
  protected constructor(private readonly type: PodKind, props: PodWorkloadProps) {
    const { definition, apiVersion, kind } = type;
    super({
      ...givenBy(definition, props, WORKLOAD_PROPS),
      kind: fixedKind(apiVersion, kind),
      merged: (fields, overrides) => ({ ...fields, overrides }),
      check: (fields, field) => {
        const wrong = definition.check(fields, field);
        return wrong.length > 0 ? wrong : combinationFindings(type, fields);
      },
    });
  }

  public get metricsDefaults(): MetricsDefaults | undefined {
    return metricsPortsOf(this.given.pod, this.declaredPorts).at(0);
  }

  public get declaredPorts(): DeclaredPort[] { return podPorts(podSpecOf(this.given.pod)); }

  /** @internal */
  public _made(): NamedObject[] { return []; }

  /** @internal */
  public _fieldFindings(component: string, parameters: unknown): Finding[] {
    return kubernetesFindings({ ...this.type, ...this.manifest(component) }, parameters);
  }

  /** @internal */
  public _withDefaults(
    defaults: WorkloadDefaults, parameters: unknown,
  ): { workload: Workload; findings: Finding[] } {
    const { type, given } = this;
    const { labels } = defaults;
    const fields = {
      ...given,
      metadata: labels ? merge({ labels } as object as PlainFields, given.metadata ?? {}) : given.metadata,
      pod: withDefaults(given.pod, type.kind, defaults),
    };
    // parameters and overrides may change what defaults contradict
    const isFinal = given.overrides == null
      && !mayBeSet(parameters)([...kindOf(type).pods!.spec, 'containers', 0, 'resources']);
    const ofAmounts = isFinal && amountFindings(given).length === 0 ? amountFindings(fields) : FINE;
    // it was fine without them
    const findings = [...combinationFindings(type, fields), ...ofAmounts].map(each =>
      framed('defaults', movedTo(givenPath(type.definition, each.path), each)));
    return { workload: Object.create(this, { _fields: { value: fields } }) as PodWorkload, findings };
  }

  /** @internal */
  public _modelFor(component: string): WorkloadModel {
    const { type, given: fields, tcpPorts } = this;
    const { pod } = fields;
    const declaredPorts = podPorts(podSpecOf(pod, component));
    const metricsPorts = metricsPortsOf(pod, declaredPorts);
    const companionsFor = (scraped: readonly number[]) => podCompanions(type, fields, component, scraped);
    const published = companionsFor([]);
    // an OAM platform scrapes through a Service, whatever ports that has
    const isHidden = kindOf(type).isScraped && !published.some(({ object }) => isKind(object, SERVICE));
    const companions = isHidden ? companionsFor(metricsPorts.map(({ port }) => port)) : published;
    const marked = listOf<WorkloadPort>(pod.ports).findIndex(each => each.metrics != null);
    // the only port of a workload is also that of its metrics
    const onlyPort = tcpPorts.length === 1 ? { port: tcpPorts[0].port, path: GENERIC_PATH } : GENERIC_METRICS;
    return {
      ...super._modelFor(component),
      fields: this.manifest(component),
      declaredPorts,
      metricsPorts,
      ...marked >= 0 && { metricsProp: ['ports', marked, 'metrics'] },
      companions,
      companionsFor,
      followsConfigMaps: pod.followsConfigMaps === true,
      boundFindings: manifest =>
        boundFindings(type, fields, companions, { metadata: {}, ...type, ...manifest }, component),
      // a limit is a request too
      warnings: listOf(podSpecOf(pod, component).containers).flatMap((each, i) => {
        const missing = ['cpu', 'memory'].filter(name => !requests(each?.resources, name));
        const at = propOf(pod, ['containers', i, 'resources', 'requests'], component);
        return missing.length === 0 ? FINE : found('missing-request', at, { reason: 'no-requests', fields: missing });
      }),
      traitDefaults: this.metricsDefaults ?? onlyPort,
      made: () =>
        companions.map(({ object: { apiVersion, kind, metadata: { name } } }) => ({ apiVersion, kind, name })),
    };
  }

  private get given(): FieldsOfPods { return this._fields as unknown as FieldsOfPods; }

  private get tcpPorts(): DeclaredPort[] {
    return this.declaredPorts.filter(({ protocol = 'TCP' }) => protocol === 'TCP');
  }

  /** The fields of the object, without its type. */
  private manifest(component: string): PlainFields {
    const { type, given: { metadata, spec, pod, overrides = {} } } = this;
    const { pods, selectsItsPods } = kindOf(type);
    const selected = { [COMPONENT]: component };
    const service = podCompanions(type, this.given, component).find(({ object }) => isKind(object, SERVICE));
    const podMetadata = definedFields({ labels: { ...pod.podLabels, ...selected }, annotations: pod.podAnnotations });
    const at = (steps: readonly string[], value: object) =>
      steps.reduceRight((inner, step) => ({ [step]: inner }), value);
    const made = ([
      { ...metadata === undefined ? {} : { metadata: definedFields(metadata) }, spec: spec ?? {} },
      type.service === 'headless' && service ? { spec: { serviceName: service.object.metadata.name } } : {},
      selectsItsPods ? { spec: { selector: { matchLabels: selected } } } : {},
      at(pods!.metadata, podMetadata),
      at(pods!.spec, podSpecOf(pod, component, type.restartPolicy)),
    ] as PlainFields[]).reduce((whole, part) => merge(whole, part));
    return merge(made, overrides, type.kind);
  }
}

/** The characteristics of a kind. */
export interface PodKind extends ObjectType {
  readonly definition: RecordType;
  /** Its Service, if it has one. */
  readonly service?: 'cluster-ip' | 'headless';
  /** The restart policy of its pods, unless the program sets one. */
  readonly restartPolicy?: string;
}

/** The fields of a workload as in its definition: `metadata`, `spec`, `pod` and `service`. */
interface FieldsOfPods {
  readonly metadata?: PlainFields;
  readonly spec?: PlainFields;
  readonly pod: Pod;
  readonly service?: WorkloadService;
  readonly overrides?: PlainFields;
}

/** The properties of the pods that a program gives, with the fields of Kubernetes' types as Kubernetes spells them. */
interface Pod extends Omit<PodWorkloadProps, keyof WorkloadOptions | 'podSpec'> {
  readonly podSpec?: PlainFields;
  readonly restartPolicy?: string;
}

/** The Service, with these scraped ports too, and the ServiceAccount of the pods of a component. */
function podCompanions(
  type: PodKind, { pod, service }: FieldsOfPods, component: string, scraped: readonly number[] = [],
): Companion[] {
  const { enabled, name, labels, annotations, spec }: WorkloadService = service ?? {};
  const companions: Companion[] = [];
  const all = containerPortsOf(pod, component);
  const published = withScrapedPorts(pod, servicePorts(type, pod), all.filter(({ containerPort, protocol }) =>
    scraped.includes(containerPort) && (protocol ?? 'TCP') === 'TCP'));
  if (type.service !== undefined && enabled !== false && (published.length > 0 || spec?.ports != null)) {
    const ports = published.map(({ name: portName, containerPort, protocol }) => definedFields({
      name: portName,
      port: portInService(pod, containerPort, protocol),
      // Kubernetes takes the first port of the pod with a name
      targetPort: all.find(each => each.name === portName)?.containerPort === containerPort
        ? portName ?? containerPort : containerPort,
      protocol,
    }));
    const isHeadless = type.service === 'headless' && ['ClusterIP', undefined, null].includes(spec?.type);
    const metadata = definedFields({ name: name ?? component, labels, annotations });
    const derived = { ...isHeadless ? { clusterIP: 'None' } : {}, selector: { [COMPONENT]: component }, ports };
    companions.push({ suffix: 'service', object: serviceObject(metadata, { ...derived, ...spec }) });
  }
  const { serviceAccount: account } = pod;
  if (account?.create) {
    const metadata = definedFields({ name: account.name ?? component, annotations: account.annotations });
    companions.push({ suffix: 'service-account', object: { apiVersion: 'v1', kind: 'ServiceAccount', metadata } });
  }
  return companions;
}

/** The ports of all containers, at the properties that declare them. */
function containerPortsOf(pod: Pod, component?: string): ContainerPort[] {
  const { containers, initContainers } = podSpecOf(pod, component);
  const sidecars = listOf(initContainers).map(each => each?.restartPolicy === 'Always' ? each : undefined);
  const ports = [...containerPorts(containers, ['containers']), ...containerPorts(sidecars, ['initContainers'])];
  return ports.map(port => ({ ...port, field: propOf(pod, port.field, component) }));
}

/** The ports of the first container that the Service has, or, with those for metrics, that it may have. */
function publishedPorts(pod: Pod, withMetrics = false): ContainerPort[] {
  const own = containerPorts(listOf(podSpecOf(pod).containers).slice(0, 1), ['containers']);
  return own.map(port => ({ ...port, field: propOf(pod, port.field) })).filter(port =>
    portProps(pod, port.containerPort, port.protocol)?.published ?? (withMetrics || !isMetricsPort(port)));
}

/** The same of a kind. A StatefulSet with ports names its Service for good, which gives its pods DNS names. */
function servicePorts({ service }: PodKind, pod: Pod): ContainerPort[] {
  const ports = publishedPorts(pod);
  return ports.length === 0 && service === 'headless' ? publishedPorts(pod, true) : ports;
}

/** The ports of a Service with others, if it can have them: it names its ports if there are several. */
function withScrapedPorts(pod: Pod, published: ContainerPort[], scraped: readonly ContainerPort[]): ContainerPort[] {
  const numberOf = ({ containerPort, protocol }: ContainerPort) => portInService(pod, containerPort, protocol);
  return scraped.reduce((ports, port) => {
    const isClear = ports.every(each => each.name != null && port.name != null && each.name !== port.name
      && numberOf(each) !== numberOf(port));
    return isClear ? [...ports, port] : ports;
  }, published);
}

/** The endpoints at ports of the pods, by their names or by the props of the first container. */
function metricsPortsOf(pod: Pod, declared: readonly DeclaredPort[]): MetricsDefaults[] {
  return declared.filter(({ protocol = 'TCP' }) => protocol === 'TCP').flatMap(each => {
    const { metrics } = portProps(pod, each.port, each.protocol) ?? {};
    return metrics ? { port: each.port, path: metrics.path ?? GENERIC_PATH } : namedMetrics([each]);
  });
}

/** The props of a port that the first container has. */
function portProps({ ports }: Pod, number: number, protocol: string | undefined): WorkloadPort | undefined {
  return listOf<WorkloadPort>(ports).find(each => each.port === number && each.protocol === protocol);
}

/** The number by which a Service has a port of the containers. */
function portInService(pod: Pod, number: number, protocol: string | undefined): number {
  return portProps(pod, number, protocol)?.servicePort ?? number;
}

/** Whether a Service has the ports of the containers. */
function derivesPorts({ service: has }: PodKind, service?: WorkloadService): boolean {
  return has !== undefined && service?.enabled !== false && service?.spec?.ports == null;
}

/** Reports combinations of properties that Kubernetes rejects or would never use. */
function combinationFindings(type: PodKind, fields: FieldsOfPods): Finding[] {
  const { pod, spec, service } = fields;
  const { serviceAccount: account, podSpec } = pod;
  const claimed = claimedVolumes(spec);
  // the container has the name of the component, which is not known yet
  const wrong = kubernetesPodSpec(podSpecOf(pod), '', claimed)
    .filter(({ path }) => !hasOwnContainer(pod) || path.join() !== 'containers,0,name');
  if (wrong.length > 0) {
    return within('pod', wrong.map(each => {
      const { path, parameters: { first, ...others } } = each;
      // an element has another index in the list that the program gives
      const index = typeof first === 'number' ? propOf(pod, [...path.slice(0, -1), first]).at(-1) : undefined;
      const counted = typeof index === 'number' ? { ...each, parameters: { ...others, first: index } } : each;
      return movedTo(propOf(pod, path), counted);
    }));
  }
  const policies = type.restartPolicy === undefined ? ['Always'] : ['Never', 'OnFailure'];
  const isWithoutPorts = service != null && service.enabled !== false && service.spec?.ports == null
    && servicePorts(type, pod).length === 0;
  const made = podSpecOf(pod, undefined, type.restartPolicy);
  const containers = ['containers', 'initContainers'].flatMap(list => listOf(made[list]));
  const mounts = new Set<unknown>(containers.flatMap(each =>
    [...listOf(each?.volumeMounts), ...listOf(each?.volumeDevices)]).map(mount => mount?.name));
  return [
    ...podSpec?.restartPolicy == null ? FINE : oneOf(...policies)(podSpec.restartPolicy, 'pod.podSpec.restartPolicy'),
    ...isWithoutPorts
      ? found('missing-field', ['pod', 'ports'], containerPortsOf(pod).length === 0
        ? ownWords('is required for the Service: no container declares a port',
          "declare the ports, or leave 'service' out")
        : ownWords('must have a port that is published: the Service has neither ports for metrics nor those of '
          + 'sidecars', "set 'published' to true, or leave 'service' out")) : FINE,
    ...account?.annotations != null && !account.create
      ? found('invalid-value', ['pod', 'serviceAccount', 'annotations'],
        ownWords('has no effect: only a ServiceAccount that is created gets annotations',
          "set 'create' to true, or leave them out")) : FINE,
    ...listOf<WorkloadPort>(pod.ports).flatMap((port, i) => [
      ...(['servicePort', ...derivesPorts(type, service) ? [] : ['published'] as const] as const).flatMap(field =>
        port?.[field] == null || derivesPorts(type, service) && port.published !== false ? FINE
          : found('invalid-value', ['pod', 'ports', i, field],
            ownWords('has no effect: no Service has the port', 'leave it out'))),
      ...port?.metrics == null || (port.protocol ?? 'TCP') === 'TCP' ? FINE
        : found('invalid-value', ['pod', 'ports', i, 'metrics'],
          ownWords('has no effect: metrics are collected over TCP', 'leave it out')),
    ]),
    ...within('pod', [
      ...givenTwice(pod),
      ...againstStandard(made, pod.podSecurity).map(each => movedTo(propOf(pod, each.path), each)),
      ...distinctPortFindings(type, fields),
    ]),
    ...claimed.flatMap((name, i) => mounts.has(name) ? FINE
      : found('unmounted-claim', ['spec', 'volumeClaimTemplates', i], { name: Shown.of(name) })),
  ];
}

/** Findings on requests of the first container that are above its limits. Rules report those in what is rendered. */
function amountFindings({ pod }: FieldsOfPods): Finding[] {
  const [main] = listOf(podSpecOf(pod).containers);
  return within('pod', resourceRequirements(main?.resources, '').map(each =>
    movedTo(propOf(pod, ['containers', 0, 'resources', ...each.path]), each)));
}

/** Findings on values, not lists or objects, that both a property and `podSpec` give, and on what that would delete. */
function givenTwice(pod: Pod, component?: string): Finding[] {
  if (pod.podSpec == null) return FINE;
  const own = flatSpecOf(pod, component);
  const twice = (flat: PlainValue | undefined, patch: PlainValue | undefined) => Object.keys(asObject(patch))
    .filter(field => field !== 'name' && patch![field] != null && /^(string|number)$/.test(typeof flat?.[field]));
  const nullsIn = (value: unknown, path: Path): Path[] => value === null ? [path]
    : typeof value !== 'object' ? [] : Object.entries(value!).flatMap(([key, each]) =>
      nullsIn(each, [...path, Array.isArray(value) ? Number(key) : key]));
  // what is merged has the elements of the properties first
  const deleted = nullsIn(podSpecOf(pod, component), []).filter(path => fieldAt(own, path.map(String)) != null);
  const [main] = listOf(own.containers);
  return [
    ...deleted.flatMap(path => found('invalid-type', propOf(pod, path, component), { reason: 'null' })),
    ...twice(own, pod.podSpec).flatMap(name => found('invalid-value', ['podSpec', name],
      { reason: 'beside', field: name === 'serviceAccountName' ? 'serviceAccount' : name })),
    ...listOf(pod.podSpec?.containers).flatMap((each, i) => main === undefined || each?.name !== main.name ? FINE
      : twice(main, each).flatMap(name => found('invalid-value', ['podSpec', 'containers', i, name],
        ownWords(`cannot be set together with '${name}' of the main container`,
          'leave one of them out, or give a further container its own name')))),
  ];
}

/** Findings on containers without an image: those of `podSpec` that change no container. */
function missingImages(pod: Pod, spec: PlainValue | undefined, component: string): Finding[] {
  const own = podSpecOf(pod, component);
  return ['containers', 'initContainers'].flatMap(list => listOf(own[list]).flatMap((_, i) => {
    const { image, name } = asObject(listOf(spec?.[list])[i]);
    if (image != null) return FINE;
    const at = propOf(pod, [list, i, 'image'], component);
    if (list !== 'containers' || !hasOwnContainer(pod)) return found('missing-field', at, { reason: 'required' });
    const main = String(mainContainer(pod, component));
    const meant = nearest(String(name), [main]);
    return found('missing-field', at, { reason: 'patch', name: Shown.of(name), main, meant });
  }));
}

/** Checks names and numbers of ports: a Service names its ports if it has several, and has each number once. */
function distinctPortFindings(type: PodKind, { pod, service }: FieldsOfPods): Finding[] {
  const clashing = clashingPorts(containerPortsOf(pod));
  if (clashing.length > 0 || !derivesPorts(type, service)) return clashing;
  const ports = publishedPorts(pod, true);
  const numbers = new Firsts<Path>();
  return ports.flatMap(({ name, containerPort, protocol, field }) => {
    const port = portKey(portInService(pod, containerPort, protocol), protocol)!;
    const same = numbers.earlier(port, field);
    if (ports.length > 1 && name == null) {
      return found('missing-field', [...field, 'name'], { reason: 'required', way: 'port-name' });
    }
    return !same ? FINE : found('duplicate-port', field, { reason: 'service', port, first: same });
  });
}

/** Findings that overrides, parameters and the component's name cause in a manifest that was checked without them. */
function boundFindings(
  type: PodKind, { pod, service: declared }: FieldsOfPods, companions: readonly Companion[], manifest: PlainObject,
  component: string,
): Finding[] {
  const { spec: path } = kindOf(type).pods!;
  const spec = fieldAt(manifest, path);
  const service = companions.map(({ object }) => object).find(object => isKind(object, SERVICE));
  const name = nameOf(manifest) ?? component;
  const rule = nameRuleOf(type)(name, manifest);
  const ports = podPorts(spec);
  return [
    ...rule ? found('invalid-name', 'metadata.name', { reason: 'given', rule, value: Shown.of(name) }) : FINE,
    ...within(path, againstStandard(spec, pod.podSecurity)),
    ...givenTwice(pod, component),
    ...missingImages(pod, spec, component),
    ...service ? serviceName(service.metadata.name, 'service.name') : FINE,
    ...listOf(service?.spec.ports).flatMap((each, i) => {
      const target = each?.targetPort ?? each?.port;
      // a given Service may lead to a number that no container declares
      const isKnown = typeof target === 'string' ? ports.some(port => port.name === target)
        : declared?.spec?.ports != null || ports.some(({ port }) => port === target);
      return isKnown ? FINE
        : found('service-not-found', ['service', 'spec', 'ports', i], { reason: 'target', value: Shown.of(target) });
    }),
  ];
}

const PROBES = { livenessProbe: 'liveness', readinessProbe: 'readiness', startupProbe: 'startup' } as const;

/** The variables of the container, in the order of the properties, but after those to which they refer. */
function variablesInOrder({ env, envSources }: Pick<Pod, 'env' | 'envSources'>): k8s.EnvVar[] | undefined {
  if (env == null && envSources == null) return undefined;
  const sources = Object.entries(envSources ?? {}).map(([name, valueFrom]) => ({ name, valueFrom }));
  const all: k8s.EnvVar[] = [...Object.entries(env ?? {}).map(([name, value]) => ({ name, value })), ...sources];
  const byName = new Map(all.map(each => [each.name, each]));
  const reached = new Set<k8s.EnvVar>();
  const inOrder: k8s.EnvVar[] = [];
  const add = (variable: k8s.EnvVar | undefined) => {
    if (!variable || reached.has(variable)) return;
    reached.add(variable);
    for (const name of variablesIn(variable.value)) add(byName.get(name));
    inOrder.push(variable);
  };
  all.forEach(add);
  return inOrder;
}

/** Whether the properties describe a container, which is the first one. */
const hasOwnContainer = ({ image }: Pod) => image != null;

/**
 * The name of that container. Before the component is known, it is that of the container without an image in `podSpec`,
 * which changes it.
 */
function mainContainer({ containerName, podSpec }: Pod, component?: string): unknown {
  return containerName ?? component
    ?? listOf(podSpec?.containers).find(each => isObject(each) && each.image == null)?.name;
}

/** The spec of the pods by the properties alone, without `podSpec`. */
function flatSpecOf(props: Pod, component?: string, defaultPolicy?: string): PlainFields {
  const {
    podSpec, volumes, serviceAccount, podSecurity: _, restartPolicy, podLabels: __, podAnnotations: ___,
    followsConfigMaps: ____, terminationGracePeriodSeconds, priorityClassName, spread, image, imagePullPolicy,
    containerName: _____, command, args, ports, env, envSources, envFrom, resources, probes, lifecycle, volumeMounts,
    securityContext, ...others
  } = props;
  allRead(others);
  const own = definedFields({
    name: mainContainer(props, component),
    image,
    imagePullPolicy,
    command,
    args,
    ports: ports?.map(({ name, port, protocol }) => definedFields({ name, containerPort: port, protocol })),
    envFrom,
    env: variablesInOrder({ env, envSources }),
    resources,
    ...Object.fromEntries(Object.entries(PROBES).map(([field, prop]) => [field, probes?.[prop]])),
    lifecycle,
    volumeMounts,
    securityContext,
  });
  const account = serviceAccount == null ? undefined : serviceAccount.name ?? component ?? '';
  return {
    ...definedFields({
      restartPolicy: restartPolicy ?? defaultPolicy,
      serviceAccountName: account,
      // only pods that use the API need the token, and those have their own account
      automountServiceAccountToken: account === undefined && podSpec?.serviceAccountName == null ? false : undefined,
      terminationGracePeriodSeconds,
      priorityClassName,
      topologySpreadConstraints: spread?.map(each => ({
        maxSkew: 1,
        whenUnsatisfiable: WhenUnsatisfiable.SCHEDULE_ANYWAY,
        ...definedFields(each),
        labelSelector: { matchLabels: { [COMPONENT]: component } },
      })),
      volumes,
    }),
    ...hasOwnContainer(props) ? { containers: [own] } : {},
  } as object as PlainFields;
}

/** The specs of pods with these properties, by the name of the component and the restart policy. */
const specsOf = memo((_props: Pod) => new Map<string, PlainFields>());

/** The spec of the pods of a component with this name. */
function podSpecOf(props: Pod, component?: string, defaultPolicy?: string): PlainFields {
  const [specs, key] = [specsOf(props), `${defaultPolicy ?? ''} ${component ?? ''}`];
  const known = specs.get(key);
  if (known) return known;
  const flat = flatSpecOf(props, component, defaultPolicy);
  const spec = props.podSpec == null ? flat : merge(flat, props.podSpec, 'PodSpec');
  const made = props.podSecurity == null ? spec : withStandard(spec, props.podSecurity) as PlainFields;
  specs.set(key, made);
  return made;
}

/** The path of the property, below `pod`, that sets a path below the spec of the pods. */
function propOf(pod: Pod, path: Path, component?: string): Path {
  const changed = pod.podSpec && pathInPatch('PodSpec', flatSpecOf(pod, component), pod.podSpec, path);
  if (changed) return ['podSpec', ...changed];
  const [list, index, ...rest] = path;
  if (list === 'serviceAccountName') return ['serviceAccount', 'name'];
  if (list === 'topologySpreadConstraints') return ['spread', index, ...rest];
  if (list !== 'containers') return Object.hasOwn(pod, list) ? path : ['podSpec', ...path];
  const [field, item, ...below] = rest;
  if (field === 'name') return ['containerName'];
  if (field === 'env' && typeof item === 'number') {
    const { name, valueFrom } = variablesInOrder(pod)![item];
    return [valueFrom === undefined ? 'env' : 'envSources', name];
  }
  if (field === 'ports' && below[0] === 'containerPort') return ['ports', item, 'port'];
  return typeof field === 'string' && field in PROBES
    ? ['probes', PROBES[field as keyof typeof PROBES], ...rest.slice(1)] : rest;
}
