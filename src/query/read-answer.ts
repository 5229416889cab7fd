import { AnswerReader } from './answer-reader';
import { Envelope, elementAt, evaluatedOf, mustBe, objectAt, seriesAt, shown } from './decode';
import { KnownFailure, Malformed, Refused, failure, tooLarge } from './failures';
import { HttpAnswer, isSuccess } from './http';
import { Evaluated, Series, SeriesStream } from './results';
import { found } from '../findings/finding';
import { refuse } from '../private/errors';

/** The limit on the bytes of an answer that are held at once: of the whole answer, or of one piece. */
export interface Limit {
  readonly bytes: number;
  readonly of: 'answer' | 'piece';
}

/** Some elements of `data.result`, and the rest of the answer as far as it has been read. */
export interface Batch {
  readonly elements: unknown[];
  readonly envelope: Envelope;
}

/** Reads a result, and removes secrets from its warnings and infos. Throws if the response is anything else. */
export async function* readAnswer(answer: HttpAnswer, limit: Limit, hidden = (text: string) => text): AsyncGenerator<Batch, Envelope> {
  const reader = new AnswerReader();
  const { envelope } = reader;
  const head = new Head(answer);
  let length = 0;
  try {
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      head.add(chunk);
      // reads the head to its full size, so that the excerpt is not cut at a chunk
      if (head.isForeign && head.isFull) break;
      if (head.isForeign) continue;
      length += chunk.length;
      if (limit.of === 'answer' && length > limit.bytes) throw tooLarge(limit.bytes);
      const elements = head.read(() => reader.push(chunk)) ?? [];
      if (reader.held > limit.bytes) throw tooLarge(limit.bytes);
      if (elements.length > 0 && head.isSuccess) yield { elements, envelope };
    }
    head.end();
    if (!head.isForeign) head.read(() => reader.end());
  } catch (error) {
    // if the status reports a failure, it takes precedence over a flaw of the body
    throw head.isForeign || !head.isSuccess ? head.refused() : error;
  } finally {
    answer.body.destroy();
  }
  if (head.isForeign) throw head.refused();
  if (envelope.status === 'error') throw head.refused(envelope);
  if (envelope.status !== 'success' || !head.isSuccess) throw head.refused();
  for (const name of ['warnings', 'infos']) {
    const texts = envelope[name];
    if (Array.isArray(texts)) reader.envelope[name] = texts.map(text => typeof text === 'string' ? hidden(text) : text);
  }
  return envelope;
}

/** Reads a result to its end: its series, or its time and value. */
export async function collect(batches: AsyncGenerator<Batch, Envelope>): Promise<Batch> {
  const elements: unknown[] = [];
  for (;;) {
    const { done, value } = await batches.next();
    if (done) return { elements, envelope: value };
    // checks each element as it comes in, so that the first invalid one ends the call
    for (const element of value.elements) elements.push(elementAt(element, elements.length));
  }
}

/** The number of bytes of an answer that are kept to identify it. */
const SIZE = 4096;

/** The beginning of an answer, which identifies an answer that is not Prometheus'. */
class Head {
  /** Whether the answer is not from Prometheus. */
  public isForeign = false;
  private bytes = Buffer.alloc(0);
  private isWhole = false;

  public constructor(private readonly answer: HttpAnswer) {}

  /** Whether further bytes are not kept. */
  public get isFull(): boolean {
    return this.bytes.length === SIZE;
  }

  public get isSuccess(): boolean {
    return isSuccess(this.answer.status);
  }

  public add(chunk: Buffer): void {
    if (!this.isFull) this.bytes = Buffer.concat([this.bytes, chunk.subarray(0, SIZE - this.bytes.length)]);
  }

  public end(): void {
    this.isWhole = !this.isFull;
  }

  /** Runs a step of reading. An answer that is malformed, and failed or does not begin with `{`, is foreign. */
  public read<T>(step: () => T): T | undefined {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof Malformed) || (this.isSuccess && /^\s*\{/.test(this.bytes.toString('latin1')))) throw error;
      this.isForeign = true;
      return undefined;
    }
  }

  public refused(own?: Envelope): Refused {
    return new Refused(this.answer, this.bytes.toString('utf8'), own, !this.isWhole);
  }
}

/** The kinds of series in each type of result. */
const KINDS: ReadonlyMap<unknown, readonly Series['kind'][]> = new Map([['vector', ['sample', 'histogram']], ['matrix', ['range']]]);

/** The source of the batches of a stream. */
interface StreamSource {
  /** The first batch. It has been awaited, so that the call for the stream already reports an error response. */
  readonly first: IteratorResult<Batch, Envelope>;
  readonly rest: AsyncGenerator<Batch, Envelope>;
  /** Returns the error to throw to the reader. */
  readonly failed: (error: unknown) => Error;
  /** Called when the stream has ended or is no longer needed. */
  readonly ended: () => void;
}

/** Reads the series of an answer while it comes in. */
export class ReadingStream implements SeriesStream {
  public readonly warnings: readonly string[] = [];
  public readonly infos: readonly string[] = [];
  declare public readonly stats?: Readonly<Record<string, unknown>>;
  #source?: StreamSource;

  public constructor(source: StreamSource) {
    this.#source = source;
  }

  public [Symbol.asyncIterator](): AsyncIterator<Series, void> {
    if (!this.#source) refuse('SeriesStream', found('read-twice', ''));
    const source = this.#source!;
    this.#source = undefined;
    const reading = this.read(source);
    return {
      next: async () => reading.next(),
      return: async () => {
        const end = await reading.return();
        // a generator that has not started ends without running its `finally`
        await close(source);
        return end;
      },
    };
  }

  private async* read(source: StreamSource): AsyncGenerator<Series, void> {
    const { first, rest, failed } = source;
    const kinds = new Set<Series['kind']>();
    let index = 0;
    try {
      let batch = first;
      if (!batch.done) expectSeries(batch.value.envelope);
      for (; !batch.done; batch = await rest.next()) {
        for (const element of batch.value.elements) {
          const series = seriesAt(element, index++);
          kinds.add(series.kind);
          yield series;
        }
      }
      Object.assign(this, finished(batch.value, kinds));
    } catch (error) {
      throw failed(error);
    } finally {
      await close(source);
    }
  }
}

async function close({ rest, ended }: StreamSource): Promise<void> {
  ended();
  await rest.return(undefined as never);
}

function expectSeries({ data }: Envelope): void {
  const { resultType: type } = data as Envelope;
  if (type !== 'scalar' && type !== 'string') return;
  throw new KnownFailure(failure('bad-query', { reason: 'no-series', type }));
}

function finished(envelope: Envelope, kinds: ReadonlySet<Series['kind']>): Evaluated {
  const { resultType } = objectAt(envelope.data, 'data');
  const allowed = KINDS.get(resultType);
  if (kinds.size === 0 && !allowed) throw mustBe('data.resultType', 'series-type', resultType);
  if (![...kinds].every(kind => allowed?.includes(kind))) {
    const flaw = { reason: 'type-of-series', kinds: [...kinds] } as const;
    throw new Malformed(undefined, 'data.resultType', clean => ({ ...flaw, value: shown(resultType, clean) }));
  }
  return evaluatedOf(envelope);
}
