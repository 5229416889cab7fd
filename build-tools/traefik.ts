/**
 * Builds Traefik: `traefik.ts <folder of the Go module> <target>`. All of it but its DNS providers, whose modules no proxy serves in full: the
 * library that has them is compiled from a copy without them. Needs Go, and a module proxy if the modules are not on the machine.
 */
import { spawnSync } from 'child_process';
import { cpSync, mkdirSync } from 'fs';
import { dirname, join } from 'path';
import { pathOf } from './servers';
import { download } from '../test/on-cluster/bench/crds';

/** The version is that of Traefik's go.mod. */
const LEGO = { module: 'github.com/go-acme/lego/v5', version: 'v5.4.1', sum: 'h1:Jt6xAP9xQrJ3SLLGgxejfDDd3pzdrmuLCWe4oTqHHQc=' };

/** Its folders that Traefik needs. */
const KEPT = ['go.mod', 'acme', 'certcrypto', 'certificate', 'challenge', 'internal', 'lego', 'log', 'platform', 'registration'];

const BUILD = ['build', '-v', '-buildvcs=false', '-mod=readonly', '-ldflags=-s -w'];

async function build(module: string, target: string): Promise<void> {
  const folder = join(dirname(target), 'sources');
  cpSync(module, folder, { recursive: true });
  const { folder: lego, obstacle } = await download(LEGO, dirname(target));
  if (!lego) throw new Error(obstacle);
  const providers = join(folder, 'lego/providers');
  mkdirSync(providers, { recursive: true });
  for (const name of KEPT) cpSync(join(lego, name), join(folder, 'lego', name), { recursive: true });
  cpSync(join(folder, 'dns'), join(providers, 'dns'), { recursive: true });
  const args = [...BUILD, '-o', target, 'github.com/traefik/traefik/v3/cmd/traefik'];
  const { status, error } = spawnSync(pathOf('go')!, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`go build failed (${error?.message ?? status})`);
}

const [module, target] = process.argv.slice(2);
void build(module, target).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
