import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { attempt } from '../../base/attempt';
import { printable } from '../../base/findings/finding';
import { withoutCredentials } from '../../base/masking';
import type { Registry } from '../../base/registry';

/** The file in an output folder with the accepted findings, for reviewers. */
export const ACCEPTED_FILE = 'accepted-findings.txt';

/** The accepted findings of an app, a line each. */
export function acceptedFindingsText(accepted: ReturnType<Registry['accepted']>): string {
  const lines = accepted.map(({ construct, code, reason }) =>
    printable(withoutCredentials(`${code} at ${construct.node.path || 'the app'}: ${reason}`)));
  return [...new Set(lines)].sort().map(line => `${line}\n`).join('');
}

/** The accepted findings in all files of an output folder, each with the path of its file. */
export function acceptancesIn(folder: string): ReadonlySet<string> {
  const paths = attempt(() => readdirSync(folder, { recursive: true, encoding: 'utf8' })) ?? [];
  return new Set(paths.filter(path => basename(path) === ACCEPTED_FILE).flatMap(path => {
    const text = attempt(() => readFileSync(join(folder, path), 'utf8')) ?? '';
    return text.split('\n').filter(line => line !== '').map(line => printable(`${path}: ${line}`));
  }));
}
