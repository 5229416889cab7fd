import { found, ParametersOf } from '../../base/findings/finding';
import { attempt } from '../../base/attempt';
import { asObject, isObject } from '../../base/check';
import { ModelError } from '../../base/brand';

/** The package with the rules of the API server. It is no dependency of this one, because it is large and few users need it. */
const PACKAGE = 'cdk8s-oam-server-rules';

/** One reason of a verdict. `field` is `undefined` if the object is rejected while it is read. */
export interface ServerCause {
  readonly field?: string;
  readonly message: string;
}

/** The verdict of the rules on an object. */
export interface ServerVerdict {
  readonly verdict: 'accepted' | 'refused' | 'unknown' | 'failed';
  readonly stage?: 'kind' | 'decode' | 'validate';
  readonly causes?: readonly ServerCause[];
}

/** The part of the package that is used here. */
export interface ServerRules {
  /** The version of Kubernetes. */
  readonly version: string;
  judge(objects: readonly unknown[], options: { readonly crds: readonly unknown[] }): readonly ServerVerdict[];
}

/** A module of the project in the working directory, or from next to this package. */
// eslint-disable-next-line @typescript-eslint/no-require-imports
const load = (module: string): unknown => require(require.resolve(module, { paths: [process.cwd(), __dirname] }));

/**
 * Loads the rules. Fails with a remedy if they are wanted and not there; else they are loaded if those of the given minor version of
 * Kubernetes are installed.
 */
export function serverRules(isWanted: boolean | undefined, minor: string | undefined): ServerRules | undefined {
  const { version } = asObject(attempt(() => load(`${PACKAGE}/package.json`)));
  if (!isWanted && (minor === undefined || !String(version).startsWith(`${minor}.`))) return undefined;
  try {
    return (load(PACKAGE) as { load(): ServerRules }).load();
  } catch (error) {
    const message = isAbsent(error) ? undefined : (error as Error).message;
    throw refusal({ reason: 'server-rules', what: PACKAGE, message });
  }
}

/** Whether the package itself is missing, and not one of its dependencies. */
function isAbsent(error: unknown): boolean {
  return isObject(error) && error.code === 'MODULE_NOT_FOUND' && String(error.message).includes(`'${PACKAGE}'`);
}

function refusal(reason: ParametersOf<'usage'>): ModelError {
  return new ModelError('cdk8s-oam validate', found('usage', ['--as-server'], reason), 'manifests');
}
