import { MAX_LABEL, MAX_NAME, shortenedName } from '../../../../cluster/objects/names';
import { ApplicationModel, TraitModel } from '../../../../model/platform/model';
import { grouped } from '../../../../base/check';
import type { JwtIssuer } from '../../../ingress/jwt-issuer';
import { Authorization, authorizationOf } from '../authorization';
import { Cookie } from '../cookies';
import { IngressContext, pathsOfRule, Rule, RulePath, traitName } from '../ingress-rules';

// the routes of an application, and the names of the objects for them, with Gateways of Istio and of the Gateway API

/** An IngressTrait of an application. */
export interface RoutedTrait {
  readonly context: IngressContext;
  readonly rules: readonly Rule[];
  readonly routes: readonly IstioRoute[];
  /** The Secret with the certificate of its hosts; `undefined` without TLS. */
  readonly secret?: string;
}

/** A path of a rule, on all hosts of the rule. */
export interface IstioRoute extends RulePath {
  readonly context: IngressContext;
  /** The requests that may use it; all if it is `undefined`. */
  readonly authorization?: Authorization;
  /** Equal for two routes that the same requests may use. */
  readonly admits: string;
}

/** The routes of rules, with authorizations for the issuers that a provider knows. */
export function routesOfRules(
  context: IngressContext, rules: readonly Rule[], issuers: readonly JwtIssuer[],
): IstioRoute[] {
  return rules.flatMap(pathsOfRule).map(path => {
    const authorization = path.policy && authorizationOf(path.policy, issuers);
    return { ...path, context, authorization, admits: authorization ? JSON.stringify(authorization.rules) : '' };
  });
}

/** The order of precedence of types of paths, where the implementation leaves it to the order of routes. */
const PRECEDENCE = ['Exact', 'Regex', 'Prefix'];
export const hasPolicies = ({ routes }: RoutedTrait) => routes.some(({ policy }) => policy);

/** Everything that an application declares about its hosts. */
export class ApplicationRoutes {
  /** The routes of each host, in order of precedence; of two paths of a type, the longer one comes first. */
  public readonly byHost: ReadonlyMap<string, readonly IstioRoute[]>;
  /** The Secret of each host with TLS. */
  public readonly secrets: ReadonlyMap<string, string | undefined>;
  /** The cookie of each Service that has one, and the first trait that sets it. */
  public readonly cookies = new Map<string, { readonly cookie: Cookie; readonly owner: RoutedTrait }>();
  /** The first trait with a policy, which renders the RequestAuthentication. */
  public readonly authenticating?: RoutedTrait;

  public constructor(public readonly application: ApplicationModel, public readonly traits: readonly RoutedTrait[]) {
    const routes = traits.flatMap(trait => trait.routes).sort((a, b) =>
      PRECEDENCE.indexOf(a.pathType) - PRECEDENCE.indexOf(b.pathType) || b.path.length - a.path.length);
    this.byHost = grouped(routes, ({ rule: { hosts } }) => hosts);
    this.secrets = new Map(traits.flatMap(({ rules, secret }) =>
      rules.flatMap(({ hosts }) => hosts).map(host => [host, secret])));
    for (const owner of traits) {
      for (const { cookie, backend: { service } } of owner.rules) {
        if (cookie && service && !this.cookies.has(service)) this.cookies.set(service, { cookie, owner });
      }
    }
    this.authenticating = traits.find(hasPolicies);
  }

  /** A trait of the application, as the provider reads it. */
  public of(declared: TraitModel): RoutedTrait {
    return this.traits.find(({ context: { trait } }) => trait === declared)!;
  }
}

/**
 * The name of an application's objects in the namespace of the gateway's pods, which other applications share. The name
 * of a namespace has no dot, so no two applications have the same name.
 */
export function sharedName({ name, namespace }: ApplicationModel, suffix = ''): string {
  return shortenedName(`${namespace}.${name}${suffix}`, MAX_NAME);
}

/** The name of a trait's policy, in the namespace of the gateway's pods. */
export function policyName(context: IngressContext): string {
  return shortenedName(`${context.binding.application.namespace}.${traitName(context)}`, MAX_NAME);
}

/** A name without dots: where Istio refers to an object by a name with dots, it reads a host. */
export function dotlessName(name: string, max = MAX_LABEL): string {
  return shortenedName(name.replaceAll('.', '-'), max);
}
