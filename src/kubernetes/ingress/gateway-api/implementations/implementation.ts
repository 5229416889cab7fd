import { Finding } from '../../../../findings/finding';
import type { JwtIssuer } from '../../../../ingress/jwt-issuer';
import { PlainObject, Rendered } from '../../../../objects/rendering';
import { Authorization } from '../../authorization';
import { Cookie } from '../../cookies';

export const ROUTE_GROUP = 'gateway.networking.k8s.io';

/** An HTTPRoute that is rendered. Its Service is not known while the program declares. */
export interface NamedRoute {
  readonly name: string;
  readonly namespace?: string;
  readonly service?: string;
  /** That of the Service, if it is another one. */
  readonly serviceNamespace?: string;
}

/** Where regular expressions stand in the order of routes. Exact paths always precede. */
export type RegexRank = 'before prefixes' | 'after prefixes' | 'by length';

/** How an implementation compares paths with regular expressions. */
export interface RegexDialect {
  /** What is written, so that a path is compared as a whole. */
  readonly write: (expression: string) => string;
  readonly rank: RegexRank;
  /**
   * What it does not take.
   *
   * @default - nothing
   */
  readonly refuses?: (expression: string) => Finding[];
}

/** What a Gateway API implementation adds to the core features of an HTTPRoute, and what it lacks. */
export interface Implementation {
  /** Its name. */
  readonly title: string;
  /** @default - regular expressions mean nothing that is known */
  readonly regex?: RegexDialect;
  /**
   * The object that keeps sessions at one pod by a cookie.
   *
   * @default - it cannot
   */
  readonly cookie?: (route: NamedRoute, cookie: Cookie) => PlainObject;
  /**
   * The longest lifetime of a cookie, in seconds.
   *
   * @default - any
   */
  readonly maxTtl?: number;
  /**
   * Whether that object is for all routes to a Service.
   *
   * @default false
   */
  readonly isCookieOfService?: boolean;
  /**
   * What guards a route.
   *
   * @default - it cannot
   */
  readonly authorize?: (route: NamedRoute, authorization: Authorization, issuers: readonly JwtIssuer[]) => Rendered;
  /**
   * Whether policies of Istio at the Gateway guard routes.
   *
   * @default false
   */
  readonly hasGatewayPolicies?: boolean;
  /**
   * The paths, as a regular expression, that an application may read as others, such as `/public/..;/orders`. Where a host has guarded
   * paths and open ones, they are answered by nobody.
   *
   * @default - none, since nothing is guarded
   */
  readonly oddPaths?: string;
  /** What else there is to know, for the documentation. */
  readonly notes: readonly string[];
}
