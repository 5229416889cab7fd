import { App, Chart } from 'cdk8s';
import * as fc from 'fast-check';
import { TRAITS, data, fieldPaths, platform } from './arbitraries-models';
import { annotations, filled, label, labels, list, numbered, ownModelName, some, text } from './arbitraries-values';
import { WORKLOADS } from './arbitraries-workloads';
import { makeTrait, makeWorkload, propsOf, traitProps } from './build';
import { PlatformRecipe, WorkloadRecipe } from './recipe';
import {
  ApplicationConfiguration, Component, ComponentBinding, ContainerizedWorkload, IngressProvider,
  IngressTrait, KubernetesPlatform, KubernetesPlatformProps, MonitoringProvider, MonitorKind, OamPlatform, Platform, Scraper,
  TlsCertificate, Workload,
} from 'cdk8s-oam';

/** A construct with properties that may be anything. */
export interface Case {
  readonly name: string;
  readonly props: any;
  /** Makes the construct and what is needed around it; gives what is left to do: reading from it, and rendering. */
  readonly make: (props: any, on?: Platform) => (() => string);
}

const VERRAZZANO: PlatformRecipe = {
  vendor: 'verrazzano', workloadKindPrefix: 'Verrazzano', systemNamespace: 'verrazzano-system', systemScraper: 'verrazzano-system/vmi-system-prometheus-0',
};

function chartOn(on: Platform = OamPlatform.verrazzano()): Chart {
  const app = new App();
  Platform.install(app, on);
  return new Chart(app, 'chart', { namespace: 'ns' });
}

const some1 = () => new ContainerizedWorkload({ containers: [{ name: 'a', image: 'b', ports: [{ name: 'http', containerPort: 8080 }] }] });

function read(binding: ComponentBinding): void {
  JSON.stringify([binding.metrics, binding.component.componentName, binding.node.findAll().length]);
}

const METRICS: any = {
  namespace: 'monitoring',
  name: 'k8s',
  monitorKind: MonitorKind.POD_MONITOR,
  monitorSelector: { matchLabels: { release: 'prometheus' }, matchExpressions: [{ key: 'app.oam.dev/name', operator: 'Exists' }] },
  monitorNamespaceSelector: { matchExpressions: [{ key: 'scraped', operator: 'In', values: ['yes'] }] },
  namespaceLabels: { ns: { scraped: 'yes' } },
  monitorLabels: { team: 'a' },
  mesh: { scrapeClass: 'istio', namespaces: ['ns'] },
  replaces: [Scraper.parse('a/b')],
};

const INGRESS: any = {
  domain: 'example.com', tls: TlsCertificate.clusterIssuer('letsencrypt'), className: 'nginx', annotations: { 'example.com/a': 'b' },
};

function targets(metrics: any, ingress: any): KubernetesPlatformProps {
  return { metrics: MonitoringProvider.prometheusOperator(metrics), ingress: IngressProvider.nginx(ingress) };
}

/** A platform that has all that a model may ask for. */
export function kubernetesPlatform(): Platform {
  return new KubernetesPlatform(targets(METRICS, INGRESS));
}

function routed(binding: ComponentBinding): ComponentBinding {
  new IngressTrait(binding, 'routed', { rules: [{}] });
  return binding;
}

function bound(workload: Workload, chart = chartOn()): ComponentBinding {
  return new ApplicationConfiguration(chart, 'application').addComponent(new Component(chart, 'component', { workload }));
}

const yamlOf = (construct: ComponentBinding | Component | ApplicationConfiguration) => App.of(construct).synthYaml();

function rendered(binding: ComponentBinding): () => string {
  return () => {
    read(binding);
    const workload = (binding.component as Component).workload;
    JSON.stringify([workload?.name, workload?.metricsDefaults, workload?.declaredPorts]);
    return yamlOf(binding);
  };
}

const metadata = some({ name: ownModelName, namespace: fc.constant('ns'), labels, annotations, finalizers: list(text), ownerReferences: list(fc.record({ apiVersion: fc.constant('v1'), kind: fc.constant('Node'), name: text, uid: text })) });
const parameters = fc.uniqueArray(some({ name: filled, fieldPaths, required: fc.boolean(), description: text }, 'name', 'fieldPaths'), { selector: p => p.name, maxLength: 2 });
const scopes = list(fc.record({ apiVersion: filled, kind: filled, name: label }), 2);

const of = (name: string, props: fc.Arbitrary<any>, make: Case['make']) => props.map((given): Case => ({ name, props: numbered(given), make }));

/** What is handed in beside a workload's own properties. */
const OTHERS = 'beside';

