/** Small programs in WebAssembly, as the host of the rules runs them. */

const text = (value: string) => [value.length, ...Buffer.from(value)];
const list = (...entries: readonly number[][]) => [entries.length, ...entries.flat()];
const section = (id: number, body: readonly number[]) => [id, ...leb(body.length), ...body];
const leb = (value: number): number[] => value < 128 ? [value] : [value % 128 + 128, ...leb(Math.floor(value / 128))];
const body = (...code: readonly number[]) => [...leb(code.length + 2), 0, ...code, END];

const [I32, I64, FUNCTION, END] = [0x7f, 0x7e, 0x60, 0x0b];
const [CALL, UNREACHABLE, LOOP, BRANCH, NOTHING] = [0x10, 0x00, 0x03, 0x0c, 0x40];
const [I32_CONST, I64_CONST, GLOBAL_GET, GLOBAL_SET, I32_STORE, I32_LOAD, GROW, DROP] = [0x41, 0x42, 0x23, 0x24, 0x36, 0x28, 0x40, 0x1a];

/** The answer: the address at which `room` lets the host write, and a length of 2, in one number. */
const ANSWER = [I64_CONST, ...signed(1024n * 2n ** 32n + 2n)];

function signed(value: bigint): number[] {
  const low = Number(BigInt.asUintN(7, value));
  return value >= -64n && value < 64n ? [low] : [low + 128, ...signed((value - BigInt(low)) / 128n)];
}

/** What `judge` may do. */
export const CODES = {
  /** Answers with what was given, of two characters. */
  echo: ANSWER,
  /** Never ends. */
  hang: [LOOP, NOTHING, BRANCH, 0, END, ...ANSWER],
  /** Ends itself, as Go does after a fatal error, with what is at 2048 for its last words. */
  exit: [I32_CONST, 2, I32_CONST, ...signed(2048n), I32_CONST, 1, I32_CONST, 0, CALL, 1, DROP, I32_CONST, 2, CALL, 0, ...ANSWER],
  trap: [UNREACHABLE, ...ANSWER],
  /** Grows by a page. */
  grow: [I32_CONST, 1, GROW, 0, DROP, ...ANSWER],
} as const;

/** They are at 2056, and at 2048 is where and how long they are. */
const WORDS = 'runtime: out of memory\nfatal error: x';

/** A module with `_initialize`, `room`, `judge` and `count`, and a global that `_initialize` sets to 7, as it does a field of the memory. */
export function smallProgram(code: keyof typeof CODES): Uint8Array {
  const place = [I32_CONST, ...signed(3000n)];
  return Uint8Array.from([
    ...Buffer.from('\0asm\x01\0\0\0', 'latin1'),
    ...section(1, list(
      [FUNCTION, 1, I32, 0], [FUNCTION, 4, I32, I32, I32, I32, 1, I32], [FUNCTION, 0, 0], [FUNCTION, 1, I32, 1, I32], [FUNCTION, 0, 1, I64],
      [FUNCTION, 0, 1, I32],
    )),
    ...section(2, list(
      [...text('wasi_snapshot_preview1'), ...text('proc_exit'), 0, 0],
      [...text('wasi_snapshot_preview1'), ...text('fd_write'), 0, 1],
    )),
    ...section(3, list([2], [3], [4], [5])),
    ...section(5, list([0, 1])),
    ...section(6, list([I32, 1, I32_CONST, 0x0b, END])),
    ...section(7, list(
      [...text('memory'), 2, 0], [...text('_initialize'), 0, 2], [...text('room'), 0, 3], [...text('judge'), 0, 4], [...text('count'), 0, 5],
    )),
    ...section(10, list(
      body(I32_CONST, 7, GLOBAL_SET, 0, ...place, I32_CONST, 5, I32_STORE, 2, 0),
      body(I32_CONST, ...signed(1024n)),
      body(...CODES[code]),
      body(GLOBAL_GET, 0, ...place, I32_LOAD, 2, 0, 0x6a),
    )),
    ...section(11, list([0, I32_CONST, ...signed(2048n), END, ...leb(8 + WORDS.length), 8, 8, 0, 0, WORDS.length, 0, 0, 0, ...Buffer.from(WORDS)])),
  ]);
}
