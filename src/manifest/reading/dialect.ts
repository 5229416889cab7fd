import type { CST } from 'yaml';
import type { Mistake } from './syntax-mistakes';

// Syntax that the parser accepts, but that go-yaml, with which Kubernetes reads, rejects or reads differently.

/** A syntax error, with its offset in the text. */
export interface SyntaxError {
  readonly offset: number;
  readonly mistake: Mistake;
}

type DialectProblem = SyntaxError | undefined;

/** Finds syntax in the text of one document that go-yaml reads differently. */
export function dialectErrors(tokens: readonly CST.Token[], text: string): SyntaxError[] {
  const found: SyntaxError[] = [];
  const add = (problem: DialectProblem) => {
    if (problem) found.push(problem);
  };
  const ranges: [start: number, end: number][] = [];
  for (const document of tokens) {
    if (document.type !== 'document') continue;
    add(anchors({ token: document }, text));
    walk(document, place => {
      for (const check of CHECKS) add(check(place, text));
      const range = tabsAllowed(place.token, text);
      if (range) ranges.push(range);
    });
  }
  return [...found, ...tabs(text, ranges)].sort((a, b) => a.offset - b.offset);
}

type TokenCheck = (place: TokenPlace, text: string) => DialectProblem;

const CHECKS: readonly TokenCheck[] = [quotes, anchors, inBrackets, keys, blockEnd, tabAfterText, tabInBlock, outermostBlock];

/** The parser reads the last quote as the closing one, even if it is doubled or escaped. */
function quotes({ token }: TokenPlace, text: string): DialectProblem {
  if (token.type !== 'single-quoted-scalar' && token.type !== 'double-quoted-scalar') return undefined;
  const { source, offset } = token;
  const mark = source[0];
  // between the outer quotes, single quotes are doubled, and double quotes have a backslash
  if ((mark === '"' ? source.replace(/\\[^]/g, '') : source).split(mark).length % 2 === 0) return { offset, mistake: 'inner-quote' };
  const joined = mark === '"' ? /\n[ \t]*\\\n|\\\n[ \t]*\n/.exec(source.replace(/\\\\/g, 'xx')) : undefined;
  if (joined) return { offset: offset + joined.index, mistake: 'escaped-line-break' };
  const after = text.charAt(offset + source.length);
  return /^[ \t\n,\]}:#]?$/.test(after) ? undefined : { offset: offset + source.length, mistake: 'text-after-quote' };
}

function anchors({ token }: Pick<TokenPlace, 'token'>, text: string): DialectProblem {
  const after = ({ offset, source }: CST.SourceToken) => text.charAt(offset + source.length);
  const tag = findToken(token, each => each.type === 'tag' && !/^[ \t\n]?$/.test(after(each)));
  if (tag) return { offset: tag.offset, mistake: 'tag-end' };
  const isNamed = (each: CST.SourceToken) => /^.[\w-]+$/.test(each.source) && /^[ \t\n,\]}]?$/.test(after(each));
  const odd = findToken(token, each => ['alias', 'anchor'].includes(each.type) && !isNamed(each));
  return odd && { offset: odd.offset, mistake: 'anchor-name' };
}

/** The first token that fits: of a collection, one around its values; of anything else, the token itself. */
function findToken(token: CST.Token, fits: (token: CST.SourceToken) => boolean): CST.SourceToken | undefined {
  if (token.type === 'document') return token.start.find(fits);
  if (!('items' in token)) return fits(token as CST.SourceToken) ? token as CST.SourceToken : undefined;
  for (const { start, sep } of token.items) {
    const found = start.find(fits) ?? sep?.find(fits);
    if (found) return found;
  }
  return undefined;
}

/** Checks keys and plain scalars between brackets or braces. */
function inBrackets({ token, item, flow }: TokenPlace, text: string): DialectProblem {
  if (!flow) return undefined;
  const { offset } = token;
  if (item?.start.some(({ type }) => type === 'explicit-key-ind')) return { offset, mistake: 'bracketed-question-mark' };
  const isLate = item?.key === token && item.sep?.find(({ type }) => type === 'tag' || type === 'anchor' || type === 'map-value-ind');
  if (isLate && isLate.type !== 'map-value-ind') return { offset: isLate.offset, mistake: 'late-tag' };
  if (token.type !== 'scalar') return undefined;
  if (/^:|\?/.test(token.source)) return { offset, mistake: 'bracketed-mark' };
  const colon = item?.key === token ? item.sep?.find(({ type }) => type === 'map-value-ind') : undefined;
  return !colon || /^[ \t\n]?$/.test(text.charAt(colon.offset + 1)) ? undefined : { offset: colon.offset, mistake: 'colon-without-space' };
}

function keys({ token, item, flow }: TokenPlace, text: string): DialectProblem {
  if (item?.key !== token) return undefined;
  const sep = item.sep ?? [];
  const colon = sep.findIndex(({ type }) => type === 'map-value-ind');
  const explicit = item.start.find(({ type }) => type === 'explicit-key-ind');
  if (explicit) {
    if (flow) return undefined;
    const fits = colon >= 0 && column(explicit.offset, text) === column(sep[colon].offset, text);
    return fits ? undefined : { offset: explicit.offset, mistake: 'question-mark' };
  }
  const named = item.start.findIndex(({ type }) => type === 'tag' || type === 'anchor');
  const isNamedAbove = named >= 0 && colon >= 0 && item.start.slice(named).some(({ type }) => type === 'newline');
  const isLong = colon >= 0 && 'source' in token && token.source.includes('\n');
  const isParted = isNamedAbove || isLong || sep.slice(0, colon).some(({ type }) => type === 'newline');
  return isParted ? { offset: token.offset, mistake: 'key-over-lines' } : undefined;
}

