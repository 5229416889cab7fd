import type { WildcardLabels } from './hosts';
import { PathMatch } from './paths';
import type { Finding } from '../findings/finding';
import type { Path } from '../findings/path';
import type { Phrase } from '../findings/catalogue/phrases';
import type { TypedManifest } from '../private/oam-kind';

// The normal form of routes, whatever kind of object declares them.

/** The origin of a route. */
interface RouteOrigin {
  readonly object: TypedManifest;
  /** The field that declares the route. */
  readonly path: Path;
}

/**
 * The role of the host of a request. `decides`: only the routes of the most specific host are tried. `precedes`: routes of less specific
 * hosts are tried if that host has no route for the path. `counts`: the order of routes takes the host into account.
 */
export type HostRule = 'decides' | 'precedes' | 'counts';

/** A point where requests come in. Requests at one entry meet only its own routes. */
export interface RouteEntry {
  /** Identifies the entry: an IngressClass, or a port of a Gateway. */
  readonly name?: string;
  readonly wildcard: WildcardLabels;
  readonly hosts: HostRule;
  /** The port to which requests come; `undefined` (any port) if it is not known. */
  readonly port?: number;
  /** Whether requests come over TLS; `undefined` (either way) if it is not known. */
  readonly isTls?: boolean;
  /**
   * The hosts of its listeners, if routes of one listener take no requests of another. The most specific host then decides which listener
   * takes a request.
   */
  readonly listeners?: readonly string[];
  /** Whether the implementation of the Gateway API that serves it is only assumed. */
  readonly isAssumed?: true;
  /** The Gateways that share the entry; empty for an Ingress, and for a Gateway that is not rendered. */
  readonly gateways: readonly TypedManifest[];
}

/** The target of requests: a port of a Service, or another object, of which only kind and name are known. */
export interface RouteBackend {
  readonly service?: string;
  /** The namespace of the Service, if it is not the one of the route. */
  readonly namespace?: string;
  /** The number or name of the port. `undefined` together with `isOnlyPort` stands for the only port of the Service. */
  readonly port?: number | string;
  readonly isOnlyPort?: true;
  /** The kind and name of a backend other than a Service. */
  readonly resource?: { readonly kind: string; readonly name: string };
  /** The answer given instead of one from pods, for example a redirect. */
  readonly answer?: Phrase;
  /** Why requests do not reach it although the route names it. */
  readonly refused?: readonly Finding[];
  /** The field that names it. */
  readonly path: Path;
}

/** A certificate and the hosts that it covers; an empty list covers all hosts of the object. */
export interface RouteCertificate {
  readonly hosts: readonly string[];
  readonly secretName?: string;
  /** The namespace of the Secret, if it is known. */
  readonly namespace?: string;
  /** The object that names it, if it is not the one of the route. */
  readonly object?: TypedManifest;
  /** Why it cannot be served. */
  readonly refused?: readonly Finding[];
  /** The field that names it. */
  readonly path: Path;
}

/** Why it is not known what happens to requests, and the object that is the reason. */
export interface RouteDoubt {
  readonly object: TypedManifest;
  readonly findings: readonly Finding[];
  /** A text that is the same for the same reason. */
  readonly sign: string;
  /** Whether it concerns all requests for the host, and not only those that the route takes. */
  readonly isOfHost: boolean;
}

/** A host and a path, and where their requests go. */
export interface Route {
  /** The entry to which the route belongs. */
  readonly entry: RouteEntry;
  /** The host of the listener to which it is attached, if the entry has listeners. */
  readonly listener?: string;
  /** The name of that listener, and the Gateway or ListenerSet that declares it, if it is rendered. */
  readonly servedBy?: { readonly name?: string; readonly owner?: TypedManifest };
  /** A name, `*.` and a name, or `EVERY_HOST`. */
  readonly host: string;
  readonly path: string;
  readonly type: PathMatch;
  /** The path as its object declares it, if the controller reads it otherwise. */
  readonly declared?: Pick<Route, 'path' | 'type'>;
  readonly doubt?: RouteDoubt;
  /** Whether the type is assumed: how the path is compared is up to the controller. */
  readonly isAssumed?: true;
  /** Whether it takes the requests that no other route takes, whatever their host. */
  readonly isDefault?: true;
  /** Further conditions on a request, in words, for example on its method or a header. */
  readonly when?: string;
  /** The rank. Of several routes on the same host that match a request, the lowest takes it; numbers are compared from the first one on. */
  readonly order: readonly number[];
  /** The position in its object, which decides between two of its routes of the same order. If `undefined`, nothing decides. */
  readonly place?: readonly number[];
  readonly backend: RouteBackend;
  /** Further backends that each get a share of its requests. */
  readonly split?: readonly RouteBackend[];
  readonly tls: readonly RouteCertificate[];
  readonly origin: RouteOrigin;
}

/** An object with routes that take no requests, and why. */
export interface DetachedRoute {
  readonly object: TypedManifest;
  /** The hosts of those routes. */
  readonly hosts: readonly string[];
  readonly findings: readonly Finding[];
}

/** The routes of all objects of a kind, and those of them that are not attached, or not with all their hosts. */
export interface MadeRoutes {
  readonly routes: readonly Route[];
  readonly detached: readonly DetachedRoute[];
}

/** The namespace of the backend of a route: the one that the backend names, otherwise that of the object. */
export function namespaceOf({ origin: { object }, backend }: Pick<Route, 'origin' | 'backend'>): string | undefined {
  const namespace: unknown = backend.namespace ?? object.metadata?.namespace;
  return typeof namespace === 'string' ? namespace : undefined;
}
