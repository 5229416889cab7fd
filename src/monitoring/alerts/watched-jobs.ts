import type { Construct, IConstruct } from 'constructs';
import { ApplicationConfiguration } from '../../model/application/application-configuration';
import type { IApplicationConfiguration } from '../../model/application/component-binding';
import { bad, Check, Finding, FINE, found, ownWords } from '../../base/findings/finding';
import { Platform } from '../../model/platform/platform';
import { RuleEvaluation, ApplicationModel, BindingModel } from '../../model/platform/model';
import { instanceOf } from '../../base/brand';
import { asObject, list, grouped } from '../../base/check';
import { millisecondsOf, spelledOut, writtenDuration } from '../../base/durations';
import { isKind, DOMAIN } from '../../base/kind-of';
import { endpointFields } from '../../base/metrics-endpoints';
import { isInChart } from '../../base/model-object';
import { OwnWords } from '../../base/findings/sentence';
import { DURATION } from '../../base/definitions/type';
import { ClaimFact } from '../../base/registry';
import { hasPods, replicasOf } from '../../cluster/objects/pod-templates';

/** A job that is watched. */
export interface WatchedJob {
  /** The labels `job` and `namespace` of its series. */
  readonly job: string;
  readonly namespace: string;
  readonly application: string;
  readonly component: string;
  /** How often its targets are scraped. */
  readonly interval: string;
  /** Whether its pods run all the time; those of a Job come and go, and a stopped domain has none. */
  readonly isLasting: boolean;
  /** The minimum number of its pods, if it is known. */
  readonly replicas?: number;
  /** The series of kube-state-metrics with the wanted number of pods, if there is one. */
  readonly wanted?: { readonly metric: string; readonly labels: Readonly<Record<string, string>> };
}

/** How far Prometheus looks back for a sample, in milliseconds. */
const LOOKBACK = 300_000;

/** The series of kube-state-metrics by the kind that creates pods, and the label with the name of its object. */
const WANTED: Readonly<Record<string, readonly [metric: string, label: string]>> = {
  Deployment: ['kube_deployment_spec_replicas', 'deployment'],
  StatefulSet: ['kube_statefulset_replicas', 'statefulset'],
  // its operator creates a StatefulSet of the same name
  Coherence: ['kube_statefulset_replicas', 'statefulset'],
  DaemonSet: ['kube_daemonset_status_desired_number_scheduled', 'daemonset'],
  ReplicaSet: ['kube_replicaset_spec_replicas', 'replicaset'],
  ReplicationController: ['kube_replicationcontroller_spec_replicas', 'replicationcontroller'],
};

/** Reports applications of another app or platform, whose jobs the construct never sees. */
export function foreignApplications(
  construct: IConstruct, own: 'alerts' | 'dashboard', platform: Platform,
  applications: readonly IApplicationConfiguration[] = [],
): Finding[] {
  return (applications as readonly (IApplicationConfiguration & IConstruct)[]).flatMap((each, i) => {
    const isOwn = each.node.root === construct.node.root && Platform.of(each) === platform;
    return isOwn ? FINE : found('invalid-value', ['applications', i], { reason: 'other-app', own });
  });
}

/** The check of a list of applications; the class is loaded only when a list is checked. */
export const watchedApplications: Check = (value, field) => list(
  instanceOf(ApplicationConfiguration, (other, at) => bad('invalid-value', 'application', at, other)),
  { min: 1, what: 'application' },
)(value, field);

/** Reports a construct that is in no chart. */
export function outsideChart(construct: Construct): Finding[] {
  return isInChart(construct) ? FINE : found('invalid-value', '', ownWords(
    'must be in a Chart of cdk8s, in which its objects are rendered',
    'give a chart, or a construct in one, as scope'));
}

/** The check of a Duration; `isAllowed` reads its milliseconds. */
export const limitedDuration = (isAllowed: (milliseconds: number) => boolean, words: OwnWords): Check =>
  (value, field) => {
    const text = writtenDuration(value);
    const findings = DURATION.check(text, field);
    if (findings.length > 0) return findings;
    return isAllowed(millisecondsOf(text)!) ? FINE : bad('invalid-value', words, field, text);
  };

