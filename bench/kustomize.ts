import { spawnSync } from 'child_process';
import { readdirSync, writeFileSync } from 'fs';
import { join } from 'path';

/** How long kustomize may take, in milliseconds. */
const PATIENCE = 120_000;

/** What `kubectl kustomize` took for the same objects as resources, with the start of its process. */
export interface Kustomized {
  /** Milliseconds of one run: it takes long enough to tell. */
  readonly wall: number;
  readonly failure?: string;
}

/** Lets kustomize build the files of a folder; nothing where there is no kubectl. */
export function kustomize(folder: string): Kustomized | undefined {
  if (spawnSync('kubectl', ['version', '--client']).status !== 0) return undefined;
  const resources = readdirSync(folder).filter(name => name.endsWith('.yaml')).sort();
  writeFileSync(join(folder, 'kustomization.yaml'), `resources:\n${resources.map(name => `- ${name}\n`).join('')}`);
  const start = performance.now();
  const { status, signal, stderr } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8', timeout: PATIENCE, maxBuffer: Infinity });
  const wall = performance.now() - start;
  return { wall, failure: status === 0 ? undefined : signal ? `ended after ${PATIENCE / 1000} s` : stderr.trim().split('\n')[0] };
}
