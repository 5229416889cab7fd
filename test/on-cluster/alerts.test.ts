import { BLIND, Break, BREAKS, COUNTED, PODS, RULE_SELECTORS, RULED, RUNBOOK, SERVICES, UNSEEN, writeWatched } from './support/broken-promises';
import { deploy, Deployed } from './support/deployed';
import { describeCluster } from './support/describe-cluster';
import { secretOf, Users } from './support/example-pods';
import { Example, ExampleComponent } from './support/examples';
import { Monitoring, MONITORING_NEEDS, PATIENCE, RIGHTS, startMonitoring } from './support/monitored';
import { Alert } from './support/monitoring';
import { serveWantedReplicas, STATE_NAMESPACE } from './support/state-metrics';
import { RELEASE } from './support/wrong-things';
import { eventually } from '../e2e/support/waiting';

const SPEC = {
  podMonitorSelector: { matchLabels: RELEASE },
  podMonitorNamespaceSelector: {},
  serviceMonitorSelector: { matchLabels: RELEASE },
  serviceMonitorNamespaceSelector: {},
  ...RULE_SELECTORS,
};
const GROUPS = [SERVICES, PODS, COUNTED].map((each) => `${each}.${each}-alerts`).sort();
/** How long the last sample of a job holds that is gone from the configuration; the default is five minutes. */
const LOOKBACK = 5;

/** An alert about a job, whole. */
const MISSING = {
  labels: {
    alertname: 'MetricsJobMissing',
    app_oam_dev_component: 'wanted',
    app_oam_dev_name: COUNTED,
    job: 'stock_stock_wanted',
    namespace: COUNTED,
    severity: 'critical',
  },
  annotations: {
    description: 'Job stock_stock_wanted has no targets: component wanted of application stock in namespace stock has no pods, or nobody scrapes them.',
    runbook_url: `${RUNBOOK}metricsjobmissing`,
    summary: 'A job has no targets.',
  },
};

/** What others say: component, severity, summary and description. */
const SAID = [
  ['number', 'warning', 'The scrape of a target fails.',
    'The scrape of target INSTANCE of job shop_shop_number fails: component number of application shop in namespace shop.'],
  ['empty', 'warning', 'A scrape yields no metrics.',
    'Target INSTANCE of job shop_shop_empty is scraped, but its page has no metrics, or all are dropped: '
    + 'component empty of application shop in namespace shop.'],
  ['lost', 'warning', 'A job has fewer targets than its component should have pods.',
    'Job shop_shop_lost is missing 1 of its 3 targets: component lost of application shop in namespace shop.'],
  ['stopped', 'critical', 'A job has no targets.',
    'Job shop_shop_stopped has no targets: component stopped of application shop in namespace shop has no pods, or nobody scrapes them. '
    + 'Without kube-state-metrics, the rule cannot tell whether it was stopped or scaled to zero on purpose.'],
] as const;

const nameOf = ({ labels: { alertname, app_oam_dev_component: component } }: Pick<Alert, 'labels'>) => `${component}: ${alertname}`;
const firesFor = ({ component, alert }: Break) => alert === undefined ? [] : [`${component}: ${alert}`];

describe('a program whose rules are in a namespace that is not selected', () => {
  test('is an error that says so', () => {
    expect(() => writeWatched({})).toThrow(new Error('Validation failed with the following errors:\n'
      + '  [unseen/alerts] not-selected: \'metadata.namespace\' is "unseen", which is not known to have ruled=yes: Prometheus monitoring/system '
      + 'selects no other namespaces; label the namespace, and list its labels in \'namespaceLabels\''));
  });
});

