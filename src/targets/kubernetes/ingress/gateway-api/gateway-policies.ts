import { GatewayApiIngressProps } from './gateway-api-props';
import { IMPLEMENTATIONS } from './implementations/all';
import { ROUTE_GROUP } from './implementations/implementation';
import { parentsIn } from './parents';
import { FINE, Finding, found, Shown } from '../../../../base/findings/finding';
import { PlainObject } from '../../../../cluster/objects/object-index';
import { ApplicationModel, TraitModel } from '../../../../model/platform/model';
import { isUnresolvedPath } from '../../../../base/names';
import { Registry } from '../../../../base/registry';
import { EVERY_HOST } from '../../../../cluster/routes/route';
import { BEFORE_ROUTES } from '../guards-first';
import { ApplicationRoutes } from '../istio/application-routes';
import { policyName, sharedName } from '../istio/istio-names';
import { IstioRequestAuthentication } from '../istio/istio-props';
import {
  GuardingGateway, authorizationPolicy, policyFindings, requestAuthentication, Connections, PLAIN_TEXT,
} from '../istio/istio-ingress';
import { IstioRoute, RoutedTrait, routesOf } from '../istio/routed-trait';
import { RoutedPath, IngressContext, HostsOf, ofApplication, rulesOf } from '../rule';

/** The routes of a whole application, and what the Gateway must know of them. */
interface WholeApplication {
  readonly routes: ApplicationRoutes;
  /** The hosts that have a policy. */
  readonly guarded: ReadonlySet<string>;
  readonly gateway: GuardingGateway;
  /** The trait that renders the RequestAuthentication. */
  readonly authenticating?: TraitModel;
}

/**
 * Istio's policies for a Gateway of the Gateway API. They apply to everything that its pods serve, so what a policy
 * refuses depends on the routes of the whole application.
 */
export class GatewayPolicies {
  private readonly isUsed: boolean;

  public constructor(private readonly props: GatewayApiIngressProps, private readonly hostsOf: HostsOf) {
    this.isUsed = IMPLEMENTATIONS[props.implementation]?.hasGatewayPolicies === true;
  }

  /**
   * The AuthorizationPolicy of a trait, and the RequestAuthentication of its application with the first trait that has
   * a policy.
   */
  public objectsOf(context: IngressContext): PlainObject[] {
    const { binding: { application }, trait } = context;
    if (!this.isUsed) return [];
    const { routes, gateway, authenticating } = this.whole(context);
    if (!hasPolicies(routes.of(trait))) return [];
    const spec = () => requestAuthentication(targeting(this.props), this.props.jwtIssuers ?? []);
    return [
      ...authenticating === trait ? [this.object('RequestAuthentication', sharedName(application), spec())] : [],
      this.object('AuthorizationPolicy', policyName(context), authorizationPolicy(routes.of(trait), routes, gateway)),
    ];
  }

  /** Reports findings about the policies of a trait, and about its paths on hosts with policies. */
  public findingsOf(context: IngressContext): Finding[] {
    if (!this.isUsed) return FINE;
    const { routes, gateway, guarded } = this.whole(context);
    return routes.of(context.trait).routes.flatMap(route => [...pathFindings(route, guarded), ...policyFindings(route, gateway)]);
  }

  /** The application of a trait. */
  private whole(context: IngressContext): WholeApplication {
    const { application } = context.binding;
    return Registry.of(application.construct).once(context.ingressTraits(application), () => {
      const traits = ofApplication(context).map((each): RoutedTrait => {
        const rules = rulesOf(each, this.hostsOf);
        return { context: each, rules, routes: routesOf(each, rules, this.props.jwtIssuers ?? []) };
      });
      const routes = new ApplicationRoutes(application, traits);
      const guarded = new Set(traits.flatMap(each => each.routes).filter(({ policy }) => policy).flatMap(({ rule: { hosts } }) => hosts));
      const isRendered = this.props.istio?.requestAuthentication === IstioRequestAuthentication.RENDERED;
      const authenticating = isRendered ? traits.find(hasPolicies)?.context.trait : undefined;
      const connections = connectionsTo(guarded, application, this.props);
      return { routes, guarded, gateway: { ...targeting(this.props), connections, patternsOf: elementPatterns }, authenticating };
    });
  }

  /** An object in the namespace of the Gateway: Istio does not read those of other namespaces for it. */
  private object(kind: string, name: string, spec: object): PlainObject {
    const { gateway: { namespace } } = this.props;
    return { apiVersion: 'security.istio.io/v1', kind, metadata: { name, namespace, annotations: BEFORE_ROUTES }, spec };
  }
}

const hasPolicies = ({ routes }: RoutedTrait) => routes.some(({ policy }) => policy);

/** Characters that would make a policy read a path as a pattern. */
const ODD = /['*;%]/;

/**
 * Reports odd paths on a host with policies. Each path of the host is written into a policy: as guarded, or as an
 * exception.
 */
function pathFindings({ path, pathType, field, rule: { hosts } }: IstioRoute, guarded: ReadonlySet<string>): Finding[] {
  const host = hosts.find(each => guarded.has(each));
  const isOdd = pathType !== 'Regex' && ODD.test(path) && !isUnresolvedPath(path);
  return isOdd && host !== undefined
    ? found('invalid-path', [...field, 'path'], { reason: 'beside-policy', host, value: Shown.of(path) }) : FINE;
}

/** The field by which a policy targets the Gateway. */
function targeting({ gateway: { name } }: GatewayApiIngressProps): Pick<GuardingGateway, 'selects'> {
  return { selects: { targetRefs: [{ group: ROUTE_GROUP, kind: 'Gateway', name }] } };
}

/**
 * A listener serves all its hosts over one connection, whichever of them the client asked for. A listener for every
 * host accepts connections for any server name, and without one.
 */
function connectionsTo(hosts: ReadonlySet<string>, application: ApplicationModel, props: GatewayApiIngressProps): Connections[] {
  const parentsOf = parentsIn(application, props);
  const parents = [...hosts].map(parentsOf);
  const values = [...new Set(parents.flatMap(({ serverNames }) => serverNames))];
  const notPorts = props.istio?.tcpPorts ?? [];
  if (values.includes(EVERY_HOST)) return [{ notPorts }];
  return [
    ...values.length > 0 ? [{ serverName: { values }, notPorts }] : [],
    ...parents.some(({ isPlain }) => isPlain) ? [{ serverName: PLAIN_TEXT, notPorts }] : [],
  ];
}

/** A prefix matches path elements; a slash at its end has no meaning. */
function elementPatterns({ path, pathType }: RoutedPath): string[] {
  const base = path.replace(/\/$/, '');
  if (pathType !== 'Prefix') return [path];
  return base === '' ? ['/*'] : [base, `${base}/*`];
}
