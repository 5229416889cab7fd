import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { Call, refusals, validAnswers } from './arbitraries-answers';
import { Place, placesOf } from './places';
import { changed } from '../support/changed';

/** What a server sends, and for which call. */
export interface SentAnswer {
  readonly call: Call;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** As it is sent, compressed or not. */
  readonly body: Buffer;
  /** Where the body is cut into pieces. */
  readonly cuts: readonly number[];
  /** The connection ends before the body does. */
  readonly isCut: boolean;
}

/** An answer as it is shown where it fails. */
export function shown({ body, ...answer }: SentAnswer): string {
  return `${JSON.stringify(answer)} ${JSON.stringify(body.toString('latin1').slice(0, 1000))}`;
}

/** Stands around a text that is written as it is, without quotes: what `JSON.stringify` would not write. No other text has it. */
const RAW = '\uE000';
const raw = (json: string) => `${RAW}${json}${RAW}`;
const QUOTED = new RegExp(`"${RAW}((?:[^"\\\\${RAW}]|\\\\.)*)${RAW}"`, 'g');

/** A value as text. */
export function written(json: unknown): string {
  return (JSON.stringify(json) ?? 'null').replace(QUOTED, (_, escaped: string) => JSON.parse(`"${escaped}"`));
}

const UNPRINTABLE = { toString: 1, valueOf: 1 };

