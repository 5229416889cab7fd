import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';

/** The contents of a folder of manifests, by the path of each file in it. */
export type Manifests = Record<string, string>;

const ROOT = resolve(__dirname, '../..');
const EXAMPLES = join(ROOT, 'examples');
const { app, output }: { app: string; output: string } = parse(readFileSync(join(ROOT, 'cdk8s.yaml'), 'utf8'));

/** The program that `cdk8s synth` runs; it runs all others. */
export const MAIN = 'examples/main.ts';

/** The README's program: what it writes is not committed. */
export const README = 'examples/readme/main.ts';

/** Longer than any example takes, on a slow machine too. */
export const TIMEOUT = 60_000;

/** A repository of its own: it has an output folder for itself. */
export const REPOSITORY = 'examples/deployments';

/** The programs in the folders of examples/. */
export const PROGRAMS: string[] = readdirSync(EXAMPLES).sort()
  .filter((name) => existsSync(join(EXAMPLES, name, 'main.ts')) && `examples/${name}` !== REPOSITORY)
  .map((name) => `examples/${name}/main.ts`);

/** Runs a program as cdk8s.yaml runs `MAIN`, and gives back what it writes. */
export async function synth(program: string, env: NodeJS.ProcessEnv = {}): Promise<Manifests> {
  const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-'));
  try {
    await promisify(execFile)(process.execPath, [require.resolve('tsx/cli'), ...tsxArguments(program)], {
      cwd: ROOT,
      env: { ...process.env, ...env, CDK8S_OUTDIR: folder },
      timeout: TIMEOUT,
    });
    return read(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The manifests that are committed. */
export function committed(): Manifests {
  return read(join(ROOT, output));
}

/** The objects of a YAML file. Fails where it cannot be read without a doubt. */
export function objectsOf(text: string): any[] {
  const documents = [...parseAllDocuments(text, { version: '1.1' })];
  const problems = documents.flatMap((document) => [...document.errors, ...document.warnings]);
  if (problems.length > 0) throw new Error(problems.map((problem) => problem.message).join('\n'));
  return documents.map((document) => document.toJS()).filter((object) => object !== null);
}

/** Without `npx`: it would only find tsx, and keep from it the signal that ends it when its time is over. */
function tsxArguments(program: string): string[] {
  const [npx, tsx, ...rest] = app.split(' ');
  if (`${npx} ${tsx}` !== 'npx tsx' || !rest.includes(MAIN)) throw new Error(`cdk8s.yaml does not run ${MAIN} by tsx: ${app}`);
  return rest.map((word) => word === MAIN ? program : word);
}

function read(folder: string): Manifests {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => relative(folder, join(entry.parentPath, entry.name))).sort();
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}
