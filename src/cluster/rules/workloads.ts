import { judged, Judgement, ObjectRule } from './rule';
import { asObject, grouped, isObject, listOf, PlainFields, PlainValue } from '../../base/check';
import { FINE, found, Shown } from '../../base/findings/finding';
import { requests } from '../checks/pods';
import { ObjectIndex, selected } from '../objects/object-index';
import { identityKey, identityOf, TypedManifest, isBuiltIn } from '../../base/oam-kind';
import {
  DAEMON_SET, DEPLOYMENT, DOMAIN, DOMAIN_CLUSTER, fieldAt, isKind, kindName, kindOf, POD, PodsOfKind, ROLLOUT,
} from '../../base/kind-of';
import { memo } from '../../base/memo';
import { isSubstituted } from '../../base/substitution';
import { schedule, timeZone } from '../../base/cron-schedule';
import { shownObject } from '../../base/shown';
import { canScale, podOf, replicasOf } from '../objects/pod-templates';

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
function scaleTargetOf({ metadata, spec }: TypedManifest) {
  const { name, ...type } = asObject(spec?.scaleTargetRef);
  const own = { namespace: metadata?.namespace, name };
  return { apiVersion: 'apps/v1', kind: 'Deployment', ...type, metadata: own };
}

/** The autoscalers by the objects that they scale. */
const scalersIn = memo((index: ObjectIndex) => grouped([HPA, SCALED_OBJECT].flatMap(kind => index.ofKind(kind)),
  scaler => [identityKey(identityOf(scaleTargetOf(scaler)))]));

/** The most pods that an object runs, and the field that sets it; `undefined` if the number is not known. */
function mostPods(
  object: TypedManifest, index: ObjectIndex,
): [most: number | undefined, by: TypedManifest, at: string] {
  const [by] = scalersIn(index).get(identityKey(identityOf(object))) ?? [];
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
    const type = scaleTargetOf(scaler);
    const [first] = scalersIn(index).get(identityKey(identityOf(type)))!;
    const [own, other] = [scaler, first].map(shownObject);
    const { annotations } = scaler.metadata ?? {};
    const isTakenOver = asObject(annotations)['scaledobject.keda.sh/transfer-hpa-ownership'] === 'true';
    const twice = own === other || isTakenOver ? FINE
      : found('scaled-twice', 'spec.scaleTargetRef', { reason: 'autoscalers', other });
    const judgements = judged(scaler, twice, 'error');
    const target = index.named(kindName(type), type.metadata.namespace, type.metadata.name);
    if (!target) return judgements;
    // an autoscaler alone sets the number of replicas, but for kinds of which the server then serves no scale
    const replicas: unknown = target.spec?.replicas;
    const { needsReplicas = false } = kindOf(target);
    const at = 'spec.replicas';
    const ofReplicas = needsReplicas === (replicas != null) ? []
      : needsReplicas ? judged(scaler, found('not-scalable', at, { reason: 'unset', scaler: own }), 'error', target)
        : judged(scaler, found('scaled-twice', at, { reason: 'replicas', scaler: own, replicas: Shown.of(replicas) }),
          'warning', target);
    return [...judgements, ...ofReplicas, ...judgeRequests(scaler, target, index)];
  },
};

/**
 * Judges the containers that request nothing of a resource: an autoscaler cannot compute the share of it that they use.
 * A LimitRange that is not here may add requests.
 */
function judgeRequests(scaler: TypedManifest, target: TypedManifest, index: ObjectIndex): Judgement[] {
  const { namespace } = scaler.metadata ?? {};
  if (!isKind(scaler, HPA) || index.inNamespace('/LimitRange', namespace).length > 0) return [];
  const { workloadRef: ref, serverPod } = asObject(target.spec);
  const isOfDomain = ({ spec }: TypedManifest) =>
    listOf(spec?.clusters).some(each => each?.name === target.metadata?.name);
  const pods = isKind(target, DOMAIN_CLUSTER) ? index.inNamespace(DOMAIN, namespace).find(isOfDomain)
    : isObject(ref) ? index.named(kindName(ref), namespace, ref.name) : target;
  if (!pods) return [];
  const { spec: path, containers = 'containers', main, isPodSpec }: Partial<PodsOfKind> = kindOf(pods).pods
    ?? { isPodSpec: true };
  const spec = path ? fieldAt(pods, path) : podOf(pods)?.spec;
  if (!isObject(spec)) return [];
  const lasting = listOf(spec.initContainers).filter(each => each?.restartPolicy === 'Always');

  // the resources whose use is compared with the requests of all containers, or of one; by default, the CPU
  const metrics = listOf(scaler.spec?.metrics);
  const compared = metrics.length === 0 ? [{ at: 'spec', resource: 'cpu', container: undefined }]
    : metrics.flatMap((metric, i) => ['resource', 'containerResource'].flatMap(field => {
      const { name, container, target: wanted } = asObject<PlainFields>(metric?.[field]);
      const at = `spec.metrics[${i}].${field}`;
      return wanted?.type === 'Utilization' ? [{ at, resource: String(name), container }] : [];
    }));
  return compared.flatMap(({ at, resource, container }) => {
    const isRequested = (each?: PlainValue) => requests(each?.resources, resource);
    // the Cluster of a Domain may request more for its servers than the Domain itself
    const isForAll = isRequested(spec) || isRequested(serverPod);
    if (isForAll && isPodSpec) return [];
    const others = [...listOf(spec[containers]), ...lasting].filter(each => !isRequested(each));
    const names = [...main === undefined || isForAll ? [] : [main], ...others.map(each => String(each?.name))]
      .filter(each => container == null || each === container);
    const missing = found('missing-request', at, { reason: 'missing-request', resource, containers: names });
    return names.length === 0 ? [] : judged(scaler, missing, 'warning');
  });
}

