import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { cli } from './support';
import { MetricsAlerts } from '../../src';
import { cart, RULES, shop } from '../monitoring/alerts/support';
import * as answers from '../e2e/support/upstream';
import { Answer, Upstream } from '../e2e/support/upstream';
import { FakeScraper, startScraper } from '../verify/fake-scraper';

const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-verify-rules-'));
afterAll(() => rmSync(folder, { recursive: true }));

let server: Upstream;
afterEach(async () => server.stop());

const [rules, workloads, query] = (() => {
  const chart = shop(RULES);
  cart(chart);
  new MetricsAlerts(chart, 'alerts', { jobMissing: { enabled: false }, pageEmpty: { enabled: false } });
  const objects = chart.toJson();
  const write = (name: string, each: readonly object[]) => {
    writeFileSync(join(folder, name), each.map(object => `---\n${stringify(object)}`).join(''));
    return join(folder, name);
  };
  const isOfRules = ({ kind }: any) => kind === 'PrometheusRule';
  const [{ expr }] = objects.find(isOfRules).spec.groups[0].rules;
  return [write('rules.yaml', objects.filter(isOfRules)), write('others.yaml', objects.filter(each => !isOfRules(each))), expr];
})();

const labels = { namespace: 'shop', app_oam_dev_name: 'cart', app_oam_dev_component: 'cart-one' };
const TARGET = { labels: { ...labels, job: 'cart_shop_cart-one', instance: '10.0.0.1:8080' }, isUp: true, samples: 12, age: 3.2 };
const DOWN = {
  name: 'MetricsTargetDown',
  query,
  health: 'ok',
  duration: 900,
  labels: { ...labels, job: TARGET.labels.job, severity: 'warning' },
  alerts: [{ labels: { instance: '\u001b[2J' }, state: 'firing' }],
};
const group = (...loaded: readonly object[]) => ({ name: 'shop.cart-alerts', file: 'a', rules: loaded });

async function verify(scraper: FakeScraper, ...args: readonly string[]) {
  server = await startScraper({ targets: [TARGET], ...scraper });
  return cli(['verify', ...args, `--url=${server.url}`]);
}

const TABLE = [
  'APPLICATION  COMPONENT  ENDPOINT       STATE  TARGETS  SAMPLES  AGE  JOB                 WHY',
  'cart         cart-one   :8080/metrics  up     1        12       3s   cart_shop_cart-one',
];

test('rules that are loaded, and what is firing', async () => {
  expect(await verify({ groups: [group(DOWN)] }, workloads, rules)).toEqual({
    code: 0,
    stdout: [...TABLE, '', 'RULES             STATE   FIRING  WHY', 'shop.cart-alerts  loaded  1', ''].join('\n'),
    stderr: 'note: an alert of shop.cart-alerts is firing: MetricsTargetDown\n1 of 1 endpoint is up, 1 of 1 group of rules is loaded\n',
  });
});

test('rules that are not', async () => {
  const why = 'no such group: nobody selects the PrometheusRule, or another one evaluates it';
  expect(await verify({ groups: [] }, workloads, rules)).toEqual({
    code: 1,
    stdout: [...TABLE, '', 'RULES             STATE    FIRING  WHY', `shop.cart-alerts  missing  0       ${why}`, ''].join('\n'),
    stderr: '1 of 1 endpoint is up, 0 of 1 group of rules is loaded\n',
  });
});

test('rules that nobody lists are no reason to fail', async () => {
  expect(await verify({ groups: answers.reply(404, 'no', { 'Content-Type': 'text/plain' }) }, workloads, rules)).toEqual({
    code: 0,
    stdout: [...TABLE, '', 'RULES             STATE    FIRING  WHY', 'shop.cart-alerts  unknown  -', ''].join('\n'),
    stderr: 'note: the scraper does not list its rules (not-found): ask the one that evaluates them, or leave them out by --no-rules\n'
      + '1 of 1 endpoint is up, 1 group of rules is unknown\n',
  });
});

