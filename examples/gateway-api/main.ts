// behind a Gateway that Envoy Gateway serves: two components on one host, a session cookie, and paths for those who have a token
import { join } from 'node:path';
import { App, Chart, Duration } from 'cdk8s';
import { prometheus } from '../platforms';
import {
  ApplicationConfiguration, GatewayImplementation, IngressPathType, IngressProvider, IngressTrait, KubernetesPlatform, NamespacesFrom, Platform,
  SharedGateway, TlsCertificate,
} from 'cdk8s-oam';

const app = new App({ outdir: join(process.env.CDK8S_OUTDIR ?? 'dist', 'kubernetes') });

const gateway = new SharedGateway(new Chart(app, 'gateways', { namespace: 'gateways' }), 'public', {
  gatewayClassName: 'envoy',
  tls: TlsCertificate.clusterIssuer('letsencrypt'),
  listeners: [{
    name: 'market',
    hostname: 'market.example.com',
    allowedRoutes: { namespaces: NamespacesFrom.SELECTOR, selector: { matchLabels: { 'kubernetes.io/metadata.name': 'market' } } },
  }],
});

Platform.install(app, new KubernetesPlatform({
  metrics: prometheus,
  ingress: IngressProvider.gatewayApi({
    gateway: gateway.description,
    implementation: GatewayImplementation.ENVOY_GATEWAY,
    jwtIssuers: [{ issuer: 'https://login.example.com', jwksUri: 'https://login.example.com/.well-known/jwks.json', audiences: ['market'] }],
  }),
}));

const chart = new Chart(app, 'market', { namespace: 'market' });
const market = new ApplicationConfiguration(chart, 'market');
const add = (name: string) => market.addDeployment(name, {
  image: `registry.example.com/market/${name}:2.4.0`,
  ports: [{ name: 'http', port: 8080, servicePort: 80 }, { name: 'metrics', port: 9090 }],
  resources: { requests: { cpu: '100m', memory: '128Mi' } },
});
const HOST = 'market.example.com';
const role = (...values: string[]) => ({
  rules: [{ requestPrincipals: ['*'], when: [{ key: 'request.auth.claims[roles]', values }] }],
});

new IngressTrait(add('stalls'), 'ingress', {
  rules: [{ hosts: [HOST], destination: { port: 80, httpCookie: { name: 'market-session', ttl: Duration.hours(1) } } }],
});

// everybody may look at the catalogue, and nobody without a token at anything else of the API
new IngressTrait(add('trade'), 'ingress', {
  rules: [{
    hosts: [HOST],
    destination: { port: 80 },
    paths: [
      { path: '/trade', pathType: IngressPathType.PREFIX, authorizationPolicy: role('buyer', 'seller') },
      { path: '/trade/catalogue', pathType: IngressPathType.EXACT },
    ],
  }],
});

app.synth();
