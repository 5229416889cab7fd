import { CST, Lexer, Parser } from 'yaml';
import { MAX_DEPTH } from './depth';
import { MOST_FINDINGS } from './source';

/**
 * How many parts the text of one document may have: its words, marks and the space between them. The parser takes up to
 * 600 bytes of memory for each. In manifests one part stands for five characters or more.
 */
export const MAX_PARTS = 1_500_000;

/** Why a text was not parsed to its end, and where. */
export interface Excess {
  readonly offset: number;
  readonly what: 'depth' | 'size';
}

/** The tokens of a text; or where it is too deep or too large: what comes afterwards would take ever more memory. */
export function tokenize(text: string, lexer: Pick<Lexer, 'lex'>, maxParts = MAX_PARTS): CST.Token[] | Excess {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let parts = 0;
  let errors = 0;
  for (const part of lexer.lex(text)) {
    for (const token of parser.next(part)) {
      // more of them would tell nothing, and take much memory
      if (token.type !== 'error' || errors++ < MOST_FINDINGS) tokens.push(token);
    }
    // the document itself is the first that is open
    const deep = parser.stack[MAX_DEPTH + 1];
    if (deep && 'items' in deep) return { offset: deep.offset, what: 'depth' };
    if (++parts > maxParts) return { offset: parser.offset, what: 'size' };
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}
