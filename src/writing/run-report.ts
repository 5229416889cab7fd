import { appendFileSync, readFileSync, realpathSync } from 'node:fs';
import { attempt } from '../private/attempt';

/** The variable that names the file in which the apps of a run report what they have written, if a command asks for that. */
export const REPORT = 'CDK8S_OAM_REPORT';

/** What one app of a run has written. */
export interface WrittenByRun {
  /** The path that no link leads around. */
  readonly folder: string;
  /** The name of its index. */
  readonly index: string;
  /** Of Environments: their names, each that of a folder, which is not there if the environment has no object. */
  readonly environments?: readonly string[];
}

/** Reports what an app has written. A report that cannot be written is none. */
export function reportWritten({ folder, index, environments }: WrittenByRun): void {
  const { [REPORT]: file } = process.env;
  if (file) attempt(() => appendFileSync(file, `${JSON.stringify({ folder: realpathSync(folder), index, environments })}\n`));
}

/** All that the apps of a run have reported into a file; nothing if there is none. */
export function readReport(file: string): WrittenByRun[] {
  const lines = attempt(() => readFileSync(file, 'utf8').split('\n')) ?? [];
  return lines.filter(line => line !== '').map(line => JSON.parse(line));
}
