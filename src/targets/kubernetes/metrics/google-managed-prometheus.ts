import { EndpointOfJob, MonitorContext, scrapedComponent } from './scraped-component';
import type { ProviderParts } from './monitoring-provider';
import { NOT_EXPRESSIBLE, notExpressible, ReadFields, sameNames, writtenIn } from './monitor-dialects';
import {
  monitorMetadata, numberedName, ownInterval, replacing, SCRAPE_OPTIONS, timeoutFindings,
} from './prometheus-operator';
import { ScrapeOptions } from './prometheus-operator-props';
import { SeriesLabels } from './series-labels';
import { FINE, Finding, found, joinPath, Shown } from '../../../base/findings/finding';
import { constant, lastRule, RelabelRule, seriesLabel } from '../../../cluster/scraping/relabel';
import { RuleEvaluator, BindingModel } from '../../../model/platform/model';
import { Scraper } from '../../../model/platform/metrics';
import { all, asObject, asProps, closed, distinctByJson, filled, listOf, mapOf } from '../../../base/check';
import { objectName } from '../../../base/names';
import { snapshot } from '../../../base/plain';
import { hasOwnPorts } from '../../../cluster/objects/oam-workloads';
import { PlainObject, Rendered } from '../../../cluster/objects/rendered';
import { podLabelsOf } from '../../../cluster/objects/pod-templates';
import { COMPONENT, NAME } from '../../../cluster/objects/selectors';
import { WorkloadPlan } from '../../../model/workloads/workload';

/** The managed collection of Google Cloud Managed Service for Prometheus. It scrapes every 30 seconds by default. */
export interface GoogleManagedPrometheusProps extends ScrapeOptions {
  /**
   * The user names with which endpoints are scraped, by the name of the Secret that a MetricsTrait names in `secret`. A
   * PodMonitoring contains the user name itself and refers only to the password.
   *
   * @default - none: a Secret with a user name and a password is an error
   */
  readonly userNames?: { [secret: string]: string };
}

/** Labels that only the collection sets. */
const PROTECTED = [
  'project_id', 'location', 'cluster', 'namespace', 'job', 'instance', 'top_level_controller',
  'top_level_controller_type', '__address__',
];

/** Checks the properties, and rejects labels that only the collection of Google Cloud sets. */
const CHECK = closed<GoogleManagedPrometheusProps>({
  ...SCRAPE_OPTIONS,
  extraLabels: all(SCRAPE_OPTIONS.extraLabels, (value, field) =>
    Object.keys(asObject(value)).filter(label => PROTECTED.includes(label)).flatMap(label =>
      found('reserved-label', joinPath(field, [label]), { reason: 'series' }))),
  userNames: mapOf(filled, objectName),
});

const [API_VERSION, KIND] = ['monitoring.googleapis.com/v1', 'PodMonitoring'];
/** A PodMonitoring has no relabelling of targets: labels of series come from rules for samples. */
const FIELDS: ReadFields = {
  ...sameNames('scheme', 'interval', 'timeout'),
  honorTimestamps: NOT_EXPRESSIBLE,
  ...sameNames('tls', 'basicAuth', 'authorization'),
  metricRelabelings: 'metricRelabeling',
  relabelings: undefined,
  sampleLimit: 'samples',
  labelLimit: 'labels',
  fallbackScrapeProtocol: NOT_EXPRESSIBLE,
};
/** The DaemonSet that scrapes, and its ServiceAccount. */
const COLLECTOR = { namespace: 'gmp-system', name: 'collector' };
/** It queries series in the namespace of a Rules object, and rejects rules that set the labels of its scope. */
const RULE_EVALUATOR: RuleEvaluator = {
  type: { apiVersion: API_VERSION, kind: 'Rules' },
  by: 'the rule evaluation of Google Cloud',
  namespace: 'gmp-system',
  name: 'rule-evaluator',
  selector: {},
  addedToGroup: { interval: '1m' },
  scope: ['project_id', 'location', 'cluster', 'namespace'],
};
/** The interval that is written if none is set: a PodMonitoring requires one. */
const INTERVAL = '30s';
/** The actions that a rule for samples can have. */
const ACTIONS = ['replace', 'keep', 'drop', 'hashmod', 'labeldrop', 'labelkeep'];

