import { serviceName } from '../../../cluster/checks/pods';
import { allRead } from '../../../base/definitions/type';
import { FINE, Finding, bad, found, within, saying, Path } from '../../../base/findings/finding';
import { PlainObject, Rendered, Claim } from '../../../cluster/objects/object-index';
import { ApplicationModel, BindingModel, LabelledPods, TraitModel } from '../../../model/platform/model';
import { PlainValue, asObject, listOf } from '../../../base/check';
import { RouteClaim, isInTree } from '../../../base/registry';
import type { IngressTraitProps } from '../../../model/traits/ingress-trait';
import {
  IngressCookie, IngressDestination, IngressRule, IngressTls, AuthorizationPolicy, IngressPath,
} from '../../../model/traits/ingress-types';
import type { TraitOptions } from '../../../model/traits/trait';
import { WorkloadPlan } from '../../../model/workloads/workload';
import { FoundService, Services } from '../services';
import { Cookie } from './cookies';
import { operatorServices, isDomain } from '../../../model/workloads/weblogic-workload';
import { isIP } from 'node:net';
import { isDnsSubdomain, exactHost, namedHosts, isUnresolvedPath, pathTypeOf } from '../../../base/names';
import type { ControllerName } from '../../ingress/ingress-controller';
import { ComparedPath } from '../../../cluster/routes/claims';
import { comparedPath } from '../../../cluster/routes/route';
import { choosePort, isHttp } from '../../../cluster/objects/oam-workloads';

/** A trait and the binding to which it belongs. */
export interface TraitOfBinding {
  readonly binding: BindingModel;
  readonly trait: TraitModel;
}

/** The context in which an IngressTrait is rendered. */
export interface IngressContext extends TraitOfBinding {
  /** Returns the plan of a binding's workload. */
  readonly planOf: (binding: BindingModel) => WorkloadPlan;
  readonly services: Services;
  /** Returns the IngressTraits that were declared for an application, also those that were removed, in order. */
  readonly ingressTraits: (application: ApplicationModel) => readonly TraitOfBinding[];
}

/** The parts that implement one way into the cluster. */
export interface IngressParts {
  readonly check: () => Finding[];
  /** The hosts and paths that the spec of an IngressTrait claims. */
  readonly routesOf: (spec: PlainValue | undefined, application: ApplicationModel) => RouteClaim[];
  /** Renders an IngressTrait. */
  readonly render: (context: IngressContext) => Rendered;
  /** The pods through which requests come, if known. */
  readonly pods: () => LabelledPods | undefined;
  /** The objects that serve the routes and decide how these are interpreted, as far as they are described. */
  readonly serving?: () => PlainObject[];
  /** The port at which requests for any port of a pod arrive in a tunnel, in addition to that port. */
  readonly tunnel?: number;
}

/** A destination in the form that the check of the trait accepts. */
export interface PlainDestination extends Omit<IngressDestination, 'httpCookie'> {
  readonly httpCookie?: Omit<IngressCookie, 'ttl'> & Pick<Partial<Cookie>, 'ttl'>;
}

/** A rule in the form that the check of the trait accepts. */
export interface PlainRule extends Omit<IngressRule, 'destination'> {
  readonly destination?: PlainDestination;
}

/** The Secret that a trait names for the certificate of its hosts. */
export function namedSecret({ fields: { spec } }: TraitModel): string | undefined {
  const { tls, rules: _, ...others } = asObject<Omit<IngressTraitProps, keyof TraitOptions>>(spec);
  const { secretName, ...ofTls } = asObject<IngressTls>(tls);
  allRead({ ...others, ...ofTls });
  return secretName ?? undefined;
}

/** A rule of the trait, and its backend. */
export interface Rule {
  readonly index: number;
  readonly hosts: readonly string[];
  readonly given: PlainRule;
  readonly cookie?: Cookie;
  readonly backend: Backend;
}

/** The destination of requests. */
interface Backend {
  readonly service?: string;
  readonly port?: number;
  readonly findings: readonly Finding[];
}

/** The field of a rule that names Service and port. */
const AT = 'destination';

