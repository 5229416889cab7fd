import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MAIN, environment, manifest } from '../support';

jest.setTimeout(120_000);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'app-test-'));
  for (const name of ['dist', 'temporary']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'dist/a.yaml'), manifest('Service', 'greet'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const pidOf = (name: string) => Number(readFileSync(join(folder, name), 'utf8'));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Starts a command, interrupts it once the app says that it runs, and gives what it ends with. */
async function interrupted(command: string, app: string, signal: NodeJS.Signals) {
  writeFileSync(join(folder, 'cdk8s.yaml'), `app: ${JSON.stringify(app)}\n`);
  const temporaries = () => readdirSync(join(folder, 'temporary')).length;
  const child = spawn(process.execPath, [MAIN, ...command.split(' ')], { cwd: folder, env: environment({ TMPDIR: join(folder, 'temporary') }), stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr] = [child.stdout, child.stderr].map(async stream => (await stream.setEncoding('utf8').toArray()).join(''));
  const end = new Promise(resolve => child.on('exit', (code, by) => resolve(by ?? code)));
  while (!existsSync(join(folder, 'runs'))) await pause(20);
  const before = temporaries();
  child.kill(signal);
  return { end: await end, temporary: [before, temporaries()], stdout: await stdout, stderr: await stderr };
}

test.each<[string, NodeJS.Signals]>([
  ['diff', 'SIGINT'], ['diff', 'SIGTERM'], ['diff', 'SIGHUP'], ['diff', 'SIGQUIT'], ['synth', 'SIGTERM'], ['synth --stdout', 'SIGTERM'],
])('when %s is interrupted by %s, the app is ended with all that it has started, and then the signal counts', async (command, signal) => {
  const app = '{ sh -c \'echo $$ > inner; sleep 20\'; echo never > "$CDK8S_OUTDIR/b.yaml"; } & echo $! > outer; sleep 0.2; touch runs; wait';
  expect(await interrupted(command, app, signal)).toEqual({ end: signal, temporary: [1, 0], stdout: '', stderr: '' });
  expect(['inner', 'outer'].map(pidOf).map(isAlive)).toEqual([false, false]);
  expect(readdirSync(join(folder, 'dist'))).toEqual(['a.yaml']);
});

test('an app that does not listen is ended all the same', async () => {
  const app = 'trap \'\' TERM; echo $$ > pid; touch runs; while :; do sleep 0.1; mkdir -p "$CDK8S_OUTDIR"; done';
  expect(await interrupted('diff', app, 'SIGTERM')).toEqual({ end: 'SIGTERM', temporary: [1, 0], stdout: '', stderr: '' });
  expect(isAlive(pidOf('pid'))).toBe(false);
});
