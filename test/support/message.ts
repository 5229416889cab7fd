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
