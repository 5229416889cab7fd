import { EndpointOfJob, ScrapedComponent, scrapedComponent, MonitorContext, ProviderParts } from './monitor';
import { NOT_EXPRESSIBLE, notExpressible, ReadFields, writtenIn } from './monitor-dialects';
import {
  monitorMetadata, numbered, once, replacing, SCRAPE_OPTIONS, scrapingBy, timeoutFindings,
} from './prometheus-operator';
import { MonitorKind, ScrapeOptions } from './prometheus-operator-props';
import { labelOfSeries, SeriesLabels } from './relabelling';
import { Check, FINE, Finding, found, joinPath, Shown } from '../../../base/findings/finding';
import { COMPONENT, NAME, podLabelsOf, PlainObject, Rendered } from '../../../cluster/objects/object-index';
import { constant, lastRule, RelabelRule } from '../../../cluster/objects/relabel-rule';
import { intervalIn, RuleEvaluator, BindingModel } from '../../../model/platform/model';
import { Scraper } from '../../../model/platform/metrics';
import { all, asObject, asProps, closed, filled, listOf, mapOf } from '../../../base/check';
import { objectName } from '../../../base/names';
import { snapshot } from '../../../base/plain';
import { hasOwnPorts } from '../../../cluster/objects/oam-workloads';

/** The managed collection of Google Cloud Managed Service for Prometheus. It scrapes every 30 seconds by default. */
export interface GoogleManagedPrometheusProps extends ScrapeOptions {
  /**
   * The user names with which endpoints are scraped, by the name of the Secret that a MetricsTrait names in `secret`. A PodMonitoring
   * contains the user name itself and refers only to the password.
   *
   * @default - none: a Secret with a user name and a password is an error
   */
  readonly userNames?: { [secret: string]: string };
}

/** Labels that only the collection sets. */
const PROTECTED = [
  'project_id', 'location', 'cluster', 'namespace', 'job', 'instance', 'top_level_controller', 'top_level_controller_type', '__address__',
];

const unprotected: Check = (value, field) => Object.keys(asObject(value)).filter(label => PROTECTED.includes(label)).flatMap(label =>
  found('reserved-label', joinPath(field, [label]), { reason: 'series' }));

const CHECK = closed<GoogleManagedPrometheusProps>({
  ...SCRAPE_OPTIONS, extraLabels: all(SCRAPE_OPTIONS.extraLabels, unprotected), userNames: mapOf(filled, objectName),
});

const API_VERSION = 'monitoring.googleapis.com/v1';
const KIND = 'PodMonitoring';
/** A PodMonitoring has no relabelling of targets: labels of series come from rules for samples. */
const FIELDS: ReadFields = {
  scheme: 'scheme',
  interval: 'interval',
  timeout: 'timeout',
  honorTimestamps: NOT_EXPRESSIBLE,
  tls: 'tls',
  basicAuth: 'basicAuth',
  authorization: 'authorization',
  metricRelabelings: 'metricRelabeling',
  relabelings: undefined,
  sampleLimit: 'samples',
  labelLimit: 'labels',
  fallbackScrapeProtocol: NOT_EXPRESSIBLE,
};
/** The DaemonSet that scrapes, and its ServiceAccount. */
const COLLECTOR = { namespace: 'gmp-system', name: 'collector' };
/** It queries Google Cloud for series in the namespace of a Rules object, and rejects rules that set the labels of its scope. */
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
const MOST_LABELS = 100;

/** Renders one PodMonitoring for each endpoint: one object cannot contain two endpoints at the same port. */
export function googleManagedPrometheus(props: GoogleManagedPrometheusProps): ProviderParts {
  const taken = snapshot(props);
  const given = asProps(taken);
  const scraping = scrapingBy({ ...given, monitorKind: MonitorKind.POD_MONITOR }, INTERVAL);
  return {
    check: () => [CHECK(taken, ''), timeoutFindings(given, INTERVAL, '')].find(each => each.length > 0) ?? FINE,
    scraper: () => Scraper.of(COLLECTOR.namespace, COLLECTOR.name),
    pods: () => ({ namespace: COLLECTOR.namespace, podLabels: { 'app.kubernetes.io/name': COLLECTOR.name } }),
    replaces: replacing({ ...given, ...COLLECTOR }),
    isMeshed: () => false,
    selects: () => false,
    labelsFor: () => ({}),
    rules: () => ({ evaluator: RULE_EVALUATOR, interval: intervalIn(scraping().defaults) ?? INTERVAL, jobsOf: namesOf }),
    warnings: () => ['job', 'instance', 'samples'].flatMap(reason => found('labels-differ', '', { reason: reason as 'job' })),
    render: context => {
      const types = objectsOf(context);
      const others = access(context, types, secretsIn(given.scrape));
      const { objects, ...told } = rendered(context, scrapedComponent(context, scraping(), false), given, types);
      return { objects: [...objects, ...others], ...told };
    },
  };
}

