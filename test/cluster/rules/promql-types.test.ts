import { problemOf } from '../../../src/base/findings/words';
import { judgeObjects } from '../../../src/cluster/rules/judge';

const findings = (expr: string) => judgeObjects([{
  apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule', spec: { groups: [{ name: 'cart', rules: [{ alert: 'Down', expr }] }] },
} as any]).map(({ finding }) => finding).filter(({ path }) => path.at(-1) === 'expr');

const problem = (expression: string) => findings(expression).map(each =>
  problemOf(each).replace('must be an expression of PromQL, and ', '').replace(/, got .*/s, ''))[0];

// each of them is refused by Prometheus, and what it says of the type is the same: test/e2e/prometheus-rules.test.ts
test.each<[string, string]>([
  ['rate(up)', 'rate() takes a range of values, such as up[5m], not an instant vector'],
  ['sum(rate(up[5m])) / rate(up)', 'rate() takes a range of values, such as up[5m], not an instant vector'],
  ['abs(up[5m])', 'abs() takes an instant vector, not a range of values, such as up[5m]'],
  ['sum(up[5m])', 'sum() takes an instant vector, not a range of values, such as up[5m]'],
  ['histogram_quantile(0.9)', 'histogram_quantile() does not take 1 argument'],
  ['histogram_quantile(up, 0.9)', 'histogram_quantile() takes a number, not an instant vector'],
  ['abs(foo, bar)', 'abs() does not take 2 arguments'],
  ['rate()', 'rate() does not take 0 arguments'],
  ['sum()', 'sum() does not take 0 arguments'],
  ['topk(up)', 'topk() does not take 1 argument'],
  ['topk("5", up)', 'topk() takes a number, not a string'],
  ['count_values(5, up)', 'count_values() takes a string, not a number'],
  ['label_replace(up, "a", "b", "c", 1)', 'label_replace() takes a string, not a number'],
  ['label_join(up, "a")', 'label_join() does not take 2 arguments'],
  ['1 == 2', "a comparison of numbers needs 'bool'"],
  ['up + bool 2', "'bool' is for comparisons"],
  ['up or 5', "'and', 'or' and 'unless' take instant vectors"],
  ['up and on(job) group_left up', "'and', 'or' and 'unless' have no groups"],
  ['up + on(job) 5', "'on' and 'ignoring' are for instant vectors"],
  ['up + "a"', 'an operator takes numbers and instant vectors'],
  ['up[5m] > 1', 'an operator takes numbers and instant vectors'],
  ['rate(sum(up)[5m])', 'a range of values is for a selector alone'],
  ['sum(up) offset 5m', "'offset' belongs behind a selector"],
  ['(up) offset 5m', "'offset' belongs behind a selector"],
  ['rate(up[5m]) @ 5', "'@' belongs behind a selector"],
  ['up[5m][5m]', 'a range of values is for a selector alone'],
  ['up{path=~"/a/\\d+"}', 'a text has a backslash before another character: write two of them'],
  ['{namespace!="kube-system"}', 'a selector needs a name, or a label that is not empty'],
  ['{job=~".*"}', 'a selector needs a name, or a label that is not empty'],
  ['{job!~"a"}', 'a selector needs a name, or a label that is not empty'],
  ['{}', 'a selector needs a name, or a label that is not empty'],
  ['{job=""}', 'a selector needs a name, or a label that is not empty'],
  ['up{__name__="down"}', 'a selector has one name'],
  ['up{job=~"("}', '=~"(" is no regular expression of RE2'],
  ['up{job!~"(?=a)"}', '!~"(?=a)" is no regular expression of RE2'],
])('%s is refused', (expression, expected) => expect(problem(expression)).toBe(expected));

test.each([
  'rate(up[5m])', 'rate(up[5m] offset 1h)', 'rate(up[5m:1m])', 'max_over_time(rate(up[5m])[1h:])', 'quantile_over_time(0.9, up[5m])', 'round(up)', 'round(up, 5)', 'hour()', 'time() - 5 > up',
  '1 == bool 2', 'vector(1)', 'scalar(up) * up', 'sum by (job) (up)', 'topk by (job) (5, up)', 'count_values("version", up)', 'label_join(up, "a", "-", "b", "c", "d")', '-up', '-(1 + 2)',
  'up @ end()', 'rate(up[5m] @ start())', '{__name__=~"a|b"}', '{"up"}', '{"a.b", job!=""}', 'up{job=~"a\\\\.b"}', 'up{job=~""}', 'absent(up{job="a"})', 'sort_by_label(up, "a", "b")', 'up offset 5m @ 5', 'up[5m] offset 5m', 'up[1h:5m] offset 5m', 'a offset 5m or b offset 5m', '-a @ 5', '{job!=""}', '{job!~".*"} or {job=~".+"}', 'up{a=`\\d`}', 'info(up, {a=~".*"})', 'a_new_function(1, up)',
  `${'('.repeat(900)}up${')'.repeat(900)}`, `up${' + up'.repeat(300)}`,
])('%.40s is taken', expression => {
  expect([undefined, 'calls "a_new_function", which is no known function of PromQL']).toContain(problem(expression));
});

test.each([`${'('.repeat(3_000)}up${')'.repeat(3_000)}`, `up${' + up'.repeat(5_000)}`])('%.40s is too long', expression => {
  expect(findings(expression).map(({ code }) => code)).toEqual(['cannot-judge']);
});
