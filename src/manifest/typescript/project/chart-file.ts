import { basename } from 'node:path';
import { ChartCode, Method } from '../program/chart-code';
import { printImports } from '../syntax/module';
import { printStatements } from '../syntax/print';
import { commentLines, quoted } from '../syntax/text';
import { imported, oam } from '../syntax/tree';

/** The file of a chart. */
export function chartFile({ plan, namespace, statements, methods }: ChartCode): string {
  const sources = [...new Set(plan.documents.map(({ source }) => basename(source.file)))];
  const props = namespace === undefined ? '' : `, { namespace: ${quoted(namespace)} }`;
  const types = methods.flatMap(({ parameters, returns }) => [...parameters.map(({ type }) => type), ...returns === undefined ? [] : [returns]]);
  const all = [...statements, ...methods.flatMap(method => method.statements)];
  return [
    printImports(all, [imported('cdk8s', 'Chart'), imported('constructs', 'Construct'), ...types.map(oam)]),
    '\n',
    ...commentLines(`from ${sources.join(', ')}`, 120).map(line => `${line}\n`),
    `export class ${plan.className} extends Chart {\n`,
    '  public constructor(scope: Construct) {\n',
    `    super(scope, ${quoted(plan.name)}${props});\n\n`,
    printStatements(statements, 4),
    '  }\n',
    ...methods.map(printMethod),
    '}\n',
  ].join('');
}

function printMethod({ name, parameters, returns, statements }: Method): string {
  const given = parameters.map(parameter => `${parameter.name}: ${parameter.type}`).join(', ');
  return `\n  private ${name}(${given}): ${returns ?? 'void'} {\n${printStatements(statements, 4)}  }\n`;
}
