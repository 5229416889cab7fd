import { basename } from 'node:path';
import { commentLines, documentation, printStatements, quoted } from './print';
import { Setting } from './settings';
import { Expression, Imported, Statement, call, create, imported, literal, member, name, oam, objectLiteral, pieces } from './tree';
import { ChartCode, Method, propsName } from './write-chart';

const APP = name('app');

const START: Statement = { constant: APP.name, value: create(imported('cdk8s', 'App')), comments: [] };

const WITHOUT_DEFAULTS = 'The manifests had no default MetricsTraits. '
  + 'Without this option they are written, so that the cluster does not add its own.';

const TAIL: Statement = { value: call(member(APP, 'synth')), comments: [] };

/** The program that writes the manifests of all charts. */
export function mainFile(charts: readonly ChartCode[], platform: Expression, isOam: boolean): string {
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
export function chartFile(code: ChartCode): string {
  const { plan, settings, constants, statements, methods } = code;
  const sources = [...new Set(plan.documents.map(({ source }) => basename(source.file)))];
  const hasProps = settings.length > 0;
  const props = hasProps ? propsName(plan) : 'ChartProps';
  return [
    printImports([...constants, ...statements, ...methods.flatMap(method => method.statements)], typesOf(code)),
    '\n',
    ...constants.length > 0 ? [printStatements(constants, 0), '\n'] : [],
    ...hasProps ? [printProps(props, settings), '\n'] : [],
    ...commentLines(`from ${sources.join(', ')}`, 120).map(line => `${line}\n`),
    `export class ${plan.className} extends Chart {\n`,
    `  public constructor(scope: Construct, id: string, props${hasProps ? '' : '?'}: ${props}) {\n`,
    '    super(scope, id, props);\n\n',
    printStatements(statements, 4),
    '  }\n',
    ...methods.map(method => printMethod(method, props)),
    '}\n',
  ].join('');
}

/** The imports that a file needs beside those of its expressions. */
function typesOf({ methods }: ChartCode) {
  const types = methods.flatMap(({ parameters, returns }) => [...parameters.map(({ type }) => type), returns]).flatMap(type => type ?? []);
  return [imported('cdk8s', 'Chart'), imported('cdk8s', 'ChartProps'), imported('constructs', 'Construct'), ...types.map(oam)];
}

function printProps(type: string, settings: readonly Setting[]): string {
  const members = settings.map(each => `${documentation(each.description, 2)}  readonly ${each.name}: ${each.type};\n`);
  return `/** What differs between environments. */\nexport interface ${type} extends ChartProps {\n${members.join('\n')}}\n`;
}

function printMethod({ name: method, parameters, returns, statements }: Method, props: string): string {
  const given = parameters.map(parameter => `${parameter.name}: ${parameter.type ?? props}`);
  const line = `  private ${method}(${given.join(', ')}): ${returns ?? 'void'} {\n`;
  const head = line.length <= 121 ? line : `  private ${method}(\n    ${given.join(', ')},\n  ): ${returns ?? 'void'} {\n`;
  return `\n${head}${printStatements(statements, 4)}  }\n`;
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
