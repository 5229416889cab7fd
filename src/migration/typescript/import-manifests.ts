import { isDeepStrictEqual } from 'node:util';
import * as cdk8s from 'cdk8s';
import { ApiObject, App, Chart } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { APPLICATION, ChartCode, ChartWriter, CodeLine, inexpressibleIn, Method, ProjectParts } from './chart-code';
import { forOam, KubernetesDocuments } from './documents-for-target';
import { misfit } from './fit';
import { FileLayout, importInput, InputDocument, locatedIn, sourcesOf, warningsOf } from './layout';
import { ownPackage, projectFiles, tarballNotes } from './node-project';
import {
  call, commentLines, Constants, evaluate, Expression, identifier, imported, Library, literal, member, NamedSymbol,
  newCall, objectLiteral, ofLibrary, pieces, printImports, printStatements, PROPS, Statement, THIS,
} from './tree';
import { isModelError, throwFindings } from '../../base/brand';
import { Finding, found, movedTo, printable, ownWords } from '../../base/findings/finding';
import { Registry } from '../../base/registry';
import { passwordsIn } from '../../cluster/rules/passwords';
import { ManifestError, ReadManifests } from '../../files/reading';
import { Platform } from '../../model/platform/platform';
import { OamPlatform } from '../../targets/oam/oam-platform';
import { DeclarationOptions } from '../model/context';

/** A TypeScript project that reproduces manifests. */
export type ImportedProject = ReturnType<typeof importManifests>;

/** The target of a program, and the code of its platform. */
interface ImportOptions extends DeclarationOptions { readonly code: Expression }

/** The code of the platform that is installed by default. */
export const OAM_CODE = call(
  member(ofLibrary('OamPlatform'), 'verrazzano'),
  objectLiteral([{ key: 'writeDefaultMetricsTraits', value: literal(false) }]),
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
) {
  if (manifests.unread.length > 0) throw new ManifestError(manifests.unread);
  const { platform, code, defaultNamespace } = options;
  const isOam = platform._makesObjects;
  const adapted = isOam ? forOam(manifests, defaultNamespace) : new KubernetesDocuments(manifests, options).adapted();
  const { documents, warnings: again } = importInput(adapted.documents);
  if (documents.length === 0) {
    const nothing = ownWords('the manifests hold no Kubernetes object', 'name the files that hold them');
    throwFindings('cdk8s-oam import', found('no-objects', '', nothing));
  }
  // no class of a file has the name of an export that the file may import
  const layout = new FileLayout(documents, new Set([...Object.keys(cdk8s), ...Object.keys(library), 'Construct']));
  const charts = acceptedCharts(documents, layout, platform, library);
  const count = (which: keyof ProjectParts) => charts.reduce((all, { parts }) => all + parts[which], 0);
  const own = ownPackage();
  const project = projectFiles({
    folder,
    otherwise: 'oam-applications',
    scripts: {
      compile: 'tsc', synth: 'cdk8s synth', build: 'npm run compile && npm run synth', diff: 'cdk8s-oam diff dist',
    },
    own,
  });
  const passwords = manifests.yaml.flatMap(document => warningsOf(document, passwordsIn(document.value)));
  return {
    files: new Map([
      ['main.ts', mainFile(charts, code, isOam)],
      ...charts.map((chart): [string, string] => [`${chart.plan.name}.ts`, chartFile(chart)]),
      ...project,
    ]),
    parts: { typed: count('typed'), asTheyAre: count('asTheyAre') },
    notes: tarballNotes(own),
    /** The errors for which a synthesis of the program will fail. It is written all the same. */
    errors: adapted.errors,
    /** Documents that are left out, and values that should not be in a program. */
    warnings: [...adapted.warnings, ...again, ...passwords],
  };
}

/** The charts of a program that writes these documents. Documents that the model rejects are written as they are. */
function acceptedCharts(
  documents: readonly InputDocument[], layout: FileLayout, platform: Platform, library: Library,
): ChartCode[] {
  const reasons = documents.map(document => [document, inexpressibleIn(document)] as const);
  const asTheyAre = new Map(reasons.filter(([, why]) => why.length > 0));
  for (;;) {
    const charts = layout.files.map(file => new ChartWriter(file, layout, asTheyAre).write());
    const rejected = rejectedBy(charts, documents.length, platform, library);
    if (rejected.size === 0) return charts;
    const left = [...rejected].filter(([document]) => document.role === 'other' || asTheyAre.has(document));
    if (left.length > 0) {
      const findings = left.flatMap(([{ source }, why]) => locatedIn(source, why.map(each => movedTo('', each))));
      throw new ManifestError(findings);
    }
    for (const [document, why] of rejected) asTheyAre.set(document, why);
  }
}

const WITHOUT_DEFAULTS = 'The manifests had no default MetricsTraits. '
  + 'Without this option they are written, so that the cluster does not add its own.';

