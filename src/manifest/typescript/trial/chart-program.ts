import { Chart } from 'cdk8s';
import { IConstruct } from 'constructs';
import { Trial } from './trial';
import { describeProblem } from '../../../findings/words';
import { isObject } from '../../../private/check';
import { isModelError } from '../../../private/errors';
import { Level, Part } from '../demotions';
import { InputDocument } from '../documents';
import { FilePlan } from '../grouping';
import { isSame } from '../same';
import { ConstantNames, kebabCase, Names } from '../syntax/names';
import { Constants, runStatement } from '../syntax/run';
import { create, data, literal, oam, objectLiteral, pieces, Statement, THIS } from '../syntax/tree';

/** The code of one chart, which is run line by line as it comes into being. */
export class ChartProgram {
  public readonly ids = new Names('-');
  public readonly names = new ConstantNames();
  private readonly statements: Statement[] = [];
  private readonly constants: Constants;

  public constructor(private readonly trial: Trial, public readonly plan: FilePlan, public readonly namespace: string | undefined) {
    this.constants = new Map([[THIS.name, new Chart(trial.app, plan.name, { namespace })]]);
  }

  /** The lines so far; what nobody refers to is no constant. */
  public get code(): Statement[] {
    const used = new Set(this.statements.flatMap(({ value }) => [...pieces(value)].flatMap(piece => piece.type === 'name' ? piece.name : [])));
    return this.statements.map(({ constant, ...rest }) => ({ ...rest, ...constant !== undefined && used.has(constant) && { constant } }));
  }

  /** Adds a line that makes a part, and runs it. What is refused is written in another way in the next trial. */
  public add<T extends IConstruct>(statement: Statement, part: Part, below: Level): T | undefined {
    try {
      const made: T = runStatement(statement, this.constants);
      this.trial.made(made, part);
      this.statements.push(statement);
      return made;
    } catch (error) {
      if (!isModelError(error)) throw error;
      this.trial.demotions.demote(part, below, describeProblem(error.findings[0]));
      return undefined;
    }
  }

  /** Adds a line that changes what has been made. */
  public change(statement: Statement): any {
    this.statements.push(statement);
    return runStatement(statement, this.constants);
  }

  /** Writes a document as it is. */
  public addObject({ index, value }: InputDocument, comment: string): void {
    const { kind, metadata } = value;
    const given = isObject(metadata) && typeof metadata.name === 'string' ? metadata.name : '';
    const id = this.ids.take(kebabCase(`${kind} ${given}`, 'object'));
    const expression = create(oam('CustomObject'), THIS, literal(id), objectLiteral([{ key: 'manifest', value: data(value) }]));
    const made = this.change({ value: expression, comments: [comment] });
    if (!isSame(made.toJson(), value)) throw new Error(`CustomObject changes document ${index}`);
    this.trial.made(made, { document: index });
    this.trial.objects.add(index);
  }
}
