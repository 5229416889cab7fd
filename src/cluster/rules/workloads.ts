import { judged, Judgement, ObjectRule } from './rule';
import { Finding, FINE, found, within, Shown } from '../../base/findings/finding';
import { requests } from '../checks/pods';
import { canScale, podOf, replicasOf, ObjectIndex, selected } from '../objects/object-index';
import { asObject, isObject, listOf, PlainFields, PlainValue, grouped, objectName } from '../../base/check';
import { schedule, timeZone } from '../../base/durations';
import { identityKey, identityOf, TypedManifest, isBuiltIn } from '../../base/oam-kind';
import {
  fieldAt, PodsOfKind, DAEMON_SET, DEPLOYMENT, POD, DOMAIN, DOMAIN_CLUSTER, ROLLOUT, isKind, kindName, kindOf,
} from '../../base/kinds/kind-of';
import { memo } from '../../base/memo';
import { isSubstituted } from '../../base/substitution';

const PROOF = 'test/on-cluster/judged-workloads.test.ts';

/** When Jobs run. */
export const SCHEDULES: ObjectRule = {
  subject: 'Schedules',
  kinds: ['batch/CronJob'],
  findings: { 'invalid-value': 'a schedule or a time zone of a CronJob that the API server rejects' },
  authority: 'kube-apiserver',
  proof: PROOF,
  judge: job => Object.entries({ schedule, timeZone }).flatMap(([field, check]) => {
    const value: unknown = job.spec?.[field];
    return value == null || isSubstituted(String(value)) ? [] : judged(job, check(value, `spec.${field}`), 'error');
  }),
};

const [HPA, SCALED_OBJECT] = ['autoscaling/HorizontalPodAutoscaler', 'keda.sh/ScaledObject'];

/** The object that an autoscaler scales; KEDA scales Deployments by default. */
function targetOf({ metadata, spec }: TypedManifest) {
  const { name, ...type } = asObject(spec?.scaleTargetRef);
  return { apiVersion: 'apps/v1', kind: 'Deployment', ...type, metadata: { namespace: metadata?.namespace, name } };
}

const keyOf = (object: object) => identityKey(identityOf(object));

const byTarget = memo((index: ObjectIndex) =>
  grouped([HPA, SCALED_OBJECT].flatMap(kind => index.ofKind(kind)), scaler => [keyOf(targetOf(scaler))]));

/** The most pods that an object runs, and what says so; `undefined` if the number is not known. */
function mostPods(object: TypedManifest, index: ObjectIndex): [most: number | undefined, by: TypedManifest, at: string] {
  const [by] = byTarget(index).get(keyOf(object)) ?? [];
  if (!by) return [replicasOf(object), object, 'spec.replicas'];
  const field = isKind(by, HPA) ? 'maxReplicas' : 'maxReplicaCount';
  return [Number(by.spec?.[field] ?? 100), by, `spec.${field}`];
}

/** What sets the number of pods. */
export const AUTOSCALERS: ObjectRule = {
  subject: 'Autoscalers',
  kinds: [HPA, SCALED_OBJECT],
  findings: {
    'scaled-twice': 'two autoscalers of one object; a number of replicas in an object that is scaled',
    'missing-request': 'a container that requests nothing of the resource by whose use its pods are scaled',
    'not-scalable': 'a Cluster of WebLogic without a number of replicas',
  },
  authority: 'HorizontalPodAutoscaler, KEDA',
  proof: PROOF,
  judge: (scaler, { scraped: { index } }) => {
    const target = targetOf(scaler);
    const [first] = byTarget(index).get(keyOf(target))!;
    const [own, other] = [scaler, first].map(objectName);
    const isTakenOver = asObject(scaler.metadata?.annotations)['scaledobject.keda.sh/transfer-hpa-ownership'] === 'true';
    const twice = own === other || isTakenOver ? FINE : found('scaled-twice', 'spec.scaleTargetRef', { reason: 'autoscalers', other });
    const object = index.named(kindName(target), target.metadata.namespace, target.metadata.name);
    return [
      ...judged(scaler, twice, 'error'),
      ...object ? [...judgeReplicas(scaler, object), ...judgeRequests(scaler, object, index)] : [],
    ];
  },
};

