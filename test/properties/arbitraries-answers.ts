import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { Place, placesOf } from './values';
import { changed } from '../support/message';

/** What a scraper is asked for. */
export type Call = 'query' | 'queryRange' | 'queryStream' | 'series' | 'labels' | 'targets';

/** An answer as Prometheus writes it, and what has to be read from it. */
interface ValidAnswer {
  readonly call: Call;
  readonly json: any;
  readonly expected: unknown;
}

/** What is written, and what is read: the one is made without the other. */
interface Both {
  readonly json: any;
  readonly read: any;
}

const STRANGE = ['', '"\\/\b\f\n\r\t\u0000\u001f', '\u2028', '\ufffd', '😀', '__proto__', ']}', '{"a":[1,'];
const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme', maxLength: 8 }), fc.constantFrom(...STRANGE));

const labelName = fc.oneof(fc.constantFrom('__name__', 'app', 'job', 'pod_name', '__proto__', 'constructor', 'toString', ''), text);

const labels: fc.Arbitrary<Both> = fc.uniqueArray(fc.tuple(labelName, text), { selector: ([name]) => name, maxLength: 4 }).map(entries =>
  ({ json: Object.fromEntries(entries), read: Object.fromEntries(entries) }));

const WORDS: [string, number][] = [
  ['NaN', NaN], ['+Inf', Infinity], ['-Inf', -Infinity], ['-0', -0], ['0.1000000000000000055511151231257827', 0.1], ['1.7976931348623157e+308', Number.MAX_VALUE],
  ['9007199254740993', 9007199254740992], ['5e-324', 5e-324], ['00012.50', 12.5],
];

const number: fc.Arbitrary<Both> = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value): [string, number] => [String(value), value + 0]),
  fc.integer().map((value): [string, number] => [String(value), value]),
  fc.constantFrom(...WORDS),
).map(([json, value]) => ({ json, read: { value, text: json } }));

/** The last time that a `Date` knows. */
const LAST = 8_640_000_000_000_000;

const now = fc.integer({ min: 1_400_000_000_000, max: 2_000_000_000_000 });
/** Written without any arithmetic of numbers. */
const time: fc.Arbitrary<Both> = fc.oneof(now, fc.maxSafeInteger(), fc.constantFrom(0, -1, 1435781430781)).map(any => {
  const milliseconds = any % LAST + 0;
  const digits = String(Math.abs(milliseconds)).padStart(4, '0');
  return { json: Number(`${milliseconds < 0 ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}`) + 0, read: milliseconds };
});

const sample: fc.Arbitrary<Both> = fc.tuple(time, number)
  .map(([at, value]) => ({ json: [at.json, value.json], read: { time: at.read, ...value.read } }));

const RULES = ['open-left', 'open-right', 'open', 'closed'];

const bucket: fc.Arbitrary<Both> = fc.tuple(fc.nat({ max: 3 }), number, number, number).map(([rule, lower, upper, count]) => ({
  json: [rule, lower.json, upper.json, count.json],
  read: { boundaries: RULES[rule], lower: lower.read, upper: upper.read, count: count.read },
}));

const buckets = fc.option(fc.array(bucket, { maxLength: 4 }), { nil: undefined });

const histogram: fc.Arbitrary<Both> = fc.tuple(time, number, number, buckets).map(([at, count, sum, some]) => ({
  json: [at.json, { count: count.json, sum: sum.json, ...some && { buckets: some.map(each => each.json) } }],
  read: { time: at.read, histogram: { count: count.read, sum: sum.read, buckets: (some ?? []).map(each => each.read) } },
}));

const many = (element: fc.Arbitrary<Both>): fc.Arbitrary<Both> =>
  fc.array(element, { maxLength: 4 }).map(elements => ({ json: elements.map(each => each.json), read: elements.map(each => each.read) }));

const instantSeries: fc.Arbitrary<Both> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(labels, sample, fc.constant('value')) },
  { weight: 1, arbitrary: fc.tuple(labels, histogram, fc.constant('histogram')) },
).map(([metric, one, field]) => ({
  json: { metric: metric.json, [field]: one.json },
  read: { kind: field === 'value' ? 'sample' : 'histogram', labels: metric.read, sample: one.read },
}));

const rangeSeries: fc.Arbitrary<Both> = fc.tuple(labels, many(sample), many(histogram)).map(([metric, values, histograms]) => ({
  json: { metric: metric.json, values: values.json, ...histograms.json.length > 0 && { histograms: histograms.json } },
  read: { kind: 'range', labels: metric.read, samples: values.read, histograms: histograms.read },
}));

