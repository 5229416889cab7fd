import type { FilePlan } from '../grouping';
import { printImports } from '../syntax/module';
import { printStatements } from '../syntax/print';
import { call, create, imported, literal, member, name, oam, objectLiteral, Statement } from '../syntax/tree';

const APP = name('app');

const PLATFORM = call(member(oam('OamPlatform'), 'verrazzano'), objectLiteral([{ key: 'writeDefaultMetricsTraits', value: literal(false) }]));

const HEAD: readonly Statement[] = [
  { constant: APP.name, value: create(imported('cdk8s', 'App')), comments: [] },
  {
    value: call(member(oam('Platform'), 'install'), APP, PLATFORM),
    comments: ['The manifests had no default MetricsTraits. Without this option they are written, so that the cluster adds none of its own.'],
  },
];

const TAIL: Statement = { value: call(member(APP, 'synth')), comments: [] };

/** The program that writes the manifests of all charts. */
export function mainFile(files: readonly FilePlan[]): string {
  const charts = files.map((file, i): Statement => ({ value: create(imported(`./${file.name}`, file.className), APP), comments: [], isNext: i > 0 }));
  const statements = [...HEAD, ...charts, TAIL];
  return `${printImports(statements, [])}\n${printStatements(statements, 0)}`;
}
