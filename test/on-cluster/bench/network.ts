/** A network namespace of the tests' own: pods get addresses in it that no other program of the machine sees. */
import { spawnSync } from 'child_process';
import { networkInterfaces } from 'os';
import { pathOf } from '../../../build-tools/servers';

/** The addresses of pods. EndpointSlices refuse those of the loopback network. */
const PODS = '10.244.0.0/16';
const FIRST = '10.244.0.0';

/** What is run ends with whoever runs it, also if that is killed. */
const SCRIPT = `ip link set lo up && ip addr add ${PODS} dev lo && exec setpriv --pdeathsig TERM -- "$@"`;

/** Whether this process runs in such a namespace. */
export function hasPodNetwork(): boolean {
  return (networkInterfaces().lo ?? []).some(({ address }) => address === FIRST);
}

/** The command that runs another one in a namespace of its own, which goes when the last of its processes ends. */
export function inNamespace(command: readonly string[]): string[] {
  const asRoot = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  return [pathOf('unshare') ?? 'unshare', '--net', ...asRoot, '--', '/bin/sh', '-c', SCRIPT, 'sh', ...command];
}

/** Why no namespace can be made here; undefined where one can. */
export function whyNoNamespace(): string | undefined {
  if (process.platform !== 'linux') return 'only Linux has network namespaces: run the tests there';
  const absent = (['unshare', 'setpriv', 'ip'] as const).filter((each) => !pathOf(each));
  if (absent.length > 0) return `${absent.join(', ')} not found: install the Debian packages util-linux and iproute2`;
  const [file, ...args] = inNamespace(['true']);
  const { status, stderr } = spawnSync(file, args, { encoding: 'utf8', timeout: 10_000 });
  const [reason] = (stderr ?? '').trim().split('\n');
  return status === 0 ? undefined : `no network namespace can be made (${reason}): run the tests as root, or let users make namespaces`;
}
