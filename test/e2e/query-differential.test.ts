import { readFileSync } from 'fs';
import { join } from 'path';
import { isDeepStrictEqual } from 'util';
import { APPLICATION, asPromtoolPrints, describeWith, expectType, promtoolQuery, ScrapedApplication, startScrapedApplication } from './support';
import { ScraperClient } from '../../src/verify/query';

const EXPRESSIONS = readFileSync(join(__dirname, 'expressions.promql'), 'utf8').split('\n').filter((line) => line && !line.startsWith('#'));

/** How many promtools run at a time. */
const WORKERS = 4;

describeWith(['prometheus', 'promtool'], 'the client and promtool', () => {
  let scraped: ScrapedApplication;
  let client: ScraperClient;

  beforeAll(async () => {
    scraped = await startScrapedApplication();
    client = new ScraperClient({ url: scraped.prometheus.url });
  });

  /** Both answers, or what one of them complains of. */
  const compare = async (expression: string) => {
    const { prometheus: { url }, time } = scraped;
    const [expected, received] = await Promise.all([
      promtoolQuery(url, expression, time).catch(String),
      client.query(expression, { time }).then(asPromtoolPrints, String),
    ]);
    return { expression, expected, received };
  };

  test(`say the same of ${EXPRESSIONS.length} expressions`, async () => {
    const waiting = [...EXPRESSIONS];
    const compared: Awaited<ReturnType<typeof compare>>[] = [];
    await Promise.all(Array.from({ length: WORKERS }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) compared.push(await compare(next));
    }));
    // what differs, and not all that does not
    const differing = compared.filter(({ expected, received }) => !isDeepStrictEqual(expected, received));
    const part = (name: 'expected' | 'received') => Object.fromEntries(differing.map(({ expression, [name]: answer }) => [expression, answer]));
    expect(part('received')).toEqual(part('expected'));
    expect(compared.filter(({ expected }) => typeof expected === 'string')).toEqual([]);
    expect(compared.length).toBeGreaterThanOrEqual(200);
  });

  test('many series are as many as Prometheus counts', async () => {
    const { time } = scraped;
    const options = { start: time - 10_000, end: time, step: 5 };
    const expression = `{app="${APPLICATION.application}", __name__!~"scrape_.+"}`;
    const whole = await client.queryRange(expression, options);
    const { series: [{ sample: { value: expected } }] } = expectType('vector', await client.query(`count(last_over_time(${expression}[10s]))`, { time }));
    expect(whole.series).toHaveLength(expected);
  });
});
