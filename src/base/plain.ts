import { types } from 'node:util';
import { isObject } from './check';
import { mergedElements, patchedFields } from './kubernetes-api/patches';
import type { Spelling } from './kubernetes-api/spelling';
import { FINE, Finding, ParametersOf, bad, found, joinPath, Shown } from './findings/finding';

type MutableFields = Record<string, unknown>;

/** Props whose keys the user chooses. */
const MAPS = new Set(['annotations', 'labels', 'matchLabels', 'namespaceLabels', 'podLabels']);

/** Deeper than any manifest, but not too deep for the writers and readers of YAML. */
export const DEEPEST = 200;

/** Objects and lists that were read from manifests. */
const READ = new WeakSet<object>();

/** Marks plain data as read from a manifest: its writer handles all strings, so that none is a hazard. */
export function asRead<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  READ.add(value);
  Object.values(value).forEach(asRead);
  return value;
}

/** Whether an object was read from a manifest. */
export function isRead(value: object): boolean { return READ.has(value); }

/** Marks a changed copy as read from a manifest if the original was. */
export function readAs<T extends object>(origin: object, copy: T): T {
  if (READ.has(origin)) READ.add(copy);
  return copy;
}

/**
 * The user's value as plain data, in a copy that nobody else holds: the only way into the model. `Quantity` and
 * `IntOrString` become their value, a `Date` its ISO form; `undefined` fields are left out and nulls are kept. Anything
 * else that YAML cannot hold is a finding, so that nothing fails while files are being written. Fields that cdk8s-plus
 * types get the spelling of Kubernetes.
 */
export function plain<T>(value: T, field: string, findings: Finding[], spelling?: Spelling): T {
  return new Copy(field, findings).of(value, spelling) as T;
}

/**
 * Findings about what Kubernetes would not read as it is.
 *
 * @param isQuoted whether strings get quotes and escapes where they need them, which cdk8s does not give all of them
 */
export function misread(value: unknown, isQuoted: boolean): Finding[] {
  const findings: Finding[] = [];
  plain(value, '', findings);
  const misreads = isQuoted ? /^(data|not-finite|character U\+D)/ : /^(?!date|deep|instance|loop|undefined)/;
  return findings.filter(({ parameters: { reason, character } }) =>
    misreads.test(`${String(reason)} ${String(character)}`));
}

/** A copy in progress. */
class Copy {
  /** The objects around the current value: one that occurs again contains itself. */
  private readonly around: object[] = [];
  /** The path of the current value: joined to a field only for a finding. */
  private readonly steps: (string | number)[] = [];

  public constructor(private readonly root: string, private readonly findings: Finding[]) {}

  public of(value: unknown, spelling?: Spelling): unknown {
    switch (typeof value) {
      case 'string': return this.isRead ? value : this.string(value, yamlHazard(value));
      case 'boolean': case 'undefined': return value;
      case 'number':
        return Number.isFinite(value) ? value : this.refuse({ reason: 'not-finite', number: String(value) });
      case 'object': return value === null ? null : this.object(value, spelling);
      default: return this.refuse({ reason: 'data', value: Shown.of(value) });
    }
  }

  /** Whether what is being copied was read from a manifest. */
  private get isRead(): boolean {
    const { around } = this;
    return around.length > 0 && READ.has(around[around.length - 1]);
  }

  private string(value: string, hazard: YamlHazard | undefined): string | undefined {
    return hazard ? this.refuse(hazard) : value;
  }

  private object(value: object, spelling?: Spelling): unknown {
    if (!Array.isArray(value) && !isPlainObject(value)) return this.instance(value);
    if (this.around.includes(value)) return this.refuse({ reason: 'loop' });
    if (this.around.length >= DEEPEST) return this.refuse({ reason: 'deep', most: DEEPEST });
    this.around.push(value);
    const copy = Array.isArray(value) ? this.list(value, spelling) : this.fields(value as MutableFields, spelling);
    this.around.pop();
    return copy;
  }

  private list(value: readonly unknown[], spelling?: Spelling): unknown[] {
    const result = new Array<unknown>(value.length);
    for (let i = 0; i < value.length; i++) {
      this.steps.push(i);
      result[i] = value[i] === undefined ? this.refuse({ reason: 'undefined' }) : this.of(value[i], spelling);
      this.steps.pop();
    }
    return result;
  }