/** The number of replicas is set by an autoscaler alone, but for kinds of which the server then serves no scale. */
function judgeReplicas(of: TypedManifest, target: TypedManifest): Judgement[] {
  const [scaler, at] = [objectName(of), 'spec.replicas'];
  const replicas: unknown = target.spec?.replicas;
  const { needsReplicas = false } = kindOf(target);
  if (needsReplicas === (replicas != null)) return [];
  return needsReplicas ? judged(of, found('not-scalable', at, { reason: 'unset', scaler }), 'error', target)
    : judged(of, found('scaled-twice', at, { reason: 'replicas', scaler, replicas: Shown.of(replicas) }), 'warning', target);
}

/** The resources whose use is compared with the requests of all containers, or of one; by default, the CPU. */
function comparisons({ spec }: TypedManifest): (readonly [at: string, resource: unknown, container?: unknown])[] {
  const metrics = listOf(spec?.metrics);
  return metrics.length === 0 ? [['spec', 'cpu']] : metrics.flatMap((metric, i) => ['resource', 'containerResource'].flatMap(field => {
    const { name, container, target } = asObject<PlainFields>(metric?.[field]);
    return target?.type === 'Utilization' ? [[`spec.metrics[${i}].${field}`, name, container]] : [];
  }));
}

/** A LimitRange that is not here may add requests. */
function judgeRequests(scaler: TypedManifest, target: TypedManifest, index: ObjectIndex): Judgement[] {
  const { namespace } = scaler.metadata ?? {};
  if (!isKind(scaler, HPA) || index.inNamespace('/LimitRange', namespace).length > 0) return [];
  const { workloadRef: ref } = asObject(target.spec);
  const isOfDomain = ({ spec }: TypedManifest) => listOf(spec?.clusters).some(each => each?.name === target.metadata?.name);
  const pods = isKind(target, DOMAIN_CLUSTER) ? index.inNamespace(DOMAIN, namespace).find(isOfDomain)
    : isObject(ref) ? index.named(kindName(ref), namespace, ref.name) : target;
  return !pods ? [] : comparisons(scaler).flatMap(([at, name, container]) => {
    const resource = String(name);
    const containers = withoutRequest(pods, target, resource).filter(each => container == null || each === container);
    return containers.length === 0 ? []
      : judged(scaler, found('missing-request', at, { reason: 'missing-request', resource, containers }), 'warning');
  });
}

/** The names of the containers that request nothing of a resource: an autoscaler cannot compute the share of it that they use. */
function withoutRequest(pods: TypedManifest, target: TypedManifest, resource: string): string[] {
  const { spec: path, containers = 'containers', main, isPodSpec }: Partial<PodsOfKind> = kindOf(pods).pods ?? { isPodSpec: true };
  const spec = path ? fieldAt(pods, path) : podOf(pods)?.spec;
  const isRequested = (each?: PlainValue) => requests(each?.resources, resource);
  // the Cluster of a Domain may request more for its servers than the Domain itself
  const ofAll = [spec, target.spec?.serverPod].some(isRequested);
  if (!isObject(spec) || ofAll && isPodSpec) return [];
  const lasting = listOf(spec.initContainers).filter(each => each?.restartPolicy === 'Always');
  const without = [...listOf(spec[containers]), ...lasting].filter(each => !isRequested(each)).map(each => String(each?.name));
  return main === undefined || ofAll ? without : [main, ...without];
}

