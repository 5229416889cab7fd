import { describeLocated, ManifestError } from '../../../src/files/reading';
import { RenderedManifests, renderManifests } from '../../../src/migration/render-manifests';
import {
  application, bound, coherence, component, CONFIG_MAP, containerized, deployment, described, documents,
  ingress, KUBERNETES, kubernetes, OAM, PORTS, read, Texts, traitOf,
} from '../support';

const POLICY = 'authorizationPolicy: {rules: [{from: {requestPrincipals: ["*"]}}]}';
const GUARDED = ingress(`{rules: [{paths: [{path: /a, ${POLICY}}], destination: {host: s, port: 80}}]}`);
const open = (path: string, more = '') => ingress(`{rules: [{${more}paths: [{path: ${path}, pathType: Prefix}], destination: {host: s, port: 80}}]}`);

function kept(texts: Texts, options = KUBERNETES): RenderedManifests {
  const rendered = renderManifests(read(texts), { ...options, keepGoing: true });
  described([...new Set(rendered.toDo.flatMap(({ reasons }) => reasons))]);
  return rendered;
}

/** What is rendered by kinds and names, and what is not, with the codes of the reasons. */
function outcome(texts: Texts, options = KUBERNETES) {
  const { files, toDo } = kept(texts, options);
  return {
    rendered: files.flatMap(({ objects }) => objects).map((each: any) => `${each.kind} ${each.metadata.name}`),
    toDo: toDo.map(({ reasons, with: others, ...each }) => [
      [each.application, each.component, each.trait ?? each.object].map(part => part ?? '').join('/'), ...others.length > 0 ? [`with ${others.join(', ')}`] : [],
      ...new Set(reasons.map(({ code }) => code)),
    ].join(' ')),
  };
}

describe('it leaves out', () => {
  test('an IngressTrait whose paths would be open, and renders the rest', () => {
    expect(outcome(bound(deployment('a'), [GUARDED]))).toEqual({
      rendered: ['Deployment a', 'PodMonitor a'],
      toDo: ['app/a/IngressTrait not-expressible'],
    });
  });

  test('a monitor that finds nothing, without falling back to the default one', () => {
    expect(outcome(bound(deployment('a'), [traitOf('MetricsTrait', '{port: 9090}')]))).toEqual({
      rendered: ['Deployment a'],
      toDo: ['app/a/MetricsTrait metrics-port-not-declared'],
    });
  });

  test('the default monitor that no Prometheus selects', () => {
    const platform = kubernetes({ monitorNamespaceSelector: { matchLabels: { a: 'b' } } });
    expect(outcome(bound(deployment('a')), { platform })).toEqual({
      rendered: ['Deployment a'],
      toDo: ['app/a/MetricsTrait (the default one) not-selected'],
    });
  });

  test('a component with all of its traits, and no other component', () => {
    const texts = documents(
      application('app', `{componentName: bad, traits: [${open('/x')}, ${traitOf('MetricsTrait', '{}')}]}`, '{componentName: a}'),
      component('bad', containerized('prots: []')), component('a', deployment('a')),
    );
    expect(outcome(texts)).toEqual({
      rendered: ['Deployment a', 'PodMonitor a'],
      toDo: ['app/bad/ with IngressTrait, MetricsTrait unknown-field'],
    });
  });

  test('an entry that cannot be bound, and not its component where another application binds it', () => {
    const texts = documents(
      application('one', '{componentName: a, scopes: [{scopeRef: {apiVersion: core.oam.dev/v1alpha2, kind: HealthScope, name: h}}]}'),
      application('two', 'componentName: a'), component('a', CONFIG_MAP),
    );
    expect(outcome(texts)).toEqual({ rendered: ['ConfigMap c'], toDo: ['one/a/ not-expressible'] });
    expect(kept(texts).warnings).toEqual([]);
  });

  test('an application as a whole where that has an error', () => {
    const texts = documents(application('app', 'componentName: a', 'revisionName: b-v1').replace(', namespace: ns', ''), 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: d}\n',
      component('a', CONFIG_MAP), component('b', CONFIG_MAP));
    expect(outcome(texts)).toEqual({ rendered: ['ConfigMap d'], toDo: ['app// with a, b missing-field'] });
  });

  test('what a component that is left out is bound by, in each application', () => {
    const texts = documents(application('one', '{componentName: bad}'), application('two', '{revisionName: bad-v1}'), component('bad', containerized('prots: []')));
    expect(outcome(texts)).toEqual({ rendered: [], toDo: ['one/bad/ unknown-field', 'two/bad/ unknown-field'] });
  });

  test('components and objects of no application, and what is no object', () => {
    const texts = documents(component('bad', containerized('prots: []')), 'a: b\n', 'apiVersion: core.oam.dev/v1alpha2\nkind: HealthScope\nmetadata: {name: h}\n',
      '{apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: ConfigMap, metadata: {name: d}}, {apiVersion: v1, kind: configMap, metadata: {name: e}}]}\n');
    expect(outcome(texts)).toEqual({
      rendered: ['ConfigMap d'],
      toDo: ['/bad/ unknown-field', '//HealthScope h standalone-oam-object', '//configMap e invalid-value', '// missing-field', '// missing-field'],
    });
  });

  test('of two that clash the one that is wrong by itself, or else the second', () => {
    const twice = documents(application('app', 'componentName: bad', 'componentName: a', 'componentName: b'),
      component('bad', deployment('same').replace('image: i', 'image: i, env: x')), component('a', deployment('same')), component('b', deployment('same')));
    expect(outcome(twice)).toEqual({ rendered: ['Deployment same', 'PodMonitor a'], toDo: ['app/bad/ invalid-type', 'app/b/ duplicate-object'] });
  });
});

