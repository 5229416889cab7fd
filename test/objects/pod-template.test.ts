import { podOf } from '../../src/objects/pods';

const metadata = { labels: { app: 'web' }, annotations: { a: 'b' } };
const spec = { containers: [{ name: 'main' }] };
const POD = { apiVersion: 'v1', kind: 'Pod', metadata, spec };
const custom = (own: unknown) => ({ apiVersion: 'example.com/v1', kind: 'Worker', metadata: {}, spec: own });

test.each([
  ['of a Pod itself', { ...POD, status: {} }],
  ['of a kind of Kubernetes', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: {}, spec: { template: { metadata, spec } } }],
  ['of a CronJob', { apiVersion: 'batch/v1', kind: 'CronJob', metadata: {}, spec: { jobTemplate: { spec: { template: { metadata, spec } } } } }],
  ['of a custom kind, in spec.template', custom({ template: { metadata, spec } })],
  ['of a custom kind, in spec.jobTemplate', custom({ jobTemplate: { spec: { template: { metadata, spec } } } })],
  ['of a custom kind, in spec.podTemplate', custom({ podTemplate: { metadata, spec } })],
])('a pod %s', (_, object) => {
  expect(podOf(object)).toEqual(POD);
});

test('of the resources of operators what they say of the metadata', () => {
  const domain = { apiVersion: 'weblogic.oracle/v9', kind: 'Domain', metadata: {}, spec: { serverPod: { labels: { a: 'b' }, env: [] } } };

  expect(podOf(domain)).toEqual({ apiVersion: 'v1', kind: 'Pod', metadata: { labels: { a: 'b' }, env: [] }, spec: {} });
});

test.each([
  ['a kind without pods', { apiVersion: 'v1', kind: 'ConfigMap', metadata: {}, spec: { template: { metadata, spec } } }],
  ['a Deployment without a template', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: {}, spec: {} }],
  ['a Deployment without a spec', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: {} }],
  ['a custom kind whose template is none of pods', custom({ template: { metadata, spec: {} } })],
  ['a custom kind without a template', custom({ podTemplate: 'x' })],
  ['a custom kind without a spec', custom(undefined)],
])('%s has none', (_, object) => {
  expect(podOf(object)).toBeUndefined();
});
