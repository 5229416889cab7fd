import type { CST } from 'yaml';
import type { Words } from './syntax-words';
import { TokenPlace, walk } from './tokens';

// What the parser reads and go-yaml, with which Kubernetes reads, refuses or reads as something else.

/** A syntax error, and where in the text it is. */
export interface SyntaxError extends Words {
  readonly offset: number;
}

type Problem = SyntaxError | undefined;

const QUOTES = 'put the text in quotes';
const TABS = { problem: 'has a tab where Kubernetes reads indentation', remedy: 'indent with spaces' };

/** What go-yaml does not read alike in a text of one document. */
export function dialectErrors(tokens: readonly CST.Token[], text: string): SyntaxError[] {
  const found: Problem[] = [];
  const ranges: [start: number, end: number][] = [];
  for (const document of tokens) {
    if (document.type !== 'document') continue;
    found.push(anchors({ token: document }, text));
    for (const place of walk(document)) {
      found.push(...CHECKS.map(check => check(place, text)));
      const range = tabsAllowed(place.token);
      if (range) ranges.push(range);
    }
  }
  return [...found.filter(problem => problem !== undefined), ...tabs(text, ranges)].sort((a, b) => a.offset - b.offset);
}

const CHECKS: ((place: TokenPlace, text: string) => Problem)[] = [quotes, anchors, inBrackets, keys, blockEnd, tabAfterText, tabInBlock];

/** The parser takes a last quote for the closing one even if it is doubled or escaped. */
function quotes({ token }: TokenPlace, text: string): Problem {
  if (token.type !== 'single-quoted-scalar' && token.type !== 'double-quoted-scalar') return undefined;
  const { source, offset } = token;
  const mark = source[0];
  // of single quotes each but the first and last is doubled; of double quotes each other one has a backslash
  if ((mark === '"' ? source.replace(/\\[^]/g, '') : source).split(mark).length % 2 === 0) return { offset, problem: 'has a quote that is not closed', remedy: 'close it, and double or escape the same quote within the text' };
  const after = text.charAt(offset + source.length);
  return /^[\s,\]}:]?$/.test(after) ? undefined : { offset: offset + source.length, problem: 'has text after a closing quote', remedy: 'put all of it in quotes' };
}

function anchors({ token }: Pick<TokenPlace, 'token'>, text: string): Problem {
  const tokens = token.type === 'document' ? token.start : 'items' in token ? token.items.flatMap(({ start, sep }) => [...start, ...sep ?? []]) : [token];
  const odd = tokens.find(({ type, offset, source }: any) => (type === 'alias' || type === 'anchor')
    && !(/^.[\w-]+$/.test(source) && /^[\s,\]}]?$/.test(text.charAt(offset + source.length))));
  return odd && { offset: odd.offset, problem: 'has an anchor or alias (after & or *) with other characters than letters, digits, - and _', remedy: QUOTES };
}

/** Between brackets or braces. */
function inBrackets({ token, item, flow }: TokenPlace, text: string): Problem {
  if (!flow) return undefined;
  const { offset } = token;
  if (item?.start.some(({ type }) => type === 'explicit-key-ind')) return { offset, problem: 'has a ? in front of a key in brackets', remedy: 'leave it out' };
  if (token.type !== 'scalar') return undefined;
  if (/^:|\?/.test(token.source)) return { offset, problem: 'has a text in brackets with a ? in it, or a : in front, which Kubernetes reads as something else', remedy: QUOTES };
  const colon = item?.key === token ? item.sep?.find(({ type }) => type === 'map-value-ind') : undefined;
  return !colon || /^\s?$/.test(text.charAt(colon.offset + 1)) ? undefined : { offset: colon.offset, problem: 'has no space after the colon of a key', remedy: 'put one there' };
}

