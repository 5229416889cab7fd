import type { FilePlan } from '../grouping';
import { printImports } from '../syntax/module';
import { printStatements } from '../syntax/print';
import { call, create, Expression, imported, member, name, oam, Statement } from '../syntax/tree';

const APP = name('app');

const START: Statement = { constant: APP.name, value: create(imported('cdk8s', 'App')), comments: [] };

const WITHOUT_DEFAULTS = 'The manifests had no default MetricsTraits. '
  + 'Without this option they are written, so that the cluster adds none of its own.';

const TAIL: Statement = { value: call(member(APP, 'synth')), comments: [] };

/** The program that writes the manifests of all charts. */
export function mainFile(files: readonly FilePlan[], platform: Expression, isOam: boolean): string {
  const install: Statement = { value: call(member(oam('Platform'), 'install'), APP, platform), comments: isOam ? [WITHOUT_DEFAULTS] : [] };
  const charts = files.map((file, i): Statement => ({ value: create(imported(`./${file.name}`, file.className), APP), comments: [], isNext: i > 0 }));
  const statements = [START, install, ...charts, TAIL];
  return `${printImports(statements, [])}\n${printStatements(statements, 0)}`;
}