/** Renders one PodMonitoring for each endpoint: one object cannot contain two endpoints at the same port. */
export function googleManagedPrometheus(props: GoogleManagedPrometheusProps): ProviderParts {
  const taken = snapshot(props);
  const given = asProps(taken);
  return {
    check: () => [CHECK(taken, ''), timeoutFindings(given, INTERVAL, '')].find(each => each.length > 0) ?? FINE,
    scraper: () => Scraper.of(COLLECTOR.namespace, COLLECTOR.name),
    pods: () => ({ namespace: COLLECTOR.namespace, podLabels: { 'app.kubernetes.io/name': COLLECTOR.name } }),
    replaces: replacing({ ...given, ...COLLECTOR }),
    isMeshed: () => false,
    selects: () => false,
    labelsFor: () => ({}),
    rules: () => ({ evaluator: RULE_EVALUATOR, interval: ownInterval(given) ?? INTERVAL, jobsOf: namesOfMonitors }),
    warnings: () => (['job', 'instance', 'samples'] as const).flatMap(reason => found('labels-differ', '', { reason })),
    render: context => podMonitorings(context, given),
  };
}

/** The names of the objects, which are the jobs and cannot contain `_`. */
function namesOfMonitors({ metrics }: BindingModel, own: string | undefined): string[] {
  const { endpoints } = metrics();
  const name = own ?? endpoints[0]?.jobName.replaceAll('_', '-');
  return endpoints.map((_, i) => numberedName(name, i));
}

/** Renders a PodMonitoring for each endpoint, since its name is the job of the series. */
function podMonitorings(context: MonitorContext, props: GoogleManagedPrometheusProps): Rendered {
  const { binding, planOf, cluster, trait } = context;
  const { userNames } = props;
  const { selector, limits, endpoints, findings } = scrapedComponent(context, props, false, INTERVAL);
  const plan = planOf(binding);
  const { type } = plan;
  const labels = labelsOfSeries(binding, plan, cluster, props);
  const ownLimits = writtenIn(FIELDS, limits);
  const metadata = monitorMetadata(context, {});
  const names = namesOfMonitors(binding, trait?.fields.metadata?.name as string | undefined);
  const monitors = names.map((name, i): PlainObject => {
    const { place, fields } = endpoints[i];
    const { port } = binding.metrics().endpoints[i];
    const { interval = INTERVAL, basicAuth, authorization, metricRelabelings = [] } = fields;
    const ofSamples = [...labels.rules, ...metricRelabelings];
    const endpoint = {
      // a port that no container declares can be given by its number; if the pods are found by the port of another
      // endpoint, its own number is needed
      port: lastRule(fields.relabelings, '__address__') ? port : place.port ?? port,
      path: place.path,
      ...writtenIn(FIELDS, {
        ...fields,
        interval,
        basicAuth: basicAuth && {
          username: userNames?.[basicAuth.password.name], password: { secret: basicAuth.password },
        },
        authorization: authorization && { ...authorization, credentials: { secret: authorization.credentials } },
        metricRelabelings: ofSamples.length === 0 ? undefined : ofSamples,
      }),
    };
    return {
      apiVersion: API_VERSION,
      kind: KIND,
      metadata: { ...metadata, name },
      spec: {
        selector,
        endpoints: [endpoint],
        // the collection knows these of the pod
        targetLabels: { metadata: ['pod', 'container'], fromPod: labels.fromPod },
        ...Object.keys(ownLimits).length > 0 ? { limits: ownLimits } : {},
      },
    };
  });
  return {
    objects: [...monitors, ...secretAccess(context, monitors[0], secretsIn(props.scrape))],
    findings: [
      ...findings,
      ...notExpressible(KIND, { fields: FIELDS }, limits),
      ...hasOwnPorts(type) ? found('not-expressible', '', { reason: 'unread-annotations', kind: KIND })
        : distinctByJson(endpoints.flatMap(({ fields }) => podMonitoringFindings(fields, userNames))),
    ],
    warnings: labels.lost.length === 0 ? FINE : found('labels-differ', '', { reason: 'pods', labels: labels.lost }),
  };
}

