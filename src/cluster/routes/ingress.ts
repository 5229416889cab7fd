import { createHash } from 'node:crypto';
import { EVERY_HOST, Route, RouteBackend, RouteDoubt, RouteEntry, HostRule, comparedPath, PathMatch } from './route';
import { found, Path } from '../../base/findings/finding';
import type { ObjectIndex } from '../objects/object-index';
import { asObject, isFilled, isObject, listOf, PlainValue, textOf, grouped } from '../../base/check';
import type { TypedManifest } from '../../base/oam-kind';

export const INGRESS = 'networking.k8s.io/Ingress';

/** The IngressClasses among some objects. */
interface IngressClasses {
  /** The class of Ingresses that name none. */
  readonly usual?: string;
  /** The value of `spec.controller` of a class; `undefined` if the class is not among the objects. */
  readonly controllerOf: (name: string | undefined) => string | undefined;
}

const IS_DEFAULT = 'ingressclass.kubernetes.io/is-default-class';

/** The IngressClasses among objects. */
export function ingressClassesOf(index: ObjectIndex): IngressClasses {
  const classes = index.ofKind('networking.k8s.io/IngressClass');
  const usual = classes.find(({ metadata }) => metadata?.annotations?.[IS_DEFAULT] === 'true');
  const controllers = new Map(classes.map(({ metadata, spec }) => [textOf(metadata?.name), textOf(spec?.controller)]));
  return { usual: textOf(usual?.metadata?.name), controllerOf: name => controllers.get(name) };
}

/** A rule of an Ingress, and what its controller knows of it. */
interface RoutedRule {
  readonly object: TypedManifest;
  readonly annotations: Annotations;
  readonly host: string;
  /** The class and the host. */
  readonly site: string;
  readonly paths: readonly (PlainValue | undefined)[];
}

/** The routes of all Ingresses. A wildcard is one label. A path of the type ImplementationSpecific is a prefix. */
export function routesOfIngresses(index: ObjectIndex): Route[] {
  const classes = ingressClassesOf(index);
  const all = index.ofKind(INGRESS).map(object => {
    const { metadata, spec } = object;
    const declared = asObject<Record<string, unknown>>(metadata?.annotations);
    const name = textOf(spec?.ingressClassName) ?? textOf(declared['kubernetes.io/ingress.class']) ?? classes.usual;
    // by the controller of its IngressClass if that is known, otherwise by the name of the class
    const controller = classes.controllerOf(name);
    const reading = (controller === undefined ? BY_CLASS.get(name) : BY_CONTROLLER.get(controller)) ?? KUBERNETES;
    // what is turned off counts as not there
    const annotations: Annotations = Object.fromEntries(Object.entries(declared).flatMap(([key, value]) =>
      key.startsWith(reading.annotations ?? '') && isFilled(value) && value !== 'false' ? [[key, value]] : []));
    const rules = listOf(spec?.rules).map((rule): RoutedRule => {
      const host = textOf(rule?.host)?.toLowerCase() ?? EVERY_HOST;
      return { object, annotations, host, site: `${name} ${host}`, paths: listOf(rule?.http?.paths) };
    });
    return { object, reading, annotations, rules, name };
  });
  const bySite = grouped(all.flatMap(({ rules }) => rules), ({ site }) => [site]);
  const sites = new Map([...bySite].map(([site, rules]) => [site, siteOf(rules)]));
  return all.flatMap(({ object, object: { spec }, reading, annotations, rules, name }) => {
    const entry: RouteEntry = { name, wildcard: 'one', hosts: reading.hosts, gateways: [] };
    const conditions = Object.keys(annotations).filter(key => CONDITIONS.test(key)).map(key => `annotation ${key}`);
    const common = {
      entry,
      tls: listOf(spec?.tls).map((given, i) => ({
        hosts: listOf<unknown>(given?.hosts).filter(isFilled).map(host => host.toLowerCase()),
        secretName: textOf(given?.secretName),
        path: ['spec', 'tls', i],
      })),
      ...conditions.length > 0 && { when: conditions.join(', ') },
    };
    const own = doubtIn(object, annotations, UNCLEAR);
    const routes = rules.flatMap((rule, i) => {
      const { isRegex, exact, aliases, doubt = own } = sites.get(rule.site)!;
      // an alias yields to a host of that name
      const hosts = [rule.host, ...aliases.filter(host => !sites.has(`${name} ${host}`))];
      return rule.paths.flatMap((given, j) => hosts.map((host): Route => {
        const path = ['spec', 'rules', i, 'http', 'paths', j];
        const read = isRegex ? { ...regexPathOf(annotations, exact, given), place: [i, j] }
          : ingressPathOf(reading, annotations, host, given);
        const backend = ingressBackend(given?.backend, [...path, 'backend']);
        return { ...common, host, ...doubt && { doubt }, ...read, backend, origin: { object, path } };
      }));
    });
    const hasRest = isObject(spec?.defaultBackend) && (reading.hasRestBesideRules || rules.length === 0);
    if (!hasRest) return routes;
    const path = ['spec', 'defaultBackend'];
    const backend = ingressBackend(spec?.defaultBackend, path);
    const rest = { ...ingressPathOf(reading, annotations, EVERY_HOST), isDefault: true } as const;
    return [...routes, { ...common, host: EVERY_HOST, ...rest, backend, origin: { object, path } }];
  });
}

