import { describeWith, freePort, podOf, ScrapedComponent } from './support';
import { GuardedScraper, SECOND, cli, render, scrapesWith, startCli, startGuardedScraper, startPod } from './support/cli';

const NAMESPACE = 'shop';
/** A path of which Go and JavaScript escape different characters. */
const ODD = "/a(b)/c%20d/!*'";

type Ports = Record<'web' | 'extra' | 'broken' | 'moved' | 'elsewhere' | 'odd' | 'late' | 'never', number>;

/** A component, with a pod for each address; the job is named as the platform names it. */
function component(application: string, name: string, endpoints: readonly { port: number; path?: string }[], pods = 1): ScrapedComponent {
  const owner = { application, namespace: NAMESPACE, component: name };
  const jobs = endpoints.map((_, index) => `${application}_${NAMESPACE}_${name}${index ? `_${index}` : ''}`);
  return { ...owner, pods: Array.from({ length: pods }, (_, index) => podOf(`${name}-1-pod${index}`, owner, endpoints)), jobNames: jobs };
}

describeWith(['prometheus', 'nginx', 'htpasswd', 'openssl'], 'cdk8s-oam verify, against a Prometheus behind TLS and a password', () => {
  let ports: Ports;
  let scraper: GuardedScraper;
  const verify = async (file: string, ...args: string[]) => cli(['verify', file, ...scraper.args, ...args], { password: scraper.password });
  /** As a table would be, with its age alone left out. */
  const rows = (stdout: string) => stdout.trimEnd().split('\n').map((line) => line.replace(/ \d+s( +)/, ' AGE$1').split(/ {2,}/));

  beforeAll(async () => {
    const names = ['web', 'extra', 'broken', 'moved', 'elsewhere', 'odd', 'late', 'never'] as const;
    ports = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await freePort()]))) as Ports;
    const web = [{ port: ports.web }, { port: ports.extra, path: '/stats' }];
    const components = [
      component('good', 'web', web, 2),
      component('good', 'odd', [{ port: ports.odd, path: ODD }]),
      component('bad', 'broken', [{ port: ports.broken }]),
      component('bad', 'moved', [{ port: ports.elsewhere, path: '/stats' }]),
      component('bad', 'unlabelled', [{ port: ports.odd }]),
      component('bad', 'nameless', [{ port: ports.odd }]),
      component('late', 'late', [{ port: ports.late }]),
    ];
    const setup = scrapesWith(components, {
      addresses: { 'web-1-pod1': SECOND }, lacking: { bad_shop_unlabelled: 'labelmap', bad_shop_nameless: 'namespace' },
    });
    const pods = [ports.web, ports.extra].flatMap((port) => [startPod(port), startPod(port, SECOND)]);
    await Promise.all([...pods, startPod(ports.odd), startPod(ports.elsewhere)]);
    scraper = await startGuardedScraper(setup);
    await scraper.hasTargets(10);
  });

  test('all is up: several pods, several endpoints, an odd path', async () => {
    const file = render('good', NAMESPACE, { web: [{ port: ports.web }, { port: ports.extra, path: '/stats' }], odd: [{ port: ports.odd, path: ODD }] });
    const { status, stdout, stderr } = await verify(file);
    expect([status, stderr]).toEqual([0, '3 of 3 endpoints are up\n']);
    expect(rows(stdout)).toEqual([
      ['APPLICATION', 'COMPONENT', 'ENDPOINT', 'STATE', 'TARGETS', 'SAMPLES', 'AGE', 'JOB', 'WHY'],
      ['good', 'web', `:${ports.web}/metrics`, 'up', '2', '6', 'AGE', 'good_shop_web'],
      ['good', 'web', `:${ports.extra}/stats`, 'up', '2', '6', 'AGE', 'good_shop_web_1'],
      ['good', 'odd', `:${ports.odd}${ODD}`, 'up', '1', '3', 'AGE', 'good_shop_odd'],
    ]);
  });

  test('what is not up, and why', async () => {
    const file = render('bad', NAMESPACE, {
      broken: [{ port: ports.broken }],
      moved: [{ port: ports.moved }],
      ...Object.fromEntries(['unlabelled', 'nameless', 'nowhere'].map((name) => [name, [{ port: ports.odd }]])),
    });
    const { status, stdout, stderr } = await verify(file);
    expect([status, stderr]).toEqual([1, '0 of 5 endpoints are up\n']);
    const url = `http://127.0.0.1:${ports.broken}/metrics`;
    expect(rows(stdout).slice(1)).toEqual([
      ['bad', 'broken', `:${ports.broken}/metrics`, 'down', '1', '0', 'AGE', 'bad_shop_broken', `the target is down: Get "${url}": dial tcp 127.0.0.1:${ports.broken}: connect: connection refused`],
      ['bad', 'moved', `:${ports.moved}/metrics`, 'missing', '0', '-', '-', '-', `no such target; the component is scraped at :${ports.elsewhere}/stats`],
      ['bad', 'unlabelled', `:${ports.odd}/metrics`, 'wrong-labels', '1', '-', '-', 'bad_shop_unlabelled', 'the target has wrong labels: app_oam_dev_name is missing, app_oam_dev_component is missing'],
      ['bad', 'nameless', `:${ports.odd}/metrics`, 'wrong-labels', '1', '-', '-', 'bad_shop_nameless', 'the target has wrong labels: namespace is missing'],
      ['bad', 'nowhere', `:${ports.odd}/metrics`, 'missing', '0', '-', '-', '-', 'no such target'],
    ]);
  });

  test('as JSON', async () => {
    const file = render('good', NAMESPACE, { odd: [{ port: ports.odd, path: ODD }] });
    const { status, stdout } = await verify(file, '--json');
    expect([status, JSON.parse(stdout)]).toEqual([0, {
      up: true,
      notes: [],
      endpoints: [{
        application: 'good',
        namespace: NAMESPACE,
        component: 'odd',
        file,
        line: expect.any(Number),
        endpoint: { port: ports.odd, path: ODD },
        state: 'up',
        reasons: [],
        jobs: ['good_shop_odd'],
        targets: 1,
        samples: 3,
        age: expect.any(Number),
      }],
    }]);
    expect(JSON.parse(stdout).endpoints[0].age).toBeLessThan(10);
  });

  test('in another namespace nothing of it is found', async () => {
    const { status, stdout } = await verify(render('good', 'other', { web: [{ port: ports.web }] }));
    expect([status, rows(stdout)[1].slice(3)]).toEqual([1, ['missing', '0', '-', '-', '-', 'no such target']]);
  });

  test('--wait ends as soon as a workload that starts late is up', async () => {
    const running = startCli(['verify', render('late', NAMESPACE, { late: [{ port: ports.late }] }), ...scraper.args, '--wait', '40s'], { password: scraper.password });
    await running.tells(/^0 of 1 endpoint is up; waiting (40|39)s more\n$/);
    await startPod(ports.late);
    const { status, stdout, stderr } = await running.ended;
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^0 of 1 endpoint is up; waiting \d+s more\n1 of 1 endpoint is up\n$/)]);
    expect(rows(stdout)[1].slice(3)).toEqual(['up', '1', '3', 'AGE', 'late_shop_late']);
  });

  test('--wait ends when its time is over', async () => {
    const start = Date.now();
    const { status, stdout, stderr } = await verify(render('late', NAMESPACE, { never: [{ port: ports.never }] }), '--wait', '3s');
    expect([status, stderr]).toEqual([1, '0 of 1 endpoint is up; waiting 3s more\n0 of 1 endpoint is up\n']);
    expect(rows(stdout)[1].slice(3)).toEqual(['missing', '0', '-', '-', '-', 'no such target']);
    const elapsed = Date.now() - start;
    expect(elapsed).toBeGreaterThanOrEqual(3000);
    expect(elapsed).toBeLessThan(10_000);
  });
});
