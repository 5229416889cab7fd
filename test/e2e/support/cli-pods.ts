import { createServer } from 'http';
import { parse, stringify } from 'yaml';
import { atEnd } from './clean-up';
import { ScrapedComponent, scrapesOf } from './pod-discovery';
import { LOOPBACK } from './ports';
import { PrometheusSetup } from './prometheus';

/** A second address of this machine: a second pod may listen on the port of the first one. */
export const SECOND = '127.0.0.2';

/** Starts what a pod serves, on its own address and port; every path has the same three samples. */
export async function startPod(port: number, host = LOOPBACK): Promise<void> {
  const server = createServer((_, response) => response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4' }).end('a 1\nb 2\nc 3\n'));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  atEnd(async () => new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  }));
}

/** How a configuration differs from that of the platform. */
export interface Differences {
  /** The addresses of pods, by name. */
  readonly addresses?: Readonly<Record<string, string>>;
  /** The labels, or the actions, whose rules a job lacks, by its name. */
  readonly lacking?: Readonly<Record<string, string>>;
}

/** The configuration that scrapes components as the platform does, but for the differences. */
export function scrapesWith(components: readonly ScrapedComponent[], { addresses = {}, lacking = {} }: Differences): Pick<PrometheusSetup, 'config' | 'files'> {
  const { config, files = {} } = scrapesOf(components, { scrape_interval: '2s', scrape_timeout: '2s' });
  const { scrape_configs: jobs, ...rest } = parse(config);
  const changed = jobs.map((job: any) => ({
    ...job,
    relabel_configs: job.relabel_configs.filter(({ action, target_label: label }: any) => ![action, label].includes(lacking[job.job_name] ?? '')),
  }));
  const moved = Object.entries(files).map(([name, text]) => [name, JSON.stringify(JSON.parse(text).map((target: any) => ({
    ...target, targets: [addresses[target.labels.__meta_kubernetes_pod_name] ?? target.targets[0]],
  })))]);
  return { config: stringify({ ...rest, scrape_configs: changed }), files: Object.fromEntries(moved) };
}
