import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fakeCluster } from './fake-cluster';
import { fakeKubectl } from '../../query/fake-kubectl';
import { environment, MAIN, manifest } from '../support';

jest.setTimeout(120_000);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'app-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Whether a process runs: one that has ended may wait for somebody to take note of that. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test.each(['SIGINT', 'SIGTERM'] as const)('kubectl and its socket are gone after %s', async signal => {
  const cluster = fakeCluster({ 'GET /api/v1/namespaces/ns/configmaps/a': { isSilent: true } });
  writeFileSync(join(folder, 'app.yaml'), manifest('ConfigMap', 'a'));
  const child = spawn(process.execPath, [MAIN, 'validate', 'app.yaml', '--server'], { cwd: folder, env: environment({ TMPDIR: folder }), stdio: 'ignore' });
  const end = new Promise(resolve => child.on('exit', (code, by) => resolve(by ?? code)));
  while (!cluster.requests().some(({ path }) => path.endsWith('/a'))) await pause(20);
  const [{ folder: place, pid }] = cluster.sockets();
  expect([existsSync(place), isAlive(pid)]).toEqual([true, true]);
  child.kill(signal);
  expect(await end).toBe(signal);
  for (let tries = 0; tries < 50 && isAlive(pid); tries++) await pause(20);
  expect([readdirSync(folder), isAlive(pid)]).toEqual([['app.yaml'], false]);
});

describe('a program that logs in, and does not end by itself', () => {
  const helper = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("ready")';
  // kubectl ends at once, and leaves it running
  const kubectl = () => fakeKubectl(`
    const child = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(helper)}], { stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.on('data', () => require('fs').appendFileSync(require('path').join(__dirname, 'helpers'), child.pid + '\\n'));
    setInterval(() => {}, 1000);`);

  test.each([['after a timeout', '1s', undefined, 2], ['after a signal', '1m', 'SIGTERM', 'SIGTERM']] as const)('is gone %s', async (_, timeout, signal, ended) => {
    const { recorded } = kubectl();
    writeFileSync(join(folder, 'app.yaml'), manifest('ConfigMap', 'a'));
    const child = spawn(process.execPath, [MAIN, 'validate', 'app.yaml', '--server', `--timeout=${timeout}`], { cwd: folder, env: environment({ TMPDIR: folder }), stdio: 'ignore' });
    const end = new Promise(resolve => child.on('exit', (code, by) => resolve(by ?? code)));
    while (recorded('helpers').length === 0 && child.exitCode === null) await pause(20);
    const [pid] = recorded('helpers');
    expect(isAlive(pid)).toBe(true);
    if (signal) child.kill(signal);
    expect([await end, isAlive(pid), readdirSync(folder)]).toEqual([ended, false, ['app.yaml']]);
  });
});
