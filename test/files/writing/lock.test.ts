import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os, { hostname } from 'node:os';
import { Children } from './children';
import { contents } from './moments';
import { exactly, Files, INDEX, Place, write } from './support';
import { withLock } from '../../../src/files/writing/write-output';
import { messageOf } from '../../support/message';

const place = new Place();
const children = new Children();

const FILES = { 'a.yaml': 'a', 'sub/b.yaml': 'b' };
const LOCK = '.cdk8s-oam-lock';
const lock = () => place.at(`out/${LOCK}`);

/** A process that has ended. */
const GONE = spawnSync(process.execPath, ['--version']).pid;

function leave(text: string | object, name = LOCK): void {
  mkdirSync(place.out, { recursive: true });
  writeFileSync(place.at(`out/${name}`), typeof text === 'string' ? text : JSON.stringify(text));
}

const holder = (more: object = {}) => ({ host: hostname(), pid: process.pid, since: new Date().toISOString(), ...more });

/** Lets the time pass that a run waits, and does something else in between. */
function soon<T>(run: () => T, meanwhile: () => void = () => {}): T {
  let now = Date.now();
  const spies = [
    jest.spyOn(Date, 'now').mockImplementation(() => now),
    jest.spyOn(Atomics, 'wait').mockImplementation(() => {
      now += 1000;
      meanwhile();
      return 'timed-out';
    }),
  ];
  try {
    return run();
  } finally {
    spies.forEach(spy => spy.mockRestore());
  }
}

test('while a run writes, the lock names its process', () => {
  mkdirSync(place.out);
  const text = withLock(place.out, 'test', () => readFileSync(lock(), 'utf8'));
  expect(JSON.parse(text)).toEqual({ host: hostname(), pid: process.pid, since: expect.stringMatching(/^20\d\d-.*Z$/) });
  expect(readdirSync(place.out)).toEqual([]);
});

test('what fails while the folder is locked leaves no lock', () => {
  mkdirSync(place.out);
  expect(messageOf(() => withLock(place.out, 'test', () => { throw new Error('failed'); }))).toBe('failed');
  expect(readdirSync(place.out)).toEqual([]);
});

test('a run waits for another one', () => {
  leave(holder());
  let waits = 0;
  soon(() => write(place.out, FILES), () => {
    expect(readdirSync(place.out)).toEqual([LOCK]);
    if (++waits === 3) rmSync(lock());
  });
  expect(waits).toBe(3);
  expect(contents(place.out)).toEqual(exactly(FILES));
});

const WAIT = 'wait for that run; if its process no longer exists, delete this file';

test.each<[string, object | string, string]>([
  ['of this host goes on', holder({ since: '2999-01-01' }), `the lock of another run, process ${process.pid} on ${hostname()} since 2999-01-01; ${WAIT}`],
  ['is on another host', holder({ host: 'ci-7', pid: GONE, since: '2026-01-01' }), `the lock of another run, process ${GONE} on ci-7 since 2026-01-01; ${WAIT}`],
  ['does not say which it is', '{"ho', 'the lock of a run that has ended without a trace, or is just beginning; if no other run is writing, delete this file'],
])('fails when another run %s: nothing is written, and the lock to delete is named', (_, text, told) => {
  leave(text);
  expect(soon(() => place.refused(FILES))).toBe(`[GitOpsApp] output-not-writable: 'DIR/out/${LOCK}' is ${told}`);
  rmSync(lock());
  place.write(FILES);
  expect(contents(place.out)).toEqual(exactly(FILES));
});

test.each<[string, object]>([
  ['has ended', { pid: GONE }],
  ['is from before the machine was started', { since: new Date(Date.now() - (os.uptime() + 3600) * 1000).toISOString() }],
])('the lock of a process that %s is taken over, also when there is nothing else to do', (_, more) => {
  for (const files of [FILES, FILES]) {
    leave(holder(more));
    place.write(files);
    expect(contents(place.out)).toEqual(exactly(files));
  }
});

test('a lock that another run takes over first is not taken from that run', () => {
  leave(holder({ pid: GONE }));
  const fs = jest.requireActual<typeof import('node:fs')>('node:fs');
  const { writeFileSync: create } = fs;
  const living = JSON.stringify(holder());
  const spy = jest.spyOn(fs, 'writeFileSync').mockImplementation((path, text, options) => {
    if (path === `${lock()}-next`) create(lock(), living);
    create(path, text, options);
  });
  const message = soon(() => messageOf(() => withLock(place.out, 'test', () => {})));
  spy.mockRestore();
  expect(message).toContain(`process ${process.pid} on ${hostname()}`);
  expect(contents(place.out)).toEqual({ [LOCK]: living });
});

test('a run that was killed while it took over a lock is no obstacle', () => {
  for (const name of [LOCK, `${LOCK}-next`]) leave(holder({ pid: GONE, since: '2999-01-01' }), name);
  place.write(FILES);
  expect(contents(place.out)).toEqual(exactly(FILES));
});

describe('runs at the same time', () => {
  const numbers = [1, 2, 3, 4, 5, 6];
  const text = (number: number) => `${number}\n`.repeat(20_000);

  test('of one environment each: all files are there', async () => {
    const jobs = numbers.map(n => ({ folder: place.out, index: INDEX, only: `env${n}`, files: { [`env${n}/a.yaml`]: text(n), [`env${n}/b.yaml`]: 'b' } }));
    const ended = await Promise.all(jobs.map(async job => children.start([job])));
    expect(ended.map(({ error }) => error)).toEqual(numbers.map(() => undefined));
    const all = jobs.reduce<Files>((files, job) => ({ ...files, ...job.files }), {});
    expect(contents(place.out)).toEqual(exactly(all));
  });

  test('of programs that render different things: one of them is there as a whole, also after one that was killed', async () => {
    const files = (n: number): Files => ({ 'a.yaml': text(n), 'b.yaml': text(n), [`own/${n}.yaml`]: text(n) });
    write(place.out, { 'a.yaml': 'old', 'gone.yaml': 'old' });
    leave(holder({ pid: GONE }));
    const ended = await Promise.all(numbers.map(async n => children.start([{ folder: place.out, index: INDEX, files: files(n) }])));
    expect(ended.map(({ error }) => error)).toEqual(numbers.map(() => undefined));
    const last = Number(readFileSync(`${place.out}/a.yaml`, 'utf8').slice(0, 1));
    expect(contents(place.out)).toEqual(exactly(files(last)));
    expect(existsSync(lock())).toBe(false);
  });
});
