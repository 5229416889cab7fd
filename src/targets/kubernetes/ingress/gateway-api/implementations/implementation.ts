import { Finding } from '../../../../../base/findings/finding';
import type { JwtIssuer } from '../../../../ingress/jwt-issuer';
import { PlainObject, Rendered } from '../../../../../cluster/objects/object-index';
import { Authorization } from '../../authorization';
import { Cookie } from '../../cookies';

export const ROUTE_GROUP = 'gateway.networking.k8s.io';

/** An HTTPRoute to render. Without a finding, its Service is known. */
export interface NamedRoute {
  readonly name: string;
  readonly namespace?: string;
  readonly service?: string;
  /** The namespace of the Service, if it is not that of the route. */
  readonly serviceNamespace?: string;
}

/** The position of regular expressions in the order of routes. Exact paths always come first. */
type RegexRank = 'before prefixes' | 'after prefixes' | 'by length';

/** How an implementation compares paths with regular expressions. */
interface RegexDialect {
  /** Returns the expression to write, so that it is compared with the whole path. */
  readonly write: (expression: string) => string;
  readonly rank: RegexRank;
  /** Reports expressions that it does not accept; by default none. */
  readonly refuses?: (expression: string) => Finding[];
}

/**
 * The features that a Gateway API implementation adds to the core features of an HTTPRoute, and those that it lacks.
 */
export interface Implementation {
  /** Its name in messages. */
  readonly title: string;
  /** Without it, the meaning of regular expressions is not known. */
  readonly regex?: RegexDialect;
  /** Renders the object that keeps sessions at one pod by a cookie. Without it, cookies are errors. */
  readonly cookie?: (route: NamedRoute, cookie: Cookie) => PlainObject;
  /** The longest lifetime of a cookie, in seconds; by default any. */
  readonly maxTtl?: number;
  /** Whether that object applies to all routes to a Service; by default false. */
  readonly isCookieOfService?: boolean;
  /** Renders the objects that guard a route. Without it, policies are errors. */
  readonly authorize?: (route: NamedRoute, authorization: Authorization, issuers: readonly JwtIssuer[]) => Rendered;
  /** Whether policies of Istio at the Gateway guard routes; by default false. */
  readonly hasGatewayPolicies?: boolean;
  /**
   * A regular expression for paths that an application may interpret as other paths, such as `/public/..;/orders`. On a
   * host with guarded and open paths, nothing answers them.
   * @default - none, since nothing is guarded
   */
  readonly oddPaths?: string;
  /** Further facts, for the documentation. */
  readonly notes: readonly string[];
}
