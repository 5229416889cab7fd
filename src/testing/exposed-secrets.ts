import { failWith, firstOnes, MOST_PLACES, titleOf } from './failures';
import { carriedObjects, ViewedObject } from './viewed-objects';
import { Check, Finding, FINE, found, saying, within } from '../findings/finding';
import { Path, Step } from '../findings/path';
import { describeBare } from '../findings/words';
import { isObject, list, text as anyText } from '../private/check';
import { refuse } from '../private/errors';
import { isKind } from '../private/kinds/kind-of';
import type { TypedManifest } from '../private/oam-kind';
import { isWhollySubstituted } from '../private/substitution';
import { objectName } from '../private/written';
import { isOnlyJobs } from '../scraping/scrape-jobs';

/** The minimum length of a value: a shorter one is in many strings by chance. */
const SHORTEST = 4;

const secretValue: Check = (value, field) => typeof value === 'string' && value.length < SHORTEST
  ? found('invalid-value', field, { reason: 'short-secret', min: SHORTEST })
  : anyText(value, field);

/** Placeholders that tools replace by a value, or decrypt: SOPS, the Vault plugin of Argo CD, vals, Bank-Vaults and 1Password. */
const REFERENCE = /^(ENC\[.*\]|<[^<>]+>|(ref|secretref)\+\w+:.*|(>>)?vault:.*|op:\/\/.*)$/s;

/** Fails if an object contains one of the values, or a Secret contains data. */
export function findSecrets(subject: string, viewed: readonly ViewedObject[], values: readonly string[]): void {
  refuse(subject, list(secretValue)(values, 'values'));
  const search = new SecretSearch(values);
  const exposed = [
    ...viewed.flatMap(each => valuesIn(search, each.value, []).map(finding => ({ viewed: each, finding }))),
    ...carriedObjects(viewed).flatMap(({ viewed: each, object, path }) =>
      within(path, dataOf(object, search)).map(finding => ({ viewed: each, finding }))),
  ];
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

/** Findings on secret values in a value. The path of a finding never shows a key that contains a secret value. */
function valuesIn(search: SecretSearch, value: unknown, path: Path): Finding[] {
  if (typeof value === 'string' || typeof value === 'number') {
    return search.in(String(value)).flatMap(({ index, isEncoded }) =>
      found('exposed-secret', path, { reason: isEncoded ? 'encoded' : 'plain', index }));
  }
  if (Array.isArray(value)) return value.flatMap((each, i) => valuesIn(search, each, [...path, i]));
  if (!isObject(value)) return FINE;
  return Object.entries(value).flatMap(([key, each]) => {
    const inKey = search.in(key);
    const step: Step = inKey.length > 0 ? '…' : key;
    return [
      ...inKey.flatMap(({ index }) => found('exposed-secret', path, { reason: 'key', index })),
      ...valuesIn(search, each, [...path, step]),
    ];
  });
}

/** Findings on data of a Secret that no tool replaces. Secrets with groups of Kong or with scrape jobs hold nothing secret. */
function dataOf(object: TypedManifest, search: SecretSearch): Finding[] {
  const isOpen = object.metadata?.labels?.['konghq.com/credential'] === 'acl';
  if (!isKind(object, '/Secret') || isOpen || isOnlyJobs(object)) return FINE;
  return (['data', 'stringData'] as const).flatMap(field => {
    const data = object[field];
    if (data == null) return FINE;
    if (!isObject(data)) return found('exposed-secret', field, saying('holds the data of a Secret'));
    const keys = Object.keys(data).filter(key => !isReference(data[key], field));
    const shown = keys.map(key => search.in(key).length > 0 ? '…' : key);
    return keys.length === 0 ? FINE : found('exposed-secret', field, { reason: 'data', keys: shown });
  });
}

function isReference(value: unknown, field: 'data' | 'stringData'): boolean {
  const given = typeof value === 'string' ? value.trim() : value ?? '';
  const own = field === 'data' && typeof given === 'string' ? Buffer.from(given, 'base64').toString().trim() : '';
  return [given, own].some(each => typeof each === 'string' && (REFERENCE.test(each) || isWhollySubstituted(each))) || given === '';
}

/** How many nested encodings are decoded. */
const DEEPEST = 4;

/** A value that was found in a string. */
interface SeenSecret {
  readonly index: number;
  readonly isEncoded: boolean;
}

/** Finds values in strings, in plain text, escaped and in base64. */
class SecretSearch {
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
