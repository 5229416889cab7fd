import { describeCluster, describePrograms } from './support/describe-cluster';
import { startKubelet } from './support/kubelet';
import { Random } from './support/mutations';
import { judge as offline } from './support/offline';
import { judgeObjects } from '../../src/cluster/rules/judge';
import { atEnd } from '../e2e/support/servers';
import { eventually } from '../e2e/support/waiting';

const cronJob = (spec: object, i: number): any => ({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: { name: `job-${i}`, namespace: 'shop' },
  spec: { schedule: '0 3 * * *', ...spec, jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'example/main:1' }] } } } } },
});

/** The values of a field that are judged otherwise, and how many of all are refused. */
function compared(field: 'schedule' | 'timeZone', values: readonly string[]) {
  const jobs = values.map((value, i) => cronJob({ [field]: value }, i));
  const wrong = new Set(judgeObjects(jobs).filter(({ verdict }) => verdict === 'error').map(({ of }) => of));
  const answers = offline(jobs).map(({ verdict }) => verdict === 'refused');
  return { otherwise: values.filter((_, i) => answers[i] !== wrong.has(jobs[i])), refused: answers.filter(Boolean).length };
}

describePrograms(['offline'], 'schedules and time zones, as the API server reads them', () => {
  const random = new Random(20261129);
  const NUMBERS = ['0', '1', '5', '6', '7', '12', '13', '23', '24', '31', '32', '59', '60', '+5', '05', '-1', '1.5', '', 'L', 'W', '#2'];
  const NAMES = ['jan', 'DEC', 'sun', 'Mon', 'sat', 'janu', 'x'];
  const number = () => random.pick(random.below(10) < 7 ? NUMBERS.slice(0, 7) : [...NUMBERS, ...NAMES]);
  const range = () => random.pick([() => '*', () => '?', number, number, () => `${number()}-${number()}`, () => `*-${number()}`, () => `${number()}-${number()}-${number()}`])();
  const stepped = () => random.pick([range, range, range, () => `${range()}/${random.pick(['1', '2', '15', '0', '-1', '+2', '', '2/2', 'x'])}`])();
  const field = () => Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, stepped).join(random.pick([',', ',', ',,']));
  const fields = () => Array.from({ length: random.pick([5, 5, 5, 5, 5, 5, 4, 6]) }, () => random.below(10) < 7 ? '*' : field()).join(random.pick([' ', ' ', '  ', '\t']));
  const DURATIONS = ['5', '0', '1h', '1h30m', '1.5h', '.5s', '1.s', '.s', '-1m', '+2m', '1d', '90s', '1ms', '1µs', '1us', '1 h', '', 'h', '1h ', '00', '0s'];

  test('schedules', () => {
    const named = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly', '@reboot', '@Daily', ' @daily', '@daily ', '@', '@every', 'daily', 'TZ=UTC * * * * *', 'CRON_TZ=UTC @daily', '* * * * TZ', '\u00a00 0 * * *'];
    const values = [...named, ...DURATIONS.map((each) => `@every ${each}`), ...Array.from({ length: 3000 }, fields)];
    const { otherwise, refused } = compared('schedule', values);
    expect(otherwise).toEqual([]);
    expect([refused > 200, values.length - refused > 200]).toEqual([true, true]);
  });

  test('time zones', () => {
    const known = Intl.supportedValuesOf('timeZone');
    const old = ['US/Eastern', 'GB', 'GB-Eire', 'UTC', 'Etc/UTC', 'GMT', 'GMT0', 'GMT+0', 'Etc/GMT+2', 'Etc/GMT-14', 'Zulu', 'Europe/Kyiv', 'Asia/Kolkata', 'America/Argentina/ComodRivadavia',
      'America/Knox_IN', 'Antarctica/South_Pole', 'Australia/ACT', 'Chile/EasterIsland', 'EST5EDT', 'NZ-CHAT', 'W-SU', 'PRC', 'ROK', 'MST', 'HST', 'CET', 'Eire', 'Navajo', 'Brazil/DeNoronha'];
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const short = letters.flatMap((one) => letters.flatMap((other) => ['T', 'C', 'K'].map((last) => one + other + last)));
    const wrong = ['Local', 'local', 'GMT+2', 'UTC+2', '+02:00', 'Etc/GMT+13', 'Etc/GMT-15', 'Europe/Foo', 'Europe', 'Europe/', '/Europe/Berlin', '../UTC', ' UTC', 'SystemV/PST8', 'US/Pacific-New', 'Mars/Base'];
    const values = [...known, ...old, ...short, ...wrong, '', ...[...known, ...old].map((each) => each.toLowerCase()), ...known.map((each) => each.toUpperCase()).filter((each) => !/^[A-Z]+$/.test(each))];
    const { otherwise, refused } = compared('timeZone', values);
    expect(otherwise).toEqual([]);
    expect([refused > 400, values.length - refused > 400]).toEqual([true, true]);
  });
});

