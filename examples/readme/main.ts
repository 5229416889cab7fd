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
const greet = hello.addDeployment('greet', {
  image: 'example/greet:1.0',
  ports: [{ name: 'http', port: 8080 }, { name: 'metrics', port: 9090 }],
  probes: { readiness: { httpGet: { path: '/ready', port: 'http' } } },
  resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '128Mi' } },
  replicas: 2,
});
new IngressTrait(greet, 'ingress', { rules: [{ hosts: ['greet.example.com'] }] });
new DisruptionBudgetTrait(greet, 'budget', { maxUnavailable: 1 });

app.synth();