/** The Service and the port of a rule: those that it names, or else the ones that the platform would choose. */
export function backendOf(destination: unknown, rule: number, context: IngressContext): Backend {
  const { host, port, httpCookie: _, ...others } = asObject<PlainDestination>(destination);
  allRead(others);
  const backend = host != null ? serviceBackend(host, port, context) : chosen(port, context);
  return { ...backend, findings: within(['rules', rule], backend.findings) };
}

function chosen(port: number | undefined, context: IngressContext): Backend {
  const services = context.services.for(context.binding).map(overTcp);
  const { componentName: component } = context.binding;
  // findings about the workload are reported with the workload
  if (context.planOf(context.binding).findings.length > 0) return { findings: FINE };
  if (services.length === 0) {
    const made = operatorServices(context.planOf(context.binding).objects);
    return { findings: made ? found('service-not-found', AT, { reason: 'of-operator', component, ...made }) : withoutService(context) };
  }
  const [one, ...more] = services.length === 1 ? services : choices(services, port);
  if (one && more.length === 0) return { service: one.name, ...choosePort(one, port, AT) };
  return { findings: found('ambiguous-service', AT, { reason: 'services', component, services: services.map(({ name }) => name) }) };
}

function withoutService({ planOf, binding }: IngressContext): Finding[] {
  const { component: { workload } = {}, componentName: component } = binding;
  const { kind } = planOf(binding).type;
  if (workload?.source) return found('service-not-found', AT, { reason: 'none-in-app', component, kind });
  return workload?.companions ? found('service-not-found', '', { reason: 'without-service', component, kind })
    : found('service-not-found', AT, { reason: 'none-rendered', component });
}

function serviceBackend(given: string, port: number | undefined, { binding, services }: IngressContext): Backend {
  const host = withoutNamespace(given, binding.application.namespace);
  if (serviceName(host, '').length > 0) return { findings: bad('invalid-name', 'service-of-ingress', [AT, 'host'], host) };
  const service = services.named(host, binding);
  if (service) return { service: host, ...choosePort(overTcp(service), port, AT) };
  return port != null
    ? { service: host, port, findings: FINE }
    : { findings: found('missing-field', [AT, 'port'], { reason: 'required', way: 'port' }) };
}

/** The name of a Service without its own namespace: the full name is equivalent to the name alone. */
function withoutNamespace(host: string, namespace?: string): string {
  const ending = [`.${namespace}`, `.${namespace}.svc`, `.${namespace}.svc.cluster.local`].find(each => host.endsWith(each));
  return ending === undefined ? host : host.slice(0, -ending.length);
}

/** The Service with its TCP ports alone: requests come over TCP. */
function overTcp(service: FoundService): FoundService {
  return { ...service, ports: service.ports.filter(({ protocol }) => protocol === 'TCP') };
}

/** Narrows Services down in the order in which the platform looks for one. */
function choices(services: readonly FoundService[], port: number | undefined): FoundService[] {
  const withPort = port == null ? services : services.filter(({ ports }) => ports.some(each => each.number === port));
  const filters: ((service: FoundService) => boolean)[] = [
    () => true,
    ({ isHeadless }) => !isHeadless,
    service => !service.isHeadless && service.ports.some(isHttp),
  ];
  return filters.map(filter => withPort.filter(filter)).find(left => left.length === 1) ?? [...withPort];
}

/** The hosts of a rule: those that it names, or the generated one. */
export type HostsOf = (named: unknown, application: ApplicationModel) => string[];

/** Returns the hosts of rules, with generated hosts in a domain. */
export function hostsIn(domain: string | undefined): HostsOf {
  return (hosts, { name, namespace }) => {
    const named = namedHosts(hosts);
    return named.length > 0 ? named : [`${name}.${namespace ?? 'default'}.${domain ?? '<domain>'}`];
  };
}

/** The rules of a trait. */
export function rulesOf(context: IngressContext, hostsOf: HostsOf): Rule[] {
  const { binding: { application }, trait: { fields: { spec } } } = context;
  return listOf<PlainRule>(spec?.rules).map((given, index): Rule => {
    const { hosts, destination, paths: _, ...others } = given;
    allRead(others);
    const cookie = cookieOf(destination?.httpCookie);
    return { index, given, hosts: hostsOf(hosts, application), cookie, backend: backendOf(destination, index, context) };
  });
}

