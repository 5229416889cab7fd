import { App, Chart } from 'cdk8s';
import { bindOn, findingsOf, objectsOf, weblogic, withPorts } from './support';
import {
  ApplicationConfiguration, Component, ContainerizedWorkload, GatewayImplementation, IngressController, IngressProvider, KubernetesPlatform,
  KubernetesPlatformProps, MetricsAlerts, MetricsDashboard, MetricsTrait, MonitoringProvider, NamespacesFrom, NetworkPolicyTrait, Platform,
  Scraper, ScraperAccess, TlsCertificate,
} from '../../../src';
import { readManifests, describeLocated } from '../../../src/files/reading';
import { renderManifests } from '../../../src/migration/render-manifests';
import { validateManifests } from '../../../src/migration/validate';
import { messageOf } from '../../support/message';
import { HOST, PODS, SERVICE, fromStore } from '../scraper/access';

/** A chart `c` on a platform that has nothing else than is given. */
function chartOn(props: KubernetesPlatformProps = {}): Chart {
  const chart = new Chart(new App(), 'c', { namespace: 'ns' });
  Platform.install(chart, new KubernetesPlatform(props));
  return chart;
}

/** All that is rendered in the chart, and what is warned of meanwhile. */
function renderedWith(chart: Chart): { kinds: string[]; warnings: string[] } {
  const warnings: string[] = [];
  const spy = jest.spyOn(process, 'emitWarning').mockImplementation(text => void warnings.push(String(text)));
  const kinds = objectsOf(chart).map(({ kind }) => kind);
  spy.mockRestore();
  return { kinds, warnings };
}

const scraped = () => withPorts(['http', 8080], ['metrics', 9090]);
const REMEDY = "set 'metrics' on the KubernetesPlatform, such as MonitoringProvider.kubePrometheusStack(), or 'enabled: false' in a MetricsTrait";
const warningAt = (path: string, ask: string) =>
  `[${path}] metrics-not-collected: ${ask} to be scraped, and nothing collects metrics; ${REMEDY}`;

describe('a component', () => {
  test('that is scraped by default has endpoints without a scraper, no monitor, and a warning', () => {
    const chart = chartOn();
    const binding = bindOn(chart, scraped());

    expect(binding.metrics).toEqual({ endpoints: [{ port: 8080, path: '/metrics', jobName: 'hello_ns_greet' }], scraper: undefined });
    expect(renderedWith(chart)).toEqual({ kinds: ['Deployment', 'Service'], warnings: [warningAt('c/hello/greet', 'port 8080 of component "greet" asks')] });
  });

  test('with a MetricsTrait has a warning at the trait, whatever it says of labels and scrapers', () => {
    const chart = chartOn();
    const binding = bindOn(chart, scraped());
    new MetricsTrait(binding, 'metrics', { metadata: { labels: { team: 'a' } }, ports: [{ port: 8080 }, { port: 9090 }], scraper: Scraper.parse('a/b') });

    expect(binding.metrics.scraper).toBeUndefined();
    expect(renderedWith(chart)).toEqual({ kinds: ['Deployment', 'Service'], warnings: [warningAt('c/hello/greet/metrics', 'ports 8080 and 9090 of component "greet" ask')] });
  });

  test('that asks for no metrics has no warning', () => {
    const chart = chartOn();
    new MetricsTrait(bindOn(chart, scraped()), 'metrics', { enabled: false });

    expect(renderedWith(chart)).toEqual({ kinds: ['Deployment', 'Service'], warnings: [] });
  });

  test('of WebLogic gets no exporter', () => {
    const exporterOn = (props: KubernetesPlatformProps) => objectsOf(bindOn(chartOn(props), weblogic()))
      .find(({ kind }) => kind === 'Domain').spec.monitoringExporter;

    expect(exporterOn({})).toBeUndefined();
    expect(exporterOn({ metrics: MonitoringProvider.kubePrometheusStack({ release: 'a', namespace: 'b' }) })).toBeDefined();
  });

  test('needs no rule for a scraper in its NetworkPolicy, and opens the ports of the metrics for one that is named', () => {
    const rulesOf = (props: object) => {
      const chart = chartOn();
      new NetworkPolicyTrait(bindOn(chart), 'policy', props);
      return objectsOf(chart).find(({ kind }) => kind === 'NetworkPolicy').spec.ingress;
    };
    const ownPods = new ApplicationConfiguration(chartOn(), 'monitoring').addComponent(new Component(chartOn(), 'prometheus', {
      workload: new ContainerizedWorkload({ containers: [{ name: 'main', image: 'a:1' }] }),
    }));

    expect(rulesOf({})).toBeUndefined();
    expect(rulesOf({ scraper: { peer: ownPods } })).toMatchObject([{ ports: [{ port: 8080 }] }]);
  });
});

