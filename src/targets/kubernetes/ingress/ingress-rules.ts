import { serviceName } from '../../../cluster/checks/pods';
import { allRead } from '../../../base/definitions/type';
import { FINE, Finding, bad, found, within, ownWords, Path } from '../../../base/findings/finding';
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
import { isDnsSubdomain, exactHost, namedHosts, pathTypeOf } from '../../../base/names';
import { ComparedPath } from '../../../cluster/routes/claims';
import { comparedPath } from '../../../cluster/routes/route';
import { choosePort, isHttpPort } from '../../../cluster/objects/oam-workloads';

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
export function resolveBackend(destination: unknown, rule: number, context: IngressContext): Backend {
  const { host, port, httpCookie: _, ...others } = asObject<PlainDestination>(destination);
  allRead(others);
  const backend = host != null ? namedBackend(host, port, context) : chosenBackend(port, context);
  return { ...backend, findings: within(['rules', rule], backend.findings) };
}

function namedBackend(given: string, port: number | undefined, { binding, services }: IngressContext): Backend {
  const own = binding.application.namespace;
  // the full name of a Service in the own namespace is equivalent to the name alone
  const ending = [`.${own}`, `.${own}.svc`, `.${own}.svc.cluster.local`].find(each => given.endsWith(each)) ?? '';
  const host = given.slice(0, given.length - ending.length);
  if (serviceName(host, '').length > 0) {
    return { findings: bad('invalid-name', 'service-of-ingress', [AT, 'host'], host) };
  }
  const service = services.named(host, binding);
  if (service) return { service: host, ...choosePort(withTcpPorts(service), port, AT) };
  return port != null
    ? { service: host, port, findings: FINE }
    : { findings: found('missing-field', [AT, 'port'], { reason: 'required', way: 'port' }) };
}

/** Chooses among the Services of a component in the order in which the platform looks for one. */
function chosenBackend(port: number | undefined, { binding, services: all, planOf }: IngressContext): Backend {
  const services = all.for(binding).map(withTcpPorts);
  const { componentName: component, component: { workload } = {} } = binding;
  const { findings, objects, type: { kind } } = planOf(binding);
  // findings about the workload are reported with the workload
  if (findings.length > 0) return { findings: FINE };
  if (services.length === 0) {
    const made = operatorServices(objects);
    return {
      findings: made ? found('service-not-found', AT, { reason: 'of-operator', component, ...made })
        : workload?.source ? found('service-not-found', AT, { reason: 'none-in-app', component, kind })
          : workload?.companions ? found('service-not-found', '', { reason: 'without-service', component, kind })
            : found('service-not-found', AT, { reason: 'none-rendered', component }),
    };
  }
  const withPort = services.length === 1 || port == null ? services
    : services.filter(({ ports }) => ports.some(each => each.number === port));
  const withoutHeadless = withPort.filter(({ isHeadless }) => !isHeadless);
  const overHttp = withoutHeadless.filter(({ ports }) => ports.some(isHttpPort));
  const [one] = [withPort, withoutHeadless, overHttp].find(left => left.length === 1) ?? [];
  if (one) return { service: one.name, ...choosePort(one, port, AT) };
  const names = services.map(({ name }) => name);
  return { findings: found('ambiguous-service', AT, { reason: 'services', component, services: names }) };
}

/** The Service with its TCP ports alone: requests come over TCP. */
function withTcpPorts(service: FoundService): FoundService {
  return { ...service, ports: service.ports.filter(({ protocol }) => protocol === 'TCP') };
}

/** The hosts of a rule: those that it names, or the generated one. */
export type HostsOf = (named: unknown, application: ApplicationModel) => string[];

/** Returns the hosts of rules, with generated hosts in a domain. */
export function hostsInDomain(domain: string | undefined): HostsOf {
  return (hosts, { name, namespace }) => {
    const named = namedHosts(hosts);
    return named.length > 0 ? named : [`${name}.${namespace ?? 'default'}.${domain ?? '<domain>'}`];
  };
}

/** The rules of a trait. */
export function rulesOfTrait(context: IngressContext, hostsOf: HostsOf): Rule[] {
  const { binding: { application }, trait: { fields: { spec } } } = context;
  return listOf<PlainRule>(spec?.rules).map((given, index): Rule => {
    const { hosts, destination, paths: _, ...others } = given;
    const { httpCookie } = destination ?? {};
    const { name, path, ttl, ...ofCookie } = asObject<NonNullable<typeof httpCookie>>(httpCookie);
    allRead({ ...others, ...ofCookie });
    return {
      index,
      given,
      hosts: hostsOf(hosts, application),
      cookie: httpCookie == null ? undefined : { name, path: path ?? '/', ttl: ttl ?? 0 },
      backend: resolveBackend(destination, index, context),
    };
  });
}

/** Reports findings about the hosts of a rule. Fields are relative to the rule. */
export function ruleHostFindings(
  { given, hosts }: Rule, domain: string | undefined, { name: application, namespace = 'default' }: ApplicationModel,
): Finding[] {
  const isGenerated = namedHosts(given.hosts).length === 0;
  return [
    ...isGenerated && domain === undefined
      ? found('missing-field', 'hosts', { reason: 'missing-domain', application, namespace }) : FINE,
    ...(given.hosts ?? []).flatMap((host, i) =>
      isIP(host.trim()) > 0 ? within(['hosts', i], exactHost(host.trim(), '')) : FINE),
    ...isGenerated && domain !== undefined && !isDnsSubdomain(hosts[0]) ? bad('invalid-host', ownWords(
      'is required, as the generated host is too long',
      'name the hosts of the rule, or shorten the name of the application or the namespace'), 'hosts', hosts[0]) : FINE,
  ];
}

/** The contexts of all traits of the application of a trait. */
export function contextsOfApplication(context: IngressContext): IngressContext[] {
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
  rules: readonly Rule[], { namespace: own }: ApplicationModel, of: 'port' | 'service',
  wayOf: StickyBackend = ({ backend }) => backend,
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
  if (!paths?.length) return [normalizedPath()];
  return paths.map(({ path, pathType, authorizationPolicy }, index) =>
    ({ ...normalizedPath(path, pathType), index, policy: authorizationPolicy ?? undefined }));
}

/** A path of a rule, and the field that declares it. */
export interface PlacedPath extends DeclaredPath {
  readonly rule: Rule;
  readonly field: Path;
}

/** The paths of all rules. */
export function placedPaths(rules: readonly Rule[]): PlacedPath[] {
  return rules.flatMap(rule => declaredPaths(rule.given).map(each => ({
    ...each, rule, field: ['rules', rule.index, ...each.index === undefined ? [] : ['paths', each.index]],
  })));
}

/** A path as the platform reads it. */
export function normalizedPath(given?: unknown, type?: unknown): RoutedPath {
  const path = String(given ?? '').trim() || '/';
  return { path, pathType: pathTypeOf(type) ?? (path === '/' ? 'Prefix' : 'Exact') };
}

/**
 * The claim of a path. Prefixes are compared by their elements: a slash at the end has no meaning. An exact path may
 * exist beside a prefix, and takes precedence over it.
 */
export function literalClaim(given?: PlainValue): ComparedPath {
  const { path, pathType } = normalizedPath(given?.path, given?.pathType);
  return pathType === 'Exact' ? { path, pathType } : { path: comparedPath(path, 'Prefix') };
}

/** The checks of each field of a path: they report the values that a provider of ingress does not express. */
export type PathChecks<Given extends readonly unknown[]> =
  Readonly<Record<keyof IngressPath, (...given: Given) => Finding[]>>;
