import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { dirname, join } from 'node:path';
import { cli, Ended } from '../command';

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
  const run = async (...args: readonly string[]) => {
    const config = args.some(arg => arg.startsWith('--config')) ? [] : [`--config=${folder}/cdk8s.yaml`];
    const spy = jest.spyOn(os, 'tmpdir').mockReturnValue(temporary);
    const { code, stdout, stderr } = await cli([...args.map(arg => arg.replace('@', `${folder}/`)), ...config]);
    spy.mockRestore();
    return { code, stdout: stdout.replaceAll(`${folder}/`, ''), stderr: stderr.replaceAll(`${folder}/`, '') };
  };
  const clean = (command: string) => async (...args: readonly string[]) => {
    const ended = await run(command, ...args);
    // whatever has happened
    expect(readdirSync(temporary)).toEqual([]);
    return ended;
  };
  const read = (name: string) => {
    const names = readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).filter(file => statSync(join(folder, name, file)).isFile());
    return Object.fromEntries(names.map(file => [file, readFileSync(join(folder, name, file), 'utf8')]));
  };
  return { folder, temporary, run, diff: clean('diff'), synth: clean('synth'), read, write, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A manifest of one line. */
export const manifest = (kind: string, name: string, fields: object = {}) => `---\n${JSON.stringify({ apiVersion: 'v1', kind, metadata: { name, namespace: 'ns' }, ...fields })}\n`;

/** The lines of a text. */
export const lines = (...all: readonly string[]) => all.map(line => `${line}\n`).join('');
