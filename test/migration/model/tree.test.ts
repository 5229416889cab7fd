import { gatewayApi } from '../../targets/kubernetes/gateway-api-support';
import { kubernetes } from '../../targets/kubernetes/support';
import { application, component, containerized, deployment, documents, KUBERNETES, PORTS, toDo, told, trait } from '../support';

const ingress = (spec: string, name = '') => `trait: ${trait('IngressTrait', spec, name && `, metadata: {name: ${name}}`)}`;

/** An application of one component, with traits in the eighth line and below. */
const withTraits = (name: string, bound: string, ...traits: string[]) => application(name, [`componentName: ${bound}`, '      traits:', ...traits.map(each => `        - ${each}`)].join('\n'));

const AB = documents(component('a', containerized(PORTS)), component('b', containerized(PORTS)));

test('fails when two paths are claimed on one host, be it in two applications', () => {
  const routed = (name: string, bound: string, ...paths: string[]) => withTraits(name, bound, ingress(`{rules: [{hosts: [h], paths: [${paths.map(path => `{path: "${path}", pathType: Exact}`).join(', ')}]}]}`));
  const claims = (path: string) => `claims path ${JSON.stringify(path)} on host h, which`;
  const app = documents(routed('one', 'a', '/it\'s', '/x'), routed('two', 'b', '/x', '/it\'s', '/y'));
  expect(told({ 'dir/app.yaml': app, 'components.yaml': AB })).toEqual([
    `dir/app.yaml:17:115: duplicate-route: 'spec.components[0].traits[0].trait.spec.rules[0].paths[0]' ${claims('/x')} 'rules[0].paths[1]' of dir/app.yaml:8 has claimed already; give each its own path or host`,
    `dir/app.yaml:17:146: duplicate-route: 'spec.components[0].traits[0].trait.spec.rules[0].paths[1]' ${claims('/it\'s')} 'rules[0].paths[0]' of dir/app.yaml:8 has claimed already; give each its own path or host`,
  ]);
});

test('fails when two rules lead to the generated host', () => {
  const claims = 'claims path "/" on host one.ns.<domain>, which \'rules[0]\' of f.yaml:8 has claimed already; give each its own path or host';
  expect(told(documents(withTraits('one', 'a', ingress('{rules: [{}, {hosts: ["*"]}, {paths: [{path: /}]}]}')), AB))).toEqual([
    `f.yaml:8:98: duplicate-route: 'spec.components[0].traits[0].trait.spec.rules[1]' ${claims}`,
    `f.yaml:8:123: duplicate-route: 'spec.components[0].traits[0].trait.spec.rules[2].paths[0]' ${claims}`,
  ]);
});

test.each([['OAM'], ['Kubernetes']])('fails when a component is bound twice, for %s', platform => {
  const texts = { 'a.yaml': documents(application('one', 'componentName: a', 'revisionName: a-v1'), application('two', 'componentName: a')), 'c.yaml': component('a', deployment('a')) };
  const said = 'component "a" is already bound by a.yaml:6: both would change its one workload; bind it once, or declare a second component with its own workload';
  expect(told(texts, platform === 'OAM' ? undefined : KUBERNETES)).toEqual([
    `a.yaml:7:7: component-bound-twice: 'spec.components[1]' ${said}`,
    `a.yaml:14:7: component-bound-twice: 'spec.components[0]' ${said}`,
  ]);
});

test('fails when two objects have one name, whatever they are made of', () => {
  const texts = {
    'a.yaml': application('one', 'componentName: a', 'componentName: b'),
    'c.yaml': documents(component('a', deployment('same')), component('b', deployment('same'))),
    'd.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: same, namespace: ns}\nspec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: i}]}}}\n',
  };
  const made = (by: string) => `Deployment "same" in namespace "ns" is also made by ${by}; rename one of them, or put it into another namespace`;
  expect(told(texts)).toEqual([
    `a.yaml:6:7: duplicate-object: 'spec.components[0]' ${made('d.yaml:1')}`,
    `a.yaml:7:7: duplicate-object: 'spec.components[1]' ${made('d.yaml:1')}`,
  ]);
  expect(told(texts, KUBERNETES)).toEqual([
    `a.yaml:7:7: duplicate-object: 'spec.components[1]' ${made('a.yaml:6')}`,
    `d.yaml:1:1: duplicate-object: ${made('a.yaml:6')}`,
  ]);
});

