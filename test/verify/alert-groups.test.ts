import { Chart } from 'cdk8s';
import { stringify } from 'yaml';
import { documentsOf } from './manifests';
import { MetricsAlerts, MonitoringProvider } from '../../src';
import { LoadedGroup, LoadedRule } from '../../src/verify/query';
import { remarkText } from '../../src/verify/remarks';
import { DeclaredGroup, declaredGroups, GroupVerdict, judgeGroups, notesOfFiring } from '../../src/verify/alert-groups';
import { alertObjects, cart, RULES, shop, withJobs } from '../monitoring/alerts/support';

const declaredBy = (make: () => Chart): DeclaredGroup[] => {
  const chart = make();
  const alerts = new MetricsAlerts(chart, 'alerts', { kubeStateMetrics: true });
  cart(chart);
  return declaredGroups(documentsOf(...alertObjects(alerts)));
};

/** How Prometheus writes the expressions of the application `cart`. */
const [JOB, PODS] = ['job="cart_shop_cart-one",namespace="shop"', 'deployment="cart-one",namespace="shop"'];
const QUERIES: Readonly<Record<string, string>> = {
  MetricsJobMissing: `absent(up{${JOB}}) unless on () (kube_deployment_spec_replicas{${PODS}} == 0)`,
  MetricsTargetDown: `up{${JOB}} == 0`,
  MetricsPageEmpty: `scrape_samples_post_metric_relabeling{${JOB}} == 0 and on (namespace, job, instance) up{${JOB}} == 1`,
  MetricsTargetsMissing: `max(kube_deployment_spec_replicas{${PODS}}) - on () group_right () count by (namespace, job) `
    + `(max by (namespace, job, instance) (up{${JOB}})) > 0`,
};

const LABELS = { namespace: 'shop', job: 'cart_shop_cart-one', app_oam_dev_name: 'cart', app_oam_dev_component: 'cart-one' };

const loaded = (change: (rule: LoadedRule) => Partial<LoadedRule> = () => ({})): LoadedRule[] => Object.entries(QUERIES).map(([name, query], i) => {
  const labels = { ...LABELS, severity: i === 0 ? 'critical' : 'warning' };
  const rule: LoadedRule = { name, query, health: 'ok', lastError: '', labels, duration: 900_000, alerts: [] };
  return { ...rule, ...change(rule) };
});
const group = (rules: readonly LoadedRule[], name = 'shop.cart-alerts'): LoadedGroup => ({ name, rules });

const prometheus = () => declaredBy(() => shop(RULES));

function judged(...groups: readonly LoadedGroup[]): [GroupVerdict['state'], ...string[]] {
  const [{ state, reasons }] = judgeGroups(prometheus(), groups);
  return [state, ...reasons.map(remarkText)];
}

describe('declared are the rules of', () => {
  const victoria = MonitoringProvider.victoriaMetricsOperator({
    namespace: 'vm', name: 'agent', monitorSelector: {}, monitorNamespaceSelector: {}, ruleSelector: {}, ruleNamespaceSelector: {},
  });

  test.each<[string, () => Chart]>([
    ['PrometheusRule', () => shop(RULES)],
    ['VMRule', () => shop({ metrics: victoria })],
    ['ConfigMap', withJobs],
  ])('a %s', (kind, make) => {
    const [declared, ...others] = declaredBy(make);
    expect(others).toEqual([]);
    expect(declared).toMatchObject({ application: 'cart', namespace: 'shop', group: 'shop.cart-alerts', kind });
    expect(judgeGroups([declared], [group(loaded())])).toMatchObject([{ state: 'loaded', reasons: [], firing: [] }]);
  });

  test('Rules of Google Cloud, whose evaluation adds labels and matchers', () => {
    const [declared] = declaredBy(() => shop({ metrics: MonitoringProvider.googleManagedPrometheus() }));
    const scope = { project_id: 'p', location: 'eu', cluster: 'prod' };
    const scoped = loaded(({ query, labels }) => ({
      query: query.replaceAll('cart_shop_', 'cart-shop-').replaceAll('{', '{cluster="prod",location="eu",namespace="shop",project_id="p",'),
      labels: { ...labels, job: 'cart-shop-cart-one', ...scope },
    }));
    expect(judgeGroups([declared], [group(scoped)])).toMatchObject([{ kind: 'Rules', state: 'loaded' }]);
  });

  test('nobody else', () => {
    const [object] = declaredObjects();
    const others = [
      { ...object, metadata: { ...object.metadata, labels: {} } },
      { ...object, kind: 'Rule' },
      { ...object, spec: { groups: [{ ...object.spec.groups[0], name: 'shop.cart' }, 'a'] } },
      { ...object, spec: undefined },
      { ...object, apiVersion: 'v1', kind: 'ConfigMap', spec: undefined, data: { 'a.yaml': '{', 'b.yaml': 1, 'c.yaml': stringify({ groups: 1 }) } },
    ];
    expect(declaredGroups(documentsOf(...others))).toEqual([]);
  });

  test('no group without rules: Prometheus does not list it', () => {
    const [object] = declaredObjects();
    const [first] = object.spec.groups;
    const groups = [{ ...first, rules: [] }, { ...first, name: `${first.name}.1` }, { ...first, name: `${first.name}.2`, rules: undefined }];
    expect(declaredGroups(documentsOf({ ...object, spec: { groups } })).map(each => each.group)).toEqual(['shop.cart-alerts.1']);
  });
});

function declaredObjects(): any[] {
  const chart = shop(RULES);
  const alerts = new MetricsAlerts(chart, 'alerts');
  cart(chart);
  return alertObjects(alerts);
}

