import { stringify } from 'yaml';
import { Cluster, targetsOf } from './cluster';
import { jobsOf, MonitorSurroundings, SecretValues } from './monitor-scrapes';
import { PlatformComponent } from './platform-pods';
import { platformJobs } from './pod-discovery';

/** Secrets by name; the same for all namespaces. */
export type Secrets = Readonly<Record<string, { readonly username: string; readonly password: string }>>;

/** How jobs find their targets. */
export type Discovery = MonitorSurroundings['discovery'];

type ScrapeClasses = MonitorSurroundings['scrapeClasses'];

/** The label that tells who has scraped a series. */
export const SIDE = 'side';

/** Between two scrapes, in milliseconds. */
export const INTERVAL = 500;

/** A configuration that scrapes the same endpoints in several ways. The series of each tell its side, by a rule after all others. */
export class Sides {
  /** Files beside the configuration, which names them. */
  public readonly files: Record<string, string> = {};
  private readonly jobs: object[] = [];

  constructor(private readonly secrets: Secrets) {}

  /** Scrapes as monitors have it, which may name scrape classes. */
  public addMonitors(side: string, monitors: readonly any[], discovery: Discovery, scrapeClasses?: ScrapeClasses): this {
    const around = { discovery, scrapeClasses, secret: (_: string, name: string) => this.secret(name) };
    const jobs = monitors.flatMap((monitor): any[] => jobsOf(monitor, around));
    // the same monitor may be on two sides; the name of a job is not seen in its series
    return this.add(side, jobs.map((job) => ({ ...job, job_name: `${side} ${job.job_name}` })));
  }

  /** Scrapes as the OAM platform does, with settings for each job. */
  public addPlatform(side: string, components: readonly PlatformComponent[], discovery: Discovery, settings = {}): this {
    return this.add(side, components.flatMap(({ scraped, secret }) => {
      const { values, files } = this.secret(secret ?? '');
      const found = discovery('pod', [scraped.namespace]);
      const basicAuth = { username: values.username, password_file: files.password };
      return platformJobs(scraped, { ...settings, ...found, ...secret && { basic_auth: basicAuth } });
    }));
  }

  /** Finds in files what discovery finds in a cluster. */
  public inFiles(name: string, cluster: Cluster): Discovery {
    return (role, namespaces) => {
      const file = `${name}.${role}.${namespaces?.join('.') ?? 'all'}.json`;
      const targets = targetsOf(cluster, role).filter(({ namespace }) => namespaces?.includes(namespace) ?? true);
      this.files[file] = JSON.stringify(targets.map(({ address, labels }) => ({ targets: [address], labels })));
      return { file_sd_configs: [{ files: [file] }] };
    };
  }

  /** The configuration of all sides, as YAML. */
  public config(): string {
    return stringify({ global: { scrape_interval: `${INTERVAL}ms`, scrape_timeout: `${INTERVAL}ms` }, scrape_configs: this.jobs });
  }

  private add(side: string, jobs: readonly any[]): this {
    const rule = { target_label: SIDE, replacement: side };
    this.jobs.push(...jobs.map((job) => ({ ...job, relabel_configs: [...job.relabel_configs, rule] })));
    return this;
  }

  /** A secret, whose password lies in a file. */
  private secret(name: string): SecretValues {
    const secret = this.secrets[name];
    if (!secret) return { values: {}, files: {} };
    const file = `${name}.password`;
    this.files[file] = secret.password;
    return { values: { username: secret.username }, files: { password: file } };
  }
}

/** Finds what an API server has, by Kubernetes' own discovery. */
export function inApi(url: string): Discovery {
  return (role, names) => ({ kubernetes_sd_configs: [{ api_server: url, role, ...names && { namespaces: { names } } }] });
}