/** The program that writes the manifests of all charts, each with the settings of the manifests. */
function mainFile(charts: readonly ChartCode[], platform: Expression, isOam: boolean): string {
  const app = identifier('app');
  const statements: Statement[] = [
    { constant: app.name, value: newCall(imported('cdk8s', 'App')), comments: [] },
    { value: call(member(ofLibrary('Platform'), 'install'), app, platform), comments: isOam ? [WITHOUT_DEFAULTS] : [] },
    ...charts.map(({ plan, settings }, i): Statement => {
      const props = objectLiteral(settings.map(({ name: key, value }) => ({ key, value })));
      const given = settings.length > 0 ? [props] : [];
      const value = newCall(imported(`./${plan.name}`, plan.className), app, literal(plan.name), ...given);
      return { value, comments: [], isNext: settings.length === 0 && charts[i - 1]?.settings.length === 0 };
    }),
    { value: call(member(app, 'synth')), comments: [] },
  ];
  return `${printImports(statements, [])}\n${printStatements(statements, 0)}`;
}

/** The file of a chart. */
function chartFile({ plan, settings, body }: ChartCode): string {
  const hasSettings = settings.length > 0;
  const props = hasSettings ? `${plan.className}Props` : 'ChartProps';
  const methods = body.filter(each => 'lines' in each);
  const statements = body.map((each, i): Statement => {
    if (!('lines' in each)) return each;
    const value = call(member(THIS, each.name), ...methodParameters(each));
    return { value, comments: [], isNext: i > 0 && 'lines' in body[i - 1] };
  });
  const types = [imported('cdk8s', 'Chart'), imported('cdk8s', 'ChartProps'), imported('constructs', 'Construct')];
  // nothing in a description ends the comment
  const inComment = (text: string) => printable(text).replaceAll('*/', '* /');
  const members = settings.map(({ name, type, description }) =>
    `  /** ${inComment(description)} */\n  readonly ${name}: ${type};\n`).join('\n');
  return [
    printImports([...statements, ...methods.flatMap(method => method.lines)], types),
    '\n',
    ...hasSettings ? [
      '/** What differs between environments. */\n',
      `export interface ${props} extends ChartProps {\n${members}}\n`,
      '\n',
    ] : [],
    ...commentLines(`from ${sourcesOf(plan)}`, 120).map(line => `${line}\n`),
    `export class ${plan.className} extends Chart {\n`,
    `  public constructor(scope: Construct, id: string, props${hasSettings ? '' : '?'}: ${props}) {\n`,
    '    super(scope, id, props);\n\n',
    printStatements(statements, 4),
    '  }\n',
    ...methods.map(method => {
      const parameters = methodParameters(method).map(each =>
        `${each.name}: ${each === PROPS ? props : 'ApplicationConfiguration'}`).join(', ');
      return `\n  private ${method.name}(${parameters}): void {\n${printStatements(method.lines, 4)}  }\n`;
    }),
    '}\n',
  ].join('');
}

/** The parameters of a method: the application, and the props of the chart if they are used. */
function methodParameters({ isOfApplication, lines }: Method): NamedSymbol[] {
  const isProps = (piece: Expression) => piece.type === 'name' && piece.name === PROPS.name;
  const usesProps = lines.some(({ value }) => [...pieces(value)].some(isProps));
  return [...isOfApplication ? [APPLICATION] : [], ...usesProps ? [PROPS] : []];
}

/**
 * Runs a program, and returns the documents that the model rejects, or else those that would be written differently,
 * with the reasons.
 */
export function rejectedBy(
  charts: readonly ChartCode[], count: number, platform: Platform, library: Library,
): Map<InputDocument, readonly Finding[]> {
  const app = new App();
  // the platform of the program, but for the objects of OAM that it renders: it drops the same fields
  const hasExtendedCrds = platform._prunedBy === undefined;
  Platform.install(app, OamPlatform.verrazzano({ writeDefaultMetricsTraits: false, hasExtendedCrds }));
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
        const value = evaluate(line.value, library, constants);
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
    const props = evaluate(objectLiteral(settings.map(({ name: key, value }) => ({ key, value }))), library);
    runAll(body, new Map<string, unknown>([[THIS.name, new Chart(app, plan.name, props)], [PROPS.name, props]]));
  }
  if (rejected.size > 0) return rejected;
  const documentOf = (construct: IConstruct) =>
    documents.get(construct.node.scopes.reverse().find(each => documents.has(each))!)!;
  for (const { construct, finding } of Registry.of(app).told().findings) {
    const document = documentOf(construct);
    rejected.set(document, [...rejected.get(document) ?? [], finding]);
  }
  if (rejected.size > 0) return rejected;
  const objects = app.node.findAll().filter(ApiObject.isApiObject);
  if (objects.length !== count) throw new Error(`the program writes ${objects.length} objects of ${count}`);
  const changed = objects.filter(object => !isDeepStrictEqual(object.toJson(), documentOf(object).value));
  return new Map(changed.map(object => [documentOf(object), misfit([], 'changed')]));
}
