import {
  APPLICATION, asPromtoolPrints, describeWith, JOBS, PODS, promtoolQuery, ScrapedApplication, startScrapedApplication,
} from '.';
import { QueryResult } from '../../../src/query';

describe('a result as promtool prints it', () => {
  const sample = { value: Infinity, text: '+Inf', time: 1500 };
  const notes = { warnings: [], infos: [] };

  test.each<[string, QueryResult, string[]]>([
    ['scalar', { type: 'scalar', sample, ...notes }, ['scalar: +Inf @[1.5]']],
    ['vector', {
      type: 'vector',
      series: [{ kind: 'sample', labels: { b: 'c', a: '"\n' }, sample }, { kind: 'sample', labels: { __name__: 'n' }, sample }, { kind: 'sample', labels: {}, sample }],
      ...notes,
    }, ['n => +Inf @[1.5]', '{a="\\"\\n", b="c"} => +Inf @[1.5]', '{} => +Inf @[1.5]']],
    ['matrix', {
      type: 'matrix',
      series: [{ kind: 'range', labels: { __name__: 'n', a: 'b' }, samples: [sample, sample], histograms: [] }],
      ...notes,
    }, ['n{a="b"} =>\n+Inf @[1.5]\n+Inf @[1.5]']],
    ['number with an exponent', {
      type: 'vector',
      series: [['1.5e+21', 1.5e21], ['-1.25e-8', -1.25e-8], ['5e-324', 5e-324], ['-0', -0]].map(([text, value]) =>
        ({ kind: 'sample', labels: {}, sample: { value: Number(value), text: String(text), time: 0 } })),
      ...notes,
    }, ['{} => -0 @[0]', '{} => -0.0000000125 @[0]', `{} => 0.${'0'.repeat(323)}5 @[0]`, '{} => 1500000000000000000000 @[0]']],
  ])('has a %s', (_, result, printed) => {
    expect(asPromtoolPrints(result)).toEqual(printed);
  });
});

test('a number that is not its text is printed by nothing', () => {
  const sample = { value: NaN, text: '+Inf', time: 0 };
  expect(() => asPromtoolPrints({ type: 'scalar', sample, warnings: [], infos: [] })).toThrow('"+Inf" was read as NaN');
});

describeWith(['prometheus', 'promtool'], 'an application that is scraped', () => {
  let scraped: ScrapedApplication;
  const printed = async (expression: string) => promtoolQuery(scraped.prometheus.url, expression, scraped.time);

  beforeAll(async () => {
    scraped = await startScrapedApplication();
  });

  test('has the targets of its pods, and none of other ones', async () => {
    const [first, second] = PODS;
    const labels = (pod: string, job: string) => `{component="hello", job="${job}", pod="${pod}"}`;
    expect(await printed('sum by (job, pod, component) (label_replace(label_replace(up, "pod", "$1", "pod_name", "(.+)"), "component", "$1", "app_oam_dev_component", "(.+)"))'))
      .toEqual([
        expect.stringContaining('{component="broken", job="hello-app_hello_broken", pod="broken-1-abcde"} => 0 @['),
        ...[labels(first, JOBS[0]), labels(first, JOBS[1]), labels(second, JOBS[0])].sort().map((each) => expect.stringContaining(`${each} => 1 @[`)),
      ]);
    expect(await printed(`count(up{app="${APPLICATION.application}"})`)).toEqual([expect.stringMatching(/^\{\} => 4 @\[/)]);
  });

  test('has values that have changed, one that has ended, and no string that promtool prints', async () => {
    expect(await printed('min(changes(vendor_requests_count_total[1m])) >= 8')).toHaveLength(1);
    expect(await printed('min(resets(restarts_total[1m])) >= 1')).toHaveLength(1);
    expect(await printed('ended')).toEqual([]);
    expect(await printed('count(count_over_time(ended[1m]))')).toEqual([expect.stringMatching(/ => 2 @/)]);
    await expect(printed('"a"')).rejects.toThrow('unexpected value type "string"');
  });
});
