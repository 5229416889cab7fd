import type { ChartCode } from '../program/chart-code';
import { printImports } from '../syntax/module';
import { printStatements } from '../syntax/print';
import { call, create, Expression, imported, literal, member, name, oam, objectLiteral, Statement } from '../syntax/tree';

const APP = name('app');

const START: Statement = { constant: APP.name, value: create(imported('cdk8s', 'App')), comments: [] };

const WITHOUT_DEFAULTS = 'The manifests had no default MetricsTraits. '
  + 'Without this option they are written, so that the cluster adds none of its own.';

const TAIL: Statement = { value: call(member(APP, 'synth')), comments: [] };

/** The program that writes the manifests of all charts. */
export function mainFile(charts: readonly ChartCode[], platform: Expression, isOam: boolean): string {
  const install: Statement = { value: call(member(oam('Platform'), 'install'), APP, platform), comments: isOam ? [WITHOUT_DEFAULTS] : [] };
  const statements = [START, install, ...charts.map(chartOf), TAIL];
  return `${printImports(statements, [])}\n${printStatements(statements, 0)}`;
}

/** A chart with the settings of the manifests. */
function chartOf({ plan, settings }: ChartCode, index: number, { [index - 1]: before }: readonly ChartCode[]): Statement {
  const props = objectLiteral(settings.map(({ name: key, value }) => ({ key, value })));
  const value = create(imported(`./${plan.name}`, plan.className), APP, literal(plan.name), ...settings.length > 0 ? [props] : []);
  return { value, comments: [], isNext: settings.length === 0 && before?.settings.length === 0 };
}