function cookieOf(given: PlainDestination['httpCookie']): Cookie | undefined {
  if (given == null) return undefined;
  const { name, path, ttl, ...others } = given;
  allRead(others);
  return { name, path: path ?? '/', ttl: ttl ?? 0 };
}

/** Reports findings about the hosts of a rule. Fields are relative to the rule. */
export function hostFindings({ given, hosts }: Rule, domain: string | undefined, { name, namespace }: ApplicationModel): Finding[] {
  const isGenerated = namedHosts(given.hosts).length === 0;
  const withoutDomain = () =>
    found('missing-field', 'hosts', { reason: 'missing-domain', application: name, namespace: namespace ?? 'default' });
  const notAnAddress = (host: string, i: number) => isIP(host.trim()) > 0 ? within(['hosts', i], exactHost(host.trim(), '')) : FINE;
  return [
    ...isGenerated && domain === undefined ? withoutDomain() : FINE,
    ...(given.hosts ?? []).flatMap(notAnAddress),
    ...isGenerated && domain !== undefined && !isDnsSubdomain(hosts[0]) ? bad('invalid-host',
      saying('is required, as the generated host is too long',
        'name the hosts of the rule, or shorten the name of the application or the namespace'), 'hosts', hosts[0]) : FINE,
  ];
}

/** The contexts of all traits of the application of a trait. */
export function ofApplication(context: IngressContext): IngressContext[] {
  return context.ingressTraits(context.binding.application).map(each => ({ ...context, ...each }));
}

/**
 * Reports a trait that was removed: the objects of an application were divided among all its traits when they were
 * first rendered.
 */
export function removedTrait(declared: readonly TraitOfBinding[]): Finding[] {
  const removed = declared.find(({ trait: { construct } }) => !isInTree(construct))?.trait.construct;
  return removed ? found('trait-removed', '', { reason: 'trait', maker: { construct: removed.node.path } }) : FINE;
}

/**
 * The header by which WebLogic knows that a request came over TLS, which ends at the gateway. The platform sets it too.
 */
export const TLS_HEADER = { name: 'WL-Proxy-SSL', value: 'true' } as const;

/** Whether the component of a trait is a WebLogic domain. */
export function isWebLogic({ planOf, binding }: IngressContext): boolean {
  return planOf(binding).objects.some(isDomain);
}

/** Returns the destination of a rule with a cookie. */
type StickyBackend = (rule: Rule) => { readonly namespace?: string; readonly service?: string; readonly port?: number };

/**
 * Claims cookies: ingress controllers know one cookie for a port of a Service, and a DestinationRule applies to all
 * ports, so a second one would be set and never be read.
 */
export function cookieClaims(
  rules: readonly Rule[], { namespace: own }: ApplicationModel, of: 'port' | 'service', wayOf: StickyBackend = ({ backend }) => backend,
): Claim[] {
  const isOfPort = of === 'port';
  return rules.flatMap(rule => {
    const { index, cookie } = rule;
    const { namespace = own, service, port } = wayOf(rule);
    const field = ['rules', index, 'destination', 'httpCookie'];
    return !cookie || service === undefined ? [] : [{
      key: `cookie ${namespace} ${service} ${isOfPort ? port : undefined}`,
      value: JSON.stringify(cookie),
      field,
      clash: given => found('not-expressible', field, { reason: 'second-cookie', isOfPort, ...given }),
    }];
  });
}

/** A path of an Ingress. */
export interface RoutedPath {
  readonly path: string;
  readonly pathType: string;
}

/** A path of a rule as it is declared, and who may use it. */
export interface DeclaredPath extends RoutedPath {
  /** Its index in the rule; `undefined` if the rule has no paths and takes all. */
  readonly index?: number;
  /** @default - everybody may */
  readonly policy?: AuthorizationPolicy;
}

/**
 * The paths of a rule as the platform reads them: all paths if there is none, `/` as a prefix, others as exact paths.
 */
export function declaredPaths({ paths }: PlainRule): DeclaredPath[] {
  if (!paths?.length) return [pathOf()];
  return paths.map(({ path, pathType, authorizationPolicy }, index) => {
    return { ...pathOf(path, pathType), index, policy: authorizationPolicy ?? undefined };
  });
}

