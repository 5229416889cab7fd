import { Chart } from 'cdk8s';
import { IConstruct } from 'constructs';
import { bindOn, kubernetesChart, listening, objectsOf } from './support';
import { ApplicationConfiguration, AuthorizationPolicy, Component, ComponentBinding, IngressProvider, IngressRule, IngressTrait, IngressTraitProps, IstioIngressProps, IstioRequestAuthentication, TlsCertificate, Workload } from '../../../src';

/** An issuer of tokens. */
export const ISSUER = { issuer: 'https://login.example.com', jwksUri: 'https://login.example.com/keys' };

/** What a provider needs for policies. */
export const TOKENS = { jwtIssuers: [ISSUER], requestAuthentication: IstioRequestAuthentication.RENDERED };

/** The policy by which any token will do, or one whose claim `role` is one of these. */
export function policy(...roles: string[]): AuthorizationPolicy {
  const when = [{ key: 'request.auth.claims[role]', values: roles }];
  return { rules: [{ requestPrincipals: ['*'], ...roles.length > 0 ? { when } : {} }] };
}

/** A chart of the namespace `ns` whose requests come by the gateway in `istio-system`. */
export function istioChart(more: Partial<IstioIngressProps> = {}): Chart {
  return kubernetesChart({ ingress: istio(more) });
}

export function istio(more: Partial<IstioIngressProps> = {}): IngressProvider {
  const gateway = { namespace: 'istio-system', podLabels: { istio: 'ingressgateway' } };
  return IngressProvider.istio({ gateway, domain: 'example.com', tls: TlsCertificate.clusterIssuer('letsencrypt'), ...more });
}

/** The component `greet` with an IngressTrait `ingress`. */
export function routedBy(trait: IngressTraitProps, more: Partial<IstioIngressProps> = {}, workload?: Workload): ComponentBinding {
  const binding = bindOn(istioChart(more), workload);
  new IngressTrait(binding, 'ingress', trait);
  return binding;
}

/** A further component of the application, with an IngressTrait of these rules. */
export function beside(
  { application }: ComponentBinding, name: string, rules: IngressRule[], more: Partial<IngressTraitProps> = {},
): ComponentBinding {
  const component = new Component(Chart.of(application), name, { workload: listening() });
  const binding = (application as ApplicationConfiguration).addComponent(component);
  new IngressTrait(binding, 'ingress', { rules, ...more });
  return binding;
}

/** Another application of the chart, `other`, with a component `shop`. */
export function otherApplication(construct: IConstruct, rules: IngressRule[], more: Partial<IngressTraitProps> = {}): ComponentBinding {
  const chart = Chart.of(construct);
  const binding = new ApplicationConfiguration(chart, 'other').addComponent(new Component(chart, 'shop', { workload: listening() }));
  new IngressTrait(binding, 'ingress', { rules, ...more });
  return binding;
}

const ISTIO = /^(networking|security)\.istio\.io\/|^cert-manager\.io\//;

/** What Istio and cert-manager read, of the chart of a construct. */
export function istioObjects(construct: IConstruct): any[] {
  return objectsOf(construct).filter(({ apiVersion }) => ISTIO.test(apiVersion));
}

/** The objects of a kind. */
export function ofKind(construct: IConstruct, kind: string): any[] {
  return istioObjects(construct).filter(object => object.kind === kind);
}

/** The routes of VirtualServices, readable: `<name> <hosts>: <type> <path> <Service>:<port>`. */
export function istioRoutes(construct: IConstruct): string[] {
  return ofKind(construct, 'VirtualService').flatMap(({ metadata: { name }, spec }) => spec.http.map(({ match: [{ uri }], route: [{ destination }] }: any) => {
    const [[type, path]] = Object.entries(uri);
    return `${name} ${spec.hosts.join()}: ${type} ${path} ${destination.host}:${destination.port.number}`;
  }));
}
