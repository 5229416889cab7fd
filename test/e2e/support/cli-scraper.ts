import { Certificate, certificate } from './certificate';
import { eventually } from './eventually';
import { randomPassword } from './htpasswd';
import * as locations from './locations';
import { LOOPBACK } from './ports';
import { PrometheusSetup, RunningPrometheus, startPrometheus } from './prometheus';
import { Proxy, startProxy } from './proxy';

/** A Prometheus behind an nginx that asks for a password over TLS. */
export interface GuardedScraper {
  readonly prometheus: RunningPrometheus;
  readonly proxy: Proxy;
  readonly tls: Certificate;
  readonly password: string;
  /** The arguments that lead to it, without the password. */
  readonly args: readonly string[];
  /** Waits until it has scraped so many targets, be they up or down. */
  hasTargets(count: number): Promise<void>;
}

export const USER = 'metrics';

export async function startGuardedScraper(setup: PrometheusSetup): Promise<GuardedScraper> {
  const password = randomPassword();
  const [prometheus, tls] = await Promise.all([startPrometheus(setup), certificate(['localhost', LOOPBACK])]);
  const proxy = await startProxy({ tls, user: USER, password, locations: { '/': locations.pass(prometheus.url) } });
  return {
    prometheus,
    proxy,
    tls,
    password,
    args: [`--url=${proxy.url()}`, `--user=${USER}`, `--ca-file=${tls.caFile}`],
    hasTargets: async (count) => eventually(async () => await scraped(prometheus) === count || undefined, () => `not ${count} targets are scraped`).then(() => {}),
  };
}

async function scraped({ url }: RunningPrometheus): Promise<number> {
  const answer: any = await fetch(`${url}/api/v1/query?query=up`, { signal: AbortSignal.timeout(5000) }).then(async (response) => response.json());
  return answer.data.result.length;
}
