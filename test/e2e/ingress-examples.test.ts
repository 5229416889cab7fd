import { readdirSync, readFileSync } from 'fs';
import { join, resolve } from 'path';
import { Declared, INGRESS_SERVERS, IngressServer, answersTo, authoritiesOf, casesOf, certificatesFor, ingressesOf, serveIngresses, servicePorts, startBackends } from './support/ingress-cases';
import { describeWith } from './support/waiting';
import { objectsOf } from '../examples/programs';

const DIST = resolve(__dirname, '../../dist');
const SERVERS = Object.keys(INGRESS_SERVERS) as IngressServer[];

/** The Services that are made by operators, from the resources of these applications. */
const MADE_BY_OPERATORS = [
  'bobs-books/bobbys-front-end-cluster-cluster-1:8001', 'bobs-books/bobs-bookstore-cluster-cluster-1:8001',
  'bobs-books/roberts-coherence-extend:9000',
  'sockshop/carts:7001', 'sockshop/catalogue:7001', 'sockshop/orders:7001', 'sockshop/payment-http:7001', 'sockshop/payment:1408',
  'sockshop/shipping-http:7001', 'sockshop/shipping:1408', 'sockshop/user:7001',
];

/** What the platform chooses where a rule names no destination, by namespace and component. */
const CHOSEN: Readonly<Record<string, [service: string, port: number]>> = {
  'bobs-books/robert-helidon': ['robert-helidon', 8080],
  'hello-helidon/hello-helidon-component': ['hello-helidon-deployment', 8082],
  'hello-helidon-logging/hello-helidon-component': ['hello-helidon-deployment', 8080],
  'shop/frontend-service': ['frontend', 80],
  'sockshop/carts': ['carts', 7001],
  'sockshop/catalog': ['catalogue', 7001],
  'sockshop/orders': ['orders', 7001],
  'sockshop/payment': ['payment-http', 7001],
  'sockshop/shipping': ['shipping-http', 7001],
  'sockshop/users': ['user', 7001],
};

function objectsIn(folder: string): any[] {
  return readdirSync(join(DIST, folder)).filter((file) => !file.startsWith('scraper-access')).flatMap((file) => {
    return objectsOf(readFileSync(join(DIST, folder, file), 'utf8'));
  });
}

/** What the OAM manifests of the same programs say. */
function declaredForThePlatform(): Declared[] {
  const applications = objectsIn('oam').filter(({ kind }) => kind === 'ApplicationConfiguration');
  return applications.flatMap(({ metadata: { name, namespace }, spec }) => spec.components.flatMap(({ componentName, traits = [] }: any) => {
    const rules = traits.flatMap(({ trait }: any) => trait.kind === 'IngressTrait' ? trait.spec.rules : []);
    const [service, port] = CHOSEN[`${namespace}/${componentName}`] ?? [];
    return rules.length > 0 ? [{ rules, namespace, service, port, generatedHost: `${name}.${namespace}.apps.example.com` }] : [];
  }));
}

describeWith([...SERVERS, 'openssl'], 'the Ingresses of the examples', () => {
  test.each(SERVERS)('lead to what the platform would lead to, on %s', async (server) => {
    const objects = objectsIn('kubernetes');
    const ingresses = ingressesOf(objects);
    const backends = await startBackends([...servicePorts(objects), ...MADE_BY_OPERATORS]);
    const certificates = await certificatesFor(ingresses);
    const { httpsPort } = await serveIngresses(server, { ingresses, backends, certificates, className: 'nginx' });
    const ca = authoritiesOf(certificates);

    const cases = casesOf(declaredForThePlatform(), server, [], ['/', '/x', '/metrics', '/bobs-bookstore-order-manager', '/orders/carts']);
    expect(await answersTo(cases, { port: httpsPort, ca })).toEqual(cases);
    const reached = new Set(cases.flatMap(([, , expected]) => expected ?? []));
    expect(Object.keys(backends.endpoints).filter((name) => !reached.has(name)).sort()).toEqual([
      'bobs-books/bobbys-helidon-stock-application:8080', 'bobs-books/mysql:3306', 'bobs-books/roberts-coherence-extend:9000',
      'demo/podinfo:80',
      'market/stalls:80', 'market/trade:80',
      'online-boutique/adservice:9555', 'online-boutique/cartservice:7070', 'online-boutique/checkoutservice:5050',
      'online-boutique/currencyservice:7000', 'online-boutique/emailservice:5000', 'online-boutique/frontend:80', 'online-boutique/paymentservice:50051',
      'online-boutique/productcatalogservice:3550', 'online-boutique/recommendationservice:8080', 'online-boutique/redis-cart:6379',
      'online-boutique/shippingservice:50051',
      'orders/api:8080', 'orders/front:8080',
      'podinfo/podinfo:9898', 'podinfo/podinfo:9999',
      'shop/api:80', 'shop/database:5432', 'shop/redis:6379',
      'sockshop/payment:1408', 'sockshop/shipping:1408',
      'store/api:80', 'store/pages:80',
      'voting-app/db:5432', 'voting-app/redis:6379', 'voting-app/result:8081', 'voting-app/vote:8080',
    ]);
  });
});
