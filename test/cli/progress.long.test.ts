import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { MAIN, environment, shell } from './support';

jest.setTimeout(60_000);

/** Whether this machine has what opens a terminal: the `script` of Linux. */
const HAS_TERMINAL = /util-linux/.test(String(spawnSync('script', ['--version']).stdout));
const { skip } = test;
const onTerminal = HAS_TERMINAL ? test : skip;

const SHOWN = { CI: '', NO_COLOR: '', TERM: 'xterm', SHELL: '/bin/sh' };

/** What a terminal gets to see of a command, in pieces that begin where the cursor is saved. */
async function seen(command: string, variables: Readonly<Record<string, string>> = {}, cwd?: string): Promise<string[]> {
  const child = spawn('script', ['--quiet', '--return', '--command', `stty cols 80; ${command}`, '/dev/null'], {
    cwd, env: environment({ ...SHOWN, ...variables }), stdio: ['pipe', 'pipe', 'inherit'], timeout: 30_000, killSignal: 'SIGKILL',
  });
  const text = (await child.stdout.setEncoding('utf8').toArray()).join('');
  return text.replaceAll('\r\n', '\n').split('\x1b7');
}

const line = (seconds: number) => `\x1b[999C\x1b[11Drunning: ${seconds} s\x1b8`;
const ERASED = '\x1b[999C\x1b[11D\x1b[K\x1b8';

describe('of an action that takes over a second, a terminal', () => {
  const [BUSY, IDLE] = ['const end = Date.now() + time; while (Date.now() < end);', 'await new Promise(done => setTimeout(done, time));'];

  /** Runs an action that takes so many milliseconds. */
  const during = async (time: number, body: string, { before = '', variables = {} }: { before?: string; variables?: Record<string, string> } = {}) => {
    const program = `const { withProgress } = require("${resolve(MAIN, '../progress.js')}"); const time = ${time}; `
      + `withProgress("running", async () => { ${body} return "the answer"; }).then(console.log, error => console.log(error.message));`;
    return seen(`${before} '${process.execPath}' -e '${program}'`, variables);
  };

  onTerminal('shows how long it has been running, and erases that in the end', async () => {
    const all = await Promise.all([during(2700, IDLE), during(2700, BUSY), during(2700, IDLE, { before: 'stty cols 0;' })]);
    for (const each of all) {
      expect(each.slice(0, 2)).toEqual(['', line(1)]);
      expect(each.at(-1)).toBe(`${ERASED}the answer\n`);
    }
  });

  onTerminal('erases it also if the action fails, or the process ends', async () => {
    const all = await Promise.all([during(2700, `${IDLE} throw new Error("no");`), during(2700, `${IDLE} process.exit(3);`)]);
    expect(all.map(each => [...each.slice(0, 2), each.at(-1)])).toEqual([['', line(1), `${ERASED}no\n`], ['', line(1), ERASED]]);
  });

  onTerminal('shows nothing of a shorter one', async () => {
    expect(await during(300, BUSY)).toEqual(['the answer\n']);
  });

  onTerminal('shows nothing if it runs for CI, is to have no colours, knows no control characters, is too narrow, or is none', async () => {
    const all = await Promise.all([
      during(1500, BUSY, { variables: { CI: 'true' } }),
      during(1500, BUSY, { variables: { NO_COLOR: '1' } }),
      during(1500, BUSY, { variables: { TERM: 'dumb' } }),
      during(1500, BUSY, { before: 'stty cols 59;' }),
      during(1500, BUSY, { before: 'exec 2> /dev/null;' }),
    ]);
    expect(all).toEqual(Array(5).fill(['the answer\n']));
  });
});

describe('a run of an app', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'progress-test-'));
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'cdk8s.yaml'), 'app: echo begun; sleep 1.5; echo {} > $CDK8S_OUTDIR/a.yaml\n');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  onTerminal.each(['synth', 'diff'])('shows on a terminal how long it has been running: %s', async command => {
    expect((await seen(`'${process.execPath}' '${MAIN}' ${command}`, {}, folder)).slice(0, 3)).toEqual([
      'begun\n', '\x1b[999C\x1b[19Drunning the app: 1 s\x1b8', expect.stringMatching(/^\x1b\[999C\x1b\[19D\x1b\[K\x1b8[^\x1b]+$/),
    ]);
  });

  test.each(['synth', 'diff'])('leaves nothing in a log: %s', async command => {
    const { stdout, stderr } = await shell(`cd '${folder}'; cdk8s-oam ${command}`, SHOWN);
    expect(stderr.split('\n')[0]).toBe('begun');
    expect(stdout + stderr).not.toMatch(/\x1b|running/);
  });
});
