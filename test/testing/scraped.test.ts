import { failure } from './support';
import { JobNaming } from '../../src';
import { Manifests, ManifestQuery, ScrapeExpectation } from '../../src/testing';

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: { name: cart, namespace: shop }
spec:
  template:
    metadata: { labels: { app: cart } }
    spec: { containers: [{ name: cart, ports: [{ name: http, containerPort: 8080 }, { name: metrics, containerPort: 9090 }] }] }
`;
const SERVICE = `---
apiVersion: v1
kind: Service
metadata: { name: cart, namespace: shop, labels: { team: cart } }
spec: { selector: { app: cart }, ports: [{ name: web, port: 80, targetPort: http }, { name: metrics, port: 81, targetPort: 9090 }] }
`;
const podMonitor = (endpoints = '[{ port: metrics }]', more = 'selector: { matchLabels: { app: cart } }', metadata = '') =>
  `---\napiVersion: monitoring.coreos.com/v1\nkind: PodMonitor\nmetadata: { name: cart, namespace: shop${metadata} }\nspec: { ${more}, podMetricsEndpoints: ${endpoints} }\n`;
const serviceMonitor = (endpoints: string, more = 'selector: { matchLabels: { team: cart } }') =>
  `---\napiVersion: monitoring.coreos.com/v1\nkind: ServiceMonitor\nmetadata: { name: cart, namespace: shop }\nspec: { ${more}, endpoints: ${endpoints} }\n`;

const isScraped = (yaml: string, expected?: ScrapeExpectation, query: ManifestQuery = { name: 'cart' }) => Manifests.ofYaml(yaml).isScraped(query, expected);
const said = (...args: Parameters<typeof isScraped>) =>
  failure(() => isScraped(...args)).replace(/ \(<yaml>:\d+\)/g, '').split('\n').map(line => line.trim());
const METRICS = { port: 9090, path: '/metrics', job: 'shop/cart' };

describe('a PodMonitor', () => {
  test.each([
    ['a named port', '[{ port: metrics, path: /m }]', { ...METRICS, path: '/m' }],
    ['a numbered port', '[{ portNumber: 9090 }]', METRICS],
    ['the former field', '[{ targetPort: metrics }]', METRICS],
    ['rules', "[{ port: http, relabelings: [{ targetLabel: job, replacement: shop }, { sourceLabels: [__address__], targetLabel: __address__, regex: '(.+):.*', replacement: '$1:9091' }] }]",
      { port: 9091, path: '/metrics', job: 'shop' }],
    ['labels of the pods', "[{ port: http, relabelings: [{ action: Keep, sourceLabels: [__meta_kubernetes_pod_labelpresent_app], regex: 'true' }, "
      + '{ sourceLabels: [__meta_kubernetes_pod_label_app], targetLabel: __metrics_path__, replacement: /$1 }] }]', { port: 8080, path: '/cart', job: 'shop/cart' }],
  ])('is followed by %s', (_, endpoints, expected) => {
    expect(isScraped(DEPLOYMENT + podMonitor(endpoints), expected)).toEqual([expected]);
  });

  test('without a port scrapes all of them, and gives the job by a label', () => {
    const more = 'jobLabel: app, selector: {}';
    expect(isScraped(DEPLOYMENT + podMonitor('[{}]', more), { port: 8080, job: 'cart' })).toEqual([{ port: 8080, path: '/metrics', job: 'cart' }]);
    expect(isScraped(DEPLOYMENT + podMonitor('[{}]', more))).toHaveLength(2);
  });

  test('fails when there is none', () => {
    expect(said(DEPLOYMENT)).toEqual(['not-scraped: Deployment shop/cart must be scraped, and there is no monitor']);
    expect(said('')).toEqual(['object-count: there is no object named "cart", and no object at all']);
    expect(said(SERVICE)).toEqual([
      'object-count: there is no object named "cart" that makes pods', 'Service shop/cart',
    ]);
  });

  const broken = 'not-scraped: Deployment shop/cart must be scraped, and is not';
  const monitor = 'PodMonitor shop/cart:';
  const selects = `${monitor} 'spec.selector' selects the pods`;

  test.each([
    ['the labels are others', podMonitor(undefined, 'selector: { matchLabels: { app: basket } }'),
      [`${monitor} 'spec.selector' selects other pods: these lack app=basket`]],
    ['the namespace is another', podMonitor(undefined, 'selector: {}, namespaceSelector: { matchNames: [other] }'),
      [`${monitor} 'spec.namespaceSelector' looks into "other" alone, and the pods are in namespace "shop"`]],
    ['there are no endpoints', podMonitor('[]'), [selects, `${monitor} 'spec.podMetricsEndpoints' must have an element: nothing is scraped`]],
    ['no container declares the port', podMonitor('[{ port: metrix }]'),
      [selects, `${monitor} 'spec.podMetricsEndpoints[0].port' must be a port that a container of Deployment shop/cart declares (8080 (http), 9090 (metrics)), got "metrix"`]],
    ['a rule drops all', podMonitor('[{ port: metrics, relabelings: [{ targetLabel: x }, { action: drop, sourceLabels: [__meta_kubernetes_pod_label_app], regex: c.* }] }]'),
      [selects, `${monitor} 'spec.podMetricsEndpoints[0].relabelings[1]' drops all targets`]],
    ['an expression is none', podMonitor("[{ port: metrics, relabelings: [{ targetLabel: x, regex: '(' }] }]"),
      [selects, `${monitor} 'spec.podMetricsEndpoints[0].relabelings[0].regex' must be a regular expression of RE2, got "(": missing closing )`]],
  ])('fails when %s', (_, yaml, lines) => {
    expect(said(DEPLOYMENT + yaml)).toEqual([broken, ...lines]);
  });

  test('fails when the place is another, with those that there are, and the way that is broken', () => {
    const scrapes = `${monitor} 'spec.podMetricsEndpoints[0]' scrapes port 8080, path /metrics, job shop/cart`;
    expect(said(DEPLOYMENT + podMonitor('[{ port: http }]'), { port: 9090, job: 'x' })).toEqual([
      'not-scraped: Deployment shop/cart must be scraped at port 9090, job x, and is at other places', selects, scrapes,
    ]);
    expect(said(DEPLOYMENT + podMonitor('[{ port: http }, { port: metrix }]'), { port: 9090 })).toEqual([
      'not-scraped: Deployment shop/cart must be scraped at port 9090, and is at other places', selects, scrapes, selects,
      `${monitor} 'spec.podMetricsEndpoints[1].port' must be a port that a container of Deployment shop/cart declares (8080 (http), 9090 (metrics)), got "metrix"`,
    ]);
  });

  test('of the one that comes closest is said why it is none', () => {
    const other = podMonitor(undefined, 'selector: { matchLabels: { app: x, tier: y, team: z } }').replace('name: cart', 'name: other');
    expect(said(DEPLOYMENT + other + podMonitor('[{ port: x }]'))[1]).toBe("PodMonitor shop/cart: 'spec.selector' selects the pods");
    expect(said(DEPLOYMENT + other + podMonitor(undefined, 'selector: { matchLabels: { app: x } }')).slice(1)).toEqual([
      "PodMonitor shop/cart: 'spec.selector' selects other pods: these lack app=x",
    ]);
  });

  test('has to select each of several objects', () => {
    const both = DEPLOYMENT + `---\n${DEPLOYMENT.replaceAll('cart', 'api')}`;
    expect(isScraped(both + podMonitor(undefined, 'selector: {}'), {}, { kind: 'Deployment' })).toHaveLength(2);
    expect(said(both + podMonitor(), {}, { kind: 'Deployment' })[0]).toBe('not-scraped: Deployment shop/api must be scraped, and is not');
  });
});

describe('a ServiceMonitor', () => {
  test.each([
    ['a port of the Service', '[{ port: metrics }]', METRICS],
    ['a port of the pods by number', '[{ targetPort: 9090 }]', METRICS],
    ['a port of the pods by name', '[{ targetPort: metrics, path: /m }]', { ...METRICS, path: '/m' }],
  ])('is followed by %s', (_, endpoints, expected) => {
    expect(isScraped(DEPLOYMENT + SERVICE + serviceMonitor(endpoints))).toEqual([{ ...expected, job: 'cart' }]);
  });

  const broken = 'not-scraped: Deployment shop/cart must be scraped, and is not';
  const monitor = 'ServiceMonitor shop/cart:';
  const selects = [`${monitor} 'spec.selector' selects Service cart`, "Service shop/cart: 'spec.selector' selects the pods"];

  test.each([
    ['no Service leads to the pods', SERVICE.replace('app: cart', 'app: other'), serviceMonitor('[{ port: metrics }]'),
      [`${monitor} 'spec.selector' selects no Service that leads to the pods`]],
    ['the Service has other labels', SERVICE, serviceMonitor('[{ port: metrics }]', 'selector: { matchLabels: { team: shop } }'),
      [`${monitor} 'spec.selector' selects other Services: cart lacks team=shop`]],
    ['the Service has no such port', SERVICE, serviceMonitor('[{ port: http }]'),
      [...selects, `${monitor} 'spec.endpoints[0].port' must be a port of Service "cart" (80 (web), 81 (metrics)), got "http"`]],
    ['no container declares the port of the Service', SERVICE.replace('targetPort: http', 'targetPort: htpp'), serviceMonitor('[{ port: web }]'),
      [...selects, `${monitor} 'spec.endpoints[0].port' leads to port "htpp", which no container of the pods declares (8080 (http), 9090 (metrics))`]],
  ])('fails when %s', (_, service, yaml, lines) => {
    expect(said(DEPLOYMENT + service + yaml)).toEqual([broken, ...lines]);
  });
});

describe('a Prometheus that is rendered', () => {
  const prometheus = (spec: string, kind = 'Prometheus') =>
    `---\napiVersion: monitoring.coreos.com/v1\nkind: ${kind}\nmetadata: { name: k8s, namespace: monitoring }\nspec: { ${spec} }\n`;
  const ALL = 'podMonitorSelector: {}, podMonitorNamespaceSelector: {}';

  test('takes the monitor', () => {
    expect(isScraped(DEPLOYMENT + podMonitor() + prometheus(ALL))).toEqual([METRICS]);
    const namespace = '---\n{ apiVersion: v1, kind: Namespace, metadata: { name: shop, labels: { scraped: yes please } } }\n';
    const narrow = prometheus('podMonitorSelector: {}, podMonitorNamespaceSelector: { matchLabels: { scraped: yes please } }');
    expect(isScraped(DEPLOYMENT + namespace + podMonitor() + narrow)).toEqual([METRICS]);
  });

  test.each([
    ['selects none', 'serviceMonitorSelector: {}', "Prometheus monitoring/k8s: 'spec.podMonitorSelector' is not given: Prometheus monitoring/k8s selects no monitors of this kind"],
    ['selects other labels', 'podMonitorSelector: { matchLabels: { release: x } }, podMonitorNamespaceSelector: {}',
      "PodMonitor shop/cart: 'metadata.labels' must have release=x: Prometheus monitoring/k8s selects no other monitors"],
    ['looks into its own namespace', 'podMonitorSelector: {}',
      "PodMonitor shop/cart: 'metadata.namespace' is \"shop\", and Prometheus monitoring/k8s takes monitors in its own namespace only"],
    ['looks into other namespaces', 'podMonitorSelector: {}, podMonitorNamespaceSelector: { matchLabels: { a: b } }',
      "PodMonitor shop/cart: 'metadata.namespace' is \"shop\", which is not known to have a=b: Prometheus monitoring/k8s selects no other namespaces"],
  ])('fails when it %s', (_, spec, last) => {
    expect(said(DEPLOYMENT + podMonitor() + prometheus(spec))).toEqual([
      'not-scraped: Deployment shop/cart must be scraped, and is not',
      "PodMonitor shop/cart: 'spec.selector' selects the pods",
      "PodMonitor shop/cart: 'spec.podMetricsEndpoints[0]' scrapes port 9090, path /metrics, job shop/cart",
      last,
    ]);
  });

  const policy = (from: string) => `---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: cart, namespace: shop }
