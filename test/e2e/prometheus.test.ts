import { stringify } from 'yaml';
import {
  certificate, describeWith, eventually, randomPassword, RunningController, RunningPrometheus, startController, startPrometheus, startWorkload,
  ScrapedWorkload,
} from './support';
import { ScraperCredentials } from '../../src';
import { access, HOST, USER } from '../targets/scraper/access';
import { rendered } from '../support/app';

const METRICS = `# HELP vendor_requests_count_total Number of requests.
# TYPE vendor_requests_count_total counter
vendor_requests_count_total{mp_scope="vendor"} 7
`;

describeWith(['prometheus', 'nginx', 'curl', 'openssl'], 'a Prometheus behind the access that is rendered', () => {
  const [workloadPassword, password] = [randomPassword(), randomPassword()];
  let workload: ScrapedWorkload;
  let prometheus: RunningPrometheus;
  let controller: RunningController;

  const query = (expression: string, credentials?: object) =>
    controller.get(`/api/v1/query?query=${encodeURIComponent(expression)}`, credentials);

  const answer = async (expression: string) => {
    const { status, body } = await query(expression, { user: USER, password });
    expect(status).toBe(200);
    return JSON.parse(body);
  };

  beforeAll(async () => {
    workload = await startWorkload({ metrics: METRICS, user: 'scraper', password: workloadPassword });
    const job = (name: string, passwordFile: string) => ({
      job_name: name,
      static_configs: [{ targets: [workload.target] }],
      basic_auth: { username: 'scraper', password_file: passwordFile },
    });
    prometheus = await startPrometheus({
      config: stringify({ global: { scrape_interval: '1s', scrape_timeout: '1s' }, scrape_configs: [job('known', 'password'), job('unknown', 'wrong')] }),
      files: { password: workloadPassword, wrong: randomPassword() },
    });
    const objects = rendered(access('ingress-nginx', { credentials: ScraperCredentials.insecurePlaintext({ password }) }));
    controller = await startController('ingress-nginx', {
      ingress: objects.find(({ kind }) => kind === 'Ingress'),
      secrets: objects.filter(({ kind }) => kind === 'Secret'),
      tls: await certificate(HOST),
      upstream: prometheus.url,
    });
  });

  test('scrapes the workload whose password it has, and answers who has the password of the Secret', async () => {
    await eventually(async () => (await answer('up == 1')).data.result[0], () => 'nothing is up', { timeout: 25_000, interval: 250 });
    expect(await answer('vendor_requests_count_total')).toEqual({
      status: 'success',
      data: {
        resultType: 'vector',
        result: [{
          metric: { __name__: 'vendor_requests_count_total', instance: workload.target, job: 'known', mp_scope: 'vendor' },
          value: [expect.any(Number), '7'],
        }],
      },
    });
    await eventually(async () => workload.statuses.find((status) => status === 401), () => 'the wrong password was never tried');
    expect((await answer('up{job="unknown"}')).data.result).toMatchObject([{ value: [expect.any(Number), '0'] }]);
  });

  test('is not reached without the password, with another one, or over plain HTTP', async () => {
    expect(await query('up')).toMatchObject({ status: 401 });
    expect(await query('up', { user: USER, password: workloadPassword })).toMatchObject({ status: 401 });
    expect(await query('up', { user: 'scraper', password })).toMatchObject({ status: 401 });
    const plain = await controller.getPlain('/api/v1/query?query=up', { user: USER, password });
    expect(plain).toMatchObject({ status: 308, headers: { location: `https://${HOST}/api/v1/query?query=up` } });
    expect(plain.body).not.toContain('success');
  });
});

describeWith(['prometheus'], 'a Prometheus', () => {
  test('fails with what it says when it does not start', async () => {
    await expect(startPrometheus({ config: 'scrapes: []\n' })).rejects.toThrow(/^prometheus did not start: exit code 2\n[^]*field scrapes not found/);
  });
});
