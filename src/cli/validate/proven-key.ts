import type { SourceLines } from './source-lines';

/** The key of a line, and what is in front of it. */
export interface LineKey {
  /** Spaces, and the dashes of lists. */
  readonly indent: string;
  readonly name: string;
  readonly hasValue: boolean;
}

const LINE = /^( *)((?:- +)*)(?:([A-Za-z_][\w./-]*):(?: +(?![ #])(.*)| +#.*)?)?$/;

/**
 * The key of a line of a text that is not YAML, if it must be one whatever is wrong: each line that it belongs to opens a
 * map, so that it stands neither in a block of text nor in a text in quotes.
 */
export function provenKey(source: SourceLines, line: number): LineKey | undefined {
  const own = partsOf(source.line(line));
  if (!own?.name) return undefined;
  // where what the line belongs to has its entries
  let column = own.spaces;
  // lines further in, of which it is not known yet that they belong to an entry beside this one
  let isInner = false;
  for (const text of source.above(line)) {
    const trimmed = text.trimStart();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    if (isOpen(text)) return undefined;
    const spaces = text.length - trimmed.length;
    if (spaces > column) {
      isInner = true;
      continue;
    }
    const parts = partsOf(text);
    // the entry of a list has its first key on the line of its dash
    const isBeside = spaces === column || parts?.content === column;
    if (!parts || !isBeside && (isInner || parts.content > column || parts.hasValue || !parts.name)) return undefined;
    isInner = false;
    column = spaces;
  }
  if (isInner) return undefined;
  return { indent: source.line(line).slice(0, own.content), name: own.name, hasValue: own.hasValue };
}

interface LineParts {
  readonly spaces: number;
  /** Where the text behind the dashes begins. */
  readonly content: number;
  readonly name?: string;
  readonly hasValue: boolean;
}

function partsOf(text: string): LineParts | undefined {
  const found = LINE.exec(text.trimEnd());
  if (!found) return undefined;
  const [, spaces, dashes, name, value] = found;
  return { spaces: spaces.length, content: spaces.length + dashes.length, name, hasValue: Boolean(value) };
}

/** Whether a line may leave quotes, brackets or braces open, or close those of another. */
function isOpen(text: string): boolean {
  const count = (mark: string) => text.split(mark).length - 1;
  return count('"') % 2 > 0 || count('\'') % 2 > 0 || count('[') !== count(']') || count('{') !== count('}');
}
