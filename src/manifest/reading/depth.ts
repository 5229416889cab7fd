import type { CST } from 'yaml';
import { walk } from './tokens';

/** How deep maps and lists may be nested; the deepest manifests there are, of CRDs, have about 60 levels. */
export const MAX_DEPTH = 200;

/** The first token that is nested too deep, if there is one. */
export function tooDeep(document: CST.Document): CST.Token | undefined {
  for (const { token, depth } of walk(document)) {
    if (depth > MAX_DEPTH && 'items' in token) return token;
  }
  return undefined;
}
