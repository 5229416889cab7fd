import { failWith, firstOnes, MOST_PLACES, objectTitle } from './failures';
import type { ViewedObject } from './snapshot';
import { throwFindings } from '../base/brand';
import { asObject, list, text as anyText } from '../base/check';
import { Finding, found, Path, showPath } from '../base/findings/finding';
import { describeBare } from '../base/findings/words';
import { passwordsIn } from '../cluster/rules/passwords';
import { shownObject } from '../base/shown';

/** The minimum length of a value: a shorter one is in many strings by chance. */
const SHORTEST = 4;

const secretValues = list((value, field) => typeof value === 'string' && value.length < SHORTEST
  ? found('invalid-value', field, { reason: 'short-secret', min: SHORTEST })
  : anyText(value, field));

/** Fails if an object contains one of the values, or what looks like a password. */
export function findSecrets(subject: string, viewed: readonly ViewedObject[], values: readonly string[]): void {
  throwFindings(subject, secretValues(values, 'values'));
  const search = new SecretSearch(values);
  // a name may contain a secret value, too, and is then not shown
  const isSafe = (name: unknown) => typeof name !== 'string' || search.in(name).length === 0;
  const shown = <T>(name: T) => isSafe(name) ? name : '…';
  const exposed = viewed.flatMap(each => {
    const own = search.findings(each.value, []);
    const told = new Set(own.filter(({ parameters }) => parameters.reason !== 'key').map(({ path }) => showPath(path)));
    const passwords = passwordsIn(each.value).filter(({ path }) => !told.has(showPath(path)));
    const title = [objectTitle(each), shownObject(each.value), String(each.value.kind)].find(isSafe) ?? 'an object';
    return [...own, ...passwords].map(({ path, parameters: { reason, ...names }, ...others }) => {
      const entries = Object.entries(names).map(([key, name]) =>
        [key, Array.isArray(name) ? name.map(shown) : shown(name)]);
      const parameters = { reason, ...Object.fromEntries(entries) };
      return { title, finding: { ...others, path: path.map(shown), parameters } };
    });
  });
  if (exposed.length === 0) return;
  const lines = exposed.map(({ title, finding }) => `${title}: ${describeBare(finding)}`);
  const head = found('exposed-secret', '', { reason: 'some', number: exposed.length });
  failWith(head, exposed.map(({ finding }) => finding), firstOnes(lines, MOST_PLACES));
}

/** How many nested encodings are decoded. */
const DEEPEST_ENCODING = 4;

/** Finds values in strings, in plain text, escaped and in base64. */
class SecretSearch {
  public constructor(private readonly values: readonly string[]) {}

  /** Findings on secret values in a value. Their paths may contain some. */
  public findings(value: unknown, path: Path): Finding[] {
    if (typeof value === 'string' || typeof value === 'number') {
      return this.in(String(value)).flatMap(({ index, isEncoded }) =>
        found('exposed-secret', path, { reason: isEncoded ? 'encoded' : 'plain', index }));
    }
    if (Array.isArray(value)) return value.flatMap((each, i) => this.findings(each, [...path, i]));
    return Object.entries(asObject(value)).flatMap(([key, each]) => [
      ...this.in(key).flatMap(({ index }) => found('exposed-secret', path, { reason: 'key', index })),
      ...this.findings(each, [...path, key]),
    ]);
  }

  /** The values in a string, each once: in the string itself, or in a form that decoders return, also repeatedly. */
  public in(text: string) {
    if (this.values.length === 0) return [];
    const views = new Set([text]);
    let last = [text];
    for (let depth = 0; depth < DEEPEST_ENCODING && last.length > 0; depth++) {
      const decoded = last.flatMap(each => DECODERS.flatMap(decode => decode(each)));
      last = decoded.filter(each => each.trim() !== '' && !views.has(each));
      for (const each of last) views.add(each);
    }
    return this.values.flatMap((value, index) =>
      [...views].filter(view => view.includes(value)).slice(0, 1).map(view => ({ index, isEncoded: view !== text })));
  }
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
/** What may be base64: at least as long as the shortest value in base64. */
const BASE64 = /[A-Za-z0-9+/_-]{6,}/g;

/** The decoders, which return no string if there is nothing to decode. */
const DECODERS: readonly ((text: string) => string[])[] = [
  // escapes of JSON
  text => !text.includes('\\') ? [] : [text.replace(/\\(?:u([0-9a-f]{4})|(.))/gi, (_, code?: string, character = '') =>
    code === undefined ? ESCAPES[character] ?? character : String.fromCharCode(parseInt(code, 16)))],
  // escapes of URLs
  text => !text.includes('%') ? [] : [text.replace(/(?:%[0-9a-f]{2})+/gi, all =>
    Buffer.from(all.replaceAll('%', ''), 'hex').toString())],
  // a space in form data
  text => text.includes('+') ? [text.replaceAll('+', ' ')] : [],
  // indented lines of YAML
  text => text.includes('\n') ? [text.replace(/\n[ \t]+/g, '\n')] : [],
  // base64, also wrapped in lines
  text => [text, ...text.includes('\n') ? [text.replace(/\s+/g, '')] : []].map(each =>
    (each.match(BASE64) ?? []).map(token => Buffer.from(token, 'base64').toString()).join(' ')),
];
