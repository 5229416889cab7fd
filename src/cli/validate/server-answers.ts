import type { ServerCause } from './server-rules';
import type { Path, Step } from '../../findings/path';
import { show, Shown, withoutPassword } from '../../findings/shown';
import { isObject } from '../../private/check';
import { isHeldBack, passwordsIn } from '../../private/hidden';
import { isKind } from '../../private/kinds/kind-of';
import { isSubstituted } from '../../private/substitution';
import { holdsPassword, isFieldOfSecret, mayBePassword } from '../../private/suspicious';

// For an invalid value, the API server reports the field, the value and the problem. For an object that it cannot read, it reports a
// sentence, which may contain the field.

/** The sentence of a decoder on an unknown or duplicate field. */
const NAMED = /^(?:unknown|duplicate) field "((?:[^"\\]|\\.)*)"$/s;

/** The sentence of a decoder on a value of a wrong type: its actual type, and the fields that lead to it, without indexes. */
const MISTYPED = /^json: cannot unmarshal (\w+)(?: \S+)? into Go struct field \w+\.(\S+) of type/;

/** The path of the field to which a cause refers; empty for the object as a whole. */
export function pathOfCause(object: unknown, { field, message }: ServerCause): Path {
  const named = field ?? NAMED.exec(message)?.[1];
  if (named !== undefined) return pathIn(named);
  const [, type, fields] = MISTYPED.exec(message) ?? [];
  return fields === undefined ? [] : mistyped(object, fields.split('.'), type) ?? [];
}

const STEP = /\[([^[\]]*)\]|([^.[\]]+)/g;

/** The steps of `spec.ports[0].port`; `<nil>` and `[]` are the object itself. */
function pathIn(text: string): Path {
  return [...text.matchAll(STEP)].map(([, inBrackets, name]): Step => /^\d+$/.test(inBrackets) ? Number(inBrackets) : inBrackets ?? name)
    .filter(step => step !== '' && step !== '<nil>');
}

/** The first path along these fields, through any element of a list, whose value has the type. */
function mistyped(value: unknown, names: readonly string[], type: string): Path | undefined {
  if (Array.isArray(value) && (names.length > 0 || type !== 'array')) {
    return firstOf(value.entries(), ([i, element]) => withStep(i, mistyped(element, names, type)));
  }
  const [name, ...rest] = names;
  if (name === undefined) return typeOf(value) === type ? [] : undefined;
  return isObject(value) ? withStep(name, mistyped(value[name], rest, type)) : undefined;
}

function firstOf<T, R>(all: Iterable<T>, find: (each: T) => R | undefined): R | undefined {
  for (const each of all) {
    const result = find(each);
    if (result !== undefined) return result;
  }
  return undefined;
}

const withStep = (step: Step, path: Path | undefined) => path && [step, ...path];

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

/** Whether a value contains a placeholder that is substituted before the object is applied. */
export function isFilledIn(object: unknown, path: Path): boolean {
  const value = valueAt(object, path);
  return typeof value === 'string' && isSubstituted(value);
}

const valueAt = (object: unknown, path: Path): unknown => path.reduce((value: any, step) => value?.[step], object);

/** The start of each of its sentences on a field: the kind of problem. */
const KIND_OF_CAUSE = /^(?:(?:Duplicate|Invalid|Required|Unsupported) value|Forbidden|Internal error|Not found|Too (?:few|long|many))(?=:)/;

/** The sentences that repeat the value. */
const ON_VALUE = /^((?:Duplicate|Invalid|Unsupported) value|Not found): (.*)$/s;

/** A value that is no list or map, and the reason after it. */
const SCALAR = /^("(?:[^"\\]|\\.)*"|[^\s":{}[\]()&,]+)((?:: |, ).*)?$/s;

