// behind the gateway of Istio: two components on one host, a session cookie, and paths for those who have a token
import { join } from 'node:path';
import { App, Chart, Duration } from 'cdk8s';
import { prometheus } from '../platforms';
import {
  ApplicationConfiguration, IngressPathType, IngressProvider, IngressTrait, IstioRequestAuthentication, KubernetesPlatform, Platform,
  TlsCertificate,
} from 'cdk8s-oam';

const app = new App({ outdir: join(process.env.CDK8S_OUTDIR ?? 'dist', 'kubernetes') });
Platform.install(app, new KubernetesPlatform({
  metrics: prometheus,
  ingress: IngressProvider.istio({
    gateway: { namespace: 'istio-ingress', podLabels: { istio: 'ingress' } },
    tls: TlsCertificate.clusterIssuer('letsencrypt'),
    redirectsHttp: true,
    jwtIssuers: [{ issuer: 'https://login.example.com', jwksUri: 'https://login.example.com/.well-known/jwks.json', audiences: ['store'] }],
    requestAuthentication: IstioRequestAuthentication.RENDERED,
  }),
}));

const chart = new Chart(app, 'store', { namespace: 'store' });
const store = new ApplicationConfiguration(chart, 'store');
const add = (name: string) => store.addDeployment(name, {
  image: `registry.example.com/store/${name}:3.1.0`,
  ports: [{ name: 'http', port: 8080, servicePort: 80 }, { name: 'metrics', port: 9090 }],
  resources: { requests: { cpu: '100m', memory: '128Mi' } },
});
const HOST = 'store.example.com';
const role = (...values: string[]) => ({
  rules: [{ requestPrincipals: ['*'], when: [{ key: 'request.auth.claims[roles]', values }] }],
});

new IngressTrait(add('pages'), 'ingress', {
  rules: [{ hosts: [HOST], destination: { port: 80, httpCookie: { name: 'store-session', ttl: Duration.hours(1) } } }],
});

// everybody may ask for the prices, and nobody without a token for anything else of the API
new IngressTrait(add('api'), 'ingress', {
  rules: [{
    hosts: [HOST],
    destination: { port: 80 },
    paths: [
      { path: '/api/', pathType: IngressPathType.PREFIX, authorizationPolicy: role('customer', 'clerk') },
      { path: '/api/prices', pathType: IngressPathType.EXACT },
    ],
  }],
});

app.synth();
