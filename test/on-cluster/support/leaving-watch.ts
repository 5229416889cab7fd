/** Requests and scrapes while an application leaves the platform: what was seen at each look, and the gaps between scrapes. */
import { Monitoring } from './monitoring';
import { ApiClient } from '../bench/client';

/** Between two looks at a Service, in milliseconds. */
const PULSE = 300;

/** How often a client connects again, at once, after a request without an answer. */
const RETRIES = 3;

/** One look at a Service. */
export interface Look {
  readonly service: string;
  /** In milliseconds. */
  readonly at: number;
  /** How many of its endpoints are ready. */
  readonly ready: number;
  /** Why a request got no answer. */
  readonly failure?: string;
}

/** Requests that go on. */
export interface Watch {
  /** The looks since a moment. */
  looks(service: string, since?: number): Look[];
  stop(): Promise<void>;
}

/** Asks the Services of a namespace over and over, as their clients do: each request goes to an endpoint that is ready. */
export function watch(client: ApiClient, namespace: string, services: readonly string[]): Watch {
  const all: Look[] = [];
  let isStopped = false;
  let next = 0;
  const readyOf = async (service: string): Promise<string[]> => {
    const slices = await client.list('discovery.k8s.io/v1', 'EndpointSlice', namespace);
    const own = slices.filter(({ metadata, ports }) => metadata.labels['kubernetes.io/service-name'] === service && ports?.length > 0);
    return own.flatMap(({ endpoints, ports }) => (endpoints ?? []).filter(({ conditions }: any) => conditions.ready)
      .map(({ addresses: [address] }: any) => `http://${address}:${ports[0].port}/`));
  };
  const ask = async (service: string): Promise<Look> => {
    const at = Date.now();
    const ready = await readyOf(service);
    if (ready.length === 0) return { service, at, ready: 0, failure: 'no endpoint' };
    const url = ready[next++ % ready.length];
    const failure = await fetch(url, { signal: AbortSignal.timeout(2000) }).then(({ ok, status }) => ok ? undefined : `${url}: ${status}`, String);
    return { service, at, ready: ready.length, failure };
  };
  const loop = async (service: string) => {
    while (!isStopped) {
      let look = await ask(service);
      // a pod that ends between look and request is no gap: clients connect again, and endpoints follow the pods after a moment
      for (let tries = 0; look.failure && look.ready > 0 && tries < RETRIES; tries += 1) look = { ...await ask(service), at: look.at };
      all.push(look);
      await new Promise((resolve) => setTimeout(resolve, PULSE));
    }
  };
  const loops = services.map(loop);
  return {
    looks: (service, since = 0) => all.filter((look) => look.service === service && look.at >= since),
    stop: async () => {
      isStopped = true;
      await Promise.all(loops);
    },
  };
}

/** The longest time without an answer in a row of looks, in milliseconds. */
export function interruption(looks: readonly Look[]): number {
  let [longest, begin]: [number, number | undefined] = [0, undefined];
  for (const { at, failure } of looks) {
    if (failure) begin ??= at;
    else if (begin !== undefined) [longest, begin] = [Math.max(longest, at - begin), undefined];
  }
  return begin === undefined ? longest : Infinity;
}

/** The times of the scrapes of a job that got an answer, of all its targets, in seconds. */
export async function scrapesOf({ url }: Monitoring, job: string): Promise<number[]> {
  const query = new URLSearchParams({ query: `up{job="${job}"}[30m]` });
  const answer: any = await fetch(`${url}/api/v1/query?${query}`, { signal: AbortSignal.timeout(10_000) }).then(async (response) => response.json());
  const samples: [number, string][] = answer.data.result.flatMap(({ values }: any) => values);
  return samples.filter(([, value]) => value === '1').map(([time]) => time).sort((a, b) => a - b);
}

/** The longest time between two scrapes of a job, in seconds; up to now. */
export async function longestGap(monitoring: Monitoring, job: string, since = 0): Promise<number> {
  const times = (await scrapesOf(monitoring, job)).filter((time) => time * 1000 >= since);
  if (times.length === 0) throw new Error(`${job} is not scraped`);
  return Math.max(...[...times.slice(1), Date.now() / 1000].map((time, i) => time - times[i]));
}
