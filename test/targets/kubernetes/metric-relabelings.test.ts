import { bindOn, chartWith, endpointsOf, objectsOf, withPorts } from './support';
import { MetricRelabeling, MetricsTrait, MetricsTraitProps, MonitorKind, RelabelAction, ScrapeSettings } from '../../../src';
import { expectGolden } from '../../support/golden';
import { messageOf } from '../../support/message';

function scraped(props: MetricsTraitProps | undefined, scrape?: ScrapeSettings, monitorKind?: MonitorKind) {
  const binding = bindOn(chartWith({ scrape, monitorKind }), withPorts(['http', 8080], ['admin', 9090]));
  if (props) new MetricsTrait(binding, 'metrics', props);
  return binding;
}

const relabelingsOf = (...args: Parameters<typeof scraped>) => endpointsOf(scraped(...args)).map(({ metricRelabelings }) => metricRelabelings);
const names = (action: string, regex: string) => ({ action, sourceLabels: ['__name__'], regex });
const two = (first: ScrapeSettings, second: ScrapeSettings = {}) => ({ ports: [{ port: 8080, ...first }, { port: 9090, ...second }] });

test('golden: metrics that are kept, dropped and changed', () => {
  expectGolden('kubernetes-metric-relabelings', objectsOf(scraped({
    ...two({ keepMetrics: ['http_.*', 'process_cpu_seconds_total'], dropMetrics: ['http_.*_bucket'] }),
    metricRelabelings: [
      { sourceLabels: ['path'], regex: '/carts/[^/]+(/.*)?', targetLabel: 'path', replacement: '/carts/:id$1' },
      { action: RelabelAction.LABEL_DROP, regex: 'session' },
    ],
  })));
});

describe('the rules of an endpoint', () => {
  const RULE = { action: RelabelAction.LABEL_DROP, regex: 'session' };

  test.each<[string, any, ScrapeSettings | undefined, any[]]>([
    ['are none where nothing is said', {}, undefined, [undefined]],
    ['keep, drop, and then follow those given', { metricRelabelings: [RULE], dropMetrics: ['b'], keepMetrics: ['a'] }, undefined,
      [[names('keep', 'a'), names('drop', 'b'), RULE]]],
    ['are those of the trait, each list by itself, where it has none', { ...two({ keepMetrics: ['a'] }, { dropMetrics: ['b'] }), dropMetrics: ['c'] }, undefined,
      [[names('keep', 'a'), names('drop', 'c')], [names('drop', 'b')]]],
    ['are those of the provider, where the trait has none', undefined, { dropMetrics: ['a', 'b'], metricRelabelings: [RULE] }, [[names('drop', 'a|b'), RULE]]],
    ['are none with empty lists', { keepMetrics: [], dropMetrics: [], metricRelabelings: [] }, { keepMetrics: ['a'], dropMetrics: ['b'], metricRelabelings: [RULE] }, [undefined]],
    ['replace, which is written out', { metricRelabelings: [{ targetLabel: 'team', replacement: 'shop' }] }, undefined,
      [[{ action: 'replace', targetLabel: 'team', replacement: 'shop' }]]],
  ])('%s', (_, props, scrape, rules) => {
    for (const kind of [MonitorKind.POD_MONITOR, MonitorKind.SERVICE_MONITOR]) expect(relabelingsOf(props, scrape, kind)).toEqual(rules);
  });

  const from = { sourceLabels: ['path'] };

  test.each<MetricRelabeling>([
    { ...from, separator: '-', regex: '(a)-.*', targetLabel: '${1}_path', replacement: '$1' },
    { action: RelabelAction.KEEP, ...from, separator: ',', regex: '/a' },
    { action: RelabelAction.DROP, ...from },
    { action: RelabelAction.KEEP_EQUAL, ...from, targetLabel: 'route' },
    { action: RelabelAction.DROP_EQUAL, ...from, targetLabel: 'route' },
    { action: RelabelAction.HASH_MOD, ...from, targetLabel: 'shard', modulus: 8 },
    { action: RelabelAction.LABEL_MAP, regex: 'x_(.+)', replacement: '$1' },
    { action: RelabelAction.LABEL_DROP, regex: 'x_.+' },
    { action: RelabelAction.LABEL_KEEP, regex: 'path|__name__' },
    { action: RelabelAction.LOWERCASE, ...from, targetLabel: 'path' },
    { action: RelabelAction.UPPERCASE, ...from, separator: '', targetLabel: 'path' },
  ])('may be %j', rule => {
    expect(relabelingsOf({ metricRelabelings: [rule] })).toEqual([[{ action: 'replace', ...rule }]]);
  });
});

