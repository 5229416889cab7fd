import { DeclaredAt } from './manifest-object';
import type { Remark } from './remarks';
import { Endpoint } from '../private/metrics';

/** Where metrics are collected; what is not declared is not known. */
export interface DeclaredEndpoint extends Partial<Endpoint> {
  /** The job that its series have. */
  readonly job?: string;
  /** Where it is declared, if that is not where its component is. */
  readonly declaredAt?: DeclaredAt;
}

/** A component's place in an application, and where its metrics are collected by what is declared. */
export interface DeclaredComponent extends DeclaredAt {
  readonly application: string;
  /** Nothing where neither the manifests nor the user name it. */
  readonly namespace?: string;
  readonly component: string;
  readonly endpoints: readonly DeclaredEndpoint[];
  /** Why no endpoint is declared. */
  readonly unscraped?: Remark;
  /** What else may explain that there is no target. */
  readonly hints: readonly Remark[];
  /** Where it is declared too, in the other way; that does not count. */
  readonly also?: DeclaredAt;
}
