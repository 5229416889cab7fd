import type { Path, Step } from './findings/finding';

// What may be a password is judged by its place in an object: one rule for all that shows values or warns about them.
// This module knows neither findings nor checks, since both use it.

/** Words for a password in the names of fields, variables and arguments. */
const WORDS = '(?:passw(?:or[dt]|d)?|passphrase|(?<![a-z])pass(?![a-z])|pwd|(?<!serviceAccount)token|secret|credential'
  + '|bearer|jwt|(?:access|account|api|client|encryption|private|secret_|signing)[-_.]?key)';

/** Names with such a word, or one for a value that may contain a password. */
const PASSWORD = new RegExp(`${WORDS}|authorization|cookie|connection[-_.]?str|dsn$`, 'i');

/** Names of which such a word says what they are: `DB_PASSWORD`, but not `TOKEN_URL`. */
const OF_PASSWORD = new RegExp(`${WORDS}s?(?:[-_.](?:base|value))?[-_.]?\\d*$`, 'i');

/** Names with such a word that hold only the name of a Secret, or of a key or a file in it. */
const REFERENCE = new RegExp([
  '(?:refs?|names?|selectors?|path|file|type)$', '(?:secret|token|password|credentials?)-?key$',
  '(?:from|pull|credentials|encryption|auth|tls|ssl|ca)[-_]?secrets?$',
].join('|'), 'i');

/** Fields of a reference that may be in a field with such a name: `token: { name: …, key: … }`. */
const OF_REFERENCE = /^(?:apiVersion|group|kind|name|namespace|key|items|path|optional|type|audience)$/;

/** Fields below which nothing is shown. */
const CLOSED = new RegExp('^(?:args|arguments|binaryData|commands?|kubectl\\.kubernetes\\.io/last-applied-configuration'
  + '|stringData|valuesObject)$');

/** The same, unless they are lists: those contain references (of an ExternalSecret), or the words of a selector. */
const CLOSED_UNLESS_LIST = /^(?:data|values)$/;

/** The fields of a Secret, a ConfigMap or a reference to one that are shown. Others, also misspelt ones, are data. */
const OPEN_IN_SECRET =
  /^(?:apiVersion|group|immutable|key|kind|metadata|name|namespace|optional|targetPath|type|valuesKey)$/;

/** Maps, or lists of pairs, of variables and headers. */
const VARIABLES = /^(?:\w*env|environment|\w*headers|parameterValues)$/i;

/** Whether a name says that a field holds a password, and not only the name of a Secret. */
export function isPasswordName(name: string): boolean { return PASSWORD.test(name) && !REFERENCE.test(name); }

