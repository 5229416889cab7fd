import { onEachPlatform } from '../platforms';
import { shop } from './shop';
import { IngressProvider, KubernetesPlatform, MonitoringProvider, OamPlatform, TlsCertificate } from 'cdk8s-oam';

onEachPlatform(app => shop(app, { host: 'shop.example.com', replicas: 2, image: name => `${name}:2.3.0` }), {
  oam: OamPlatform.verrazzano(),
  kubernetes: new KubernetesPlatform({
    metrics: MonitoringProvider.kubePrometheusStack({ release: 'monitoring', namespace: 'monitoring' }),
    ingress: IngressProvider.nginx({ domain: 'example.com', tls: TlsCertificate.clusterIssuer('letsencrypt') }),
  }),
});
