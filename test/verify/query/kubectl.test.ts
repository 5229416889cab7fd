import { brokenKubectl, fakeKubectl, kubectlWith, withoutKubectl } from './fake-kubectl';
import { discoverScraper, KubectlOptions, ScraperNames } from '../../../src/verify/query';
import { rejectionOf } from '../../support/message';

const NAMES: ScraperNames = { namespace: 'monitoring', ingressName: 'prometheus' };
const COMMAND = '--namespace=monitoring get ingresses.networking.k8s.io prometheus --ignore-not-found --output=json';
const REMEDY = 'check that the command works, or give the URL of the scraper';
const INGRESS = { kind: 'Ingress', spec: { rules: [{ host: 'a.example.com' }] } };
const PASSWORD = 'correct horse';
const SECRET = { kind: 'Secret', data: { username: 'bWV0cmljcw==', password: Buffer.from(PASSWORD).toString('base64') } };

const discover = async (kubectl?: KubectlOptions, names = NAMES) => discoverScraper(names, kubectl);
const refusal = async (kubectl?: KubectlOptions, names = NAMES) => rejectionOf(async () => discover(kubectl, names));

describe('kubectl', () => {
  test('reads what is named, one after the other', async () => {
    const kubectl = kubectlWith({ 'ingresses.networking.k8s.io': INGRESS, 'secrets': SECRET });
    expect(await discover(undefined, { ...NAMES, secretName: 'credentials' }))
      .toEqual({ url: 'https://a.example.com', credentials: { user: 'metrics', password: PASSWORD } });
    expect(kubectl.calls().map(({ args }) => args.join(' '))).toEqual([COMMAND, '--namespace=monitoring get secrets credentials --ignore-not-found --output=json']);
  });

  test('reads a route', async () => {
    const kubectl = kubectlWith({ 'httproutes.gateway.networking.k8s.io': { kind: 'HTTPRoute', spec: { hostnames: ['a.example.com'] } } });
    expect(await discover({}, { namespace: 'monitoring', httpRouteName: 'prometheus' })).toEqual({ url: 'https://a.example.com' });
    expect(kubectl.calls().map(({ args }) => args.join(' '))).toEqual([COMMAND.replace('ingresses.networking', 'httproutes.gateway.networking')]);
  });

  test('is not run where the host is known', async () => {
    const kubectl = kubectlWith({});
    await discover(undefined, { namespace: 'monitoring', host: 'a.example.com' });
    expect(kubectl.calls()).toEqual([]);
  });

  test.each(['production', 'a b;$(reboot)', '--kubeconfig=x'])('is told the context %j as one argument', async context => {
    const kubectl = kubectlWith({ 'ingresses.networking.k8s.io': INGRESS });
    await discover({ context });
    expect(kubectl.calls().map(({ args }) => args)).toEqual([[`--context=${context}`, ...COMMAND.split(' ')]]);
  });

  test('has the environment of its user, without the password', async () => {
    const kubectl = kubectlWith({ 'ingresses.networking.k8s.io': INGRESS });
    Object.assign(process.env, { CDK8S_OAM_PASSWORD: PASSWORD, KUBECONFIG: '/a/kubeconfig' });
    try {
      await discover();
      expect(process.env.CDK8S_OAM_PASSWORD === PASSWORD).toBe(true);
    } finally {
      delete process.env.CDK8S_OAM_PASSWORD;
      delete process.env.KUBECONFIG;
    }
    const [{ env, args }] = kubectl.calls();
    expect(env).toMatchObject({ KUBECONFIG: '/a/kubeconfig', PATH: process.env.PATH });
    expect('CDK8S_OAM_PASSWORD' in env || JSON.stringify([env, args]).includes(PASSWORD)).toBe(false);
  });

  test('gives nothing where there is nothing', async () => {
    fakeKubectl('');
    expect(await refusal()).toBe('[namespace monitoring] missing-object: there is no Ingress "prometheus" in namespace "monitoring"; check both names, and the context of kubectl');
  });
});

describe('fails when kubectl', () => {
  const failed = (problem: string, context = '') => `[kubectl] kubectl-failed: ${context}${COMMAND} ${problem}; ${REMEDY}`;

  test('is not installed', async () => {
    withoutKubectl();
    expect(await refusal({ context: 'production' })).toBe(`[kubectl] kubectl-failed: kubectl is not installed, or not in PATH: --context=production ${COMMAND} was not run; ${REMEDY}`);
  });

  test('cannot be run', async () => {
    brokenKubectl();
    expect(await refusal()).toBe(failed('cannot be run (EACCES)'));
  });

  test.each([1, 2, 127])('ends with %i', async code => {
    fakeKubectl(`console.log('{'); process.exitCode = ${code};`);
    expect(await refusal()).toBe(failed(`failed with exit code ${code}; see its output above`));
  });

  test.each([
    ['', 'setInterval(() => {}, 1000);'],
    [' and does not let itself be ended', "process.on('SIGTERM', () => {}); setTimeout(() => {}, 8000);"],
    [' since its way to log in does', "require('child_process').spawn('sleep', ['8'], { stdio: ['ignore', 'inherit', 'ignore'] }); setTimeout(() => {}, 8000);"],
  ])('takes too long%s', async (_, program) => {
    fakeKubectl(program);
    const start = performance.now();
    expect(await refusal({ timeout: 300 })).toBe(failed('was ended after 300 ms'));
    expect(performance.now() - start).toBeLessThan(2500);
  });

  test('is ended by somebody else', async () => {
    fakeKubectl("process.kill(process.pid, 'SIGKILL'); setTimeout(() => {}, 5000);");
    expect(await refusal()).toBe(failed('was ended by SIGKILL'));
  });

  test.each([
    ['half of an answer', '{"data": {"password": "Y29ycmVjdCBob3JzZQ=='], ['something else', PASSWORD], ['a number', '7'], ['null', 'null'],
  ])('prints %s, which is not shown', async (_, text) => {
    fakeKubectl(`console.log(${JSON.stringify(text)});`);
    expect(await refusal()).toBe(failed('printed no object in JSON; it is not shown'));
  });
});
