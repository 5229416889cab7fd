import {
  describeWith, expectType, freePort, JOBS, LOOPBACK, PODS, ScrapedApplication, startPrometheus, startScrapedApplication, withoutPorts,
  workloadLabels,
} from './support';
import { Labels, ScraperClient } from '../../src/verify/query';

const VENDOR = 'vendor_requests_count_total';
const NOTHING = { warnings: [], infos: [] };

describeWith(['prometheus'], 'the client asks Prometheus for', () => {
  let scraped: ScrapedApplication;
  let client: ScraperClient;
  let time: number;

  beforeAll(async () => {
    scraped = await startScrapedApplication();
    client = new ScraperClient({ url: scraped.prometheus.url });
    ({ time } = scraped);
  });

  const vector = async (expression: string, options = {}) => expectType('vector', await client.query(expression, { time, ...options }));
  const valueOf = async (expression: string) => (await vector(expression)).series.map(({ sample }) => sample);

  test('a vector, with the labels of the workload', async () => {
    const result = await vector(VENDOR);
    expect(result).toEqual({
      type: 'vector',
      series: expect.arrayContaining(PODS.map((pod) => ({
        kind: 'sample',
        labels: { __name__: VENDOR, mp_scope: 'vendor', ...workloadLabels(pod) },
        sample: { time, value: expect.any(Number), text: expect.stringMatching(/^\d+$/) },
      }))),
      ...NOTHING,
    });
    expect(result.series).toHaveLength(2);
    expect((await vector('sidecar_info')).series.map(({ labels }) => labels))
      .toEqual([{ __name__: 'sidecar_info', version: '1', ...workloadLabels(PODS[0], JOBS[1]) }]);
    expect(await vector('nosuch')).toEqual({ type: 'vector', series: [], ...NOTHING });
  });

  test('a matrix, with the times of the scrapes', async () => {
    const { series } = expectType('matrix', await client.query(`${VENDOR}{pod_name="${PODS[0]}"}[8s]`, { time }));
    expect(series).toEqual([{ kind: 'range', labels: expect.objectContaining(workloadLabels(PODS[0])), samples: expect.anything(), histograms: [] }]);
    const [{ samples }] = series;
    expect(samples.length).toBeGreaterThanOrEqual(5);
    samples.forEach((sample, index) => {
      const { time: earlier, value } = samples[index - 1] ?? { time: 0, value: sample.value - 3 };
      expect(sample).toEqual({ time: expect.any(Number), value: expect.any(Number), text: String(sample.value) });
      // a scrape may have been missed
      expect(sample.value > value && (sample.value - value) % 3 === 0).toBe(true);
      expect(sample.time > time - 8000 && sample.time <= time && sample.time > earlier).toBe(true);
    });
  });

  test('a scalar and a string', async () => {
    expect(await client.query('0.1 + 0.2', { time })).toEqual({
      type: 'scalar', sample: { time, value: 0.30000000000000004, text: '0.30000000000000004' }, ...NOTHING,
    });
    expect(await client.query('"é 日本 😀 \\"quoted\\" \\\\ two\\nlines <&> \\u2028"', { time })).toEqual({
      type: 'string', time, text: 'é 日本 😀 "quoted" \\ two\nlines <&> \u2028', ...NOTHING,
    });
  });

  test.each([
    ['vector(0 / 0)', NaN, 'NaN'],
    ['vector(1 / 0)', Infinity, '+Inf'],
    ['vector(-1 / 0)', -Infinity, '-Inf'],
    ['vector(-0)', -0, '-0'],
    ['vector(1e21)', 1e21, '1e+21'],
    ['vector(5e-324)', 5e-324, '5e-324'],
    ['vector(1.7976931348623157e308)', Number.MAX_VALUE, '1.7976931348623157e+308'],
    [`odd_value{written="NaN", pod_name="${PODS[0]}"}`, NaN, 'NaN'],
    [`odd_value{written="+Inf", pod_name="${PODS[0]}"}`, Infinity, '+Inf'],
    [`odd_value{written="-Inf", pod_name="${PODS[0]}"}`, -Infinity, '-Inf'],
  ])('the value of %s', async (expression, value, text) => {
    expect(await valueOf(expression)).toEqual([{ time, value, text }]);
  });

  test('a value at a time, given in each way', async () => {
    for (const each of [time, new Date(time), new Date(time).toISOString(), (time / 1000).toFixed(3)]) {
      expect(await client.query('time()', { time: each })).toMatchObject({ sample: { time, value: time / 1000 } });
    }
    const withZone = '2001-09-09T03:46:40.123+02:00';
    expect(await client.query('time()', { time: withZone })).toMatchObject({ sample: { time: 1_000_000_000_123, text: '1000000000.123' } });
    expect(await client.query('time()', { time: -1500 })).toMatchObject({ sample: { time: -1500, value: -1.5 } });
    const before = Date.now();
    const { sample } = expectType('scalar', await client.query('time()'));
    expect(sample.time >= before - 1 && sample.time <= Date.now() + 1).toBe(true);
  });

  test('values over a range of time', async () => {
    const [start, end] = [time - 1000, time];
    const steps = [start, start + 250, start + 500, start + 750, end];
    for (const step of [250, '250ms', '0.25']) {
      for (const [from, to] of [[start, end], [new Date(start), new Date(end)]]) {
        expect(await client.queryRange('vector(time())', { start: from, end: to, step })).toEqual({
          type: 'matrix',
          series: [{ kind: 'range', labels: {}, samples: steps.map((at) => ({ time: at, value: at / 1000, text: String(at / 1000) })), histograms: [] }],
          ...NOTHING,
        });
      }
    }
    const gap = await client.queryRange('ended', { start: time - 60_000, end, step: '1s' });
    expect(gap.series.map(({ samples }) => samples.length > 0 && samples.length < 10)).toEqual([true, true]);
    expect(await client.queryRange('1', { start, end: start, step: 1 })).toMatchObject({ series: [{ labels: {}, samples: [{ time: start, value: 1, text: '1' }] }] });
  });

  test('targets', async () => {
    const { active } = await client.targets();
    const seen = (labels: Labels) => `${labels.job} ${labels.pod_name}`;
    expect(active.map(({ labels, health }) => `${seen(labels)} ${health}`).sort()).toEqual([
      'hello-app_hello_broken broken-1-abcde down', ...PODS.map((pod) => `${JOBS[0]} ${pod} up`), `${JOBS[1]} ${PODS[0]} up`,
    ].sort());
    const down = active.find(({ health }) => health === 'down')!;
    expect({ ...down, scrapeUrl: withoutPorts(down.scrapeUrl), lastError: withoutPorts(down.lastError) }).toEqual({
      labels: expect.objectContaining({ job: 'hello-app_hello_broken', namespace: 'hello' }),
      discoveredLabels: expect.objectContaining({ __meta_kubernetes_pod_name: 'broken-1-abcde', __metrics_path__: '/metrics' }),
      scrapePool: 'hello-app_hello_broken',
      scrapeUrl: 'http://127.0.0.1:PORT/metrics',
      health: 'down',
      lastError: 'Get "http://127.0.0.1:PORT/metrics": dial tcp 127.0.0.1:PORT: connect: connection refused',
    });
    expect(active.filter(({ health, lastError }) => health === 'up' && lastError !== '')).toEqual([]);
  });

  test('an expression of which a part cannot be asked, and gets warnings', async () => {
    const config = `remote_read: [{ url: 'http://${LOOPBACK}:${await freePort()}/read', read_recent: true, remote_timeout: 1s }]\n`;
    const { url } = await startPrometheus({ config });
    const { warnings, ...result } = await new ScraperClient({ url }).query('up');
    expect(result).toEqual({ type: 'vector', series: [], infos: [] });
    expect(warnings.map(withoutPorts)).toEqual([expect.stringMatching(/^remote_read: .*127\.0\.0\.1:PORT: connect: connection refused$/)]);
  });

  test('many things at a time', async () => {
    const results = await Promise.all(Array.from({ length: 40 }, async (_, index) => client.query(`${index}`, { time })));
    expect(results.map((result) => expectType('scalar', result).sample.value)).toEqual(results.map((_, index) => index));
  });
});
