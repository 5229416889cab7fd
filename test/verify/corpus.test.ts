import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { read } from './manifests';
import { declaredComponents } from '../../src/verify/declared-components';
import { remarkText } from '../../src/verify/remarks';
import { original, testWithCorpus } from '../examples/corpus';

const DIST = resolve(__dirname, '../../dist');

/** Each component: where it is declared, what it is, and where it is scraped. */
function told(text: string): string[] {
  return declaredComponents(read(text)).map(({ line, application, namespace = '-', component, endpoints, unscraped }) =>
    `${line} ${namespace}/${application} ${component}${endpoints.map(({ port = '*', path = '' }) => ` :${port}${path}`).join('')} ${unscraped ? remarkText(unscraped) : ''}`.trimEnd());
}

const rendered = (platform: string, application: string) => told(readFileSync(join(DIST, platform, `${application}.k8s.yaml`), 'utf8'));

/** The components of an application, as `told` tells them, without the places. */
function componentsOf(of: string, components: Readonly<Record<string, string>>): string[] {
  return Object.entries(components).map(([name, rest]) => `${of} ${name} ${rest}`);
}

const withoutPlaces = (lines: string[]) => lines.map(line => line.replace(/^\d+ /, ''));

const GENERIC = ':8080/metrics';
const COHERENCE = ':9612/metrics';
const WEBLOGIC = ':*/wls-exporter/metrics';
const SOCKS = Object.fromEntries(['carts', 'catalog', 'orders', 'payment', 'shipping', 'users'].map(name => [name, `:7001/metrics ${COHERENCE}`]));
const BOOKS = {
  'robert-helidon': GENERIC,
  'robert-coh': COHERENCE,
  'bobby-coh': COHERENCE,
  'bobby-helidon': GENERIC,
  'bobby-wls': WEBLOGIC,
  'bobs-orders-wls': WEBLOGIC,
  'bobs-orders-configmap': 'a ConfigMap is not scraped',
  'bobs-mysql-deployment': GENERIC,
  'bobs-mysql-service': 'a Service is not scraped',
  'bobs-mysql-configmap': 'a ConfigMap is not scraped',
};
const FLIGHTS = Object.fromEntries(['tracker-postgres-db', 'data-api', 'flights-api', 'quakes-api', 'weather-api', 'service-tracker-ui'].map(name => [name, GENERIC]));

/** What this project says of it, which differs from what its authors wrote: its metrics have no port there. */
const WITHOUT_MYSQL = { ...BOOKS, 'bobs-mysql-deployment': 'its MetricsTrait says so' };

describe('the applications that this project renders', () => {
  test.each([
    ['hello-helidon', ['47 hello-helidon/hello-helidon hello-helidon-component :8081/metrics']],
    ['hello-helidon-logging', ['37 hello-helidon-logging/hello-helidon hello-helidon-component :8080/metrics']],
    ['scraper-access-traefik', []],
  ])('%s', (application, expected) => {
    expect(rendered('oam', application)).toEqual(expected);
  });

  test.each([
    ['bobs-books', 'bobs-books/bobs-books', WITHOUT_MYSQL],
    ['sock-shop', 'sockshop/sockshop-appconf', SOCKS],
  ])('%s', (application, of, components) => {
    expect(withoutPlaces(rendered('oam', application))).toEqual(componentsOf(of, components));
  });
});

describe('the applications that this project renders for Kubernetes', () => {
  const PODS_TELL = { 'bobby-wls': ':*', 'bobs-orders-wls': ':*' };

  test.each([
    ['hello-helidon', 'hello-helidon/hello-helidon', { 'hello-helidon-component': ':8081/metrics' }],
    ['hello-helidon-logging', 'hello-helidon-logging/hello-helidon', { 'hello-helidon-component': GENERIC }],
    ['bobs-books', 'bobs-books/bobs-books', { ...BOOKS, ...PODS_TELL, 'bobs-mysql-deployment': 'no monitor selects it' }],
    ['sock-shop', 'sockshop/sockshop-appconf', SOCKS],
    ['scraper-access-traefik', '', {}],
  ])('%s', (application, of, components) => {
    expect(withoutPlaces(rendered('kubernetes', application))).toEqual(componentsOf(of, components));
  });
});

describe('applications as their authors wrote them', () => {
  testWithCorpus.each<[string, string, Readonly<Record<string, string>>]>([
    ['bobs-books', 'bobs-books', BOOKS],
    ['deploymetrics', 'deploymetrics-appconf', { 'deploymetrics-deployment': ':8080/actuator/prometheus' }],
    ['hello-helidon', 'hello-helidon', { 'hello-helidon-component': GENERIC }],
    ['hello-helidon-logging', 'hello-helidon', { 'hello-helidon-component': GENERIC }],
    ['hello-helidon-service', 'hello-helidon-svc-application', {
      'hello-helidon-deploy-component': GENERIC, 'hello-helidon-svc-component': 'a Service is not scraped',
    }],
    ['pvc', 'test-pvc-appconf', { 'test-pvc-component': 'a PersistentVolumeClaim is not scraped', 'test-pv-component': 'a PersistentVolume is not scraped' }],
    ['service-tracker', 'service-tracker', FLIGHTS],
    ['sock-shop', 'sockshop-appconf', SOCKS],
    ['spring-boot', 'springboot-appconf', { 'springboot-component': ':8080/actuator/prometheus' }],
  ])('%s', (name, application, components) => {
    expect(withoutPlaces(told(original(name)))).toEqual(componentsOf(`-/${application}`, components));
  });

  testWithCorpus('hello-helidon-multicluster', () => {
    expect(told(original('hello-helidon-multicluster'))).toEqual(['17 hello-helidon-jaeger/hello-helidon-appconf hello-helidon-component :8080/metrics']);
  });
});
