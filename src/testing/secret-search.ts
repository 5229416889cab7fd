import { gunzipSync } from 'node:zlib';
import { decodeUtf8 } from '../private/utf8';

/** How many nested encodings are decoded. */
const DEEPEST = 4;

/** The limit for decompression: more is not a file of a cluster, and may be meant to exhaust the memory. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A value that was found in a string. */
export interface SeenSecret {
  readonly index: number;
  readonly isEncoded: boolean;
}

/** Finds values in strings, whatever their encoding. */
export class SecretSearch {
  public constructor(private readonly values: readonly string[]) {}

  /** The values in a string, each once. */
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

/** A string, and its decoded forms, by every decoder and repeatedly. */
function viewsOf(text: string): ReadonlySet<string> {
  const views = new Set([text]);
  let last = [text];
  for (let depth = 0; depth < DEEPEST && last.length > 0; depth++) {
    last = last.flatMap(each => DECODERS.flatMap(decode => decode(each))).filter(each => each.trim() !== '' && !views.has(each));
    for (const each of last) views.add(each);
  }
  return views;
}

/** The decoders, which return no string if there is nothing to decode. */
const DECODERS: readonly ((text: string) => string[])[] = [
  text => text.includes('\\') ? [withoutEscapes(text)] : [],
  text => text.includes('%') ? [withoutPercents(text)] : [],
  // a space in form data
  text => text.includes('+') ? [text.replaceAll('+', ' ')] : [],
  // indented lines of YAML
  text => text.includes('\n') ? [text.replace(/\n[ \t]+/g, '\n')] : [],
  // base64, also wrapped in lines
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

/** What may be base64: at least as long as the shortest value in base64. */
const BASE64 = /[A-Za-z0-9+/_-]{6,}/g;

/** The data of the base64 in a string. Base64 characters such as a slash may precede it, so that decoding starts at four offsets. */
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
