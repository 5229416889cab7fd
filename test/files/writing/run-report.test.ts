import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, Chart } from 'cdk8s';
import { Environments, GitOpsApp } from '../../../src';
import { REPORT } from '../../../src/base/user-stack';
import { readReport, reportWritten } from '../../../src/files/writing/run-report';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'cdk8s-oam-')));
});
afterEach(() => {
  delete process.env[REPORT];
  rmSync(folder, { recursive: true });
});

const file = () => join(folder, 'report');

test('apps report what they have written, also if nothing has changed', () => {
  process.env[REPORT] = file();
  symlinkSync('.', join(folder, 'link'));
  const app = new GitOpsApp({ outdir: join(folder, 'link/app'), name: 'shop' });
  new ApiObject(new Chart(app, 'chart'), 'map', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'map' } });
  app.synth();
  app.synth();
  const environments = new Environments({ outdir: join(folder, 'all') });
  for (const name of ['staging', 'prod']) environments.add(name);
  environments.synth();
  const ofApp = { folder: join(folder, 'app'), index: '.cdk8s-oam-index.shop' };
  expect(readReport(file())).toEqual([ofApp, ofApp, { folder: join(folder, 'all'), index: '.cdk8s-oam-index', environments: ['staging', 'prod'] }]);
});

test('a report that nobody asks for, or that cannot be written, is none', () => {
  const written = { folder, index: '.cdk8s-oam-index' };
  reportWritten(written);
  process.env[REPORT] = '';
  reportWritten(written);
  process.env[REPORT] = join(folder, 'missing/report');
  reportWritten(written);
  process.env[REPORT] = file();
  reportWritten({ ...written, folder: join(folder, 'missing') });
  expect(readReport(file())).toEqual([]);
  writeFileSync(file(), '');
  expect(readReport(file())).toEqual([]);
});
