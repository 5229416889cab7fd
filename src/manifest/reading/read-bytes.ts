import { closeSync, openSync, readSync } from 'node:fs';

/** The standard input, where a path is asked for. */
export const STANDARD_INPUT = '-';

/** How much is asked for at once. */
const PIECE = 65_536;

/** How long a terminal or a pipe that has nothing yet is left alone, in milliseconds. */
const PAUSE = 20;

/**
 * The bytes of a file, or as many as `limit` and one more: what the system says of the size of a pipe or a device is
 * nothing to go by.
 *
 * @throws what the system throws
 */
export function readBytesOf(path: string, limit: number): Uint8Array {
  if (path === STANDARD_INPUT) return readAll(0, limit);
  const file = openSync(path, 'r');
  try {
    return readAll(file, limit);
  } finally {
    closeSync(file);
  }
}

function readAll(file: number, limit: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  let size = 0;
  while (size <= limit) {
    const piece = new Uint8Array(Math.min(PIECE, limit + 1 - size));
    const length = readSome(file, piece);
    if (length === 0) break;
    pieces.push(piece.subarray(0, length));
    size += length;
  }
  return Buffer.concat(pieces, size);
}

/** How many bytes were read; none at the end. */
function readSome(file: number, into: Uint8Array): number {
  for (;;) {
    try {
      return readSync(file, into);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // how Windows says that a pipe was closed
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      // the other side of a pipe has made it one that does not wait
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  }
}
