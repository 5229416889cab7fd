import { judged, Judgement, ObjectRule } from './rule';
import { Finding, FINE, found, within } from '../findings/finding';
import { Shown } from '../findings/shown';
import { requests } from '../checks/pods';
import { canScale, podOf, replicasOf } from '../objects/pod-holders';
import { ObjectIndex, selected } from '../objects/object-index';
import { asObject, isObject, listOf, PlainFields, PlainValue } from '../private/check';
import { schedule, timeZone } from '../private/cron';
import { grouped } from '../private/grouped';
import { fieldAt } from '../private/kinds/kind';
import { isKind, kindName, kindOf } from '../private/kinds/kind-of';
import { DAEMON_SET, DEPLOYMENT, POD } from '../private/kinds/kubernetes-kinds';
import { DOMAIN, DOMAIN_CLUSTER, ROLLOUT } from '../private/kinds/operator-kinds';
import { memo } from '../private/memo';
import type { TypedManifest } from '../private/oam-kind';
import { isBuiltIn } from '../private/scopes';
import { isSubstituted } from '../private/substitution';
import { objectName } from '../private/written';

const PROOF = 'test/cluster/judged-workloads.test.ts';

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

type Target = readonly [namespace: unknown, kind: string, name: unknown];

/** The object that an autoscaler scales; KEDA scales Deployments by default. */
function targetOf({ metadata, spec }: TypedManifest): Target {
  const ref = { apiVersion: 'apps/v1', kind: 'Deployment', name: undefined as unknown, ...asObject(spec?.scaleTargetRef) };
  return [metadata?.namespace, kindName(ref), ref.name];
}

const byTarget = memo((index: ObjectIndex) =>
  grouped([HPA, SCALED_OBJECT].flatMap(kind => index.ofKind(kind)), scaler => [targetOf(scaler).join()]));

/** The first autoscaler of an object. */
const scalerOf = (index: ObjectIndex, ...target: Target): TypedManifest | undefined => byTarget(index).get(target.join())?.[0];

/** The most pods that an object runs, and where that is said; `undefined` if it is not known. */
function mostPods(object: TypedManifest, index: ObjectIndex): { readonly by: TypedManifest; readonly at: string; readonly most?: number } {
  const by = scalerOf(index, object.metadata?.namespace, kindName(object), object.metadata?.name);
  if (!by) return { by: object, at: 'spec.replicas', most: replicasOf(object) };
  const field = isKind(by, HPA) ? 'maxReplicas' : 'maxReplicaCount';
  return { by, at: `spec.${field}`, most: Number(by.spec?.[field] ?? 100) };
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
    const [namespace, kind, name] = targetOf(scaler);
    const first = scalerOf(index, namespace, kind, name)!;
    const isTakenOver = asObject(scaler.metadata?.annotations)['scaledobject.keda.sh/transfer-hpa-ownership'] === 'true';
    const twice = first === scaler || isTakenOver ? FINE
      : found('scaled-twice', 'spec.scaleTargetRef', { reason: 'autoscalers', other: objectName(first) });
    const target = index.named(kind, namespace, name);
    return [
      ...judged(scaler, twice, 'error'),
      ...target ? [...judgeReplicas(scaler, target), ...judgeRequests(scaler, target, index)] : [],
    ];
  },
};

/** The number of replicas is set by an autoscaler alone, but for kinds of which the server then serves no scale. */
function judgeReplicas(scaler: TypedManifest, target: TypedManifest): Judgement[] {
  const replicas: unknown = target.spec?.replicas;
  const said = objectName(scaler);
  if (replicas != null === (kindOf(target).needsReplicas ?? false)) return [];
  const at = 'spec.replicas';
  return replicas == null ? judged(scaler, found('not-scalable', at, { reason: 'unset', scaler: said }), 'error', target)
    : judged(scaler, found('scaled-twice', at, { reason: 'replicas', scaler: said, replicas: Shown.of(replicas) }), 'warning', target);
}

/** The resources whose use is compared with the requests of all containers, or of one. */
function comparisons({ apiVersion, kind, spec }: TypedManifest): (readonly [at: string, resource: unknown, container?: unknown])[] {
  if (kind === 'ScaledObject') {
    return listOf(spec?.triggers).flatMap((trigger, i) => {
      const { type, metricType, metadata } = asObject<PlainFields>(trigger);
      const isCompared = /^(cpu|memory)$/.test(String(type)) && (metricType ?? metadata?.type) === 'Utilization';
      return isCompared ? [[`spec.triggers[${i}]`, type, metadata?.containerName]] : [];
    });
  }
  if (apiVersion === 'autoscaling/v1') return [['spec.targetCPUUtilizationPercentage', 'cpu']];
  // the default
  if (listOf(spec?.metrics).length === 0) return [['spec.metrics', 'cpu']];
  return listOf(spec?.metrics).flatMap((metric, i) => ['resource', 'containerResource'].flatMap(field => {
    const { name, container, target } = asObject<PlainFields>(metric?.[field]);
    return target?.type === 'Utilization' ? [[`spec.metrics[${i}].${field}`, name, container]] : [];
  }));
}

