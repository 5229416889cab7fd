import { appendFileSync, readFileSync, realpathSync } from 'node:fs';
import { attempt } from '../../base/attempt';
import { REPORT } from '../../base/user-stack';

/** The output of one app of a run. */
export interface WrittenByRun {
  /** The real path, without links. */
  readonly folder: string;
  /** The name of its index. */
  readonly index: string;
  /** For Environments: their names, each that of a folder, which is missing if the environment has no object. */
  readonly environments?: readonly string[];
}

/** Reports what an app has written. If the report cannot be written, there is none. */
export function reportWritten({ folder, index, environments }: WrittenByRun): void {
  const { [REPORT]: file } = process.env;
  const line = () => JSON.stringify({ folder: realpathSync(folder), index, environments });
  if (file) attempt(() => appendFileSync(file, `${line()}\n`));
}

/** All reports of the apps of a run in a file; empty if the file cannot be read. */
export function readReport(file: string): WrittenByRun[] {
  const lines = attempt(() => readFileSync(file, 'utf8').split('\n')) ?? [];
  return lines.filter(line => line !== '').map(line => JSON.parse(line));
}