describe('nothing is open', () => {
  const beside = (...traits: string[]) => outcome(bound(deployment('a'), traits)).toDo;
  const NAMELESS = '{trait: {apiVersion: security.istio.io/v1, kind: AuthorizationPolicy, spec: {}}}';

  test('since a guard is left out', () => {
    expect(beside(NAMELESS, open('/a'))).toEqual(['app/a/AuthorizationPolicy missing-field', 'app/a/IngressTrait guard-left-out']);
    const [, { reasons }] = kept(bound(deployment('a'), [NAMELESS, open('/a')])).toDo;
    expect(reasons.map(describeLocated)).toEqual([
      'f.yaml:8:8: guard-left-out: \'spec.components[0].traits[1].trait\' lets requests in, and AuthorizationPolicy, which may guard them, is not rendered; first do what the list says about the guard, or write an Ingress by hand once the application is guarded in another way',
    ]);
  });

  test('since a guard is left out with its component, or lies beside the application', () => {
    const entries = [`{componentName: bad, traits: [${NAMELESS.replace('spec', 'metadata: {name: p}, spec')}]}`, `{componentName: a, traits: [${open('/a')}]}`];
    const withComponent = documents(application('app', ...entries), component('bad', containerized('prots: []')), component('a', deployment('a')));
    expect(outcome(withComponent).toDo).toEqual(['app/bad/ with AuthorizationPolicy p unknown-field', 'app/a/IngressTrait guard-left-out']);
    const policy = (namespace: string) => `apiVersion: networking.k8s.io/v1/x\nkind: NetworkPolicy\nmetadata: {name: p, namespace: ${namespace}}\n`;
    expect(outcome(documents(bound(deployment('a'), [open('/a')]), policy('ns'))).toDo).toEqual(['app/a/IngressTrait guard-left-out', '//NetworkPolicy p invalid-value']);
    expect(outcome(documents(bound(deployment('a'), [open('/a')]), policy('other'))).toDo).toEqual(['//NetworkPolicy p invalid-value']);
  });

  test('since a guard of their namespace is left out, where they lie beside applications or are workloads', () => {
    const spec = '{defaultBackend: {service: {name: a, port: {number: 80}}}}';
    const type = (kind: string, name: string, namespace: string) => `apiVersion: networking.k8s.io/v1\nkind: ${kind}\nmetadata: {name: ${name}, namespace: ${namespace}}\nspec: ${spec}\n`;
    const old = type('NetworkPolicy', 'old', 'ns').replace('networking.k8s.io/v1', 'extensions/v1beta1');
    const openings = [type('Ingress', 'i', 'ns'), type('Ingress', 'other', 'elsewhere')];
    expect(outcome(documents(old, ...openings)).toDo).toEqual(['//NetworkPolicy old unserved-version', '//Ingress i guard-left-out']);
    expect(outcome(documents(bound(deployment('a'), [NAMELESS]), ...openings)).toDo).toEqual(['app/a/AuthorizationPolicy missing-field', '//Ingress i guard-left-out']);
    const workload = (kind: string, version: string) => `{apiVersion: ${version}, kind: ${kind}, metadata: {name: w}, spec: ${spec}}`;
    const guard = component('bad', workload('NetworkPolicy', 'extensions/v1beta1'));
    expect(outcome(documents(application('app', 'componentName: bad', 'componentName: a'), guard, component('a', workload('Ingress', 'networking.k8s.io/v1')), ...openings)).toDo)
      .toEqual(['app/bad/ unserved-version', 'app/a/ guard-left-out', '//Ingress i guard-left-out']);
  });

  test('since a path with a policy is left out: the other ways into its namespace are too, whatever their host and path', () => {
    const named = (trait: string) => trait.replace('kind: IngressTrait', 'kind: IngressTrait, metadata: {name: other}');
    for (const other of [open('/a'), open('/'), open('/', 'hosts: [other.example.com], ')]) {
      expect(beside(GUARDED, named(other))).toEqual(['app/a/IngressTrait not-expressible', 'app/a/IngressTrait other guard-left-out']);
    }
    const [, { reasons }] = kept(bound(deployment('a'), [GUARDED, named(open('/b'))])).toDo;
    expect(reasons.map(describeLocated)).toEqual([
      expect.stringContaining("'spec.components[0].traits[1].trait' lets requests in, and an authorizationPolicy, which may guard them, is not rendered"),
    ]);
    const route = { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { name: 'far', namespace: 'far' }, spec: { defaultBackend: { service: { name: 'b', port: { number: 80 } } } } };
    expect(outcome(documents(bound(deployment('a'), [GUARDED]), JSON.stringify(route))).rendered).toEqual(['Deployment a', 'PodMonitor a', 'Ingress far']);
  });

  test('whatever a guarded trait is like', () => {
    const odd = ingress(`{rules: [{paths: [{path: 5, ${POLICY}}, x, null], hosts: 5}, y, {paths: x, hosts: [5]}]}`);
    expect(outcome(bound(deployment('a'), [odd])).toDo).toEqual([expect.stringMatching(/^app\/a\/IngressTrait invalid-/)]);
  });
});

test('what has no errors is rendered as ever, and nothing is to do', () => {
  const texts = bound(containerized(PORTS), [open('/a')]);
  expect(kept(texts)).toEqual(renderManifests(read(texts), KUBERNETES));
  expect(kept(texts, OAM).toDo).toEqual([]);
});

test('what cannot be read is an error all the same', () => {
  expect(() => renderManifests(read('a: [\n'), { ...KUBERNETES, keepGoing: true })).toThrow(ManifestError);
});

test('no monitor of an operator counts that lies where the Prometheus takes none', () => {
  const spec = '{coherence: {metrics: {enabled: true}}, ports: [{name: metrics, port: 9612, serviceMonitor: {enabled: true}}]}';
  const { toDo, warnings } = kept(bound(coherence(spec)), { platform: kubernetes({ monitorNamespaceSelector: undefined }) });
  expect(toDo.flatMap(({ reasons }) => reasons.map(({ code }) => code))).toEqual(['not-selected']);
  expect(warnings).toEqual([]);
});