const boom = answers.reply(500, '{"status":"error","errorType":"internal","error":"boom"}');
const BOOM = () => `note: nothing is known of the rules, since /api/v1/rules fails: [${server.url}] unavailable: boom (500); `
  + 'try again later, and look into the log of the scraper; --no-rules leaves them out\n';

describe('rules of a ruler that fails', () => {
  test('are no reason to fail either', async () => {
    expect(await verify({ groups: boom }, workloads, rules)).toEqual({
      code: 0,
      stdout: [...TABLE, '', 'RULES             STATE    FIRING  WHY', 'shop.cart-alerts  unknown  -', ''].join('\n'),
      stderr: `${BOOM()}1 of 1 endpoint is up, 1 group of rules is unknown\n`,
    });
  });

  test('are waited for', async () => {
    let asked = 0;
    const groups: Answer = (response, request) => asked++ === 0 ? boom(response, request)
      : answers.reply(200, JSON.stringify({ status: 'success', data: { groups: [group(DOWN)] } }))(response, request);
    const { code, stderr } = await verify({ groups }, workloads, rules, '--wait=1m');
    expect([code, stderr.split('\n').at(-2)]).toEqual([0, '1 of 1 endpoint is up, 1 of 1 group of rules is loaded']);
    expect([asked, stderr.split('\n')[0]]).toEqual([2, expect.stringContaining('1 of 1 endpoint is up, 1 group of rules is unknown; waiting ')]);
  });

  test('are a reason to fail with 2 where nothing else is declared', async () => {
    expect(await verify({ groups: boom }, rules)).toEqual({
      code: 2,
      stdout: 'RULES             STATE    FIRING  WHY\nshop.cart-alerts  unknown  -\n',
      stderr: `${BOOM()}1 group of rules is unknown\n`,
    });
    await server.stop();
    const { code, stdout } = await verify({ groups: answers.reply(403, 'no') }, rules, '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([2, { up: false, endpoints: [], rules: [{ state: 'unknown' }] }]);
  });
});

test('rules alone', async () => {
  expect(await verify({ groups: [group(DOWN)] }, rules)).toMatchObject({
    code: 0, stderr: 'note: an alert of shop.cart-alerts is firing: MetricsTargetDown\n1 of 1 group of rules is loaded\n',
  });
  expect(server.requests.map(({ url }) => url)).toEqual(['/api/v1/rules?type=alert']);
});

test('fails when rules alone are declared, and left out', async () => {
  expect(await verify({}, rules, '--no-rules')).toEqual({
    code: 2,
    stdout: '',
    stderr: '[cdk8s-oam verify] no-objects: there are alert rules alone among the manifests, and --no-rules leaves them out; '
      + 'give the files with the applications, too, or leave out the option\n',
  });
});

test('rules that are left out are not asked for', async () => {
  expect(await verify({ groups: [] }, workloads, rules, '--no-rules'))
    .toEqual({ code: 0, stdout: [...TABLE, ''].join('\n'), stderr: '1 of 1 endpoint is up\n' });
  expect(server.requests.filter(({ url }) => url.includes('rules'))).toEqual([]);
});

test('rules alone, as JSON', async () => {
  const { code, stdout } = await verify({ groups: [group({ ...DOWN, health: 'err', lastError: 'many-to-many' })] }, rules, '--json');
  expect([code, JSON.parse(stdout)]).toEqual([1, {
    up: false,
    notes: [{
      code: 'alerts-firing',
      parameters: { group: 'shop.cart-alerts', count: 1, alerts: ['MetricsTargetDown'] },
      text: 'an alert of shop.cart-alerts is firing: MetricsTargetDown',
    }],
    endpoints: [],
    rules: [{
      application: 'cart',
      namespace: 'shop',
      group: 'shop.cart-alerts',
      kind: 'PrometheusRule',
      file: rules,
      line: 8,
      state: 'failing',
      firing: [{ alert: 'MetricsTargetDown', labels: { instance: '\u001b[2J' } }],
      reason: 'the rule cannot be evaluated: many-to-many',
      reasons: [{ code: 'rules-fail', parameters: { count: 1, targets: 1, errors: ['many-to-many'] } }],
    }],
  }]);
});
