import type { WildcardLabels } from './hosts';
import { PathMatch } from './paths';
import type { Finding } from '../findings/finding';
import type { Path } from '../findings/path';
import type { Phrase } from '../findings/sentence';
import type { TypedManifest } from '../private/oam-kind';

// The normal form of what takes requests, whatever kind of object says so.

/** Where a route comes from. */
export interface RouteOrigin {
  readonly object: TypedManifest;
  /** The field that makes the route. */
  readonly path: Path;
}

/**
 * What the host of a request decides. `decides`: the routes of the most specific host are asked, and no others. `precedes`: those of less
 * specific hosts are asked where it has no route for the path. `counts`: the order of routes has it.
 */
export type HostRule = 'decides' | 'precedes' | 'counts';

/** Where requests come in: those of one entry meet its routes, and not those of another. */
export interface RouteEntry {
  /** Tells it from others: an IngressClass, or a port of a Gateway. */
  readonly name?: string;
  readonly wildcard: WildcardLabels;
  readonly hosts: HostRule;
  /** The port to which requests come; any if it is not known. */
  readonly port?: number;
  /** Whether requests come over TLS; either way if it is not known. */
  readonly isTls?: boolean;
  /**
   * The hosts of its listeners, if routes of one listener take no requests of another: the most specific host decides then which listener
   * takes a request.
   */
  readonly listeners?: readonly string[];
  /** Whether it is only assumed which implementation of the Gateway API serves it. */
  readonly isAssumed?: true;
  /** The Gateways of which it is; none for an Ingress, and for a Gateway that is not rendered. */
  readonly gateways: readonly TypedManifest[];
}

/** Where requests go: a port of a Service, or something else, of which no more is known. */
export interface RouteBackend {
  readonly service?: string;
  /** The namespace of the Service, if it is not the one of the route. */
  readonly namespace?: string;
  /** The number of the port, or its name; `undefined` with `isOnlyPort` is the one port that the Service has. */
  readonly port?: number | string;
  readonly isOnlyPort?: true;
  /** The kind and the name of what is no Service. */
  readonly resource?: { readonly kind: string; readonly name: string };
  /** What answers in place of pods: a redirect, say. */
  readonly answer?: Phrase;
  /** Why requests do not get there, though it is named. */
  readonly refused?: readonly Finding[];
  /** The field that names it. */
  readonly path: Path;
}

/** A certificate, and the hosts for which it is there; without any, all of the object. */
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

/** What stands between a route and its backend. */
export interface RoutePolicy {
  /** The controller that asks for a password, by its title; `undefined` if none does. */
  readonly asks?: string;
  /** Why nobody is asked, or not everybody. */
  readonly findings: readonly Finding[];
}

/** A host and a path, and what becomes of their requests. */
export interface Route {
  /** Whose route it is. */
  readonly entry: RouteEntry;
  /** The host of the listener to which it is attached, if the entry has listeners. */
  readonly listener?: string;
  /** A name, `*.` and a name, or EVERY_HOST. */
  readonly host: string;
  readonly path: string;
  readonly type: PathMatch;
  /** Whether the type is assumed: how the path is compared is up to the controller. */
  readonly isAssumed?: true;
  /** Whether it takes what no other route does, whatever the host. */
  readonly isDefault?: true;
  /** What else a request must have, in words: a method, a header. */
  readonly when?: string;
  /** Of several routes that take a request on the same host, the one with the lowest numbers does, the first number first. */
  readonly order: readonly number[];
  /** The place in its object, which decides between two of its routes with the same order; without it, nothing does. */
  readonly place?: readonly number[];
  readonly backend: RouteBackend;
  /** Further backends that get a part of its requests. */
  readonly split?: readonly RouteBackend[];
  readonly tls: readonly RouteCertificate[];
  /** What guards it; works it out when it is asked. */
  readonly policy: () => RoutePolicy;
  readonly origin: RouteOrigin;
}

/** A route of a Gateway, before it is known what guards it. */
export type UnguardedRoute = Omit<Route, 'policy'>;

/** An object with routes that take no requests, and why. */
export interface DetachedRoute {
  readonly object: TypedManifest;
  /** The hosts for which it is. */
  readonly hosts: readonly string[];
  readonly findings: readonly Finding[];
}

/** The namespace of a route, and of its Service unless the backend names another one. */
export function namespaceOf({ origin: { object }, backend }: Pick<Route, 'origin' | 'backend'>): string | undefined {
  const namespace: unknown = backend.namespace ?? object.metadata?.namespace;
  return typeof namespace === 'string' ? namespace : undefined;
}
