import { PathMatch } from './paths';
import type { Finding } from '../findings/finding';
import type { Path } from '../findings/path';
import type { TypedManifest } from '../private/oam-kind';

// The normal form of what takes requests, whatever kind of object says so.

/** Where a route comes from. */
export interface RouteOrigin {
  readonly object: TypedManifest;
  /** The field that makes the route. */
  readonly path: Path;
}

/** Where requests go: a port of a Service, or something else, of which no more is known. */
export interface RouteBackend {
  readonly service?: string;
  /** The number of the port, or its name. */
  readonly port?: number | string;
  /** The kind and the name of what is no Service. */
  readonly resource?: { readonly kind: string; readonly name: string };
  /** The field that names it. */
  readonly path: Path;
}

/** A certificate, and the hosts for which it is there; without any, all of the object. */
export interface RouteCertificate {
  readonly hosts: readonly string[];
  readonly secretName?: string;
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
  /** Whose route it is: requests meet the routes of one entry, such as an IngressClass, and not those of another. */
  readonly entry?: string;
  /** A name, `*.` and a name, or EVERY_HOST. */
  readonly host: string;
  readonly path: string;
  readonly type: PathMatch;
  /** Whether the type is assumed: how the path is compared is up to the controller. */
  readonly isAssumed?: true;
  /** Whether it takes what no other route does, whatever the host. */
  readonly isDefault?: true;
  /** Of several routes that take a request on the same host, the one with the lowest numbers does, the first number first. */
  readonly order: readonly number[];
  readonly backend: RouteBackend;
  readonly tls: readonly RouteCertificate[];
  /** What guards it; works it out when it is asked. */
  readonly policy: () => RoutePolicy;
  readonly origin: RouteOrigin;
}

/** The namespace of a route, and of its Service. */
export function namespaceOf({ origin: { object } }: Pick<Route, 'origin'>): string | undefined {
  const namespace: unknown = object.metadata?.namespace;
  return typeof namespace === 'string' ? namespace : undefined;
}