function keys({ token, item, flow }: TokenPlace, text: string): Problem {
  if (item?.key !== token) return undefined;
  const sep = item.sep ?? [];
  const colon = sep.findIndex(({ type }) => type === 'map-value-ind');
  const explicit = item.start.find(({ type }) => type === 'explicit-key-ind');
  if (explicit) {
    if (flow) return undefined;
    const fits = colon >= 0 && column(explicit.offset, text) === column(sep[colon].offset, text);
    return fits ? undefined : { offset: explicit.offset, problem: 'has a ? with a key, and no colon below it', remedy: 'write \'key: value\'' };
  }
  const parted = sep.slice(0, colon).some(({ type }) => type === 'newline') || colon >= 0 && 'source' in token && token.source.includes('\n');
  return parted ? { offset: token.offset, problem: 'has a key that is not on one line with its colon', remedy: 'write both on one line' } : undefined;
}

/** The parser and go-yaml disagree on space at the end of a block that says its own indentation, or that keeps the end of a text without a last line break. */
function blockEnd({ token }: TokenPlace, text: string): Problem {
  if (token.type !== 'block-scalar') return undefined;
  const header = token.props.find(({ type }) => type === 'block-scalar-header') as CST.SourceToken;
  const rest = text.slice(blockStart(token) + token.source.trimEnd().length);
  const space = /^\s*/.exec(rest)![0];
  // the last line may be the indentation of what follows
  const end = space.length < rest.length ? space.slice(0, space.lastIndexOf('\n') + 1) : space;
  // space behind the last text belongs to it
  const lines = token.source.trim() === '' ? end : end.slice(end.indexOf('\n') + 1 || end.length);
  if (!(/\d/.test(header.source) && lines.includes(' ') || header.source.includes('+') && end.endsWith(' '))) return undefined;
  return { offset: header.offset, problem: 'has a block of text that ends with lines of nothing but space', remedy: 'remove them, or write the text in double quotes' };
}

/** go-yaml looks for the rest of a text without quotes on the next lines, where it takes no tab in front of the column of the rest. */
function tabAfterText({ token, indent }: TokenPlace, text: string): Problem {
  if (token.type !== 'scalar') return undefined;
  const after = /^\s*/.exec(text.slice(token.offset + token.source.length))![0];
  const lines = `${token.source}${after}`;
  for (const { index, 1: spaces } of lines.matchAll(/\n( *)\t/g)) {
    if (spaces.length <= indent) return { offset: token.offset + index + 1 + spaces.length, ...TABS };
  }
  return undefined;
}

/** The first line of a block says how deep it is indented. */
function tabInBlock({ token }: TokenPlace): Problem {
  if (token.type !== 'block-scalar') return undefined;
  const tab = /^[ \n]*\t/.exec(token.source)?.[0];
  return tab === undefined ? undefined : { offset: blockStart(token) + tab.length - 1, ...TABS };
}

function column(offset: number, text: string): number {
  return offset - text.lastIndexOf('\n', offset - 1) - 1;
}

function blockStart({ props, offset }: CST.BlockScalar): number {
  const last = props.at(-1) as CST.SourceToken | undefined;
  return last ? last.offset + last.source.length : offset;
}

/** Where a tab at the beginning of a line is no indentation. */
function tabsAllowed(token: CST.Token): [number, number] | undefined {
  if (token.type === 'block-scalar') return [token.offset, blockStart(token) + token.source.length];
  if (token.type === 'flow-collection') return [token.offset, (token.end[0] ?? token).offset];
  return 'source' in token && token.source.includes('\n') ? [token.offset, token.offset + token.source.length] : undefined;
}

/** Tabs at the beginning of a line, or after what may begin one; `allowed` is in the order of the text. */
function tabs(text: string, allowed: readonly [start: number, end: number][]): SyntaxError[] {
  const found: SyntaxError[] = [];
  let [next, end] = [0, 0];
  for (const { index, 0: { length } } of text.matchAll(/^ *(?:[-?:] +)*[-?:]?\t/gm)) {
    const offset = index + length - 1;
    for (; next < allowed.length && allowed[next][0] <= offset; next++) end = Math.max(end, allowed[next][1]);
    if (offset >= end) found.push({ offset, ...TABS });
  }
  return found;
}
