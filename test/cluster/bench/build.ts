/** Builds the programs of the cluster that this machine does not have. */
import { spawn } from 'child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, statfsSync } from 'fs';
import { availableParallelism, tmpdir } from 'os';
import { join } from 'path';
import { binary, BinaryName, builtPath, cacheFolder, find, goIsThere, moduleFolder, versionOf } from './binaries';
import { pathOf } from '../../../build-tools/servers';

/** What a build needs at least, in GiB: the modules, Go's own cache and the largest link. */
const [DISK, MEMORY] = [8, 3];
const GIB = 2 ** 30;
/** How often a running build says so, in milliseconds. */
const PULSE = 15_000;

/** Builds what is missing, one after the other, and tells of it. Answers what cannot be had here, with the reason. */
export async function build(names: readonly BinaryName[], say: (line: string) => void): Promise<Map<BinaryName, string>> {
  const missing = new Map<BinaryName, string>();
  for (const name of names) {
    const { path, passedOver } = find(name);
    if (path) continue;
    if (passedOver) say(`${passedOver}: passed over`);
    const obstacle = whyNot();
    if (obstacle) missing.set(name, obstacle);
    else await compile(name, say);
  }
  return missing;
}

/** Why nothing can be built here. */
function whyNot(): string | undefined {
  if (!goIsThere()) return 'this machine has no Go to build it with: install Go, or put the program into the folder that KUBEBUILDER_ASSETS names';
  mkdirSync(cacheFolder(), { recursive: true });
  const folders = [cacheFolder(), tmpdir()];
  const tight = folders.find((folder) => free(folder) < DISK);
  if (tight) {
    return `the disk of ${tight} has ${free(tight).toFixed(1)} GiB free, and a build needs ${DISK}: free some, or lead CDK8S_OAM_CLUSTER_CACHE, GOCACHE, GOMODCACHE and TMPDIR to another disk`;
  }
  const memory = availableMemory();
  if (memory < MEMORY) return `${memory.toFixed(1)} GiB of memory are free, and a build needs ${MEMORY}: end something else first`;
  return undefined;
}

function free(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize / GIB;
}

/** What programs may still take, the caches of files included. */
function availableMemory(): number {
  try {
    const [, kilobytes] = readFileSync('/proc/meminfo', 'utf8').match(/^MemAvailable:\s*(\d+) kB/m) ?? [];
    return kilobytes ? Number(kilobytes) * 1024 / GIB : Infinity;
  } catch {
    return Infinity;
  }
}

async function compile(name: BinaryName, say: (line: string) => void): Promise<void> {
  const { module, package: path, tags, variables, minutes } = binary(name);
  const version = versionOf(name);
  const target = builtPath(name);
  // put in its place when it is whole: another build may run beside this one
  const temporary = `${target}.${process.pid}.partial`;
  const linker = ['-s', '-w', ...Object.entries(variables(version)).map(([key, value]) => `-X ${key}=${value}`)].join(' ');
  const args = ['build', '-v', '-buildvcs=false', '-mod=readonly', `-ldflags=${linker}`, ...tags ? [`-tags=${tags}`] : [], '-o', temporary, path];
  say(`${name} ${version}: building, about ${Math.ceil(minutes / availableParallelism())} minutes here`);
  const start = Date.now();
  const seconds = () => Math.round((Date.now() - start) / 1000);
  let output = '';
  let packages = 0;
  const pulse = setInterval(() => say(`${name} ${version}: ${packages} packages compiled, ${seconds()} s`), PULSE);
  try {
    const env = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '', GOWORK: 'off' };
    const child = spawn(pathOf('go')!, args, { cwd: moduleFolder(module), env, stdio: ['ignore', 'ignore', 'pipe'] });
    const stop = () => child.kill();
    process.once('exit', stop);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      packages += text.split('\n').length - 1;
      output = (output + text).slice(-4000);
    });
    const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
    process.off('exit', stop);
    if (code !== 0) throw new Error(`${name} ${version} cannot be built:\n${output.trim()}`);
    renameSync(temporary, target);
    say(`${name} ${version}: built in ${seconds()} s, ${join(cacheFolder())}`);
  } finally {
    clearInterval(pulse);
    rmSync(temporary, { force: true });
  }
}
