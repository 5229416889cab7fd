import { Session } from 'node:inspector';

// Code is counted if it was compiled while somebody counts: this module must be the first that a test imports.

const session = new Session();
session.connect();
post('Profiler.enable');
post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

afterAll(() => {
  post('Profiler.stopPreciseCoverage');
  session.disconnect();
});

/** How often the functions and blocks of this library's code run: a measure of work that is the same on every machine. */
export function workOf(run: () => unknown): number {
  return [...piecesRun(run).values()].reduce((sum, count) => sum + count, 0);
}

/** How often each function of `src/`, and each block in it, runs, by its place. */
export function piecesRun(run: () => unknown): Map<string, number> {
  // what is taken begins again
  post('Profiler.takePreciseCoverage');
  run();
  const { result } = post('Profiler.takePreciseCoverage');
  const scripts = result.filter(({ url }: any) => /[\\/]src[\\/]/.test(url) && !url.includes('node_modules'));
  return new Map(scripts.flatMap(({ url, functions }: any) => functions.flatMap(({ functionName, ranges }: any) =>
    ranges.map(({ startOffset, count }: any): [string, number] => [`${url} ${functionName} ${startOffset}`, count]))));
}

/** The session is of this process, and answers at once. */
function post(method: string, params: object = {}): any {
  let answer: any;
  session.post(method, params, (error, result) => {
    if (error) throw error;
    answer = result;
  });
  return answer;
}
