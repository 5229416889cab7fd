/**
 * Writes examples/deployments/: what `cdk8s-oam init` writes without a flag, and the manifests of its program. Our version is 0.0.0 there,
 * also in a release.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { answersOf, DEFAULTS } from '../src/cli/init/answers';
import { repositoryFiles } from '../src/cli/init/repository';
import { ownPackage } from '../src/migration/typescript/node-project';

const ROOT = resolve(__dirname, '..');
const FOLDER = join(ROOT, 'examples/deployments');
/** Where it would be a repository of its own. */
const OWN = join(tmpdir(), 'deployments');

for (const name of readdirSync(FOLDER).filter(each => each !== 'dist')) rmSync(join(FOLDER, name), { recursive: true });
for (const [path, text] of repositoryFiles(answersOf(DEFAULTS), OWN, { ...ownPackage(), version: '0.0.0' })) {
  mkdirSync(dirname(join(FOLDER, path)), { recursive: true });
  writeFileSync(join(FOLDER, path), text);
}
// the program finds the library by its sources
const app = ['--app', 'npx tsx --tsconfig ../tsconfig.json main.ts'];
execFileSync(process.execPath, [join(ROOT, 'lib/src/cli/main.js'), 'synth', ...app], { cwd: FOLDER, stdio: 'inherit' });
