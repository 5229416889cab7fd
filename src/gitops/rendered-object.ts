import type { ApiObject, Chart } from 'cdk8s';
import type { Finding } from '../findings/finding';
import type { PlainFields, PlainValue } from '../private/check';

/** An API object and what it has become. */
export interface RenderedObject {
  readonly object: ApiObject;
  readonly chart: Chart;
  /** Plain data, as it is written. */
  readonly json: PlainValue | undefined;
}

/** What becomes of an object before it is written. */
export interface FinishedObject {
  readonly json: PlainFields;
  readonly findings: readonly Finding[];
}

/** How objects become what is written. */
export interface Finishing {
  /** Whether the items of a list are objects like others, and the list itself is none. */
  readonly splitsLists: boolean;
  readonly finish: (json: PlainFields, isClusterScoped: boolean) => FinishedObject;
}
