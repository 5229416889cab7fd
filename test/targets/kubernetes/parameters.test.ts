import { bindOn, BindOptions, findingsOf, kubernetesChart, objectsOf, only, SELECTOR } from './support';
import { ComponentParameter, HelidonWorkload, KubernetesWorkload, MetricsTrait, ParameterValue } from '../../../src';
import { boundWorkload } from '../../../src/model/platform/parameters';
import { BindingModel } from '../../../src/model/platform/model';
import { messageOf } from '../../support/message';

const helidon = () => new HelidonWorkload({
  deployment: { name: 'greeting', podSpec: { containers: [{ name: 'main', image: 'i:1', ports: [{ name: 'http', containerPort: 8080 }], env: [{ name: 'A', value: 'a' }] }] } },
});
const POD = 'spec.deploymentTemplate.podSpec';

function bound(fieldPaths: string[], value: any, options: Partial<BindOptions> & { required?: boolean } = {}) {
  const { required, ...more } = options;
  return bindOn(kubernetesChart(), helidon(), { parameters: [{ name: 'p', fieldPaths, required }], parameterValues: [{ name: 'p', value }], ...more });
}

test('values are put into the workload when it is rendered', () => {
  const binding = bindOn(kubernetesChart(), helidon(), {
    parameters: [
      { name: 'image', fieldPaths: [`${POD}.containers[0].image`, `${POD}.containers[0].env[0].value`], required: true },
      { name: 'port', fieldPaths: [`${POD}.containers[0].ports[0].containerPort`] },
      { name: 'name', fieldPaths: ['spec.deploymentTemplate.metadata.name'] },
      { name: 'tier', fieldPaths: ['metadata.labels[example.com/tier]', 'metadata.annotations.tier'] },
      { name: 'unset', fieldPaths: [`${POD}.serviceAccountName`] },
    ],
    parameterValues: [{ name: 'image', value: 'i:2' }, { name: 'port', value: 9090 }, { name: 'name', value: 'named' }, { name: 'tier', value: 'web' }],
  });
  new MetricsTrait(binding, 'metrics', { port: 9090 });
  const objects = objectsOf(binding);
  const { metadata, spec } = only('Deployment', objects);

  expect(metadata).toMatchObject({ name: 'named', labels: { 'example.com/tier': 'web', ...SELECTOR }, annotations: { tier: 'web' } });
  expect(spec.template.spec).toEqual({ containers: [{ name: 'main', image: 'i:2', ports: [{ name: 'http', containerPort: 9090 }], env: [{ name: 'A', value: 'i:2' }] }] });
  expect(only('Service', objects).metadata.name).toBe('named');
  expect(only('Service', objects).spec.ports).toEqual([{ name: 'main-9090', port: 9090, targetPort: 9090, protocol: 'TCP' }]);
});

test('what is declared stays as it is, so that another application can set it otherwise', () => {
  const workload = KubernetesWorkload.configMap({ data: { a: 'declared' } });
  const data = (value: string) => {
    const binding = bindOn(kubernetesChart(), workload, { parameters: [{ name: 'a', fieldPaths: ['data.a'] }], parameterValues: [{ name: 'a', value }] });
    return objectsOf(binding)[0].data;
  };

  expect([data('1'), data('2')]).toEqual([{ a: '1' }, { a: '2' }]);
});

function valueIn(fields: object, path: string, value: unknown) {
  const component = { workload: { kind: () => ({ apiVersion: 'v1', kind: 'A' }), fields }, parameters: [{ name: 'p', fieldPaths: [path] }] };
  const binding = { component, entry: { parameterValues: [{ name: 'p', value }] } } as object as BindingModel;
  const { manifest: { apiVersion, kind, metadata, ...others }, findings } = boundWorkload(binding, each => each({ apiVersion: '', workloadPrefix: '' }));
  return { fields: others, findings };
}

test('objects on the way, and the next element of a list, are made', () => {
  const set = (fields: any, path: string) => valueIn(fields, path, 'v');

  expect(set({}, 'spec.a.b')).toEqual({ fields: { spec: { a: { b: 'v' } } }, findings: [] });
  expect(set({ spec: null }, 'spec.list[0].name')).toEqual({ fields: { spec: { list: [{ name: 'v' }] } }, findings: [] });
  expect(set({ spec: { list: [1, 2] } }, 'spec.list[2]')).toEqual({ fields: { spec: { list: [1, 2, 'v'] } }, findings: [] });
  expect(set({ spec: { list: [1, 2] } }, 'spec.list[0]')).toEqual({ fields: { spec: { list: ['v', 2] } }, findings: [] });
  expect(set({}, 'data[a.b/c]')).toEqual({ fields: { data: { 'a.b/c': 'v' } }, findings: [] });
  expect(Object.keys(set({}, 'data.__proto__').fields.data)).toEqual(['__proto__']);
});

