/** Builds the programs of the cluster that this machine does not have. */
import { spawn } from 'child_process';
import { accessSync, constants, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'fs';
import { availableParallelism } from 'os';
import { join } from 'path';
import { binary, BinaryName, builtPath, cacheFolder, find, goIsThere, moduleFolder, ROOT, versionOf } from './binaries';
import { Machine, MACHINE } from './machine';
import { pathOf } from '../../../build-tools/servers';

/** What a build needs at least, in GiB: the modules, Go's own cache and the largest link. */
const [DISK, MEMORY] = [8, 3];
/** How long a program of earlier sources is kept after its last use, in milliseconds: 30 days. */
const KEPT = 30 * 24 * 3600 * 1000;
/** How often a running build says so, in milliseconds. */
const PULSE = 15_000;

/**
 * Runs a build in a process group of its own, one at a time on a machine: two would need the memory of two, and do the same.
 *
 * It holds the other end of a pipe: whatever becomes of the process that asked for it, the pipe is closed then, the build and its compilers end, and
 * the folder in which they work goes. The program is put in its place when it is whole; where it is there when the turn comes, another build has
 * made it meanwhile.
 */
const SCRIPT = `
folder=$1
lock=$2
built=$3
target=$4
shift 4
exec 3<&0 </dev/null
ended=
trap 'ended=yes' TERM
(
  trap '' TERM
  read -r _ <&3
  kill -TERM 0
  sleep 0.3
  rm -rf "$folder"
) 9>&- >/dev/null 2>&1 &
watch=$!
exec 9>"$lock"
(
  if command -v flock >/dev/null; then
    flock -n 9 || { echo WAITING; flock 9; }
  fi
  if [ ! -s "$target" ]; then
    "$@" 3<&- >&2 && mv "$built" "$target" && echo BUILT
  fi
) &
wait $!
status=$?
if [ -n "$ended" ]; then wait $watch; else kill -KILL $watch; fi
exit $status
`;

/** Builds what is missing, one after the other, and tells of it. Answers what cannot be had here, with the reason. */
export async function build(names: readonly BinaryName[], say: (line: string) => void, machine = MACHINE): Promise<Map<BinaryName, string>> {
  const missing = new Map<BinaryName, string>();
  for (const name of names) {
    const { path, passedOver } = find(name);
    if (path) continue;
    if (passedOver) say(`${passedOver}: passed over`);
    const obstacle = whyNot(name, machine);
    if (obstacle) missing.set(name, obstacle);
    else await compile(name, say);
  }
  return missing;
}

/** Why nothing can be built here. */
function whyNot(name: BinaryName, { freeDisk, freeMemory, goFolders }: Machine): string | undefined {
  if (!goIsThere()) {
    // which is looked for there only where others have it too
    const other = binary(name).reports ? ', or put the program into the folder that KUBEBUILDER_ASSETS names' : '';
    return `this machine has no Go to build it with: install Go${other}`;
  }
  try {
    mkdirSync(cacheFolder(), { recursive: true });
    accessSync(cacheFolder(), constants.W_OK);
  } catch (error) {
    return `${cacheFolder()} cannot be written (${(error as NodeJS.ErrnoException).code}): set CDK8S_OAM_CLUSTER_CACHE to a folder that can`;
  }
  const tight = [cacheFolder(), ...goFolders()].find((folder) => freeDisk(folder) < DISK);
  if (tight) {
    return `the disk of ${tight} has ${freeDisk(tight).toFixed(1)} GiB free, and a build needs ${DISK}: `
      + 'free some, or lead CDK8S_OAM_CLUSTER_CACHE, GOCACHE and GOMODCACHE to another disk';
  }
  const memory = freeMemory();
  return memory < MEMORY ? `${memory.toFixed(1)} GiB of memory are free, and a build needs ${MEMORY}: end something else first` : undefined;
}

/** What builds a program into a file. */
function commandFor(name: BinaryName, built: string): string[] {
  const { module, package: path, tags, variables, builder } = binary(name);
  if (builder) return [process.execPath, ...process.execArgv, join(ROOT, builder.script), moduleFolder(module), built];
  const linker = ['-s', '-w', ...Object.entries(variables(versionOf(name))).map(([key, value]) => `-X ${key}=${value}`)].join(' ');
  return [pathOf('go')!, 'build', '-v', '-buildvcs=false', '-mod=readonly', `-ldflags=${linker}`, ...tags ? [`-tags=${tags}`] : [], '-o', built, path];
}

async function compile(name: BinaryName, say: (line: string) => void): Promise<void> {
  const { module, builder, minutes } = binary(name);
  const version = versionOf(name);
  const target = builtPath(name);
  // on the disk of the program, which is moved from there into its place
  const folder = mkdtempSync(join(cacheFolder(), 'build-'));
  const built = join(folder, name);
  say(`${name} ${version}: building, about ${Math.ceil(minutes / availableParallelism())} minutes here`);
  const start = Date.now();
  const seconds = () => Math.round((Date.now() - start) / 1000);
  let output = '';
  let isOurs = false;
  let packages = 0;
  const pulse = setInterval(() => say(`${name} ${version}: ${packages} packages compiled, ${seconds()} s`), PULSE);
  try {
    // the compilers' files go with the folder
    const env = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '', GOWORK: 'off', GOTMPDIR: folder };
    const command = ['-c', SCRIPT, 'build', folder, join(cacheFolder(), 'build.lock'), built, target, ...commandFor(name, built)];
    const child = spawn('/bin/sh', command, { cwd: builder ? ROOT : moduleFolder(module), env, detached: true, stdio: 'pipe' });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      isOurs ||= text.includes('BUILT');
      if (text.includes('WAITING')) say(`${name} ${version}: waiting for another build on this machine`);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      packages += text.split('\n').length - 1;
      output = (output + text).slice(-4000);
    });
    // closed by a build that has ended already
    child.stdin.on('error', () => {});
    const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', (status, signal) => resolve(signal ?? status)));
    if (code !== 0) throw new Error(`${name} ${version} cannot be built (${code}); ${REMEDY}. The end of what Go says:\n${output.trim()}`);
    removeOld(name);
    say(`${name} ${version}: built ${isOurs ? `in ${seconds()} s` : 'by another one meanwhile'}, ${target}`);
  } finally {
    clearInterval(pulse);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes what was built of earlier sources, once no checkout has run it for long. */
function removeOld(name: BinaryName): void {
  const isBuilt = new RegExp(`^${name}-\\d.*-[0-9a-f]{12}$`);
  const begin = Date.now() - KEPT;
  for (const file of readdirSync(cacheFolder()).filter((each) => isBuilt.test(each)).map((each) => join(cacheFolder(), each))) {
    const { atimeMs, mtimeMs } = statSync(file);
    if (file !== builtPath(name) && Math.max(atimeMs, mtimeMs) < begin) rmSync(file, { force: true });
  }
}

const REMEDY = 'it needs the Go of go.mod or a newer one, the modules, which come from where GOPROXY says, and memory for the compilers';
