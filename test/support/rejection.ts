/** The whole message of what a promise is rejected with. */
export async function rejectionOf(run: () => Promise<unknown>): Promise<string> {
  try {
    await run();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
}
