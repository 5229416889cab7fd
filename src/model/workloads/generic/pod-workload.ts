import { PodWorkloadProps, WorkloadPort, WorkloadService } from './props';
import { againstStandard, withStandard } from '../../../cluster/checks/pod-security';
import {
  claimedVolumes, given, portKey, serviceName, kubernetesPodSpec, requests, variablesIn,
} from '../../../cluster/checks/pods';
import { givenBy } from '../../../base/definitions/props';
import { Finding, FINE, found, movedTo, saying, within, Shown, Path } from '../../../base/findings/finding';
import {
  COMPONENT, ContainerPort, clashingPorts, containerPorts, serviceObject, PlainObject,
} from '../../../cluster/objects/object-index';
import { PlainFields, PlainValue, listOf, oneOf } from '../../../base/check';
import { fieldAt, SERVICE, isKind, kindOf, nameRuleOf } from '../../../base/kinds/kind-of';
import { nameOf } from '../../../base/names';
import { fixedKind, ObjectType } from '../../../base/oam-kind';
import { merge } from '../../../base/plain';
import {
  CheckedWorkload, WORKLOAD_PROPS, Companion, WorkloadModel, WorkloadOptions, kubernetesFindings,
} from '../workload';
import type { k8s } from 'cdk8s-plus-27';
import { allRead, RecordType } from '../../../base/definitions/type';
import {
  DeclaredPort, GENERIC_METRICS, GENERIC_PATH, MetricsDefaults, NamedObject, podPorts,
} from '../../../cluster/objects/oam-workloads';

/** The port that is scraped, unless a MetricsTrait says otherwise. */
const METRICS_PORT = 'metrics';

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
        return wrong.length > 0 ? wrong : findingsOf(type, fields);
      },
    });
  }

  public get metricsDefaults(): MetricsDefaults | undefined {
    const named = this.declaredPorts.find(port => port.name === METRICS_PORT && isTcp(port));
    return named && { port: named.port, path: GENERIC_PATH };
  }

  public get declaredPorts(): DeclaredPort[] {
    return podPorts(podSpecOf(this.given.pod, undefined));
  }

  /** @internal */
  public _made(): NamedObject[] {
    return [];
  }

  /** @internal */
  public _fieldFindings(component: string, parameters: unknown): Finding[] {
    return kubernetesFindings({ ...this.type, ...this.manifest(component) }, parameters);
  }

  /** @internal */
  public _modelFor(component: string): WorkloadModel {
    const companions = companionsOf(this.type, this.given, component);
    return {
      ...super._modelFor(component),
      fields: this.manifest(component),
      declaredPorts: podPorts(podSpecOf(this.given.pod, component)),
      companions,
      followsConfigMaps: this.given.pod.followsConfigMaps === true,
      boundFindings: manifest =>
        boundFindings(this.type, this.given, companions, { metadata: {}, ...this.type, ...manifest }, component),
      warnings: withoutRequests(this.given.pod),
      traitDefaults: this.metricsDefaults ?? onlyPort(this.declaredPorts),
      made: () =>
        companions.map(({ object: { apiVersion, kind, metadata: { name } } }) => ({ apiVersion, kind, name })),
    };
  }

  private get given(): FieldsOfPods {
    return this._fields as unknown as FieldsOfPods;
  }

  /** The fields of the object, without its type. */
  private manifest(component: string): PlainFields {
    return merge(manifestFor(this.type, this.given, component) as PlainFields, this.given.overrides ?? {});
  }
}

/** The only port of a workload is also that of its metrics. */
function onlyPort(declared: readonly DeclaredPort[]): MetricsDefaults {
  const ports = declared.filter(isTcp);
  return ports.length === 1 ? { port: ports[0].port, path: GENERIC_PATH } : GENERIC_METRICS;
}

const isTcp = ({ protocol }: DeclaredPort) => protocol === undefined || protocol === 'TCP';

/** The fields of a workload as in its definition: `metadata`, `spec`, `pod` and `service`. */
interface FieldsOfPods {
  readonly metadata?: PlainFields;
  readonly spec?: PlainFields;
  readonly pod: Pod;
  readonly service?: WorkloadService;
  readonly overrides?: PlainFields;
}

function manifestFor(type: PodKind, fields: FieldsOfPods, component: string): object {
  const { metadata, spec, pod } = fields;
  const { pods, selectsItsPods } = kindOf(type);
  const selected = { [COMPONENT]: component };
  const own = serviceOf(type, fields, component);
  return [
    { ...metadata === undefined ? {} : { metadata: given(metadata) }, spec: spec ?? {} },
    type.service === 'headless' && own ? { spec: { serviceName: own.object.metadata.name } } : {},
    selectsItsPods ? { spec: { selector: { matchLabels: selected } } } : {},
    nested(pods!.metadata, given({ labels: { ...pod.podLabels, ...selected }, annotations: pod.podAnnotations })),
    nested(pods!.spec, podSpecOf(pod, component, type.restartPolicy)),
  ].reduce(merge);
}

