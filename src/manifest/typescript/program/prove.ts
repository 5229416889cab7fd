import { ApiObject, App, Chart } from 'cdk8s';
import { ChartCode } from './chart-code';
import { describeProblem } from '../../../findings/words';
import { Platform } from '../../../platform/platform';
import { Registry } from '../../../private/registry';
import { InputDocument } from '../documents';
import { importedPlatform } from '../forms/decide';
import { isSame } from '../same';
import { Constants, run, runStatement } from '../syntax/run';
import { objectLiteral, PROPS, Statement, THIS } from '../syntax/tree';

/** Runs the finished program, and compares what it writes with the manifests: a difference is a mistake of the import. */
export function prove(charts: readonly ChartCode[], documents: readonly InputDocument[], platform: Platform): void {
  const app = new App();
  Platform.install(app, importedPlatform(platform));
  for (const chart of charts) runChart(chart, app);
  const [refused] = Registry.of(app).findings();
  if (refused) throw new Error(`the program is refused: ${refused.construct.node.path}: ${describeProblem(refused.finding)}`);
  const made = app.node.findAll().filter(ApiObject.isApiObject).map(object => object.toJson());
  const left = new Map(documents.map(({ value }): [string, unknown[]] => [keyOf(value), []]));
  for (const { value } of documents) left.get(keyOf(value))!.push(value);
  const others = made.filter(json => !takes(left.get(keyOf(json)) ?? [], json));
  if (others.length > 0 || made.length !== documents.length) {
    throw new Error(`the program writes ${made.length} objects of ${documents.length}, ${others.length} of them changed`);
  }
}

/** Takes the same object out of those that are wanted, if it is among them. */
function takes(wanted: unknown[], json: unknown): boolean {
  const index = wanted.findIndex(each => isSame(each, json));
  if (index >= 0) wanted.splice(index, 1);
  return index >= 0;
}

/** Objects that may be the same have one key. What is no text may have its keys in another order. */
function keyOf({ apiVersion, kind, metadata }: Record<string, any>): string {
  const { namespace, name } = Object(metadata) as Record<string, unknown>;
  return JSON.stringify([apiVersion, kind, ...[namespace, name].map(each => typeof each === 'string' ? each : '')]);
}

function runChart({ plan, settings, constants, statements, methods }: ChartCode, app: App): void {
  const props = run(objectLiteral(settings.map(({ name: key, value }) => ({ key, value }))));
  const chart = new Chart(app, plan.name, props);
  const ofFile: Constants = new Map();
  runAll(constants, ofFile);
  const own: Constants = new Map([...ofFile, [THIS.name, chart]]);
  for (const { name, parameters, statements: body } of methods) {
    const given = (args: unknown[]) => parameters.map((parameter, i): [string, unknown] => [parameter.name, args[i]]);
    const value = (...args: unknown[]) => runAll(body, new Map([...own, ...given(args)]));
    Object.defineProperty(chart, name, { value });
  }
  runAll(statements, new Map([...own, [PROPS.name, props]]));
}

/** Runs statements, and gives the value of the last. */
function runAll(statements: readonly Statement[], constants: Constants): unknown {
  return statements.reduce<unknown>((_, statement) => runStatement(statement, constants), undefined);
}
