import type { CST } from 'yaml';

/** A token of a document, and where it stands. */
export interface TokenPlace {
  readonly token: CST.Token;
  /** The entry of a map or list that it is the key or the value of. */
  readonly item?: CST.CollectionItem;
  /** Whether it is within brackets or braces. */
  readonly flow: boolean;
  /** The column of the innermost map or list that is written with indentation; -1 outside of all. */
  readonly indent: number;
}

/** The values of a document, in order. It is not nested too deep for recursion: what is was refused before. */
export function walk(document: CST.Document, visit: (place: TokenPlace) => void): void {
  if (document.value) enter({ token: document.value, flow: false, indent: -1 }, visit);
}

function enter(place: TokenPlace, visit: (place: TokenPlace) => void): void {
  visit(place);
  const { token } = place;
  if (!('items' in token)) return;
  const flow = place.flow || token.type === 'flow-collection';
  const indent = flow ? place.indent : (token as CST.BlockMap).indent;
  for (const item of token.items) {
    if (item.key) enter({ token: item.key, item, flow, indent }, visit);
    if (item.value) enter({ token: item.value, item, flow, indent }, visit);
  }
}
