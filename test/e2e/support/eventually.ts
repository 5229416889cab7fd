/** How long to wait for something that a machine under load does late. */
export interface Patience {
  /** In milliseconds. @default 20000 */
  readonly timeout?: number;
  /** Between two tries, in milliseconds. @default 50 */
  readonly interval?: number;
}

/** Tries until the result is not undefined; fails with what `problem` says. */
export async function eventually<T>(act: () => Promise<T | undefined>, problem: () => string, patience: Patience = {}): Promise<T> {
  const { timeout = 20_000, interval = 50 } = patience;
  const end = Date.now() + timeout;
  for (;;) {
    const result = await act();
    if (result !== undefined) return result;
    if (Date.now() > end) throw new Error(`${problem()}, for ${timeout / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}