/**
 * The parser and go-yaml disagree about white space at the end of a block scalar that declares its own indentation, or that keeps its end
 * (`+`) without a final line break.
 */
function blockEnd({ token }: TokenPlace, text: string): DialectProblem {
  if (token.type !== 'block-scalar') return undefined;
  const header = headerOf(token);
  const last = lengthOf(token.source);
  const rest = text.slice(blockStart(token) + last);
  const space = /^[ \t\n]*/.exec(rest)![0];
  // the last line may be the indentation of what follows
  const end = space.length < rest.length ? space.slice(0, space.lastIndexOf('\n') + 1) : space;
  // space after the last text belongs to it
  const lines = last === 0 ? end : end.slice(end.indexOf('\n') + 1 || end.length);
  if (!(/\d/.test(header.source) && lines.includes(' ') || header.source.includes('+') && end.endsWith(' '))) return undefined;
  return { offset: header.offset, mistake: 'block-end' };
}

/** The length of a text without white space at its end. Other spaces of Unicode are not white space in YAML. */
function lengthOf(text: string): number {
  let length = text.length;
  while (/[ \t\n]/.test(text.charAt(length - 1))) length--;
  return length;
}

/** go-yaml looks for the rest of a plain scalar on the next lines, where it accepts no tab before the column of the rest. */
function tabAfterText({ token, indent }: TokenPlace, text: string): DialectProblem {
  if (token.type !== 'scalar') return undefined;
  const lines = text.slice(token.offset, behind(token, text));
  for (const { index, 1: spaces } of lines.matchAll(/\n( *)\t/g)) {
    if (spaces.length <= indent) return { offset: token.offset + index + 1 + spaces.length, mistake: 'odd-tab' };
  }
  return undefined;
}

/** The first line of a block scalar determines its indentation, unless its header does; a tab there is an error. */
function tabInBlock({ token }: TokenPlace): DialectProblem {
  if (token.type !== 'block-scalar' || /\d/.test(headerOf(token).source)) return undefined;
  const before = /^[ \n]*(?=\t)/.exec(token.source)?.[0];
  return before === undefined ? undefined : { offset: blockStart(token) + before.length, mistake: 'odd-tab' };
}

/** A block scalar that is the whole document; go-yaml requires it to be indented. */
function outermostBlock({ token, indent }: TokenPlace): DialectProblem {
  const isFlush = token.type === 'block-scalar' && indent < 0 && /^[^ \t\n]/m.test(token.source);
  return isFlush ? { offset: token.offset, mistake: 'block-not-indented' } : undefined;
}

function headerOf({ props }: CST.BlockScalar): CST.SourceToken {
  return props.find(({ type }) => type === 'block-scalar-header') as CST.SourceToken;
}

function column(offset: number, text: string): number {
  return offset - text.lastIndexOf('\n', offset - 1) - 1;
}

function blockStart({ props, offset }: CST.BlockScalar): number {
  const last = props.at(-1) as CST.SourceToken | undefined;
  return last ? last.offset + last.source.length : offset;
}

/** The range in which a tab at the beginning of a line is not indentation, or has been checked already. */
function tabsAllowed(token: CST.Token, text: string): [number, number] | undefined {
  if (token.type === 'block-scalar') return [token.offset, blockStart(token) + token.source.length];
  if (token.type === 'flow-collection') return [token.offset, (token.end[0] ?? token).offset];
  if (token.type === 'scalar') return [token.offset, behind(token, text)];
  return 'source' in token && token.source.includes('\n') ? [token.offset, token.offset + token.source.length] : undefined;
}

/** The end of the white space after a text. */
function behind({ offset, source }: CST.FlowScalar, text: string): number {
  const space = /[ \t\n]*/y;
  space.lastIndex = offset + source.length;
  space.test(text);
  return space.lastIndex;
}

/** Finds tabs at the beginning of a line, or after indicators that may begin one. `allowed` is in the order of the text. */
function tabs(text: string, allowed: readonly [start: number, end: number][]): SyntaxError[] {
  const found: SyntaxError[] = [];
  let [next, end] = [0, 0];
  for (const { index, 0: { length } } of text.matchAll(/^ *(?:[-?:] +)*[-?:]?\t/gm)) {
    const offset = index + length - 1;
    for (; next < allowed.length && allowed[next][0] <= offset; next++) end = Math.max(end, allowed[next][1]);
    if (offset >= end) found.push({ offset, mistake: 'odd-tab' });
  }
  return found;
}

/** A token of a document, with its surroundings. */
interface TokenPlace {
  readonly token: CST.Token;
  /** The entry of a map or list that it is the key or the value of. */
  readonly item?: CST.CollectionItem;
  /** Whether it is within brackets or braces. */
  readonly flow: boolean;
  /** The column of the innermost map or list in block style; -1 outside of all. */
  readonly indent: number;
}

/** Visits the values of a document, in order. Recursion is safe: a document that is nested too deeply was rejected before. */
function walk(document: CST.Document, visit: (place: TokenPlace) => void): void {
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
