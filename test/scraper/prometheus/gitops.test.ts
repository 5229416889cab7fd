import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chart } from 'cdk8s';
import { bindIn, operated, scrapedBy, VERSION } from './support';
import { GitOpsApp, PrometheusScraper } from '../../../src';
import { Manifests } from '../../../src/testing';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const alone = (chart: Chart) => PrometheusScraper.withoutOperator(chart, 'prometheus', {
  image: `prom/prometheus:v${VERSION}`,
  allowFrom: [],
  storage: { size: '50Gi' },
  shards: 2,
  jobsPerObject: 1,
  queryService: { name: 'thanos-query', port: 10902, podLabels: { app: 'thanos' } },
});

test.each<[string, (chart: Chart) => PrometheusScraper, string, number]>([
  ['with the operator', chart => operated({}, chart), 'Prometheus', 1],
  ['without it', alone, 'StatefulSet', 2],
])('a GitOpsApp writes a scraper %s, which schemas allow, which scrapes and which is closed', (_, make, kind, count) => {
  const app = new GitOpsApp({ outdir: folder, kubernetesVersion: '1.34', requireSchemas: true });
  const { scraper, shop } = scrapedBy(make(new Chart(app, 'monitoring', { namespace: 'monitoring' })));
  ['cart', 'web'].forEach(name => bindIn(shop, name));
  app.synth();

  const written = Manifests.ofFolder(folder);
  expect(written.count({ kind })).toBe(count);
  written.has({ kind: 'Role', name: 'monitoring.prometheus', namespace: 'shop' }, { rules: [{ verbs: ['list', 'watch'] }] });
  for (const name of ['cart', 'web']) {
    const job = `app_shop_${name}`;
    expect(written.isScraped({ kind: 'Deployment', name }, { job })).toMatchObject([{ port: 9100, job }]);
  }
  const pods = { namespace: 'monitoring', podLabels: scraper._podLabels };
  written.isNotAllowed({ namespace: 'shop', podLabels: { app: 'other' } }, pods, 9090);
  written.hasNoSecrets();
});
