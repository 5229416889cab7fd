import { failWith, firstOnes, MOST_PLACES, titleOf } from './failures';
import type { ViewedObject } from './snapshot';
import { Check, Finding, found, Path, showPath } from '../base/findings/finding';
import { describeBare } from '../base/findings/words';
import { asObject, list, text as anyText, objectName } from '../base/check';
import { refuse } from '../base/brand';
import { passwordsIn } from '../cluster/rules/passwords';

/** The minimum length of a value: a shorter one is in many strings by chance. */
const SHORTEST = 4;

const secretValue: Check = (value, field) => typeof value === 'string' && value.length < SHORTEST
  ? found('invalid-value', field, { reason: 'short-secret', min: SHORTEST })
  : anyText(value, field);

/** Fails if an object contains one of the values, or what looks like a password. */
export function findSecrets(subject: string, viewed: readonly ViewedObject[], values: readonly string[]): void {
  refuse(subject, list(secretValue)(values, 'values'));
  const search = new SecretSearch(values);
  const exposed = viewed.flatMap(each => {
    const own = valuesIn(search, each.value, []);
    const told = new Set(own.filter(({ parameters }) => parameters.reason !== 'key').map(({ path }) => showPath(path)));
    const others = passwordsIn(each.value).filter(({ path }) => !told.has(showPath(path)));
    return [...own, ...others].map(finding => ({ viewed: each, finding: withoutValues(search, finding) }));
  });
  if (exposed.length === 0) return;
  const lines = exposed.map(each => `${safeTitle(search, each.viewed)}: ${describeBare(each.finding)}`);
  const head = found('exposed-secret', '', { reason: 'some', number: exposed.length });
  failWith(head, firstOnes(lines, MOST_PLACES), exposed.map(({ finding }) => finding));
}

/** The most specific title without a secret value, which a name may contain too. */
function safeTitle(search: SecretSearch, viewed: ViewedObject): string {
  const isSafe = (title: string) => search.in(title).length === 0;
  return [titleOf(viewed), objectName(viewed.value), String(viewed.value.kind)].find(isSafe) ?? 'an object';
}

/** The same finding without secret values in the names that it shows. */
function withoutValues(search: SecretSearch, { path, parameters, ...finding }: Finding): Finding {
  const { reason, ...names } = parameters;
  const shown = <T>(name: T) => typeof name === 'string' && search.in(name).length > 0 ? '…' : name;
  const entries = Object.entries(names).map(([key, each]) => [key, Array.isArray(each) ? each.map(shown) : shown(each)]);
  return { ...finding, path: path.map(shown), parameters: { reason, ...Object.fromEntries(entries) } };
}

/** Findings on secret values in a value. Their paths may contain some. */
function valuesIn(search: SecretSearch, value: unknown, path: Path): Finding[] {
  if (typeof value === 'string' || typeof value === 'number') {
    return search.in(String(value)).flatMap(({ index, isEncoded }) =>
      found('exposed-secret', path, { reason: isEncoded ? 'encoded' : 'plain', index }));
  }
  if (Array.isArray(value)) return value.flatMap((each, i) => valuesIn(search, each, [...path, i]));
  return Object.entries(asObject(value)).flatMap(([key, each]) => [
    ...search.in(key).flatMap(({ index }) => found('exposed-secret', path, { reason: 'key', index })),
    ...valuesIn(search, each, [...path, key]),
  ]);
}

/** How many nested encodings are decoded. */
const DEEPEST = 4;

/** Finds values in strings, in plain text, escaped and in base64. */
class SecretSearch {
  public constructor(private readonly values: readonly string[]) {}

  /** The values in a string, each once. */
  public in(text: string) {
    const views = this.values.length === 0 ? [] : [...viewsOf(text)];
    return this.values.flatMap((value, index) =>
      views.filter(view => view.includes(value)).slice(0, 1).map(view => ({ index, isEncoded: view !== text })));
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
