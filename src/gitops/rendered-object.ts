import type { ApiObject, Chart } from 'cdk8s';
import type { PlainValue } from '../private/check';

/** An API object and what it has become. */
export interface RenderedObject {
  readonly object: ApiObject;
  readonly chart: Chart;
  /** Plain data, as it is written. */
  readonly json: PlainValue | undefined;
}
