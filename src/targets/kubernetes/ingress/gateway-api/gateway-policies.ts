import { GatewayApiIngressProps, ROUTE_GROUP } from './gateway-api-props';
import { IMPLEMENTATIONS } from './implementations/all';
import { parentsIn } from './listeners';
import { FINE, Finding, found, Shown } from '../../../../base/findings/finding';
import { Registry } from '../../../../base/registry';
import { EVERY_HOST } from '../../../../cluster/routes/route';
import { BEFORE_ROUTES } from '../policy-order';
import {
  ApplicationRoutes, hasPolicies, policyName, RoutedTrait, routesOfRules, sharedName,
} from '../istio/application-routes';
import { IstioRequestAuthentication } from '../istio/istio-props';
import {
  GuardingGateway, authorizationPolicy, istioPolicyFindings, requestAuthentication, PLAIN_TEXT,
} from '../istio/istio-ingress';
import { contextsOfApplication, IngressContext, rulesOfTrait } from '../ingress-rules';
import { isUnresolvedPath } from '../../../../base/addresses';
import { PlainObject } from '../../../../cluster/objects/rendered';

/**
 * Istio's policies for a Gateway of the Gateway API. They apply to everything that its pods serve, so what a policy
 * denies depends on the routes of the whole application.
 */
export class GatewayPolicies {
  private readonly isUsed: boolean;

  public constructor(private readonly props: GatewayApiIngressProps) {
    this.isUsed = IMPLEMENTATIONS[props.implementation]?.hasGatewayPolicies === true;
  }

  /**
   * The AuthorizationPolicy of a trait, and the RequestAuthentication of its application with the first trait that has
   * a policy.
   */
  public objectsOf(context: IngressContext): PlainObject[] {
    const { binding: { application }, trait } = context;
    if (!this.isUsed) return [];
    const { routes, gateway } = this.whole(context);
    const own = routes.of(trait);
    if (!hasPolicies(own)) return [];
    // Istio does not read objects of other namespaces for a Gateway
    const { jwtIssuers, gateway: { namespace }, istio } = this.props;
    const isRendered = istio?.requestAuthentication === IstioRequestAuthentication.RENDERED;
    const make = (kind: string, name: string, spec: object): PlainObject =>
      ({ apiVersion: 'security.istio.io/v1', kind, metadata: { name, namespace, annotations: BEFORE_ROUTES }, spec });
    return [
      ...isRendered && routes.authenticating === own ? [make('RequestAuthentication', sharedName(application),
        requestAuthentication(gateway, jwtIssuers ?? []))] : [],
      make('AuthorizationPolicy', policyName(context), authorizationPolicy(own, routes, gateway)),
    ];
  }

  /** Reports findings about the policies of a trait, and about its paths on hosts with policies. */
  public findingsOf(context: IngressContext): Finding[] {
    if (!this.isUsed) return FINE;
    const { routes, gateway, guarded } = this.whole(context);
    return routes.of(context.trait).routes.flatMap(route => {
      const { path, pathType, field, rule: { hosts } } = route;
      // each path of a host with policies is written into a policy: as guarded, or as an exception
      const host = hosts.find(each => guarded.has(each));
      const isOdd = pathType !== 'Regex' && ODD.test(path) && !isUnresolvedPath(path);
      return [
        ...isOdd && host !== undefined
          ? found('invalid-path', [...field, 'path'], { reason: 'beside-policy', host, value: Shown.of(path) }) : FINE,
        ...istioPolicyFindings(route, gateway),
      ];
    });
  }

  /** The routes of the application of a trait, its hosts with policies, and the Gateway that guards them. */
  private whole(context: IngressContext) {
    const { props } = this;
    const { application } = context.binding;
    return Registry.of(application.construct).once(context.ingressTraits(application), () => {
      const traits = contextsOfApplication(context).map((each): RoutedTrait => {
        const rules = rulesOfTrait(each, props.domain);
        return { context: each, rules, routes: routesOfRules(each, rules, props.jwtIssuers ?? []) };
      });
      const withPolicy = traits.flatMap(each => each.routes).filter(({ policy }) => policy);
      const guarded = new Set(withPolicy.flatMap(({ rule: { hosts } }) => hosts));
      const parents = withPolicy.flatMap(({ context: own, rule: { hosts } }) => hosts.map(parentsIn(own, props)));
      const values = [...new Set(parents.flatMap(({ serverNames }) => serverNames))];
      const notPorts = props.istio?.tcpPorts ?? [];
      const gateway: GuardingGateway = {
        selects: { targetRefs: [{ group: ROUTE_GROUP, kind: 'Gateway', name: props.gateway.name }] },
        // a listener serves all its hosts over one connection, whichever of them the client asked for; a listener for
        // every host accepts connections for any server name, and without one
        connections: values.includes(EVERY_HOST) ? [{ notPorts }] : [
          ...values.length > 0 ? [{ serverName: { values }, notPorts }] : [],
          ...parents.some(({ isPlain }) => isPlain) ? [{ serverName: PLAIN_TEXT, notPorts }] : [],
        ],
        // a prefix matches path elements; a slash at its end has no meaning
        patternsOf: ({ path, pathType }) => {
          const base = path.replace(/\/$/, '');
          if (pathType !== 'Prefix') return [path];
          return base === '' ? ['/*'] : [base, `${base}/*`];
        },
      };
      return { routes: new ApplicationRoutes(application, traits), guarded, gateway };
    });
  }
}

/** Characters that would make a policy read a path as a pattern. */
const ODD = /['*;%]/;