/** A path of a rule, and the field that declares it. */
export interface PlacedPath extends DeclaredPath {
  readonly rule: Rule;
  readonly field: Path;
}

/** The paths of all rules. */
export function placed(rules: readonly Rule[]): PlacedPath[] {
  return rules.flatMap(rule => declaredPaths(rule.given).map(each => ({
    ...each, rule, field: ['rules', rule.index, ...each.index === undefined ? [] : ['paths', each.index]],
  })));
}

/**
 * The order of paths unless the implementation decides: exact ones, regular expressions, prefixes; longer ones first.
 */
export function comparePaths(a: RoutedPath, b: RoutedPath): number {
  const rank = ({ pathType }: RoutedPath) => ['Exact', 'Regex', 'Prefix'].indexOf(pathType);
  return rank(a) - rank(b) || b.path.length - a.path.length;
}

/** A path as the platform reads it. */
export function pathOf(given?: unknown, type?: unknown): RoutedPath {
  const path = String(given ?? '').trim() || '/';
  return { path, pathType: pathTypeOf(type) ?? (path === '/' ? 'Prefix' : 'Exact') };
}

/**
 * The claim of a path. Prefixes are compared by their elements: a slash at the end has no meaning. An exact path may
 * exist beside a prefix, and takes precedence over it.
 */
export function claimedPath(given?: PlainValue): ComparedPath {
  const { path, pathType } = pathOf(given?.path, given?.pathType);
  return pathType === 'Exact' ? { path, pathType } : { path: comparedPath(path, 'Prefix') };
}

/** The characters that some ingress controllers compare encoded, and others decoded. */
const ODD = /[^A-Za-z0-9/_.~!$&()*+,:=@-]/;
/** The characters that ingress-nginx does not accept in a path by default. */
const ODD_FOR_NGINX = /[^A-Za-z0-9/_.-]/;

/** What a provider of ingress reports about each field of a path: nothing if it expresses all of its values. */
export type PathChecks<Given extends readonly unknown[]> = Readonly<Record<keyof IngressPath, (...given: Given) => Finding[]>>;

const isRegex = ({ pathType }: IngressPath) => pathTypeOf(pathType) === 'Regex';

/** What an Ingress cannot express of each field of a path, or the API server or the controller rejects. */
const INGRESS_PATH: PathChecks<[given: IngressPath, controller: ControllerName | undefined]> = {
  pathType: given => !isRegex(given) ? FINE : found('not-expressible', 'pathType',
    saying('cannot be Regex: an Ingress knows exact paths and prefixes only',
      'the Gateway API could, and so could an OAM platform with Istio: write an HTTPRoute by CustomTrait, or use Prefix',
      'the Gateway API could, and so could an OAM platform with Istio: write an HTTPRoute as a further trait, or use Prefix')),
  authorizationPolicy: ({ authorizationPolicy }) => authorizationPolicy == null ? FINE : found('not-expressible', 'authorizationPolicy',
    saying('cannot be expressed: an Ingress does not ask who sends a request',
      'Istio could, as on an OAM platform: write its AuthorizationPolicy by CustomTrait, or let the application ask',
      'Istio could, as on an OAM platform: write its AuthorizationPolicy as a further trait, or let the application ask')),
  path: (given, controller) => isRegex(given) || given.path == null ? FINE : checkPath(given.path.trim(), controller),
};

/** Reports what an Ingress cannot express of the paths of a rule. */
export function checkPaths({ paths }: PlainRule, controller: ControllerName | undefined): Finding[] {
  return (paths ?? []).flatMap((given, i) => within(['paths', i], Object.values(INGRESS_PATH).flatMap(check => check(given, controller))));
}

function checkPath(path: string, controller: ControllerName | undefined): Finding[] {
  if (isUnresolvedPath(path)) return bad('invalid-path', 'resolved-path', 'path', path);
  if (ODD.test(path)) {
    return bad('invalid-path',
      saying('must have only characters that need no encoding: ingress controllers compare others in different ways',
        'use a prefix that ends before them'), 'path', path);
  }
  const isOdd = controller === 'ingress-nginx' && ODD_FOR_NGINX.test(path);
  return isOdd ? bad('invalid-path', 'ingress-nginx-path', 'path', path) : FINE;
}
