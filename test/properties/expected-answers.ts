import { ServerResponse, createServer } from 'node:http';
import { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { SentAnswer } from './arbitraries-answers';

// What an answer means, read plainly from the description of Prometheus' API, and with nothing of the client.

/** The most that the client may hold. */
export const MOST = 65_536;

/** Answers are nested some six levels deep, those of the test less than this or far more. */
const DEEPEST = 64;

class NoAnswer extends Error {}

function need(condition: unknown): asserts condition {
  if (!condition) throw new NoAnswer();
}

/** What has to come of an answer: a result, or nothing where it must be refused. */
export function expectedOf({ call, status, headers, body, isCut }: SentAnswer): any {
  if (isCut || status < 200 || status > 299 || status === 204) return undefined;
  const whole = plainBody(headers, body);
  const json = whole && parsed(whole);
  if (!json || depthOf(json) > DEEPEST || isTooLarge(call, whole)) return undefined;
  try {
    return READERS[call](json);
  } catch (error) {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  }
}

/** In a stream, space is not held. */
function isTooLarge(call: SentAnswer['call'], body: Buffer): boolean {
  return call === 'queryStream' ? body.includes(Buffer.alloc(MOST, 'x')) : body.length > MOST;
}

export function plainBody(headers: Readonly<Record<string, string>>, body: Buffer): Buffer | undefined {
  if (headers['content-encoding'] !== 'gzip') return body;
  try {
    return gunzipSync(body);
  } catch {
    return undefined;
  }
}

function parsed(body: Buffer): any {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    return undefined;
  }
}

/** How deep a value is nested. */
function depthOf(value: any): number {
  return isObject(value) || Array.isArray(value) ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
}

function isObject(value: any): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf<T>(value: any, read: (element: any) => T): T[] {
  need(Array.isArray(value));
  return value.map(read);
}

/** Go writes a list that was never made as null, or not at all. */
const listOrNothing = <T>(value: any, read: (element: any) => T): T[] => value === null || value === undefined ? [] : listOf(value, read);

function dataOf<T>({ data }: any, read: (element: any) => T): T[] {
  need(data !== undefined);
  return listOrNothing(data, read);
}

function textOf(value: any): string {
  need(typeof value === 'string');
  return value;
}

function labelsOf(value: any): any {
  need(isObject(value));
  Object.values(value).forEach(textOf);
  return value;
}

const WORDS: Record<string, number> = { 'NaN': NaN, '+Inf': Infinity, 'Inf': Infinity, '-Inf': -Infinity };

function numberOf(value: any): any {
  const text = textOf(value);
  if (Object.hasOwn(WORDS, text)) return { value: WORDS[text], text };
  need(/^[+-]?[0-9.]+(e[+-]?[0-9]+)?$/i.test(text) && /^[+-]?(\.[0-9]|[0-9]+(\.|e|$))/i.test(text) && text.split('.').length < 3);
  const number = parseFloat(text);
  need(Number.isFinite(number));
  return { value: number, text };
}

/** The digits that JavaScript writes for the number are those that were sent, or as good. */
function timeOf(value: any): number {
  need(typeof value === 'number' && Number.isFinite(value));
  const [, sign, seconds, decimals = ''] = /^(-?)(\d+)(?:\.(\d{1,3}))?$/.exec(String(value)) ?? [];
  need(seconds !== undefined);
  const milliseconds = BigInt(`${seconds}${decimals.padEnd(3, '0')}`);
  need(milliseconds <= BigInt(Number.MAX_SAFE_INTEGER));
  return Number(milliseconds) * (sign && milliseconds > 0n ? -1 : 1);
}

function pairOf(value: any): [number, any] {
  need(Array.isArray(value) && value.length === 2);
  return [timeOf(value[0]), value[1]];
}

function sampleOf(value: any): any {
  const [time, number] = pairOf(value);
  return { time, ...numberOf(number) };
}

const RULES = ['open-left', 'open-right', 'open', 'closed'];

function histogramOf(value: any): any {
  const [time, histogram] = pairOf(value);
  need(isObject(histogram));
  const buckets = listOrNothing(histogram.buckets, bucket => {
    need(Array.isArray(bucket) && bucket.length === 4 && [0, 1, 2, 3].some(rule => rule === bucket[0]));
    const [lower, upper, count] = bucket.slice(1).map(numberOf);
    return { boundaries: RULES[bucket[0]], lower, upper, count };
  });
  return { time, histogram: { count: numberOf(histogram.count), sum: numberOf(histogram.sum), buckets } };
}

function instantOf(element: any): any {
  need(isObject(element) && element.values === undefined && element.histograms === undefined);
  const labels = labelsOf(element.metric);
  return element.histogram === undefined ? { kind: 'sample', labels, sample: sampleOf(element.value) } : { kind: 'histogram', labels, sample: histogramOf(element.histogram) };
}

