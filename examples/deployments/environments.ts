import {
  Environment, Environments, GitOpsDelivery, IngressProvider, KubernetesPlatform, MonitoringProvider, PodSecurity,
  TlsCertificate,
} from 'cdk8s-oam';
import { addShop } from './applications/shop';
import { Settings } from './settings';

/** The clusters, which have kube-prometheus-stack, traefik, and cert-manager. */
const platform = new KubernetesPlatform({
  metrics: MonitoringProvider.kubePrometheusStack({ release: 'monitoring', namespace: 'monitoring' }),
  ingress: IngressProvider.traefik({ tls: TlsCertificate.clusterIssuer('letsencrypt') }),
  defaults: { podSecurity: PodSecurity.RESTRICTED, spread: [{ topologyKey: 'kubernetes.io/hostname' }] },
});

/** All environments, which main.ts writes. */
export const environments = new Environments({
  images: 'images.yaml',
  delivery: [GitOpsDelivery.argoCd({ repoURL: 'https://git.example.com/acme/deployments.git', path: 'dist' })],
});

/** Adds an environment with its applications. */
export function addEnvironment(settings: Settings): Environment {
  const { name } = settings;
  const namespaces = [{ name: 'shop', podSecurity: PodSecurity.RESTRICTED }];
  const environment = environments.add(name, { platform, cluster: name, namespaces });
  addShop(environment, settings);
  return environment;
}