/** An object with a value at the end of the steps. */
function nested(steps: readonly string[], value: object): object {
  return steps.reduceRight((inner, step) => ({ [step]: inner }), value);
}

function companionsOf(type: PodKind, fields: FieldsOfPods, component: string): Companion[] {
  const { serviceAccount: account } = fields.pod;
  const own = serviceOf(type, fields, component);
  if (!account?.create) return own ? [own] : [];
  const metadata = given({ name: account.name ?? component, annotations: account.annotations });
  const made = { suffix: 'service-account', object: { apiVersion: 'v1', kind: 'ServiceAccount', metadata } };
  return own ? [own, made] : [made];
}

/** The ports of the Service: those of all containers, at the properties that declare them. */
function portsOf(pod: Pod): ContainerPort[] {
  const { containers, initContainers } = podSpecOf(pod, 'main');
  const sidecars = listOf(initContainers).map(each => each?.restartPolicy === 'Always' ? each : undefined);
  const ports = [...containerPorts(containers, ['containers']), ...containerPorts(sidecars, ['initContainers'])];
  return ports.map(port => ({ ...port, field: propOf(pod, port.field) }));
}

function serviceOf(type: PodKind, { pod, service: own }: FieldsOfPods, component: string): Companion | undefined {
  const { enabled, name, labels, annotations, spec }: WorkloadService = own ?? {};
  const declared = portsOf(pod);
  if (type.service === undefined || enabled === false || declared.length === 0 && own?.spec?.ports == null) {
    return undefined;
  }
  const ports = declared.map(({ name: portName, containerPort, protocol }) => given({
    name: portName, port: servicePort(pod, containerPort, protocol), targetPort: portName ?? containerPort, protocol,
  }));
  const isHeadless = type.service === 'headless' && ['ClusterIP', undefined, null].includes(spec?.type);
  const made = { ...isHeadless ? { clusterIP: 'None' } : {}, selector: { [COMPONENT]: component }, ports };
  return {
    suffix: 'service',
    object: serviceObject(given({ name: name ?? component, labels, annotations }), { ...made, ...spec }),
  };
}

/** Whether a Service has the ports of the containers. */
function derivesPorts({ service: has }: PodKind, own?: WorkloadService): boolean {
  return has !== undefined && own?.enabled !== false && own?.spec?.ports == null;
}

function servicePort({ ports }: Pod, number: number, protocol: string | undefined): number {
  const declared = listOf<WorkloadPort>(ports).find(each => each.port === number && each.protocol === protocol);
  return declared?.servicePort ?? number;
}

/** Reports combinations of properties that Kubernetes rejects or would never use. */
function findingsOf(type: PodKind, fields: FieldsOfPods): Finding[] {
  const { pod, spec } = fields;
  const claimed = claimedVolumes(spec);
  const wrong = podFindings(pod, claimed);
  if (wrong.length > 0) return within('pod', wrong);
  const policies = type.restartPolicy === undefined ? ['Always'] : ['Never', 'OnFailure'];
  const { restartPolicy } = pod.podSpec ?? {};
  const unused = [
    ...restartPolicy == null ? FINE : oneOf(...policies)(restartPolicy, 'pod.podSpec.restartPolicy'),
    ...unusedFindings(type, fields),
    ...twiceFindings(pod),
  ];
  const made = podSpecOf(pod, 'main', type.restartPolicy);
  const secured = againstStandard(made, pod.podSecurity).map(each => movedTo(propOf(pod, each.path), each));
  const mounts = new Set<unknown>(['containers', 'initContainers'].flatMap(list => listOf(made[list]).flatMap(each => [
    ...listOf(each?.volumeMounts), ...listOf(each?.volumeDevices),
  ])).map(mount => mount?.name));
  return [
    ...unused,
    ...within('pod', [...secured, ...portFindings(type, fields)]),
    ...claimed.flatMap((name, i) => mounts.has(name) ? FINE
      : found('unmounted-claim', ['spec', 'volumeClaimTemplates', i], { name: Shown.of(name) })),
  ];
}

/**
 * Checks names and numbers of ports: a Service names its ports if it has several, and has each number once. One port
 * has metrics.
 */