test.each<[string, (chart: Chart) => unknown, string]>([
  ['alerts', chart => new MetricsAlerts(chart, 'own'),
    "no-rule-evaluator: nobody evaluates its rules: the platform collects no metrics; set 'metrics' on the KubernetesPlatform"],
  ['alerts for a ruler', chart => new MetricsAlerts(chart, 'own', { ruleEvaluator: { namespace: 'a', name: 'b', ruleSelector: {} } }),
    "no-rule-evaluator: nobody evaluates its rules: the platform collects no metrics; set 'metrics' on the KubernetesPlatform"],
  ['a dashboard', chart => new MetricsDashboard(chart, 'own'),
    "no-dashboard-series: would have empty panels: the platform collects no metrics; set 'metrics' on the KubernetesPlatform, or leave it out"],
])('fails when the program has %s', (_, make, message) => {
  expect(messageOf(() => make(chartOn()))).toBe(`[c/own] ${message}`);
});

describe('the access to a scraper', () => {
  const props = (more: object = {}) => ({ host: HOST, service: SERVICE, credentials: fromStore(), tls: TlsCertificate.secret('a'), allowFrom: [], ...more }) as any;
  const traefik = IngressProvider.traefik({ tls: TlsCertificate.clusterIssuer('a'), ...PODS });
  const errorOf = (platform: KubernetesPlatformProps, more?: object) =>
    messageOf(() => new ScraperAccess(chartOn({ scraperUser: 'me', ...platform }), 'own', props(more))).replace('[c/own] ', '');

  test('asks for the scraper', () => {
    expect(errorOf({ ingress: traefik })).toBe(
      "missing-field: 'scraper' is required; name it, as by Scraper.of('monitoring', 'k8s'), or set 'metrics' on the KubernetesPlatform");
    expect(errorOf({ ingress: traefik }, { scraper: 'monitoring/k8s' })).toBe(
      'invalid-type: \'scraper\' must be a Scraper, got a string; use Scraper.parse("namespace/deployment-name")');
  });

  test('is in the namespace of the scraper, and has the controller of the platform', () => {
    const access = new ScraperAccess(chartOn({ scraperUser: 'me', ingress: traefik }), 'own', props({ scraper: Scraper.of('monitoring', 'k8s') }));
    const objects = objectsOf(access);

    expect([access.namespace, access.ingressName]).toEqual(['monitoring', 'own']);
    expect(objects.map(({ kind, metadata: { namespace } }) => `${namespace} ${kind}`)).toEqual(
      ['NetworkPolicy', 'ExternalSecret', 'Middleware', 'Ingress'].map(kind => `monitoring ${kind}`));
    expect(objects.at(-1).spec.ingressClassName).toBe('traefik');
    expect(objects[0].spec.ingress[0].from).toEqual([{
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': PODS.namespace } }, podSelector: { matchLabels: PODS.podLabels },
    }]);
  });

  test('is attached to the Gateway of the platform', () => {
    const gateway = { namespace: 'infra', name: 'public', listeners: [{ name: 'https', hostname: HOST, allowedRoutes: { namespaces: NamespacesFrom.ALL } }] };
    const ingress = IngressProvider.gatewayApi({ gateway, implementation: GatewayImplementation.ENVOY_GATEWAY, pods: PODS });
    const more = { scraper: Scraper.of('monitoring', 'k8s'), tls: TlsCertificate.atGateway() };
    const access = new ScraperAccess(chartOn({ scraperUser: 'me', ingress }), 'own', props(more));

    expect(objectsOf(access).at(-1)).toMatchObject({ kind: 'HTTPRoute', spec: { parentRefs: [{ name: 'public', namespace: 'infra', sectionName: 'https' }] } });
  });

  test('has its own controller beside that of the platform', () => {
    const more = { scraper: Scraper.of('monitoring', 'k8s'), controller: IngressController.kong({ ...PODS, className: 'internal' }) };
    const access = new ScraperAccess(chartOn({ scraperUser: 'me', ingress: traefik }), 'own', props(more));

    expect(objectsOf(access).at(-1).spec.ingressClassName).toBe('internal');
  });

  test('fails when another scraper is named than that of the platform', () => {
    const metrics = MonitoringProvider.prometheusOperator({ namespace: 'monitoring', name: 'k8s', monitorSelector: {} });

    expect(errorOf({ metrics, ingress: traefik }, { scraper: Scraper.of('monitoring', 'other') })).toBe(
      'invalid-value: \'scraper\' must be one of monitoring/k8s, got "monitoring/other"; leave it out: the platform has a scraper');
    expect(new ScraperAccess(chartOn({ metrics, ingress: traefik, scraperUser: 'me' }), 'own', props({ scraper: Scraper.of('monitoring', 'k8s') })).namespace).toBe('monitoring');
  });

  test.each<[string, IngressProvider | undefined]>([
    ['no provider', undefined],
    ['one of a controller that is not known', IngressProvider.other({ className: 'a', tls: TlsCertificate.clusterIssuer('a') })],
    ['one of Istio', IngressProvider.istio({ gateway: { namespace: 'a', podLabels: { a: 'b' } }, tls: TlsCertificate.clusterIssuer('a') })],
  ])('fails without a controller when the platform has %s', (_, ingress) => {
    expect(errorOf({ ingress }, { scraper: Scraper.of('a', 'b'), insecureWithoutNetworkPolicy: true, allowFrom: undefined })).toBe(
      "missing-field: 'controller' is required; name the one that the cluster runs, such as IngressController.traefik()");
  });

  test('fails when the provider of the platform does not say where its pods run', () => {
    const ingress = IngressProvider.traefik({ tls: TlsCertificate.clusterIssuer('a'), podLabels: PODS.podLabels });

    expect(errorOf({ ingress }, { scraper: Scraper.of('a', 'b') })).toBe(
      "missing-field: 'controller.namespace' is required for the NetworkPolicy, without which every pod reaches the scraper without a password; "
      + "look it up in the cluster, and give it here or to the platform's IngressProvider; insecureWithoutNetworkPolicy leaves the policy out");
  });
});