function rangeOf(element: any): any {
  need(isObject(element) && (element.values !== undefined || element.histograms !== undefined));
  return { kind: 'range', labels: labelsOf(element.metric), samples: listOrNothing(element.values, sampleOf), histograms: listOrNothing(element.histograms, histogramOf) };
}

function successOf(answer: any): any {
  need(isObject(answer) && answer.status === 'success');
  return { warnings: listOrNothing(answer.warnings, textOf), infos: listOrNothing(answer.infos, textOf) };
}

function expressionOf(answer: any, types: readonly string[]): any {
  const notes = successOf(answer);
  const { data } = answer;
  need(isObject(data) && types.includes(data.resultType) && Array.isArray(data.result));
  const { resultType: type, result, stats } = data;
  need(stats === undefined || stats === null || isObject(stats));
  const beside = { ...isObject(stats) && { stats }, ...notes };
  switch (type) {
    case 'vector': return { type, series: result.map(instantOf), ...beside };
    case 'matrix': return { type, series: result.map(rangeOf), ...beside };
    case 'scalar': return { type, sample: sampleOf(result), ...beside };
    default: {
      const [time, text] = pairOf(result);
      return { type, time, text: textOf(text), ...beside };
    }
  }
}

function targetOf(value: any): any {
  need(isObject(value) && ['up', 'down', 'unknown'].includes(value.health) && typeof value.lastScrapeDuration === 'number');
  const { health, lastScrape, lastScrapeDuration } = value;
  const [scrapePool, scrapeUrl, lastError] = [value.scrapePool, value.scrapeUrl, value.lastError].map(textOf);
  need(/^\d{4}(-\d\d){2}T\d\d(:\d\d){2}(\.\d+)?(Z|[-+]\d\d:\d\d)$/.test(textOf(lastScrape)));
  const time = new Date(lastScrape).getTime();
  need(!Number.isNaN(time));
  return {
    labels: labelsOf(value.labels),
    discoveredLabels: labelsOf(value.discoveredLabels),
    scrapePool,
    scrapeUrl,
    lastError,
    health,
    ...lastScrape !== '0001-01-01T00:00:00Z' && { lastScrape: time },
    lastScrapeDuration: lastScrapeDuration * 1000,
  };
}

const READERS: Readonly<Record<SentAnswer['call'], (answer: any) => any>> = {
  query: answer => expressionOf(answer, ['vector', 'matrix', 'scalar', 'string']),
  queryRange: answer => expressionOf(answer, ['matrix']),
  queryStream: answer => {
    const { type: _, ...result } = expressionOf(answer, ['vector', 'matrix']);
    return result;
  },
  series: answer => ({ series: dataOf(answer, labelsOf), ...successOf(answer) }),
  labels: answer => ({ labels: dataOf(answer, textOf), ...successOf(answer) }),
  targets: answer => {
    const notes = successOf(answer);
    need(isObject(answer.data));
    const { activeTargets, droppedTargets } = answer.data;
    need(activeTargets !== undefined || droppedTargets !== undefined);
    const dropped = (value: any) => {
      need(isObject(value));
      return { discoveredLabels: labelsOf(value.discoveredLabels) };
    };
    return { active: listOrNothing(activeTargets, targetOf), dropped: listOrNothing(droppedTargets, dropped), ...notes };
  },
};

/** How an answer is sent. */
export interface Sending {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly cuts: readonly number[];
  readonly isCut: boolean;
}

/** A server that gives each request the answer that its name stands for. */
export class AnswerServer {
  private readonly answers = new Map<string, Sending>();
  private readonly server = createServer((request, response) => {
    const [name = ''] = /answer_\d+/.exec(request.url ?? '') ?? [];
    send(response, this.answers.get(name)!);
    this.answers.delete(name);
  });
  private last = 0;

  public async start(): Promise<string> {
    // connections stay: making one for each request would take most of the time
    this.server.keepAliveTimeout = 60_000;
    await new Promise<void>(resolve => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  public async stop(): Promise<void> {
    const closed = new Promise(resolve => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  /** Keeps an answer for the request that asks for this name. */
  public add(answer: Sending): string {
    const name = `answer_${++this.last}`;
    this.answers.set(name, answer);
    return name;
  }
}

function send(response: ServerResponse, { status, headers, body, cuts, isCut }: Sending): void {
  response.writeHead(status, headers);
  for (const piece of piecesOf(body, cuts)) response.write(piece);
  // what was written is flushed before
  if (isCut) setImmediate(() => response.destroy());
  else response.end();
}

/** A body, cut at these places. */
function piecesOf(body: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...new Set([0, ...cuts.map(cut => cut % Math.max(1, body.length)), body.length])].sort((a, b) => a - b);
  return places.slice(1).map((end, index) => body.subarray(places[index], end));
}
