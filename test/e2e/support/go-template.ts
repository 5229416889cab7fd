import { createHash } from 'crypto';
import { genSaltSync, hashSync, truncates } from 'bcryptjs';

/**
 * What External Secrets Operator makes of a template of its engine v2: a Go template over the values that it read, of which
 * this has fields, calls, pipes and parentheses, `if` without another one in it, and the functions below. All else is an error, as an unknown
 * function is there.
 */
export function executeTemplate(template: string, data: Readonly<Record<string, string>>): string {
  // text, action, text, action, …, text
  const parts = template.split(/(\{\{(?:"(?:[^"\\]|\\.)*"|`[^`]*`|[^"`}])*\}\})/);
  let isSkipped: boolean | undefined;
  const executed = parts.map((part, index) => {
    if (index % 2 === 1) {
      const [, keyword, condition = ''] = /^\{\{ (if|end)( .*)?\}\}$/.exec(part) ?? [];
      if ((keyword === 'if') !== (keyword !== undefined && isSkipped === undefined)) throw new Error(`unexpected ${part}`);
      if (keyword) isSkipped = keyword === 'if' ? !isTrue(new Action(`{{${condition}}}`, data).value()) : undefined;
      return keyword || isSkipped ? '' : text(new Action(part, data).value());
    }
    if (part.includes('{{')) throw new Error(`unclosed action in template ${template}`);
    if (isSkipped) return '';
    const start = parts[index - 1]?.endsWith(' -}}') ? part.trimStart() : part;
    return parts[index + 1]?.startsWith('{{- ') ? start.trimEnd() : start;
  }).join('');
  if (isSkipped !== undefined) throw new Error('unexpected EOF: an if without its end');
  return executed;
}

type Value = string | number | boolean | Readonly<Record<string, string>>;

const isTrue = (value: Value) => value !== '' && value !== 0 && value !== false;
type Func = (...args: Value[]) => Value;

/** The functions, and how many arguments each takes; printf takes any number. */
const FUNCTIONS: ReadonlyMap<string, { readonly arity?: number; readonly run: Func }> = new Map([
  ['toString', { arity: 1, run: (value: Value) => text(value) }],
  ['bcrypt', { arity: 1, run: (password: Value) => bcrypt(text(password)) }],
  ['htpasswd', { arity: 3, run: (user: Value, password: Value, algorithm: Value) => htpasswd(text(user), text(password), text(algorithm)) }],
  ['trimAll', { arity: 2, run: (characters: Value, value: Value) => trimAll(text(characters), text(value)) }],
  ['trimPrefix', { arity: 2, run: (prefix: Value, value: Value) => text(value).startsWith(text(prefix)) ? text(value).slice(text(prefix).length) : value }],
  ['eq', { arity: 2, run: (a: Value, b: Value) => text(a) === text(b) }],
  ['gt', { arity: 2, run: (a: Value, b: Value) => Number(a) > Number(b) }],
  ['or', { arity: 2, run: (a: Value, b: Value) => isTrue(a) ? a : b }],
  ['len', { arity: 1, run: (value: Value) => Buffer.byteLength(text(value)) }],
  ['fail', { arity: 1, run: (message: Value) => { throw new Error(`error calling fail: ${text(message)}`); } }],
  ['index', { arity: 2, run: (data: Value, key: Value) => field(data, text(key)) }],
  ['printf', { run: (format: Value, ...args: Value[]) => printf(text(format), args) }],
]);

/** Its errors are text, which ends up in the Secret. */
function htpasswd(user: string, password: string, algorithm: string): string {
  if (user.includes(':')) return `invalid username: ${user}`;
  const sha = `{SHA}${createHash('sha1').update(password).digest('base64')}`;
  return `${user}:${algorithm === 'sha' ? sha : bcrypt(password)}`;
}

function bcrypt(password: string): string {
  if (truncates(password)) return 'failed to encrypt string with bcrypt: bcrypt: password length exceeds 72 bytes';
  return hashSync(password, genSaltSync(10).replace(/^\$2b\$/, '$2a$'));
}

function trimAll(characters: string, value: string): string {
  const all = [...value];
  const kept = all.flatMap((character, index) => characters.includes(character) ? [] : [index]);
  return all.slice(kept.at(0) ?? all.length, (kept.at(-1) ?? -1) + 1).join('');
}

function printf(format: string, args: Value[]): string {
  const rest = [...args];
  const result = format.replace(/%(.)/g, (_, verb: string) => {
    if (verb === '%') return '%';
    const value = rest.shift();
    if (!'sv'.includes(verb) || value === undefined) throw new Error(`not executed: printf ${JSON.stringify(format)}`);
    return text(value);
  });
  if (rest.length > 0) throw new Error(`not executed: printf ${JSON.stringify(format)} with more arguments`);
  return result;
}

/** A missing key is an error: the operator sets `missingkey=error`. */
function field(data: Value, key: string): string {
  if (typeof data !== 'object') throw new Error(`can't evaluate field ${key}`);
  if (!Object.hasOwn(data, key)) throw new Error(`map has no entry for key "${key}"`);
  return data[key];
}

function text(value: Value | undefined): string {
  if (value === undefined || typeof value === 'object') throw new Error('not executed: a map as text');
  return String(value);
}

const TOKEN = /\s+|"(?:[^"\\]|\\.)*"|`[^`]*`|\.\w*|-?\d+|\w+|[|()]/gy;

/** One `{{ … }}`. */
class Action {
  private readonly tokens: string[];

  constructor(private readonly source: string, private readonly data: Readonly<Record<string, string>>) {
    this.tokens = tokensOf(source);
  }

  public value(): Value {
    const result = this.pipeline();
    if (this.tokens.length > 0) throw this.unexpected(this.tokens[0]);
    return result;
  }

  private pipeline(): Value {
    let value = this.command([]);
    while (this.tokens[0] === '|') {
      this.tokens.shift();
      value = this.command([value]);
    }
    return value;
  }

  /** A call, or a value alone; what comes through a pipe is the last argument. */
  private command(piped: Value[]): Value {
    const [name] = this.tokens;
    const isCall = name !== undefined && /^[a-z]\w*$/i.test(name);
    if (isCall) this.tokens.shift();
    const operands: Value[] = [];
    while (this.tokens.length > 0 && this.tokens[0] !== '|' && this.tokens[0] !== ')') operands.push(this.operand());
    if (isCall) return call(name, [...operands, ...piped]);
    if (operands.length !== 1 || piped.length > 0) throw this.unexpected(this.tokens[0] ?? 'the end');
    return operands[0];
  }

  private operand(): Value {
    const token = this.tokens.shift()!;
    if (token === '.') return this.data;
    if (token.startsWith('.')) return field(this.data, token.slice(1));
    if (token.startsWith('"')) return JSON.parse(token) as string;
    if (token.startsWith('`')) return token.slice(1, -1);
    if (/^-?\d/.test(token)) return Number(token);
    if (token !== '(') return call(token, []);
    const value = this.pipeline();
    if (this.tokens.shift() !== ')') throw this.unexpected('(');
    return value;
  }

  private unexpected(token: string): Error {
    return new Error(`unexpected ${token} in ${this.source}`);
  }
}

function call(name: string, args: Value[]): Value {
  const known = FUNCTIONS.get(name);
  if (!known) throw new Error(`function "${name}" not defined`);
  const { arity = args.length, run } = known;
  if (args.length !== arity) throw new Error(`wrong number of args for ${name}: want ${arity} got ${args.length}`);
  return run(...args);
}

/** Operands stand apart: by a space, a pipe or a parenthesis that closes or opens around them. */
function tokensOf(action: string): string[] {
  const inner = action.replace(/^\{\{(- )?/, '').replace(/( -)?\}\}$/, '');
  const tokens = [...inner.matchAll(TOKEN)].map(([token]) => token);
  const end = tokens.join('').length;
  const glued = tokens.find((token, index) => index > 0 && !/^[\s|(]/.test(tokens[index - 1]) && !/^[\s|)]/.test(token));
  if (end !== inner.length || glued) throw new Error(`unexpected ${glued ?? inner.slice(end)} in ${action}`);
  return tokens.filter((token) => token.trim());
}

/** The Secret that External Secrets Operator makes of an ExternalSecret, given what its store holds for each `secretKey`. */
export function secretFromExternalSecret(externalSecret: any, values: Readonly<Record<string, string>>): any {
  expectKind(externalSecret, 'external-secrets.io/v1', 'ExternalSecret');
  const { metadata, spec: { target: { name, template } = {} as any, data = [] } } = externalSecret;
  for (const { secretKey } of data) expectValue(values, secretKey);
  if (template?.templateFrom || (template?.engineVersion ?? 'v2') !== 'v2') throw new Error('not executed: templateFrom, or an engine other than v2');
  return secret({ name: name ?? metadata.name, namespace: metadata.namespace }, template, {
    // by default what the template says, and nothing else
    ...!template?.data || template.mergePolicy === 'Merge' ? values : {},
    ...executeAll(template?.data, values),
  });
}

/** The Secret that the Sealed Secrets controller makes of a SealedSecret, given what it has decrypted. */
export function secretFromSealedSecret(sealedSecret: any, values: Readonly<Record<string, string>>): any {
  expectKind(sealedSecret, 'bitnami.com/v1alpha1', 'SealedSecret');
  const { metadata: { name, namespace }, spec: { encryptedData, template } } = sealedSecret;
  for (const key of Object.keys(encryptedData)) expectValue(values, key);
  return secret({ name, namespace }, template, { ...values, ...executeAll(template?.data, values) });
}

function executeAll(templates: Readonly<Record<string, string>> = {}, values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(templates).map(([key, template]) => [key, executeTemplate(template, values)]));
}

function secret(place: object, template: any, texts: Readonly<Record<string, string>>): any {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { ...template?.metadata, ...place },
    type: template?.type ?? 'Opaque',
    data: Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, Buffer.from(value).toString('base64')])),
  };
}

function expectKind({ apiVersion, kind }: any, wantedVersion: string, wantedKind: string) {
  if (apiVersion !== wantedVersion || kind !== wantedKind) throw new Error(`expected ${wantedVersion} ${wantedKind}, got ${apiVersion} ${kind}`);
}

function expectValue(values: Readonly<Record<string, string>>, key: string) {
  if (!Object.hasOwn(values, key)) throw new Error(`there is no value for ${key}`);
}