/** A value that tools replace (`${password}`, `{{ .Values.password }}`), decrypt or read, or too common a one. */
export function isPlaceholder(text: string): boolean {
  return /^(?:|true|false|null|<[^<>]+>|ENC\[.*\]|(?:secret)?ref\+\w+:.*|(?:>>)?vault:.*|op:\/\/.*)$/s.test(text)
    || /\$\{|\$\(|@@|\{\{/.test(text);
}

/**
 * Values that are no passwords, behind their names: switches, numbers and durations, paths, URLs, variables of a shell,
 * hashes, sentences, and the names of Secrets, which fields of custom kinds often hold.
 */
const NO_PASSWORD = new RegExp('^[^=]*=(?:on|off|yes|no|none|(?:en|dis)abled|optional|required'
  + '|[-*.x]+|[\\d.]{1,3}|-?[\\d.]{1,6}[a-z]{1,2}'
  + '|(?:~|\\.{1,2})?(?:/[\\w.@-]{1,40})+/?|[a-z._-]+(?:/[a-z\\d._-]+)+|[a-z][\\w+.-]*://.*'
  + '|(?:arn|file|classpath):.*|=.*|`.*|![a-z]+|%\\(.*|\\$__.*|<[a-z]+'
  + '|[a-zA-Z_]+(?:\\.[a-zA-Z_]+)*[([].*|[a-zA-Z_]+(?:\\.[a-zA-Z_]+)+|[a-z\\d.-]+-(?:secrets?|certs?|credentials?|tls)'
  + '|\\$[A-Z_][A-Z\\d_]*|\\$(?:2[aby]|apr1|argon2\\w*|[156])\\$.*|\\S+(?:\\s+\\S+){2,})$'
  + '|^(?!.*(?:[pP][aA][sS][sS]|[pP][wW][dD])).*=\\d{1,6}$'
  + '|(?<!(?:lient|onsumer|pp|pi|hared)[-_.]?)(?:[sS]ecret|[cC]redential)s?=[a-z\\d][a-z\\d.-]*$', 's');

/** Whether a value that is called so is certainly meant as a password. */
export function isPassword(name: string, value: string): boolean {
  return OF_PASSWORD.test(name) && !REFERENCE.test(name)
    && !isPlaceholder(value) && !NO_PASSWORD.test(`${name}=${value}`);
}

/** An assignment in a string: `db.password=…`, `--token=…`. Its value may be another one: `basicAuth: password=…`. */
const ASSIGNED = /(?<![\w.-])-{0,2}(\w[\w.-]*)["']?[ \t]*[:=][ \t]*["']?(?=([^\s"',;]{1,200}))/g;

/** The forms of tokens of GitHub, GitLab, Slack and Stripe, of JWTs, headers with a password, and private keys. */
export const PASSWORD_FORM = new RegExp('\\b(?:gh[opsur]_\\w{20}|github_pat_\\w{20}|glpat-[\\w-]{20}'
  + '|xox[a-z]-[\\w-]{10}|[rs]k_live_\\w{10}|(?<!-)eyJ[\\w-]{8,}\\.eyJ[\\w-]{8,}\\.'
  + '|(?:Basic|Bearer)[ ]+(?=[\\w+/.~-]*\\d)[\\w+/.~-]{8})|-----BEGIN [A-Z ]*PRIVATE KEY-----');

/** What may be such a header. */
const CREDENTIALS = /\b(?:Basic|Bearer)[ ]+[\w+/=.~-]{4}/;

/** The name to which a string assigns a password; `undefined` if it does not. */
export function assignedPassword(text: string, is = isPassword): string | undefined {
  if (!/[:=]/.test(text) || !PASSWORD.test(text)) return undefined;
  return [...text.matchAll(ASSIGNED)].find(([, name, value]) => is(name, value))?.[1];
}

/** Whether a string may contain a password, wherever it is. */
export function containsPassword(text: string): boolean {
  return PASSWORD_FORM.test(text) || CREDENTIALS.test(text)
    || assignedPassword(text, (name, value) => isPasswordName(name) && !isPlaceholder(value)) !== undefined;
}

/** A URL. Its user information may contain a line break or, behind a colon, spaces and slashes (of base64). */
const URL =
  /\/\/([^ \t/?#]*@|[^\s/:@]*:(?!\s|\d+(?:[/?#\s]|$))[^@]{0,200}@)?((?:(?!\/\/)[^\s?#"'<>,;])*)(\?[^\s#"'<>]+)?/g;

/** A string without the user information and the query of the URLs in it, or of the path that it is. */
export function withoutCredentials(text: string): string {
  const bare = text.replace(URL, (_, user: string | undefined, rest: string, query: string | undefined) =>
    `//${user ? '…@' : ''}${rest}${query ? '?…' : ''}`);
  // `?` is a quantifier in the path of a route that is a regular expression
  return /^\/[^\s?]*\?[\w.~-]+=/.test(bare) ? `${bare.slice(0, bare.indexOf('?'))}?…` : bare;
}

/** The message of another program, without the parts (between colons) that may contain a password. */
export function withoutPasswords(message: string): string {
  return withoutCredentials(message).split(/: (?=\S+ )/)
    .map(part => containsPassword(part) ? HIDDEN.text : part).join(': ');
}

/** What replaces a value, or describes it, without being one. */
export class Words {
  public constructor(public readonly text: string) {}

  public toJSON(): null { return null; }
}

/** The substitute for a value that is not shown. */
export const HIDDEN = new Words('(hidden)');

/** A place in an object, which determines whether the value there may be shown. */
export class Place {
  /** The object itself. */
  public static readonly OBJECT = new Place([], 'open');

  /** The place at a path in an object. */
  public static at(object: unknown, path: Path): Place {
    let [place, value] = [Place.OBJECT, object as any];
    for (const step of path) [place, value] = [place.within(value, step), value?.[step]];
    return place;
  }

  private constructor(
    public readonly path: Path,
    /** `file`: the value is a file in a ConfigMap, whose content is data with places of its own. */
    private readonly state: 'open' | 'file' | 'closed',
  ) {}

  /** The place of a field, or of an element, of the value at this one. */
  public within(value: unknown, step: Step): Place {
    return new Place([...this.path, step], this.stateOf((value ?? {}) as Record<string, unknown>, step));
  }

  /** The place of the data in the string at this one. */
  public inText(): Place { return this.state === 'file' ? new Place(this.path, 'open') : this; }

  /** Whether a value at this place is hidden as a whole. Lists and maps never are, but the values in them. */
  public hides(value: unknown): boolean {
    if (typeof value !== 'string' && typeof value !== 'number' || value === '') return false;
    return this.isClosed || typeof value === 'string' && containsPassword(value);
  }

  /** Whether every string and every number at this place is hidden. */
  public get isClosed(): boolean {
    const [field = '', around = ''] = this.path.filter(step => typeof step === 'string').reverse();
    if (this.state !== 'open' || isPasswordName(field)) return true;
    if (VARIABLES.test(field) || VARIABLES.test(String(this.path.at(-2)))) return true;
    return isPasswordName(around) && !/^secrets?$/.test(around) && !OF_REFERENCE.test(field) && !REFERENCE.test(field);
  }

  private stateOf(parent: Record<string, unknown>, step: Step): Place['state'] {
    if (this.state === 'closed' || typeof step === 'number') return this.state;
    const { kind } = parent;
    if (this.state === 'file') return isPasswordName(step) ? 'closed' : 'file';
    if (kind === 'ConfigMap' && step === 'data') return 'file';
    const isData = (kind === 'Secret' || kind === 'ConfigMap') && !OPEN_IN_SECRET.test(step);
    const isOfPair = step === 'value'
      && ((parent.name ?? parent.path) !== undefined || VARIABLES.test(String(this.path.at(-2))));
    const isClosed = CLOSED.test(step) || CLOSED_UNLESS_LIST.test(step) && !Array.isArray(parent[step]);
    return isData || isOfPair || isClosed ? 'closed' : 'open';
  }
}

/** A copy of a value in which everything that may be a password is hidden. */
export function mask(value: unknown, place = Place.OBJECT): unknown {
  // a matcher stands for values in a pattern, and provides the words that may be shown for them
  const matcher = value as { readonly _wordsAt?: (place: Place) => Words } | null;
  if (typeof matcher?._wordsAt === 'function') return matcher._wordsAt(place);
  if (Array.isArray(value)) return value.map((each, i) => mask(each, place.within(value, i)));
  if (typeof value === 'object' && value !== null && !(value instanceof Words)) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mask(each, place.within(value, key))]));
  }
  if (place.hides(value)) return HIDDEN;
  return typeof value === 'string' ? withoutCredentials(value) : value;
}
