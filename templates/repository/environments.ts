import {
  Environment, Environments, {{deliveryImport}}IngressProvider, KubernetesPlatform, MonitoringProvider, PodSecurity,
  TlsCertificate,
} from 'cdk8s-oam';
import { {{addApplication}} } from './applications/{{name}}';
import { Settings } from './settings';

/** What the clusters have: kube-prometheus-stack, Traefik and cert-manager. */
const platform = new KubernetesPlatform({
  metrics: MonitoringProvider.kubePrometheusStack({ release: 'monitoring', namespace: 'monitoring' }),
  ingress: IngressProvider.traefik({ tls: TlsCertificate.clusterIssuer('{{clusterIssuer}}') }),
  defaults: { podSecurity: PodSecurity.RESTRICTED, spread: [{ topologyKey: 'kubernetes.io/hostname' }] },
});

/** All environments, which main.ts writes. */
export const environments = new Environments({
  images: 'images.yaml',
{{deliveryLine}}});

/** Adds an environment with its applications. */
export function addEnvironment(settings: Settings): Environment {
  const { name } = settings;
  const namespaces = [{ name: '{{name}}', podSecurity: PodSecurity.RESTRICTED }];
  const environment = environments.add(name, { platform, cluster: name, namespaces });
  {{addApplication}}(environment, settings);
  return environment;
}
