import type { Scalar } from 'yaml';
import { quotedHazard } from './quoted';
import { resolvePlain, resolveTagged } from './scalar';
import { UNKNOWN_TAG, Words } from './syntax-words';
import type { ErrorCode } from '../../findings/catalogue/all';

/** The value of a scalar, or what is wrong with it. */
export type ReadScalar = { readonly value: string | number | boolean | null } | Words & { readonly code: ErrorCode };

/** Reads a scalar, of which the parser knows only the text and its quotes; `raw` is how it is written. */
export function readScalar(node: Scalar, raw: string): ReadScalar {
  const text = node.source ?? '';
  if (node.type === 'QUOTE_DOUBLE') {
    const hazard = quotedHazard(raw, text);
    if (hazard) return { code: 'invalid-character', ...hazard };
  }
  const resolved = node.tag ? resolveTagged(node.tag, text) : isPlain(node) ? resolvePlain(text) : { value: text };
  return resolved ?? { code: 'yaml-tag', ...UNKNOWN_TAG };
}

/** Without quotes, and no block of text. */
function isPlain(node: Scalar): boolean {
  return node.type === 'PLAIN' || node.type === undefined || node.type === null;
}
