import type { PlainPolicy } from './authorization';
import { allRead } from '../../../base/definitions/type';
import { bad, Finding, FINE, found, ownWords, Path, within } from '../../../base/findings/finding';
import { asObject, listOf, PlainValue } from '../../../base/check';
import { isDnsSubdomain } from '../../../base/names';
import { isInTree } from '../../../base/registry';
import { claimsOf, ComparedPath } from '../../../cluster/routes/claims';
import { comparedPath } from '../../../cluster/routes/route';
import { ApplicationModel, BindingModel, TraitModel } from '../../../model/platform/model';
import type { IngressTraitProps } from '../../../model/traits/ingress-trait';
import {
  IngressCookie, IngressDestination, IngressPath, IngressRule, IngressTls,
} from '../../../model/traits/ingress-types';
import type { TraitOptions } from '../../../model/traits/trait';
import { isDomain } from '../../../model/workloads/weblogic-workload';
import { WorkloadPlan } from '../../../model/workloads/workload';
import { TlsCertificate } from '../../ingress/tls-certificate';
import { Backend, Services } from '../services';
import { Cookie } from './cookies';
import type { IngressParts } from './ingress-provider';
import { isIP } from 'node:net';
import { exactHost, namedHosts, pathTypeOf } from '../../../base/addresses';
import { Claim } from '../../../cluster/objects/rendered';

// the rules of IngressTraits, with their hosts, paths and cookies, as every provider reads them

/** A trait and the binding to which it belongs. */
export interface TraitOfBinding {
  readonly binding: BindingModel;
  readonly trait: TraitModel;
}

/** The context in which an IngressTrait is rendered. */
export interface IngressContext extends TraitOfBinding {
  readonly planOf: (binding: BindingModel) => WorkloadPlan;
  readonly services: Services;
  /** Returns the IngressTraits that were declared for an application, also those that were removed, in order. */
  readonly ingressTraits: (application: ApplicationModel) => readonly TraitOfBinding[];
}

/** A destination in the form that the check of the trait accepts. */
export interface PlainDestination extends Omit<IngressDestination, 'httpCookie'> {
  readonly httpCookie?: Omit<IngressCookie, 'ttl'> & Pick<Partial<Cookie>, 'ttl'>;
}

/** A path in the form that the check of the trait accepts. */
export interface PlainPath extends Omit<IngressPath, 'authorizationPolicy'> {
  readonly authorizationPolicy?: PlainPolicy;
}

/** A rule in the form that the check of the trait accepts. */
export interface PlainRule extends Omit<IngressRule, 'destination' | 'paths'> {
  readonly paths?: readonly PlainPath[];
  readonly destination?: PlainDestination;
}

/** The name of a trait, or of its component. */
export function traitName({ binding, trait }: TraitOfBinding): string {
  return trait.fields.metadata?.name ?? binding.componentName;
}

/** The certificate of the hosts of a trait: the Secret that it names, none at all, or that of the provider. */
export function certificateOf(
  { fields: { spec } }: TraitModel, ofProvider = TlsCertificate.atGateway(),
): TlsCertificate {
  const { tls, insecurePlainText, rules: _, ...others } =
    asObject<Omit<IngressTraitProps, keyof TraitOptions>>(spec);
  const { secretName, ...ofTls } = asObject<IngressTls>(tls);
  allRead({ ...others, ...ofTls });
  if (insecurePlainText === true) return TlsCertificate.insecureNone();
  return secretName == null ? ofProvider : TlsCertificate.secret(secretName);
}

/** The Secret that a trait names for the certificate of its hosts. */
export const namedSecret = (trait: TraitModel) => certificateOf(trait)._model.secretName;

/** Whether the hosts of a trait are served in plain text, whatever its provider has. */
export const isPlainText = (trait: TraitModel) => certificateOf(trait)._model.from === 'none';

/** A rule of the trait, and its backend. */
export interface Rule {
  readonly index: number;
  readonly hosts: readonly string[];
  readonly given: PlainRule;
  readonly cookie?: Cookie;
  readonly backend: Backend;
}

/** Resolves the destination of a rule. */
export type BackendOf = (destination: PlainDestination | undefined, index: number, context: IngressContext) => Backend;

/** The rules of a trait, with generated hosts in a domain. */
export function rulesOfTrait(
  context: IngressContext, domain: string | undefined,
  backendOf: BackendOf = (destination, index) => context.services.backend(context.binding, destination, index),
): Rule[] {
  const { binding: { application }, trait: { fields: { spec } } } = context;
  return listOf<PlainRule>(spec?.rules).map((given, index): Rule => {
    const { hosts, destination, paths: _, ...others } = given;
    const { httpCookie } = destination ?? {};
    const { name, path, ttl, ...ofCookie } = asObject<NonNullable<typeof httpCookie>>(httpCookie);
    allRead({ ...others, ...ofCookie });
    return {
      index,
      given,
      hosts: hostsOfRule(hosts, application, domain),
      cookie: httpCookie == null ? undefined : { name, path: path ?? '/', ttl: ttl ?? 0 },
      backend: backendOf(destination, index, context),
    };
  });
}