/** The type and the metadata of each object. Its name is the job, which therefore cannot contain `_`. */
function objectsOf(context: MonitorContext): PlainObject[] {
  const metadata = monitorMetadata(context, {});
  const own = context.trait?.fields.metadata?.name as string | undefined;
  return namesOf(context.binding, own).map(name => ({ apiVersion: API_VERSION, kind: KIND, metadata: { ...metadata, name } }));
}

function namesOf({ metrics }: BindingModel, own: string | undefined): string[] {
  const { endpoints } = metrics();
  return endpoints.map((_, i) => numbered({ name: own ?? endpoints[0].jobName.replaceAll('_', '-'), labels: {} }, i).name);
}

function rendered(
  context: MonitorContext, component: ScrapedComponent, props: GoogleManagedPrometheusProps, types: readonly PlainObject[],
): Rendered {
  const { selector, limits, endpoints, findings } = component;
  const { binding, planOf } = context;
  const labels = labelsOf(context, props);
  const own = writtenIn(FIELDS, limits);
  return {
    objects: types.map((type, i) => ({
      ...type,
      spec: {
        selector,
        endpoints: [endpointOf(binding.metrics().endpoints[i].port, endpoints[i], labels.rules, props)],
        targetLabels: { metadata: labels.metadata, fromPod: labels.fromPod },
        ...Object.keys(own).length > 0 ? { limits: own } : {},
      },
    })),
    findings: [
      ...findings,
      ...notExpressible(KIND, { fields: FIELDS }, limits),
      ...hasOwnPorts(planOf(binding).type) ? found('not-expressible', '', { reason: 'unread-annotations', kind: KIND })
        : once(endpoints.flatMap(({ fields }) => unsayable(fields, props))),
    ],
    warnings: labels.lost.length === 0 ? FINE : found('labels-differ', '', { reason: 'pods', labels: labels.lost }),
  };
}

/** An endpoint. A port that no container declares can be given by its number. */
function endpointOf(
  port: number, { place, fields }: EndpointOfJob, rules: readonly RelabelRule[], { userNames }: GoogleManagedPrometheusProps,
): object {
  const { interval = INTERVAL, basicAuth, authorization, metricRelabelings = [] } = fields;
  const ofSamples = [...rules, ...metricRelabelings];
  return {
    // if the pods are found by the port of another endpoint, its own number is needed
    port: lastRule(fields.relabelings, '__address__') ? port : place.port ?? port,
    path: place.path,
    ...writtenIn(FIELDS, {
      ...fields,
      interval,
      basicAuth: basicAuth && { username: userNames?.[basicAuth.password.name], password: { secret: basicAuth.password } },
      authorization: authorization && { ...authorization, credentials: { secret: authorization.credentials } },
      metricRelabelings: ofSamples.length === 0 ? undefined : ofSamples,
    }),
  };
}

function unsayable(fields: EndpointOfJob['fields'], props: GoogleManagedPrometheusProps): Finding[] {
  const { tls, basicAuth: { password } = {}, metricRelabelings: rules = [] } = fields;
  return [
    ...notExpressible(KIND, { fields: FIELDS }, fields),
    ...tls?.ca?.configMap === undefined ? FINE
      : found('not-expressible', 'tls.ca.configMap', { reason: 'ca-in-secret', kind: KIND }),
    ...password === undefined || props.userNames?.[password.name] !== undefined ? FINE
      : found('not-expressible', 'secret', { reason: 'user-name', kind: KIND }),
    ...rules.flatMap(({ action }) => ACTIONS.includes(action!) ? FINE
      : found('not-expressible', 'metricRelabelings', { reason: 'rule-action', kind: KIND, action: Shown.of(action), known: ACTIONS })),
    ...rules.flatMap(({ targetLabel: label }) => label === undefined || !PROTECTED.includes(label) ? FINE
      : found('not-expressible', 'metricRelabelings', { reason: 'protected-label', label: Shown.of(label) })),
  ];
}

