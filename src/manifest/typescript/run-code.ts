import { isDeepStrictEqual } from 'node:util';
import * as cdk8s from 'cdk8s';
import { ApiObject, App, Chart } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { ChartCode, CodeLine, Method } from './chart-code';
import { InputDocument } from './documents';
import { misfit } from './fit';
import { Expression, PROPS, THIS, objectLiteral } from './tree';
import * as library from '../..';
import { Finding } from '../../findings/finding';
import { OamPlatform } from '../../platform/oam-platform';
import { Platform } from '../../platform/platform';
import { isModelError } from '../../private/errors';
import { Registry } from '../../private/registry';

/** The modules that the code may name. */
const MODULES: Readonly<Record<string, () => any>> = { 'cdk8s': () => cdk8s, 'cdk8s-plus-27': plus, 'cdk8s-oam': () => library };

/** Loaded only when it is named, because it is large. */
function plus(): unknown {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('cdk8s-plus-27');
}

/** The names that files of a project may import: no class of theirs has one of them. */
export const IMPORTED: ReadonlySet<string> = new Set([...Object.keys(cdk8s), ...Object.keys(library), 'Construct']);

/** The constants and parameters of a program, and its `this`. */
type Constants = Map<string, unknown>;

/** The platform on which a program is run. It drops the fields that the platform of the program drops. */
function platformLike({ _prunedBy: vendor }: Platform): OamPlatform {
  return OamPlatform.verrazzano({ writeDefaultMetricsTraits: false, writePrunedFields: vendor === undefined });
}

/** Runs a program, and returns the documents that the model rejects, or else those that would be written differently, with the reasons. */
export function rejectedBy(charts: readonly ChartCode[], count: number, platform: Platform): Map<InputDocument, readonly Finding[]> {
  const app = new App();
  Platform.install(app, platformLike(platform));
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
        const value = run(line.value, constants);
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
    const props = run(objectLiteral(settings.map(({ name: key, value }) => ({ key, value }))));
    runAll(body, new Map<string, unknown>([[THIS.name, new Chart(app, plan.name, props)], [PROPS.name, props]]));
  }
  if (rejected.size > 0) return rejected;
  const documentOf = (construct: IConstruct) => documents.get(construct.node.scopes.reverse().find(each => documents.has(each))!)!;
  for (const { construct, finding } of Registry.of(app).findings()) {
    const document = documentOf(construct);
    rejected.set(document, [...rejected.get(document) ?? [], finding]);
  }
  if (rejected.size > 0) return rejected;
  const objects = app.node.findAll().filter(ApiObject.isApiObject);
  if (objects.length !== count) throw new Error(`the program writes ${objects.length} objects of ${count}`);
  const changed = objects.filter(object => !isDeepStrictEqual(object.toJson(), documentOf(object).value)).map(documentOf);
  return new Map(changed.map(document => [document, misfit([], 'changed').why]));
}

/** The value of an expression. */
export function run(expression: Expression, constants: Constants = new Map()): any {
  switch (expression.type) {
    case 'literal':
      return expression.value;
    case 'name':
      return constants.get(expression.name);
    case 'imported':
      return MODULES[expression.module]()[expression.name];
    case 'member':
      return run(expression.of, constants)[expression.name];
    case 'list':
      return expression.elements.map(element => run(element, constants));
    case 'object':
      // here a key such as `__proto__` is an ordinary one
      return Object.fromEntries(expression.fields.map(({ key, value }) => [key, run(value, constants)]));
    case 'call': {
      const { callee, isNew } = expression;
      const args = expression.args.map(arg => run(arg, constants));
      if (isNew) return Reflect.construct(run(callee, constants), args);
      const target = callee.type === 'member' ? run(callee.of, constants) : undefined;
      return Reflect.apply(target === undefined ? run(callee, constants) : target[(callee as { name: string }).name], target, args);
    }
  }
}
