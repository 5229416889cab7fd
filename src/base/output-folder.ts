import { isAbsolute, join, relative, resolve } from 'node:path';

/** The variable with the committed output folder, if the app must write into another one. */
export const OUTPUT = 'CDK8S_OAM_OUTPUT';

/** The variable with a temporary folder into which a command lets the app write, whatever its `outdir`. */
export const ASIDE = 'CDK8S_OAM_ASIDE';

/**
 * The folder into which an app with this `outdir` writes. If a command only compares or shows the manifests, that is
 * the temporary folder; for an `outdir` below the output folder of cdk8s.yaml, the same folder below it.
 */
export function outputFolder(outdir: string): string {
  const { [ASIDE]: aside, [OUTPUT]: output = '' } = process.env;
  if (!aside || isIn(aside, outdir)) return outdir;
  return isIn(output, outdir) ? join(aside, relative(output, outdir)) : aside;
}

/** Whether a path is a folder, or is in it. */
export function isIn(folder: string, path: string): boolean {
  const steps = relative(resolve(folder), resolve(path));
  return !isAbsolute(steps) && !/^\.\.([\\/]|$)/.test(steps);
}