test('nothing that is given is changed', () => {
  const fields = { spec: { list: [{ a: 1 }], kept: {} } };
  const copy = structuredClone(fields);
  const { fields: changed } = valueIn(fields, 'spec.list[0].a', 2);

  expect(fields).toEqual(copy);
  expect(changed).toEqual({ spec: { list: [{ a: 2 }], kept: {} } });
});

const CHANGE = "change the parameter's fieldPaths";
test.each<[string, string, string]>([
  ['a list is taken for an object', `${POD}.containers.image`, `'${POD}.containers' must be an object`],
  ['an element of a list has a name', `${POD}.containers[main].image`, `'${POD}.containers' must be an object`],
  ['an object is taken for a list', `${POD}[0]`, `'${POD}' must be a list`],
  ['a text is taken for an object', `${POD}.containers[0].image.tag`, `'${POD}.containers[0].image' must be an object`],
  ['an element would leave a gap', `${POD}.containers[2].image`, `'${POD}.containers' must be a list of at least 2 elements`],
  ['a list that is not there would have a gap', `${POD}.initContainers[1].image`, `'${POD}.initContainers' must be a list of at least 1 element`],
  ['it would change the type', 'kind', "'kind' must be left as it is"],
  ['it would change the API version', 'apiVersion', "'apiVersion' must be left as it is"],
])('fails when %s', (_, path, problem) => {
  expect(findingsOf(bound([path], 'v'))).toEqual([
    `[c/hello/greet] invalid-value: 'parameterValues[0]' cannot set '${path}' of the workload: ${problem}; ${CHANGE}`,
  ]);
});

test('fails when a value is none for its field', () => {
  expect(findingsOf(bound([`${POD}.containers[0].ports[0].containerPort`], '8080'))).toEqual([
    `[c/hello/greet] invalid-port: 'workload.${POD}.containers[0].ports[0].containerPort' must be an integer from 1 to 65535, got a string`,
  ]);
  expect(findingsOf(bound(['metadata.namespace'], 'elsewhere'))).toEqual([
    "[c/hello/greet] namespace-mismatch: 'workload.metadata.namespace' is \"elsewhere\", its application is in namespace \"ns\"; leave it out",
  ]);
  expect(findingsOf(bound(['metadata'], 'greet'))).toEqual(["[c/hello/greet] invalid-type: 'workload.metadata' must be an object, got a string"]);
});

test('the namespace of the application passes', () => {
  expect(findingsOf(bound(['metadata.namespace'], 'ns'))).toEqual([]);
});

describe('of a pinned revision, what is declared here is rendered', () => {
  const pinned = (parameters: ComponentParameter[], parameterValues: ParameterValue[]) => () =>
    bindOn(kubernetesChart(), helidon(), { revisionName: 'greet-v3', parameters, parameterValues });

  test('with the values of its parameters', () => {
    const binding = pinned([{ name: 'image', fieldPaths: [`${POD}.containers[0].image`] }], [{ name: 'image', value: 'i:3' }])();

    expect(only('Deployment', objectsOf(binding)).spec.template.spec.containers[0].image).toBe('i:3');
  });

  test('fails when a value is for no parameter of it', () => {
    const finding = "unknown-parameter: 'parameterValues[0].name' \"tag\" is not a parameter of the component; leave it out";

    expect(findingsOf(pinned([], [{ name: 'tag', value: '1' }])())).toEqual([`[c/hello/greet] ${finding}`]);
  });

  test('fails when a required parameter has no value', () => {
    const run = pinned([{ name: 'image', required: true, fieldPaths: [`${POD}.containers[0].image`] }], []);

    expect(findingsOf(run())).toEqual([
      "[c/hello/greet] missing-field: 'parameterValues' must have a value for \"image\", which the component requires; "
        + 'give it, or declare the parameter as optional',
    ]);
  });
});

test('fails when a required parameter has no value, at once', () => {
  const run = () => bindOn(kubernetesChart(), helidon(), { parameters: [{ name: 'image', required: true, fieldPaths: ['spec.a'] }] });

  expect(messageOf(run)).toMatch(/^\[c\/hello\/greet\] missing-field: 'parameterValues' must have a value for "image", which the component requires; /);
});

test('a value that does not fit is not shown, as it may be a password', () => {
  expect(findingsOf(bound([`${POD}.containers[0].name`], 'hunter 2'))).toEqual([
    `[c/hello/greet] invalid-name: 'workload.${POD}.containers[0].name' must be a DNS-1123 label (lower-case letters, digits and '-', at most 63 characters), got a string`,
  ]);
  expect(findingsOf(bound([`${POD}.containers[0].ports[0].containerPort`], 70000))).toEqual([
    `[c/hello/greet] invalid-port: 'workload.${POD}.containers[0].ports[0].containerPort' must be an integer from 1 to 65535, got a number`,
  ]);
});
