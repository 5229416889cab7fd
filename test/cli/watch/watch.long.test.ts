import { ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Files, MAIN, Project, environment, lines, manifest, project } from '../support';

jest.setTimeout(60_000);

/** A run of `synth --watch`: all that it prints, in order. */
class Watching {
  public seen = '';
  public readonly ended: Promise<number | string>;
  private readonly child: ChildProcess;
  private from = 0;

  constructor(folder: string, args: readonly string[] = []) {
    // in one pipe, which keeps the order
    const command = ['-c', 'exec "$0" "$@" 2>&1', process.execPath, MAIN, 'synth', '--watch', ...args];
    this.child = spawn('/bin/sh', command, { cwd: folder, env: environment(), stdio: ['ignore', 'pipe', 'inherit'] });
    this.child.stdout!.setEncoding('utf8').on('data', (text: string) => this.seen += text);
    this.ended = new Promise(done => this.child.on('close', (code, signal) => done(signal ?? code!)));
  }

  /** What has been printed since the last call, as soon as it has a text. */
  public async until(text = WATCHING): Promise<string> {
    const begin = Date.now();
    while (!this.seen.includes(text, this.from)) {
      if (Date.now() - begin > 15_000) throw new Error(`${JSON.stringify(text)} does not come after ${JSON.stringify(this.seen)}`);
      await pause(10);
    }
    const end = this.seen.indexOf(text, this.from) + text.length;
    const seen = this.seen.slice(this.from, end);
    this.from = end;
    return seen;
  }

  public kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }
}

const WATCHING = 'watching "." for changes; press Ctrl-C to stop\n';
/** Waits as long as a file `slow` says, tells what `src/name` holds, and writes it as a label. */
const APP = 'sleep $(cat slow 2> /dev/null || echo 0); name=$(cat src/name); echo "run $name"; [ "$name" != bad ] && '
  + 'printf "{apiVersion: v1, kind: Service, metadata: {name: a, labels: {name: $name}}}\\n" > "$CDK8S_OUTDIR/a.yaml"';

let made: Project;
let watching: Watching | undefined;
afterEach(async () => {
  watching?.kill('SIGKILL');
  await watching?.ended;
  watching = undefined;
  made.remove();
});

/** Starts with a project, and waits until nothing is to be done any more. */
async function watch(files: Files = {}, app = APP, args: readonly string[] = []): Promise<[Watching, string]> {
  made = project({ 'src/name': 'one', ...files }, app);
  watching = new Watching(made.folder, args);
  return [watching, await watching.until()];
}

const changed = (name: string, from: string, to: string, file = 'src/name') => lines(
  `"${file}" changed`, `run ${name}`, '~ changed  dist/a.yaml', '1 changed, 0 files without a change',
  '~ changed  Service a (v1) in dist/a.yaml', `    ~ changed  metadata.labels.name: "${from}" -> "${to}"`,
) + WATCHING;

test('a change of a source file leads to a run, which says what differs', async () => {
  const [run, first] = await watch();
  expect(first).toBe(lines('run one', '+ added    dist/a.yaml', '1 added, 0 files without a change') + WATCHING);
  made.write({ 'src/name': 'two' });
  expect(await run.until()).toBe(changed('two', 'one', 'two'));
});

test('an editor that saves by renaming, new and removed folders and files, all are changes', async () => {
  const [run] = await watch();
  made.write({ 'src/name.new': 'two' });
  renameSync(join(made.folder, 'src/name.new'), join(made.folder, 'src/name'));
  expect(await run.until()).toContain('1 changed');
  made.write({ 'src/name': 'three' });
  expect(await run.until()).toBe(changed('three', 'two', 'three'));
  made.write({ 'lib/deep/a': '' });
  expect(await run.until()).toContain('"lib/deep/a" changed\n');
  rmSync(join(made.folder, 'lib'), { recursive: true });
  expect(await run.until()).toContain('"lib/deep/a" changed\n');
  // the folder of that name is another one
  rmSync(join(made.folder, 'src'), { recursive: true });
  made.write({ 'src/name': 'four' });
  expect(await run.until()).toContain('~ changed  metadata.labels.name: "three" -> "four"\n');
  made.write({ 'src/name': 'five' });
  expect(await run.until()).toBe(changed('five', 'four', 'five'));
});

test('an app that fails is told, and the next change is compared with what went well', async () => {
  const [run] = await watch();
  made.write({ 'src/name': 'bad' });
  expect(await run.until()).toBe(lines('"src/name" changed', 'run bad', '[cdk8s-oam synth] app-failed: the app ended with exit code 1; see its output above') + WATCHING);
  made.write({ 'src/name': 'two' });
  expect(await run.until()).toBe(changed('two', 'one', 'two'));
});

test('several changes are one run, and one that comes during a run leads to one more', async () => {
  const [run] = await watch({ slow: '0.5' });
  made.write({ 'src/other': '', 'src/name': 'two', 'a': '' });
  expect(await run.until('changed\n')).toBe('"a" and 2 more files changed\n');
  await pause(200);
  made.write({ 'src/name': 'three' });
  made.write({ 'src/name': 'four' });
  const rest = await run.until();
  expect(rest.match(/^run .*$/gm)).toEqual([expect.stringMatching(/^run (two|four)$/), 'run four']);
  expect(rest).toContain('"src/name" changed\n');
});

