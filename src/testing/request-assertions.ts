import { allowConnection, refuseConnection } from './allowed';
import { accessTo, keepOut, letIn } from './authorized';
import { distinguishRoutes } from './distinct-routes';
import type { ProtectionOptions } from './protection-options';
import { guardRoute, reachRoute, refuseRoute } from './reachable';
import type { ReachedRoute } from './reached-route';
import type { RequestToken } from './request-token';
import type { RouteAccess } from './route-access';
import type { TrafficPeer } from './traffic-peer';
import type { ViewedCluster } from './viewed-cluster';

/** What tests assert of requests and connections, which meet many objects on their way. */
export abstract class RequestAssertions {
  /**
   * Asserts that requests for a URL come to pods: an Ingress, an HTTPRoute or a VirtualService has a route for host and path, and for
   * `https://` there is a certificate; the Service is rendered and has the port; pods have the labels that the Service selects; a container
   * of theirs declares the port; NetworkPolicies let the ingress controller in. Each class of Ingresses, and each port of a Gateway, that
   * has a route must lead to the same Services.
   *
   * @param url the URL, such as `https://shop.example.com/cart`; a query counts for nothing
   * @param from the ingress controller. Without it, policies only count if they close the port of the pods to everyone
   * @throws ManifestAssertionError with the steps that hold, and the one that does not
   */
  public isReachable(url: string, from?: TrafficPeer): ReachedRoute {
    return reachRoute(this._cluster(), url, from);
  }

  /**
   * Asserts that no route takes requests for a URL, or that NetworkPolicies close the pods to everyone. A route that leads to what is not
   * rendered fails too: another one may render it.
   *
   * @param url the URL; a query counts for nothing
   * @throws ManifestAssertionError with the steps to the pods
   */
  public isNotReachable(url: string): void {
    refuseRoute(this._cluster(), url);
  }

  /**
   * Asserts that requests for a URL are asked for a password, and those for any path below it too, whichever route takes them. Known is
   * basic authentication by what the ingress controllers of ScraperAccess read: annotations, Middlewares and plugins, and policies
   * and filters of Gateways.
   *
   * @param url the URL, which has to have a route; a query counts for nothing
   * @param options the ingress controller; see there for what is assumed without it
   * @throws ManifestAssertionError with the routes that ask for none
   */
  public isProtected(url: string, options?: ProtectionOptions): void {
    guardRoute(this._cluster(), url, options ?? {});
  }

  /**
   * Asserts that the policies of a gateway let requests for a URL in that have a token, or none: those of Istio, and SecurityPolicies of
   * Envoy Gateway. Each entry that has a route for it must let them in. It is a GET request, whose path the gateway has normalized.
   *
   * @param url the URL, which has to have a route; a query counts for nothing
   * @param token the token; a request without one if not given
   * @param from the pods of the gateway. Without it, they are those that are rendered; if there are none, policies of the namespace
   *   `istio-system` are known to be for them, and about others nothing is known
   * @throws ManifestAssertionError with the policy that refuses them, or on which it depends, and what the token lacks
   */
  public isAuthorized(url: string, token?: RequestToken, from?: TrafficPeer): void {
    letIn(this._cluster(), url, token, from);
  }

  /**
   * Asserts that the policies of a gateway refuse requests for a URL that have a token, or none, whichever route takes them.
   *
   * @param url the URL, which has to have a route; a query counts for nothing
   * @param token the token; a request without one if not given
   * @param from the pods of the gateway, as for `isAuthorized()`
   * @throws ManifestAssertionError with the route, and the policy that lets them in, or on which it depends
   */
  public isNotAuthorized(url: string, token?: RequestToken, from?: TrafficPeer): void {
    keepOut(this._cluster(), url, token, from);
  }

  /**
   * Who may send requests for a URL, by the policies of its gateway.
   *
   * @param url the URL, which has to have a route; a query counts for nothing
   * @param from the pods of the gateway, as for `isAuthorized()`
   * @throws ManifestAssertionError if there is no route
   */
  public accessTo(url: string, from?: TrafficPeer): RouteAccess {
    return accessTo(this._cluster(), url, from);
  }

  /**
   * Asserts that every route gets requests of its own, for each of its hosts, over all objects: no other one takes all of them before, and
   * no two of different Services take the same. For Ingresses, HTTPRoutes and VirtualServices, each with the order that its kind has.
   *
   * @throws ManifestAssertionError with the routes that get no requests, and those of which nothing says which one does
   */
  public hasDistinctRoutes(): void {
    distinguishRoutes(this._cluster());
  }

  /**
   * Asserts that NetworkPolicies allow a connection: those for what goes out at one end, and those for what comes in at the other. Between
   * several objects, each connection has to be allowed.
   *
   * @param from who connects
   * @param to to whom
   * @param port the port of the pods, not of a Service
   * @param protocol `TCP`, `UDP` or `SCTP`; TCP if not given
   * @throws ManifestAssertionError with the policies that refuse it, and why each of their rules does
   */
  public isAllowed(from: TrafficPeer, to: TrafficPeer, port: number, protocol?: string): void {
    allowConnection(this._cluster(), from, to, port, protocol ?? 'TCP');
  }

  /**
   * Asserts that NetworkPolicies refuse a connection. Between several objects, each connection has to be refused.
   *
   * @param from who connects
   * @param to to whom
   * @param port the port of the pods, not of a Service
   * @param protocol `TCP`, `UDP` or `SCTP`; TCP if not given
   * @throws ManifestAssertionError if one is allowed, with the rules that let it through
   */
  public isNotAllowed(from: TrafficPeer, to: TrafficPeer, port: number, protocol?: string): void {
    refuseConnection(this._cluster(), from, to, port, protocol ?? 'TCP');
  }

  /**
   * The objects as one cluster has them.
   *
   * @internal
   */
  protected abstract _cluster(): ViewedCluster;
}
