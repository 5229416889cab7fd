import type { FilePlan } from '../grouping';
import type { Statement } from '../syntax/tree';

/** The code of a file with a chart. */
export interface ChartCode {
  readonly plan: FilePlan;
  readonly namespace?: string;
  /** What the constructor does after it has called that of its base. */
  readonly statements: readonly Statement[];
  readonly methods: readonly Method[];
}

/** A private method of a chart. */
export interface Method {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** The type of what it returns, if it returns something: the value of its last statement. */
  readonly returns?: string;
  readonly statements: readonly Statement[];
}

export interface Parameter {
  readonly name: string;
  /** A class of this library, or the chart's own props. */
  readonly type: string;
}
