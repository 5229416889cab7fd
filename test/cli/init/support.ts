import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { TSC } from '../../../build-tools/tsc';
import { DEFAULTS, InitFlags } from '../../../src/cli/init/answers';
import { init } from '../../../src/cli/init/init';
import { MAIN } from '../support';

export const ROOT = resolve(__dirname, '../../..');

/** What a repository has installed, but for our own package and the compiler, which no file imports. */
const PACKAGES = ['cdk8s', 'cdk8s-plus-27', 'constructs', 'tsx', 'jest', '@swc', '@types'];

/** What the commands of a repository are. */
const COMMANDS: Readonly<Record<string, string>> = {
  'cdk8s-oam': MAIN,
  'cdk8s': join(ROOT, 'node_modules/cdk8s-cli/bin/cdk8s'),
  'jest': join(ROOT, 'node_modules/jest/bin/jest.js'),
  'tsc': TSC,
};

/** Puts into a folder what `npm ci` would, of what is here. */
export function install(folder: string): void {
  const link = (name: string, target: string) => {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
    symlinkSync(target, join(folder, 'node_modules', name));
  };
  for (const name of PACKAGES) link(name, join(ROOT, 'node_modules', name));
  link('cdk8s-oam', ROOT);
  for (const [name, file] of Object.entries(COMMANDS)) link(`.bin/${name}`, file);
}

/** The files of a folder, by path, without those of Git and npm. */
export function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).filter((path) => !/^(\.git|node_modules)\//.test(path));
  return Object.fromEntries(files.sort().map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

/** A repository that `init` has written, with its packages. */
export function repository(flags: Partial<InitFlags> = {}): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'cdk8s-oam-init-')), 'deployments');
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  init(folder, { ...DEFAULTS, ...flags });
  jest.restoreAllMocks();
  install(folder);
  return folder;
}

/** How a script has ended. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs something with the variables of CI, and with programs that take the place of others, while it lasts. */
function inPlace<T>(env: NodeJS.ProcessEnv, programs: Readonly<Record<string, string>>, run: (env: NodeJS.ProcessEnv) => T): T {
  const bin = mkdtempSync(join(tmpdir(), 'cdk8s-oam-bin-'));
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(bin, name), `#!/bin/bash\n${text}\n`, { mode: 0o755 });
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|CDK8S_|NODE_OPTIONS$|JEST_|CI_|COMMENT_)/.test(name));
  try {
    return run({ ...Object.fromEntries(inherited), NODE_ENV: '', ...env, PATH: `${bin}:${process.env.PATH}` });
  } finally {
    rmSync(bin, { recursive: true });
  }
}

/** Runs a script as CI does. */
export function bash(cwd: string, script: string, env: NodeJS.ProcessEnv = {}, programs: Readonly<Record<string, string>> = {}): Ran {
  const { status, stdout, stderr } = inPlace(env, programs, (all) => spawnSync('/bin/bash', ['-e', '-c', script], { cwd, encoding: 'utf8', env: all }));
  return { code: status, stdout, stderr };
}

/** The same while this process does something else, such as to answer. */
export async function bashAside(cwd: string, script: string, env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  return inPlace(env, {}, async (all) => promisify(execFile)('/bin/bash', ['-e', '-c', script], { cwd, env: all }))
    .then((printed) => ({ code: 0, ...printed }), ({ code, stdout, stderr }) => ({ code, stdout, stderr }));
}
