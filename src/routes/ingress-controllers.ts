import { EVERY_HOST } from './hosts';
import { comparedPath, PathMatch } from './paths';
import type { HostRule } from './route';

/** A path of an Ingress. */
interface RankedPath {
  readonly host: string;
  /** The path as written. */
  readonly path: string;
  readonly isExact: boolean;
}

/** The differences between ingress controllers in how they read an Ingress. */
export interface IngressReading {
  readonly hosts: HostRule;
  /** How a path that is not exact is compared. */
  readonly prefix: PathMatch;
  /** Whether the default backend of an Ingress with rules counts. */
  readonly hasRestBesideRules: boolean;
  readonly order: (path: RankedPath) => readonly number[];
}

/** As Kubernetes documents it: the longest path takes a request; of two equally long ones, the exact one. */
const KUBERNETES: IngressReading = {
  hosts: 'decides',
  prefix: 'Prefix',
  hasRestBesideRules: true,
  order: ({ path, isExact }) => [-comparedPath(path, isExact ? 'Exact' : 'Prefix').length, isExact ? 0 : 1],
};

/** The rule that Traefik writes for a path, as far as its length matters. */
const ruleOf = ({ host, path, isExact }: RankedPath) =>
  `${host === EVERY_HOST ? '' : `Host("${host}") && `}${isExact ? 'Path' : 'PathPrefix'}("${path}")`;

/**
 * Traefik tries the longest rule first, whatever its host. It compares prefixes character by character unless its provider runs with
 * `strictPrefixMatching`.
 */
const TRAEFIK: IngressReading = {
  hosts: 'counts',
  prefix: 'TextPrefix',
  hasRestBesideRules: false,
  order: path => [-ruleOf(path).length],
};

/** Readings by `spec.controller` of an IngressClass. */
const BY_CONTROLLER: ReadonlyMap<string | undefined, IngressReading> = new Map([['traefik.io/ingress-controller', TRAEFIK]]);

/** Readings by the usual names of classes. */
const BY_CLASS: ReadonlyMap<string | undefined, IngressReading> = new Map([['traefik', TRAEFIK]]);

/** The `spec.controller` of a controller with its own reading of Ingresses, by the usual name of its class; `undefined` for others. */
export function controllerOf(name: string): string | undefined {
  return [...BY_CONTROLLER].find(([, reading]) => reading === BY_CLASS.get(name))?.[0];
}

/** How the Ingresses of a class are read: by the controller of its IngressClass if that is known, otherwise by the name of the class. */
export function readingOf(className: string | undefined, controller: string | undefined): IngressReading {
  return (controller === undefined ? BY_CLASS.get(className) : BY_CONTROLLER.get(controller)) ?? KUBERNETES;
}
