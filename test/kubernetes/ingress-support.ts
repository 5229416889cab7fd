import { Chart } from 'cdk8s';
import { IConstruct } from 'constructs';
import { bindOn, kubernetesChart, objectsOf } from './support';
import { ComponentBinding, IngressController, IngressProvider, IngressTrait, IngressTraitProps, KubernetesIngressProps, TlsCertificate, Workload } from '../../src';

/** A chart with a domain and without TLS, unless told otherwise. */
export function ingressChart(more: Partial<KubernetesIngressProps> = {}): Chart {
  const props = { controller: IngressController.other({ className: 'nginx' }), domain: 'example.com', tls: TlsCertificate.insecureNone() };
  return kubernetesChart({ ingress: IngressProvider.ingress({ ...props, ...more }) });
}

/** The component `greet` with an IngressTrait `ingress`. */
export function routed(trait: IngressTraitProps, more: Partial<KubernetesIngressProps> = {}, workload?: Workload): ComponentBinding {
  const binding = bindOn(ingressChart(more), workload);
  new IngressTrait(binding, 'ingress', trait);
  return binding;
}

/** The Ingresses in the chart of a construct. */
export function ingressesOf(construct: IConstruct): any[] {
  return objectsOf(construct).filter(({ kind }) => kind === 'Ingress');
}

/** The only Ingress in the chart of a construct. */
export function ingressOf(construct: IConstruct): any {
  const ingresses = ingressesOf(construct);
  expect(ingresses).toHaveLength(1);
  return ingresses[0];
}

/** The rules of the only Ingress, readable: `<host> <path type> <path> <Service>:<port>`. */
export function routesOf(construct: IConstruct): string[] {
  return ingressOf(construct).spec.rules.flatMap(({ host, http }: any) => http.paths.map(({ path, pathType, backend: { service } }: any) =>
    `${host} ${pathType} ${path} ${service.name}:${service.port.number}`));
}
