import { App, Chart, Duration, Lazy, Size } from 'cdk8s';
import * as fc from 'fast-check';
import { character } from './characters';
import { Scraper } from 'cdk8s-oam';

/**
 * Stands for a number that no other name of the model has: most names must be unique, and two models that share a name by
 * chance are not legal. No other text ends in this character.
 */
export const NUMBER = '\uE000';

/** Whether a value is an object without a class. */
export function isPlainObject(value: any): boolean {
  return typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));
}

/** A copy of a recipe, its names numbered through. */
export function numbered<T>(recipe: T): T {
  let last = 0;
  const copy = (value: any): any => {
    if (typeof value === 'string') return value.endsWith(NUMBER) ? `${value.slice(0, -1)}${++last}` : value;
    if (Array.isArray(value)) return value.map(copy);
    if (!isPlainObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, copy(field)]));
  };
  return copy(recipe);
}

/** A record whose fields may be missing, but for the required ones. */
export function some<T extends Record<string, any>>(fields: T, ...required: (keyof T)[]): fc.Arbitrary<any> {
  return fc.record(Object.fromEntries(Object.entries(fields)), { requiredKeys: required as string[] });
}

const list = <T>(of: fc.Arbitrary<T>, maxLength = 2, minLength = 0) => fc.array(of, { minLength, maxLength });
const distinct = (of: fc.Arbitrary<any>, key: string, minLength = 0) => fc.uniqueArray(of, { selector: e => e[key], minLength, maxLength: 2 });
export { list, distinct };

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
export const CHARACTERS = { LOWER, UPPER, DIGITS, ALL: LOWER + UPPER + DIGITS };

/** A word with characters of `ends` at both ends and of `inner` between them. (Far cheaper than fast-check's `stringMatching`.) */
export function word(ends: string, inner: string, max: number): fc.Arbitrary<string> {
  const end = fc.constantFrom(...ends);
  const middles = fc.string({ unit: fc.constantFrom(...inner), maxLength: max - 2 });
  return fc.tuple(end, middles, end).map(([first, middle, last]) => middle ? first + middle + last : first);
}

// What YAML 1.1 could take for something else, and what a writer must quote or escape.
const ODD = [
  '', ' ', 'yes', 'No', 'on', 'OFF', 'y', 'n', 'true', 'False', 'null', 'NULL', '~', '0', '-0', '0775', '0x1F', '0b11', '1e3', '1_000', '12:30', '1:20:30', '.5',
  '5.', '+1', '-.inf', '.nan', '=', '<<', '*a', '&a', '!t', '!!str a', '- a', '-', '?', ': ', 'a: b', 'a:', '# c', 'a #b', '@x', '`x`', '%YAML', '{}', '[]', '{{ .Values.x }}',
  '"', '\'', '\\', '|', '>', '>-\n a', '\n', 'a\nb', 'a\n', 'a\n\n', '\na', '\n  a\nb', ' a', 'a ', '\t', 'a\tb', '\ta', 'a\r\nb', '\r', '2001-01-01', '2001-12-14t21:59:43.10-05:00',
  '---', '...', '--- a', 'a\n---\nb', 'é', '日本', '👍🏽', '\u00a0', '\u0000', '\u001b[0m', '__proto__', 'constructor', '#', '##NAME##', '$(VAR)', '${Token[TOKEN.1]}',
];

// not every reader of YAML takes these where the writer leaves them as they are: they are refused
const UNWRITABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff\uE000]/gu;

// the numbers of Go that are none in YAML 1.1 (`0o17`, `1e_5`) are refused; of what looks like a number, ODD has enough
const NUMBER_LIKE = /^[-+.\d][-+_.\da-fA-FxXoO]*$/;

/** Text without the look of a number. */
export function noNumber(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return texts.filter(value => !NUMBER_LIKE.test(value));
}

/** Without what cdk8s cannot write: a line of one space, a tab at the beginning of several lines, lines of white space only. */
const writable = (value: string) => value
  .replace(UNWRITABLE, '')
  .replace(/\n (?=\n)/g, '\n')
  .replace(/^\t*\n[\n\t]*|^\t+(?=[^]*\n)/, start => start.replace(/\t/g, ''))
  .replace(/^\s*\n$/, '\n');

const random = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: character, maxLength: 8 }) },
  { weight: 1, arbitrary: list(fc.constantFrom(...ODD, 'some words'), 12).map(words => words.join(' ')) },
  { weight: 1, arbitrary: list(fc.constantFrom(...ODD, 'a line', '  indented'), 5).map(lines => lines.join('\n')) },
);

/** Any text that can be written to YAML. */
export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ODD) },
  { weight: 6, arbitrary: noNumber(random.map(writable)) },
);

/** Text with something in it. */
export const filled = text.map(value => value || 'x');

const ODD_KEYS = [
  '__proto__', 'constructor', 'toString', 'value', 'hasOwnProperty', 'resolve', 'yes', 'null', '~', '0775', '1', '10', '', 'a.b', 'a b', 'clusterIp',
];

