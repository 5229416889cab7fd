/** What Prometheus has to scrape of components, and the series that it has then: by `binding.metrics` and docs/kubernetes-platform.md. */
import { endpointsOf, SAMPLES } from './example-pods';
import { ExampleComponent } from './examples';
import { Target } from './monitored';

/** A target: what is asked, and the labels of all of its series. */
export interface ExpectedTarget {
  readonly scrapeUrl: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** The value of `<vendor>_cluster` on the examples' platform. */
const CLUSTER = { verrazzano_cluster: 'local' };
/** The series that Prometheus adds for each scrape. */
const OF_A_SCRAPE = ['up', 'scrape_duration_seconds', 'scrape_samples_post_metric_relabeling', 'scrape_samples_scraped', 'scrape_series_added'];

/** The labels of a target beside those that all sets have: of its pod's metadata. */
export type LabelsOfSet = (pod: { readonly name: string; readonly labels: Readonly<Record<string, string>> }) => Readonly<Record<string, string>>;

/** The labels of the platform. */
export const platformLabels: LabelsOfSet = ({ name, labels }) => ({ ...labelsOfPlatform(labels), ...CLUSTER, pod_name: name });

/** Those of the platform that come from labels of a pod. */
export function labelsOfPlatform(labels: Readonly<Record<string, string>>): Record<string, string> {
  // pods of the platform do not have the recommended labels
  const isOurs = labels['app.kubernetes.io/managed-by'] === 'cdk8s-oam';
  const own = Object.entries(labels).filter(([key]) => !isOurs || !/^app\.kubernetes\.io\/(name|instance|managed-by)$/.test(key));
  const { controller_revision_hash: _, ...ofPod } = labelsOfSeries(Object.fromEntries(own));
  const application = ofPod.application ?? ofPod.app;
  return { ...ofPod, ...application === undefined ? {} : { application } };
}

/** The targets of a component: each endpoint of each of its pods. */
export function expectedTargets(component: ExampleComponent, pods: readonly any[], labelsOf = platformLabels): ExpectedTarget[] {
  return endpointsOf(component).flatMap(({ port, path, jobName }) => pods.map(({ metadata, status: { podIP } }) => {
    const instance = `${podIP}:${port}`;
    const { namespace } = metadata;
    return { scrapeUrl: `http://${instance}${path}`, labels: { instance, ...labelsOf(metadata), job: jobName, namespace } };
  }));
}

/** All series of targets, by their labels. */
export function expectedSeries(targets: readonly ExpectedTarget[]): Record<string, string>[] {
  const names = [...OF_A_SCRAPE.map((name) => ({ name, labels: {} })), ...SAMPLES];
  return targets.flatMap(({ labels }) => names.map(({ name, labels: own }) => ({ __name__: name, ...besides(labels, own), ...labels })));
}

/** A pod's label takes precedence over a label of the metric's own with the same name. */
function besides(labels: Readonly<Record<string, string>>, own: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(own).map(([name, value]) => [name in labels ? `exported_${name}` : name, value]));
}

/** The names of Kubernetes' labels as Prometheus has them. */
function labelsOfSeries(labels: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [name.replace(/[^a-zA-Z0-9_]/g, '_'), value]));
}

/** Targets as they are compared. */
export function comparable(targets: readonly (ExpectedTarget | Target)[]): ExpectedTarget[] {
  return sorted(targets.map(({ scrapeUrl, labels }) => ({ scrapeUrl, labels: inOrder(labels) })));
}

/** Elements in an order that does not depend on who reports them. */
export function sorted<T>(elements: readonly T[]): T[] {
  return [...elements].sort((a, b) => JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
}

/** Labels in the order of their names. */
export function inOrder(labels: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).sort(([a], [b]) => a < b ? -1 : 1));
}
