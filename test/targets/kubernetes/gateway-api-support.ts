import { bindOn, kubernetesChart, objectsOf } from './support';
import { ComponentBinding, GatewayApiIngressProps, GatewayDescription, GatewayImplementation, IngressProvider, IngressTrait, IngressTraitProps, IstioRequestAuthentication, JwtIssuer, ListenerProtocol, NamespacesFrom, Workload } from '../../../src';

export const ALL = { namespaces: NamespacesFrom.ALL };

/** A Gateway for `*.example.com` and `example.com`, over TLS and in plain text. */
export const GATEWAY: GatewayDescription = {
  name: 'public',
  namespace: 'gateways',
  listeners: [
    { name: 'https', hostname: '*.example.com', allowedRoutes: ALL, secretName: 'wildcard' },
    { name: 'apex', hostname: 'example.com', allowedRoutes: ALL, secretName: 'apex' },
    { name: 'http', protocol: ListenerProtocol.HTTP, allowedRoutes: ALL },
  ],
};

export const ISSUER: JwtIssuer = { issuer: 'https://id.example.com/realms/shop', jwksUri: 'https://id.example.com/realms/shop/certs' };

/** What makes Istio serve the Gateway, with policies. */
export const ISTIO = {
  implementation: GatewayImplementation.ISTIO,
  jwtIssuers: [ISSUER],
  pods: { namespace: 'gateways', podLabels: { 'gateway.networking.k8s.io/gateway-name': 'public' } },
  istio: { requestAuthentication: IstioRequestAuthentication.RENDERED },
};

/** The component `greet` with an IngressTrait `ingress`, by Envoy Gateway unless told otherwise. */
export function attached(trait: IngressTraitProps, more: Partial<GatewayApiIngressProps> = {}, workload?: Workload): ComponentBinding {
  const binding = bindOn(kubernetesChart({ ingress: gatewayApi(more) }), workload);
  new IngressTrait(binding, 'ingress', trait);
  return binding;
}

export function gatewayApi(more: Partial<GatewayApiIngressProps> = {}): IngressProvider {
  return IngressProvider.gatewayApi({
    gateway: GATEWAY, implementation: GatewayImplementation.ENVOY_GATEWAY, domain: 'example.com', ...more,
  });
}

/** What is rendered of traits in the chart of a construct. */
export function routingOf(binding: ComponentBinding): any[] {
  return objectsOf(binding).filter(({ apiVersion }) => /gateway|istio|cert-manager/.test(apiVersion));
}

/** The HTTPRoutes, readable: `<name>: <hosts> <- <sections>: <paths>`. */
export function readable(binding: ComponentBinding): string[] {
  return routingOf(binding).filter(({ kind }) => kind === 'HTTPRoute').map(({ metadata: { name }, spec: { hostnames, parentRefs, rules } }) => {
    const paths = rules.flatMap(({ matches }: any) => matches.map(({ path }: any) => `${path.type} ${path.value}`));
    return `${name}: ${hostnames.join(' ')} <- ${parentRefs.map((each: any) => each.sectionName).join(' ')}: ${paths.join(', ')}`;
  });
}