describe('fails with', () => {
  const NO_RE2 = 'write it in the syntax of RE2, which has no lookaround and no backreferences';

  test.each<[string, any, string[]]>([
    ['expressions that RE2 does not have', { keepMetrics: ['a', '(?!go_).*'], ...two({ dropMetrics: ['a['] }) }, [
      `invalid-value: 'ports[0].dropMetrics[0]' must be a regular expression of RE2, got "a[": missing closing ]: [; ${NO_RE2}`,
      `invalid-value: 'keepMetrics[1]' must be a regular expression of RE2, got "(?!go_).*": invalid or unsupported Perl syntax: (?!; ${NO_RE2}`,
    ]],
    ['one of a rule', { metricRelabelings: [{ action: 'labeldrop', regex: '*' }] },
      [`invalid-value: 'metricRelabelings[0].regex' must be a regular expression of RE2, got "*": missing argument to repetition operator; ${NO_RE2}`]],
    ['an empty name', { keepMetrics: [''] }, ['invalid-value: \'keepMetrics[0]\' must be a non-empty string, got ""']],
    ['one expression in place of a list', { dropMetrics: 'go_.*' }, ['invalid-type: \'dropMetrics\' must be a list, got a string']],
    ['an action that there is not', { metricRelabelings: [{ action: 'drob', sourceLabels: ['a'] }] },
      ['invalid-value: \'metricRelabelings[0].action\' must be one of replace, keep, drop, keepequal, dropequal, hashmod, labelmap, labeldrop, labelkeep, lowercase, uppercase, '
        + 'got "drob"; did you mean "drop"?']],
    ['what the action wants left out, and what it does not read', { metricRelabelings: [{ action: 'hashmod', sourceLabels: ['a'], regex: 'b' }] }, [
      'missing-field: \'metricRelabelings[0].targetLabel\' is required with action hashmod',
      'missing-field: \'metricRelabelings[0].modulus\' is required with action hashmod',
      'invalid-value: \'metricRelabelings[0].regex\' must not be set with action hashmod; leave it out',
    ]],
    ['no target of a replacement', { metricRelabelings: [{ sourceLabels: ['a'] }] }, ['missing-field: \'metricRelabelings[0].targetLabel\' is required with action replace']],
    ['a rule that would drop all labels', { metricRelabelings: [{ action: 'labeldrop' }] }, ['missing-field: \'metricRelabelings[0].regex\' is required with action labeldrop']],
    ['no divisor', { metricRelabelings: [{ action: 'hashmod', sourceLabels: ['a'], targetLabel: 'b', modulus: 0 }] },
      ['invalid-value: \'metricRelabelings[0].modulus\' must be an integer from 1 to 2147483647, got 0']],
  ])('%s', (_, props, findings) => {
    const expected = findings.length === 1 ? `[c/hello/greet/metrics] ${findings[0]}` : [`[c/hello/greet/metrics] ${findings.length} findings:`, ...findings.map(each => `  ${each}`)].join('\n');
    expect(messageOf(() => scraped(props))).toBe(expected);
  });

  test('the same of the provider', () => {
    expect(messageOf(() => chartWith({ scrape: { dropMetrics: ['(?=a)'] } }))).toBe('[KubernetesPlatform] invalid-value: \'metrics.scrape.dropMetrics[0]\' must be a regular '
      + `expression of RE2, got "(?=a)": invalid or unsupported Perl syntax: (?=; ${NO_RE2}`);
  });
});
