import { inputOf } from './documents';
import { componentsOf, filesOf } from './grouping';
import type { Manifests } from '../reading';
import { chartFile } from './project/chart-file';
import { mainFile } from './project/main-file';
import { projectFiles } from './project/project-files';
import { IMPORTED } from './syntax/run';
import { build } from './trial/build';
import type { Counts } from './trial/trial';
import { refuse } from '../../private/errors';
import { finding } from '../../private/finding';

/** A TypeScript project that writes what manifests say. */
export interface ImportedProject {
  /** The text of each file, by its name in the folder of the project. */
  readonly files: ReadonlyMap<string, string>;
  /** The workloads of components, and the traits of applications, that are written by types of this library, and those that are not. */
  readonly workloads: Readonly<Counts>;
  readonly traits: Readonly<Counts>;
  /** How many documents are written as they are. */
  readonly objects: number;
  /** What may be worth knowing. */
  readonly notes: readonly string[];
}

/**
 * Writes a program whose synthesis gives the objects of the manifests again, each of them whole.
 *
 * @param manifests what was read
 * @param folder the folder of the project, whose name becomes that of the package
 * @throws ManifestError where a document cannot be written as a program
 */
export function importManifests(manifests: Manifests, folder: string): ImportedProject {
  const { documents, notes } = inputOf(manifests);
  if (documents.length === 0) refuse('cdk8s-oam import', finding('no-objects', '', 'there is no object among the manifests', 'give the files that hold them'));
  const components = componentsOf(documents);
  const files = filesOf(documents, components, IMPORTED);
  const { programs, trial } = build(documents, files, components);
  return {
    files: new Map([
      ['main.ts', mainFile(files)],
      ...programs.map((program): [string, string] => [`${program.plan.name}.ts`, chartFile(program)]),
      ...projectFiles(folder),
    ]),
    workloads: trial.workloads,
    traits: trial.traits,
    objects: trial.objects.size,
    notes,
  };
}
