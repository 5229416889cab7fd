import { eventually } from './eventually';
import { Answer } from './upstream';

/** What something gives, and how many milliseconds it takes. */
export async function timed<T>(act: () => Promise<T>): Promise<[T, number]> {
  const start = performance.now();
  const result = await act();
  return [result, performance.now() - start];
}

/** An answer, and that the client has closed its connection before the end of it. */
export function watched(answer: Answer): { answer: Answer; left: () => Promise<true> } {
  let isLeft = false;
  return {
    answer: async (response, request) => {
      response.on('close', () => { isLeft ||= !response.writableFinished; });
      return answer(response, request);
    },
    left: async () => eventually(async () => isLeft || undefined, () => 'the connection is open'),
  };
}