const notes = fc.record({ warnings: fc.array(text, { maxLength: 2 }), infos: fc.array(text, { maxLength: 2 }) });
const statistics = fc.option(fc.record({ timings: fc.dictionary(fc.constantFrom('a', 'b'), fc.integer()) }, { noNullPrototype: true }), { nil: undefined });
const rest = fc.tuple(notes, statistics, fc.boolean());

function success(data: any, { warnings, infos }: any): any {
  return { status: 'success', data, ...warnings.length > 0 && { warnings }, ...infos.length > 0 && { infos } };
}

function expression(call: Call, type: string, result: fc.Arbitrary<Both>, fields: (read: any) => object): fc.Arbitrary<ValidAnswer> {
  return fc.tuple(result, rest).map(([{ json, read }, [said, stats, isLate]]) => ({
    call,
    // others write the type after the elements
    json: success({ ...!isLate && { resultType: type }, result: json, ...isLate && { resultType: type }, ...stats && { stats } }, said),
    expected: { ...call !== 'queryStream' && { type }, ...fields(read), ...stats && { stats }, ...said },
  }));
}

const series = (read: any) => ({ series: read });

function list(call: Call, field: string, element: fc.Arbitrary<Both>): fc.Arbitrary<ValidAnswer> {
  return fc.tuple(many(element), notes).map(([{ json, read }, said]) => ({ call, json: success(json, said), expected: { [field]: read, ...said } }));
}

const moment = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true });
const health = fc.constantFrom('up', 'down', 'unknown');

const described = fc.tuple(labels, labels, text, health, fc.option(moment), fc.nat());

const target: fc.Arbitrary<Both> = described.map(([own, discovered, name, up, scraped, duration]) => ({
  json: {
    labels: own.json,
    discoveredLabels: discovered.json,
    scrapePool: name,
    scrapeUrl: name,
    globalUrl: name,
    lastError: name,
    health: up,
    lastScrape: scraped?.toISOString() ?? '0001-01-01T00:00:00Z',
    lastScrapeDuration: duration,
  },
  read: {
    labels: own.read,
    discoveredLabels: discovered.read,
    scrapePool: name,
    scrapeUrl: name,
    lastError: name,
    health: up,
    ...scraped && { lastScrape: scraped.getTime() },
    lastScrapeDuration: duration * 1000,
  },
}));

const dropped = labels.map(({ json, read }): Both => ({ json: { discoveredLabels: json }, read: { discoveredLabels: read } }));

const targets: fc.Arbitrary<ValidAnswer> = fc.tuple(many(target), many(dropped), notes).map(([active, others, said]) => ({
  call: 'targets',
  json: success({ activeTargets: active.json, droppedTargets: others.json }, said),
  expected: { active: active.read, dropped: others.read, ...said },
}));

const stringResult: fc.Arbitrary<Both> = fc.tuple(time, text)
  .map(([at, value]) => ({ json: [at.json, value], read: { time: at.read, text: value } }));

/** Answers of all kinds. */
export const validAnswers: fc.Arbitrary<ValidAnswer> = fc.oneof(
  expression('query', 'vector', many(instantSeries), series),
  expression('query', 'matrix', many(rangeSeries), series),
  expression('query', 'scalar', sample, read => ({ sample: read })),
  expression('query', 'string', stringResult, read => read),
  expression('queryRange', 'matrix', many(rangeSeries), series),
  expression('queryStream', 'vector', many(instantSeries), series),
  expression('queryStream', 'matrix', many(rangeSeries), series),
  list('series', 'series', labels),
  list('labels', 'labels', text.map(name => ({ json: name, read: name }))),
  targets,
);

const ERROR_TYPES: [string, number][] = [
  ['bad_data', 400], ['not_acceptable', 406], ['execution', 422], ['canceled', 499], ['timeout', 503], ['timeout', 503], ['internal', 500], ['unavailable', 500],
  ['not_found', 404], ['other', 418],
];

/** Refusals of Prometheus, with the status that goes with them. */
const refusals: fc.Arbitrary<{ readonly json: any; readonly status: number }> =
  fc.tuple(fc.constantFrom(...ERROR_TYPES), text, notes).map(([[errorType, status], error, said]) => ({
    json: { status: 'error', errorType, error, ...said }, status,
  }));

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
