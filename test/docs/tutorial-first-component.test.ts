import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { readPage } from './pages';
import { Outcome, run } from './run';
import { cli } from '../cli/support';
import { FakeTarget, startScraper } from '../verify/fake-scraper';

const PAGE = readFileSync(join(__dirname, '../../docs/tutorial-first-component.md'), 'utf8');
const [{ code: PROGRAM }] = readPage('page', PAGE).programs;

/** The program after a step of the page that changes it. */
function changed(from: string, to: string): Outcome {
  expect(PROGRAM.split(from)).toHaveLength(2);
  return run(PROGRAM.replace(from, to));
}

/** The output of `verify` for manifests while the pod of podinfo is scraped at a port, and the code with which it ends. */
async function verified({ objects }: Outcome, port: number, outcome: Partial<FakeTarget>) {
  const labels = { app_oam_dev_name: 'demo', app_oam_dev_component: 'podinfo', namespace: 'demo', instance: `10.244.0.9:${port}`, job: 'demo_demo_podinfo' };
  const scraper = await startScraper({ targets: [{ labels, scrapeUrl: `http://10.244.0.9:${port}/metrics`, ...outcome }] });
  const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-page-'));
  try {
    writeFileSync(join(folder, 'all.yaml'), objects.map((object) => stringify(object)).join('---\n'));
    const { code, stdout, stderr } = await cli(['verify', folder, '--url', scraper.url]);
    return [code, stdout + stderr];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What the page shows of a command, and the code that it names after it. */
const shown = [...PAGE.matchAll(/^npx cdk8s-oam verify .* {3}# prints\n([^]*?)^```\n\n[^]*?exit code is (\d)/gm)].map(([, text, code]) => [Number(code), text]);

test('the page shows what verify prints about the component', async () => {
  expect(shown).toHaveLength(2);
  expect(await verified(run(PROGRAM), 9797, { isUp: true, samples: 62, age: 8.4 })).toEqual(shown[0]);
});

test('the line that breaks the program fails with the finding that the page shows', () => {
  const [, line] = /^```js\n(new MetricsTrait.*)\n```/m.exec(PAGE)!;
  const { error, objects } = changed('app.synth();', `const { MetricsTrait } = require('cdk8s-oam');\n${line}\napp.synth();`);
  const [, text] = /^npx cdk8s synth {3}# prints, among other lines\n([^]*?)^```/m.exec(PAGE)!;
  expect(`${error}\n`).toBe(text);
  expect(objects).toEqual([]);
});

test('the page shows what verify prints about a port at which nothing listens', async () => {
  const [, from, to] = /change `({ name: 'metrics', port: )9797( })` to `9798`/.exec(PAGE)!;
  const broken = changed(`${from}9797${to}`, `${from}9798${to}`);
  expect(broken.error).toBeUndefined();
  expect(PROGRAM).toContain(/leave `(--port-metrics=\d+)`/.exec(PAGE)![1]);
  const lastError = 'Get "http://10.244.0.9:9798/metrics": dial tcp 10.244.0.9:9798: connect: connection refused';
  expect(await verified(broken, 9798, { isUp: false, samples: 0, age: 8.4, lastError })).toEqual(shown[1]);
});
