import { App, Chart } from 'cdk8s';
import {
  ApplicationConfiguration, DisruptionBudgetTrait, IngressProvider, IngressTrait, KubernetesPlatform, MonitoringProvider, Platform, PodSecurity,
  TlsCertificate,
} from 'cdk8s-oam';

const app = new App();
Platform.install(app, new KubernetesPlatform({
  metrics: MonitoringProvider.kubePrometheusStack({ release: 'monitoring', namespace: 'monitoring' }),
  ingress: IngressProvider.traefik({ tls: TlsCertificate.clusterIssuer('letsencrypt') }),
  defaults: { podSecurity: PodSecurity.RESTRICTED, spread: [{ topologyKey: 'kubernetes.io/hostname' }] },
}));

const chart = new Chart(app, 'hello', { namespace: 'hello' });
const hello = new ApplicationConfiguration(chart, 'hello');
const podinfo = hello.addDeployment('podinfo', {
  image: 'ghcr.io/stefanprodan/podinfo:6.9.2',
  command: ['./podinfo', '--port-metrics=9797'],
  ports: [{ name: 'http', port: 9898 }, { name: 'metrics', port: 9797 }],
  probes: { readiness: { httpGet: { path: '/readyz', port: 'http' } } },
  resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '64Mi' } },
  securityContext: { runAsUser: 1000 }, // the image names its user, and a kubelet verifies numbers only
  replicas: 2,
});
new IngressTrait(podinfo, 'ingress', { rules: [{ hosts: ['podinfo.example.com'] }] });
new DisruptionBudgetTrait(podinfo, 'budget', { maxUnavailable: 1 });

app.synth();
