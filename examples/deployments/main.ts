import { Settings, SETTINGS } from './settings';
import { bobsBooks } from '../bobs-books/books';
import { shop } from '../shop/shop';
import {
  Environments, GitOpsDelivery, IngressController, IngressProvider, KubernetesPlatform, MonitoringProvider, PodSecurity, TlsCertificate,
} from 'cdk8s-oam';

const REPOSITORY = 'https://git.example.com/acme/deployments.git';

const platformOf = ({ domain, issuer }: Settings) => new KubernetesPlatform({
  metrics: MonitoringProvider.kubePrometheusStack({ release: 'monitoring', namespace: 'monitoring' }),
  ingress: IngressProvider.ingress({
    controller: IngressController.ingressNginx({ className: 'nginx' }), domain, tls: TlsCertificate.issuer(issuer),
  }),
});

const environments = new Environments({
  images: 'images.yaml',
  // both, to show what each of them gets: a repository has one of them; the path is that of a repository of its own
  delivery: [
    GitOpsDelivery.argoCd({ repoURL: REPOSITORY, path: 'dist', project: 'applications', clusterResources: ['Namespace'] }),
    GitOpsDelivery.flux({ url: REPOSITORY, path: 'dist' }),
  ],
});

for (const settings of SETTINGS) {
  const { name, domain, replicas } = settings;
  const environment = environments.add(name, {
    platform: platformOf(settings),
    cluster: name,
    namespaces: [
      { name: 'shop', podSecurity: PodSecurity.BASELINE },
      { name: 'bobs-books', podSecurity: PodSecurity.BASELINE },
    ],
  });
  const image = (each: string) => environment.image(each);
  shop(environment, { host: `shop.${domain}`, replicas, image });
  bobsBooks(environment, { replicas, image });
}

environments.synth();