/** The hosts of a rule: those that it names, or the generated one in the domain. */
export function hostsOfRule(hosts: unknown, { name, namespace }: ApplicationModel, domain?: string): string[] {
  const named = namedHosts(hosts);
  return named.length > 0 ? named : [`${name}.${namespace ?? 'default'}.${domain ?? '<domain>'}`];
}

/** Returns the hosts and paths that an IngressTrait claims, with generated hosts in a domain. */
export function routesIn(
  domain: string | undefined, compared: (path?: PlainValue) => ComparedPath,
): IngressParts['routesOf'] {
  return (spec, application) => claimsOf(spec, rule => hostsOfRule(rule?.hosts, application, domain), compared);
}

/** Reports findings about the hosts of a rule. Fields are relative to the rule. */
export function ruleHostFindings(
  { given, hosts }: Rule, domain: string | undefined, { name: application, namespace = 'default' }: ApplicationModel,
): Finding[] {
  const isGenerated = namedHosts(given.hosts).length === 0;
  return [
    ...isGenerated && domain == null
      ? found('missing-field', 'hosts', { reason: 'missing-domain', application, namespace }) : FINE,
    ...(given.hosts ?? []).flatMap((host, i) =>
      isIP(host.trim()) > 0 ? within(['hosts', i], exactHost(host.trim(), '')) : FINE),
    ...isGenerated && domain != null && !isDnsSubdomain(hosts[0]) ? bad('invalid-host', ownWords(
      'is required, as the generated host is too long',
      'name the hosts of the rule, or shorten the name of the application or the namespace'), 'hosts', hosts[0]) : FINE,
  ];
}

export function contextsOfApplication(context: IngressContext): IngressContext[] {
  return context.ingressTraits(context.binding.application).map(each => ({ ...context, ...each }));
}

/** Reports a removed trait: the application's objects were divided among its traits when they were first rendered. */
export function removedTrait(declared: readonly TraitOfBinding[]): Finding[] {
  const removed = declared.find(({ trait: { construct } }) => !isInTree(construct))?.trait.construct;
  return removed ? found('trait-removed', '', { reason: 'trait', maker: { construct: removed.node.path } }) : FINE;
}

/** The header by which WebLogic knows that a request came over TLS, as the platform sets it. */
export const TLS_HEADER = { name: 'WL-Proxy-SSL', value: 'true' } as const;

/** Whether the component of a trait is a WebLogic domain. */
export function isWebLogic({ planOf, binding }: IngressContext): boolean {
  return planOf(binding).objects.some(isDomain);
}

/** Claims cookies: there is one for a port of a Service, or for a Service; a second one would never be read. */
export function cookieClaims(
  rules: readonly Rule[], { namespace: own }: ApplicationModel, of: 'port' | 'service',
): Claim[] {
  const isOfPort = of === 'port';
  return rules.flatMap(({ index, cookie, backend: { namespace = own, service, port } }) => {
    const field = ['rules', index, 'destination', 'httpCookie'];
    return !cookie || service === undefined ? [] : [{
      key: `cookie ${namespace} ${service} ${isOfPort ? port : undefined}`,
      value: JSON.stringify(cookie),
      field,
      clash: given => found('not-expressible', field, { reason: 'second-cookie', isOfPort, ...given }),
    }];
  });
}

/** A path as the platform reads it. */
export interface RoutedPath {
  readonly path: string;
  readonly pathType: string;
}

/** A path of a rule, the field that declares it, and who may use it. */
export interface RulePath extends RoutedPath {
  readonly rule: Rule;
  readonly field: Path;
  /** @default - everybody may */
  readonly policy?: PlainPolicy;
}

/** The paths of a rule; without any, it takes all paths. */
export function pathsOfRule(rule: Rule): RulePath[] {
  const { given: { paths }, index } = rule;
  if (!paths?.length) return [{ ...normalizedPath(), rule, field: ['rules', index] }];
  return paths.map(({ path, pathType, authorizationPolicy }, i) => {
    const field = ['rules', index, 'paths', i];
    return { ...normalizedPath(path, pathType), rule, field, policy: authorizationPolicy ?? undefined };
  });
}

/** A path as the platform reads it: `/` is a prefix, others are exact. */
export function normalizedPath(given?: unknown, type?: unknown): RoutedPath {
  const path = String(given ?? '').trim() || '/';
  return { path, pathType: pathTypeOf(type) ?? (path === '/' ? 'Prefix' : 'Exact') };
}

/** The claim of a path. Prefixes are compared by their elements. An exact path may exist beside a prefix. */
export function literalClaim(given?: PlainValue): ComparedPath {
  const { path, pathType } = normalizedPath(given?.path, given?.pathType);
  return pathType === 'Exact' ? { path, pathType } : { path: comparedPath(path, 'Prefix') };
}

/** The checks of each field of a path, for what a provider does not express. */
export type PathChecks<Given extends readonly unknown[]> =
  Readonly<Record<keyof IngressPath, (...given: Given) => Finding[]>>;