  private fields(value: MutableFields, spelling?: Spelling): MutableFields {
    const result: MutableFields = {};
    for (const key of Object.keys(value)) {
      const element = value[key];
      if (element === undefined) continue;
      this.steps.push(key);
      const spelled = spelling?.get(key);
      const name = this.string(spelled?.name ?? key, this.isRead ? undefined : yamlKeyHazard(key));
      // the value is kept under some name: a map without its only key would be rejected again
      put(result, `${name}`, this.of(element, spelled?.inner));
      this.steps.pop();
    }
    return result;
  }

  private instance(value: object): unknown {
    if (types.isDate(value)) {
      return Number.isNaN(value.getTime()) ? this.refuse({ reason: 'date' }) : value.toISOString();
    }
    // cdk8s itself recognizes Quantity, IntOrString and the like by this rule
    const { value: own } = value as { readonly value?: unknown };
    if (typeof own === 'string' || typeof own === 'number') return this.of(own);
    return this.refuse({ reason: 'instance', value: Shown.of(value) });
  }

  /** Returns `undefined`, so that the copy goes on and all findings are collected. */
  private refuse(parameters: ParametersOf<'not-plain'>): undefined {
    this.findings.push(...found('not-plain', joinPath(this.root, this.steps), parameters));
    return undefined;
  }
}

/** Whether an object only has fields: it is neither a list nor an instance of a class. */
export function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  // `Object.prototype` itself has no prototype, in any realm (such as a jest sandbox)
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** A copy of an object with a field added or replaced. */
export function withField(target: object | undefined, key: string, value: unknown): MutableFields {
  const result: MutableFields = { ...target };
  put(result, key, value);
  return result;
}

/** Sets a field of any name: an assignment to `__proto__` would be lost. */
function put(target: MutableFields, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/**
 * A copy of props, unaffected by later changes to the given value; null counts as absent. Instances of classes stay,
 * and so does a value that is no object, or is nested too deeply, for its check to reject.
 */
export function snapshot<T>(value: T, around: readonly unknown[] = []): T {
  if (around.length > DEEPEST || around.includes(value)) return value;
  const within = [...around, value];
  if (Array.isArray(value)) return value.map(element => snapshot(element, within)) as T;
  if (typeof value !== 'object' || value === null || !isPlainObject(value)) return value;
  const result: MutableFields = {};
  for (const [key, element] of Object.entries(value)) {
    if (element == null) continue;
    // a map is kept whole: dropping a label without a value would select more
    put(result, key, MAPS.has(key) && isPlainObject(element) ? { ...element } : snapshot(element, within));
  }
  return result as T;
}

/** Reports overrides that are no object, or would change an object's type or remove its metadata or spec. */
export function checkOverrides(overrides: unknown): Finding[] {
  if (overrides == null) return FINE;
  if (!isObject(overrides)) return bad('invalid-type', 'object', 'overrides', overrides);
  return [
    ...['apiVersion', 'kind'].filter(field => overrides[field] !== undefined).flatMap(field =>
      found('invalid-value', ['overrides', field], { reason: 'overridden-type' })),
    ...['metadata', 'spec'].filter(field => overrides[field] === null).flatMap(field =>
      found('invalid-type', ['overrides', field], { reason: 'null' })),
  ];
}

/**
 * Merges `overrides` into `base`, both plain: objects are merged, all else (lists and nulls too) is replaced. In an
 * object of a type of Kubernetes, lists whose elements have keys are merged by these.
 */
export function merge<T>(base: T, overrides: unknown, type = ''): T {
  if (!isObject(base) || !isObject(overrides)) return overrides as T;
  const result: MutableFields = { ...base };
  for (const [key, value] of Object.entries(overrides)) {
    const { type: inner, keys } = patchedFields(type).get(key) ?? {};
    const own = Object.hasOwn(base, key) ? base[key] : undefined;
    const isMerged = keys && Array.isArray(own) && Array.isArray(value);
    put(result, key, own === undefined ? value : !isMerged ? merge(own, value, inner)
      : mergedElements(own, value, keys).map(([i, j]) =>
        i === undefined ? value[j!] : j === undefined ? own[i] : merge(own[i], value[j], inner)));
  }
  return result as T;
}

/** A copy of plain data without `undefined` fields, with its keys in order if `sort` is set. */
export function ordered<T>(value: T, sort: boolean): T {
  if (Array.isArray(value)) return value.map(element => ordered(element, sort)) as T;
  if (!isObject(value)) return value;
  const result: MutableFields = {};
  for (const key of sort ? Object.keys(value).sort() : Object.keys(value)) {
    if (value[key] !== undefined) put(result, key, ordered(value[key], sort));
  }
  return result as T;
}

/** The fields that have a value; `null` is equivalent to none. */
export function definedFields<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as T;
}

