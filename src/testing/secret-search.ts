/** How many nested encodings are decoded. */
const DEEPEST = 4;

/** A value that was found in a string. */
export interface SeenSecret {
  readonly index: number;
  readonly isEncoded: boolean;
}

/** Finds values in strings, in plain text, escaped and in base64. */
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
  text => [text, ...text.includes('\n') ? [text.replace(/\s+/g, '')] : []].map(decoded),
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

function decoded(text: string): string {
  return (text.match(BASE64) ?? []).map(token => Buffer.from(token, 'base64').toString()).join(' ');
}
