import { application, component, documentsOf, entry, metricsTrait, read, WORKLOADS } from './manifests';
import { declaredComponents } from '../../src/verify/declared';
import { wordsOf } from '../../src/verify/remarks';
import { messageOf } from '../support/message';

/** What the platform distributes to several clusters: the template has no name of its own. */
const distributed = ({ kind, metadata, spec }: any, apiVersion = 'clusters.verrazzano.io/v1alpha1') =>
  ({ apiVersion, kind: `MultiCluster${kind}`, metadata, spec: { template: { metadata: { annotations: {} }, spec }, placement: { clusters: [] } } });

const told = (...objects: object[]) => declaredComponents(documentsOf(...objects))
  .map(({ line, application: name, namespace, component: of, endpoints, unscraped }) => [line, `${namespace}/${name}/${of}`, ...endpoints.map(({ port }) => port), unscraped ? wordsOf(unscraped) : '']);

test('an application of several clusters is that of each', () => {
  expect(told(distributed(application([entry('one'), entry('two', metricsTrait({ port: 1 }))])), component('one'), distributed(component('two'))))
    .toEqual([[13, 'ns/hello/one', 8080, ''], [14, 'ns/hello/two', 1, '']]);
  expect(told(application([entry('one')]), distributed(component('one', WORKLOADS.Coherence), 'clusters.acme.com/v1'))).toEqual([[9, 'ns/hello/one', 9612, '']]);
});

test('others of that name are none', () => {
  expect(told(distributed(application([entry('one')]), 'core.oam.dev/v1alpha2'), { ...application([entry('one')]), apiVersion: 'clusters.verrazzano.io/v1alpha1' })).toEqual([]);
});

test('fails with the place in the template', () => {
  const text = `apiVersion: clusters.verrazzano.io/v1alpha1
kind: MultiClusterApplicationConfiguration
metadata:
  name: hello
spec:
  template:
    spec:
      components:
        - {}
---
apiVersion: clusters.verrazzano.io/v1alpha1
kind: MultiClusterComponent
metadata:
  name: greet
spec: {}
`;
  expect(messageOf(() => declaredComponents(read(text)))).toBe([
    '2 findings:',
    "  app.yaml:9:11: invalid-value: 'spec.template.spec.components[0]' must have either a componentName or a revisionName; leave one of them out, or give one",
    "  app.yaml:15:1: missing-field: 'spec.template.spec' is required",
  ].join('\n'));
});
