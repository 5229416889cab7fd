/** The commands that tests run, and where they are found. */
import { accessSync, constants, statSync } from 'fs';
import { delimiter, join } from 'path';

/** What the end-to-end tests run, and the Debian package of each. */
const OF_SERVERS = {
  'nginx': 'nginx',
  'haproxy': 'haproxy',
  'prometheus': 'prometheus',
  'promtool': 'prometheus',
  'htpasswd': 'apache2-utils',
  'curl': 'curl',
  'openssl': 'openssl',
  'kubectl': 'kubernetes-client',
  'victoria-metrics': 'victoria-metrics',
  'zsh': 'zsh',
} as const;

/** What else the tests on a cluster run. */
const OF_CLUSTERS = {
  etcd: 'etcd-server',
  ip: 'iproute2',
  unshare: 'util-linux',
  setpriv: 'util-linux',
} as const;

/** The Debian package of each command. */
export const PACKAGES = { ...OF_SERVERS, ...OF_CLUSTERS };

/** A command that tests run. */
export type Server = keyof typeof PACKAGES;

/** What the tests on a cluster run, beside the programs that they build. */
export const CLUSTER_SERVERS: Server[] = [...Object.keys(OF_CLUSTERS) as Server[], 'kubectl', 'victoria-metrics'];

/** What the end-to-end tests run. */
export const SERVERS = Object.keys(OF_SERVERS) as Server[];

/** Where Debian keeps what root runs; these need not be on a user's PATH. */
const SYSTEM_FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

/** The file of a command. */
export function pathOf(command: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...SYSTEM_FOLDERS];
  return folders.map((folder) => join(folder, command)).find(isExecutable);
}

/** Those that this machine does not have. */
export function missing(servers: readonly Server[]): Server[] {
  return servers.filter((server) => pathOf(server) === undefined);
}

/** The packages to install for some commands. */
export function packagesOf(servers: readonly Server[]): string[] {
  return [...new Set(servers.map((server) => PACKAGES[server]))];
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