test('fails when two documents are one object', () => {
  const configMap = (metadata: string) => `apiVersion: v1\nkind: ConfigMap\n${metadata}`;
  const said = (what: string, by: string) => `${what} is also made by ${by}; rename one of them, or put it into another namespace`;
  expect(told({
    'a.yaml': documents(application('one'), application('one'), application('one').replace('ns}', 'other}')),
    'b.yaml': documents(component('a', deployment('a')), component('a', deployment('b')), configMap('metadata: {name: x}\n'), configMap('metadata: {name: x}\n'), configMap(''), configMap('')),
  })).toEqual([
    `a.yaml:7:1: duplicate-object: ${said('ApplicationConfiguration "one" in namespace "ns"', 'a.yaml:1')}`,
    `b.yaml:7:1: duplicate-object: ${said('Component "a" in namespace "ns"', 'b.yaml:1')}`,
    `b.yaml:17:1: duplicate-object: ${said('ConfigMap "x" without a namespace', 'b.yaml:13')}`,
    'b.yaml:21:1: missing-field: \'metadata.name\' is required',
    'b.yaml:24:1: missing-field: \'metadata.name\' is required',
  ]);
});

test('a component of the default namespace is the one that names it', () => {
  const [named, unnamed] = [component('a', deployment('a')), component('a', deployment('b')).replace(', namespace: ns', '')];
  const texts = { 'a.yaml': application('one', 'componentName: a'), 'b.yaml': named, 'c.yaml': unnamed };
  expect(told(texts, { ...KUBERNETES, defaultNamespace: 'ns' })).toEqual([
    'c.yaml:1:1: duplicate-object: Component "a" in namespace "ns" is also made by b.yaml:1; rename one of them, or put it into another namespace',
  ]);
});

test('two components of one name are one object without an OAM platform too', () => {
  const texts = { 'a.yaml': application('one', 'componentName: a'), 'b.yaml': component('a', deployment('a')), 'c.yaml': component('a', deployment('b')) };
  expect(told(texts, KUBERNETES)).toEqual([
    'c.yaml:1:1: duplicate-object: Component "a" in namespace "ns" is also made by b.yaml:1; rename one of them, or put it into another namespace',
  ]);
});

test('fails when two metrics endpoints have one job name', () => {
  const long = 'x'.repeat(50);
  expect(told({
    'a.yaml': application(long, `componentName: a-${long}`, `componentName: b-${long}`),
    'c.yaml': documents(component(`a-${long}`, deployment('a')), component(`b-${long}`, deployment('b'))),
  })).toEqual([
    `a.yaml:7:7: duplicate-job: 'spec.components[1]' port 8080 of component "b-${long}" and port 8080 of component "a-${long}" (a.yaml:6) share the job name "${long}_ns"; shorten the name of the application, the namespace or the component`,
  ]);
});

test('fails when an object belongs to the platform', () => {
  const said = 'Ingress "vmi-system-prometheus" in namespace "verrazzano-system" belongs to the platform, which reconciles it; leave it to the platform, or give yours another name';
  const own = 'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: vmi-system-prometheus, namespace: verrazzano-system}\nspec: {defaultBackend: {service: {name: a, port: {number: 80}}}}\n';
  expect(told(own)).toEqual([`f.yaml:1:1: platform-owned-object: ${said}`]);
  expect(told(own, KUBERNETES)).toEqual([]);
});

