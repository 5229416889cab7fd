import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { describeWith, temporaryFolder, writeFiles } from './support';
import { judgeObjects } from '../../src/cluster/rules/judge';
import type { JudgementVerdict } from '../../src/cluster/rules/rule';
import { promtools } from '../monitoring/alerts/support';

const EXPRESSIONS = readFileSync(join(__dirname, 'expressions.promql'), 'utf8').split('\n').filter(line => line && !line.startsWith('#'));

const alert = (fields: object) => ({ groups: [{ name: 'a', rules: [{ alert: 'A', expr: 'up', ...fields }] }] });
const record = (fields: object) => ({ groups: [{ name: 'a', rules: [{ record: 'a', expr: 'up', ...fields }] }] });

/** Rules, and whether Prometheus takes them. */
const RULES: readonly [string, object, boolean][] = [
  ['an alert', alert({ for: '5m', keep_firing_for: '1h30m', labels: { severity: 'page' }, annotations: { summary: 'a' } }), true],
  ['a record', record({ for: '0s', annotations: {}, labels: { a: 'b' } }), true],
  ['a duration of zero', alert({ for: '0' }), true],
  ['an interval', { groups: [{ name: 'a', interval: '1m30s', limit: 3, rules: [] }] }, true],
  ['a number', alert({ expr: 1 }), true],
  ['no expression', alert({ expr: undefined }), false],
  ['an empty expression', alert({ expr: '' }), false],
  ['an expression that ends early', alert({ expr: 'sum(' }), false],
  ['an unknown function', alert({ expr: 'rates(up[5m])' }), false],
  ['both forms', alert({ record: 'a' }), false],
  ['neither form', alert({ alert: undefined }), false],
  ['annotations of a record', record({ annotations: { summary: 'a' } }), false],
  ['a record that waits', record({ for: '5m' }), false],
  ['a record that lasts', record({ keep_firing_for: '5m' }), false],
  ['a selector in place of a name', record({ record: 'a{b="c"}' }), false],
  ['a label for the name', record({ labels: { __name__: 'b' } }), false],
  ['a duration without a unit', alert({ for: '5' }), false],
  ['a fraction of a unit', alert({ for: '1.5h' }), false],
  ['an empty duration that may not be', alert({ keep_firing_for: '' }), false],
  ['units in the wrong order', { groups: [{ name: 'a', interval: '30s1m', rules: [] }] }, false],
  ['a group without a name', { groups: [{ rules: [] }] }, false],
  ['two groups of one name', { groups: [{ name: 'a', rules: [] }, { name: 'a', rules: [] }] }, false],
];

/** What is reported of rules with one of these verdicts. A function of an older or a newer Prometheus is a warning. */
const judged = (spec: object, verdicts: readonly JudgementVerdict[]) =>
  judgeObjects([{ apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule', metadata: { name: 'a' }, spec } as any])
    .filter(({ verdict }) => verdicts.includes(verdict));

describeWith(['promtool'], 'promtool', () => {
  const check = (promtool: string, spec: object) => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'rules.yaml': stringify(spec) });
    return spawnSync(promtool, ['check', 'rules', '--lint=none', `${folder}/rules.yaml`], { encoding: 'utf8' });
  };

  describe.each(promtools())('%s', promtool => {
    test.each(RULES)('says the same of %s', (_, spec, isTaken) => {
      expect(judged(spec, ['error', 'warning']).length === 0).toBe(isTaken);
      expect(check(promtool, spec).status === 0).toBe(isTaken);
    });

    test.each([
      'rate(up)', 'abs(up[5m])', 'sum(up[5m])', 'histogram_quantile(0.9)', 'histogram_quantile(up, 0.9)', 'abs(foo, bar)', 'topk(up)', 'count_values(5, up)', 'label_join(up, "a")', '1 == 2',
      'up + bool 2', 'up or 5', 'up and on(job) group_left up', 'up + on(job) 5', 'up + "a"', 'up[5m] > 1', 'rate(sum(up)[5m])', '{}', '{job=""}',
      'up{__name__="down"}', 'up{job=~"("}', 'up{job!~"(?=a)"}', 'sum(up) offset 5m', 'rate(up[5m]) @ 5', 'up{path=~"/a/\\d+"}', '{namespace!="kube-system"}', '{job=~".*"}', '{job!~"a"}',
    ])('refuses the types of %s too', expr => {
      expect(judged(alert({ expr }), ['error'])).toHaveLength(1);
      expect(check(promtool, alert({ expr })).status).not.toBe(0);
    });

    test(`takes nothing of ${EXPRESSIONS.length} expressions that is an error`, () => {
      const { stderr } = check(promtool, { groups: EXPRESSIONS.map((expr, i) => ({ name: `g${i}.`, rules: [{ alert: 'A', expr }] })) });
      const isReported = (expr: string) => judged(alert({ expr }), ['error']).length > 0;
      const taken = EXPRESSIONS.filter((_, i) => !stderr.includes(`group "g${i}."`));
      expect(taken.length).toBeGreaterThan(150);
      expect(taken.filter(isReported)).toEqual([]);
    });
  });
});