/** Volumes that pods on several nodes, or several pods, cannot mount at a time. */
export const CLAIMS: ObjectRule = {
  subject: 'Claims of volumes',
  kinds: ['/PersistentVolumeClaim'],
  findings: {
    'shared-volume': 'a claim for one node or one pod that several pods of a workload mount, if only during an update',
  },
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
      if (most === 0 || isRendered(claim)) return [];
      const { type, rollingUpdate, canary } = asObject<PlainFields>(object.spec?.strategy);
      const { maxSurge } = asObject<PlainFields>(rollingUpdate ?? canary);
      // an update starts new pods before it stops the old ones
      const startsFirst = [DEPLOYMENT, ROLLOUT].includes(kindName(object)) && type !== 'Recreate'
        && !/^0+%?$/.test(String(maxSurge));
      const duringUpdate = found('shared-volume', 'spec.strategy', { reason: 'update', ...known });
      return startsFirst ? judged(claim, duringUpdate, 'warning', object) : [];
    });
  },
};

const BUDGET = 'policy/PodDisruptionBudget';

/** The objects whose pods a budget selects. */
const budgetedPods = ({ metadata, spec }: TypedManifest, index: ObjectIndex) =>
  spec?.selector == null ? [] : selected(spec.selector, index.podsIn(metadata?.namespace));

const budgetsIn = memo((index: ObjectIndex) => grouped(index.ofKind(BUDGET), each => budgetedPods(each, index)));

/** What keeps pods from being evicted. */
export const BUDGETS: ObjectRule = {
  subject: 'Disruption budgets',
  kinds: [BUDGET],
  findings: { 'no-eviction': 'a budget by which no pod can be evicted' },
  authority: 'disruption controller',
  proof: PROOF,
  judge: (budget, { scraped: { index } }) => {
    const { minAvailable, maxUnavailable } = asObject<Record<string, unknown>>(budget.spec);
    const pods = budgetedPods(budget, index);
    const names = pods.map(each => shownObject(budgetsIn(index).get(each)![0]));
    const other = names.find(each => each !== shownObject(budget));
    if (other !== undefined) {
      return judged(budget, found('no-eviction', 'spec.selector', { reason: 'twice', other }), 'warning');
    }
    const isPercent = typeof minAvailable === 'string';
    const [kept, missing] = [minAvailable, maxUnavailable].map(each => parseInt(String(each)));
    const field = maxUnavailable == null ? 'spec.minAvailable' : 'spec.maxUnavailable';
    if (missing === 0 || isPercent && kept === 100) {
      return judged(budget, found('no-eviction', field, { reason: 'never' }), 'warning');
    }
    const unscaled = pods.filter(each => isBuiltIn(each) && !canScale(each));
    // pods without a controller are not counted
    const [first] = unscaled.length < pods.length ? unscaled.filter(each => !isKind(each, POD)) : unscaled;
    if (first && (isPercent || maxUnavailable != null)) {
      return judged(budget, found('no-eviction', field, { reason: 'unscaled', kind: first.kind }), 'warning');
    }
    // nothing to report if the number of pods is unknown, or there are none to evict
    const replicas = pods.map(each => mostPods(each, index)[0] ?? NaN).reduce((sum, each) => sum + each, 0);
    const isAll = replicas && (isPercent ? Math.ceil(kept * replicas / 100) : kept) >= replicas;
    const all = found('no-eviction', field, { reason: 'replicas', kept: Shown.of(minAvailable), replicas });
    return isAll ? judged(budget, all, 'warning') : [];
  },
};