/** A copy of plain data without the nulls in it, where they are equivalent to absent fields. */
export function withoutNulls<T>(value: T): T {
  if (Array.isArray(value)) return value.filter(element => element != null).map(withoutNulls) as T;
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const given = Object.entries(value).filter(([, element]) => element != null);
  return Object.fromEntries(given.map(([key, element]) => [key, withoutNulls(element)])) as T;
}

// cdk8s writes manifests with the npm package `yaml`; kubectl and the GitOps controllers read them with that of Go.
// One of the readers rejects each string below as it is written, or misreads it; test/base tries them.

/** The reason why a string would not be read as it was written: a reason of `not-plain`. */
type YamlHazard = { readonly reason: 'character'; readonly character: string }
  | { readonly reason: 'number-like' | 'blank-lines' | 'leading-tab' | 'space-line' | 'merge-key' };

/** Characters that are written without escapes, and that readers reject or fold into a space. */
const CHARACTERS = /[\x7f-\x9f\u2028\u2029\ufffe\uffff\ud800-\udfff]/u;

/** No character at all, so that there is no escape for it. */
const HALF_PAIR = /[\ud800-\udfff]/u;

/** Strings that the writer puts in double quotes: with control characters, or a last line of only spaces and tabs. */
const DOUBLE_QUOTED = /[\x00-\x08\x0b-\x1f]|\n[\t ]+$/;

/** The numbers of YAML 1.1, which the writer quotes. */
const QUOTED_NUMBER =
  /^[-+]?(0b[01_]+|0[0-7_]+|\d[\d_]*|0x[\da-fA-F_]+|\d[\d_]*(\.[\d_]*)?[eE][-+]?\d+|(\d[\d_]*)?\.[\d_]*)$/;

/** Strings that Go's reader takes for numbers once it has dropped all underscores: `0o17`, `0X1F`, `1e_5`. */
const GO_NUMBER =
  /^([-+]?(0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+|\d+|(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?)|0b[-+][01]+)$/;

/** Nearly all strings, recognized at a glance. */
const COMMON = /^[A-Za-z/][\x20-\x7e]*$/;

/** The reason why a string would not be read as it was written; `undefined` for all but the oddest strings. */
export function yamlHazard(text: string): YamlHazard | undefined {
  if (COMMON.test(text)) return undefined;
  const character = CHARACTERS.exec(text);
  if (character) {
    const code = (HALF_PAIR.exec(text) ?? character)[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    return { reason: 'character', character: `U+${code}` };
  }
  if (!text.includes('\n')) {
    const isUnquoted = /^[-+.\d]/.test(text) && !QUOTED_NUMBER.test(text);
    return isUnquoted && GO_NUMBER.test(text.replaceAll('_', '')) ? { reason: 'number-like' } : undefined;
  }
  if (text.endsWith('\n') && text.trim() === '' && /[ \t]/.test(text)) return { reason: 'blank-lines' };
  if (/^\n*\t/.test(text)) return { reason: 'leading-tab' };
  return /\n \n/.test(text) && DOUBLE_QUOTED.test(text) ? { reason: 'space-line' } : undefined;
}

/** The reason why a key would not be read as it was written. */
export function yamlKeyHazard(key: string): YamlHazard | undefined {
  return key === '<<' ? { reason: 'merge-key' } : yamlHazard(key);
}
