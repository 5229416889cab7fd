import { types } from 'node:util';
import { isObject } from './check';
import type { Spelling } from './kubernetes-api/spelling';
import { FINE, Finding, ParametersOf, bad, found } from '../findings/finding';
import { joinPath } from '../findings/path';
import { Shown } from '../findings/shown';

type MutableFields = Record<string, unknown>;

/** Props whose keys are the user's own. */
const MAPS = new Set(['annotations', 'labels', 'matchLabels', 'podLabels']);

/** Deeper than any manifest, and not too deep for the writers and readers of YAML. */
const DEEPEST = 200;

/** Objects and lists that were read from manifests. */
const READ = new WeakSet<object>();

/**
 * Plain data that was read from a manifest, and is written by a writer that knows all texts: none of them is a hazard. It is marked, with
 * all that is in it, and given back.
 */
export function asRead<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  READ.add(value);
  Object.values(value).forEach(asRead);
  return value;
}

/** Whether an object was read from a manifest. */
export function isRead(value: object): boolean {
  return READ.has(value);
}

/** A changed copy of what was read from a manifest is as good as that. */
export function readAs<T extends object>(origin: object, copy: T): T {
  if (READ.has(origin)) READ.add(copy);
  return copy;
}

/**
 * The user's value as plain data, in a copy that nobody else holds: the one way in. `Quantity` and `IntOrString` give
 * their value, a `Date` its ISO form; `undefined` fields are left out and nulls are kept. All else that YAML cannot
 * hold is a finding, so that nothing fails while files are being written. The spelling of what cdk8s-plus types becomes
 * Kubernetes' own.
 */
export function plain<T>(value: T, field: string, findings: Finding[], spelling?: Spelling): T {
  return new Copy(field, findings).of(value, spelling) as T;
}

/** One copy that is being made. */
class Copy {
  /** The objects around the value at hand: one that comes up again contains itself. */
  private readonly around: object[] = [];
  /** Where they hold it: put together to a field only when there is something to say. */
  private readonly steps: (string | number)[] = [];

  public constructor(private readonly root: string, private readonly findings: Finding[]) {}

  public of(value: unknown, spelling?: Spelling): unknown {
    switch (typeof value) {
      case 'string':
        return this.isRead ? value : this.text(value, yamlHazard(value));
      case 'boolean':
      case 'undefined':
        return value;
      case 'number':
        return Number.isFinite(value) ? value : this.refuse({ reason: 'not-finite', number: String(value) });
      case 'object':
        return value === null ? null : this.object(value, spelling);
      default:
        return this.refuse({ reason: 'data', value: Shown.of(value) });
    }
  }

  /** Whether what is being copied was read from a manifest. */
  private get isRead(): boolean {
    const { around } = this;
    return around.length > 0 && READ.has(around[around.length - 1]);
  }

  private text(value: string, hazard: YamlHazard | undefined): string | undefined {
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
      const name = this.text(spelled?.name ?? key, this.isRead ? undefined : yamlKeyHazard(key));
      // a map without its only key would be refused once more
      put(result, `${name}`, this.of(element, spelled?.inner));
      this.steps.pop();
    }
    return result;
  }

  private instance(value: object): unknown {
    if (types.isDate(value)) return Number.isNaN(value.getTime()) ? this.refuse({ reason: 'date' }) : value.toISOString();
    // the rule by which cdk8s itself knows Quantity, IntOrString and their like
    const { value: own } = value as { readonly value?: unknown };
    if (typeof own === 'string' || typeof own === 'number') return this.of(own);
    return this.refuse({ reason: 'instance', value: Shown.of(value) });
  }

  /** Nothing, so that the copy can go on and all findings come together. */
  private refuse(parameters: ParametersOf<'not-plain'>): undefined {
    this.findings.push(...found('not-plain', joinPath(this.root, this.steps), parameters));
    return undefined;
  }
}

/** Whether an object has fields and nothing else: it is no list, and no instance of a class. */
export function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  // the prototype of all objects has none itself, in whichever realm (a jest sandbox, say) it was made
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** A copy with one field more, or another one. */
export function withField(target: object | undefined, key: string, value: unknown): MutableFields {
  const result: MutableFields = { ...target };
  put(result, key, value);
  return result;
}

/** Sets a field whatever it is called: an assignment to `__proto__` would be lost. */
function put(target: MutableFields, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}

/**
 * Props as they are now, with null as good as absent: a later change of what was given changes nothing. Instances of classes stay what they
 * are, and what are no props, or too deep (as what contains itself), is left for its check to refuse.
 */
export function snapshot<T>(value: T, around: readonly unknown[] = []): T {
  if (around.length > DEEPEST || around.includes(value)) return value;
  const within = [...around, value];
  if (Array.isArray(value)) return value.map(element => snapshot(element, within)) as T;
  if (typeof value !== 'object' || value === null || !isPlainObject(value)) return value;
  const result: MutableFields = {};
  for (const [key, element] of Object.entries(value)) {
    if (element == null) continue;
    // a map is kept whole: without a label that has no value, more would be selected
    put(result, key, MAPS.has(key) && isPlainObject(element) ? { ...element } : snapshot(element, within));
  }
  return result as T;
}

