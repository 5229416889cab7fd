/**
 * A WebAssembly module as it is after its start, as Wizer makes it: its memory and its globals are written back as what they begin with.
 *
 * Registering Kubernetes' kinds takes half a second, which nobody waits for then. With a clock that stands and fixed random bytes the same module
 * gives the same snapshot.
 */
import { Instance } from '../../server-rules/src/instance';
import { Surroundings } from '../../server-rules/src/wasi';
import { WebAssembly } from '../../server-rules/src/web-assembly';

const PAGE = 65_536;
/** How far the memory may grow, in pages: 1 GiB. */
const MOST_PAGES = 2 ** 30 / PAGE;
/** Stretches of as many zeros, in words of eight bytes, are left out. */
const GAP = 32;

const STANDING: Surroundings = { now: () => 1_700_000_000_000_000_000n, elapsed: () => 1_000_000_000n, random: (bytes) => bytes.fill(7) };

/** Ids of sections, in WebAssembly's specification. */
const [MEMORY, GLOBAL, EXPORT, DATA, DATA_COUNT] = [5, 6, 7, 11, 12];
const [I32, I64] = [0x7f, 0x7e];
const [I32_CONST, I64_CONST, END] = [0x41, 0x42, 0x0b];
const IS_GLOBAL = 3;

interface Section {
  readonly id: number;
  readonly body: Buffer;
}

interface Global {
  readonly type: number;
  readonly mutable: number;
}

/** The snapshot after `_initialize` and after what is done with the program. */
export function snapshotOf(wasm: Buffer, warmUp: (program: Instance) => void): Buffer {
  const sections = sectionsOf(wasm);
  const globals = globalsIn(bodyOf(sections, GLOBAL));
  const open = moduleOf(replaced(sections, EXPORT, withGlobals(bodyOf(sections, EXPORT), globals)));
  const program = new Instance(new WebAssembly.Module(open), undefined, STANDING);
  program.call('_initialize');
  warmUp(program);
  const memory = Buffer.from(program.exports.memory.buffer);
  const values = globals.map((_, i) => (program.exports[globalName(i)] as { readonly value: number | bigint }).value);
  const changes: readonly (readonly [number, Buffer])[] = [
    [MEMORY, Buffer.concat([unsigned(1), Buffer.of(1), unsigned(memory.length / PAGE), unsigned(MOST_PAGES)])],
    [GLOBAL, list(globals.map(({ type, mutable }, i) => Buffer.concat([Buffer.of(type, mutable), constant(type, values[i])])))],
    [DATA, list(segmentsOf(memory))],
  ];
  const whole = changes.reduce((all, [id, body]) => replaced(all, id, body), sections);
  return moduleOf(whole.filter(({ id }) => id !== DATA_COUNT));
}

/** Reads numbers of a variable length. */
class Reader {
  constructor(private readonly bytes: Buffer, public at = 0) {}

  public byte(): number {
    return this.bytes[this.at++];
  }

  /** Of a number with a sign only how long it is matters here. */
  public number(): number {
    let result = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      result += byte % 128 * scale;
      if (byte < 128) return result;
    }
  }
}

function sectionsOf(wasm: Buffer): Section[] {
  const reader = new Reader(wasm, 8);
  const sections: Section[] = [];
  while (reader.at < wasm.length) {
    const id = reader.byte();
    const length = reader.number();
    sections.push({ id, body: wasm.subarray(reader.at, reader.at += length) });
  }
  return sections;
}

function moduleOf(sections: readonly Section[]): Buffer {
  return Buffer.concat([Buffer.from('\0asm\x01\0\0\0', 'latin1'), ...sections.flatMap(({ id, body }) => [Buffer.of(id), unsigned(body.length), body])]);
}

function bodyOf(sections: readonly Section[], id: number): Buffer {
  return sections.find((each) => each.id === id)!.body;
}

function replaced(sections: readonly Section[], id: number, body: Buffer): Section[] {
  return sections.map((each) => each.id === id ? { id, body } : each);
}

/** The program's own globals: each begins with a constant. */
function globalsIn(body: Buffer): Global[] {
  const reader = new Reader(body);
  return Array.from({ length: reader.number() }, () => {
    const [type, mutable, instruction] = [reader.byte(), reader.byte(), reader.byte()];
    reader.number();
    if (![I32, I64].includes(type) || ![I32_CONST, I64_CONST].includes(instruction) || reader.byte() !== END) {
      throw new Error('a global of the module does not begin with a constant integer');
    }
    return { type, mutable };
  });
}

const globalName = (index: number) => `global ${index}`;

/** The exports, with all globals among them. */
function withGlobals(exported: Buffer, globals: readonly Global[]): Buffer {
  const reader = new Reader(exported);
  const count = reader.number();
  const added = globals.map((_, i) => {
    const name = Buffer.from(globalName(i));
    return Buffer.concat([unsigned(name.length), name, Buffer.of(IS_GLOBAL), unsigned(i)]);
  });
  return Buffer.concat([unsigned(count + globals.length), exported.subarray(reader.at), ...added]);
}

/** What of a memory is not zero. */
function segmentsOf(memory: Buffer): Buffer[] {
  const words = new BigUint64Array(memory.buffer, memory.byteOffset, memory.length / 8);
  const segments: Buffer[] = [];
  for (let begin = 0; begin < words.length; begin++) {
    if (words[begin] === 0n) continue;
    let end = begin + 1;
    for (let next = end; next < words.length && next - end < GAP; next++) {
      if (words[next] !== 0n) end = next + 1;
    }
    const bytes = memory.subarray(begin * 8, end * 8);
    segments.push(Buffer.concat([unsigned(0), constant(I32, begin * 8), unsigned(bytes.length), bytes]));
    begin = end;
  }
  return segments;
}

function list(entries: readonly Buffer[]): Buffer {
  return Buffer.concat([unsigned(entries.length), ...entries]);
}

function constant(type: number, value: number | bigint): Buffer {
  return Buffer.concat([Buffer.of(type === I32 ? I32_CONST : I64_CONST), signed(BigInt(value)), Buffer.of(END)]);
}

function unsigned(value: number): Buffer {
  const bytes: number[] = [];
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push(value % 128 + 128);
  return Buffer.of(...bytes, value);
}

function signed(value: bigint): Buffer {
  const bytes: number[] = [];
  const low = () => BigInt.asUintN(7, value);
  for (; value < -64n || value > 63n; value = (value - low()) / 128n) bytes.push(Number(low()) + 128);
  return Buffer.of(...bytes, Number(low()));
}
