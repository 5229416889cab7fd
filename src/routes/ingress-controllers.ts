import { EVERY_HOST, HostRule, Route, comparedPath, PathMatch } from './route';
import { asObject, isFilled } from '../private/check';
import type { TypedManifest } from '../private/oam-kind';

/** A path of an Ingress. */
interface RankedPath {
  readonly host: string;
  /** The path as written. */
  readonly path: string;
  readonly isExact: boolean;
  readonly annotations: Annotations;
}

/** The annotations of an Ingress that its controller reads. */
export type Annotations = Readonly<Record<string, string>>;

const ROUTER = 'traefik.ingress.kubernetes.io/router.';

/** Annotations that a request must meet beyond host and path. */
export const CONDITIONS = /\.io\/(canary$|http-header-match)|^konghq\.com\/(methods$|snis$|headers\.)/;

/** Annotations whose effect on requests that a route takes is known to the controller alone. */
export const UNCLEAR = /\/((configuration|auth|backend-config)-snippet|location-snippets|config-backend)$|^konghq\.com\/override$/;

/** Annotations whose effect on all requests for a host is known to the controller alone. */
export const UNCLEAR_HOSTS = /\/(server-snippets?|stream-snippet|ssl-passthrough|path-regex|server-alias-regex)$/;

/** A snippet of directives about headers, which change nothing else. */
export const HEADERS = /^(?:\s|#.*(?:\n|$)|(?:more_set|more_clear|add|proxy_set|proxy_hide)_headers?\s(?:[^;{}"'#]|"[^"]*"|'[^']*')*;)*$/;

/** The other names of the hosts of an Ingress; an expression may stand for any host. */
export function aliasesIn(annotations: Annotations): string[] {
  const keys = Object.keys(annotations).filter(key => /\/(server-alias|host-aliases)$/.test(key));
  const aliases = keys.flatMap(key => annotations[key].split(',')).flatMap(each => each.trim().toLowerCase() || []);
  return aliases.map(each => each.startsWith('~') ? EVERY_HOST : each);
}

/**
 * Whether all paths of the hosts of an Ingress, whichever Ingress declares them, are regular expressions:
 * https://kubernetes.github.io/ingress-nginx/user-guide/ingress-path-matching/
 */
export function makesRegexes(annotations: Annotations, paths: readonly string[]): boolean {
  const { 'nginx.ingress.kubernetes.io/use-regex': regex, 'nginx.ingress.kubernetes.io/rewrite-target': target } = annotations;
  return /^(1|t|true)$/i.test(regex) || target !== undefined && paths.some(path => path !== target);
}

type ReadPath = Partial<Pick<Route, 'path' | 'type' | 'isAssumed'>>;

/**
 * How annotations have a path of the type ImplementationSpecific read:
 * https://haproxy-ingress.github.io/docs/configuration/keys/#path-type,
 * https://doc.traefik.io/traefik/reference/routing-configuration/kubernetes/ingress/ and
 * https://developer.konghq.com/kubernetes-ingress-controller/reference/annotations/. What precedes a regular expression depends on more.
 */
export function readPath(path: string, annotations: Annotations): ReadPath | undefined {
  const { 'konghq.com/regex-prefix': prefix = '/~', 'haproxy-ingress.github.io/path-type': type } = annotations;
  const read = TYPES.get(type?.toLowerCase() ?? annotations[`${ROUTER}pathmatcher`])?.(path);
  return read ?? (path.startsWith(prefix) ? { type: 'PartRegex', path: `^${path.slice(prefix.length)}`, isAssumed: true } : undefined);
}

const TYPES = new Map(Object.entries<(path: string) => ReadPath>({
  exact: () => ({ type: 'Exact' }),
  prefix: () => ({ type: 'Prefix' }),
  begin: path => ({ type: 'PartRegex', path: `(?i)^${path.replace(/[^\w/-]/g, '\\$&')}` }),
  regex: path => ({ type: 'PartRegex', path: `^${path}`, isAssumed: true }),
  Path: () => ({ type: 'Exact' }),
  PathPrefix: () => ({ type: 'TextPrefix' }),
  PathRegexp: () => ({ type: 'PartRegex' }),
}));

/** The differences between ingress controllers in how they read an Ingress. */
export interface IngressReading {
  readonly hosts: HostRule;
  /** How a path that is not exact is compared. */
  readonly prefix: PathMatch;
  /** Whether the default backend of an Ingress with rules counts. */
  readonly hasRestBesideRules: boolean;
  readonly order: (path: RankedPath) => readonly number[];
  /** The prefix of the annotations that count; those of any controller if that is not known. */
  readonly annotations?: string;
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
  order: path => [-(Number(path.annotations[`${ROUTER}priority`]) || ruleOf(path).length)],
  annotations: ROUTER,
};

/** Readings by `spec.controller` of an IngressClass. */
const BY_CONTROLLER: ReadonlyMap<string | undefined, IngressReading> = new Map([
  ['traefik.io/ingress-controller', TRAEFIK],
  ...[['k8s.io/ingress-nginx', 'nginx.ingress.kubernetes.io/'], ['haproxy-ingress.github.io/controller', 'haproxy-ingress.github.io/'],
    ['ingress-controllers.konghq.com/kong', 'konghq.com/'], ['nginx.org/ingress-controller', 'nginx.org/'],
    ['haproxy.org/ingress-controller', 'haproxy.org/']].map(([name, annotations]) => [name, { ...KUBERNETES, annotations }] as const),
]);

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

/** The annotations of an Ingress that its controller reads. What is turned off counts as not there. */
export function annotationsOf({ metadata }: TypedManifest, { annotations = '' }: IngressReading): Annotations {
  return Object.fromEntries(Object.entries(asObject<Record<string, string>>(metadata?.annotations))
    .filter(([key, value]) => key.startsWith(annotations) && isFilled(value) && value !== 'false'));
}