function portFindings(type: PodKind, { pod, service: own }: FieldsOfPods): Finding[] {
  const ports = portsOf(pod);
  const clashing = clashingPorts(ports);
  if (clashing.length > 0) return clashing;
  const isServed = derivesPorts(type, own);
  const names = ports.map(({ name }) => name);
  const numbers =
    ports.map(({ containerPort, protocol }) => portKey(servicePort(pod, containerPort, protocol), protocol));
  return ports.flatMap(({ name, field }, i) => {
    if (!isServed && name !== METRICS_PORT) return FINE;
    if (ports.length > 1 && name == null) {
      return found('missing-field', [...field, 'name'], { reason: 'required', way: 'port-name' });
    }
    const [first, sameNumber] = [names.indexOf(name), numbers.indexOf(numbers[i])];
    if (first !== i) {
      const reason = isServed ? 'pod-port' : 'metrics-port';
      return found('duplicate-name', [...field, 'name'], { reason, name: Shown.of(name), first: ports[first].field });
    }
    return sameNumber === i || !isServed ? FINE
      : found('duplicate-port', field, { reason: 'service', port: numbers[i]!, first: ports[sameNumber].field });
  });
}

/** Reports properties that would have no effect. */
function unusedFindings(type: PodKind, { pod, service: own }: FieldsOfPods): Finding[] {
  const { serviceAccount: account, ports } = pod;
  const isServed = derivesPorts(type, own);
  return [
    ...own != null && own.enabled !== false && own.spec?.ports == null && portsOf(pod).length === 0
      ? found('missing-field', ['pod', 'ports'], saying('is required for the Service: no container declares a port',
        "declare the ports, or leave 'service' out")) : FINE,
    ...account?.annotations != null && !account.create
      ? found('invalid-value', ['pod', 'serviceAccount', 'annotations'],
        saying('has no effect: only a ServiceAccount that is created gets annotations',
          "set 'create' to true, or leave them out")) : FINE,
    ...isServed ? FINE : listOf(ports).flatMap((port, i) => port?.servicePort == null ? FINE
      : found('invalid-value', ['pod', 'ports', i, 'servicePort'],
        saying('has no effect: no Service is made of the declared ports',
          'leave it out'))),
  ];
}

/** Reports fields that two properties set. */
function twiceFindings(pod: Pod): Finding[] {
  const twice = ALSO_IN_SPEC.filter(([field, name]) => pod[field] != null && pod.podSpec?.[name] != null);
  return twice.flatMap(([field, name]) =>
    found('invalid-value', ['pod', 'podSpec', name], { reason: 'beside', field }));
}

const ALSO_IN_SPEC = [['serviceAccount', 'serviceAccountName'], ['restartPolicy', 'restartPolicy']] as const;

/**
 * Findings that overrides, the values of parameters and the component's name cause in a manifest that was checked
 * without them.
 */
function boundFindings(
  type: PodKind, { pod, service: declared }: FieldsOfPods, companions: readonly Companion[], manifest: PlainObject, component: string,
): Finding[] {
  const { spec: path } = kindOf(type).pods!;
  const spec = fieldAt(manifest, path);
  const own = companions.map(({ object }) => object).find(object => isKind(object, SERVICE));
  const name = nameOf(manifest) ?? component;
  const rule = nameRuleOf(type);
  return [
    ...rule.fits(name, manifest) ? FINE
      : found('invalid-name', 'metadata.name', { reason: 'given', rule: rule.must(manifest), value: Shown.of(name) }),
    ...within(path, againstStandard(spec, pod.podSecurity)),
    ...own ? serviceName(own.metadata.name, 'service.name') : FINE,
    ...unservedPorts(own?.spec.ports, declared?.spec?.ports == null, spec),
  ];
}

/**
 * Reports ports of a Service that lead to no container: an undeclared name, or a number if the ports of the Service are
 * derived.
 */
function unservedPorts(ports: unknown, isDerived: boolean, spec: PlainValue | undefined): Finding[] {
  const declared = podPorts(spec);
  return listOf(ports).flatMap((each, i) => {
    const target = each?.targetPort ?? each?.port;
    const isName = typeof target === 'string';
    const isKnown = !isName && !isDerived || declared.some(({ name, port }) => target === (isName ? name : port));
    return isKnown ? FINE
      : found('service-not-found', ['service', 'spec', 'ports', i], { reason: 'target', value: Shown.of(target) });
  });
}

/** The characteristics of a kind. */
export interface PodKind extends ObjectType {
  readonly definition: RecordType;
  /** Its Service, if it has one. */
  readonly service?: 'cluster-ip' | 'headless';
  /** The restart policy of its pods, unless the program sets one. */
  readonly restartPolicy?: string;
}

/** The properties of the pods that a program gives, with the fields of Kubernetes' types as Kubernetes spells them. */
interface Pod extends Omit<PodWorkloadProps, keyof WorkloadOptions | 'podSpec'> {
  readonly podSpec?: PlainFields;
  readonly restartPolicy?: string;
}

const PROBES = { livenessProbe: 'liveness', readinessProbe: 'readiness', startupProbe: 'startup' } as const;

