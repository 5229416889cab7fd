import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contents } from './moments';
import { OutputChanges, writeOutput } from '../../../src/files/writing/write-output';
import { messageOf } from '../../support/message';

export const INDEX = '.cdk8s-oam-index';

/** What becomes of files when nothing does. */
export const NOTHING: OutputChanges = {
  written: [], unchanged: [], removed: [], kept: [], contested: new Map(), left: new Map(), replacesAll: false,
};

/** Texts by path. */
export type Files = Readonly<Record<string, string>>;

/** A folder that is made anew for each test; what is written goes into `out` in it. */
export class Place {
  public folder = '';

  public constructor() {
    beforeEach(() => { this.folder = mkdtempSync(join(tmpdir(), 'output-')); });
    afterEach(() => rmSync(this.folder, { recursive: true, force: true }));
  }

  public get out(): string {
    return this.at('out');
  }

  public at(path: string): string {
    return join(this.folder, path);
  }

  public write(files: Files, index = INDEX, taken: readonly string[] = []): OutputChanges {
    return write(this.out, files, index, taken);
  }

  /** The message of what is refused; nothing may have changed by it. */
  public refused(files: Files, index = INDEX, taken: readonly string[] = []): string {
    const before = contents(this.folder);
    const message = this.failed(files, index, taken);
    expect(contents(this.folder)).toEqual(before);
    return message;
  }

  public failed(files: Files, index = INDEX, taken: readonly string[] = []): string {
    return messageOf(() => this.write(files, index, taken)).replaceAll(this.folder, 'DIR');
  }
}

export function write(out: string, files: Files, index = INDEX, taken: readonly string[] = [], only?: string): OutputChanges {
  return writeOutput(out, new Map(Object.entries(files)), { subject: 'GitOpsApp', index, isTaken: path => taken.includes(path), isLeft: leftBy(only), isAsWritten });
}

/** What a run of one environment leaves as it is: the files of the others. */
export function leftBy(only: string | undefined): (path: string) => boolean {
  return path => only !== undefined && !path.startsWith(`${only}/`);
}

/** What a program of several environments has written, and what it writes later: one of them leaves, and a namespace of another. */
export const ENVIRONMENTS = {
  old: {
    '_argocd/production.yaml': 'production',
    '_argocd/recovery.yaml': 'recovery',
    '_argocd/staging.yaml': 'staging',
    'production/_cluster/r.yaml': 'role',
    'production/shop/a.yaml': 'old a',
    'recovery/shop/a.yaml': 'old a',
    'staging/bobs/b.yaml': 'b',
    'staging/shop/a.yaml': 'old a',
    'staging/shop/c.yaml': 'c',
  },
  next: {
    '_argocd/production.yaml': 'production',
    '_argocd/staging.yaml': 'staging',
    'production/_cluster/r.yaml': 'role',
    'production/shop/a.yaml': 'new a',
    'staging/shop/a.yaml': 'new a',
    'staging/shop/c.yaml': 'c',
    'staging/tools/t.yaml': 't',
  },
} as const;

/** The files of one environment. */
export function filesOf(environment: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).filter(([path]) => path.startsWith(`${environment}/`)));
}

/** A text with this line was edited by hand. */
export const MINE = '# mine\n';

export const isAsWritten = (text: string) => !text.includes(MINE);

/** What is in the index of a run that wrote these files: folders, and an empty file for each. */
export function indexOf(paths: readonly string[], index = INDEX): Record<string, string | null> {
  return withFolders(Object.fromEntries(paths.map(path => [`${index}/${path}.own`, ''])));
}

/** What is in a folder that holds these files, and nothing else. */
export function exactly(files: Files): Record<string, string | null> {
  return { ...indexOf(Object.keys(files)), ...withFolders(files) };
}

function withFolders(files: Files): Record<string, string | null> {
  const folders = Object.keys(files).flatMap(path => path.split('/').slice(0, -1).map((_, i, parts) => parts.slice(0, i + 1).join('/')));
  return { ...files, ...Object.fromEntries(folders.map(folder => [folder, null])) };
}
