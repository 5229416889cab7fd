import * as cdk8s from 'cdk8s';
import { isDeepStrictEqual } from 'node:util';
import { ApiObject, App, Chart } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { APPLICATION, ChartCode, ChartWriter, CodeLine, inexpressible, Method, ProjectParts } from './chart-code';
import { InputDocument, inputOf, located, warningsOf } from './documents';
import { forKubernetes, forOam } from './documents-for-target';
import { misfit } from './fit';
import { FileLayout, sourcesOf } from './layout';
import { ownPackage, projectFiles } from './node-project';
import { commentLines, printStatements, quoted } from './print';
import { Setting } from './settings';
import {
  call, create, Expression, Imported, imported, literal, member, name, NamedSymbol, oam, objectLiteral, pieces, PROPS,
  Statement, THIS,
} from './tree';
import { Finding, found, movedTo, saying, printable } from '../../base/findings/finding';
import { OamPlatform } from '../../targets/oam/oam-platform';
import { Platform } from '../../model/platform/platform';
import { isModelError, refuse } from '../../base/brand';
import { Registry } from '../../base/registry';
import { passwordsIn } from '../../cluster/rules/passwords';
import { DeclarationOptions } from '../model/context';
import { LocatedFinding, ManifestError, ReadManifests } from '../../files/reading';

