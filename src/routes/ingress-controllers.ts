import { EVERY_HOST } from './hosts';
import { comparedPath, PathMatch } from './paths';
import type { HostRule } from './route';

/** A path of an Ingress. */
export interface RankedPath {
  readonly host: string;
  /** As it is written. */
  readonly path: string;
  readonly isExact: boolean;
}

/** What differs between ingress controllers in the meaning of an Ingress. */
export interface IngressReading {
  readonly hosts: HostRule;
  /** How a path that is not exact is compared. */
  readonly prefix: PathMatch;
  /** Whether the default backend of an Ingress counts though it has rules. */
  readonly hasRestBesideRules: boolean;
  readonly order: (path: RankedPath) => readonly number[];
}

/** As Kubernetes documents it: the longest path takes a request, and of two such the exact one. */
const KUBERNETES: IngressReading = {
  hosts: 'decides',
  prefix: 'Prefix',
  hasRestBesideRules: true,
  order: ({ path, isExact }) => [-comparedPath(path, isExact ? 'Exact' : 'Prefix').length, isExact ? 0 : 1],
};

/** What Traefik makes of a path, as far as the length of its rule depends on it. */
const ruleOf = ({ host, path, isExact }: RankedPath) =>
  `${host === EVERY_HOST ? '' : `Host("${host}") && `}${isExact ? 'Path' : 'PathPrefix'}("${path}")`;

/**
 * Traefik asks the longest rule first, whatever its host, and compares prefixes character by character, unless its provider runs with
 * `strictPrefixMatching`.
 */
const TRAEFIK: IngressReading = {
  hosts: 'counts',
  prefix: 'TextPrefix',
  hasRestBesideRules: false,
  order: path => [-ruleOf(path).length],
};

/** By `spec.controller` of an IngressClass. */
const BY_CONTROLLER: ReadonlyMap<string | undefined, IngressReading> = new Map([['traefik.io/ingress-controller', TRAEFIK]]);

/** By the name that a class usually has. */
const BY_CLASS: ReadonlyMap<string | undefined, IngressReading> = new Map([['traefik', TRAEFIK]]);

/** The `spec.controller` of a controller that reads Ingresses in its own way, by its usual name. */
export function controllerOf(name: string): string | undefined {
  return [...BY_CONTROLLER].find(([, reading]) => reading === BY_CLASS.get(name))?.[0];
}

/** How the Ingresses of a class are read: as the controller of its IngressClass does, or else as its name says. */
export function readingOf(className: string | undefined, controller: string | undefined): IngressReading {
  return (controller === undefined ? BY_CLASS.get(className) : BY_CONTROLLER.get(controller)) ?? KUBERNETES;
}
