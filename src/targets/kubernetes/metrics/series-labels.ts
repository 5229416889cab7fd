import { Check, FINE, bad, found, joinPath } from '../../../base/findings/finding';
import { atPort, constant, RelabelRule, seriesLabel } from '../../../cluster/scraping/relabel';
import { list, mapOf, oneOf, pattern } from '../../../base/check';
import { labelKey } from '../../../base/names';
import type { MonitorContext } from './scraped-component';
import { COMPONENT, LabelRequirement, LabelSelector, NAME } from '../../../cluster/objects/selectors';

const POD = '__meta_kubernetes_pod_';
/** The name of the cluster in series with the platform's labels, unless another is set. */
const REFERENCE_CLUSTER = 'local';
/** Labels that the Prometheus Operator adds by itself, and the platform does not. */
const ADDED = ['container', 'endpoint', 'pod', 'service'] as const;

/** The WebLogic operator annotates each pod with where to scrape it, since each server listens on its own port. */
const BY_ANNOTATIONS = [
  { action: 'keep', sourceLabels: [`${POD}annotation_prometheus_io_scrape`], regex: 'true' },
  { ...copyLabel(`${POD}annotation_prometheus_io_path`, '__metrics_path__'), regex: '(.+)' },
  {
    action: 'replace',
    sourceLabels: ['__address__', `${POD}annotation_prometheus_io_port`],
    targetLabel: '__address__',
    regex: '(.+?)(?::\\d+)?;(\\d+)',
    replacement: '$1:$2',
  },
];

/** The label `application` of a pod, or else its label `app`. */
const APPLICATION = {
  action: 'replace',
  sourceLabels: ['application', 'app'],
  separator: ';',
  regex: ';(.*)',
  targetLabel: 'application',
  replacement: '$1',
};

/** The known labels of an endpoint's location. The operator adds them too, for each way in which it finds a target. */
interface PlaceLabels {
  /** The only container that declares the port. */
  readonly container?: string;
  /** The port by which the operator finds the endpoint, if that is its port. */
  readonly endpoint?: string;
  /** The only Service that is selected. */
  readonly service?: string;
}

/** The inputs that differ from endpoint to endpoint. */
export interface Relabelling {
  /** The job's full name: the length of a label value is not limited. */
  readonly job: string;
  readonly cluster: MonitorContext['cluster'];
  /** Whether annotations of the pods specify port and path. */
  readonly isAnnotated?: boolean;
  /** The port that is scraped instead of the one that was found. */
  readonly port?: number;
  readonly place: PlaceLabels;
  /** Selects the pods that are scraped, and no others. */
  readonly selector: LabelSelector;
  /** Whether the operator selects the pods with this selector, instead of a Service, which may lead to others too. */
  readonly selectsPods: boolean;
  /** Whether nothing adds labels to a target before these rules. */
  readonly isAlone: boolean;
  /** Labels of the pods that repeat labels of the model. */
  readonly repeated: readonly string[];
  /** The labels of the model, if the pods do not have them. */
  readonly labels?: Readonly<Record<string, string>>;
}

/**
 * Rules that match a selector exactly. The operator reads the values of a selector as regular expressions, in which a
 * dot matches any character.
 */
function selectorRules(selector: LabelSelector, selectsPods: boolean): RelabelRule[] {
  const { matchLabels = {}, matchExpressions = [] } = selector;
  const ofLabels = Object.entries(matchLabels).map(([key, value]): LabelRequirement =>
    ({ key, operator: 'In', values: [value] }));
  return [...ofLabels, ...matchExpressions].flatMap(({ key, operator, values = [] }) => {
    if (selectsPods && !values.some(value => value.includes('.'))) return [];
    const isWithout = ['NotIn', 'DoesNotExist'].includes(operator);
    return {
      action: isWithout ? 'drop' : 'keep',
      sourceLabels: [`${POD}${values.length === 0 ? 'labelpresent' : 'label'}_${seriesLabel(key)}`],
      regex: values.length === 0 ? 'true' : values.map(value => value.replaceAll('.', '\\.')).join('|'),
    };
  });
}

function copyLabel(source: string, targetLabel: string): RelabelRule {
  return { action: 'replace', sourceLabels: [source], targetLabel };
}

const constants = (labels: object): RelabelRule[] =>
  Object.entries(labels).filter(([, value]) => value != null).map(([label, value]) => constant(label, value));