/** A TypeScript project that reproduces manifests. */
export interface ImportedProject {
  /** The text of each file, by its name in the folder of the project. */
  readonly files: ReadonlyMap<string, string>;
  readonly parts: Readonly<ProjectParts>;
  /** The errors for which a synthesis of the program will fail. It is written all the same. */
  readonly errors: readonly LocatedFinding[];
  /** Documents that are left out, and values that should not be in a program. */
  readonly warnings: readonly LocatedFinding[];
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
 * Writes a program whose synthesis reproduces the objects of the manifests, each of them whole; for a cluster without
 * an OAM platform, the objects that the manifests are rendered to.
 *
 * @param manifests the manifests that were read
 * @param folder the folder of the project, whose name becomes that of the package
 * @param library the exports of this library, with which the program is run
 * @param options the target; by default an OAM platform
 * @throws ManifestError if a document cannot be written as a program
 */
export function importManifests(
  manifests: ReadManifests, folder: string, library: Library, options: ImportOptions = OAM,
): ImportedProject {
  if (manifests.unread.length > 0) throw new ManifestError(manifests.unread);
  const isOam = options.platform._makesObjects;
  const adapted = isOam ? forOam(manifests, options.defaultNamespace) : forKubernetes(manifests, options);
  const { documents: sources, warnings: left, errors } = adapted;
  const { documents, warnings: again } = inputOf(sources);
  if (documents.length === 0) {
    refuse('cdk8s-oam import', found('no-objects', '', saying('the manifests hold no Kubernetes object', 'name the files that hold them')));
  }
  const charts = written(documents, options.platform, library);
  const count = (which: keyof ProjectParts) => charts.reduce((all, { parts }) => all + parts[which], 0);
  return {
    files: new Map([
      ['main.ts', mainFile(charts, options.code, isOam)],
      ...charts.map((chart): [string, string] => [`${chart.plan.name}.ts`, chartFile(chart)]),
      ...importedProject(folder),
    ]),
    parts: { typed: count('typed'), asTheyAre: count('asTheyAre') },
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

/** The charts of a program that writes these documents. Documents that the model rejects are written as they are. */
function written(documents: readonly InputDocument[], platform: Platform, library: Library): ChartCode[] {
  // no class of a file has the name of an export that the file may import
  const layout = new FileLayout(documents, new Set([...Object.keys(cdk8s), ...Object.keys(library), 'Construct']));
  const asTheyAre = new Map(documents.map(document => [document, inexpressible(document)] as const).filter(([, why]) => why.length > 0));
  for (;;) {
    const charts = layout.files.map(file => new ChartWriter(file, layout, asTheyAre).write());
    const rejected = rejectedBy(charts, documents.length, platform, library);
    if (rejected.size === 0) return charts;
    const left = [...rejected].filter(([document]) => document.role === 'other' || asTheyAre.has(document));
    if (left.length > 0) throw new ManifestError(left.flatMap(([{ source }, why]) => located(source, why.map(each => movedTo('', each)))));
    for (const [document, why] of rejected) asTheyAre.set(document, why);
  }
}

const APP = name('app');

const START: Statement = { constant: APP.name, value: create(imported('cdk8s', 'App')), comments: [] };

const WITHOUT_DEFAULTS = 'The manifests had no default MetricsTraits. '
  + 'Without this option they are written, so that the cluster does not add its own.';

const TAIL: Statement = { value: call(member(APP, 'synth')), comments: [] };

/** The program that writes the manifests of all charts. */
function mainFile(charts: readonly ChartCode[], platform: Expression, isOam: boolean): string {
  const install: Statement = { value: call(member(oam('Platform'), 'install'), APP, platform), comments: isOam ? [WITHOUT_DEFAULTS] : [] };
  const statements = [START, install, ...charts.map(chartOf), TAIL];
  return `${printImports(statements, [])}\n${printStatements(statements, 0)}`;
}

/** The statement that creates a chart with the settings of the manifests. */
function chartOf({ plan, settings }: ChartCode, index: number, { [index - 1]: before }: readonly ChartCode[]): Statement {
  const props = objectLiteral(settings.map(({ name: key, value }) => ({ key, value })));
  const value = create(imported(`./${plan.name}`, plan.className), APP, literal(plan.name), ...settings.length > 0 ? [props] : []);
  return { value, comments: [], isNext: settings.length === 0 && before?.settings.length === 0 };
}

/** The file of a chart. */
function chartFile({ plan, settings, body }: ChartCode): string {
  const props = settings.length > 0 ? `${plan.className}Props` : 'ChartProps';
  const methods = body.filter(each => 'lines' in each);
  const statements = body.map((each, i): Statement => 'lines' in each
    ? { value: call(member(THIS, each.name), ...parametersOf(each)), comments: [], isNext: i > 0 && 'lines' in body[i - 1] }
    : each);
  const types = [imported('cdk8s', 'Chart'), imported('cdk8s', 'ChartProps'), imported('constructs', 'Construct')];
  return [
    printImports([...statements, ...methods.flatMap(method => method.lines)], types),
    '\n',
    ...settings.length > 0 ? [printProps(props, settings), '\n'] : [],
    ...commentLines(`from ${sourcesOf(plan)}`, 120).map(line => `${line}\n`),
    `export class ${plan.className} extends Chart {\n`,
    `  public constructor(scope: Construct, id: string, props${settings.length > 0 ? '' : '?'}: ${props}) {\n`,
    '    super(scope, id, props);\n\n',
    printStatements(statements, 4),
    '  }\n',
    ...methods.map(method => printMethod(method, props)),
    '}\n',
  ].join('');
}

/** The parameters of a method: the application, and the props of the chart if they are used. */
function parametersOf({ isOfApplication, lines }: Method): NamedSymbol[] {
  const usesProps = lines.some(({ value }) => [...pieces(value)].some(piece => piece.type === 'name' && piece.name === PROPS.name));
  return [...isOfApplication ? [APPLICATION] : [], ...usesProps ? [PROPS] : []];
}

function printProps(type: string, settings: readonly Setting[]): string {
  // nothing in a description ends the comment
  const inComment = (text: string) => printable(text).replaceAll('*/', '* /');
  const members = settings.map(each => `  /** ${inComment(each.description)} */\n  readonly ${each.name}: ${each.type};\n`);
  return `/** What differs between environments. */\nexport interface ${type} extends ChartProps {\n${members.join('\n')}}\n`;
}

function printMethod(method: Method, props: string): string {
  const given = parametersOf(method).map(each => `${each.name}: ${each === PROPS ? props : 'ApplicationConfiguration'}`);
  return `\n  private ${method.name}(${given.join(', ')}): void {\n${printStatements(method.lines, 4)}  }\n`;
}

/** The imports of statements, and of other names in a file. */
export function printImports(statements: readonly Statement[], others: readonly Imported[]): string {
  const modules = new Map<string, Set<string>>();
  const named = statements.flatMap(({ value }) => [...pieces(value)].flatMap(piece => piece.type === 'imported' ? piece : []));
  for (const each of [...others, ...named]) modules.set(each.module, (modules.get(each.module) ?? new Set()).add(each.name));
  return [...modules].sort(byModule).map(([module, names]) => printImport(module, [...names].sort())).join('');
}

/** Sorts packages before files. */
function byModule([a]: [string, unknown], [b]: [string, unknown]): number {
  const key = (module: string) => `${module.startsWith('.') ? 1 : 0}${module}`;
  return key(a) < key(b) ? -1 : 1;
}

function printImport(module: string, names: readonly string[]): string {
  const line = `import { ${names.join(', ')} } from ${quoted(module)};\n`;
  return line.length <= 121 ? line : `import {\n${names.map(each => `  ${each},\n`).join('')}} from ${quoted(module)};\n`;
}

/** The exports of this library, by their names. */
type Library = Readonly<Record<string, any>>;

/** The constants and parameters of a program, and its `this`. */
type Constants = Map<string, unknown>;

/** The platform on which a program is run. It drops the fields that the platform of the program drops. */
function platformLike({ _prunedBy: vendor }: Platform): OamPlatform {
  return OamPlatform.verrazzano({ writeDefaultMetricsTraits: false, writePrunedFields: vendor === undefined });
}

/**
 * Runs a program, and returns the documents that the model rejects, or else those that would be written differently,
 * with the reasons.
 */
export function rejectedBy(
  charts: readonly ChartCode[], count: number, platform: Platform, library: Library,
): Map<InputDocument, readonly Finding[]> {
  const app = new App();
  Platform.install(app, platformLike(platform));
  const rejected = new Map<InputDocument, readonly Finding[]>();
  const documents = new Map<IConstruct, InputDocument>();
  /** Runs lines up to the first that the model rejects. */
  const runAll = (lines: readonly (CodeLine | Method)[], constants: Constants): void => {
    for (const line of lines) {
      if ('lines' in line) {
        runAll(line.lines, new Map(constants));
        continue;
      }
      try {
        const value = run(line.value, library, constants);
        if (line.constant !== undefined) constants.set(line.constant, value);
        if (Construct.isConstruct(value)) documents.set(value, line.document);
      } catch (error) {
        if (!isModelError(error)) throw error;
        rejected.set(line.document, error.findings);
        return;
      }
    }
  };
  for (const { plan, settings, body } of charts) {
    const props = run(objectLiteral(settings.map(({ name: key, value }) => ({ key, value }))), library);
    runAll(body, new Map<string, unknown>([[THIS.name, new Chart(app, plan.name, props)], [PROPS.name, props]]));
  }
  if (rejected.size > 0) return rejected;
  const documentOf = (construct: IConstruct) => documents.get(construct.node.scopes.reverse().find(each => documents.has(each))!)!;
  for (const { construct, finding } of Registry.of(app).told().findings) {
    const document = documentOf(construct);
    rejected.set(document, [...rejected.get(document) ?? [], finding]);
  }
  if (rejected.size > 0) return rejected;
  const objects = app.node.findAll().filter(ApiObject.isApiObject);
  if (objects.length !== count) throw new Error(`the program writes ${objects.length} objects of ${count}`);
  const changed = objects.filter(object => !isDeepStrictEqual(object.toJson(), documentOf(object).value)).map(documentOf);
  return new Map(changed.map(document => [document, misfit([], 'changed').why]));
}

/** The value of an expression. */
export function run(expression: Expression, library: Library, constants: Constants = new Map()): any {
  switch (expression.type) {
    case 'literal':
      return expression.value;
    case 'name':
      return constants.get(expression.name);
    case 'imported': {
      if (expression.module === 'cdk8s-oam') return library[expression.name];
      // eslint-disable-next-line @typescript-eslint/no-require-imports
      const module = expression.module === 'cdk8s' ? cdk8s : require('cdk8s-plus-27');
      return module[expression.name];
    }
    case 'member':
      return run(expression.of, library, constants)[expression.name];
    case 'list':
      return expression.elements.map(element => run(element, library, constants));
    case 'object':
      // here a key such as `__proto__` is an ordinary one
      return Object.fromEntries(expression.fields.map(({ key, value }) => [key, run(value, library, constants)]));
    case 'call': {
      const { callee, isNew } = expression;
      const args = expression.args.map(arg => run(arg, library, constants));
      if (isNew) return Reflect.construct(run(callee, library, constants), args);
      const target = callee.type === 'member' ? run(callee.of, library, constants) : undefined;
      const method = target === undefined ? run(callee, library, constants) : target[(callee as { name: string }).name];
      return Reflect.apply(method, target, args);
    }
  }
}