describe('a group is', () => {
  test('loaded, whatever else is', () => {
    expect(judged(group([], 'other'), group(loaded()))).toEqual(['loaded']);
  });

  test('loaded where one of its name is: of two clusters, say', () => {
    expect(judged(group([]), group(loaded()), group([]))).toEqual(['loaded']);
  });

  test('missing', () => {
    expect(judged(group(loaded(), 'shop.cart-alerts.1')))
      .toEqual(['missing', 'no such group: nobody selects the PrometheusRule, or another one evaluates it']);
    const [config] = prometheus();
    const missing = (kind: string) => judgeGroups([{ ...config, kind }], []).flatMap(({ reasons }) => reasons.map(remarkText));
    expect(missing('ConfigMap')).toEqual(['no such group: the rule file is not mounted, or rule_files does not name it']);
    expect(missing('VMRule')).toEqual(['no such group: no vmalert selects the VMRule, or VictoriaMetrics does not know the vmalert by '
      + '-vmalert.proxyURL; --no-rules leaves rules out']);
  });

  const FAILS = { health: 'err', lastError: 'many-to-many' };
  const failing = (lastError: string) => group(loaded(({ name }) => name === 'MetricsPageEmpty' ? { ...FAILS, lastError } : {}));

  test('failing where one of its name is: of two rulers, say', () => {
    expect(judged(group(loaded()), failing('a'))).toEqual(['failing', '1 of 4 rules cannot be evaluated: a']);
    expect(judged(failing('a'), group(loaded(() => ({ health: 'unknown' }))), failing('b'), failing('a')))
      .toEqual(['failing', '1 of 4 rules cannot be evaluated: a', '1 of 4 rules cannot be evaluated: b']);
    expect(judged(group(loaded()), group(loaded(() => ({ health: 'unknown' }))))).toEqual(['pending', '4 of 4 rules were not evaluated yet']);
  });

  test.each<[string, Partial<LoadedRule>]>([
    ['expressions', { query: 'up == 0' }], ['periods', { duration: 60_000 }], ['labels', { labels: { severity: 'warning' } }],
  ])('another one, with other %s', (_, change) => {
    expect(judged(group(loaded(({ name }) => name === 'MetricsTargetDown' ? change : {}))))
      .toEqual(['differs', '1 of 4 rules is not loaded as it is declared: MetricsTargetDown']);
  });

  test('another one, without rules and with old ones', () => {
    expect(judged(group(loaded().slice(2)))).toEqual(['differs', '2 of 4 rules are not loaded as they are declared: MetricsJobMissing; MetricsTargetDown']);
    const old = loaded(() => ({ query: 'up{job="old"} == 0' }));
    expect(judged(group([...loaded(), ...old.slice(0, 1)]))).toEqual(['differs', 'a rule is loaded that is no longer declared: MetricsJobMissing']);
    expect(judged(group([...loaded(), ...old.slice(0, 2)]))).toEqual(['differs', '2 rules are loaded that are no longer declared: MetricsJobMissing; MetricsTargetDown']);
  });

  test('failing, with each error once', () => {
    const fails = loaded(({ name }) => name === 'MetricsTargetDown' ? {} : { health: 'err', lastError: 'many-to-many matching' });
    expect(judged(group(fails))).toEqual(['failing', '3 of 4 rules cannot be evaluated: many-to-many matching']);
  });

  test('pending until it was evaluated', () => {
    expect(judged(group(loaded(() => ({ health: 'unknown' }))))).toEqual(['pending', '4 of 4 rules were not evaluated yet']);
    // VictoriaMetrics
    expect(judged(group(loaded(() => ({ health: 'no match' }))))).toEqual(['loaded']);
  });

  test('unknown where nobody lists rules', () => {
    expect(judgeGroups(prometheus(), undefined)).toMatchObject([{ state: 'unknown', reasons: [], firing: [] }]);
  });
});

const alert = (state: string, instance: string) => ({ state, labels: { alertname: 'MetricsTargetDown', instance } });

test('alerts that fire are those of all groups of a name, and of rules that differ, each once', () => {
  const firing = (instance: string, change: Partial<LoadedRule> = {}) => group(loaded(({ name }) => name === 'MetricsTargetDown'
    ? { alerts: [alert('firing', instance)], ...change } : {}));
  const instances = (...groups: readonly LoadedGroup[]) =>
    judgeGroups(prometheus(), groups).map(({ state, firing: alerts }) => [state, ...alerts.map(({ labels }) => labels.instance)]);
  expect(instances(group(loaded()), firing('a'), firing('b'), firing('a'))).toEqual([['loaded', 'a', 'b']]);
  expect(instances(firing('a', { query: 'up == 0' }))).toEqual([['differs', 'a']]);
  expect(instances(firing('a', { query: 'up == 0' }), group(loaded()))).toEqual([['loaded', 'a']]);
});

test('alerts that fire are told, and pending ones are not', () => {
  const verdicts = judgeGroups(prometheus(), [group(loaded(({ name }) => name === 'MetricsTargetDown'
    ? { alerts: [alert('firing', 'a'), alert('pending', 'b'), alert('firing', 'c')] } : {}))]);
  expect(verdicts.map(({ state, firing }) => [state, firing])).toEqual([['loaded', [
    { alert: 'MetricsTargetDown', labels: { alertname: 'MetricsTargetDown', instance: 'a' } },
    { alert: 'MetricsTargetDown', labels: { alertname: 'MetricsTargetDown', instance: 'c' } },
  ]]]);
  expect(notesOfFiring(verdicts).map(remarkText)).toEqual(['2 alerts of shop.cart-alerts are firing: MetricsTargetDown']);
});