/** What all Ingresses of a class together say of a host. */
function siteOf(rules: readonly RoutedRule[]) {
  const aliases = rules.flatMap(({ annotations }) =>
    Object.keys(annotations).filter(key => /\/(server-alias|host-aliases)$/.test(key))
      .flatMap(key => annotations[key].split(',')).flatMap(each => each.trim().toLowerCase() || []));
  return {
    /** Whether all paths are regular expressions. */
    isRegex: rules.some(({ annotations, paths }) => makesRegexes(annotations, paths.map(pathOfIngress))),
    exact: new Set(rules.flatMap(({ paths }) => paths.filter(each => each?.pathType === 'Exact').map(pathOfIngress))),
    /** The other names of the host; an expression may stand for any host. */
    aliases: [...new Set(aliases.map(each => each.startsWith('~') ? EVERY_HOST : each))],
    doubt: rules.map(({ object, annotations }) => doubtIn(object, annotations, UNCLEAR_HOSTS)).find(each => each),
  };
}

function doubtIn(object: TypedManifest, annotations: Annotations, names: RegExp): RouteDoubt | undefined {
  const key = Object.keys(annotations).find(each => names.test(each) && !HEADERS.test(annotations[each]));
  if (key === undefined) return undefined;
  const sign = `${key} ${createHash('sha256').update(annotations[key]).digest('hex').slice(0, 8)}`;
  const findings = found('cannot-judge', ['metadata', 'annotations', key], { reason: 'annotation' });
  return { object, isOfHost: names === UNCLEAR_HOSTS, sign, findings };
}

const pathOfIngress = (given?: PlainValue) => textOf(given?.path) ?? '/';

type RoutePath = Pick<Route, 'path' | 'type' | 'order' | 'isAssumed' | 'declared'>;

/**
 * A path on a host whose paths are all regular expressions: the longest is tried first, and of equally long ones the
 * last by its text.
 */
function regexPathOf(annotations: Annotations, exact: ReadonlySet<string>, given: PlainValue | undefined): RoutePath {
  const path = pathOfIngress(given);
  const type = given?.pathType === 'Exact' ? 'Exact' : 'Prefix';
  // beside an exact path, a prefix of an Ingress that asks for no expressions takes only what is below it
  const isBelow = type === 'Prefix' && exact.has(path) && !makesRegexes(annotations, [path]);
  return {
    // there always is a prefix `/`, which precedes an exact one
    path: type === 'Exact' && path === '/' ? '^$' : `(?i)^${isBelow ? path.replace(/\/?$/, '/') : path}`,
    type: 'PartRegex',
    order: [-path.length, ...[...path].map(each => -each.charCodeAt(0))],
    declared: { path, type },
  };
}

/**
 * A path as the controller reads it. Annotations may change how it reads a path of the type ImplementationSpecific:
 * https://haproxy-ingress.github.io/docs/configuration/keys/#path-type,
 * https://doc.traefik.io/traefik/reference/routing-configuration/kubernetes/ingress/ and
 * https://developer.konghq.com/kubernetes-ingress-controller/reference/annotations/. What precedes a regular expression
 * depends on more.
 */
function ingressPathOf(reading: IngressReading, annotations: Annotations, host: string, given?: PlainValue): RoutePath {
  const path = pathOfIngress(given);
  const isAssumed = given?.pathType === 'ImplementationSpecific';
  const declared = { path, type: given?.pathType === 'Exact' ? 'Exact' : reading.prefix };
  const { 'konghq.com/regex-prefix': prefix = '/~', 'haproxy-ingress.github.io/path-type': type } = annotations;
  const read = !isAssumed ? undefined
    : PATH_READERS.get(type?.toLowerCase() ?? annotations[`${ROUTER}pathmatcher`])?.(path)
      ?? (path.startsWith(prefix) ? anchoredRegex(path.slice(prefix.length)) : undefined);
  const order = reading.order({ host, path, isExact: (read ?? declared).type === 'Exact', annotations });
  return { ...declared, order, ...read ? { ...read, declared } : isAssumed && { isAssumed } };
}

function ingressBackend(given: PlainValue | undefined, path: Path): RouteBackend {
  const { service, resource } = asObject(given);
  if (isObject(resource)) {
    return { resource: { kind: String(resource.kind), name: String(resource.name) }, path: [...path, 'resource'] };
  }
  const { number, name } = asObject(service?.port);
  const port = typeof number === 'number' ? number : textOf(name);
  return { service: textOf(service?.name), port, path: [...path, 'service'] };
}

