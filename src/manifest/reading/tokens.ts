import type { CST } from 'yaml';

/** A token of a document, and where it stands. */
export interface TokenPlace {
  readonly token: CST.Token;
  /** The entry of a map or list that it is the key or the value of. */
  readonly item?: CST.CollectionItem;
  /** How many maps and lists it is in, itself with them. */
  readonly depth: number;
  /** Whether it is within brackets or braces. */
  readonly flow: boolean;
  /** The column of the innermost map or list that is written with indentation; -1 outside of all. */
  readonly indent: number;
}

/** The values of a document, without recursion: what makes nodes of them calls itself for each level, and is not called if there are too many. */
export function* walk(document: CST.Document): Generator<TokenPlace> {
  const open: TokenPlace[] = document.value ? [{ token: document.value, depth: 1, flow: false, indent: -1 }] : [];
  for (let place = open.pop(); place; place = open.pop()) {
    yield place;
    const { token } = place;
    if (!('items' in token)) continue;
    const flow = place.flow || token.type === 'flow-collection';
    const inner = { depth: place.depth + 1, flow, indent: flow ? place.indent : (token as CST.BlockMap).indent };
    for (const item of [...token.items].reverse()) {
      for (const next of [item.value, item.key]) if (next) open.push({ ...inner, token: next, item });
    }
  }
}