test('in objects of a List and of several clusters, places are those of the document', () => {
  const list = [
    'apiVersion: v1', 'kind: List', 'items:',
    '  - apiVersion: core.oam.dev/v1alpha2', '    kind: ApplicationConfiguration', '    metadata: {name: one, namespace: ns}', '    spec: {components: [{componentName: a}]}',
    '  - apiVersion: core.oam.dev/v1alpha2', '    kind: ApplicationConfiguration', '    metadata: {name: two, namespace: ns}', '    spec: {components: [{componentName: a}]}', '',
  ].join('\n');
  const multi = [
    'apiVersion: clusters.verrazzano.io/v1alpha1', 'kind: MultiClusterApplicationConfiguration', 'metadata: {name: three, namespace: ns}', 'spec:',
    '  placement: {clusters: [{name: local}]}', '  template:', '    spec:', '      components:', '        - componentName: a', `          traits: [{${ingress('{rules: [{hosts: [h]}, {hosts: [h]}]}')}}]`, '',
  ].join('\n');
  const said = 'component "a" is already bound by list.yaml:7: both would change its one workload; bind it once, or declare a second component with its own workload';
  expect(told({ 'list.yaml': list, 'multi.yaml': multi, 'c.yaml': component('a', containerized(PORTS)) })).toEqual([
    `list.yaml:11:25: component-bound-twice: 'items[1].spec.components[0]' ${said}`,
    `multi.yaml:9:11: component-bound-twice: 'spec.template.spec.components[0]' ${said}`,
    'multi.yaml:10:118: duplicate-route: \'spec.template.spec.components[0].traits[0].trait.spec.rules[1]\' claims path "/" on host h, which \'rules[0]\' of multi.yaml:10 has claimed already; give each its own path or host',
  ]);
});

test('all is told in one run, in the order of the files, and nothing twice', () => {
  const texts = {
    'z.yaml': documents(
      withTraits('app', 'a', `trait: ${trait('MetricsTrait', '{port: 0, Path: /m}')}`, 'trait: {kind: X}'), application('A', 'componentName: b'), 'apiVersion: a b\nkind: X\n'),
    'a.yaml': documents(component('a', deployment('a'), 'parameters: {}'), component('b', '{}'), 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n'),
  };
  expect(told(texts).map(line => line.split(':').slice(0, 4).map(part => part.trim()).join(' '))).toEqual([
    'z.yaml 8 86 invalid-port', 'z.yaml 8 95 unknown-field', 'z.yaml 9 11 missing-field', 'z.yaml 13 12 invalid-name', 'z.yaml 18 1 invalid-value',
    'a.yaml 6 3 invalid-type', 'a.yaml 12 3 missing-field', 'a.yaml 12 3 missing-field', 'a.yaml 18 1 duplicate-object',
  ]);
});

describe('a route that gets no requests', () => {
  const metadata = (name: string) => `metadata: {name: ${name}, namespace: ns}`;
  const virtualService = `apiVersion: networking.istio.io/v1
kind: VirtualService
${metadata('shop')}
spec:
  hosts: [h]
  gateways: [public]
  http:
    - {match: [{uri: {prefix: /}}], route: [{destination: {host: root}}]}
    - {match: [{uri: {prefix: /a}}], route: [{destination: {host: a}}]}
`;

  test.each([['OAM'], ['Kubernetes']])('is a warning, for %s: the object may be applied', platform => {
    expect(told({ 'dir/shop.yaml': virtualService }, platform === 'OAM' ? undefined : KUBERNETES)).toEqual([
      "dir/shop.yaml:9:16: warning: shadowed-route: 'spec.http[1].match[0]' gets no requests: 'spec.http[0].match[0]' of dir/shop.yaml:1 takes all of them before; "
      + 'put the narrower one first, or leave one of the two out',
    ]);
  });

  test('fails when it is that of a trait', () => {
    const platform = kubernetes({ ingress: gatewayApi() });
    const rules = (path: string, type: string) => ingress(`{rules: [{hosts: [shop.example.com], paths: [{path: "${path}", pathType: ${type}}]}]}`);
    const texts = documents(withTraits('one', 'a', rules('/a/.*', 'Regex')), withTraits('two', 'b', rules('/a/b', 'Prefix')), AB);
    expect(told(texts, { platform })).toEqual([
      "f.yaml:17:130: shadowed-route: 'spec.components[0].traits[0].trait.spec.rules[0].paths[0]' gets no requests: 'rules[0].paths[0]' of f.yaml:8 takes all of them before; "
      + 'make that path narrower, or leave one of the two out',
    ]);
    expect(toDo(texts, { platform })).toEqual(told(texts, { platform }));
  });
});
