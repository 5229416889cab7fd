import { RequestListener } from 'http';
import { Certificate } from './credentials';
import { PodEndpoint, ScrapedComponent, podOf, scrapesOf } from './discovery';
import { RunningPrometheus, startPrometheus } from './prometheus';
import { listening } from './upstream';
import { LOOPBACK, eventually, freePort } from './waiting';
import { MatrixResult, QueryResult, SampleSeries, ScalarResult, VectorResult } from '../../../src/verify/query';

/** What a workload serves. */
export interface WorkloadSetup {
  /** Text that Prometheus reads, or what makes it for each scrape. */
  readonly metrics: string | (() => string);
  /** @default /metrics */
  readonly path?: string;
  /** Who may read. @default - anyone */
  readonly user?: string;
  /** @default '' */
  readonly password?: string;
  /** An address of this machine. @default 127.0.0.1 */
  readonly host?: string;
  /** @default - one that is free */
  readonly port?: number;
  /** @default - it speaks plain HTTP */
  readonly tls?: Certificate;
}

/** A workload that serves metrics. */
export interface ScrapedWorkload {
  readonly port: number;
  /** The address as Prometheus writes it. */
  readonly target: string;
  /** The status of every answer so far. */
  readonly statuses: readonly number[];
  stop(): Promise<void>;
}

/** Starts a server of metrics that asks for a password, as an application with a metrics secret does. */
export async function startWorkload(setup: WorkloadSetup): Promise<ScrapedWorkload> {
  const { metrics, path = '/metrics', user, password = '', host = LOOPBACK, port: wanted = 0, tls } = setup;
  const expected = user === undefined ? undefined : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const statuses: number[] = [];
  const listener: RequestListener = (request, response) => {
    const isKnown = expected === undefined || request.headers.authorization === expected;
    const status = isKnown ? request.url === path ? 200 : 404 : 401;
    statuses.push(status);
    response.writeHead(status, { 'Content-Type': 'text/plain; version=0.0.4', ...status === 401 && { 'WWW-Authenticate': 'Basic realm="metrics"' } });
    response.end(status !== 200 ? '' : typeof metrics === 'function' ? metrics() : metrics);
  };
  const { port, stop } = await listening(listener, { tls, port: wanted, host });
  return { port, target: `${host}:${port}`, statuses, stop };
}

/** A Prometheus that has scraped an application. */
export interface ScrapedApplication {
  readonly prometheus: RunningPrometheus;
  readonly workloads: readonly ScrapedWorkload[];
  /** A time, in milliseconds, before which nothing will change any more. */
  readonly time: number;
}

/** What it has. */
export const APPLICATION = { application: 'hello-app', namespace: 'hello', component: 'hello' };
export const PODS = ['hello-7b9f6d5c4-abcde', 'hello-7b9f6d5c4-fghij'];
export const JOBS = ['hello-app_hello_hello', 'hello-app_hello_hello_1'];
/** A component beside it, whose one pod refuses every connection. */
export const BROKEN = { application: 'hello-app', namespace: 'hello', component: 'broken' };

const INTERVAL = 1000;
const SCRAPES = 16;

/** Starts a Prometheus, and pods that are found as the platform finds them; waits until all have been scraped some times. */
export async function startScrapedApplication(args: readonly string[] = []): Promise<ScrapedApplication> {
  const workloads = [await startWorkload({ metrics: counting(10) }), await startWorkload({ metrics: counting(1000) })];
  const second = await startWorkload({ metrics: 'sidecar_info{version="1"} 1\n', path: '/stats' });
  const pods = PODS.map((name, index) => podOf(name, APPLICATION, endpoints(workloads[index], second, index)));
  const stranger = podOf('stranger-1-abcde', { application: 'other', component: 'other' }, [{ port: second.port }]);
  const components: ScrapedComponent[] = [
    { ...APPLICATION, pods: [...pods, stranger], jobNames: JOBS },
    { ...BROKEN, pods: [podOf('broken-1-abcde', BROKEN, [{ port: await freePort() }])], jobNames: ['hello-app_hello_broken'] },
  ];
  const scrapes = scrapesOf(components, { scrape_interval: `${INTERVAL}ms`, scrape_timeout: `${INTERVAL}ms` });
  const prometheus = await startPrometheus({ ...scrapes, args });
  await eventually(async () => workloads.every(({ statuses }) => statuses.length >= SCRAPES) || undefined, () => 'not scraped', { timeout: 120_000 });
  // a scrape has its own time, and is stored a little later
  await new Promise((resolve) => setTimeout(resolve, 4 * INTERVAL));
  return { prometheus, workloads, time: Date.now() - 3 * INTERVAL };
}

