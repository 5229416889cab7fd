/** Gets what is needed to start a cluster, and what runs beside it. */
import { spawnSync } from 'child_process';
import { join } from 'path';
import { BinaryName, etcd, ETCD_REMEDY } from './binaries';
import { build } from './build';
import { CrdModuleName, fetchCrds } from './crds';

const ROOT = join(__dirname, '../../..');

/** Debian's part of it, what is built, and the operators' CRDs. Answers what is not there. */
export async function prepare(names: readonly BinaryName[], crds: readonly CrdModuleName[], say: (line: string) => void): Promise<string[]> {
  const installed = spawnSync(process.execPath, [...process.execArgv, join(ROOT, 'build-tools/install-servers.ts'), 'cluster'], { stdio: 'inherit', cwd: ROOT });
  const missing = await build(names, say);
  const withoutCrds = await fetchCrds(crds, say);
  const reasons = new Map<string, string[]>();
  // of which nobody but root is given one
  const withoutEtcd: [string, string][] = etcd() ? [] : [['etcd', ETCD_REMEDY]];
  for (const [name, reason] of [...withoutEtcd, ...missing, ...[...withoutCrds].map(([each, why]) => [`the CRDs of ${each}`, why] as const)]) {
    reasons.set(reason, [...reasons.get(reason) ?? [], name]);
  }
  for (const [reason, absent] of reasons) say(`${absent.join(', ')} not there: ${reason}`);
  return [...[...reasons.values()].flat(), ...installed.status === 0 ? [] : ['what Debian has']];
}
