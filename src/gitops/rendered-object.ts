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
