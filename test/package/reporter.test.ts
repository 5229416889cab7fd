import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const SUITES = {
  passes: "test('a', () => {});",
  fails: "test('a', () => expect(1).toBe(2));",
  missing: "require('./nothing');",
  logs: "test('a', () => console.log('in the console'));",
  prints: "test('a', () => void require('child_process').spawnSync('echo', ['from a child'], { stdio: 'inherit' }));",
  warns: "test('a', async () => { process.emitWarning('from Node'); await new Promise(setImmediate); });",
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'reporter-'));
  for (const [name, text] of Object.entries(SUITES)) writeFileSync(join(folder, `${name}.test.js`), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('suites that pass are not printed, unless they print', () => {
  const config = { rootDir: folder, transform: {}, reporters: [resolve('build-tools/reporter.js')] };
  // with workers, whose output jest passes on
  const args = [require.resolve('jest/bin/jest'), '--ci', '--maxWorkers=2', '--config', JSON.stringify(config)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env: { ...process.env, FORCE_COLOR: '0' }, encoding: 'utf8' });
  expect([status, [...stderr.matchAll(/^(?:PASS|FAIL) .*test\.js/gm)].flat().sort()])
    .toEqual([1, ['FAIL ./fails.test.js', 'FAIL ./missing.test.js', 'PASS ./logs.test.js']]);
  expect(stderr).toMatch(/Expected: 2\n +Received: 1\n/);
  expect(stderr).toContain("Cannot find module './nothing' from 'missing.test.js'");
  expect(stderr).toMatch(/PASS .*\n.*Console\n\n +console\.log\n +in the console\n/);
  expect(stdout).toMatch(/^printed by .*prints\.test\.js.*:\nfrom a child\n$/);
  expect(stderr).toMatch(/^printed by .*warns\.test\.js.*:\n\(node:\d+\) Warning: from Node$/m);
});
