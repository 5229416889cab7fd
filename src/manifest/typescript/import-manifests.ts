import { forKubernetes, forOam } from './adapted';
import { InputDocument, inputOf, warningsOf } from './documents';
import { formsOf } from './forms/decide';
import { Form } from './forms/form';
import { componentsOf, filesOf } from './grouping';
import { LocatedFinding, ManifestError, Manifests } from '../reading';
import { passwordsIn } from './passwords';
import { prove } from './program/prove';
import { writeChart } from './program/write-chart';
import { chartFile } from './project/chart-file';
import { mainFile } from './project/main-file';
import { projectFiles } from './project/project-files';
import { IMPORTED } from './syntax/run';
import { call, Expression, literal, member, oam, objectLiteral } from './syntax/tree';
import { found } from '../../findings/finding';
import { OamPlatform } from '../../platform/oam-platform';
import { listOf } from '../../private/check';
import { refuse } from '../../private/errors';
import { DeclarationOptions } from '../model/context';

/** A TypeScript project that writes what manifests say. */
export interface ImportedProject {
  /** The text of each file, by its name in the folder of the project. */
  readonly files: ReadonlyMap<string, string>;
  /** The workloads of components, and the traits of applications, that are written by types of this library, and those that are not. */
  readonly workloads: Readonly<Counts>;
  readonly traits: Readonly<Counts>;
  /** How many documents are written as they are. */
  readonly objects: number;
  /** What a synthesis of the program will be refused for: it is written all the same. */
  readonly errors: readonly LocatedFinding[];
  /** What is left out, or had better not be in a program. */
  readonly warnings: readonly LocatedFinding[];
}

/** How many parts are written by types of this library, and how many are not. */
export interface Counts {
  readonly typed: number;
  readonly custom: number;
}

/** What a program is written for. */
export interface ImportOptions extends DeclarationOptions {
  /** The code of the platform. */
  readonly code: Expression;
}

/** What is installed unless something else is asked for. */
export const OAM_CODE = call(
  member(oam('OamPlatform'), 'verrazzano'), objectLiteral([{ key: 'writeDefaultMetricsTraits', value: literal(false) }]),
);

const OAM: ImportOptions = { platform: OamPlatform.verrazzano(), code: OAM_CODE };

/**
 * Writes a program. Its synthesis gives the objects of the manifests again, each of them whole; for a cluster without an OAM platform, the
 * objects that are rendered of them.
 *
 * @param manifests what was read
 * @param folder the folder of the project, whose name becomes that of the package
 * @param options what it is written for: an OAM platform unless it says otherwise
 * @throws ManifestError where a document cannot be written as a program
 */
export function importManifests(manifests: Manifests, folder: string, options: ImportOptions = OAM): ImportedProject {
  if (manifests.unread.length > 0) throw new ManifestError(manifests.unread);
  const isOam = options.platform._makesObjects;
  const adapted = isOam ? forOam(manifests, options.defaultNamespace) : forKubernetes(manifests, options);
  const { documents: sources, warnings: left, errors } = adapted;
  const { documents, warnings: again } = inputOf(sources);
  if (documents.length === 0) refuse('cdk8s-oam import', found('no-objects', '', { reason: 'imported' }));
  const components = componentsOf(documents);
  const files = filesOf(documents, components, IMPORTED);
  const forms = formsOf(files, components, options.platform);
  const charts = forms.map(writeChart);
  prove(charts, documents, options.platform);
  return {
    files: new Map([
      ['main.ts', mainFile(charts, options.code, isOam)],
      ...charts.map((chart): [string, string] => [`${chart.plan.name}.ts`, chartFile(chart)]),
      ...projectFiles(folder),
    ]),
    ...counted(forms.flatMap(file => file.forms)),
    errors,
    warnings: [...left, ...again, ...manifests.yaml.flatMap(document => warningsOf(document, passwordsIn(document.value)))],
  };
}

function counted(forms: readonly Form[]): Pick<ImportedProject, 'workloads' | 'traits' | 'objects'> {
  const workloads = forms.flatMap(form => form.type === 'component' ? form.workload.isTyped : []);
  const entries = forms.flatMap(form => form.type === 'application' ? form.entries : []);
  const traits = entries.flatMap(entry => entry.traits.map(({ code }) => code.isTyped));
  const all = forms.flatMap(({ type, document }) => type === 'application' ? traitsOf(document) : []);
  return {
    workloads: countedBy(workloads, workloads.length),
    traits: countedBy(traits, all.length),
    objects: forms.filter(({ type }) => type === 'object').length,
  };
}

function countedBy(isTyped: readonly boolean[], all: number): Counts {
  const typed = isTyped.filter(each => each).length;
  return { typed, custom: all - typed };
}

function traitsOf({ value }: InputDocument): unknown[] {
  return value.spec.components.flatMap((entry: any) => listOf(entry?.traits));
}