const freeKey = fc.oneof(
  { weight: 4, arbitrary: word(LOWER, LOWER + UPPER, 9) },
  { weight: 2, arbitrary: fc.constantFrom(...ODD_KEYS) },
  { weight: 1, arbitrary: text },
  // not the merge key of YAML 1.1; and whatever a check or the platform knows by name has its own arbitrary
).filter(key => !/^(<<|apiVersion|kind|metadata|labels|annotations|coherence|ports|healthPort|webLogicCredentialsSecret|monitoringExporter|serverPod)$/.test(key));

const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 1e21, 1e-7, 0.1, 2 ** 53, Number.MAX_VALUE, Number.MIN_VALUE),
);

const tied = fc.letrec<{ value: any; object: any }>(tie => ({
  value: fc.oneof({ maxDepth: 3, withCrossShrink: true },
    { weight: 4, arbitrary: text },
    { weight: 2, arbitrary: fc.constantFrom(null, true, false, {}, []) },
    { weight: 2, arbitrary: number },
    { weight: 1, arbitrary: list(tie('value'), 2) },
    { weight: 1, arbitrary: tie('object') },
  ),
  object: fc.dictionary(freeKey, tie('value'), { maxKeys: 3 }),
}));

/** Any data that JSON can hold: nulls, empty objects and lists, and keys that are dangerous in JavaScript or YAML. */
export const anyData: fc.Arbitrary<any> = tied.value;

/** An object of any data. */
export const anyObject: fc.Arbitrary<Record<string, any>> = tied.object;

/** Fields that no schema and no check knows. */
export const unknownFields: fc.Arbitrary<Record<string, any>> = fc.dictionary(freeKey.map(key => `x${key}`), tied.value, { maxKeys: 3 });

/** The beginning of a name: short mostly, now and then as long as the limit allows. */
const stem = (max: number) => fc.oneof(
  { weight: 6, arbitrary: word(LOWER, `${LOWER}${DIGITS}-`, 12) },
  { weight: 1, arbitrary: fc.integer({ min: max - 6, max }).map(length => 'long-name-'.repeat(30).slice(0, length - 1) + 'x') },
);

/** A DNS-1123 label that is not unique. */
export const label: fc.Arbitrary<string> = fc.oneof(stem(63), fc.constantFrom('0', '9a', 'null', 'yes', 'default', '1e3', '0775'));

/** A name that no other object has: a DNS-1123 label. */
export const ownLabel: fc.Arbitrary<string> = stem(58).map(name => `${name}-${NUMBER}`);

/** A name that no other component or application has. */
export const ownModelName: fc.Arbitrary<string> = fc.oneof(ownLabel, stem(28).chain(a => stem(28).map(b => `${a}.${b}-${NUMBER}`)), fc.constant(`0${NUMBER}`));

/** A name that no other object has, up to the limit of 253. */
export const ownName: fc.Arbitrary<string> = fc.oneof({ weight: 5, arbitrary: ownLabel }, fc.constant(`${'a23456789.'.repeat(24)}bc-${NUMBER}`));

/** The name of a secret. */
export const secret: fc.Arbitrary<string> = fc.oneof(label, fc.constantFrom('a.b', `${'x'.repeat(126)}.${'y'.repeat(126)}`));

/** A port. */
export const port: fc.Arbitrary<number> = fc.oneof(fc.constantFrom(1, 80, 7001, 8080, 9612, 65535), fc.integer({ min: 1, max: 65535 }));

/** An HTTP path, without query and fragment. */
export const path: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('/', '/metrics', '/wls-exporter/metrics', '//', '/-/ready', '/%20', '/~user', '/yes', '/é', '/a:b', '/\'"', '/{x}', '/*'),
  fc.string({ unit: fc.constantFrom(...`${LOWER}${DIGITS}-_.~%!$&'()*+,;=:@/`), maxLength: 12 }).map(rest => `/${rest}`),
);

const labelKey = fc.oneof(
  noNumber(word(CHARACTERS.ALL, `${CHARACTERS.ALL}-_.`, 10)),
  fc.tuple(word(LOWER, LOWER, 8), word(CHARACTERS.ALL, `${CHARACTERS.ALL}-_.`, 10)).map(([prefix, name]) => `${prefix}.io/${name}`),
  // not `constructor`, which cdk8s cannot write and the library refuses
  fc.constantFrom('app', 'app.kubernetes.io/name', 'example.com/constructor', 'toString', 'value', 'yes', '0775', '1e3', 'null', 'x'.repeat(63), `${'d'.repeat(253)}/x`),
);

const labelValue = fc.oneof(
  noNumber(word(CHARACTERS.ALL, `${CHARACTERS.ALL}-_.`, 10)),
  fc.constantFrom('', 'v1', 'yes', 'true', 'null', '0775', '1e3', '1_000', '1.20', '0x1F', 'x'.repeat(63)),
);