/** The first pod has a second endpoint. */
function endpoints({ port }: ScrapedWorkload, second: ScrapedWorkload, index: number): PodEndpoint[] {
  return index === 0 ? [{ port }, { port: second.port, path: '/stats' }] : [{ port }];
}

/** Numbers that grow, fall, start anew, end, and those that are none. */
function counting(from: number): () => string {
  let scrape = 0;
  return () => {
    const count = scrape++;
    const lines = [
      '# TYPE vendor_requests_count_total counter',
      `vendor_requests_count_total{mp_scope="vendor"} ${from + 3 * count}`,
      '# TYPE http_requests_total counter',
      ...[['get', 200, 5], ['get', 404, 1], ['post', 200, 2], ['post', 500, 0]].map(([method, code, rate]) =>
        `http_requests_total{method="${method}",code="${code}"} ${from + Number(rate) * count}`),
      '# TYPE restarts_total counter',
      `restarts_total ${count % 5}`,
      '# TYPE temperature_celsius gauge',
      `temperature_celsius{room="cellar"} ${-4.25 + count / 8}`,
      `temperature_celsius{room="attic"} ${30.1 - count * 0.7}`,
      '# TYPE odd_value gauge',
      ...['NaN', '+Inf', '-Inf', '0', '-0', '5e-324', '1.7976931348623157e308', '0.1', '1e21', '123456789012345680'].map((value) =>
        `odd_value{written="${value}"} ${value}`),
      ...['é 日本 😀', 'a \\"quoted\\" \\\\ text', 'two\\nlines', '{a=\\"b\\"} => 1 @[2]', ''].map((text) => `odd_label{text="${text}"} 1`),
      '# TYPE latency_seconds histogram',
      ...[['0.1', 2], ['0.5', 5], ['1', 7], ['+Inf', 9]].map(([le, rate]) => `latency_seconds_bucket{le="${le}"} ${Number(rate) * count}`),
      `latency_seconds_sum ${4.5 * count}`,
      `latency_seconds_count ${9 * count}`,
      '# TYPE queue_seconds summary',
      ...[['0.5', 0.2], ['0.99', 1.75]].map(([quantile, value]) => `queue_seconds{quantile="${quantile}"} ${value}`),
      ...count < 4 ? ['ended 1'] : [],
    ];
    return `${lines.join('\n')}\n`;
  };
}

/** The labels that a series of the scraped application has, besides its metric's own: those that the specification names. */
export function workloadLabels(pod: string, job = JOBS[0]): Record<string, any> {
  const { application, component, namespace } = APPLICATION;
  return {
    app: application,
    app_oam_dev_component: component,
    app_oam_dev_name: application,
    app_oam_dev_resourceType: 'WORKLOAD',
    app_oam_dev_revision: `${component}-v1`,
    containerizedworkload_oam_crossplane_io: '496df78f-ef8b-4753-97fd-d9218d2f38f1',
    instance: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    job,
    namespace,
    pod_name: pod,
    pod_template_hash: '7b9f6d5c4',
  };
}

/** Results of samples, which this version of Prometheus gives by default. */
interface Results {
  readonly vector: Omit<VectorResult, 'series'> & { readonly series: readonly SampleSeries[] };
  readonly matrix: MatrixResult;
  readonly scalar: ScalarResult;
}

/** A result of that type, of samples alone. */
export function expectType<T extends keyof Results>(type: T, result: QueryResult): Results[T] {
  expect(result.type).toBe(type);
  return result as unknown as Results[T];
}
