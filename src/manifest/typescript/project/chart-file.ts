import { basename } from 'node:path';
import { ChartCode, Method, propsName, Setting } from '../program/chart-code';
import { printImports } from '../syntax/module';
import { printStatements } from '../syntax/print';
import { commentLines, documentation } from '../syntax/text';
import { imported, oam } from '../syntax/tree';

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

/** What a file names beside its expressions. */
function typesOf({ methods }: ChartCode) {
  const types = methods.flatMap(({ parameters, returns }) => [...parameters.map(({ type }) => type), returns]).flatMap(type => type ?? []);
  return [imported('cdk8s', 'Chart'), imported('cdk8s', 'ChartProps'), imported('constructs', 'Construct'), ...types.map(oam)];
}

function printProps(name: string, settings: readonly Setting[]): string {
  const members = settings.map(({ name: member, type, description }) => `${documentation(description, 2)}  readonly ${member}: ${type};\n`);
  return `/** What differs between environments. */\nexport interface ${name} extends ChartProps {\n${members.join('\n')}}\n`;
}

function printMethod({ name, parameters, returns, statements }: Method, props: string): string {
  const given = parameters.map(parameter => `${parameter.name}: ${parameter.type ?? props}`);
  const line = `  private ${name}(${given.join(', ')}): ${returns ?? 'void'} {\n`;
  const head = line.length <= 121 ? line : `  private ${name}(\n    ${given.join(', ')},\n  ): ${returns ?? 'void'} {\n`;
  return `\n${head}${printStatements(statements, 4)}  }\n`;
}