describeCluster(MONITORING_NEEDS, 'alerts about what is declared', (cluster) => {
  let monitoring: Monitoring;
  let deployed: Deployed;
  let written: Example;
  let users: Users;
  let calmSince: number;
  /** Components of which no new pod starts, and the pods that have started. */
  const held = new Set<string>();
  const started = new Set<string>();
  const runs = ({ metadata: { uid, labels } }: any) => started.has(uid) || !held.has(labels['app.oam.dev/component']) && started.add(uid) !== undefined;

  const componentOf = ({ component }: Break): ExampleComponent => deployed.components.find((each) => each.component === component)!;
  const objectsOf = ({ namespace, component, secret }: Break) => [
    ...written.objects.filter(({ metadata }) => metadata.namespace === namespace && metadata.labels?.['app.oam.dev/component'] === component),
    ...secret === undefined ? [] : [secretOf(`${namespace}/${secret}`, users.get(`${namespace}/${secret}`)!)],
  ];

  const breakIt = async (each: Break) => {
    const { client } = cluster();
    const { objects = {}, component, secret, password, isPageEmpty, lost, scaledTo } = each;
    if (lost !== undefined) held.add(component);
    if (isPageEmpty) deployed.empty.add(componentOf(each));
    const user = `${each.namespace}/${secret}`;
    if (password !== undefined) deployed.users.set(user, { ...users.get(user)!, password });
    const changing = objectsOf(each).filter(({ kind }) => kind in objects);
    expect([component, changing.map(({ kind }) => kind)]).toEqual([component, Object.keys(objects)]);
    await Promise.all(changing.map(async (object) => {
      const changed = objects[object.kind](object);
      await (changed === undefined ? client.delete(object) : client.apply(changed));
    }));
    for (const pod of (await deployed.podsOf(componentOf(each))).slice(0, lost ?? 0)) await client.delete(pod);
    if (scaledTo === undefined) return;
    const path = `${await client.pathOf(componentOf(each).workload)}/scale`;
    await client.ask('PATCH', path, { spec: { replicas: scaledTo } }, 'application/merge-patch+json');
  };
  const repairAll = async () => {
    held.clear();
    deployed.empty.clear();
    users.forEach((user, key) => deployed.users.set(key, user));
    await Promise.all([...BREAKS, BLIND].flatMap(objectsOf).map(async (object) => cluster().client.apply(object)));
  };

  const now = async () => {
    const alerts = await monitoring.alerts();
    const named = (wanted: Alert['state']) => alerts.filter(({ state }) => state === wanted).map(nameOf).sort();
    return { firing: named('firing'), pending: named('pending') };
  };
  const wantedOf = (breaks: readonly Break[]) => ({ firing: breaks.flatMap(firesFor).sort(), pending: [] });
  /** Waits until these alerts fire, and no other is on its way; whether they do, the tests find. */
  const settle = async (breaks: readonly Break[]) => {
    const wanted = JSON.stringify(wantedOf(breaks));
    await eventually(async () => JSON.stringify(await now()) === wanted || undefined, () => '', PATIENCE).catch(() => cluster().check());
  };
  const expectFiring = async (breaks: readonly Break[]) => {
    await settle(breaks);
    expect(await now()).toEqual(wantedOf(breaks));
  };

  beforeAll(async () => {
    const { client } = cluster();
    written = writeWatched(RULED);
    const rights = { [PODS]: RIGHTS.PodMonitor, [SERVICES]: RIGHTS.ServiceMonitor, [COUNTED]: RIGHTS.PodMonitor, [UNSEEN]: RIGHTS.PodMonitor };
    monitoring = await startMonitoring(cluster(), {
      rights: { ...rights, [STATE_NAMESPACE]: RIGHTS.PodMonitor }, spec: SPEC, args: [`--query.lookback-delta=${LOOKBACK}s`],
    });
    deployed = await deploy(client, [written], runs);
    await serveWantedReplicas(client, RELEASE.release, COUNTED);
    const count = written.components.length + BREAKS.reduce((sum, { replicas = 1 }) => sum + replicas - 1, 1);
    await monitoring.until((found) => found.length === count && found.every(({ health }) => health === 'up'), `not ${count} targets are up`);
    await Promise.all([PODS, SERVICES, COUNTED].map(async (each) => client.namespace(each, RULED)));
    await eventually(async () => (await monitoring.groups()).length >= GROUPS.length || undefined, () => 'the rules are not loaded', PATIENCE);
    users = new Map(deployed.users);
    calmSince = Date.now();
  }, 240_000);

  test('are loaded, but for a namespace that is not selected', async () => {
    const [rules] = await cluster().client.list('monitoring.coreos.com/v1', 'PrometheusRule', UNSEEN);
    expect(rules.metadata.labels).toMatchObject(RELEASE);
    expect(await monitoring.groups()).toEqual(GROUPS);
  });

  test('are silent while all is scraped', async () => {
    // the autoscaler leaves two at least by its declaration, and one is wanted here
    expect(await monitoring.query('count(up{job="stock_stock_scaled"})')).toEqual([{ labels: {}, value: '1' }]);
    await expectFiring([]);
  });

  describe('where promises are broken', () => {
    let alerts: readonly Alert[];

    beforeAll(async () => {
      await Promise.all([...BREAKS, BLIND].map(breakIt));
      await settle(BREAKS);
      alerts = await monitoring.alerts();
    }, PATIENCE.timeout + 30_000);

    test.each(BREAKS)('fire as they should: $title', (each) => {
      const { namespace, component } = each;
      const own = alerts.filter(({ labels }) => labels.namespace === namespace && labels.app_oam_dev_component === component);
      expect(own.map(nameOf)).toEqual(firesFor(each));
    });

    test('fire for nothing else', async () => {
      expect(await now()).toEqual(wantedOf(BREAKS));
    });

    test('say what is broken', async () => {
      const alertOf = (component: string) => alerts.find(({ labels }) => labels.app_oam_dev_component === component)!;
      const { labels, annotations } = alertOf('wanted');
      expect({ labels, annotations }).toEqual(MISSING);
      for (const [component, severity, summary, description] of SAID) {
        const alert = alertOf(component);
        const instance = alert.labels.instance;
        expect(alert.labels).toMatchObject({ namespace: PODS, job: `shop_shop_${component}`, app_oam_dev_name: PODS, severity });
        expect([component, alert.annotations]).toEqual([component, {
          summary, description: description.replace('INSTANCE', instance), runbook_url: `${RUNBOOK}${alert.labels.alertname.toLowerCase()}`,
        }]);
      }
    });

    test('name the target that is broken', async () => {
      const [{ metadata: { name, labels }, status }] = await deployed.podsOf(componentOf(BREAKS.find(({ component }) => component === 'password')!));
      const { labels: found } = alerts.find((each) => nameOf(each) === 'password: MetricsTargetDown')!;
      expect(found).toEqual({
        alertname: 'MetricsTargetDown',
        app_oam_dev_component: 'password',
        app_oam_dev_name: PODS,
        container: 'password',
        endpoint: 'http',
        instance: `${status.podIP}:8080`,
        job: 'shop_shop_password',
        namespace: PODS,
        pod: name,
        pod_name: name,
        pod_template_hash: labels['pod-template-hash'],
        severity: 'warning',
      });
    });

    test('fire in a namespace that is selected later', async () => {
      await cluster().client.namespace(UNSEEN, RULED);
      await expectFiring([...BREAKS, BLIND]);
    });
  });

  test('are resolved when all is as it was', async () => {
    await repairAll();
    await expectFiring([]);
  });

  test('have not fired for anything else, at any time', async () => {
    const seconds = Math.ceil((Date.now() - calmSince) / 1000);
    const fired = await monitoring.query(`max by (alertname, app_oam_dev_component) (max_over_time(ALERTS{alertstate="firing"}[${seconds}s]))`);
    expect(fired.map(nameOf).sort()).toEqual([...BREAKS, BLIND].flatMap(firesFor).sort());
  });
});
