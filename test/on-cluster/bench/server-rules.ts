/**
 * What the package cdk8s-oam-server-rules runs: it is built with the programs of the cluster, put into the package, and not committed; its hash is.
 *
 * As a script, it builds it: `npx projen server-rules`.
 */
import { execFileSync } from 'child_process';
import { createHash } from 'crypto';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { brotliDecompressSync } from 'zlib';
import { builtPath, moduleFolder, ROOT, versionOf } from './binaries';
import { build } from './build';
import { licensesOf } from '../../../build-tools/server-rules/licenses';
import { pathOf } from '../../../build-tools/servers';
import { Instance } from '../../../server-rules/src/instance';
import { WebAssembly } from '../../../server-rules/src/web-assembly';

const FOLDER = join(ROOT, 'server-rules');

/** What the package runs. */
export const SERVER_RULES_FILE = join(FOLDER, 'server-rules.wasm.br');

/** What it is made of, and under which licences. */
export const LICENSES_FILE = join(FOLDER, 'THIRD-PARTY-LICENSES');

/** Where it is pinned. */
const PIN_FILE = join(FOLDER, 'build.json');

/** What it is: the same sources give the same bytes with the same Go. */
interface Pin {
  /** The version of Kubernetes. */
  readonly kubernetes: string;
  /** The version of Go that built it. */
  readonly go: string;
  /** The hash of the module, which is the package's file without compression. */
  readonly sha256: string;
}

const pinned = (): Pin => JSON.parse(readFileSync(PIN_FILE, 'utf8'));

/** What is in a file that was built. */
function pinOf(file: string): Pin {
  const wasm = brotliDecompressSync(readFileSync(file));
  const { go } = JSON.parse(new Instance(new WebAssembly.Module(wasm)).ask('about'));
  return { kubernetes: versionOf('server-rules'), go, sha256: createHash('sha256').update(wasm).digest('hex') };
}

/** Puts what was built into the package, and pins it, unless another Go than that of the pin has built it. */
export function placeServerRules(say: (line: string) => void): void {
  const built = builtPath('server-rules');
  if (!existsSync(built)) return;
  copyFileSync(built, SERVER_RULES_FILE);
  const [pin, before] = [pinOf(built), pinned()];
  if (pin.go === before.go) writeFileSync(PIN_FILE, `${JSON.stringify(pin, undefined, 2)}\n`);
  else say(`server-rules was built with ${pin.go} and pinned with ${before.go}: the pin stays; to renew it, write that version into ${PIN_FILE}`);
}

/** The licences of what is in it, for the version of Go that pinned it; undefined where another one is. */
export function licensesOfServerRules(): string | undefined {
  const module = moduleFolder('kubernetes');
  const go = execFileSync(pathOf('go')!, ['env', 'GOVERSION'], { cwd: module, encoding: 'utf8' }).trim();
  return go === pinned().go ? licensesOf(module, 'offline') : undefined;
}

async function main(): Promise<void> {
  const say = (line: string) => console.log(line);
  for (const [name, reason] of await build(['server-rules'], say)) throw new Error(`${name} is not there: ${reason}`);
  placeServerRules(say);
  const licenses = licensesOfServerRules();
  if (licenses !== undefined) writeFileSync(LICENSES_FILE, licenses);
}

if (require.main === module) {
  main().catch((error: Error) => {
    console.error(`server-rules: ${error.message}`);
    process.exitCode = 1;
  });
}
