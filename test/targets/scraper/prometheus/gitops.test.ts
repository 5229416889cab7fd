import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chart } from 'cdk8s';
import { bindIn, operated, scrapedBy } from './support';
import { GitOpsApp } from '../../../../src';
import { Manifests } from '../../../../src/testing';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

test('a GitOpsApp writes a scraper, which schemas allow, which scrapes and which is closed', () => {
  const app = new GitOpsApp({ outdir: folder, kubernetesVersion: '1.34', requireSchemas: true });
  const { scraper, shop } = scrapedBy(operated({}, new Chart(app, 'monitoring', { namespace: 'monitoring' })));
  ['cart', 'web'].forEach(name => bindIn(shop, name));
  app.synth();

  const written = Manifests.ofFolder(folder);
  expect(written.count({ kind: 'Prometheus' })).toBe(1);
  written.has({ kind: 'Role', name: 'monitoring.prometheus', namespace: 'shop' }, { rules: [{ verbs: ['list', 'watch'] }] });
  for (const name of ['cart', 'web']) {
    const job = `app_shop_${name}`;
    expect(written.isScraped({ kind: 'Deployment', name }, { job })).toMatchObject([{ port: 9100, job }]);
  }
  const pods = { namespace: 'monitoring', podLabels: scraper.service.podLabels };
  written.isNotAllowed({ namespace: 'shop', podLabels: { app: 'other' } }, pods, 9090);
  written.hasNoSecrets();
});