spec: { podSelector: { matchLabels: { app: cart } }, ingress: [{ from: [${from}], ports: [{ port: 9090 }] }] }
`;
  const peer = (name: string) => `{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: monitoring } }, podSelector: { matchLabels: { operator.prometheus.io/name: ${name} } } }`;

  test('is let in by policies', () => {
    expect(isScraped(DEPLOYMENT + podMonitor() + prometheus(ALL) + policy(peer('k8s')))).toEqual([METRICS]);
    expect(isScraped(DEPLOYMENT + podMonitor() + policy(peer('k8s')))).toEqual([METRICS]);
    const pods = { namespace: 'monitoring', podLabels: { 'operator.prometheus.io/name': 'k8s' } };
    expect(isScraped(DEPLOYMENT + podMonitor() + policy(peer('k8s')), { prometheus: pods })).toEqual([METRICS]);
    expect(() => isScraped(DEPLOYMENT + podMonitor() + policy(peer('other')), { prometheus: pods })).toThrow('asks for operator.prometheus.io/name=other');
  });

  test('fails when a policy keeps it out', () => {
    expect(said(DEPLOYMENT + podMonitor() + prometheus(ALL) + policy(peer('other'))).slice(2)).toEqual([
      "PodMonitor shop/cart: 'spec.podMetricsEndpoints[0]' scrapes port 9090, path /metrics, job shop/cart",
      'Prometheus monitoring/k8s: selects PodMonitor shop/cart',
      "NetworkPolicy shop/cart: 'spec.ingress[0].from[0].podSelector' asks for operator.prometheus.io/name=other",
    ]);
    const closed = policy('').replace(/ingress: .*\}/, 'ingress: [{ ports: [{ port: 8080 }] }] }');
    expect(said(DEPLOYMENT + podMonitor() + closed).at(-1)).toBe("NetworkPolicy shop/cart: 'spec.ingress[0].ports' has no port 9090/TCP");
  });
});

describe('on an OAM platform', () => {
  const component = (workload: string) => `apiVersion: core.oam.dev/v1alpha2
