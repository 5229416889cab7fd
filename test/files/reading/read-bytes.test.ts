import { closeSync, mkdtempSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBytesOf } from '../../../src/files/reading/manifest-files';

jest.mock('node:fs', () => {
  const actual = jest.requireActual('node:fs');
  return { ...actual, readSync: jest.fn(actual.readSync), closeSync: jest.fn(actual.closeSync) };
});

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'bytes-'));
});

afterEach(() => {
  jest.clearAllMocks();
  jest.mocked(readSync).mockImplementation(jest.requireActual('node:fs').readSync);
  rmSync(home, { recursive: true });
});

const error = (code: string) => Object.assign(new Error(code), { code });

/** What each call of `readSync` gives: bytes, or an error. */
function reading(...answers: (string | Error)[]): void {
  jest.mocked(readSync).mockImplementation((_, into: any) => {
    const answer = answers.shift() ?? '';
    if (answer instanceof Error) throw answer;
    return Buffer.from(into.buffer, into.byteOffset, into.length).write(answer);
  });
}

test.each([0, 1, 65_535, 65_536, 65_537, 200_000])('reads a file of %i bytes', size => {
  const file = join(home, 'a');
  writeFileSync(file, 'x'.repeat(size));
  expect(Buffer.from(readBytesOf(file, 200_000)).toString()).toBe('x'.repeat(size));
});

test.each([10, 65_536, 100_000])('reads one byte more than a limit of %i', limit => {
  const file = join(home, 'a');
  writeFileSync(file, 'x'.repeat(300_000));
  expect(readBytesOf(file, limit)).toHaveLength(limit + 1);
  expect(readBytesOf('/dev/zero', limit)).toHaveLength(limit + 1);
});

test('closes what it has opened, also where it cannot be read', () => {
  expect(() => readBytesOf(home, 10)).toThrow('EISDIR');
  expect(closeSync).toHaveBeenCalledTimes(1);
});

describe('the standard input', () => {
  test('is read to its end, in the pieces in which it comes', () => {
    reading('a', 'bc', '', 'd');
    expect(Buffer.from(readBytesOf('-', 10)).toString()).toBe('abc');
    expect(jest.mocked(readSync).mock.calls.map(([file]) => file)).toEqual([0, 0, 0]);
  });

  test('is not closed, and read as far as the limit', () => {
    reading('abc', 'defg');
    expect(Buffer.from(readBytesOf('-', 4)).toString()).toBe('abcde');
    expect(closeSync).not.toHaveBeenCalled();
  });

  test('is waited for where it has nothing yet', () => {
    reading(error('EAGAIN'), 'a', error('EAGAIN'), error('EAGAIN'), 'b', '');
    expect(Buffer.from(readBytesOf('-', 10)).toString()).toBe('ab');
  });

  test('ends where Windows says so', () => {
    reading('a', error('EOF'));
    expect(Buffer.from(readBytesOf('-', 10)).toString()).toBe('a');
  });

  test('fails when it cannot be read', () => {
    reading('a', error('EIO'));
    expect(() => readBytesOf('-', 10)).toThrow('EIO');
  });
});
