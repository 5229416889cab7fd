import { createHash } from 'node:crypto';
import { Annotations, IngressReading, ingressReading, ROUTER } from './controllers';
import { EVERY_HOST, Route, RouteBackend, RouteDoubt, RouteEntry } from './route';
import { found, Path } from '../../base/findings/finding';
import type { ObjectIndex } from '../objects/object-index';
import { asObject, isFilled, isObject, listOf, PlainValue, textOf, grouped } from '../../base/check';
import type { TypedManifest } from '../../base/oam-kind';

export const INGRESS = 'networking.k8s.io/Ingress';

const IS_DEFAULT = 'ingressclass.kubernetes.io/is-default-class';

/** The IngressClasses among objects: the class of Ingresses that name none, and `spec.controller` of each class. */
export function ingressClassesOf(index: ObjectIndex) {
  const classes = index.ofKind('networking.k8s.io/IngressClass');
  const usual = classes.find(({ metadata }) => metadata?.annotations?.[IS_DEFAULT] === 'true');
  const controllers = new Map(classes.map(({ metadata, spec }) => [textOf(metadata?.name), textOf(spec?.controller)]));
  return { usual: textOf(usual?.metadata?.name), controllerOf: (name: string | undefined) => controllers.get(name) };
}

/** The routes of all Ingresses. A wildcard is one label. A path of the type ImplementationSpecific is a prefix. */
export function routesOfIngresses(index: ObjectIndex): Route[] {
  const classes = ingressClassesOf(index);
  const all = index.ofKind(INGRESS).map(object => {
    const { metadata, spec } = object;
    const declared = asObject<Record<string, unknown>>(metadata?.annotations);
    const name = textOf(spec?.ingressClassName) ?? textOf(declared['kubernetes.io/ingress.class']) ?? classes.usual;
    const reading = ingressReading(name, classes.controllerOf(name));
    // what is turned off counts as not there
    const annotations: Annotations = Object.fromEntries(Object.entries(declared).flatMap(([key, value]) =>
      key.startsWith(reading.annotations) && isFilled(value) && value !== 'false' ? [[key, value]] : []));
    const rules = listOf(spec?.rules).map(rule => {
      const host = textOf(rule?.host)?.toLowerCase() ?? EVERY_HOST;
      return { object, annotations, host, site: `${name} ${host}`, paths: listOf(rule?.http?.paths) };
    });
    return { object, reading, annotations, rules, name };
  });
  // what all Ingresses of a class together say of a host
  const bySite = grouped(all.flatMap(({ rules }) => rules), ({ site }) => [site]);
  const sites = new Map([...bySite].map(([site, rules]) => {
    const aliases = rules.flatMap(({ annotations }) =>
      Object.keys(annotations).filter(key => /\/(server-alias|host-aliases)$/.test(key))
        .flatMap(key => annotations[key].split(',')).flatMap(each => each.trim().toLowerCase() || []));
    return [site, {
      isRegex: rules.some(({ annotations, paths }) => makesRegexes(annotations, paths.map(pathOfIngress))),
      exact: new Set(rules.flatMap(({ paths }) => paths.filter(each => each?.pathType === 'Exact').map(pathOfIngress))),
      // an expression may stand for any host
      aliases: [...new Set(aliases.map(each => each.startsWith('~') ? EVERY_HOST : each))],
      doubt: rules.map(({ object, annotations }) => doubtIn(object, annotations, UNCLEAR_HOSTS)).find(each => each),
    }];
  }));
  return all.flatMap(({ object, object: { spec }, reading, annotations, rules, name }) => {
    const conditions = Object.keys(annotations).filter(key => CONDITIONS.test(key)).map(key => `annotation ${key}`);
    const tls = listOf(spec?.tls).map((given, i) => ({
      hosts: listOf<unknown>(given?.hosts).filter(isFilled).map(host => host.toLowerCase()),
      secretName: textOf(given?.secretName),
      path: ['spec', 'tls', i],
    }));
    const entry: RouteEntry = { name, wildcard: 'one', hosts: reading.hosts, gateways: [] };
    const common = { entry, tls, when: conditions.join(', ') || undefined };
    const own = doubtIn(object, annotations, UNCLEAR);
    const routes = rules.flatMap(({ host: named, site, paths }, i) => {
      const { isRegex, exact, aliases, doubt = own } = sites.get(site)!;
      // an alias yields to a host of that name
      const hosts = [named, ...aliases.filter(host => !sites.has(`${name} ${host}`))];
      return paths.flatMap((given, j) => hosts.map((host): Route => {
        const path = ['spec', 'rules', i, 'http', 'paths', j];
        const read = isRegex ? { ...regexPathOf(annotations, exact, given), place: [i, j] }
          : ingressPathOf(reading, annotations, host, given);
        const backend = ingressBackend(given?.backend, [...path, 'backend']);
        return { ...common, host, doubt, ...read, backend, origin: { object, path } };
      }));
    });
    if (!isObject(spec?.defaultBackend) || !reading.hasRestBesideRules && rules.length > 0) return routes;
    const path = ['spec', 'defaultBackend'];
    const rest = { ...ingressPathOf(reading, annotations, EVERY_HOST), isDefault: true } as const;
    const backend = ingressBackend(spec.defaultBackend, path);
    return [...routes, { ...common, host: EVERY_HOST, ...rest, backend, origin: { object, path } }];
  });
}

/**
 * The doubt that an Ingress raises by the first annotation of these names; `undefined` if it has none, or only snippets
 * that set headers. Its sign has the value as a hash, since a snippet may be long or secret.
 */
function doubtIn(object: TypedManifest, annotations: Annotations, names: RegExp): RouteDoubt | undefined {
  const key = Object.keys(annotations).find(each => names.test(each) && !HEADERS.test(annotations[each]));
  if (key === undefined) return undefined;
  const sign = `${key} ${createHash('sha256').update(annotations[key]).digest('hex').slice(0, 8)}`;
  const findings = found('cannot-judge', ['metadata', 'annotations', key], { reason: 'annotation' });
  return { object, isOfHost: names === UNCLEAR_HOSTS, sign, findings };
}

const pathOfIngress = (given?: PlainValue) => textOf(given?.path) ?? '/';

type RankedPath = Pick<Route, 'path' | 'type' | 'order' | 'isAssumed' | 'declared'>;

/**
 * A path on a host whose paths are all regular expressions: the longest is tried first, and of equally long ones the
 * last by its text.
 */
function regexPathOf(annotations: Annotations, exact: ReadonlySet<string>, given: PlainValue | undefined): RankedPath {
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
function ingressPathOf(
  reading: IngressReading, annotations: Annotations, host: string, given?: PlainValue,
): RankedPath {
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

/** The Service and port, or the other resource, to which an Ingress leads, with the path of the field that says so. */
function ingressBackend(given: PlainValue | undefined, path: Path): RouteBackend {
  const { service, resource } = asObject(given);
  if (isObject(resource)) {
    return { resource: { kind: String(resource.kind), name: String(resource.name) }, path: [...path, 'resource'] };
  }
  const { number, name } = asObject(service?.port);
  const port = typeof number === 'number' ? number : textOf(name);
  return { service: textOf(service?.name), port, path: [...path, 'service'] };
}

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
