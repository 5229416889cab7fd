import type { YAMLError } from 'yaml';

/** What a syntax error is called. The parser's own words may quote the document, and with it a password. */
export interface Words {
  readonly problem: string;
  readonly remedy?: string;
}

const QUOTES = 'put the text in quotes';
const COLUMN = 'indent with spaces, the same number for each entry';

// by the beginning of the parser's own message; its error codes are too few to say what to do
const WORDS: [RegExp, string, string?][] = [
  [/^Tabs /, 'has a tab as indentation, which YAML does not allow', 'indent with spaces'],
  [/^Missing closing/, 'has a quote that is not closed, or a text in quotes whose next line is not indented', 'close it, and indent all its lines'],
  [/^Invalid escape/, 'has a backslash in double quotes that YAML does not know', 'write two backslashes, or use single quotes'],
  [/^Nested mappings/, 'has a second key or colon where a value goes on', 'put a text with ": " in quotes, or the key on a line of its own with the indentation of its map'],
  [/^(Implicit keys|Implicit map keys|The : indicator|Block collections are not)/, 'has a text where a key is expected, or a key without a colon', 'write \'key: value\'; indent what belongs to the value above'],
  [/^All mapping items/, 'has a line that is not in the column of the keys of its map', COLUMN],
  [/^(All sequence items|Sequence item without|Unexpected block-seq-ind|A block sequence may)/, 'has an entry that is not in the column of the entries of its list', COLUMN],
  [/^Plain value cannot/, 'has a text that begins with a character that YAML keeps for itself', QUOTES],
  [/^(Flow (map|sequence)|Missing (, |space after)|Unexpected , |Unexpected empty)/, 'has brackets or braces that are not closed, or no comma between two entries', `close them, or ${QUOTES}`],
  [/^Block scalar header/, 'has a text on the line of | or >', `put it on the next line, or ${QUOTES}`],
  [/^Block scalar/, 'has a block of text (after | or >) that is not indented as its first line', 'indent all its lines alike, deeper than its key'],
  [/^(Tags and anchors|Anchor|Alias|A node can|An alias)/, 'has an anchor, an alias or a tag (after &, * or !) where none can be', QUOTES],
  [/^Unexpected .*(at node end|in YAML|token|in )/, 'has text after the end of a value, or an entry of another kind than the ones before it', `${QUOTES}, or check the indentation`],
];

export const UNKNOWN_TAG: Words = {
  problem: 'has a tag (after !) that a manifest cannot have',
  remedy: 'leave it out; put a text that begins with ! in quotes',
};

/** A syntax error in words that hold nothing of the document. */
export function inWords(error: YAMLError): Words {
  if (error.code === 'TAG_RESOLVE_FAILED' || error.code === 'BAD_COLLECTION_TYPE') return UNKNOWN_TAG;
  const found = WORDS.find(([start]) => start.test(error.message));
  return found ? { problem: found[1], remedy: found[2] } : { problem: 'is not YAML', remedy: QUOTES };
}
