import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Chart } from 'cdk8s';
import { FINE, Finding, finding } from '../private/finding';

/** What an app of this process has written into a folder. */
export interface Written {
  readonly app: symbol;
  readonly files: ReadonlySet<string>;
  /** The paths of its charts. */
  readonly charts: ReadonlySet<string>;
}

/** By folder and index: the last app that has written. */
const WRITTEN = new Map<string, Map<string, Written>>();

/** A folder, by whatever name it is called. */
const keyOf = (folder: string) => existsSync(folder) ? realpathSync(folder) : resolve(folder);

const writtenInto = (folder: string): ReadonlyMap<string, Written> => WRITTEN.get(keyOf(folder)) ?? new Map();

/** Whether an app has written into a folder before. */
export function isKnownIn(folder: string, index: string, app: symbol): boolean {
  return writtenInto(folder).get(index)?.app === app;
}

/** What the last other app of this process has written into a folder, and remembered in the same index. */
export function otherIn(folder: string, index: string, app: symbol): Written | undefined {
  const written = writtenInto(folder).get(index);
  return written?.app === app ? undefined : written;
}

/**
 * What apps of this process have written into a folder, and remembered in other indexes. Where an app has been made anew, a round of a program begins that
 * makes all of its apps again: what they have written before is not taken.
 */
export function takenIn(folder: string, index: string, app: symbol): (path: string) => boolean {
  if (otherIn(folder, index, app)) return () => false;
  const others = [...writtenInto(folder)].filter(([name]) => name !== index);
  return path => others.some(([, { files }]) => files.has(path));
}

export function remember(folder: string, index: string, written: Written): void {
  const isNewRound = otherIn(folder, index, written.app) !== undefined;
  const key = keyOf(folder);
  const known = isNewRound ? new Map<string, Written>() : WRITTEN.get(key) ?? new Map<string, Written>();
  WRITTEN.set(key, known.set(index, written));
}

export const pathsOf = (charts: readonly Chart[]): ReadonlySet<string> => new Set(charts.map(({ node }) => node.path));

/**
 * Whether a folder belongs to another app of the same program, whose files this one would remove as its own old ones, or overwrite: one of other charts,
 * with files that are still there. An app that is made anew has some of its charts again.
 */
export function sharedFolder(folder: string, other: Written | undefined, charts: ReadonlySet<string>): Finding[] {
  if (!other) return FINE;
  const isAnother = ![...other.charts].some(path => charts.has(path));
  return isAnother && [...other.files].some(file => existsSync(join(folder, file)))
    ? finding('shared-output-folder', 'name', `is needed: another GitOpsApp of this program has written other charts into ${JSON.stringify(folder)}, and would lose them`,
      'give each app a `name`, or an `outdir` of its own')
    : FINE;
}
