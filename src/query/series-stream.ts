import { evaluatedOf, Envelope, seriesAt } from './decode';
import { mustBe, objectAt, shown } from './decode-values';
import { failure } from './failure';
import { KnownFailure } from './failures';
import { Malformed } from './malformed';
import { Batch } from './read-answer';
import { Evaluated, Series, SeriesStream } from './result';
import { found } from '../findings/finding';
import { refuse } from '../private/errors';

/** Which series each type of a result has. */
const KINDS: ReadonlyMap<unknown, readonly Series['kind'][]> = new Map([['vector', ['sample', 'histogram']], ['matrix', ['range']]]);

/** Where the batches of a stream come from. */
export interface StreamSource {
  /** The first batch, which has been waited for, so that a refusal is told where the stream is asked for. */
  readonly first: IteratorResult<Batch, Envelope>;
  readonly rest: AsyncGenerator<Batch, Envelope>;
  /** The error that is thrown to the reader. */
  readonly failed: (error: unknown) => Error;
  /** The stream has ended, or is not wanted any more. */
  readonly ended: () => void;
}

/** Reads the series of an answer while it comes in. */
export class ReadingStream implements SeriesStream {
  #evaluated?: Evaluated;
  #source?: StreamSource;

  public constructor(source: StreamSource) {
    this.#source = source;
  }

  public get warnings(): readonly string[] {
    return this.#evaluated?.warnings ?? [];
  }

  public get infos(): readonly string[] {
    return this.#evaluated?.infos ?? [];
  }

  public get stats(): Readonly<Record<string, unknown>> | undefined {
    return this.#evaluated?.stats;
  }

  public [Symbol.asyncIterator](): AsyncIterator<Series, void> {
    if (!this.#source) refuse('SeriesStream', found('read-twice', ''));
    const source = this.#source!;
    this.#source = undefined;
    const reading = this.read(source);
    let hasBegun = false;
    return {
      next: async () => {
        hasBegun = true;
        return reading.next();
      },
      // a generator that has not begun ends without its `finally`
      return: async () => {
        if (!hasBegun) await close(source);
        return reading.return();
      },
    };
  }

  private async* read({ first, rest, failed, ended }: StreamSource): AsyncGenerator<Series, void> {
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
      this.#evaluated = finished(batch.value, kinds);
    } catch (error) {
      throw failed(error);
    } finally {
      await close({ rest, ended });
    }
  }
}

async function close({ rest, ended }: Pick<StreamSource, 'rest' | 'ended'>): Promise<void> {
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
    throw new Malformed(undefined, 'data.resultType', clean => ({ reason: 'type-of-series', kinds: [...kinds], value: shown(resultType, clean) }));
  }
  return evaluatedOf(envelope);
}
