import { appendFileSync, readFileSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { OUTPUT } from './names';
import { attempt } from '../private/attempt';
import { REPORT } from '../private/user-stack';

/** The variable with a temporary folder into which a command lets the app write, whatever its `outdir`. */
export const ASIDE = 'CDK8S_OAM_ASIDE';

/**
 * The folder into which an app with this `outdir` writes. If a command only compares or shows the manifests, that is the temporary folder,
 * or, for an `outdir` below the output folder of cdk8s.yaml, the same folder below the temporary one.
 */
export function outputFolder(outdir: string): string {
  const { [ASIDE]: aside, [OUTPUT]: output = '' } = process.env;
  if (!aside || isIn(aside, outdir)) return outdir;
  return isIn(output, outdir) ? join(aside, relative(output, outdir)) : aside;
}

function isIn(folder: string, path: string): boolean {
  const steps = relative(resolve(folder), resolve(path));
  return !isAbsolute(steps) && !/^\.\.([\\/]|$)/.test(steps);
}

/** The output of one app of a run. */
export interface WrittenByRun {
  /** The real path, without links. */
  readonly folder: string;
  /** The name of its index. */
  readonly index: string;
  /** For Environments: their names, each that of a folder. The folder does not exist if the environment has no object. */
  readonly environments?: readonly string[];
}

/** Reports what an app has written. If the report cannot be written, there is none. */
export function reportWritten({ folder, index, environments }: WrittenByRun): void {
  const { [REPORT]: file } = process.env;
  if (file) attempt(() => appendFileSync(file, `${JSON.stringify({ folder: realpathSync(folder), index, environments })}\n`));
}

/** All reports of the apps of a run in a file; empty if the file cannot be read. */
export function readReport(file: string): WrittenByRun[] {
  const lines = attempt(() => readFileSync(file, 'utf8').split('\n')) ?? [];
  return lines.filter(line => line !== '').map(line => JSON.parse(line));
}