/** The labels of series, as far as a PodMonitoring can express them. */
interface SaidLabels {
  /** Metadata of the pod, known to the collection. */
  readonly metadata: readonly string[];
  readonly fromPod: readonly object[];
  /** Rules for samples. Series that the scraper itself adds about its scrapes do not get these labels. */
  readonly rules: readonly RelabelRule[];
  /** Labels of the pods that series do not get. */
  readonly lost: readonly string[];
}

function labelsOf({ binding, planOf, cluster }: MonitorContext, props: GoogleManagedPrometheusProps): SaidLabels {
  const { seriesLabels = SeriesLabels.BOTH, podTargetLabels, extraLabels } = props;
  const isPlatforms = seriesLabels !== SeriesLabels.OPERATOR;
  const ofPods: Record<string, string> = Object.assign({}, ...planOf(binding).objects.map(each => podLabelsOf(each)));
  const model = { [NAME]: binding.application.name, [COMPONENT]: binding.componentName };
  const isElsewhere = binding.component?.workload.source !== undefined;
  const wanted = podTargetLabels ?? (isPlatforms ? Object.keys(ofPods) : []);
  const others = [...new Set(wanted)].filter(key => !(key in model));
  const isSaid = (key: string) => !PROTECTED.includes(labelOfSeries(key)) && /^[a-zA-Z_]/.test(key);
  const said = [...isElsewhere ? [] : Object.keys(model), ...others.filter(isSaid)];
  const application = ofPods.application ?? ofPods.app;
  const constants = {
    ...isElsewhere ? Object.fromEntries(Object.entries(model).map(([key, value]) => [labelOfSeries(key), value])) : {},
    ...isPlatforms && application !== undefined ? { application } : {},
    ...cluster.name === undefined ? {} : { [cluster.label]: cluster.name },
    ...extraLabels,
  };
  return {
    metadata: ['pod', 'container'],
    fromPod: said.slice(0, MOST_LABELS).map(from => ({ from, to: labelOfSeries(from) })),
    rules: [
      ...isPlatforms ? [{ action: 'replace', sourceLabels: ['pod'], targetLabel: 'pod_name' }] : [],
      ...Object.entries(constants).map(([label, value]) => constant(label, value)),
    ],
    lost: [...others.filter(key => !isSaid(key)), ...said.slice(MOST_LABELS)],
  };
}

/** The Role and the RoleBinding that let the collection read the Secrets of endpoints. */
function access({ binding, trait }: MonitorContext, [first]: readonly PlainObject[], ofAll: readonly string[]): PlainObject[] {
  const named = [binding.metrics().secret, ...secretsIn(trait?.fields.spec), ...ofAll];
  const resourceNames = [...new Set(named)].filter(name => name !== undefined);
  if (!first || resourceNames.length === 0) return [];
  const apiVersion = 'rbac.authorization.k8s.io/v1';
  const metadata = { ...first.metadata, name: `${binding.componentName}-metrics-credentials` };
  return [
    {
      apiVersion,
      kind: 'Role',
      metadata,
      rules: [{ apiGroups: [''], resources: ['secrets'], resourceNames, verbs: ['get', 'list', 'watch'] }],
    },
    {
      apiVersion,
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: metadata.name },
      subjects: [{ kind: 'ServiceAccount', ...COLLECTOR }],
    },
  ];
}

/** The Secrets that a MetricsTrait names for itself and for its endpoints. */
function secretsIn(spec: unknown): string[] {
  const { ports, tls, authorization } = asObject(spec);
  const own = [asObject(asObject(asObject(tls).ca).secret).name, asObject(asObject(authorization).credentials).name];
  return [...own.filter(name => typeof name === 'string'), ...listOf(ports).flatMap(secretsIn)];
}