test.each<[string, object, string]>([
  ['by default', {}, 'spec.components[0]'],
  ['by a trait', { traits: [{ trait: { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'MetricsTrait', spec: { port: 8080 } } }] }, 'spec.components[0].traits[0].trait'],
])('manifests of what is scraped %s are rendered without monitors, with a warning', (_, entry, place) => {
  const apiVersion = 'core.oam.dev/v1alpha2';
  const containers = [{ name: 'main', image: 'a:1', ports: [{ name: 'http', containerPort: 8080 }] }];
  const workload = { apiVersion, kind: 'ContainerizedWorkload', metadata: { name: 'greet' }, spec: { containers } };
  const manifests = readManifests([
    { apiVersion, kind: 'Component', metadata: { name: 'greet', namespace: 'ns' }, spec: { workload } },
    { apiVersion, kind: 'ApplicationConfiguration', metadata: { name: 'hello', namespace: 'ns' }, spec: { components: [{ componentName: 'greet', ...entry }] } },
  ].map(each => JSON.stringify(each)).join('\n---\n'), 'f.yaml');
  const options = { platform: new KubernetesPlatform() };
  const { files, warnings } = renderManifests(manifests, options);
  const message = `warning: metrics-not-collected: '${place}' port 8080 of component "greet" asks to be scraped, and nothing collects metrics; `
    + "give --prometheus, or 'kubernetes.prometheus' in the settings, or set 'enabled: false' in a MetricsTrait";

  expect(files.flatMap(({ objects }) => objects).map(({ kind }: any) => kind)).toEqual(['Deployment', 'Service']);
  for (const each of [warnings, validateManifests(manifests, options)]) {
    expect(each.map(found => describeLocated(found).replace(/^\S+ /, ''))).toEqual([message]);
  }
});

test('synthesis reports nothing else', () => {
  const chart = chartOn();
  bindOn(chart, scraped());

  expect(findingsOf(chart)).toEqual([]);
});
