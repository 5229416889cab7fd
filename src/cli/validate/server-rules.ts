import { found, ParametersOf } from '../../findings/finding';
import { isObject } from '../../private/check';
import { ModelError } from '../../private/errors';

/** The package with the rules of the API server. It is not installed with this one: it is large, and few need it. */
const PACKAGE = 'cdk8s-oam-server-rules';

/** One reason of a verdict; of a refusal while an object is read it names no field. */
export interface ServerCause {
  readonly field?: string;
  readonly message: string;
}

/** What the rules say of an object. */
export interface ServerVerdict {
  readonly verdict: 'accepted' | 'refused' | 'unknown' | 'failed';
  readonly stage?: 'kind' | 'decode' | 'validate';
  readonly causes?: readonly ServerCause[];
}

/** As much of the package as is used here. */
export interface ServerRules {
  /** The version of Kubernetes. */
  readonly version: string;
  judge(objects: readonly unknown[], options: { readonly crds: readonly unknown[] }): readonly ServerVerdict[];
}

/** Loads the package in the project of the working directory, or beside this one. Fails with what to do if there is none. */
export function loadServerRules(): ServerRules {
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const { load } = require(require.resolve(PACKAGE, { paths: [process.cwd(), __dirname] })) as { load(): ServerRules };
    return load();
  } catch (error) {
    throw refusal(isAbsent(error) ? { reason: 'no-server-rules', what: PACKAGE }
      : { reason: 'broken-server-rules', what: PACKAGE, message: (error as Error).message });
  }
}

/** What the package itself needs, and is not there, is another matter. */
function isAbsent(error: unknown): boolean {
  return isObject(error) && error.code === 'MODULE_NOT_FOUND' && String(error.message).includes(`'${PACKAGE}'`);
}

function refusal(reason: ParametersOf<'usage'>): ModelError {
  return new ModelError('cdk8s-oam validate', found('usage', ['--as-server'], reason), 'manifests');
}