const NAMESPACE = 'shop';
const object = (apiVersion: string, kind: string, name: string, spec: object): any =>
  ({ apiVersion, kind, metadata: { name, namespace: NAMESPACE }, spec });
const template = (name: string, more: object = {}) => ({ metadata: { labels: { app: name } }, spec: { containers: [{ name: 'main', image: 'example/main:1' }], ...more } });
const workload = (name: string, spec: object = {}, kind = 'Deployment'): any =>
  object('apps/v1', kind, name, { selector: { matchLabels: { app: name } }, template: template(name), ...spec });
const job = (name: string) => object('batch/v1', 'Job', name, { template: template(name, { restartPolicy: 'Never' }) });
const pod = (name: string) => ({ apiVersion: 'v1', kind: 'Pod', ...template(name), metadata: { name, namespace: NAMESPACE, labels: { app: name } } });
const autoscaler = (name: string, target: string, maxReplicas = 4): any => object('autoscaling/v2', 'HorizontalPodAutoscaler', name, {
  scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: target },
  maxReplicas,
  metrics: [{ type: 'External', external: { metric: { name: 'queue' }, target: { type: 'AverageValue', averageValue: '1' } } }],
});

/** Budgets by name, each with what runs the pods that it selects, and how many these are. */
const BUDGETS: Readonly<Record<string, readonly [budget: object, pods: number, ...running: any[]]>> = {
  'one-of-two': [{ minAvailable: 1 }, 2, workload('one-of-two', { replicas: 2 })],
  'one-of-one': [{ minAvailable: 1 }, 1, workload('one-of-one')],
  'two-of-one': [{ minAvailable: 2 }, 1, workload('two-of-one')],
  'a-percent-of-one': [{ minAvailable: '1%' }, 1, workload('a-percent-of-one')],
  'half-of-three': [{ minAvailable: '50%' }, 3, workload('half-of-three', { replicas: 3 })],
  'most-of-three': [{ minAvailable: '67%' }, 3, workload('most-of-three', { replicas: 3 })],
  'all': [{ minAvailable: '100%' }, 2, workload('all', { replicas: 2 })],
  'none': [{ maxUnavailable: 0 }, 2, workload('none', { replicas: 2 })],
  'no-percent': [{ maxUnavailable: '0%' }, 2, workload('no-percent', { replicas: 2 })],
  'a-percent': [{ maxUnavailable: '1%' }, 1, workload('a-percent')],
  'job': [{ maxUnavailable: 1 }, 1, job('job')],
  'job-number': [{ minAvailable: 0 }, 1, job('job-number')],
  'pod': [{ maxUnavailable: 1 }, 1, pod('pod')],
  'pod-number': [{ minAvailable: 1 }, 1, pod('pod-number')],
  'pod-beside': [{ maxUnavailable: 1 }, 3, workload('pod-beside', { replicas: 2 }), pod('pod-beside')],
  'job-beside': [{ maxUnavailable: 1 }, 3, workload('job-beside', { replicas: 2 }), job('job-beside')],
  'two-sets': [{ minAvailable: 2 }, 3, workload('two-sets', { replicas: 2 }), workload('two-sets', { serviceName: 'x' }, 'StatefulSet')],
  'autoscaled': [{ minAvailable: 4 }, 1, workload('autoscaled'), autoscaler('autoscaled', 'autoscaled')],
};

