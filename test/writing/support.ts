import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contents } from './moments';
import { OutputChanges, writeOutput } from '../../src/writing/write-output';
import { formatIndex, hashOf } from '../../src/writing/written-index';
import { messageOf } from '../support/message';

export const INDEX = '.cdk8s-oam-index';

/** What becomes of files when nothing does. */
export const NOTHING: OutputChanges = {
  written: [], unchanged: [], removed: [], kept: [], left: new Map(), contested: new Map(), replacesAll: false,
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

export function write(out: string, files: Files, index = INDEX, taken: readonly string[] = []): OutputChanges {
  return writeOutput(out, new Map(Object.entries(files)), { subject: 'GitOpsApp', index, isTaken: path => taken.includes(path) });
}

/** The index of a run that has come to its end. */
export function indexOf(files: Files): string {
  return formatIndex({ entries: new Map(Object.entries(files).map(([path, text]) => [path, new Set([hashOf(text)])])), isUnfinished: false });
}

/** What is in a folder that holds these files, and nothing else. */
export function exactly(files: Files): Record<string, string | null> {
  const folders = Object.keys(files).flatMap(path => path.split('/').slice(0, -1).map((_, i, parts) => parts.slice(0, i + 1).join('/')));
  const index: Files = Object.keys(files).length > 0 ? { [INDEX]: indexOf(files) } : {};
  return { ...index, ...files, ...Object.fromEntries(folders.map(folder => [folder, null])) };
}
