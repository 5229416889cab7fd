import * as fc from 'fast-check';
import { stringify } from 'yaml';
import { describeWith, eventually, startPrometheus } from './support';
import { RelabelRule, relabel } from '../../src/cluster/scraping/relabel';

type Labels = Readonly<Record<string, string>>;

/** A job, and the labels of its only target. */
interface Job {
  readonly name: string;
  readonly labels: Labels;
  readonly rules: readonly RelabelRule[];
}

const ADDRESS = '192.0.2.1:8080';
const SOURCES = ['a', 'b', 'c', 'job', '__address__', '__metrics_path__', '__meta_kubernetes_pod_label_app', '__meta_kubernetes_pod_label_a', 'none'];
const TARGETS = ['a', 'b', 'job', 'namespace', '__metrics_path__', '__tmp_x'];
const REGEXES = ['(.*)', '(.+)', '.+', 'x|y', '(x)(.*)', '(?P<first>\\w+)-(\\w+)', '', 'a;b', '(.+?)(?::\\d+)?', '(?i)X.*', '[^:]+:(\\d+)', 'x-y', '.*;(.*)'];
const REPLACEMENTS = ['$1', '${1}', '$2', '${1}x', '$1x', '$first', 'constant', '', '$1:$2', '$$1', '/$1'];
const NAME_REGEXES = ['(.+)', '__meta_kubernetes_pod_label_(.+)', '(a|b)', 'b.*', '(.*)_label_(.*)', 'job'];

const some = <T>(values: readonly T[]) => fc.constantFrom(...values);
const sources = fc.subarray(SOURCES, { minLength: 0, maxLength: 3 });
const value = some(['x', 'y', 'x-y', 'X', 'a;b', 'x:1', 'Ä x', 'é']);

const rule: fc.Arbitrary<RelabelRule> = fc.oneof(
  fc.record({
    action: some(['replace', 'Replace']),
    sourceLabels: sources,
    targetLabel: some([...TARGETS, '${1}_t']),
    regex: some(REGEXES),
    replacement: some(REPLACEMENTS),
    separator: some([';', '-', '']),
  }, { requiredKeys: ['targetLabel'] }),
  fc.record({ action: some(['keep', 'drop']), sourceLabels: fc.subarray(SOURCES, { minLength: 1, maxLength: 2 }), regex: some(REGEXES) }),
  fc.record({ action: some(['labeldrop', 'labelkeep']), regex: some([...NAME_REGEXES.filter(each => each !== '(.+)'), '__.*|a']) }),
  fc.record({ action: fc.constant('labelmap'), regex: some(NAME_REGEXES), replacement: some(['$1', 'm_$1', '${1}_$2', 'fixed']) }, { requiredKeys: ['action', 'regex'] }),
  fc.record({ action: some(['lowercase', 'uppercase']), sourceLabels: sources, targetLabel: some(TARGETS) }),
  fc.record({ action: some(['keepequal', 'dropequal']), sourceLabels: sources, targetLabel: some(TARGETS) }),
);

const job = fc.record({
  labels: fc.dictionary(some(['a', 'b', 'c', '__meta_kubernetes_pod_label_app', '__meta_kubernetes_pod_label_a']), value),
  rules: fc.array(rule, { minLength: 1, maxLength: 6 }),
});

const SNAKE: Readonly<Record<string, string>> = { sourceLabels: 'source_labels', targetLabel: 'target_label' };

const configOf = ({ name, labels, rules }: Job) => ({
  job_name: name,
  static_configs: [{ targets: [ADDRESS], labels }],
  relabel_configs: rules.map(each => Object.fromEntries(Object.entries(each).map(([key, own]) => [SNAKE[key] ?? key, own]))),
});

/** What is left of the labels of the target, or nothing if it is dropped. */
function relabelled({ name, labels, rules }: Job): Labels | undefined {
  const own = {
    __address__: ADDRESS, __metrics_path__: '/metrics', __scheme__: 'http', __scrape_interval__: '1h', __scrape_timeout__: '10s', job: name,
  };
  const given = new Map(Object.entries({ ...labels, ...own }));
  const result = relabel({ labels: given, mayHave: () => false }, rules);
  // without an address there is nothing to scrape
  if ('droppedBy' in result || !result.labels.has('__address__')) return undefined;
  const kept = [...result.labels].filter(([label]) => !label.startsWith('__')) as [string, string][];
  return Object.fromEntries([['instance', result.labels.get('__address__')!], ...kept]);
}

describeWith(['prometheus'], 'relabelling', () => {
  test('has the results of Prometheus', async () => {
    const jobs = fc.sample(job, { numRuns: 600, seed: 21 }).map((each, i): Job => ({ ...each, name: `job-${i}` }));
    const config = stringify({ global: { scrape_interval: '1h' }, scrape_configs: jobs.map(configOf) });
    const { url } = await startPrometheus({ config });
    const expected = new Map(jobs.map(each => [each.name, relabelled(each)]));
    const kept = [...expected.values()].filter(each => each !== undefined).length;
    let found: any[] = [];
    await eventually(async () => {
      const { data } = await (await fetch(`${url}/api/v1/targets?state=active`)).json() as any;
      found = data.activeTargets;
      return found.length >= kept || undefined;
    }, () => `${found.length} of ${kept} targets are there`, { timeout: 30_000, interval: 500 });
    const labelsOf = new Map<string, Labels>(found.map(({ scrapePool, labels }: any) => [scrapePool, labels]));
    const differing = jobs.filter(({ name }) => JSON.stringify(inOrder(labelsOf.get(name))) !== JSON.stringify(inOrder(expected.get(name))));
    expect(differing.map(each => ({ ...each, got: labelsOf.get(each.name), expected: expected.get(each.name) }))).toEqual([]);
    expect([...expected.values()].filter(each => each === undefined).length).toBeGreaterThan(50);
    expect(labelsOf.size).toBeGreaterThan(200);
  }, 60_000);
});

const inOrder = (labels: Labels | undefined) => labels && Object.entries(labels).sort(([a], [b]) => a < b ? -1 : 1);
