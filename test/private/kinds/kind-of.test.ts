import { isKind, kindName, kindOf, labelPlacesOf, mayHavePods } from '../../../src/private/kinds/kind-of';
import { KUBERNETES_KINDS, POD, SERVICE } from '../../../src/private/kinds/kubernetes-kinds';
import { OPERATOR_KINDS } from '../../../src/private/kinds/operator-kinds';
import { isBuiltIn } from '../../../src/private/scopes';

const type = (apiVersion: string, kind: string) => ({ apiVersion, kind });

test('a kind is the same in all versions of its group', () => {
  expect(kindOf(type('apps/v1', 'Deployment'))).toBe(KUBERNETES_KINDS['apps/Deployment']);
  expect(kindOf(type('apps/v1beta2', 'Deployment'))).toBe(KUBERNETES_KINDS['apps/Deployment']);
  expect(kindOf(type('weblogic.oracle/v9', 'Domain'))).toBe(OPERATOR_KINDS['weblogic.oracle/Domain']);
});

test.each([
  type('example.com/v1', 'Deployment'), type('apps/v1', 'deployment'), type('v2', 'Pod'), type('', 'Pod'), type('v1', 'constructor'),
  undefined, null, 'Pod', { kind: 'Pod' }, { apiVersion: 1, kind: 'Pod' },
])('nothing is known of %j', given => {
  expect(kindOf(given)).toEqual({});
  expect(isKind(given, POD)).toBe(false);
});

test('a kind is named by group and kind', () => {
  expect(kindName(type('v1', 'Service'))).toBe(SERVICE);
  expect(kindName(type('apps/v1', 'Deployment'))).toBe('apps/Deployment');
});

test("the tables are of Kubernetes' own kinds and of others", () => {
  const ofGroup = (name: string) => ({ apiVersion: name.startsWith('/') ? 'v1' : `${name.slice(0, name.indexOf('/'))}/v1` });

  expect(Object.keys(KUBERNETES_KINDS).filter(name => !isBuiltIn(ofGroup(name)))).toEqual([]);
  expect(Object.keys(OPERATOR_KINDS).filter(name => isBuiltIn(ofGroup(name)))).toEqual([]);
  expect(Object.keys(KUBERNETES_KINDS)).toEqual([...Object.keys(KUBERNETES_KINDS)].sort());
});

test('labels of pods, their selectors and their nodes are in places of Kubernetes', () => {
  const paths = (apiVersion: string, kind: string) => {
    const { metadata, selectors } = labelPlacesOf(type(apiVersion, kind));
    return [metadata, selectors].map(each => each.map(path => path.join('.')));
  };

  expect(paths('apps/v1', 'Deployment')).toEqual([['spec.template.metadata'], ['spec.selector.matchLabels', 'spec.template.spec.nodeSelector']]);
  expect(paths('batch/v1', 'CronJob')).toEqual([
    ['spec.jobTemplate.metadata', 'spec.jobTemplate.spec.template.metadata'], ['spec.jobTemplate.spec.template.spec.nodeSelector'],
  ]);
  expect(paths('v1', 'Pod')).toEqual([[], ['spec.nodeSelector']]);
  expect(paths('v1', 'PodTemplate')).toEqual([['template.metadata'], ['template.spec.nodeSelector']]);
  expect(paths('policy/v1', 'PodDisruptionBudget')).toEqual([[], ['spec.selector.matchLabels']]);
  expect(paths('coherence.oracle.com/v1', 'Coherence')).toEqual([[], []]);
});

test.each([
  ['v1', 'Pod', true], ['v1', 'ReplicationController', true], ['v1', 'Service', false], ['apps/v1', 'StatefulSet', true], ['apps/v1', 'ControllerRevision', false],
  ['networking.k8s.io/v1', 'Ingress', false], ['gateway.networking.k8s.io/v1', 'HTTPRoute', false], ['monitoring.coreos.com/v1', 'PodMonitor', false], ['example.com/v1', 'Widget', true], ['jobset.x-k8s.io/v1', 'JobSet', true],
])('whether a %s %s may have pods: %s', (apiVersion, kind, isTrue) => {
  expect(mayHavePods(type(apiVersion, kind))).toBe(isTrue);
});