/** A path of an Ingress, and all on which its rank may depend. */
interface RankedPath {
  readonly host: string;
  /** The path as written. */
  readonly path: string;
  readonly isExact: boolean;
  readonly annotations: Annotations;
}

/** The annotations of an Ingress that its controller reads. */
type Annotations = Readonly<Record<string, string>>;

const ROUTER = 'traefik.ingress.kubernetes.io/router.';

/** Annotations that a request must meet beyond host and path. */
const CONDITIONS = /\.io\/(canary$|http-header-match)|^konghq\.com\/(methods$|snis$|headers\.)/;

/** Annotations whose effect on requests that a route takes is known to the controller alone. */
const UNCLEAR =
  /\/((configuration|auth|backend-config)-snippet|location-snippets|config-backend)$|^konghq\.com\/override$/;

/** Annotations whose effect on all requests for a host is known to the controller alone. */
const UNCLEAR_HOSTS = /\/(server-snippets?|stream-snippet|ssl-passthrough|path-regex|server-alias-regex)$/;

/** A snippet of directives about headers, which change nothing else. */
const HEADERS =
  /^(?:\s|#.*(?:\n|$)|(?:more_set|more_clear|add|proxy_set|proxy_hide)_headers?\s(?:[^;{}"'#]|"[^"]*"|'[^']*')*;)*$/;

/**
 * Whether all paths of the hosts of an Ingress, whichever Ingress declares them, are regular expressions:
 * https://kubernetes.github.io/ingress-nginx/user-guide/ingress-path-matching/
 */
function makesRegexes(annotations: Annotations, paths: readonly string[]): boolean {
  const {
    'nginx.ingress.kubernetes.io/use-regex': regex, 'nginx.ingress.kubernetes.io/rewrite-target': target,
  } = annotations;
  return /^(1|t|true)$/i.test(regex) || target !== undefined && paths.some(path => path !== target);
}

type ReadPath = Partial<Pick<Route, 'path' | 'type' | 'isAssumed'>>;

const anchoredRegex = (path: string): ReadPath => ({ type: 'PartRegex', path: `^${path}`, isAssumed: true });

/** How paths of the type ImplementationSpecific are read, by the values of the annotations that say so. */
const PATH_READERS = new Map(Object.entries<(path: string) => ReadPath>({
  exact: () => ({ type: 'Exact' }),
  prefix: () => ({ type: 'Prefix' }),
  begin: path => ({ type: 'PartRegex', path: `(?i)^${path.replace(/[^\w/-]/g, '\\$&')}` }),
  regex: anchoredRegex,
  Path: () => ({ type: 'Exact' }),
  PathPrefix: () => ({ type: 'TextPrefix' }),
  PathRegexp: () => ({ type: 'PartRegex' }),
}));

/** The differences between ingress controllers in how they read an Ingress. */
interface IngressReading {
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

/**
 * Traefik tries the longest rule first, whatever its host. It compares prefixes character by character unless its
 * provider runs with `strictPrefixMatching`.
 */
const TRAEFIK: IngressReading = {
  hosts: 'counts',
  prefix: 'TextPrefix',
  hasRestBesideRules: false,
  order: ({ host, path, isExact, annotations }) => {
    // the rule as Traefik writes it, as far as its length matters
    const rule = `${host === EVERY_HOST ? '' : `Host("${host}") && `}${isExact ? 'Path' : 'PathPrefix'}("${path}")`;
    return [-(Number(annotations[`${ROUTER}priority`]) || rule.length)];
  },
  annotations: ROUTER,
};

/** Readings by `spec.controller` of an IngressClass. */
const BY_CONTROLLER: ReadonlyMap<string | undefined, IngressReading> = new Map([
  ['traefik.io/ingress-controller', TRAEFIK],
  ...[
    ['k8s.io/ingress-nginx', 'nginx.ingress.kubernetes.io/'],
    ['haproxy-ingress.github.io/controller', 'haproxy-ingress.github.io/'],
    ['ingress-controllers.konghq.com/kong', 'konghq.com/'],
    ['nginx.org/ingress-controller', 'nginx.org/'],
    ['haproxy.org/ingress-controller', 'haproxy.org/'],
  ].map(([name, annotations]) => [name, { ...KUBERNETES, annotations }] as const),
]);

/** Readings by the usual names of classes. */
const BY_CLASS: ReadonlyMap<string | undefined, IngressReading> = new Map([['traefik', TRAEFIK]]);

/**
 * The `spec.controller` of a controller with its own reading of Ingresses, by the usual name of its class; `undefined`
 * for others.
 */
export function ingressControllerOf(name: string): string | undefined {
  return [...BY_CONTROLLER].find(([, reading]) => reading === BY_CLASS.get(name))?.[0];
}
