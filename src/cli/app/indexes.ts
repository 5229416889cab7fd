import { existsSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { asked } from './folder-state';
import { indexesOf as indexNames, readIndex } from '../../writing/index-folder';
import { INDEX } from '../../writing/names';
import type { WrittenByRun } from '../../writing/run-report';
import { count, named } from '../output';

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

/** The files that each index lists although they do not exist. */
export function missingFiles(output: string, indexes: Indexes): Indexes {
  return new Map([...indexes].map(([index, listed]) => [index, new Set([...listed].filter(path => !existsSync(join(output, path))))]));
}

/**
 * Notes on indexes that do not fit the files, by hand or by a merge: one does not list a file that exists, and that the app writes into it,
 * or lists one that neither exists nor is written.
 *
 * @param missing what the indexes listed although it did not exist
 * @param existing the manifests
 * @param after the indexes that the app writes
 */
export function mismatchNotes(
  output: string,
  { before, missing, existing, after }: Readonly<Record<'before' | 'missing' | 'after', Indexes>> & { existing: ReadonlySet<string> },
): string[] {
  return [...after].flatMap(([index, listed]) => {
    const known = before.get(index) ?? new Set();
    const unlisted = [...listed].filter(path => existing.has(path) && !known.has(path));
    const gone = [...missing.get(index) ?? []].filter(path => !listed.has(path));
    const what = [
      ...unlisted.length > 0 ? [`does not list ${named(unlisted)}`] : [],
      ...gone.length > 0 ? [`lists ${named(gone)}, which does not exist`] : [],
    ];
    return what.length > 0 ? [`${JSON.stringify(join(output, index))} ${what.join(', and ')}`] : [];
  });
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
