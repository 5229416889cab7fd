import { ApplicationRoutes } from './application-routes';
import { certificate, gateway, redirectGateway, guardingGateway, selects, virtualService } from './routing';
import { traitClaims, traitFindings } from './istio-findings';
import { gatewayName, gatewayNamespace, policyName, redirectName, sharedName, virtualServiceName } from './istio-names';
import { ISTIO_INGRESS, IstioApiVersion, IstioDataPlane, IstioIngressProps } from './istio-props';
import { authorizationPolicy, requestAuthentication } from './policies';
import { RoutedTrait, routedTrait } from './routed-trait';
import { RoutedTraits, SharedKind } from './routed-traits';
import { FINE } from '../../../findings/finding';
import { PlainObject, Rendered, nothing } from '../../../objects/rendering';
import { ApplicationModel } from '../../../platform/model';
import { PlainValue, asProps } from '../../../private/check';
import { memo } from '../../../private/memo';
import { snapshot } from '../../../private/plain';
import { Registry } from '../../../private/registry';
import { ComparedPath, claimsOf } from '../../../routes/claims';
import { stickyDestination } from '../cookies';
import { BEFORE_ROUTES } from '../guards-first';
import { pathOf, spellingOf } from '../paths';
import { IngressContext, IngressParts } from '../rule';
import { HostsOf, hostsIn, removedTrait } from '../trait-rules';

/** The port at which a node's proxy accepts requests for its pods in ambient mode. */
const HBONE = 15008;

const [CERT_MANAGER, SECURITY] = ['cert-manager.io', 'security.istio.io'];

/** The groups of kinds outside `networking.istio.io`. */
const GROUPS: Readonly<Record<string, string>> = {
  Certificate: CERT_MANAGER, AuthorizationPolicy: SECURITY, RequestAuthentication: SECURITY,
};

/** An object without its spec, which may depend on what is declared later. */
interface OutlinedObject {
  readonly object: PlainObject;
  readonly spec: (routes: ApplicationRoutes) => object;
}

/** Renders Istio's own objects. */
export function istioIngress(props: IstioIngressProps): IngressParts {
  const taken = snapshot(props);
  const given = asProps(taken);
  const hostsOf = hostsIn(given.domain ?? undefined);
  const provider = new IstioProvider(given, hostsOf);
  return {
    check: () => ISTIO_INGRESS(taken, ''),
    routesOf: (spec, application) => claimsOf(spec, rule => hostsOf(rule?.hosts, application), path => claimedPath(given, path)),
    render: context => context.isOutline ? provider.outline(context) : provider.render(context),
    pods: () => given.gateway,
    tunnel: given.dataPlane === IstioDataPlane.AMBIENT ? HBONE : undefined,
  };
}

/** The claim of a path. Prefixes are compared as written; a regular expression and a prefix may have the same text. */
function claimedPath(props: IstioIngressProps, given?: PlainValue): ComparedPath {
  return { ...pathOf(given?.path, given?.pathType), spelling: spellingOf(props) };
}

/** The declared traits of one application, in the order of declaration. */
interface LaidOutTraits {
  readonly contexts: IngressContext[];
  readonly layout: RoutedTraits;
}

class IstioProvider {
  private readonly declaredOf = memo((_: ApplicationModel): LaidOutTraits => ({ contexts: [], layout: new RoutedTraits(this.props) }));

  public constructor(private readonly props: IstioIngressProps, private readonly hostsOf: HostsOf) {}

  public outline(context: IngressContext): Rendered {
    const { contexts, layout } = this.declaredOf(context.binding.application);
    const trait = this.read(context);
    contexts.push(context);
    layout.add(trait);
    return { objects: this.objectsOf(trait, layout).map(({ object }) => object), findings: FINE };
  }

  public render(context: IngressContext): Rendered {
    const { application } = context.binding;
    const declared = this.declaredOf(application);
    const removed = removedTrait(declared.contexts);
    if (removed.length > 0) return nothing(removed);
    const routes = Registry.of(application.construct).once(declared, () =>
      new ApplicationRoutes(application, declared.contexts.map(each => this.read({ ...each, isOutline: false }))));
    const own = routes.of(context.trait);
    return {
      objects: this.objectsOf(own, declared.layout).map(({ object, spec }) => ({ ...object, spec: spec(routes) })),
      findings: traitFindings(own, routes, this.props),
      claims: traitClaims(own, this.props),
    };
  }

  private read(context: IngressContext): RoutedTrait {
    return routedTrait(context, this.props, this.hostsOf);
  }

  /** The objects of a trait. Guards precede the routes that they guard. */
  private objectsOf(trait: RoutedTrait, layout: RoutedTraits): OutlinedObject[] {
    const { context, context: { trait: declared, binding: { application } }, routes } = trait;
    const { props, props: { gateway: { namespace: shared } } } = this;
    const once = (kind: SharedKind, make: () => OutlinedObject) =>
      layout.isOwner(declared, kind) ? [make()] : [];
    const make = (kind: string, name: string, namespace: string | undefined, spec: OutlinedObject['spec']): OutlinedObject =>
      ({ object: { ...this.typeOf(kind), metadata: { ...declared.fields.metadata, name, namespace } }, spec });
    const guard = (kind: string, name: string, spec: OutlinedObject['spec']): OutlinedObject => {
      const { object, object: { metadata } } = make(kind, name, shared, spec);
      return { object: { ...object, metadata: { ...metadata, annotations: { ...metadata.annotations, ...BEFORE_ROUTES } } }, spec };
    };
    const { namespace } = application;
    return [
      ...once('RequestAuthentication', () =>
        guard('RequestAuthentication', sharedName(application),
          () => requestAuthentication({ selects: selects(props) }, props.jwtIssuers ?? []))),
      ...routes.some(({ policy }) => policy)
        ? [guard('AuthorizationPolicy', policyName(context),
          all => authorizationPolicy(trait, all, guardingGateway(all, props)))] : [],
      ...once('Certificate', () => make('Certificate', sharedName(application), shared, all => certificate(all, props))),
      ...once('Gateway', () => make('Gateway', gatewayName(application), gatewayNamespace(application, props), all => gateway(all, props))),
      ...once('RedirectGateway', () => make('Gateway', redirectName(application), gatewayNamespace(application, props),
        all => redirectGateway(all, props))),
      ...layout.stickyServices(declared).map(service =>
        make('DestinationRule', service, namespace, all => stickyDestination(service, all.cookies.get(service)!))),
      ...layout.hostGroups(declared).map((hosts, i) =>
        make('VirtualService', virtualServiceName(context, i + 1), namespace, all => virtualService(hosts, all, props))),
    ];
  }

  private typeOf(kind: string): { readonly apiVersion: string; readonly kind: string } {
    const version = this.props.apiVersion ?? IstioApiVersion.V1;
    const group = GROUPS[kind] ?? 'networking.istio.io';
    return { apiVersion: `${group}/${group === CERT_MANAGER ? 'v1' : version}`, kind };
  }
}