/** The variables of the container, in the order of the properties, but after those to which they refer. */
function variables({ env, envSources }: Pick<Pod, 'env' | 'envSources'>): k8s.EnvVar[] | undefined {
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

/** The properties that are not those of the container. */
type OutsideContainer = 'podSpec' | 'volumes' | 'serviceAccount' | 'podSecurity' | 'podLabels' | 'podAnnotations' | 'followsConfigMaps'
  | 'restartPolicy';

function container(pod: Omit<Pod, OutsideContainer>, name: string | undefined): object {
  const { image, command, args, ports, env, envSources, resources, probes, volumeMounts, securityContext, ...others } =
    pod;
  allRead(others);
  return given({
    name,
    image,
    command,
    args,
    ports: ports?.map(({ name: own, port, protocol }) => given({ name: own, containerPort: port, protocol })),
    env: variables({ env, envSources }),
    resources,
    ...Object.fromEntries(Object.entries(PROBES).map(([field, prop]) => [field, probes?.[prop]])),
    volumeMounts,
    securityContext,
  });
}

/** Whether the properties describe a container in addition to those of the pod spec. It is the first one. */
const hasOwn = ({ image }: Pod) => image != null;

/** The spec of the pods of a component with this name. */
export function podSpecOf(pod: Pod, component: string | undefined, restartPolicy?: string): PlainFields {
  const { podSpec, volumes, serviceAccount, podSecurity } = pod;
  const containers = [...hasOwn(pod) ? [container(pod, component)] : [], ...listOf(podSpec?.containers)];
  const all = [...listOf(volumes), ...listOf(podSpec?.volumes)];
  const account = serviceAccount == null ? undefined : serviceAccount.name ?? component;
  const spec = {
    ...given({ restartPolicy: pod.restartPolicy ?? restartPolicy, serviceAccountName: account }),
    // only pods that use the API need the token, and those have their own account
    ...account === undefined && podSpec?.serviceAccountName == null ? { automountServiceAccountToken: false } : {},
    ...podSpec,
    containers,
    ...all.length > 0 ? { volumes: all } : {},
  } as object as PlainFields;
  return podSecurity == null ? spec : withStandard(spec, podSecurity) as PlainFields;
}

/** The path of the property, below `pod`, that sets a path below the spec of the pods. */
function propOf(pod: Pod, path: Path): Path {
  const [list, index, ...rest] = path;
  if (list === 'volumes' && typeof index === 'number') {
    const own = listOf(pod.volumes).length;
    return index < own ? path : ['podSpec', 'volumes', index - own, ...rest];
  }
  if (list === 'serviceAccountName' && pod.serviceAccount != null) return ['serviceAccount', 'name'];
  if (list !== 'containers' || typeof index !== 'number' || !hasOwn(pod)) return ['podSpec', ...path];
  return index > 0 ? ['podSpec', 'containers', index - 1, ...rest] : ofContainer(pod, rest);
}

function ofContainer(pod: Pod, path: Path): Path {
  const [field, index, ...rest] = path;
  if (field === 'env' && typeof index === 'number') {
    const { name, valueFrom } = variables(pod)![index];
    return [valueFrom === undefined ? 'env' : 'envSources', name];
  }
  if (field === 'ports' && rest[0] === 'containerPort') return ['ports', index, 'port'];
  return typeof field === 'string' && field in PROBES
    ? ['probes', PROBES[field as keyof typeof PROBES], ...path.slice(1)]
    : path;
}

/** What Kubernetes rejects in the whole spec of the pods, reported at the properties of the program. */
function podFindings(pod: Pod, claimed: readonly unknown[]): Finding[] {
  // the container has the name of the component, which is not known yet
  const isOfName = ({ path }: Finding) => hasOwn(pod) && path.join() === 'containers,0,name';
  const wrong = kubernetesPodSpec(podSpecOf(pod, undefined), '', claimed).filter(each => !isOfName(each));
  return wrong.map(each => movedTo(propOf(pod, each.path), amongOthers(pod, each)));
}

/** Adjusts a finding about two of the further containers, which the program counts without the first. */
function amongOthers(pod: Pod, finding: Finding): Finding {
  const { path: { 0: list, length }, parameters: { first, ...others } } = finding;
  const isCounted = hasOwn(pod) && list === 'containers' && length === 2 && typeof first === 'number';
  return isCounted ? { ...finding, parameters: { ...others, first: first - 1 } } : finding;
}

const REQUESTED = ['cpu', 'memory'];

/** Reports containers that request no CPU or no memory. A limit is a request too. */
function withoutRequests(pod: Pod): Finding[] {
  return listOf(podSpecOf(pod, undefined).containers).flatMap((each, i) => {
    const missing = REQUESTED.filter(name => !requests(each?.resources, name));
    return missing.length === 0 ? []
      : found('missing-request', propOf(pod, ['containers', i, 'resources', 'requests']),
        { reason: 'no-requests', fields: missing });
  });
}
