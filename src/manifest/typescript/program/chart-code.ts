import type { FilePlan } from '../grouping';
import type { Expression, Statement } from '../syntax/tree';

/** The code of a file with a chart. */
export interface ChartCode {
  readonly plan: FilePlan;
  /** The props of the chart, with the values of the manifests. */
  readonly settings: readonly Setting[];
  /** The constants of the file. */
  readonly constants: readonly Statement[];
  /** What the constructor does after it has called that of its base. */
  readonly statements: readonly Statement[];
  readonly methods: readonly Method[];
}

/** A prop of a chart. */
export interface Setting {
  readonly name: string;
  readonly type: SettingType;
  readonly description: string;
  readonly value: Expression;
}

export type SettingType = 'string' | 'number' | 'string[]';

/** A private method of a chart. */
export interface Method {
  readonly name: string;
  readonly parameters: readonly ChartParameter[];
  /** The class of this library whose instance it returns, if it returns something: the value of its last statement. */
  readonly returns?: string;
  readonly statements: readonly Statement[];
}

export interface ChartParameter {
  readonly name: string;
  /** A class of this library; none if it is the props of the chart. */
  readonly type?: string;
}

/** The name of the interface of a chart's props. */
export function propsName({ className }: FilePlan): string {
  return `${className}Props`;
}