/** Findings about overrides that are none, or that would turn an object into one of another type. */
export function checkOverrides(overrides: unknown): Finding[] {
  if (overrides == null) return FINE;
  if (!isObject(overrides)) return bad('invalid-type', 'object', 'overrides', overrides);
  return [
    ...['apiVersion', 'kind'].filter(field => overrides[field] !== undefined).flatMap(field =>
      found('invalid-value', ['overrides', field], { reason: 'overridden-type' })),
    ...['metadata', 'spec'].filter(field => overrides[field] === null).flatMap(field =>
      found('invalid-type', ['overrides', field], { reason: 'null-override' })),
  ];
}

/** `overrides` laid over `base`, both plain: objects are merged, all else (lists and nulls too) is replaced. */
export function merge<T>(base: T, overrides: unknown): T {
  if (!isObject(base) || !isObject(overrides)) return overrides as T;
  const result: MutableFields = { ...base };
  for (const key of Object.keys(overrides)) {
    put(result, key, Object.hasOwn(base, key) ? merge(base[key], overrides[key]) : overrides[key]);
  }
  return result as T;
}

/** Longer lists of keys are sorted by the engine. */
const FEW = 24;

/** The keys of an object in order. Most objects have few, and sorting these in place takes no memory. */
export function sortedKeys(value: object): string[] {
  const keys = Object.keys(value);
  if (keys.length > FEW) return keys.sort();
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i];
    let at = i;
    for (; at > 0 && keys[at - 1] > key; at--) keys[at] = keys[at - 1];
    keys[at] = key;
  }
  return keys;
}

/** A copy of plain data, with keys in order unless told otherwise. */
export function ordered<T>(value: T, sort: boolean): T {
  if (Array.isArray(value)) return value.map(element => ordered(element, sort)) as T;
  if (!isObject(value)) return value;
  const result: MutableFields = {};
  for (const key of sort ? sortedKeys(value) : Object.keys(value)) {
    if (value[key] !== undefined) put(result, key, ordered(value[key], sort));
  }
  return result as T;
}

/** A value without the nulls in it, where they are equivalent to absent fields; the same where there are none. */
export function withoutNulls<T>(value: T): T {
  return hasNulls(value) ? cleared(value) as T : value;
}

function hasNulls(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value == null;
  return (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) && Object.values(value).some(hasNulls);
}

function cleared(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter(element => element != null).map(cleared);
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const given = Object.entries(value).filter(([, element]) => element != null);
  return Object.fromEntries(given.map(([key, element]) => [key, cleared(element)]));
}

// cdk8s writes manifests with the npm package `yaml`, kubectl and the GitOps controllers read them with Go's. Each text
// below is written in a way that one reader or the other refuses or reads as something else; test/private tries them.

/** Why a text would not come out as it went in: a reason of `not-plain`. */
type YamlHazard = { readonly reason: 'character'; readonly character: string }
  | { readonly reason: 'number-like' | 'blank-lines' | 'leading-tab' | 'space-line' | 'merge-key' };

/** Written bare: readers refuse them, or fold them into a space. Halves of surrogate pairs are no characters at all. */
const CHARACTERS = /[\x7f-\x9f\u2028\u2029\ufffe\uffff\ud800-\udfff]/u;

/** Control characters, and space at the end, make the writer use double quotes. */
const DOUBLE_QUOTED = /[\x00-\x08\x0b-\x1f]|\n[\t ]+$/;

/** The numbers of YAML 1.1, which the writer quotes. */
const QUOTED_NUMBER = /^[-+]?(0b[01_]+|0[0-7_]+|\d[\d_]*|0x[\da-fA-F_]+|\d[\d_]*(\.[\d_]*)?[eE][-+]?\d+|(\d[\d_]*)?\.[\d_]*)$/;

/** What Go's reader takes for a number once it has dropped all underscores. */
const GO_NUMBER = /^([-+]?(0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+|\d+|(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?)|0b[-+][01]+)$/;

/** Written without quotes as text, and read as a number: `0o17`, `0X1F`, `1e_5`. */
function isGoNumber(text: string): boolean {
  return /^[-+.\d]/.test(text) && !QUOTED_NUMBER.test(text) && GO_NUMBER.test(text.replaceAll('_', ''));
}

/** What nearly all texts are: told apart by one look. */
const COMMON = /^[A-Za-z/][\x20-\x7e]*$/;

/** Why a text would not come out of a manifest as it went in; nothing for all but the oddest texts. */
export function yamlHazard(text: string): YamlHazard | undefined {
  if (COMMON.test(text)) return undefined;
  const character = CHARACTERS.exec(text);
  if (character) {
    const code = character[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    return { reason: 'character', character: `U+${code}` };
  }
  if (text.includes('\n')) return lines(text);
  return isGoNumber(text) ? { reason: 'number-like' } : undefined;
}

function lines(text: string): YamlHazard | undefined {
  if (/^\s*[ \t]\s*\n$/.test(text)) return { reason: 'blank-lines' };
  if (/^\n*\t/.test(text)) return { reason: 'leading-tab' };
  return /\n \n/.test(text) && DOUBLE_QUOTED.test(text) ? { reason: 'space-line' } : undefined;
}

/** Why a key would not come out of a manifest as it went in. */
export function yamlKeyHazard(key: string): YamlHazard | undefined {
  return key === '<<' ? { reason: 'merge-key' } : yamlHazard(key);
}
