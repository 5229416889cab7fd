import { gunzipSync } from 'node:zlib';
import { decodeUtf8 } from '../private/utf8';

/** How many encodings are undone that are around one another. */
const DEEPEST = 4;

/** More than this is no file of a cluster, and may be made to fill the memory. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A value that is seen in a text. */
export interface SeenSecret {
  readonly index: number;
  readonly isEncoded: boolean;
}

/** Finds values in texts, in whatever encodings. */
export class SecretSearch {
  public constructor(private readonly values: readonly string[]) {}

  /** The values in a text, each once. */
  public in(text: string): SeenSecret[] {
    const seen = new Map<number, SeenSecret>();
    if (this.values.length === 0) return [];
    for (const view of viewsOf(text)) {
      for (const [index, value] of this.values.entries()) {
        if (!seen.has(index) && view.includes(value)) seen.set(index, { index, isEncoded: view !== text });
      }
    }
    return [...seen.values()].sort((a, b) => a.index - b.index);
  }
}

/** A text, and what it is once it is decoded: in each way, and what comes out of that again. */
function viewsOf(text: string): ReadonlySet<string> {
  const views = new Set([text]);
  let last = [text];
  for (let depth = 0; depth < DEEPEST && last.length > 0; depth++) {
    last = last.flatMap(each => DECODERS.flatMap(decode => decode(each))).filter(each => each.trim() !== '' && !views.has(each));
    for (const each of last) views.add(each);
  }
  return views;
}

/** What can be undone; nothing of a text in which there is nothing to undo. */
const DECODERS: readonly ((text: string) => string[])[] = [
  text => text.includes('\\') ? [withoutEscapes(text)] : [],
  text => text.includes('%') ? [withoutPercents(text)] : [],
  // a space in a form
  text => text.includes('+') ? [text.replaceAll('+', ' ')] : [],
  // data in YAML
  text => text.includes('\n') ? [text.replace(/\n[ \t]+/g, '\n')] : [],
  // the same in lines of one length
  text => [text, ...text.includes('\n') ? [text.replace(/\s+/g, '')] : []].flatMap(decoded),
];

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function withoutEscapes(text: string): string {
  return text.replace(/\\(?:u([0-9a-f]{4})|(.))/gi, (_, code: string | undefined, character: string) =>
    code === undefined ? ESCAPES[character] ?? character : String.fromCharCode(parseInt(code, 16)));
}

function withoutPercents(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, all => Buffer.from(all.replaceAll('%', ''), 'hex').toString());
}

/** What may be base64, where the shortest value is in it. */
const BASE64 = /[A-Za-z0-9+/_-]{6,}/g;

/** What the base64 in a text holds. What is in front of it may be of the same characters, such as a slash. */
function decoded(text: string): string[] {
  const tokens = text.match(BASE64) ?? [];
  return [0, 1, 2, 3].map(skipped => tokens.map(token => textOf(Buffer.from(token.slice(skipped), 'base64'))).join(' '));
}

const GZIP = Buffer.from([0x1f, 0x8b]);

function textOf(bytes: Buffer): string {
  return bytes.subarray(0, GZIP.length).equals(GZIP) ? unzipped(bytes) : bytes.toString();
}

function unzipped(bytes: Buffer): string {
  try {
    return decodeUtf8(gunzipSync(bytes, { maxOutputLength: MOST_BYTES })).text;
  } catch {
    return bytes.toString();
  }
}
