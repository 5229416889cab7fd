/** The error that is thrown. */
export function thrownBy(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

/** Its whole message. */
export function messageOf(run: () => unknown): string {
  return thrownBy(run).message;
}

/** The whole message of what a promise is rejected with. */
export async function rejectionOf(run: () => Promise<unknown>): Promise<string> {
  try {
    await run();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
}

/** A copy of the value with another value at the path. */
export function changed(value: any, path: readonly (string | number)[], to: any): any {
  const [key, ...rest] = path;
  if (key === undefined) return to;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = changed(copy[key], rest, to);
  return copy;
}
