import * as fc from 'fast-check';
import { character } from './characters';
import { isSafe } from '../files/yaml/compared';

// what a writer of YAML has to think about, piece by piece
const PIECES = [
  ' ', '  ', '\t', '\n', '\n\n', 'a', 'b c', 'é', '日本', '👍🏽', '\xa0', '\u2028', '\u2029', '\ufeff', '\0', '\x1b[0m', '\r\n', '\x7f', '\x85', '\ud800', '\udc00',
  '#', ' #', ':', ': ', '-', '- ', '?', '? ', ',', '[', ']', '{', '}', '{{', '"', '\'', '\\', '\\n', '|', '>', '%', '---', '...', '&a', '*a', '!', '!!str ', '<<', '=', '@', '`', '~', '_', '/', '.', '(',
  'true', 'no', 'null', '0', '12', '1e3', '0x1F', '.5', '+1', '12:30', '2001-01-01', '__proto__', '$(X)', '{"a":1}', 'x'.repeat(50), 'a b '.repeat(30),
];

/** Words that YAML 1.1 takes for something else, and some that it does not. */
const WORDS = ['~', 'null', 'y', 'n', 'yes', 'no', 'true', 'false', 'on', 'off', '.inf', '-.inf', '+.inf', '.nan', '-.nan', 'e0', 'E1', 'e', '<<', '=', '', 'none', 'nul', 'truely', 'inf', 'nan'];

const CASES: readonly ((word: string) => string)[] = [
  word => word, word => word, word => word.toUpperCase(), word => word.slice(0, 1).toUpperCase() + word.slice(1), word => word.slice(0, 2).toUpperCase() + word.slice(2), word => `${word} `, word => `${word}\n`, word => `${word}s`,
];

const joined = (pieces: readonly string[], maxLength: number, separator = '') => fc.array(fc.constantFrom(...pieces), { maxLength }).map(all => all.join(separator));
const digits = (...lengths: number[]) => fc.constantFrom(...lengths).chain(length => fc.string({ unit: fc.constantFrom('0', '1', '2', '9'), minLength: length, maxLength: length }));
const optional = (text: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), text);

const words = fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...CASES)).map(([word, change]) => change(word));
const numberLike = joined(['0', '1', '7', '8', '9', '_', '.', 'e', 'E', '+', '-', 'x', 'o', 'b', 'a', 'F', ':', '60', '59', 'm', 'Mi', '%'], 6);
const zones = fc.constantFrom('', 'Z', ' Z', '+1', '-05:00', ' +5', '+123', 'z');
const clocks = fc.tuple(fc.constantFrom('T', 't', ' ', '\t ', ''), digits(1, 2, 2), digits(2, 2, 1), optional(digits(2, 2, 3)), optional(digits(1, 3)), zones)
  .map(([mark, hours, minutes, seconds, fraction, zone]) => `${mark}${hours}:${minutes}${seconds && ':'}${seconds}${fraction && '.'}${fraction}${zone}`);
const dates = fc.tuple(digits(4, 4, 4, 3, 5), digits(1, 2, 3), digits(1, 2, 2), optional(clocks)).map(([year, month, day, clock]) => `${year}-${month}-${day}${clock}`);
const lines = joined(['\n', '\n', '\n\n', ' ', '  ', '\t', 'a', 'b c', '"', '\'', '#', '- ', 'a: b', '---', '%', 'é', '\u2028', 'a longer line of a script, more than forty characters', '\\'], 8);
const brokenLines = joined(['\n', '\n', '\n\n', ' ', '\x1b', '\r', '"', '\\', 'a', 'b c', 'a longer line of a script, more than forty characters'], 8);
const names = fc.tuple(fc.constantFrom('component', 'app.kubernetes.io/name', 'registry.example.com/shop', 'https://example.com', 'metrics', '--log', '$(NAME)'), fc.constantFrom('', '-', ':', '/', '=', '.', '#', ' '), fc.nat(999))
  .map(parts => parts.join(''));

/** Any text. */
export const anyTexts: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: joined(PIECES, 5) },
  { weight: 3, arbitrary: names },
  { weight: 3, arbitrary: numberLike },
  { weight: 1, arbitrary: words },
  { weight: 1, arbitrary: dates },
  { weight: 3, arbitrary: lines },
  { weight: 1, arbitrary: brokenLines },
  { weight: 1, arbitrary: fc.string({ unit: character, maxLength: 6 }) },
  { weight: 1, arbitrary: fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map(code => String.fromCharCode(code)), maxLength: 4 }) },
);

/** Any text that readers take as cdk8s writes it. */
export const texts = anyTexts.filter(isSafe);

