import type { k8s } from 'cdk8s-plus-27';
import type { PodWorkloadProps } from './props';
import { withStandard } from '../../checks/pod-security';
import { given, kubernetesPodSpec, requests, variablesIn } from '../../checks/pods';
import { allRead, type RecordType } from '../../definitions/type';
import { Finding, found, movedTo } from '../../findings/finding';
import type { Path } from '../../findings/path';
import { PlainFields, listOf } from '../../private/check';
import type { ObjectType } from '../../private/oam-kind';
import type { WorkloadOptions } from '../workload';

/** The characteristics of a kind. */
export interface PodKind extends ObjectType {
  readonly definition: RecordType;
  /** Its Service, if it has one. */
  readonly service?: 'cluster-ip' | 'headless';
  /** The restart policy of its pods, unless the program sets one. */
  readonly restartPolicy?: string;
}

/** The properties of the pods that a program gives, with the fields of Kubernetes' types as Kubernetes spells them. */
export interface Pod extends Omit<PodWorkloadProps, keyof WorkloadOptions | 'podSpec'> {
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
  const { image, command, args, ports, env, envSources, resources, probes, volumeMounts, securityContext, ...others } = pod;
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
export function propOf(pod: Pod, path: Path): Path {
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
  return typeof field === 'string' && field in PROBES ? ['probes', PROBES[field as keyof typeof PROBES], ...path.slice(1)] : path;
}

/** What Kubernetes rejects in the whole spec of the pods, reported at the properties of the program. */
export function podFindings(pod: Pod, claimed: readonly unknown[]): Finding[] {
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
export function withoutRequests(pod: Pod): Finding[] {
  return listOf(podSpecOf(pod, undefined).containers).flatMap((each, i) => {
    const missing = REQUESTED.filter(name => !requests(each?.resources, name));
    return missing.length === 0 ? []
      : found('missing-request', propOf(pod, ['containers', i, 'resources', 'requests']), { reason: 'no-requests', fields: missing });
  });
}
