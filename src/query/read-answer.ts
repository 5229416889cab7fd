import { AnswerReader } from './answer-reader';
import { elementAt, Envelope } from './decode';
import { TooLarge } from './failures';
import { Head } from './head';
import { HttpAnswer } from './http';

/** How much of an answer is held at once: all of it, or one piece. */
export interface Limit {
  readonly bytes: number;
  readonly of: 'answer' | 'piece';
}

/** Elements of `data.result`, some at a time, and the rest of the answer as far as it has come in. */
export interface Batch {
  readonly elements: unknown[];
  readonly envelope: Envelope;
}

/** Reads a result, with warnings and infos in which nothing secret is seen. Throws whatever else is answered. */
export async function* readAnswer(answer: HttpAnswer, limit: Limit, hidden = (text: string) => text): AsyncGenerator<Batch, Envelope> {
  const reader = new AnswerReader();
  const { envelope } = reader;
  const head = new Head(answer);
  let length = 0;
  try {
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      head.add(chunk);
      // the rest of its beginning, so that no word of it is torn
      if (head.isForeign && head.isFull) break;
      if (head.isForeign) continue;
      length += chunk.length;
      if (limit.of === 'answer' && length > limit.bytes) throw new TooLarge(limit.bytes);
      const elements = head.read(() => reader.push(chunk)) ?? [];
      if (reader.held > limit.bytes) throw new TooLarge(limit.bytes);
      if (elements.length > 0 && head.isSuccess) yield { elements, envelope };
    }
    head.end();
    if (!head.isForeign) head.read(() => reader.end());
  } catch (error) {
    // where the status tells a failure, its body matters less
    throw head.isForeign || !head.isSuccess ? head.refused() : error;
  } finally {
    answer.body.destroy();
  }
  if (head.isForeign) throw head.refused();
  if (envelope.status === 'error') throw head.refused(envelope);
  if (envelope.status !== 'success' || !head.isSuccess) throw head.refused();
  for (const name of ['warnings', 'infos']) {
    const texts = reader.envelope[name];
    if (Array.isArray(texts)) reader.envelope[name] = texts.map(text => typeof text === 'string' ? hidden(text) : text);
  }
  return envelope;
}

/** Reads a result to its end: its series, or time and value. */
export async function collect(answer: HttpAnswer, bytes: number, hidden?: (text: string) => string): Promise<Batch> {
  const elements: unknown[] = [];
  const batches = readAnswer(answer, { bytes, of: 'answer' }, hidden);
  for (;;) {
    const { done, value } = await batches.next();
    if (done) return { elements, envelope: value };
    // at once, so that the first wrong one ends it
    for (const element of value.elements) elements.push(elementAt(element, elements.length));
  }
}