const keys = fc.oneof(
  { weight: 3, arbitrary: names },
  { weight: 4, arbitrary: texts },
  { weight: 1, arbitrary: fc.constantFrom('e0', '', '0', '10', '-1', '__proto__', 'y', 'constructor', '---', 'a: b', 'a\nb') },
);

const LONG_KEY = 'a'.repeat(1020);
/** Keys around the length from which they have a line of their own. */
const longKeys = fc.constantFrom('', 'a', 'aaa', 'aaaa', 'aaaaa', ': ', ':', '""', '\n').map(end => LONG_KEY + end);

const numbers = fc.oneof(
  fc.integer(), fc.nat(9999), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(0, -0, 1e21, -1e21, 1e-7, 2 ** 53),
);

/** What is no map, no list and no text. */
const others = fc.oneof({ weight: 2, arbitrary: numbers }, { weight: 3, arbitrary: fc.constantFrom<unknown>(true, false, null, undefined) });

const mapOf = (entries: [string, unknown][]) => {
  const map = {};
  for (const [key, value] of entries) Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
  return map;
};

const tied = fc.letrec<{ value: unknown; map: object; list: unknown[] }>(tie => ({
  value: fc.oneof({ maxDepth: 4, depthSize: 'small' }, { weight: 5, arbitrary: texts }, { weight: 2, arbitrary: others }, { weight: 3, arbitrary: tie('map') }, { weight: 3, arbitrary: tie('list') }),
  map: fc.array(fc.tuple(keys, tie('value')), { maxLength: 4 }).map(mapOf),
  list: fc.array(tie('value'), { maxLength: 4 }),
}));

/** A document of nothing but plain data, no object of which is in two places. */
export const documents: fc.Arbitrary<object> = fc.oneof(tied.map, tied.list);

class Point {
  public readonly x = 1;
}

/** What is more than data, made anew each time. */
const ODD: readonly (() => unknown)[] = [
  () => new Date(86_400_000), () => new Map([['a', [1]]]), () => new Set(['a', 'y']), () => new Point(), () => Buffer.from('abc'), () => new String('12'), // eslint-disable-line no-new-wrappers
  () => [, 1], () => Object.create(null), // eslint-disable-line no-sparse-arrays
];

/** A value with another inside of it, deeper or less deep. */
function around(inner: fc.Arbitrary<unknown>): fc.Arbitrary<object> {
  return fc.tuple(inner, tied.value, keys, fc.nat(4)).map(([value, beside, key, form]) => {
    switch (form) {
      case 0: return mapOf([[key, value], ['beside', beside]]);
      case 1: return [beside, value];
      case 2: return { a: [{ b: value, beside }] };
      case 3: return [[[value], beside]];
      default: return { a: { beside, b: { c: value } } };
    }
  });
}

/** Documents with something that is more than data, or a very long key. */
export const oddDocuments: fc.Arbitrary<object> = around(fc.oneof(
  fc.constantFrom(...ODD).map(make => make()),
  fc.tuple(longKeys, tied.value).map(entry => mapOf([entry])),
));

/** Documents in which one object or list is in two places or more, or holds itself. */
export const sharingDocuments: fc.Arbitrary<object> = fc.tuple(documents, tied.value, keys, fc.nat(5)).map(([shared, beside, key, form]) => {
  switch (form) {
    case 0: return mapOf([[key, shared], ['beside', beside], ['again', shared]]);
    case 1: return [shared, beside, shared, [shared]];
    case 2: return { a: [{ b: shared }, beside], c: [[shared]] };
    case 3: return [[shared], { beside, shared }];
    case 4: {
      const self: any = mapOf([[key, shared], ['beside', beside]]);
      self.self = [self];
      return self;
    }
    default: {
      const list: unknown[] = [shared, beside];
      list.push({ list });
      return list;
    }
  }
});

/** Objects as they are in manifests. */
export const manifests: fc.Arbitrary<object> = fc.record({
  apiVersion: fc.constantFrom('v1', 'apps/v1', 'core.oam.dev/v1alpha2'),
  kind: fc.constantFrom('ConfigMap', 'Deployment', 'Component'),
  metadata: fc.record({ name: names, labels: fc.array(fc.tuple(names, texts), { maxLength: 2 }).map(mapOf) }),
  data: fc.array(fc.tuple(names, lines.filter(isSafe)), { maxLength: 2 }).map(mapOf),
  ports: fc.array(fc.record({ name: names, port: fc.oneof(fc.nat(65535), texts) }, { requiredKeys: ['port'], noNullPrototype: true }), { maxLength: 2 }),
}, { requiredKeys: ['apiVersion', 'kind', 'metadata'], noNullPrototype: true });
