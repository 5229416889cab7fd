import { existsSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { asked } from './folder-state';
import { indexNames, readIndex } from '../../files/writing/write-output';
import { INDEX } from '../../files/writing/names';
import type { WrittenByRun } from '../../files/writing/run-report';
import { count } from '../output';

/** The files that each index lists, by the path of the index. All paths are relative to the output folder. */
type Indexes = ReadonlyMap<string, ReadonlySet<string>>;

/** The indexes in the folders of the manifests and in their parent folders, up to the output folder. */
export function indexesIn(output: string, manifests: Iterable<string>): Indexes {
  const folders = new Set(['', ...[...manifests].flatMap(foldersAbove)]);
  return new Map([...folders].flatMap(folder => indexNames(join(output, folder)).map(name => {
    const listed = asked(join(output, folder, name), () => readIndex(join(output, folder), name));
    return [join(folder, name), new Set([...listed].map(path => join(folder, path)))] as const;
  })));
}

function foldersAbove(path: string): string[] {
  const steps = path.split(sep).slice(0, -1);
  return steps.map((_, depth) => join(...steps.slice(0, depth + 1)));
}

/** The paths of the indexes that the apps of a run wrote, relative to the output folder. */
export function indexesOf(written: readonly WrittenByRun[], output: string): string[] {
  const root = realpathSync(output);
  return written.map(({ folder, index }) => relative(root, join(folder, index)));
}

/**
 * The folder of an environment at the beginning of a path that Environments writes: `<environment>/<namespace>/<Kind>.<name>.yaml` or
 * `<environment>/<chart>.k8s.yaml`. A GitOpsApp writes at most `<chart>/<Kind>.<name>.yaml`.
 */
const OF_ENVIRONMENT = /^([a-z\d][-a-z\d]*)[\\/]([^\\/]+[\\/]|[a-z\d])/;

/** The environments of an output folder, according to its index. */
export function environmentsIn(indexes: Indexes): string[] {
  const paths = indexes.get(INDEX) ?? [];
  return [...new Set([...paths].flatMap(path => OF_ENVIRONMENT.exec(path)?.[1] ?? []))];
}

/** A note on each index whose app no longer exists: nothing removes the files that it lists. `own` are the indexes of existing apps. */
export function staleNotes(output: string, indexes: Indexes, own: readonly string[]): string[] {
  const kept = new Set(own.flatMap(path => [...indexes.get(path) ?? []]));
  return [...indexes].filter(([path]) => !own.includes(path)).map(([path, listed]) => {
    const left = [...listed].filter(file => !kept.has(file) && existsSync(join(output, file))).length;
    return `${JSON.stringify(join(output, path))} is the index of no app of this run${whatIsLeft(left)}`;
  });
}

function whatIsLeft(files: number): string {
  if (files === 0) return '; delete it';
  const [them, stay] = files === 1 ? ['it', 'stays, and goes'] : ['them', 'stay, and go'];
  return `: ${count(files, 'file')} that it lists ${stay} on being applied; `
    + `delete ${them} and the index, or, if another program writes ${them}, give that an output folder of its own`;
}