/** Labels. */
export const labels = fc.dictionary(labelKey, labelValue, { maxKeys: 3 });

/** Annotations. */
export const annotations = fc.dictionary(labelKey, text, { maxKeys: 3 });

/** Stands for a secret: it must not be shown where it is part of something that is refused. */
export const MARKER = 'hunter2-marker';

class Credentials {
  public readonly user = MARKER;
  private readonly password = { text: MARKER };

  public toString(): string {
    return `${this.user} ${this.password.text}`;
  }
}

function cyclic(): any {
  const once: any = { list: [] };
  once.list.push({ once });
  return once;
}

function cyclicTwice(): any {
  const twice: any = {};
  return Object.assign(twice, { a: twice, b: [twice, twice] });
}

function nested(depth: number): any {
  let value: any = 'core';
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { value };
  return value;
}

const instances: fc.Arbitrary<any> = fc.constantFrom<(() => any)[]>(...[
  () => new Credentials(), cyclic, cyclicTwice, () => nested(150), () => nested(199), () => nested(250), () => nested(20_000),
  () => new Date(NaN), () => new Date(0), () => /x/, () => new Error('x'), () => Promise.resolve(1), () => new WeakMap(),
  () => Buffer.from('x'), () => new URL('http://x'), () => Duration.seconds(1), () => Size.gibibytes(1), () => Scraper.of('a', 'b'),
  () => Lazy.any({ produce: () => 'x' }), () => new App(), () => new Chart(new App(), 'c'), () => new Proxy({}, {}),
  () => Object.freeze({ a: 1 }), () => function* generator() { /* nothing */ }, () => Object.assign([1], { extra: 1 }),
  () => Object.create({ inherited: 1 }), () => class { public x = 1; }, () => ({ constructor: { name: 'x' } }),
  () => ({ constructor: { name: Symbol('x') } }), () => ({ constructor: null }), () => ({ toString: 1, valueOf: 2 }),
  () => Object.create(null), () => ({ toJSON: () => 'x' }), () => ({ length: -1 }), () => ({ value: Symbol('x') }), () => ({ then: 1 }),
  () => new (class { public value = 'x'; })(), () => new (class { public value = NaN; })(),
]).map(make => make());

const scalars = fc.constantFrom<any>(
  undefined, null, NaN, Infinity, -Infinity, -0, -1, 0, 1, 1.5, 65535, 65536, 2 ** 31, 2 ** 53, 1e308, 5e-324, true, false, Symbol('x'), Symbol.iterator, 10n,
  '', ' ', 'A', 'a b', 'a/b', '/a b', '*', '*.*', 'x'.repeat(64), 'x'.repeat(254), 'x'.repeat(5000), '.', '-', 'a..b', '\u0000', '\ud800', '\u007f', '\u2028', '\ufeff', '<<', '0o17', '\ta\n', ' \n',
  'a\n \nb\r this text is long enough to be folded', 'null', '{{ .Values.x }}', '${Token[TOKEN.1]}', '__proto__', 'constructor', 'http://x', 'prometheus.io/port',
);

const anything = fc.anything({
  // a finding cannot name a field whose key is empty
  key: fc.string({ minLength: 1 }),
  maxDepth: 2,
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
});

const DANGEROUS_KEYS = ['a', '__proto__', 'constructor', 'name', 'value', '<<', 'prometheus.io/port', 'x'.repeat(300)];

/** Anything at all. */
export const junk: fc.Arbitrary<any> = fc.oneof(
  { weight: 3, arbitrary: scalars },
  { weight: 3, arbitrary: instances },
  { weight: 3, arbitrary: anything },
  { weight: 1, arbitrary: fc.func(fc.anything()) },
  { weight: 1, arbitrary: fc.array(fc.oneof(scalars, instances), { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom(...DANGEROUS_KEYS), fc.oneof(scalars, instances), { maxKeys: 3 }) },
);

/** Things that hold a secret somewhere. */
export const secretHolders: fc.Arbitrary<any> = fc.constantFrom<(() => any)[]>(...[
  () => new Credentials(), () => ({ password: MARKER }), () => ({ a: { b: [MARKER] } }), () => new Map([['a', MARKER]]),
  () => new Set([MARKER]), () => new Error(MARKER), () => new RegExp(MARKER), () => new URL(`http://${MARKER}`), () => Buffer.from(MARKER),
  () => new String(MARKER), () => Symbol(MARKER), () => Promise.resolve(MARKER), () => ({ constructor: { name: MARKER } }),
  () => ({ toString: () => MARKER }), () => ({ toJSON: () => MARKER }), () => ({ [MARKER]: 1 }), () => () => MARKER,
  () => Lazy.any({ produce: () => MARKER }), () => Object.assign(() => 1, { displayName: MARKER }), () => [new Credentials()],
  () => ({ c: new Credentials() }), () => ({ name: { first: MARKER } }),
]).map(make => make());
