import type { Scalar } from 'yaml';
import { quotedHazard } from './quoted';
import { Resolved, resolvePlain, resolveTagged } from './scalar';
import { found } from '../../findings/finding';

/** Reads a scalar, of which the parser knows only the text and its quotes; `raw` is how it is written. */
export function readScalar(node: Scalar, raw: string): Resolved {
  const text = node.source ?? '';
  if (node.type === 'QUOTE_DOUBLE') {
    const hazard = quotedHazard(raw, text);
    if (hazard) return found('invalid-character', '', { reason: hazard })[0];
  }
  const resolved = node.tag ? resolveTagged(node.tag, text) : isPlain(node) ? resolvePlain(text) : { value: text };
  return resolved ?? found('yaml-tag', '', { reason: 'unknown' })[0];
}

/** Without quotes, and no block of text. */
function isPlain(node: Scalar): boolean {
  return node.type === 'PLAIN' || node.type === undefined || node.type === null;
}