/** The type of a list or a map in Go syntax, before its first bracket. */
const TYPE = /^(?:[&*\w./-]|\[\w*\])*(?=[{[])/;

/** A reason that cannot contain a part of a list or a map. */
const REASON = /^: [^"{}[\]]*$/;

/** The end of a sentence on an immutable field, which contains no value. */
const FIXED = /: field is immutable(?: when `immutable` is set)?$/;

const DEFINITION = 'apiextensions.k8s.io/CustomResourceDefinition';

/** The message of the API server, without values of the object, or of the one in the cluster, that may be passwords. */
export function answerTo(object: unknown, path: Path, { field, message }: ServerCause, before?: unknown): Shown {
  if (field === undefined && NAMED.test(message)) return Shown.inWords(message);
  const objects = before === undefined ? [object] : [object, before];
  if (field !== undefined && mayBePassword(object, path)) {
    const [kind = 'it is not valid', fixed = ''] = [KIND_OF_CAUSE.exec(message)?.[0], FIXED.exec(message)?.[0]];
    return Shown.inWords(`${kind}${fixed}`);
  }
  const [value] = objects.map(each => valueAt(each, path)).filter(each => each !== undefined);
  const isOpen = !objects.some(each => isHeldBack(each, path));
  // the words of a schema are no passwords
  const passwords = objects.filter(each => !isKind(each, DEFINITION)).flatMap(passwordsIn);
  const text = withoutPasswords(message, passwords.filter(each => !isOpen || each !== String(value)));
  return Shown.inWords(field === undefined ? readingAnswer(object, text) : fieldAnswer(isOpen ? value : {}, text));
}

/** The message on an object that it cannot read, which quotes either names of fields or values. */
function readingAnswer(object: unknown, message: string): string {
  if (isFieldOfSecret(object, '', true)) return 'a value has another type or form';
  if (MISTYPED.test(message)) return withoutValues(message.replace(/(cannot unmarshal \w+) \S+ into/, '$1 into'));
  return withoutValues(withoutQuoted(message));
}

/** The message on a field that cannot be a password. On a list or a map, quoted text may be any value in it. */
function fieldAnswer(value: unknown, message: string): string {
  const isWhole = !isObject(value) && !Array.isArray(value);
  const about = (text: string) => withoutValues(isWhole ? text : withoutQuoted(text));
  const [, kind, rest] = ON_VALUE.exec(message) ?? [];
  if (rest === undefined) return about(message);
  const [, scalar, reason = ''] = SCALAR.exec(rest) ?? [];
  return `${kind}: ${scalar === undefined ? `…${reasonAfter(rest)}` : `${shownValue(scalar, value)}${about(reason)}`}`;
}

/** The reason that follows a list or a map; nothing if it is not certain where the value ends. */
function reasonAfter(text: string): string {
  const type = TYPE.exec(text)?.[0];
  const reason = type === undefined ? '' : text.slice(endOfValue(text, type.length));
  return REASON.test(reason) ? withoutValues(reason) : FIXED.exec(text)?.[0] ?? '';
}

/** A string or a number in Go syntax, shown as elsewhere; hides a string that may contain a list or a map. */
function shownValue(text: string, own: unknown): string {
  const isWhole = own !== undefined && !isObject(own) && !Array.isArray(own);
  if (!text.startsWith('"')) return isWhole || own === undefined || /^[-+]?\d+$/.test(text) ? text : '…';
  // the API server may name the type of a list or a map instead of its value
  if (!isWhole && !(own === undefined ? /^"[^"{}[\]\\]*"$/ : /^"\w*"$/).test(text)) return '"…"';
  try {
    return show(JSON.parse(text));
  } catch {
    // Go escapes some characters differently from JSON
    return '"…"';
  }
}

/** Quoted strings are not shown, nor what follows a quote that nothing ends. */
const withoutQuoted = (text: string) => text.replace(/"(?:[^"\\]|\\.)*("|\\?$)/gs, '"…"');

/** Settings, which may be passwords by their names. */
const SETTING = /(?<![\w.-])([\w.-]+)=([^\s,;)"]+)/g;

/** A text without lists and maps, in Go syntax or JSON, and without the passwords of URLs and settings. */
function withoutValues(text: string): string {
  let shown = '';
  let end = 0;
  for (const { index, 0: { length } } of text.matchAll(/\{|map\[(?!\w*\])|\[(?=["{[])/g)) {
    if (index < end) continue;
    shown += `${text.slice(end, index)}…`;
    end = endOfValue(text, index + length - 1);
  }
  return `${shown}${text.slice(end)}`.replace(/\S+/g, withoutPassword)
    .replace(SETTING, (all, name: string) => holdsPassword(name) ? `${name}=…` : all);
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/** The end of a value that begins with a bracket; the end of the text if the value is cut, or in an unknown syntax. */
function endOfValue(text: string, start: number): number {
  const open: string[] = [];
  const token = /"(?:[^"\\]|\\.)*("|\\?$)|[{}[\]]/gs;
  token.lastIndex = start;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [bracket] = match;
    if (CLOSING[bracket]) open.push(CLOSING[bracket]);
    else if (!bracket.startsWith('"') && open.pop() !== bracket) break;
    if (open.length === 0) return token.lastIndex;
  }
  return text.length;
}

/** Shorter values do not count as passwords, since they may be any word of a sentence. */
const SHORTEST = 4;
/** Values of this length are hidden within words, too. */
const LONG = 8;

/** A text without some values, even if it contains only a line of one, or one that is cut. */
function withoutPasswords(text: string, values: readonly string[]): string {
  const forms = [...new Set(values.flatMap(formsOf))].filter(form => form.length >= SHORTEST && !/^(true|false)$/.test(form));
  const found = forms.filter(form => text.includes(form)).sort((a, b) => b.length - a.length).map(form => {
    const pattern = form.replace(/[^\w\s]/g, '\\$&');
    return form.length >= LONG ? pattern : `(?<!\\w)${pattern}(?!\\w)`;
  });
  const whole = found.length === 0 ? text : text.replace(new RegExp(found.join('|'), 'g'), '…');
  return whole.split(/(\.{2,}|…)/).map((part, i) => i % 2 === 1 ? part : withoutCut(part, forms)).join('');
}

/** The forms of a value in a text: whole, quoted, decoded, and each line with or without its name. */
function formsOf(value: string): string[] {
  const lines = value.split('\n').flatMap(line => [line, line.replace(/^[^=]*=/, ''), line.replace(/^[^:]*:\s/, '')]);
  const [, ofAddress = ''] = /\/\/[^\s/:@]*:([^\s@]*)@/.exec(value) ?? [];
  const bare = lines.map(line => line.replace(/^[\s"',;]+|(?<![\s"',;])[\s"',;]+$/g, ''));
  const isEncoded = value.length % 4 === 0 && /^[\w+/]+={0,2}$/.test(value);
  const all = [value, ...bare, ofAddress, ...isEncoded ? [Buffer.from(value, 'base64').toString()] : []];
  return all.flatMap(each => [each, JSON.stringify(each).slice(1, -1)]);
}

/** A part of a text that may end in the middle of a value, without the start of that value. */
function withoutCut(part: string, forms: readonly string[]): string {
  const lengthOf = (form: string) => {
    for (let length = Math.min(form.length, part.length); length >= SHORTEST; length--) {
      if (part.endsWith(form.slice(0, length)) && !/\w$/.test(part.slice(0, -length))) return length;
    }
    return 0;
  };
  const possible = forms.filter(form => part.includes(form.slice(0, SHORTEST)));
  const cut = possible.reduce((longest, form) => Math.max(longest, lengthOf(form)), 0);
  return cut === 0 ? part : `${part.slice(0, -cut)}…`;
}