/** The labels that identify the owner of an object. */
export const ownerLabels = (application: string) =>
  ({ 'app.kubernetes.io/managed-by': 'cdk8s-oam', 'app.kubernetes.io/part-of': application });

/** Claims applications: two such constructs would alert twice about one, or have dashboards with the same uid. */
export function applicationClaims(maker: IConstruct, of: Iterable<ApplicationModel>, kind: string): ClaimFact[] {
  return [...of].map(({ name, construct }) => ({
    construct: maker,
    key: `${kind} ${construct.node.path}`,
    value: maker.node.path,
    field: [],
    clash: ({ maker: first }) => found('monitored-twice', '', { application: name, maker: first }),
  }));
}

/**
 * The jobs of the applications of a platform that are in the tree of a construct: of those that are named, or of all.
 * Without a namespace, jobs have no names: `missing-field` reports it.
 */
export function jobsByApplication<J>(
  { node }: IConstruct, platform: Platform, named: readonly IConstruct[] | undefined,
  jobsOf: (binding: BindingModel) => readonly J[],
): Map<ApplicationModel, J[]> {
  const isMeant = ({ application: { construct, namespace } }: BindingModel) =>
    namespace !== undefined && construct.node.root === node.root && (named?.some(each => each === construct) ?? true);
  const groups = grouped(platform._scraped().filter(isMeant), ({ application }) => [application]);
  return new Map([...groups].map(([application, bindings]) => [application, bindings.flatMap(jobsOf)]));
}

/** The jobs of a binding. */
export function watchedJobs(binding: BindingModel, platform: Platform, evaluation: RuleEvaluation): WatchedJob[] {
  const { application: { name: application, namespace = '' }, componentName: component } = binding;
  const traits = binding.traits();
  const { spec, metadata } = traits.find(each => platform._isTrait(each, 'MetricsTrait'))?.fields ?? {};
  const names = evaluation.jobsOf?.(binding, metadata?.name);
  const settings = endpointFields(spec);
  const interval = asObject<{ readonly interval?: string }>(spec).interval ?? evaluation.interval;

  const pods = platform._podsOf(binding);
  const made = Array.isArray(pods) ? undefined : pods.objects.find(hasPods);
  // pods that end by themselves, or are declared not to run
  const isEnding = made && (made.kind === 'Job' || made.kind === 'CronJob'
    || made.kind === 'Pod' && ['Never', 'OnFailure'].includes(made.spec?.restartPolicy as string)
    || isKind(made, DOMAIN) && ['Never', 'NEVER'].includes(made.spec?.serverStartPolicy as string));
  let replicas: number | undefined;
  let wanted: WatchedJob['wanted'];
  if (made && Object.hasOwn(WANTED, made.kind)) {
    const [metric, label] = WANTED[made.kind];
    wanted = { metric, labels: { namespace, [label]: made.metadata.name! } };
    const autoscaler = traits.find(({ kind }) => isKind(platform._typeOf(kind), 'autoscaling/HorizontalPodAutoscaler'));
    replicas = autoscaler ? asObject<{ readonly minReplicas?: number }>(autoscaler.fields.spec).minReplicas ?? 1
      : replicasOf(made);
  }
  return binding.metrics().endpoints.map(({ jobName }, i) => ({
    job: names?.[i] ?? jobName,
    namespace,
    application,
    component,
    interval: settings[i]?.interval as string | undefined ?? interval,
    isLasting: !isEnding,
    replicas,
    wanted,
  }));
}

/** Two scrape intervals, if a sample may be older than Prometheus looks back. */
export function windowOf({ interval }: Pick<WatchedJob, 'interval'>): string | undefined {
  const length = 2 * millisecondsOf(interval)!;
  return length > LOOKBACK ? spelledOut(length) : undefined;
}
