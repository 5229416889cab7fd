import { execFile } from 'child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'fs';
import { basename, join } from 'path';
import { promisify } from 'util';

const manifestOf = (name: string) => JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8'));

/** The result of `npm pack`. */
export interface Packed {
  /** Path of the tarball. */
  readonly file: string;
  /** Its size in bytes. */
  readonly size: number;
  /** The paths in it, sorted. */
  readonly files: string[];
  /** The peer dependencies, as `npm install` takes them. */
  readonly peers: string[];
  peer(name: string): string;
}

/** Runs a command to its end and fails with what it printed. */
export async function run(cwd: string, command: string, ...args: string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(command, args, { cwd, env: environment(), maxBuffer: 64 * 1024 * 1024, timeout: 280_000 });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(' ')} failed in ${cwd}\n${stdout}${stderr}`);
  }
}

/** Where packages come from; npm hands down much more to the commands that it runs. */
const NPM_SETTINGS = /^npm_config_(registry|cache|userconfig|globalconfig|cafile|proxy|https_proxy|noproxy)$/;

/** That of a user's shell, without what npm, jest and cdk8s hand down. */
function environment(): NodeJS.ProcessEnv {
  const isForeign = (name: string) => /^(npm_|CDK8S_|NODE_ENV$|NODE_OPTIONS$)/.test(name) && !NPM_SETTINGS.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isForeign(name)));
}

/** Packs a project into a folder. */
export async function pack(project: string, folder: string): Promise<Packed> {
  await run(project, 'npm', 'pack', '--ignore-scripts', '--pack-destination', folder);
  const name = readdirSync(folder).find((entry) => entry.endsWith('.tgz'));
  if (!name) throw new Error('npm pack made no tarball');
  const file = join(folder, name);
  const listing = await run(folder, 'tar', '-tzf', name);
  const { peerDependencies = {} } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  const peer = (dependency: string) => `${dependency}@${peerDependencies[dependency]}`;
  return {
    file,
    size: statSync(file).size,
    files: listing.trim().split('\n').map((path) => path.replace(/^package\//, '')).sort(),
    peers: Object.keys(peerDependencies).map(peer),
    peer,
  };
}

/** The ```ts blocks of a page. */
export function typescriptBlocks(markdown: string): string[] {
  return [...markdown.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block]) => block);
}

/** Makes the project of README's section "Install" in a folder, by its commands behind those that pack the library. */
export async function readmeProject(folder: string, readme: string, tarball: string) {
  const [, block] = /^## Install\n[^]*?^```sh\n([^]*?)^```/m.exec(readme)!;
  const [, commands] = /^mkdir .*\n([^]*)/m.exec(block)!;
  mkdirSync(folder);
  copyFileSync(tarball, join(folder, basename(tarball)));
  await run(folder, 'sh', '-e', '-c', `export npm_config_prefer_offline=true npm_config_audit=false npm_config_fund=false\n${commands}`);
}

/** A project as strict as TypeScript goes, where the extension of a file decides its module format. */
export function node16Project(folder: string) {
  mkdirSync(folder);
  const json = (name: string, content: object) => writeFileSync(join(folder, name), JSON.stringify(content));
  const { version } = manifestOf('typescript');
  json('package.json', {
    name: 'node16-app',
    private: true,
    devDependencies: { 'typescript': version, '@types/node': manifestOf('@types/node').version },
  });
  json('tsconfig.json', {
    compilerOptions: {
      module: 'node16',
      moduleResolution: 'node16',
      target: 'es2022',
      strict: true,
      skipLibCheck: false,
      noImplicitOverride: true,
      noPropertyAccessFromIndexSignature: true,
      noUncheckedIndexedAccess: true,
      noUnusedLocals: true,
      types: ['node'],
      verbatimModuleSyntax: false,
    },
    files: ['esm.mts', 'commonjs.cts', 'query-esm.mts', 'query-commonjs.cts', 'manifest-esm.mts', 'manifest-commonjs.cts'],
  });
}
