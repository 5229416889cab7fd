import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { REMARKS } from '../../src/verify/remarks';
import { cli } from '../cli/command';
import { FakeTarget, startScraper } from '../verify/fake-scraper';

const ROOT = resolve(__dirname, '../..');

/** A pod of the application, as the platform's relabelling labels it. */
function pod(component: string, address: string, outcome: Partial<FakeTarget>): FakeTarget {
  const labels = { app_oam_dev_name: 'bobs-books', app_oam_dev_component: component, namespace: 'bobs-books', instance: address, job: `bobs-books_bobs-books_${component}` };
  return { labels, scrapeUrl: `http://${address}/metrics`, ...outcome };
}

const PAGE = readFileSync(join(ROOT, 'docs/verify.md'), 'utf8');

/** Prints what the page shows; gives the code with which the command ends. */
async function shown(manifests: string, targets: readonly FakeTarget[]): Promise<number> {
  const scraper = await startScraper({ targets });
  const { code, stdout, stderr } = await cli(['verify', join(ROOT, manifests), '--url', scraper.url]);
  expect(PAGE).toContain(`verify ${manifests} --url https://prometheus.example.com --user metrics   # prints\n${stdout}${stderr}\`\`\`\n`);
  return code;
}

test('the page shows what the command prints', async () => {
  expect(await shown('dist/oam/bobs-books.k8s.yaml', [
    pod('robert-helidon', '10.244.0.7:8080', { isUp: true, samples: 142, age: 7.2 }),
    pod('robert-helidon', '10.244.0.8:8080', { isUp: true, samples: 139, age: 21.9 }),
    pod('robert-coh', '10.244.0.9:9612', { isUp: true, samples: 1204, age: 11 }),
    pod('bobby-helidon', '10.244.0.11:8080', { isUp: false, samples: 0, age: 12, lastError: 'connection refused' }),
    pod('bobby-coh', '10.244.0.12:9095', { isUp: true, samples: 1204, age: 3 }),
  ])).toBe(1);
});

test('the page shows what the command prints of an application that is about to leave the platform', async () => {
  const labels = {
    app_oam_dev_name: 'hello-helidon',
    app_oam_dev_component: 'hello-helidon-component',
    namespace: 'hello-helidon',
    instance: '10.244.0.7:8081',
    job: 'hello-helidon_default_hello-helidon_hello-helidon-component',
  };
  expect(await shown('dist/kubernetes/hello-helidon.k8s.yaml', [{ labels, scrapeUrl: 'http://10.244.0.7:8081/metrics', isUp: true, samples: 142, age: 7.2 }])).toBe(1);
});

test('the page lists the codes of all reasons and notes', () => {
  const [section] = PAGE.split('## Reasons as data')[1].split('\n## ');
  const listed = [...section.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell]) => cell.replaceAll('`', '').split(', '));
  expect(listed.sort()).toEqual(Object.keys(REMARKS).sort());
});
