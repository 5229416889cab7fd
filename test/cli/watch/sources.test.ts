import fs, { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Sources } from '../../../src/cli/watch/sources';

let folder: string;
let sources: Sources | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watch-test-'));
});
afterEach(() => {
  jest.restoreAllMocks();
  sources?.close();
  sources = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const made = () => (sources = new Sources('test', folder, 'cdk8s.yaml'));

test('ten thousand files take one watcher for each folder, and none for those of npm', () => {
  for (let i = 0; i < 100; i++) {
    mkdirSync(join(folder, `${i}/node_modules/deep`), { recursive: true });
    for (let j = 0; j < 100; j++) writeFileSync(join(folder, `${i}/${j}`), '');
  }
  const watch = jest.spyOn(fs, 'watch');
  expect(made().changes('').length).toBe(10_000);
  expect(watch.mock.calls.length).toBe(101);
  writeFileSync(join(folder, '99/99'), 'a');
  expect(sources!.changes('')).toEqual(['99/99']);
  expect(sources!.changes('')).toEqual([]);
});

test('a file that is written as it was is no change, once it is known', () => {
  const file = join(folder, 'a');
  writeFileSync(file, 'a');
  const { changes } = Sources.prototype;
  const found = () => changes.call(sources, '');
  made().changes('');
  writeFileSync(file, 'b');
  expect(found()).toEqual(['a']);
  writeFileSync(file, 'b');
  utimesSync(file, 1, 1);
  expect(found()).toEqual([]);
});

describe('what cannot be watched', () => {
  const failing = (name: 'watch' | 'readdirSync', code: string) => jest.spyOn(fs, name).mockImplementation(() => {
    throw Object.assign(new Error('no'), { code });
  });

  test.each([
    ['ENOSPC', 'cannot be watched: the system has no more watchers (ENOSPC); raise fs.inotify.max_user_watches and fs.inotify.max_user_instances, or the limit of open files, or move what the app does not read out of the folder of cdk8s.yaml'],
    ['EMFILE', 'cannot be watched: the system has no more watchers (EMFILE); raise fs.inotify.max_user_watches and fs.inotify.max_user_instances, or the limit of open files, or move what the app does not read out of the folder of cdk8s.yaml'],
    ['ENOSYS', 'cannot be watched (ENOSYS); run the command without --watch after each change'],
    ['ENOENT', 'is gone; run the command where the app is'],
  ])('is an error: %s', (code, text) => {
    failing('watch', code);
    expect(() => made().changes('')).toThrow(new Error(`[test] watch-failed: the folder ${JSON.stringify(folder)} ${text}`));
  });

  test('is an error when its folder is gone meanwhile', () => {
    made().changes('');
    rmSync(folder, { recursive: true });
    expect(() => sources!.changes('')).toThrow(new Error(`[test] watch-failed: the folder ${JSON.stringify(folder)} is gone; run the command where the app is`));
  });

  test('and not read either, is told once', () => {
    const told = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    failing('readdirSync', 'EACCES');
    expect([made().changes(''), made().changes('')]).toEqual([[], []]);
    expect(sources!.changes('')).toEqual([]);
    const note = `note: ${JSON.stringify(join(tmpdir(), basename(folder)))} cannot be read, and is not watched\n`;
    expect(told.mock.calls).toEqual([[note], [note]]);
  });
});
