import { App, Chart } from 'cdk8s';
import { ApplicationConfiguration, IngressProvider, IngressTrait, KubernetesPlatform, MonitoringProvider, Platform, TlsCertificate } from 'cdk8s-oam';

const app = new App();
Platform.install(app, new KubernetesPlatform({
  metrics: MonitoringProvider.kubePrometheusStack({ release: 'monitoring', namespace: 'monitoring' }),
  ingress: IngressProvider.traefik({ tls: TlsCertificate.clusterIssuer('letsencrypt') }),
}));

const chart = new Chart(app, 'hello', { namespace: 'hello' });
const hello = new ApplicationConfiguration(chart, 'hello');
const greet = hello.addDeployment('greet', {
  image: 'example/greet:1.0',
  ports: [{ name: 'http', port: 8080 }, { name: 'metrics', port: 9090 }],
  resources: { requests: { cpu: '100m', memory: '128Mi' } },
});
new IngressTrait(greet, 'ingress', { rules: [{ hosts: ['greet.example.com'] }] });

app.synth();
