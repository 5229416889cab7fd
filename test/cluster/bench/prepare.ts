/** Gets what is needed to start a cluster, and what runs beside it. */
import { spawnSync } from 'child_process';
import { join } from 'path';
import type { BinaryName } from './binaries';
import { build } from './build';
import { CrdModuleName, fetchCrds } from './crds';

const ROOT = join(__dirname, '../../..');

/** Debian's part of it, what is built, and the operators' CRDs. Answers whether all is there. */
export async function prepare(names: readonly BinaryName[], crds: readonly CrdModuleName[], say: (line: string) => void): Promise<boolean> {
  const installed = spawnSync(process.execPath, [...process.execArgv, join(ROOT, 'build-tools/install-servers.ts'), 'cluster'], { stdio: 'inherit', cwd: ROOT });
  const missing = await build(names, say);
  const withoutCrds = await fetchCrds(crds, say);
  const reasons = new Map<string, string[]>();
  for (const [name, reason] of [...missing, ...[...withoutCrds].map(([each, why]) => [`the CRDs of ${each}`, why] as const)]) {
    reasons.set(reason, [...reasons.get(reason) ?? [], name]);
  }
  for (const [reason, absent] of reasons) say(`${absent.join(', ')} not there: ${reason}`);
  return installed.status === 0 && reasons.size === 0;
}
