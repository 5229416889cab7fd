import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { lines, manifest } from './project';
import { environment, MAIN, shell } from '../process';

jest.setTimeout(30_000);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'diff-test-'));
  for (const name of ['dist', 'temporary']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'dist/a.yaml'), manifest('Service', 'greet'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the command with an app, in the folder of its cdk8s.yaml. */
async function diff(app: string, args = '', script = 'cdk8s-oam diff') {
  writeFileSync(join(folder, 'cdk8s.yaml'), `app: ${JSON.stringify(app)}\n`);
  const ended = await shell(`cd "${folder}"; ${script} ${args}`, { TMPDIR: join(folder, 'temporary'), CDK8S_OAM_PASSWORD: 'hunter2' }, 'typed');
  expect(readdirSync(join(folder, 'temporary'))).toEqual([]);
  return ended;
}

const COPY = 'cp dist/* "$CDK8S_OUTDIR"';

test.each<[number, string, string]>([[0, COPY, ''], [1, 'sed s/Service/Other/ dist/a.yaml > $CDK8S_OUTDIR/a.yaml', ''], [2, 'exit 1', ''], [2, COPY, 'nowhere'], [2, COPY, 'dist --wait 5m']])('it ends with %i: %s %s', async (code, app, args) => {
  expect(await diff(app, args)).toMatchObject({ code });
});

test('what the app prints goes to standard error, in order, and what it reads is what is typed', async () => {
  const app = `echo one; echo two >&2; cat; echo; echo "[$CDK8S_OAM_PASSWORD]"; ${COPY}`;
  expect(await diff(app)).toEqual({ code: 0, stdout: '', stderr: lines('one', 'two', 'typed', '[]', 'no difference in 1 object') });
  const { code, stdout, stderr } = await diff(app, '--json');
  expect([code, JSON.parse(stdout), stderr]).toEqual([0, { equal: true, notes: [], added: [], removed: [], moved: [], changed: [] }, lines('one', 'two', 'typed', '[]', 'no difference in 1 object')]);
});

test('an app that prints much is not held up', async () => {
  const { code, stdout } = await diff(`head -c 3000000 /dev/zero | tr '\\0' x; ${COPY}`, '2> >(sleep 0.5; wc -c)');
  expect([code, Number(stdout)]).toEqual([0, 3_000_000 + 'no difference in 1 object\n'.length]);
});

test('what an app leaves running is not waited for', async () => {
  const start = Date.now();
  expect(await diff(`sleep 10 > /dev/null 2>&1 & ${COPY}`)).toMatchObject({ code: 0 });
  expect(Date.now() - start).toBeLessThan(8000);
});

describe('when it is interrupted', () => {
  /** Starts the command, interrupts it once the app says that it runs, and gives what it ends with. */
  async function interrupted(app: string, signal: NodeJS.Signals) {
    writeFileSync(join(folder, 'cdk8s.yaml'), `app: ${JSON.stringify(app)}\n`);
    const child = spawn(process.execPath, [MAIN, 'diff'], { cwd: folder, env: environment({ TMPDIR: join(folder, 'temporary') }), stdio: ['ignore', 'pipe', 'pipe'] });
    const [stdout, stderr] = [child.stdout, child.stderr].map(async stream => (await stream.setEncoding('utf8').toArray()).join(''));
    const end = new Promise(resolve => child.on('exit', (code, by) => resolve(by ?? code)));
    while (!existsSync(join(folder, 'runs'))) await pause(20);
    expect(readdirSync(join(folder, 'temporary')).length).toBe(1);
    child.kill(signal);
    return { end: await end, left: readdirSync(join(folder, 'temporary')), stdout: await stdout, stderr: await stderr };
  }

  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  const pidOf = (name: string) => Number(readFileSync(join(folder, name), 'utf8'));

  test.each<NodeJS.Signals>(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'])('by %s, the app is ended with all that it has started, its folder is removed, and then the signal counts', async signal => {
    const app = '{ sh -c \'echo $$ > inner; sleep 20\'; echo never > "$CDK8S_OUTDIR/b.yaml"; } & echo $! > outer; sleep 0.2; touch runs; wait';
    expect(await interrupted(app, signal)).toEqual({ end: signal, left: [], stdout: '', stderr: '' });
    expect(['inner', 'outer'].map(pidOf).map(isAlive)).toEqual([false, false]);
  });

  test('an app that does not listen is ended all the same', async () => {
    const app = 'trap \'\' TERM; echo $$ > pid; touch runs; while :; do sleep 0.1; mkdir -p "$CDK8S_OUTDIR"; done';
    expect(await interrupted(app, 'SIGTERM')).toEqual({ end: 'SIGTERM', left: [], stdout: '', stderr: '' });
    expect(isAlive(pidOf('pid'))).toBe(false);
  });
});