/** Reports what a PodMonitoring cannot express of an endpoint. */
function podMonitoringFindings(
  fields: EndpointOfJob['fields'], userNames: GoogleManagedPrometheusProps['userNames'],
): Finding[] {
  const { tls, basicAuth: { password } = {}, metricRelabelings: rules = [] } = fields;
  return [
    ...notExpressible(KIND, { fields: FIELDS }, fields),
    ...tls?.ca?.configMap === undefined ? FINE
      : found('not-expressible', 'tls.ca.configMap', { reason: 'ca-in-secret', kind: KIND }),
    ...password === undefined || userNames?.[password.name] !== undefined ? FINE
      : found('not-expressible', 'secret', { reason: 'user-name', kind: KIND }),
    ...rules.flatMap(({ action }) => ACTIONS.includes(action!) ? FINE : found('not-expressible', 'metricRelabelings', {
      reason: 'rule-action', kind: KIND, action: Shown.of(action), known: ACTIONS,
    })),
    ...rules.flatMap(({ targetLabel: label }) => label === undefined || !PROTECTED.includes(label) ? FINE
      : found('not-expressible', 'metricRelabelings', { reason: 'protected-label', label: Shown.of(label) })),
  ];
}

/**
 * The labels of series, as far as a PodMonitoring can express them: from labels of pods, and by rules for samples,
 * which do not apply to the series that the scraper adds about its scrapes. Lost labels of pods are in no series.
 */
function labelsOfSeries(
  { application, componentName, component }: BindingModel, { objects, addedLabels = [] }: WorkloadPlan,
  cluster: MonitorContext['cluster'],
  { seriesLabels = SeriesLabels.BOTH, podTargetLabels, extraLabels }: GoogleManagedPrometheusProps,
) {
  const isPlatforms = seriesLabels !== SeriesLabels.OPERATOR;
  const ofPods: Record<string, string> = Object.assign({}, ...objects.map(each => podLabelsOf(each)));
  const model = { [NAME]: application.name, [COMPONENT]: componentName };
  // the program creates such pods without the labels of the model
  const isElsewhere = component?.workload.source !== undefined;
  const wanted = podTargetLabels ?? (isPlatforms ? Object.keys(ofPods).filter(key => !addedLabels.includes(key)) : []);
  const others = [...new Set(wanted)].filter(key => !(key in model));
  const isExpressible = (key: string) => !PROTECTED.includes(seriesLabel(key)) && /^[a-zA-Z_]/.test(key);
  const mapped = [...isElsewhere ? [] : Object.keys(model), ...others.filter(isExpressible)];
  const appLabel = ofPods.application ?? ofPods.app;
  const constants = {
    ...isElsewhere ? Object.fromEntries(Object.entries(model).map(([key, value]) => [seriesLabel(key), value])) : {},
    ...isPlatforms && appLabel !== undefined ? { application: appLabel } : {},
    ...cluster.name === undefined ? {} : { [cluster.label]: cluster.name },
    ...extraLabels,
  };
  return {
    fromPod: mapped.map(from => ({ from, to: seriesLabel(from) })),
    rules: [
      ...isPlatforms ? [{ action: 'replace', sourceLabels: ['pod'], targetLabel: 'pod_name' }] : [],
      ...Object.entries(constants).map(([label, value]) => constant(label, value)),
    ] as readonly RelabelRule[],
    lost: others.filter(key => !isExpressible(key)),
  };
}

/** The Role and the RoleBinding that let the collection read the Secrets of endpoints. */
function secretAccess(
  { binding, trait }: MonitorContext, first: PlainObject | undefined, ofAll: readonly string[],
): PlainObject[] {
  const named = [binding.metrics().secret, ...secretsIn(trait?.fields.spec), ...ofAll];
  const resourceNames = [...new Set(named)].filter(name => name !== undefined);
  if (!first || resourceNames.length === 0) return [];
  const group = 'rbac.authorization.k8s.io';
  const metadata = { ...first.metadata, name: `${binding.componentName}-metrics-credentials` };
  const rules = [{ apiGroups: [''], resources: ['secrets'], resourceNames, verbs: ['get', 'list', 'watch'] }];
  const roleRef = { apiGroup: group, kind: 'Role', name: metadata.name };
  const subjects = [{ kind: 'ServiceAccount', ...COLLECTOR }];
  return [
    { apiVersion: `${group}/v1`, kind: 'Role', metadata, rules },
    { apiVersion: `${group}/v1`, kind: 'RoleBinding', metadata, roleRef, subjects },
  ];
}

/** The Secrets that a MetricsTrait names for itself and for its endpoints. */
function secretsIn(spec: unknown): string[] {
  const { ports, tls, authorization } = asObject(spec);
  const own = [asObject(asObject(asObject(tls).ca).secret).name, asObject(asObject(authorization).credentials).name];
  return [...own.filter(name => typeof name === 'string'), ...listOf(ports).flatMap(secretsIn)];
}