/** Volumes that pods on several nodes, or several pods, cannot mount at a time. */
export const CLAIMS: ObjectRule = {
  subject: 'Claims of volumes',
  kinds: ['/PersistentVolumeClaim'],
  findings: { 'shared-volume': 'a claim for one node or one pod that several pods of a workload mount, if only during an update' },
  authority: 'kube-scheduler, attach-detach controller',
  proof: 'test/cluster/rules/workloads.test.ts',
  judge: (claim, { scraped: { index }, isRendered }) => {
    const modes = listOf<unknown>(claim.spec?.accessModes).map(String);
    const mode = modes.find(each => each.startsWith('ReadWriteOnce'));
    if (mode === undefined || modes.some(each => each.endsWith('Many'))) return [];
    return index.mountersOf(claim).flatMap(object => {
      const { nodeName, nodeSelector } = asObject<PlainFields>(podOf(object)?.spec);
      if (nodeName ?? nodeSelector?.['kubernetes.io/hostname']) return [];
      const [most = 1, by, at] = isKind(object, DAEMON_SET) ? [2, object, ''] as const : mostPods(object, index);
      const known = { claim: Shown.of(claim.metadata?.name), mode };
      const several = found('shared-volume', at, { reason: 'several', ...known });
      if (most > 1) return judged(claim, several, mode === 'ReadWriteOnce' ? 'warning' : 'error', by);
      // nobody can choose how the platform updates pods with a claim of its own
      return most === 0 || isRendered(claim) || !startsFirst(object) ? []
        : judged(claim, found('shared-volume', 'spec.strategy', { reason: 'update', ...known }), 'warning', object);
    });
  },
};

/** Whether an update starts new pods before it stops the old ones. */
function startsFirst(object: TypedManifest): boolean {
  const { type, rollingUpdate, canary } = asObject<PlainFields>(object.spec?.strategy);
  const { maxSurge } = asObject<PlainFields>(rollingUpdate ?? canary);
  return [DEPLOYMENT, ROLLOUT].includes(kindName(object)) && type !== 'Recreate' && !/^0+%?$/.test(String(maxSurge));
}

const BUDGET = 'policy/PodDisruptionBudget';

/** What keeps pods from being evicted. */
export const BUDGETS: ObjectRule = {
  subject: 'Disruption budgets',
  kinds: [BUDGET],
  findings: { 'no-eviction': 'a budget by which no pod can be evicted' },
  authority: 'disruption controller',
  proof: PROOF,
  judge: (budget, { scraped: { index } }) => judged(budget, within('spec', withoutEviction(budget, index)), 'warning'),
};

const podsOf = ({ metadata, spec }: TypedManifest, index: ObjectIndex) =>
  spec?.selector == null ? [] : selected(spec.selector, index.podsIn(metadata?.namespace));

const byPods = memo((index: ObjectIndex) => grouped(index.ofKind(BUDGET), each => podsOf(each, index)));

function withoutEviction(budget: TypedManifest, index: ObjectIndex): Finding[] {
  const { minAvailable, maxUnavailable } = asObject<Record<string, unknown>>(budget.spec);
  const pods = podsOf(budget, index);
  const [other] = pods.map(each => objectName(byPods(index).get(each)![0])).filter(each => each !== objectName(budget));
  if (other !== undefined) return found('no-eviction', 'selector', { reason: 'twice', other });
  const isPercent = typeof minAvailable === 'string';
  const [kept, missing] = [minAvailable, maxUnavailable].map(each => parseInt(String(each)));
  const field = maxUnavailable == null ? 'minAvailable' : 'maxUnavailable';
  if (missing === 0 || isPercent && kept === 100) return found('no-eviction', field, { reason: 'never' });
  const unscaled = pods.filter(each => isBuiltIn(each) && !canScale(each));
  // pods without a controller are not counted
  const [first] = unscaled.length < pods.length ? unscaled.filter(each => !isKind(each, POD)) : unscaled;
  if (first && (isPercent || maxUnavailable != null)) return found('no-eviction', field, { reason: 'unscaled', kind: first.kind });
  // nothing to report if the number of pods is unknown, or there are none to evict
  const replicas = pods.map(each => mostPods(each, index)[0] ?? NaN).reduce((sum, each) => sum + each, 0);
  return replicas && (isPercent ? Math.ceil(kept * replicas / 100) : kept) >= replicas
    ? found('no-eviction', field, { reason: 'replicas', kept: Shown.of(minAvailable), replicas }) : FINE;
}
