/** The targets of a Prometheus, or of one of its jobs. */
export interface ScrapePool {
  readonly active: readonly ScrapeTarget[];
  readonly dropped: readonly ScrapeTarget[];
}

/** A target with the labels that discovery gave it. */
export interface ScrapeTarget {
  readonly job: string;
  readonly discovered: Readonly<Record<string, string>>;
}

/** Asks for the targets of a job. */
export async function scrapePool(url: string, job: string): Promise<ScrapePool> {
  const { active, dropped } = await scrapePools(url);
  return { active: active.filter((target) => target.job === job), dropped: dropped.filter((target) => target.job === job) };
}

/** Asks for the targets of all jobs. */
export async function scrapePools(url: string): Promise<ScrapePool> {
  const response = await fetch(`${url}/api/v1/targets`, { signal: AbortSignal.timeout(10_000) });
  const { data: { activeTargets, droppedTargets } } = await response.json() as any;
  return { active: activeTargets.map(targetOf), dropped: droppedTargets.map(targetOf) };
}

/** Some versions tell the labels as the first rules leave them, of which one keeps the name of the job. */
function targetOf({ scrapePool: pool, discoveredLabels: discovered }: any): ScrapeTarget {
  return { job: pool ?? discovered.__tmp_prometheus_job_name ?? discovered.job, discovered };
}
