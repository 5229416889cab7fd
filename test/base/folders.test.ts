import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../../src/files/writing/write-output';
import { inFolder } from '../delivery/support';

/** The code of the error of the system, if there is one. */
function told(path: string): string | undefined {
  try {
    makeFolders(path);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

test('a folder is made with those around it, also behind a link', () => {
  inFolder(folder => {
    symlinkSync('a', join(folder, 'link'));
    for (const path of ['a/b/c', 'a/b/d', 'a/b', 'link/e']) expect(told(join(folder, path))).toBeUndefined();
    expect(['a', 'a/b'].map(path => readdirSync(join(folder, path)).sort())).toEqual([['b', 'e'], ['c', 'd']]);
  });
});

test('what is in the way is told as the system tells it', () => {
  inFolder(folder => {
    writeFileSync(join(folder, 'file'), '');
    symlinkSync('nowhere', join(folder, 'link'));
    expect(['file/a', 'file/a/b', 'link', 'link/a'].map(path => told(join(folder, path)))).toEqual(['ENOTDIR', 'ENOTDIR', 'EEXIST', 'EEXIST']);
  });
});

test('a folder that another process makes in the meantime will do', () => {
  inFolder(folder => {
    const fs = jest.requireActual<typeof import('node:fs')>('node:fs');
    const { mkdirSync: make } = fs;
    const spy = jest.spyOn(fs, 'mkdirSync').mockImplementation(path => {
      make(path);
      return make(path) as undefined;
    });
    expect(told(join(folder, 'a/b'))).toBeUndefined();
    spy.mockRestore();
    expect(existsSync(join(folder, 'a/b'))).toBe(true);
  });
});

test('where no folder can be, it comes to an end', () => {
  expect(told('/proc/cdk8s-oam/a')).toMatch(/^E/);
});
