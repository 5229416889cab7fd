import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cli } from '../cli/command';
import { FakeTarget, startScraper } from '../verify/fake-scraper';

const ROOT = resolve(__dirname, '../..');

/** A pod of the application, as the platform's relabelling labels it. */
function pod(component: string, address: string, outcome: Partial<FakeTarget>): FakeTarget {
  const labels = { app_oam_dev_name: 'bobs-books', app_oam_dev_component: component, namespace: 'bobs-books', instance: address, job: `bobs-books_bobs-books_${component}` };
  return { labels, scrapeUrl: `http://${address}/metrics`, ...outcome };
}

test('the page shows what the command prints', async () => {
  const scraper = await startScraper({
    targets: [
      pod('robert-helidon', '10.244.0.7:8080', { isUp: true, samples: 142, age: 7.2 }),
      pod('robert-helidon', '10.244.0.8:8080', { isUp: true, samples: 139, age: 21.9 }),
      pod('robert-coh', '10.244.0.9:9612', { isUp: true, samples: 1204, age: 11 }),
      pod('bobby-helidon', '10.244.0.11:8080', { isUp: false, samples: 0, age: 12, lastError: 'connection refused' }),
      pod('bobby-coh', '10.244.0.12:9095', { isUp: true, samples: 1204, age: 3 }),
    ],
  });
  const { code, stdout, stderr } = await cli(['verify', join(ROOT, 'dist/bobs-books.k8s.yaml'), '--url', scraper.url]);
  const page = readFileSync(join(ROOT, 'docs/verify.md'), 'utf8');
  expect(page).toContain(`# prints\n${stdout}${stderr}\`\`\`\n`);
  expect(code).toBe(1);
});
