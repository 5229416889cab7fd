import { isIP } from 'node:net';
import { Cookie } from './cookies';
import { IngressContext, PlainDestination, PlainRule, Rule, TraitOfBinding, backendOf } from './rule';
import { allRead } from '../../definitions/type';
import { bad, Finding, FINE, found, saying, within } from '../../findings/finding';
import { Claim } from '../../objects/rendering';
import { ApplicationModel } from '../../platform/model';
import { listOf } from '../../private/check';
import { isDnsSubdomain } from '../../private/names';
import { exactHost, namedHosts } from '../../private/network';
import { isInTree } from '../../private/registry';
import { isDomain } from '../../workloads/weblogic-workload';

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

/** Reports a trait that was removed: the objects of an application were divided among all its traits when they were first rendered. */
export function removedTrait(declared: readonly TraitOfBinding[]): Finding[] {
  const removed = declared.find(({ trait: { construct } }) => !isInTree(construct))?.trait.construct;
  return removed ? found('trait-removed', '', { reason: 'trait', maker: { construct: removed.node.path } }) : FINE;
}

/** The header by which WebLogic knows that a request came over TLS, which ends at the gateway. The platform sets it too. */
export const TLS_HEADER = { name: 'WL-Proxy-SSL', value: 'true' } as const;

/** Whether the component of a trait is a WebLogic domain. */
export function isWebLogic({ planOf, binding }: IngressContext): boolean {
  return planOf(binding).objects.some(isDomain);
}

/** Returns the destination of a rule with a cookie. */
type StickyBackend = (rule: Rule) => { readonly namespace?: string; readonly service?: string; readonly port?: number };

/**
 * Claims cookies: ingress controllers know one cookie for a port of a Service, and a DestinationRule applies to all ports, so a second one
 * would be set and never be read.
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
