/** Installs the servers that the end-to-end tests run, or with `cluster` those of the tests on a cluster, where root on a Debian machine lacks some. Starts no service. */
import { readFileSync } from 'fs';
import { install } from './apt';
import { removeLeftovers, withoutServices } from './no-services';
import { CLUSTER_SERVERS, missing, packagesOf, pathOf, Server, SERVERS } from './servers';

/** The services of the packages. */
const SERVICES = ['nginx', 'haproxy', 'prometheus', 'apache-htcacheclean', 'victoria-metrics', 'etcd'];

/** Whether /etc/os-release is Debian's, or that of a system made from it. */
export function isDebian(text: string): boolean {
  const words = [...text.matchAll(/^ID(?:_LIKE)?=(.*)$/gm)].flatMap(([, value]) => value.replace(/["']/g, '').split(/\s+/));
  return words.includes('debian');
}

/** What to tell someone whose machine has not all of them. */
export function advice(absent: readonly Server[]): string {
  const packages = packagesOf(absent).join(', ');
  return `tests: ${absent.join(', ')} not found (Debian: ${packages}); the tests that run them ${process.env.CI ? 'fail' : 'are skipped'}`;
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function hasApt(): boolean {
  return pathOf('apt-get') !== undefined && pathOf('dpkg') !== undefined;
}

function osRelease(): string {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
}

async function main(wanted: readonly Server[]) {
  if (isRoot()) removeLeftovers();
  const absent = missing(wanted);
  if (absent.length === 0) return;
  if (!isRoot() || !hasApt() || !isDebian(osRelease())) {
    console.log(advice(absent));
    return;
  }
  const packages = packagesOf(absent);
  console.log(`tests: installing ${packages.join(', ')}`);
  const { isDone, output, interruptedBy } = await withoutServices(SERVICES, () => install(packages));
  if (interruptedBy) process.kill(process.pid, interruptedBy);
  const left = missing(absent);
  if (left.length === 0) return;
  console.error(`${isDone ? '' : output}\n${advice(left)}`);
  process.exitCode = process.env.CI ? 1 : 0;
}

if (require.main === module) void main(process.argv[2] === 'cluster' ? CLUSTER_SERVERS : SERVERS);
