import { basename } from 'node:path';
import { printImports } from '../syntax/module';
import { printStatements } from '../syntax/print';
import { commentLines, quoted } from '../syntax/text';
import { imported } from '../syntax/tree';
import type { ChartProgram } from '../trial/chart-program';

/** The file of a chart. */
export function chartFile({ code, plan, namespace }: ChartProgram): string {
  const sources = [...new Set(plan.documents.map(({ source }) => basename(source.file)))];
  const props = namespace === undefined ? '' : `, { namespace: ${quoted(namespace)} }`;
  return [
    printImports(code, [imported('cdk8s', 'Chart'), imported('constructs', 'Construct')]),
    '\n',
    ...commentLines(`from ${sources.join(', ')}`, 120).map(line => `${line}\n`),
    `export class ${plan.className} extends Chart {\n`,
    '  public constructor(scope: Construct) {\n',
    `    super(scope, ${quoted(plan.name)}${props});\n\n`,
    printStatements(code, 4),
    '  }\n',
    '}\n',
  ].join('');
}
