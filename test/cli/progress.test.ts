import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAIN, environment, shell } from './support';
import { withProgress } from '../../src/cli/progress';

jest.setTimeout(30_000);

describe('of what takes over a second, a terminal', () => {
  const shown = { CI: '', NO_COLOR: '', TERM: 'xterm' };
  const { env, stderr } = process;
  const { isTTY, columns } = stderr;
  let written: string[];
  beforeEach(() => {
    written = [];
    jest.useFakeTimers();
    jest.spyOn(stderr, 'write').mockImplementation(chunk => written.push(String(chunk)) > 0);
  });
  afterEach(() => {
    process.env = env;
    Object.assign(stderr, { isTTY, columns });
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  /** Does something for so many milliseconds. */
  async function during(time: number, variables: object = {}, terminal: object = {}): Promise<string[]> {
    process.env = { ...env, ...shown, ...variables };
    Object.assign(stderr, { isTTY: true, columns: 80, ...terminal });
    const done = withProgress('running', async () => new Promise(resolve => setTimeout(resolve, time, 'the answer')));
    await jest.advanceTimersByTimeAsync(time);
    expect(await done).toBe('the answer');
    return written;
  }

  const atRight = (back: number, text: string) => `\x1b7\x1b[999C\x1b[${back}D${text}\x1b8`;

  test('shows for how long it goes on, and erases that in the end', async () => {
    expect(await during(2500)).toEqual([atRight(11, 'running: 1 s'), atRight(11, 'running: 2 s'), atRight(11, '\x1b[K')]);
  });

  test('that does not say how wide it is does too', async () => {
    expect(await during(1500, {}, { columns: 0 })).toEqual([atRight(11, 'running: 1 s'), atRight(11, '\x1b[K')]);
  });

  test('erases it also when that fails', async () => {
    process.env = { ...env, ...shown };
    Object.assign(stderr, { isTTY: true, columns: 80 });
    const failed = expect(withProgress('running', async () => new Promise((_, reject) => setTimeout(reject, 1500, new Error('no'))))).rejects.toThrow(new Error('no'));
    await jest.advanceTimersByTimeAsync(1500);
    await failed;
    expect(written).toEqual([atRight(11, 'running: 1 s'), atRight(11, '\x1b[K')]);
    expect(process.listenerCount('exit')).toBe(0);
  });

  test('shows nothing of less', async () => {
    expect(await during(900)).toEqual([]);
  });

  test.each<[string, object, object]>([
    ['runs for CI', { CI: 'true' }, {}],
    ['is to have no colours', { NO_COLOR: '1' }, {}],
    ['knows no control characters', { TERM: 'dumb' }, {}],
    ['is too narrow', {}, { columns: 59 }],
    ['is none', {}, { isTTY: undefined }],
  ])('shows nothing where it %s', async (_, variables, terminal) => {
    expect(await during(2500, variables, terminal)).toEqual([]);
  });
});

describe('a run of an app', () => {
  /** Whether this machine has what opens a terminal: the `script` of Linux. */
  const HAS_TERMINAL = /util-linux/.test(String(spawnSync('script', ['--version']).stdout));
  const { skip } = test;
  const onTerminal = HAS_TERMINAL ? test : skip;

  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'progress-test-'));
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'cdk8s.yaml'), 'app: echo begun; sleep 1.5; echo {} > $CDK8S_OUTDIR/a.yaml\n');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const variables = { CI: '', NO_COLOR: '', TERM: 'xterm', SHELL: '/bin/sh' };

  onTerminal.each(['synth', 'diff'])('shows on a terminal that it goes on: %s', async command => {
    const child = spawn('script', ['--quiet', '--command', `'${process.execPath}' '${MAIN}' ${command}`, '/dev/null'], {
      cwd: folder, env: environment(variables), stdio: ['pipe', 'pipe', 'inherit'], timeout: 20_000, killSignal: 'SIGKILL',
    });
    const seen = (await child.stdout.setEncoding('utf8').toArray()).join('').replaceAll('\r\n', '\n');
    expect(seen.split('\x1b7')).toEqual(['begun\n', '\x1b[999C\x1b[19Drunning the app: 1 s\x1b8', expect.stringMatching(/^\x1b\[999C\x1b\[19D\x1b\[K\x1b8[^\x1b]+$/)]);
  });

  test.each(['synth', 'diff'])('leaves nothing in a log: %s', async command => {
    const { stdout, stderr } = await shell(`cd '${folder}'; cdk8s-oam ${command}`, variables);
    expect(stderr.split('\n')[0]).toBe('begun');
    expect(stdout + stderr).not.toMatch(/\x1b|running/);
  });
});
