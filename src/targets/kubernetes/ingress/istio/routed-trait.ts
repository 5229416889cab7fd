import { secretName } from './istio-names';
import { IstioIngressProps } from './istio-props';
import type { JwtIssuer } from '../../../ingress/jwt-issuer';
import { Authorization, authorizationOf } from '../authorization';
import { placed, PlacedPath, IngressContext, Rule, namedSecret, HostsOf, rulesOf } from '../rule';

/** An IngressTrait of an application. */
export interface RoutedTrait {
  readonly context: IngressContext;
  readonly rules: readonly Rule[];
  readonly routes: readonly IstioRoute[];
  /** The Secret with the certificate of its hosts; `undefined` without TLS. */
  readonly secret?: string;
}

/** A path of a rule, on all hosts of the rule. */
export interface IstioRoute extends PlacedPath {
  readonly context: IngressContext;
  /** Who may use it; everybody if it is `undefined`. */
  readonly authorization?: Authorization;
  /** Equal for two routes that the same requests may use. */
  readonly admits: string;
}

/** A trait as the provider reads it. */
export function routedTrait(context: IngressContext, props: IstioIngressProps, hostsOf: HostsOf): RoutedTrait {
  const rules = rulesOf(context, hostsOf);
  return { context, rules, routes: routesOf(context, rules, props.jwtIssuers ?? []), secret: secretOf(context, props) };
}

/** The routes of rules, with authorizations for the issuers that a provider knows. */
export function routesOf(context: IngressContext, rules: readonly Rule[], issuers: readonly JwtIssuer[]): IstioRoute[] {
  return placed(rules).map(path => {
    const authorization = path.policy && authorizationOf(path.policy, issuers);
    return { ...path, context, authorization, admits: authorization ? JSON.stringify(authorization.rules) : '' };
  });
}

/** Whether cert-manager creates the certificate of a trait. */
export function isCertificateMade({ trait }: IngressContext, { tls }: IstioIngressProps): boolean {
  return namedSecret(trait) === undefined && tls._model.issuer !== undefined;
}

function secretOf(context: IngressContext, { tls }: IstioIngressProps): string | undefined {
  const own = namedSecret(context.trait);
  return own ?? (tls._model.issuer ? secretName(context.binding.application) : tls._model.secretName);
}
