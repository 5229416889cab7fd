import { ActiveTarget, CallOptions, Labels, SampleSeries, ScraperClient, ScraperError } from '../query';

/** The labels by which the application model tells series apart. */
export const MODEL_LABELS = { application: 'app_oam_dev_name', component: 'app_oam_dev_component', namespace: 'namespace' } as const;

/** A target whose series carry the labels of an application. */
export interface ObservedTarget {
  readonly labels: Labels;
  /** Whether its last scrape succeeded. */
  readonly isUp: boolean;
  /** Samples of its last scrape. */
  readonly samples?: number;
  /** Seconds since its last scrape, by the scraper's clock. */
  readonly age?: number;
  /** The target in the scraper's list, where it gives one. */
  readonly target?: ActiveTarget;
}

/** What the scraper says of some applications. */
export interface Observation {
  readonly scraped: readonly ObservedTarget[];
  /** All targets of the scraper; nothing where it gives no list. */
  readonly targets?: readonly ActiveTarget[];
  /** What the user should know. */
  readonly notes: readonly string[];
}

/** Asks for all that is scraped of some applications, in four questions however many there are. */
export async function observe(client: ScraperClient, applications: readonly string[], options: CallOptions = {}): Promise<Observation> {
  // the names are those of Kubernetes: of what means something in an expression, they have but the dot
  const names = [...new Set(applications)].map(name => name.replaceAll('.', '\\\\.')).join('|');
  const selector = `{${MODEL_LABELS.application}=~"${names}"}`;
  const notes = new Set<string>();
  const ask = async (expression: string) => vector(await client.query(expression, options), notes);
  const [up, samples, ages, targets] = await Promise.all([
    ask(`up${selector}`), ask(`scrape_samples_scraped${selector}`), ask(`time() - timestamp(up${selector})`), targetsOf(client, options, notes),
  ]);
  const samplesOf = byLabels(samples, series => series.labels, series => series.sample.value);
  const ageOf = byLabels(ages, series => series.labels, series => series.sample.value);
  const targetOf = byLabels(targets ?? [], target => target.labels, target => target);
  const scraped = up.map(({ labels, sample }) => ({
    labels, isUp: sample.value === 1, samples: samplesOf(labels), age: ageOf(labels), target: targetOf(labels),
  }));
  return { scraped, targets, notes: [...notes] };
}

function vector({ type, warnings, ...result }: Awaited<ReturnType<ScraperClient['query']>>, notes: Set<string>): SampleSeries[] {
  for (const warning of warnings) notes.add(`the scraper warns: ${warning}`);
  return type === 'vector' && 'series' in result ? result.series.filter(series => series.kind === 'sample') : [];
}

/** Not everything that answers queries scrapes by itself, or lets its users see what it scrapes. */
async function targetsOf(client: ScraperClient, options: CallOptions, notes: Set<string>): Promise<readonly ActiveTarget[] | undefined> {
  try {
    return (await client.targets({ ...options, state: 'active' })).active;
  } catch (error) {
    if (!(error instanceof ScraperError && (['not-found', 'body-too-large'].includes(error.code) || error.status === 403))) throw error;
    notes.add(`the scraper does not list its targets (${error.code}): why a target is missing or down is not known, and neither are paths`);
    return undefined;
  }
}

/** What belongs to a set of labels; the metric's name is none. */
function byLabels<T, V>(elements: readonly T[], labelsOf: (element: T) => Labels, valueOf: (element: T) => V): (labels: Labels) => V | undefined {
  const values = new Map(elements.map(element => [keyOf(labelsOf(element)), valueOf(element)]));
  return labels => values.get(keyOf(labels));
}

function keyOf({ __name__: _, ...labels }: Labels): string {
  return JSON.stringify(Object.entries(labels).sort(([a], [b]) => a < b ? -1 : 1));
}
