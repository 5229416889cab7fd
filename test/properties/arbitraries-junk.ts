import { App, Chart, Duration, Lazy, Size } from 'cdk8s';
import * as fc from 'fast-check';
import { Scraper } from 'cdk8s-oam';

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