describeCluster({ controllers: true, network: true }, 'workloads, as the controllers of Kubernetes treat them', (cluster) => {
  beforeAll(async () => {
    const { client } = cluster();
    await client.namespace(NAMESPACE);
    const kubelet = await startKubelet(client, { namespaces: [NAMESPACE] });
    atEnd(kubelet.stop);
  }, 60_000);

  test('budgets that allow no eviction', async () => {
    const { client } = cluster();
    const budgets = Object.entries(BUDGETS).map(([name, [spec]]) => object('policy/v1', 'PodDisruptionBudget', name, { selector: { matchLabels: { app: name } }, ...spec }));
    const objects = [...Object.values(BUDGETS).flatMap(([, , ...running]) => running), ...budgets];
    for (const each of objects) await client.apply(each);
    let open: unknown[] = [];
    const blocked = await eventually(async () => {
      const real = await client.list('policy/v1', 'PodDisruptionBudget', NAMESPACE);
      const pods = await client.list('v1', 'Pod', NAMESPACE);
      const isReady = ({ status }: any) => status.conditions?.some((each: any) => each.type === 'Ready' && each.status === 'True');
      // of those whose pods it cannot count, the controller says so
      const isSeen = (status: any, count: number) => status?.currentHealthy === count || status?.conditions?.some(({ reason }: any) => reason === 'SyncFailed');
      open = real.filter(({ metadata: { name }, status }) => {
        const [, count] = BUDGETS[name];
        return pods.filter((each) => each.metadata.labels.app === name && isReady(each)).length !== count || !isSeen(status, count);
      }).map(({ metadata: { name }, status }) => [name, status]);
      return open.length > 0 ? undefined : real.filter(({ status }) => status.disruptionsAllowed === 0).map(({ metadata: { name } }) => name);
    }, () => `not ready: ${JSON.stringify(open)}`, { timeout: 60_000, interval: 500 });
    const said = judgeObjects(objects).filter(({ finding }) => finding.code === 'no-eviction').map(({ of }) => of.metadata?.name);
    expect(said.sort()).toEqual(blocked.sort());
    expect([blocked.length > 8, budgets.length - blocked.length > 4]).toEqual([true, true]);
  }, 90_000);

  test('two autoscalers of one Deployment', async () => {
    const { client } = cluster();
    const objects = [workload('alone'), workload('shared'), autoscaler('alone', 'alone'), autoscaler('one', 'shared'), autoscaler('other', 'shared')];
    for (const each of objects) await client.apply(each);
    let reasons: (readonly [name: string, reason?: string])[] = [];
    const ambiguous = await eventually(async () => {
      const all = await client.list('autoscaling/v2', 'HorizontalPodAutoscaler', NAMESPACE);
      const own = all.filter(({ metadata: { name } }) => ['alone', 'one', 'other'].includes(name));
      reasons = own.map(({ metadata: { name }, status }) => [name, status?.conditions?.find(({ type }: any) => type === 'ScalingActive')?.reason] as const);
      const shared = reasons.filter(([, reason]) => reason === 'AmbiguousSelector').map(([name]) => name);
      return reasons.every(([, reason]) => reason) && shared.length > 0 ? shared : undefined;
    }, () => `no reasons: ${JSON.stringify(reasons)}`, { timeout: 80_000, interval: 1000 });
    expect(ambiguous).not.toContain('alone');
    expect(judgeObjects(objects).map(({ of, verdict, finding: { code } }) => [of.metadata?.name, verdict, code])).toEqual([['other', 'error', 'scaled-twice']]);
  }, 120_000);
});
