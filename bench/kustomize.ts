import { spawnSync } from 'child_process';
import { readdirSync, writeFileSync } from 'fs';
import { join } from 'path';
import { summary, Summary } from './statistics';

/** How long kustomize may take, in milliseconds. */
const PATIENCE = 300_000;

/** What `kubectl kustomize` took for the same objects as resources, with the start of its process. */
export interface Kustomized {
  readonly wall: Summary;
  readonly failure?: string;
}

/** Lets kustomize build the files of a folder; nothing where there is no kubectl. */
export function kustomize(folder: string, rounds: number): Kustomized | undefined {
  if (spawnSync('kubectl', ['version', '--client']).status !== 0) return undefined;
  const resources = readdirSync(folder).filter(name => name.endsWith('.yaml')).sort();
  writeFileSync(join(folder, 'kustomization.yaml'), `resources:\n${resources.map(name => `- ${name}\n`).join('')}`);
  const failures: string[] = [];
  const walls = Array.from({ length: rounds }, () => {
    const start = performance.now();
    const { status, signal, stderr } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8', timeout: PATIENCE, maxBuffer: Infinity });
    if (status !== 0) failures.push(signal ? `ended after ${PATIENCE / 1000} s` : stderr.trim().split('\n')[0]);
    return performance.now() - start;
  });
  return { wall: summary(walls), failure: failures[0] };
}