/** What may stand where something else belongs. */
const intruders: fc.Arbitrary<unknown> = fc.constantFrom<unknown[]>(...[
  null, true, false, 0, -1, 1, 4, 1.5, 1.0001, 1e300, '', 'x', ' 1', '0x10', 'Infinity', 'inf', '+Inf', 'NaN', 'constructor', '__proto__', 'toString', 'vector', 'matrix', 'scalar', 'string',
  'error', 'success', 'x'.repeat(5000), '\u001b[2J\n\u2028', [], [[]], {}, UNPRINTABLE, [UNPRINTABLE], [1, '1'], ['1', 1], [1, '1', 1], { metric: {}, value: [1, '1'] }, { metric: {}, values: [] },
  raw('1e400'), raw('-1e400'), raw('9'.repeat(40)), raw(`0.${'1'.repeat(40)}`), raw(`"${'9'.repeat(400)}"`), raw('1.7976931348623159e308'), raw('-0'),
  raw(`${'['.repeat(200)}${']'.repeat(200)}`), raw(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`), raw('{"a":"1","a":"2"}'), raw('{"metric":{},"metric":{},"value":[1,"1"]}'),
  raw('NaN'), raw('nil'), raw('01'), raw('\'x\''), raw('"\\ud800"'), raw('"\\x"'), raw(''),
]);

/** One thing that is done to a value. */
const structural: fc.Arbitrary<(json: any) => any> = fc.tuple(fc.nat(), fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'repeat', 'swap'), intruders, fc.nat()).map(
  ([n, how, value, m]) => (json: any): any => {
    const places = placesOf(json);
    const place = places[n % Math.max(1, places.length)] ?? [];
    const inner = (at: Place) => at.reduce((outer, key) => outer?.[key], json);
    switch (how) {
      case 'remove': return changed(json, place, undefined);
      case 'add': return changed(json, [...place.slice(0, -1), 'extra'], value);
      case 'repeat': return changed(json, place, [inner(place), inner(place)]);
      case 'swap': return changed(json, place, inner(places[m % Math.max(1, places.length)] ?? []));
      default: return changed(json, place, value);
    }
  });

const bytes = fc.oneof(
  fc.constantFrom(...['\0', '"', '\\', '}', ']', ',', ':', '{', '[', ' ', '\n', '0', 'é', '\ufeff', '\u0085', '"a":1,', '"data":{},', '"status":"success",', '1e999', 'null'].map(each => Buffer.from(each))),
  fc.constantFrom(Buffer.from([0xff]), Buffer.from([0xc3]), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from([0xc0, 0x80])),
  fc.uint8Array({ minLength: 1, maxLength: 4 }).map(array => Buffer.from(array)),
);

/** Cuts the middle out of a body, and puts something there. */
function splice(body: Buffer, at: number, length: number, inserted: Buffer): Buffer {
  return Buffer.concat([body.subarray(0, at), inserted, body.subarray(at + length)]);
}

/** A byte with another bit. */
function flipped(byte: number, bit: number): Buffer {
  return Buffer.from([Math.floor(byte / bit) % 2 === 1 ? byte - bit : byte + bit]);
}

/** One thing that is done to a body. */
const binary: fc.Arbitrary<(body: Buffer) => Buffer> = fc.tuple(fc.nat(), fc.constantFrom('truncate', 'flip', 'insert', 'insert', 'delete', 'replace'), bytes, fc.integer({ min: 1, max: 40 })).map(
  ([n, how, inserted, length]) => (body: Buffer): Buffer => {
    const at = n % Math.max(1, body.length);
    switch (how) {
      case 'truncate': return body.subarray(0, at);
      case 'flip': return splice(body, at, 1, flipped(body[at] ?? 0, 2 ** (length % 8)));
      case 'insert': return splice(body, at, 0, inserted);
      case 'delete': return splice(body, at, length, Buffer.alloc(0));
      default: return splice(body, at, inserted.length, inserted);
    }
  });

const around: fc.Arbitrary<(body: Buffer) => Buffer> = fc.tuple(fc.constantFrom('', '', ')]}\',\n', '<html>', '\ufeff', '\0', '{}', ' \n', 'x'), fc.constantFrom('', '', '{}', '\0', ' \r\n\t', '}', ',', '</html>'))
  .map(([before, after]) => body => Buffer.concat([Buffer.from(before), body, Buffer.from(after)]));

/** More than the client holds of anything, and a lot of what it need not hold. */
const LARGE = [Buffer.alloc(400_000, 'x'), Buffer.from(`"large":"${'x'.repeat(400_000)}",`), Buffer.alloc(200_000, ' ')];
const large: fc.Arbitrary<(body: Buffer) => Buffer> = fc.constantFrom(...LARGE).map(inserted => body => splice(body, 1, 0, inserted));

const some = <T>(of: fc.Arbitrary<(value: T) => T>, maxLength: number) =>
  fc.array(of, { minLength: 1, maxLength }).map(changes => (value: T) => changes.reduce((all, change) => change(all), value));

const whole = <T>() => fc.constant((value: T) => value);

const STATUSES = [200, 201, 204, 206, 299, 301, 400, 401, 403, 404, 405, 413, 422, 429, 500, 502, 503, 504, 599];
const TYPES = ['application/json', 'application/json; charset=utf-8', 'text/html', 'text/plain', ''];

interface Compression {
  readonly encoding?: string;
  readonly change: (body: Buffer) => Buffer;
}

const compressions: fc.Arbitrary<Compression> = fc.oneof(
  { weight: 20, arbitrary: fc.constant<Compression>({ change: body => body }) },
  { weight: 4, arbitrary: fc.constant<Compression>({ encoding: 'gzip', change: body => gzipSync(body, { level: 1 }) }) },
  { weight: 2, arbitrary: binary.map((change): Compression => ({ encoding: 'gzip', change: body => change(gzipSync(body, { level: 1 })) })) },
  { weight: 1, arbitrary: fc.constantFrom<Compression>({ encoding: 'gzip', change: body => body }, { change: body => gzipSync(body) }) },
);

const origins: fc.Arbitrary<{ call: Call; json: any; status: number }> = fc.oneof(
  { weight: 9, arbitrary: validAnswers.map(({ call, json }) => ({ call, json, status: 200 })) },
  { weight: 1, arbitrary: fc.tuple(validAnswers, refusals).map(([{ call }, refusal]) => ({ call, ...refusal })) },
);

const pages = fc.constantFrom('', '<html><title>Log in</title>', 'upstream connect error', '[]', 'null', '"x"', '{}').map(page => () => Buffer.from(page));

const structures = fc.oneof({ weight: 2, arbitrary: whole<any>() }, { weight: 1, arbitrary: some(structural, 2) });

const bodies = fc.oneof(
  { weight: 60, arbitrary: whole<Buffer>() },
  { weight: 30, arbitrary: some(binary, 3) },
  { weight: 8, arbitrary: around },
  { weight: 4, arbitrary: pages },
  { weight: 2, arbitrary: large },
);

const statuses = fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...STATUSES) });

const transports = fc.record({
  compression: compressions, other: statuses, type: fc.constantFrom(...TYPES), cuts: fc.array(fc.nat(), { maxLength: 5 }), cut: fc.nat({ max: 40 }),
});
const parts = fc.tuple(origins, structures, bodies, transports);

/** Answers that are changed somewhere, or nowhere. */
export const sentAnswers: fc.Arbitrary<SentAnswer> = parts.map(([origin, structure, change, transport]) => {
  const { compression: { encoding, change: compress }, other, type, cuts, cut } = transport;
  const answer = {
    call: origin.call,
    status: other ?? origin.status,
    headers: { ...type && { 'content-type': type }, ...encoding && { 'content-encoding': encoding } },
    body: compress(change(Buffer.from(written(structure(origin.json))))),
    cuts,
    isCut: cut === 40,
  };
  return { ...answer, [fc.toStringMethod]: () => shown(answer) };
});
