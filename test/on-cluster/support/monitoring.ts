/** What a Prometheus says of itself, or what is asked as one. No jest is needed: proofs use it too. */
import { parse } from 'yaml';
import { eventually } from '../../e2e/support/waiting';

/** The Prometheus resource that examples/platforms.ts names. */
export const PROMETHEUS = { apiVersion: 'monitoring.coreos.com/v1', kind: 'Prometheus', metadata: { name: 'system', namespace: 'monitoring' } };

/** A Prometheus that runs. */
export interface Monitoring {
  readonly url: string;
  /** The targets that it scrapes. */
  targets(): Promise<Target[]>;
  /** The jobs of its configuration, whether they have targets or not. */
  pools(): Promise<string[]>;
  /** The configuration with which it runs, without passwords and tokens. */
  config(): Promise<any>;
  /** The series that an expression has now: their labels and values. */
  query(expression: string): Promise<{ labels: Record<string, string>; value: string }[]>;
  /** The alerts that are pending or firing. */
  alerts(): Promise<Alert[]>;
  /** The names of the groups of rules that it evaluates. */
  groups(): Promise<string[]>;
  /** Waits until the targets are as they should be; fails with those that are there. */
  until(isRight: (targets: readonly Target[]) => boolean, what: string): Promise<Target[]>;
}

/** As Prometheus' page of targets has it. */
export interface Target {
  /** The job of its configuration, as `podMonitor/shop/orders/0`. */
  readonly scrapePool: string;
  readonly scrapeUrl: string;
  readonly health: 'up' | 'down' | 'unknown';
  readonly lastError: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** As Prometheus' page of alerts has it. */
export interface Alert {
  readonly state: 'firing' | 'pending';
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly activeAt: string;
}

/** How long a change may take on its way to the page of targets: the operator, the reload, and discovery, which has news each 5 s. */
export const PATIENCE = { timeout: 60_000, interval: 250 };

/** The one that serves at a URL; it is checked before it is asked, with some headers. */
export function monitoringAt(url: string, check: () => void, headers: Record<string, string> = {}): Monitoring {
  const ask = async (path: string) => {
    check();
    const answer: any = await fetch(url + path, { headers, signal: AbortSignal.timeout(10_000) }).then(async (response) => response.json());
    if (answer.status !== 'success') throw new Error(answer.error);
    return answer.data;
  };
  const targets = async (): Promise<Target[]> => (await ask('/api/v1/targets?state=active')).activeTargets;
  return {
    url,
    targets,
    config: async () => parse((await ask('/api/v1/status/config')).yaml),
    pools: async () => (await ask('/api/v1/scrape_pools')).scrapePools,
    query: async (expression) => (await ask(`/api/v1/query?${new URLSearchParams({ query: expression })}`)).result
      .map(({ metric, value: [, value] }: any) => ({ labels: metric, value })),
    alerts: async () => (await ask('/api/v1/alerts')).alerts,
    groups: async () => (await ask('/api/v1/rules')).groups.map(({ name }: any) => name).sort(),
    until: async (isRight, what) => {
      let found: Target[] = [];
      const told = () => JSON.stringify(found.map(({ scrapePool, scrapeUrl, health, lastError }) => [scrapePool, scrapeUrl, health, lastError]));
      return eventually(async () => {
        found = await targets();
        return isRight(found) ? found : undefined;
      }, () => `${what}; the targets are ${told()}`, PATIENCE);
    },
  };
}
