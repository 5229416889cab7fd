import { existsSync, readdirSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../../src/writing/places';
import { inFolder } from '../gitops/support';

/** The code of the error of the system, or what was made. */
function told(path: string): string | undefined {
  try {
    return makeFolders(path);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

test('a folder is made with those around it, and the outermost one is told', () => {
  inFolder(folder => {
    expect(told(join(folder, 'a/b/c'))).toBe(join(folder, 'a'));
    expect(told(join(folder, 'a/b/d'))).toBe(join(folder, 'a/b/d'));
    expect(told(join(folder, 'a/b'))).toBeUndefined();
    symlinkSync('a', join(folder, 'link'));
    expect(told(join(folder, 'link/e'))).toBe(join(folder, 'link/e'));
    expect(readdirSync(join(folder, 'a')).sort()).toEqual(['b', 'e']);
  });
});

test('what is in the way is told as the system tells it', () => {
  inFolder(folder => {
    writeFileSync(join(folder, 'file'), '');
    symlinkSync('nowhere', join(folder, 'link'));
    expect(['file', 'file/a/b', 'link', 'a\0'].map(path => told(join(folder, path)))).toEqual(['EEXIST', 'ENOTDIR', 'EEXIST', 'ERR_INVALID_ARG_VALUE']);
  });
});

test('what was made is gone when the rest cannot be', () => {
  inFolder(folder => {
    const fs = jest.requireActual<typeof import('node:fs')>('node:fs');
    const { mkdirSync: make } = fs;
    const spy = jest.spyOn(fs, 'mkdirSync').mockImplementation(path => {
      if (String(path).endsWith('c')) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      return make(path) as undefined;
    });
    expect(told(join(folder, 'a/b/c'))).toBe('ENOSPC');
    spy.mockRestore();
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('folders that another process removes are made again', () => {
  inFolder(folder => {
    const fs = jest.requireActual<typeof import('node:fs')>('node:fs');
    const { mkdirSync: make } = fs;
    let removed = 0;
    const spy = jest.spyOn(fs, 'mkdirSync').mockImplementation(path => {
      if (String(path).endsWith('b') && removed++ < 3) rmdirSync(join(folder, 'a'));
      return make(path) as undefined;
    });
    expect(told(join(folder, 'a/b'))).toBe(join(folder, 'a'));
    spy.mockRestore();
    expect(existsSync(join(folder, 'a/b'))).toBe(true);
  });
});

test('where no folder can be, it comes to an end', () => {
  expect(told('/proc/cdk8s-oam/a')).toMatch(/^E/);
});