const workloadCase = (type: WorkloadRecipe['type'], recipes: fc.Arbitrary<WorkloadRecipe>) => recipes.map((recipe): Case => {
  const { metricsDefaults, overrides, ...rest } = numbered(recipe);
  const props = { ...propsOf({ ...rest, typed: false }), [OTHERS]: { overrides: { spec: overrides }, ...metricsDefaults && { metricsDefaults } } };
  return {
    name: type,
    props,
    make: ({ [OTHERS]: others, ...own }, on) => rendered(bound(makeWorkload(type, own, others?.overrides, others?.metricsDefaults), chartOn(on))),
  };
});

const traitCase = (name: string) => TRAITS[name].map((recipe): Case => {
  const numbers = numbered(recipe);
  return {
    name: `${name} by ${recipe.by}`,
    props: traitProps(numbers, VERRAZZANO, true),
    make: (props, on) => {
      const binding = bound(some1(), chartOn(on));
      makeTrait(numbers, binding, 'trait', props);
      return rendered(binding);
    },
  };
});

/** Every construct, and every value that the library makes, with valid properties. */
export const constructs: fc.Arbitrary<Case> = fc.oneof(
  of('OamPlatform', platform.map(({ systemScraper, ...rest }) => (
    { ...rest, systemScraper: Scraper.parse(systemScraper), ownedObjects: [{ kind: 'Secret', namespace: 'ns', name: 'own' }] }
  )), props => rendered(bound(some1(), chartOn(new OamPlatform(props))))),
  of('OamPlatform.verrazzano', platform, props => rendered(bound(some1(), chartOn(OamPlatform.verrazzano(props))))),
  of('KubernetesPlatform', fc.constant(0).map(() => ({ ...targets(METRICS, INGRESS), clusterName: 'local', scraperUser: 'me', vendor: 'acme', workloadKindPrefix: 'Acme', renderers: [] })), props => (
    rendered(routed(bound(some1(), chartOn(new KubernetesPlatform(props)))))
  )),
  of('MonitoringProvider', fc.constant(METRICS), props => rendered(bound(some1(), chartOn(new KubernetesPlatform(targets(props, INGRESS)))))),
  of('IngressProvider', fc.constant(INGRESS), props => rendered(routed(bound(some1(), chartOn(new KubernetesPlatform(targets(METRICS, props))))))),
  of('TlsCertificate', fc.record({ name: label, rendersCertificate: fc.constant(false) }), ({ name, ...options }) => {
    const made = [TlsCertificate.clusterIssuer(name, options), TlsCertificate.issuer(name, options), TlsCertificate.secret(name)]
      .map(tls => rendered(routed(bound(some1(), chartOn(new KubernetesPlatform(targets(METRICS, { ...INGRESS, tls })))))));
    return () => made.map(render => render()).join('---\n');
  }),
  of('Scraper', fc.record({ text: fc.constant('a/b'), namespace: label, name: label }), props => {
    const scrapers = [Scraper.parse(props.text), Scraper.of(props.namespace, props.name)];
    return () => scrapers.map(String).join('\n---\n');
  }),
  of('Component', some({ metadata, parameters, workload: fc.constant(0).map(some1) }, 'workload'), (props, on) => {
    const component = new Component(chartOn(on), 'component', props);
    return () => JSON.stringify(component.parameters) && yamlOf(component);
  }),
  of('Component.fromComponentName', fc.record({ name: ownModelName, namespace: fc.constant('ns') }), ({ name, ...options }, on) => {
    const chart = chartOn(on);
    return rendered(new ApplicationConfiguration(chart, 'application').addComponent(Component.fromComponentName(chart, 'elsewhere', name, options)));
  }),
  of('ApplicationConfiguration', some({ metadata }), (props, on) => {
    const application = new ApplicationConfiguration(chartOn(on), 'application', props);
    return () => yamlOf(application);
  }),
  of('addComponent', some({ parameterValues: fc.constantFrom([{ name: 'p', value: 'v' }], [{ name: 'p', value: 1 }, { name: 'q', value: '' }]), scopes, revisionName: fc.constant('c-v1'), ...data }, 'parameterValues'), (options, on) => {
    const chart = chartOn(on);
    const component = new Component(chart, 'c', { workload: some1(), parameters: [{ name: 'p', fieldPaths: ['spec.x'], required: true }, { name: 'q', fieldPaths: ['spec.y'] }] });
    return rendered(new ApplicationConfiguration(chart, 'application').addComponent(component, options));
  }),
  of('ComponentBinding', fc.constant(0).map(() => ({ component: new Component(chartOn(), 'c', { workload: some1() }) })), props => (
    rendered(new ComponentBinding(new ApplicationConfiguration(chartOn(), 'application'), 'binding', props))
  )),
  ...Object.entries(WORKLOADS).map(([type, recipes]) => workloadCase(type as WorkloadRecipe['type'], recipes)),
  ...Object.keys(TRAITS).map(traitCase),
);
