// Series have the labels that the platform gives them, so that dashboards and alerts go on working.

const POD = '__meta_kubernetes_pod_';

/** What the Prometheus Operator adds by itself, and the platform has not. First of all, so that labels of pods with these names stay. */
const WITHOUT_ADDED = { action: 'labeldrop', regex: 'container|endpoint|pod|service' };

/** The operator of WebLogic says on each pod where it is scraped: its servers listen on a port each. */
const BY_ANNOTATIONS = [
  { action: 'keep', sourceLabels: [`${POD}annotation_prometheus_io_scrape`], regex: 'true' },
  { action: 'replace', sourceLabels: [`${POD}annotation_prometheus_io_path`], targetLabel: '__metrics_path__', regex: '(.+)' },
  {
    action: 'replace',
    sourceLabels: ['__address__', `${POD}annotation_prometheus_io_port`],
    targetLabel: '__address__',
    regex: '(.+?)(?::\\d+)?;(\\d+)',
    replacement: '$1:$2',
  },
];

/** What differs from endpoint to endpoint. */
export interface Relabelling {
  /** The job's name, in full: a label has no limit. */
  readonly job: string;
  /** The label with the cluster's name. */
  readonly cluster: { readonly label: string; readonly name: string };
  /** Whether annotations of the pods tell port and path. */
  readonly isAnnotated?: boolean;
  /** The port that is scraped in place of the one that was found. */
  readonly port?: number;
  /** The labels of the pods that are scraped, and no others. */
  readonly selector: Readonly<Record<string, string>>;
  /** Whether the operator selects pods by these labels, and not a Service, which may lead to others too. */
  readonly selectsPods: boolean;
}

/** The operator takes the values of a selector for expressions: a dot would stand for any character. */
function exactly(selector: Readonly<Record<string, string>>, selectsPods: boolean): object[] {
  const labels = Object.entries(selector).filter(([, value]) => !selectsPods || value.includes('.'));
  return labels.map(([key, value]) => ({ action: 'keep', sourceLabels: [`${POD}label_${key.replace(/[^a-zA-Z0-9]/g, '_')}`], regex: value.replaceAll('.', '\\.') }));
}

/** Another port of the same pod. */
function atPort(port: number): object {
  return { action: 'replace', sourceLabels: ['__address__'], targetLabel: '__address__', regex: '(.+?)(?::\\d+)?', replacement: `$1:${port}` };
}

/** The relabelling of an endpoint. Labels of pods come before what is made here, which no pod can change. */
export function relabellings({ job, cluster, isAnnotated, port, selector, selectsPods }: Relabelling): object[] {
  return [
    WITHOUT_ADDED,
    ...exactly(selector, selectsPods),
    ...isAnnotated ? BY_ANNOTATIONS : [],
    ...port === undefined ? [] : [atPort(port)],
    { action: 'labelmap', regex: `${POD}label_(.+)` },
    { action: 'labeldrop', regex: 'controller_revision_hash' },
    { action: 'replace', targetLabel: cluster.label, replacement: cluster.name },
    { action: 'replace', sourceLabels: ['__meta_kubernetes_namespace'], targetLabel: 'namespace' },
    { action: 'replace', sourceLabels: [`${POD}name`], targetLabel: 'pod_name' },
    { action: 'replace', sourceLabels: ['application', 'app'], separator: ';', regex: ';(.*)', targetLabel: 'application', replacement: '$1' },
    { action: 'replace', targetLabel: 'job', replacement: job },
  ];
}
