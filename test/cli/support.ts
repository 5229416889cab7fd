import { spawn } from 'node:child_process';
import fs, { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { dirname, join, resolve } from 'node:path';
import tty from 'node:tty';
import { stringify } from 'yaml';
import { runCommand } from '../../src/cli/program';

/** What a command has printed, and how it has ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a program of this package is run in the process of the tests. */
interface CliOptions {
  readonly password?: string;
  /** Has the output that there is so far, while others wait for it. */
  readonly seen?: { stderr: string };
  /** What comes on standard input. */
  readonly input?: string;
}

/** Runs the command in this process, or another program of the package. */
export async function cli(args: readonly string[], { password, seen, input }: CliOptions = {}, program = runCommand): Promise<Ended> {
  const texts = { stdout: '', stderr: '' };
  const spies: jest.SpyInstance[] = (['stdout', 'stderr'] as const).map(name => jest.spyOn(process[name], 'write').mockImplementation(chunk => {
    texts[name] += String(chunk);
    if (seen) seen.stderr = texts.stderr;
    return true;
  }));
  if (input !== undefined) spies.push(...given(input));
  if (password !== undefined) process.env.CDK8S_OAM_PASSWORD = password;
  try {
    const code = await program(args);
    return { code, ...texts };
  } finally {
    spies.forEach(spy => spy.mockRestore());
    delete process.env.CDK8S_OAM_PASSWORD;
  }
}

/** Gives a text on standard input, as a pipe does. */
function given(input: string): jest.SpyInstance[] {
  const { readSync } = fs;
  let rest = Buffer.from(input);
  const read = ((file: number, into: Uint8Array, ...others: []) => {
    if (file !== 0) return readSync(file, into, ...others);
    const count = rest.copy(into);
    rest = rest.subarray(count);
    return count;
  }) as typeof readSync;
  return [jest.spyOn(fs, 'readSync').mockImplementation(read), jest.spyOn(tty, 'isatty').mockReturnValue(false)];
}

/** The compiled command. */
export const MAIN = resolve(__dirname, '../../lib/src/cli/main.js');

if (!existsSync(MAIN)) throw new Error('lib/ is missing: run `npx projen compile` first');

/** The environment of the tests, without what is not to be inherited. */
export function environment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { CDK8S_OAM_PASSWORD: _, ...env } = process.env;
  return { ...env, ...more };
}

/** Runs a command of the shell to its end; `cdk8s-oam` is the compiled one. */
export async function shell(script: string, env: Readonly<Record<string, string>> = {}, input?: string): Promise<Ended> {
  const command = `cdk8s-oam() { "${process.execPath}" "${MAIN}" "$@"; }\n${script}`.replaceAll('cdk8s-oam', 'cdk8s_oam');
  const child = spawn('/bin/bash', ['-c', command], { env: environment(env), stdio: ['pipe', 'pipe', 'pipe'], timeout: 20_000, killSignal: 'SIGKILL' });
  child.stdin.on('error', () => {}).end(input);
  const [stdout, stderr] = [child.stdout, child.stderr].map(async stream => (await stream.setEncoding('utf8').toArray()).join(''));
  const code = await new Promise<number>((done, failed) => child.on('error', failed).on('close', status => done(status ?? -1)));
  return { code, stdout: await stdout, stderr: await stderr };
}

/** Files by their paths. */
export type Files = Readonly<Record<string, string>>;

/** A folder with cdk8s.yaml, what is committed in `dist`, and what the app writes, in `new`. */
export interface Project {
  readonly folder: string;
  /** Where the command makes its temporary folder. */
  readonly temporary: string;
  /** Runs a command; @ at the beginning of an argument stands for the folder. Its texts name files as seen from there. */
  readonly run: (...args: readonly string[]) => Promise<Ended>;
  /** Runs `diff`; nothing is left behind. */
  readonly diff: (...args: readonly string[]) => Promise<Ended>;
  /** The same of `synth`. */
  readonly synth: (...args: readonly string[]) => Promise<Ended>;
  /** The files of a folder of the project, hidden ones too. */
  readonly read: (name: string) => Files;
  readonly write: (files: Files) => void;
  readonly remove: () => void;
}

/** The command of an app that writes what lies in the folder `new`. */
export const COPY = 'cp -R new/. "$CDK8S_OUTDIR"';

/** Reports an index and environments, as an app does that has written them. */
export function report(...environments: readonly string[]): string {
  const written = JSON.stringify({ folder: '$PWD', index: '.cdk8s-oam-index', environments });
  return `(cd -P "$CDK8S_OUTDIR"; echo ${JSON.stringify(written)} >> "$CDK8S_OAM_REPORT")`;
}

/** The files of an index, which lists these paths. */
export function indexOf(index: string, ...paths: readonly string[]): Files {
  return Object.fromEntries(paths.map(path => [`${index}/${path}.own`, '']));
}

/** Makes a project; in the place of its app, another command may be run. */
export function project(files: Files = {}, app = COPY): Project {
  const folder = mkdtempSync(join(os.tmpdir(), 'app-test-'));
  const write = (all: Files) => {
    for (const [path, text] of Object.entries(all)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  };
  write({ 'cdk8s.yaml': `app: ${JSON.stringify(app)}\n`, ...files });
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  const runIn = async (...args: readonly string[]) => {
    const config = args.some(arg => arg.startsWith('--config')) ? [] : [`--config=${folder}/cdk8s.yaml`];
    const spy = jest.spyOn(os, 'tmpdir').mockReturnValue(temporary);
    const { code, stdout, stderr } = await cli([...args.map(arg => arg.replace('@', `${folder}/`)), ...config]);
    spy.mockRestore();
    return { code, stdout: stdout.replaceAll(`${folder}/`, ''), stderr: stderr.replaceAll(`${folder}/`, '') };
  };
  const clean = (command: string) => async (...args: readonly string[]) => {
    const ended = await runIn(command, ...args);
    // whatever has happened
    expect(readdirSync(temporary)).toEqual([]);
    return ended;
  };
  const read = (name: string) => {
    const names = readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).filter(file => statSync(join(folder, name, file)).isFile());
    return Object.fromEntries(names.map(file => [file, readFileSync(join(folder, name, file), 'utf8')]));
  };
  return { folder, temporary, run: runIn, diff: clean('diff'), synth: clean('synth'), read, write, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A folder of files with manifests, which goes after the tests. */
export function manifestFolder() {
  const folder = mkdtempSync(join(os.tmpdir(), 'cdk8s-oam-manifests-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let last = '';
  let written = 0;
  /** Writes a file, and gives its path. */
  const fileOf = (text: string): string => {
    last = join(folder, `app-${written++}.yaml`);
    writeFileSync(last, text);
    return last;
  };
  return { folder, last: () => last, fileOf, manifests: (...objects: readonly object[]) => fileOf(objects.map(object => `---\n${stringify(object)}`).join('')) };
}

/** A manifest of one line. */
export const manifest = (kind: string, name: string, fields: object = {}) => `---\n${JSON.stringify({ apiVersion: 'v1', kind, metadata: { name, namespace: 'ns' }, ...fields })}\n`;

/** The lines of a text. */
export const lines = (...all: readonly string[]) => all.map(line => `${line}\n`).join('');
