import type { ApiObject, Chart } from 'cdk8s';
import type { Finding } from '../base/findings/finding';
import type { PlainFields, PlainValue } from '../base/check';

/** An API object and its rendered form. */
export interface RenderedObject {
  readonly object: ApiObject;
  readonly chart: Chart;
  /** Plain data, as it is written. */
  readonly json: PlainValue | undefined;
}

/** The final form of an object before it is written, and the findings about it. */
export interface FinishedObject {
  readonly json: PlainFields;
  readonly findings: readonly Finding[];
}

/** How objects are prepared for writing. */
export interface Finishing {
  /** Whether the items of a list are written as objects of their own, without the list. */
  readonly splitsLists: boolean;
  readonly finish: (json: PlainFields, isClusterScoped: boolean) => FinishedObject;
}