test('cdk8s.yaml is read again', async () => {
  const [run] = await watch();
  const app = (output: string) => `app: ${JSON.stringify(APP)}\noutput: ${output}\n`;
  made.write({ 'cdk8s.yaml': app('out') });
  expect(await run.until()).toContain('+ added    out/a.yaml\n');
  made.write({ 'cdk8s.yaml': 'app: 1\n' });
  expect(await run.until()).toContain("cdk8s.yaml:1:1: invalid-value: 'app' must be a non-empty string, got 1; put it in quotes\n");
  made.write({ 'cdk8s.yaml': app('.') });
  expect(await run.until()).toContain('[cdk8s-oam synth] watch-failed: the output folder "." holds the folder of cdk8s.yaml, so that nothing else is left to watch; name another one by --output, or in cdk8s.yaml\n');
  made.write({ 'cdk8s.yaml': app('out') });
  expect(await run.until()).toContain('no change in 1 file\n');
});

test('what is hidden, of npm, an editor\'s own, or the output is no source, wherever it is', async () => {
  const [run] = await watch({ '.git/a': '', 'src/node_modules/a/a': '' }, APP, ['--output', 'src/out']);
  made.write({ '.git/a': 'a', '.env': 'a', 'src/node_modules/a/a': 'a', 'src/name~': 'a', 'src/#name#': 'a', 'src/out/mine.txt': 'a' });
  mkdirSync(join(made.folder, 'empty'));
  symlinkSync('..', join(made.folder, 'src/around'));
  await pause(500);
  made.write({ 'src/name': 'two' });
  expect((await run.until()).split('\n')[0]).toBe('"src/name" changed');
});

test('what the app writes beside leads to one more run, and is ignored where it differs each time', async () => {
  const [run, first] = await watch({}, `${APP}; cp src/name compiled; date +%s%N >> log`);
  const note = 'note: "log" changes in each run, so that the app seems to write it: it is no longer watched\n';
  expect(first.match(/^.* changed$/gm)).toEqual(['"compiled" and 1 more file changed', '"log" changed']);
  expect(first.endsWith(note + WATCHING)).toBe(true);
  made.write({ 'src/name': 'two' });
  expect((await run.until()).match(/^".* changed$/gm)).toEqual(['"src/name" changed', '"compiled" changed']);
});

test('what a change does to what runs is told below the object', async () => {
  const claim = (name: string) => manifest('PersistentVolumeClaim', name);
  const [run] = await watch({ 'src/a': claim('a') }, 'cp src/a "$CDK8S_OUTDIR/a.yaml"');
  made.write({ 'src/a': claim('b') });
  expect(await run.until()).toContain(lines('- removed  PersistentVolumeClaim ns/a (v1) in dist/a.yaml', '    ! warning   is PersistentVolumeClaim ns/b now, '
    + 'which begins with an empty volume; what is on the old one is lost, unless its reclaim policy is Retain; keep the name, or copy the data before'));
});

test('what the page shows is what the command prints', async () => {
  const service = (type: string) => manifest('Service', 'shop', { spec: { type } });
  const [run, first] = await watch({ 'main.ts': service('ClusterIP'), 'dist/shop.k8s.yaml': service('LoadBalancer') }, 'cp main.ts "$CDK8S_OUTDIR/shop.k8s.yaml"');
  made.write({ 'main.ts': service('NodePort') });
  const [, shown] = /--watch {3}# prints\n([^]*?)```\n/.exec(readFileSync(resolve(__dirname, '../../../docs/synth.md'), 'utf8'))!;
  expect(first).toBe(`~ changed  dist/shop.k8s.yaml\n1 changed, 0 files without a change\n${WATCHING}`);
  expect(await run.until()).toBe(shown);
});

test.each<NodeJS.Signals>(['SIGINT', 'SIGTERM'])('%s ends it while it waits', async signal => {
  const [run] = await watch();
  run.kill(signal);
  expect([await run.ended, run.seen.split(WATCHING)[1]]).toEqual([signal, '']);
});

test('a signal ends it during a run, with all that the app has started', async () => {
  made = project({ 'src/name': 'one' }, 'echo begun; sleep 30; echo {} > $CDK8S_OUTDIR/a.yaml');
  watching = new Watching(made.folder);
  await watching.until('begun\n');
  watching.kill('SIGINT');
  expect([await watching.ended, watching.seen]).toEqual(['SIGINT', 'begun\n']);
});

describe('fails with 2, and runs nothing, when', () => {
  test.each<[string, string[], string]>([
    ['all is printed', ['--stdout'], "usage: '--stdout' cannot be used with --watch; leave one of them out"],
    ['the output folder holds the sources', ['--output=@.'], 'watch-failed: the output folder "." holds the folder of cdk8s.yaml, so that nothing else is left to watch; name another one by --output, or in cdk8s.yaml'],
  ])('%s', async (_, args, message) => {
    made = project({ 'new/a.yaml': manifest('Service', 'a') });
    const { code, stdout, stderr } = await made.synth('--watch', ...args);
    expect({ code, stdout, stderr: stderr.replace(`${made.folder}`, '.').replace('"./"', '"."') }).toEqual({ code: 2, stdout: '', stderr: `[cdk8s-oam synth] ${message}\n` });
  });
});