/** A LimitRange that is not here may add requests. */
function judgeRequests(scaler: TypedManifest, target: TypedManifest, index: ObjectIndex): Judgement[] {
  const { namespace } = scaler.metadata ?? {};
  if (index.inNamespace('/LimitRange', namespace).length > 0) return [];
  const { workloadRef: ref } = asObject(target.spec);
  const isOfDomain = ({ spec }: TypedManifest) => listOf(spec?.clusters).some(each => each?.name === target.metadata?.name);
  const pods = isKind(target, DOMAIN_CLUSTER) ? index.inNamespace(DOMAIN, namespace).find(isOfDomain)
    : isObject(ref) ? index.named(kindName(ref), namespace, ref.name) : target;
  return comparisons(scaler).flatMap(([at, resource, container]) => {
    const containers = withoutRequest(pods, target, String(resource)).filter(name => container == null || name === container);
    return containers.length === 0 ? []
      : judged(scaler, found('missing-request', at, { reason: 'missing-request', resource: String(resource), containers }), 'warning');
  });
}

/** The names of the containers that request nothing of a resource: an autoscaler cannot compute the share of it that they use. */
function withoutRequest(pods: TypedManifest | undefined, target: TypedManifest, resource: string): string[] {
  const place = pods && kindOf(pods).pods;
  const spec = place && !place.isPodSpec ? fieldAt(pods, place.spec) : pods && podOf(pods)?.spec;
  if (!isObject(spec)) return [];
  const isRequested = (each?: PlainValue) => requests(each?.resources, resource);
  // the Cluster of a Domain may request more for its servers than the Domain itself
  const ofAll = isRequested(spec) || isRequested(target.spec?.serverPod);
  const isOfOperator = place && !place.isPodSpec;
  if (ofAll && !isOfOperator) return [];
  const lasting = listOf(spec.initContainers).filter(each => each?.restartPolicy === 'Always');
  const listed = isOfOperator ? listOf(spec[place.containers!]) : [...listOf(spec.containers), ...lasting];
  const main = !isOfOperator || ofAll ? [] : [place.main!];
  return [...main, ...listed.filter(each => !isRequested(each)).map(each => String(each?.name))];
}

/** Volumes that pods on several nodes, or several pods, cannot mount at a time. */
export const CLAIMS: ObjectRule = {
  subject: 'Claims of volumes',
  kinds: ['/PersistentVolumeClaim'],
  findings: { 'shared-volume': 'a claim for one node or one pod that several pods of a workload mount, if only during an update' },
  authority: 'kube-scheduler, attach-detach controller',
  proof: 'test/rules/workloads.test.ts',
  judge: (claim, { scraped: { index }, isRendered }) => {
    const modes = listOf<unknown>(claim.spec?.accessModes).map(String);
    const mode = modes.find(each => each.startsWith('ReadWriteOnce'));
    if (mode === undefined || modes.some(each => each.endsWith('Many'))) return [];
    return index.mountersOf(claim).flatMap(object => {
      const spec = asObject<PlainFields>(podOf(object)?.spec);
      if (spec.nodeName ?? spec.nodeSelector?.['kubernetes.io/hostname']) return [];
      const { by, at, most = 0 } = isKind(object, DAEMON_SET) ? { by: object, at: '', most: 2 } : mostPods(object, index);
      const known = { claim: Shown.of(claim.metadata?.name), mode };
      if (most > 1) {
        const verdict = mode === 'ReadWriteOnce' ? 'warning' : 'error';
        return judged(claim, found('shared-volume', at, { reason: 'several', ...known }), verdict, by);
      }
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
  return [DEPLOYMENT, ROLLOUT].some(kind => isKind(object, kind)) && type !== 'Recreate' && !/^0+%?$/.test(String(maxSurge));
}

/** What keeps pods from being evicted. */
export const BUDGETS: ObjectRule = {
  subject: 'Disruption budgets',
  kinds: ['policy/PodDisruptionBudget'],
  findings: { 'no-eviction': 'a budget by which no pod can be evicted' },
  authority: 'disruption controller',
  proof: PROOF,
  judge: (budget, { scraped: { index } }) => judged(budget, within('spec', withoutEviction(budget, index)), 'warning'),
};

function withoutEviction({ metadata, spec }: TypedManifest, index: ObjectIndex): Finding[] {
  const { minAvailable, maxUnavailable, selector } = asObject<Record<string, unknown>>(spec);
  const isPercent = typeof minAvailable === 'string';
  const [kept, missing] = [minAvailable, maxUnavailable].map(each => parseInt(String(each)));
  if (missing === 0) return found('no-eviction', 'maxUnavailable', { reason: 'never' });
  if (isPercent && kept === 100) return found('no-eviction', 'minAvailable', { reason: 'never' });
  const pods = selector == null ? [] : selected(selector, index.podsIn(metadata?.namespace));
  const unscaled = pods.filter(each => isBuiltIn(each) && !canScale(each));
  // pods without a controller are not counted
  const [first] = unscaled.length < pods.length ? unscaled.filter(each => !isKind(each, POD)) : unscaled;
  if (first && (isPercent || maxUnavailable != null)) {
    return found('no-eviction', isPercent ? 'minAvailable' : 'maxUnavailable', { reason: 'unscaled', kind: first.kind });
  }
  // nothing to report if the number of pods is unknown, or there are none to evict
  const replicas = pods.map(each => mostPods(each, index).most ?? NaN).reduce((sum, each) => sum + each, 0);
  if (!replicas || !((isPercent ? Math.ceil(kept * replicas / 100) : kept) >= replicas)) return FINE;
  return found('no-eviction', 'minAvailable', { reason: 'replicas', kept: Shown.of(minAvailable), replicas });
}