/** The relabelling of an endpoint. Labels of pods are set first, so that no pod can change those of the rules. */
export function relabelling(
  endpoint: Relabelling, { seriesLabels, podTargetLabels, extraLabels }: SeriesLabelOptions,
): RelabelRule[] {
  const { job, selector, cluster, isAnnotated, port, place, selectsPods, isAlone, repeated, labels = {} } = endpoint;
  const which = seriesLabels ?? SeriesLabels.BOTH;
  const [isPlatforms, isOperators] = [which !== SeriesLabels.OPERATOR, which !== SeriesLabels.PLATFORM];
  const listed = podTargetLabels ?? (isPlatforms ? undefined : []);
  const ofModel = endpoint.labels ? [] : [NAME, COMPONENT];
  const mapped = listed && [...new Set([...ofModel, ...listed].map(seriesLabel))];
  const isMapped = (label: string) => mapped?.includes(label) ?? true;
  const isToSet = (label: string) => isAlone || isMapped(label);
  const added = ADDED.filter(label => !isOperators
    || label !== 'pod' && !(label === 'service' && selectsPods) && place[label] === undefined);
  const revision = isOperators ? 'controller_revision_hash|instance' : 'controller_revision_hash';
  return [
    // first, so that labels of pods with these names are kept
    ...isAlone || added.length === 0 ? [] : [{ action: 'labeldrop', regex: added.join('|') }],
    ...selectorRules(selector, selectsPods),
    ...isAnnotated ? BY_ANNOTATIONS : [],
    ...port === undefined ? [] : [atPort(port)],
    ...mapped?.length === 0 ? [] : [{ action: 'labelmap', regex: `${POD}label_(${mapped?.join('|') ?? '.+'})` }],
    ...mapped ? [] : [{ action: 'labeldrop', regex: [revision, ...repeated.map(seriesLabel)].join('|') }],
    ...constants({ [cluster.label]: cluster.name ?? (isOperators ? undefined : REFERENCE_CLUSTER) }),
    ...isToSet('namespace') ? [copyLabel('__meta_kubernetes_namespace', 'namespace')] : [],
    ...isPlatforms ? [copyLabel(`${POD}name`, 'pod_name')] : [],
    ...isOperators && isToSet('pod') ? [copyLabel(`${POD}name`, 'pod')] : [],
    // constants: discovery finds a target for each container and each Service, and copied labels would make each a
    // separate target
    ...isOperators ? constants(place) : [],
    ...isPlatforms && isMapped('app') ? [APPLICATION] : [],
    ...constants(Object.fromEntries(Object.entries(labels).map(([key, value]) => [seriesLabel(key), value]))),
    ...constants({ ...extraLabels, job }),
  ];
}

/** The labels of series beside `job`, `namespace`, `instance`, `app_oam_dev_name` and `app_oam_dev_component`. */
export enum SeriesLabels {
  /**
   * The labels of the reference platform: all labels of the pods, `pod_name`, `application` and `<vendor>_cluster`.
   * Dashboards and alerts of the platform keep working. Labels with a UID do not exist, and `app_oam_dev_revision`
   * needs a `revisionName` of the binding.
   */
  PLATFORM = 'platform',

  /**
   * The labels of the Prometheus Operator, for its dashboards and alerts: `pod`, and `container`, `endpoint` and
   * `service` if there is exactly one. Series have no labels of pods.
   */
  OPERATOR = 'operator',

  /** The labels of both. The label `<vendor>_cluster` exists only if the platform has a `clusterName`. */
  BOTH = 'both',
}

/** The labels that series have. */
export interface SeriesLabelOptions {
  /**
   * Which labels series have.
   *
   * @default SeriesLabels.BOTH
   */
  readonly seriesLabels?: SeriesLabels;

  /**
   * The labels of pods that become labels of series, as `example.com/team` becomes `example_com_team`, beside
   * `app.oam.dev/name` and `app.oam.dev/component`, which always do.
   *
   * @default - with SeriesLabels.OPERATOR none, otherwise all but `controller-revision-hash` and the recommended labels
   * that the platform adds
   */
  readonly podTargetLabels?: string[];

  /**
   * More labels of all series, by name. They take precedence over labels of pods.
   *
   * @default - none
   */
  readonly extraLabels?: { [name: string]: string };
}

/** The labels that identify a target or a component. */
const RESERVED = [
  'app_oam_dev_component', 'app_oam_dev_name', 'container', 'endpoint', 'instance', 'job', 'namespace', 'pod',
  'pod_name', 'service',
];

/** The pattern for names of extra labels. */
export const EXTRA_LABEL = `^(?!__|(${RESERVED.join('|')})$)[a-zA-Z_][a-zA-Z0-9_]*$`;

/** The checks of the options. */
export const SERIES_LABEL_OPTIONS: Readonly<Record<keyof SeriesLabelOptions, Check>> = {
  seriesLabels: oneOf(SeriesLabels),
  podTargetLabels: list(labelKey),
  extraLabels: mapOf(pattern(/^[^$]+$/, 'series-label'), (name, field) => RESERVED.includes(name)
    ? found('reserved-label', joinPath(field, [name]), { reason: 'series' })
    : new RegExp(EXTRA_LABEL).test(name) ? FINE : bad('invalid-label', 'series-names', field, name)),
};