kind: Component
metadata: { name: cart, namespace: shop }
spec: { workload: ${workload} }
`;
  const CONTAINERIZED = component('{ apiVersion: core.oam.dev/v1alpha2, kind: ContainerizedWorkload, metadata: { name: cart }, spec: { containers: [] } }');
  const bound = (trait?: string) => `---
apiVersion: core.oam.dev/v1alpha2
kind: ApplicationConfiguration
metadata: { name: app, namespace: shop }
spec: { components: [{ componentName: cart${trait === undefined ? '' : `, traits: [{ trait: { apiVersion: oam.verrazzano.io/v1alpha1, kind: MetricsTrait, spec: ${trait} } }]`} }] }
`;

  test('a Component is scraped as its MetricsTrait says', () => {
    expect(isScraped(CONTAINERIZED + bound())).toEqual([{ port: 8080, path: '/metrics' }]);
    const two = CONTAINERIZED + bound('{ ports: [{ port: 9090 }, { port: 9091, path: /m }] }');
    expect(isScraped(two, { port: 9091, path: '/m', job: 'app_shop_cart_1', jobNaming: JobNaming.V1_4 })).toEqual([{ port: 9091, path: '/m', job: 'app_shop_cart_1' }]);
    expect(isScraped(two, { jobNaming: JobNaming.V1_0 }).map(({ job }) => job)).toEqual(['app_default_shop_cart', 'app_default_shop_cart_1']);
  });

  test.each([
    ['nothing binds it', '', {}, ['not-scraped: Component shop/cart must be scraped, and no ApplicationConfiguration binds it']],
    ['its trait says so', bound('{ enabled: false }'), {}, ['not-scraped: Component shop/cart must be scraped, and the platform does not: its MetricsTrait says so']],
    ['the port is another', bound(), { port: 9090 }, ['not-scraped: Component shop/cart must be scraped at port 9090, and is at other places', 'port 8080, path /metrics, job ?']],
    ['the job is not known', bound(), { job: 'app_shop_cart' }, ["not-scraped: Component shop/cart has a job whose name depends on the platform's version"]],
  ])('fails when %s', (_, yaml, expected, lines) => {
    expect(said(CONTAINERIZED + yaml, expected)).toEqual(lines);
  });

  test('fails when the kind is not scraped, or the manifests are wrong', () => {
    const job = component('{ apiVersion: batch/v1, kind: ConfigMap, metadata: { name: cart } }');
    expect(said(job + bound())).toEqual(['not-scraped: Component shop/cart must be scraped, and the platform does not: a ConfigMap is not scraped']);
    expect(said(CONTAINERIZED + bound().replace('componentName', 'componentname'))[0]).toContain('[ApplicationConfiguration shop/app] invalid-value: ');
  });
});

test('fails when what is expected is invalid', () => {
  expect(said(DEPLOYMENT, { port: 0, path: 'metrics' } as any)).toEqual([
    '[Manifests.isScraped()] 2 findings:',
    "invalid-port: 'expected.port' must be an integer from 1 to 65535, got 0",
    expect.stringContaining("'expected.path'"),
  ]);
});
