/** Who imports this gets time for real servers, and nothing of them is left behind. */
jest.setTimeout(60_000);

const undos: (() => Promise<void>)[] = [];

/** Has something undone after the last test of the file. */
export function atEnd(undo: () => Promise<void>): void {
  undos.push(undo);
}

afterAll(async () => {
  const results = await Promise.allSettled(undos.splice(0).map(async (undo) => undo()));
  const failures = results.flatMap((result) => result.status === 'rejected' ? [String(result.reason)] : []);
  if (failures.length > 0) throw new Error(failures.join('\n'));
});
