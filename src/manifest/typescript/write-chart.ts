import type { FileForms } from './choose-forms';
import { withConstants } from './constants';
import type { FilePlan } from './grouping';
import { methodName, methodNames } from './names';
import { printStatements } from './print';
import { IMPORTED } from './run-code';
import { Setting, withSettings } from './settings';
import { Unit, unitsOf } from './statements';
import { PROPS, Statement, THIS, call, member, name, namesIn } from './tree';

/** A constructor with more lines is divided into methods. */
const SCREEN = 60;

/** The units that become methods of their own in a constructor that is too long, in this order. */
const DIVIDED: readonly { readonly kind: Unit['kind']; readonly verb: string }[] = [
  { kind: 'component', verb: 'add' }, { kind: 'binding', verb: 'bind' }, { kind: 'object', verb: 'add' },
];

/** Writes the chart of a file. */
export function writeChart({ plan, namespace, forms }: FileForms): ChartCode {
  const { units: own, settings } = withSettings(unitsOf(forms), namespace);
  const { units, constants } = withConstants(own, [plan.className, propsName(plan), ...IMPORTED]);
  return { plan, settings, constants, ...new Division(units).divided() };
}

class Division {
  private readonly types = new Map<string, string>();
  private readonly names = methodNames();
  private readonly methods: Method[] = [];
  /** The number of statements that use each constant. */
  private readonly uses = new Map<string, number>();

  public constructor(private units: readonly Unit[]) {
    for (const { result } of units) if (result) this.types.set(result.constant, result.type);
    for (const each of units.flatMap(usedIn)) this.uses.set(each, (this.uses.get(each) ?? 0) + 1);
  }

  public divided(): { statements: Statement[]; methods: Method[] } {
    for (const { kind, verb } of DIVIDED) {
      if (linesOf(this.statements) <= SCREEN) break;
      this.units = this.units.map(unit => unit.kind === kind && linesOf(unit.statements) > 3 ? this.asMethod(unit, verb) : unit);
    }
    return { statements: this.statements, methods: this.methods };
  }

  /** The statements of the constructor. A constant that is not used is omitted. */
  private get statements(): Statement[] {
    return this.named(this.units.flatMap(unit => unit.statements));
  }

  private named(statements: readonly Statement[]): Statement[] {
    return statements.map(({ constant, ...rest }) => ({ ...rest, ...constant !== undefined && this.uses.has(constant) && { constant } }));
  }

  /** Moves statements to a method, and returns the unit that calls it. */
  private asMethod({ kind, about, statements, result }: Unit, verb: string): Unit {
    const own = new Set(statements.flatMap(({ constant }) => constant ?? []));
    const names = [...new Set(statements.flatMap(({ value }) => namesIn(value)))];
    // any other name is a constant of the file
    const used = names.filter(each => each === PROPS.name || this.types.has(each) && !own.has(each));
    const parameters = used.map((each): ChartParameter => ({ name: each, type: this.types.get(each) }));
    const method = methodName(this.names, verb, about);
    const isUsed = result !== undefined && this.usesOutside(result.constant, statements) > 0;
    const body = this.named(isUsed ? returning(statements, result.constant) : statements);
    this.methods.push({ name: method, parameters, ...isUsed && { returns: result.type }, statements: body });
    const value = call(member(THIS, method), ...used.map(name));
    return { kind, about, statements: [{ ...isUsed && { constant: result.constant }, value, comments: [], isNext: true }], result };
  }

  private usesOutside(constant: string, statements: readonly Statement[]): number {
    const inside = statements.filter(({ value }) => namesIn(value).includes(constant)).length;
    return (this.uses.get(constant) ?? 0) - inside;
  }
}

function usedIn({ statements }: Unit): string[] {
  return statements.flatMap(({ value }) => [...new Set(namesIn(value))]);
}

/** The statements, of which the last returns one of their constants. */
function returning(statements: readonly Statement[], constant: string): Statement[] {
  const [first, ...others] = statements;
  if (others.length > 0) return [...statements, { value: name(constant), comments: [], isReturn: true, isNext: true }];
  return [{ value: first.value, comments: first.comments, isReturn: true }];
}

function linesOf(statements: readonly Statement[]): number {
  return printStatements(statements, 4).split('\n').length;
}

/** The code of a file with a chart. */
export interface ChartCode {
  readonly plan: FilePlan;
  /** The props of the chart, with the values of the manifests. */
  readonly settings: readonly Setting[];
  /** The constants of the file. */
  readonly constants: readonly Statement[];
  /** The statements of the constructor after the call of `super`. */
  readonly statements: readonly Statement[];
  readonly methods: readonly Method[];
}

/** A private method of a chart. */
export interface Method {
  readonly name: string;
  readonly parameters: readonly ChartParameter[];
  /** The class of this library whose instance it returns, if it returns one: the value of its last statement. */
  readonly returns?: string;
  readonly statements: readonly Statement[];
}

interface ChartParameter {
  readonly name: string;
  /** A class of this library; `undefined` for the props of the chart. */
  readonly type?: string;
}

/** The name of the interface of a chart's props. */
export function propsName({ className }: FilePlan): string {
  return `${className}Props`;
}
