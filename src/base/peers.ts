import { ModelError } from './brand';
import { found } from './findings/finding';

/** What Node says of a peer dependency that is not installed. */
const MISSING = /^Cannot find module '(cdk8s|cdk8s-plus-27|constructs)['/]/;

/** The error that names a missing peer dependency, in place of that of Node; any other error as it is. */
export function withPeer(error: unknown): unknown {
  const { code, message }: { readonly code?: unknown; readonly message?: string } = Object(error);
  const [, what] = code === 'MODULE_NOT_FOUND' && MISSING.exec(String(message)) || [];
  return what === undefined ? error : new ModelError('cdk8s-oam', found('usage', '', { reason: 'peer', what }));
}
