import { RunningServer, startServer } from './server';

/** What an haproxy is started with. */
export interface HaproxySetup {
  /** The sections after `defaults`. */
  readonly config: string;
  /** Files beside the configuration, which it may name by their path. @default - none */
  readonly files?: Readonly<Record<string, string>>;
  /** The ports on which it listens. */
  readonly ports: readonly number[];
}

/** Starts an haproxy that touches nothing outside its folder. */
export async function startHaproxy({ config, files = {}, ports }: HaproxySetup): Promise<RunningServer> {
  return startServer({ name: 'haproxy', args: ['-db', '-f', 'haproxy.cfg'], files: { ...files, 'haproxy.cfg': GLOBAL + config }, ports });
}

// two that meet on a port must not share it
const GLOBAL = `global
  log stdout format raw local0 notice
  maxconn 64
  noreuseport
defaults
  log global
  mode http
  timeout connect 10s
  timeout client 30s
  timeout server 30s
`;
