import { APPLICATION, ChartCode, Method } from './chart-code';
import { sourcesOf } from './layout';
import { commentLines, printStatements, quoted } from './print';
import { Setting } from './settings';
import {
  Expression, Imported, NamedSymbol, PROPS, Statement, THIS, call, create, imported, literal, member, name, oam, objectLiteral, pieces,
} from './tree';
import { printable } from '../../findings/shown';

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
export function chartFile({ plan, settings, body }: ChartCode): string {
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
