import {
  {{imports}},
} from 'cdk8s-oam';
import { {{addApplication}} } from './applications/{{name}}';
import { Settings } from './settings';

/** The clusters{{having}}. */
const platform = new KubernetesPlatform({
  // begin metrics
  metrics: MonitoringProvider.kubePrometheusStack({ release: '{{release}}', namespace: '{{releaseNamespace}}' }),
  // end metrics
  // begin requests
  ingress: IngressProvider.{{ingressFactory}}({ tls: TlsCertificate.clusterIssuer('{{clusterIssuer}}') }),
  // end requests
  defaults: { podSecurity: PodSecurity.RESTRICTED, spread: [{ topologyKey: 'kubernetes.io/hostname' }] },
});

/** All environments, which main.ts writes. */
export const environments = new Environments({
  images: 'images.yaml',
  // begin delivered
  delivery: [GitOpsDelivery.{{deliveryFactory}}({ {{urlProperty}}: {{url}}, path: {{dist}} })],
  // end delivered
});

/** Adds an environment with its applications. */
export function addEnvironment(settings: Settings): Environment {
  const { name } = settings;
  const namespaces = [{ name: '{{name}}', podSecurity: PodSecurity.RESTRICTED }];
  const environment = environments.add(name, { platform, cluster: name, namespaces });
  {{addApplication}}(environment, settings);
  return environment;
}
