import { ApiObject, App, Chart } from 'cdk8s';
import { formsOf, importedPlatform } from './choose-forms';
import { InputDocument, inputOf, isSame, passwordsIn, warningsOf } from './documents';
import { forKubernetes, forOam } from './documents-for-target';
import { Form } from './form';
import { componentsOf, filesOf } from './grouping';
import { ownPackage, projectFiles } from './node-project';
import { chartFile, mainFile } from './project-files';
import { Constants, IMPORTED, run, runStatement } from './run-code';
import { Expression, PROPS, Statement, THIS, call, literal, member, oam, objectLiteral } from './tree';
import { describeProblem } from '../../findings/words';
import { LocatedFinding, ManifestError, ReadManifests } from '../reading';
import { ChartCode, writeChart } from './write-chart';
import { found, saying } from '../../findings/finding';
import { OamPlatform } from '../../platform/oam-platform';
import { Platform } from '../../platform/platform';
import { listOf } from '../../private/check';
import { refuse } from '../../private/errors';
import { Registry } from '../../private/registry';
import { DeclarationOptions } from '../model/context';


/** A TypeScript project that reproduces manifests. */
export interface ImportedProject {
  /** The text of each file, by its name in the folder of the project. */
  readonly files: ReadonlyMap<string, string>;
  /**
   * The numbers of workloads of components, and of traits of applications, that are written with types of this library, and that are not.
   */
  readonly workloads: Readonly<Counts>;
  readonly traits: Readonly<Counts>;
  /** The number of documents that are written as they are. */
  readonly objects: number;
  /** The errors for which a synthesis of the program will fail. It is written all the same. */
  readonly errors: readonly LocatedFinding[];
  /** Documents that are left out, and values that should not be in a program. */
  readonly warnings: readonly LocatedFinding[];
}

/** The number of parts that are written with types of this library, and of those that are not. */
interface Counts {
  readonly typed: number;
  readonly custom: number;
}

/** The target of a program. */
interface ImportOptions extends DeclarationOptions {
  /** The code of the platform. */
  readonly code: Expression;
}

/** The code of the platform that is installed by default. */
export const OAM_CODE = call(
  member(oam('OamPlatform'), 'verrazzano'), objectLiteral([{ key: 'writeDefaultMetricsTraits', value: literal(false) }]),
);

const OAM: ImportOptions = { platform: OamPlatform.verrazzano(), code: OAM_CODE };

/**
 * Writes a program whose synthesis reproduces the objects of the manifests, each of them whole; for a cluster without an OAM platform, the
 * objects that the manifests are rendered to.
 *
 * @param manifests the manifests that were read
 * @param folder the folder of the project, whose name becomes that of the package
 * @param options the target; by default an OAM platform
 * @throws ManifestError if a document cannot be written as a program
 */
export function importManifests(manifests: ReadManifests, folder: string, options: ImportOptions = OAM): ImportedProject {
  if (manifests.unread.length > 0) throw new ManifestError(manifests.unread);
  const isOam = options.platform._makesObjects;
  const adapted = isOam ? forOam(manifests, options.defaultNamespace) : forKubernetes(manifests, options);
  const { documents: sources, warnings: left, errors } = adapted;
  const { documents, warnings: again } = inputOf(sources);
  if (documents.length === 0) {
    refuse('cdk8s-oam import', found('no-objects', '', saying('the manifests hold no Kubernetes object', 'name the files that hold them')));
  }
  const components = componentsOf(documents);
  const files = filesOf(documents, components, IMPORTED);
  const forms = formsOf(files, components, options.platform);
  const charts = forms.map(writeChart);
  prove(charts, documents, options.platform);
  return {
    files: new Map([
      ['main.ts', mainFile(charts, options.code, isOam)],
      ...charts.map((chart): [string, string] => [`${chart.plan.name}.ts`, chartFile(chart)]),
      ...importedProject(folder),
    ]),
    ...counted(forms.flatMap(file => file.forms)),
    errors,
    warnings: [...left, ...again, ...manifests.yaml.flatMap(document => warningsOf(document, passwordsIn(document.value)))],
  };
}

/** The files of a project beside its program. */
function importedProject(folder: string): Map<string, string> {
  const { version, peerDependencies, devDependencies } = ownPackage();
  const scripts = { compile: 'tsc', synth: 'cdk8s synth', build: 'npm run compile && npm run synth', diff: 'cdk8s-oam diff dist' };
  const versions = { ...devDependencies, ...peerDependencies, 'cdk8s-oam': `^${version}` };
  return projectFiles({ folder, otherwise: 'oam-applications', scripts, versions, tools: ['cdk8s-cli'] });
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
  return listOf(value.spec?.components).flatMap(entry => listOf(entry?.traits));
}

/** Runs the finished program, and compares its output with the manifests: a difference is a bug of the import. */
export function prove(charts: readonly ChartCode[], documents: readonly InputDocument[], platform: Platform): void {
  const app = new App();
  Platform.install(app, importedPlatform(platform));
  for (const chart of charts) runChart(chart, app);
  const [refused] = Registry.of(app).findings();
  if (refused) throw new Error(`the program is refused: ${refused.construct.node.path}: ${describeProblem(refused.finding)}`);
  const made = app.node.findAll().filter(ApiObject.isApiObject).map(object => object.toJson());
  const left = new Map(documents.map(({ value }): [string, unknown[]] => [keyOf(value), []]));
  for (const { value } of documents) left.get(keyOf(value))!.push(value);
  const others = made.filter(json => !takes(left.get(keyOf(json)) ?? [], json));
  if (others.length > 0 || made.length !== documents.length) {
    throw new Error(`the program writes ${made.length} objects of ${documents.length}, ${others.length} of them changed`);
  }
}

/** Removes an equal object from the wanted ones; `false` if there is none. */
function takes(wanted: unknown[], json: unknown): boolean {
  const index = wanted.findIndex(each => isSame(each, json));
  if (index >= 0) wanted.splice(index, 1);
  return index >= 0;
}

/** A key that objects share if they may be equal. A name that is not a string counts as empty, because its keys may be in another order. */
function keyOf({ apiVersion, kind, metadata }: Record<string, unknown>): string {
  const { namespace, name } = Object(metadata) as Record<string, unknown>;
  return JSON.stringify([apiVersion, kind, ...[namespace, name].map(each => typeof each === 'string' ? each : '')]);
}

function runChart({ plan, settings, constants, statements, methods }: ChartCode, app: App): void {
  const props = run(objectLiteral(settings.map(({ name: key, value }) => ({ key, value }))));
  const chart = new Chart(app, plan.name, props);
  const ofFile: Constants = new Map();
  runAll(constants, ofFile);
  const own: Constants = new Map([...ofFile, [THIS.name, chart]]);
  for (const { name, parameters, statements: body } of methods) {
    const given = (args: unknown[]) => parameters.map((parameter, i): [string, unknown] => [parameter.name, args[i]]);
    const value = (...args: unknown[]) => runAll(body, new Map([...own, ...given(args)]));
    Object.defineProperty(chart, name, { value });
  }
  runAll(statements, new Map([...own, [PROPS.name, props]]));
}

/** Runs statements, and returns the value of the last one. */
function runAll(statements: readonly Statement[], constants: Constants): unknown {
  return statements.reduce<unknown>((_, statement) => runStatement(statement, constants), undefined);
}
