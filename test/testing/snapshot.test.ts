import * as fc from 'fast-check';
import { failure, SHOP, shop } from './support';
import { Manifests } from '../../src/testing';
import { PATIENCE, runs } from '../properties/runs';

const yamlOf = (...objects: object[]) => objects.map(object => JSON.stringify(object)).join('\n---\n');

const OBJECTS = [
  { kind: 'Service', apiVersion: 'v1', metadata: { namespace: 'b', name: 'x' }, spec: { ports: [{ port: 80, name: 'http' }], clusterIP: null } },
  { kind: 'Secret', apiVersion: 'v1', metadata: { name: 'x', namespace: 'b' }, type: 'Opaque', data: { password: 'aHVudGVy' }, stringData: { 'tls.key': 'hunter' } },
  {
    kind: 'Deployment',
    apiVersion: 'apps/v1',
    metadata: { namespace: 'b', name: 'y', annotations: { 'checksum/config': 'abc', 'build': '7' } },
    spec: {
      template: {
        metadata: { annotations: { 'checksum/config': 'abc' }, labels: { 'checksum/config': 'abc' } },
        spec: { containers: [{ name: 'a', image: 'registry:5000/a:1.0' }, { image: 'b@sha256:0' }, { image: 'c' }] },
      },
    },
  },
  { kind: 'Component', apiVersion: 'core.oam.dev/v1alpha2', metadata: { name: 'z', namespace: 'a' }, spec: { workload: { apiVersion: 'v1', kind: 'Secret', data: 'hunter' } } },
  { kind: 'Namespace', apiVersion: 'v1', metadata: { name: 'b' } },
  { kind: 'Deployment', apiVersion: 'apps/v1', metadata: { namespace: 'b', name: 'x' } },
  { kind: 'Job', apiVersion: 'batch/v1', metadata: { namespace: 'b', generateName: 'j-' } },
];

const SNAPSHOT = `# Namespace b
apiVersion: v1
kind: Namespace
metadata:
  name: b
---
# Component a/z
apiVersion: core.oam.dev/v1alpha2
kind: Component
metadata:
  name: z
  namespace: a
spec:
  workload:
    apiVersion: v1
    data: <redacted>
    kind: Secret
---
# Secret b/x
apiVersion: v1
kind: Secret
metadata:
  name: x
  namespace: b
data:
  password: <redacted>
stringData:
  tls.key: <redacted>
type: Opaque
---
# Service b/x
apiVersion: v1
kind: Service
metadata:
  name: x
  namespace: b
spec:
  clusterIP: null
  ports:
    - name: http
      port: 80
---
# Deployment b/x
apiVersion: apps/v1
kind: Deployment
metadata:
  name: x
  namespace: b
---
# Deployment b/y
apiVersion: apps/v1
kind: Deployment
metadata:
  annotations:
    build: "7"
    checksum/config: <checksum>
  name: "y"
  namespace: b
spec:
  template:
    metadata:
      annotations:
        checksum/config: <checksum>
      labels:
        checksum/config: abc
    spec:
      containers:
        - image: registry:5000/a:1.0
          name: a
        - image: b@sha256:0
        - image: c
---
# Job b/j-…
apiVersion: batch/v1
kind: Job
metadata:
  generateName: j-
  namespace: b
`;

test('a snapshot has all objects in order, without the values of Secrets and checksums', () => {
  expect(Manifests.ofYaml(yamlOf(...OBJECTS)).toSnapshot()).toBe(SNAPSHOT);
  expect(Manifests.ofYaml('').toSnapshot()).toBe('');
});

test('it is the same in whichever order objects and keys are, and reads as the same objects', () => {
  const turned = (value: any): any => {
    if (Array.isArray(value)) return value.map(turned);
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).reverse().map(([key, each]) => [key, turned(each)])) : value;
  };
  fc.assert(fc.property(fc.shuffledSubarray(OBJECTS, { minLength: OBJECTS.length }), objects => {
    expect(Manifests.ofYaml(yamlOf(...objects.map(turned))).toSnapshot()).toBe(SNAPSHOT);
  }), { numRuns: runs(25) });
  expect(Manifests.ofYaml(SNAPSHOT).toSnapshot()).toBe(SNAPSHOT);
  expect(Manifests.ofYaml(shop.toSnapshot()).all({ kind: 'Deployment', name: 'cart' })).toEqual(Manifests.ofYaml(SHOP).all({ kind: 'Deployment', name: 'cart' }));
}, PATIENCE);

/** The lines that options change. */
function changed(options: object): string[] {
  const before = SNAPSHOT.split('\n');
  return Manifests.ofYaml(yamlOf(...OBJECTS)).toSnapshot(options).split('\n').filter(line => !before.includes(line)).map(line => line.trim());
}

test.each<[string, object, string[]]>([
  ['a field', { redact: ['spec.ports'] }, ['ports: <redacted>']],
  ['a field of each element', { redact: ['spec.ports[].port'] }, ['port: <redacted>']],
  ['a field of one element', { redact: ['spec.template.spec.containers[1].image'] }, ['- image: <redacted>']],
  ['a field of a kind', { redact: ['Secret/metadata.name', 'Job/metadata.namespace'] }, ['name: <redacted>', 'namespace: <redacted>']],
  ['a key that is no name', { redact: ["spec.template.metadata.labels['checksum/config']"] }, ['checksum/config: <redacted>']],
  ['each element', { redact: ['spec.template.spec.containers[]'] }, ['- <redacted>', '- <redacted>', '- <redacted>']],
  ['nothing where nothing is', { redact: ['spec.more[].x', 'spec.ports.x', 'Pod/spec'] }, []],
  ['the tags of images', { withoutImageTags: true }, ['- image: registry:5000/a:<tag>', '- image: b:<tag>']],
])('%s is redacted', (_, options, lines) => {
  expect(changed(options)).toEqual(lines);
});

test('fails when an option is invalid', () => {
  expect(failure(() => shop.toSnapshot({ redact: ['kind', '', '[0].a', 'Pod/'], withoutImageTags: 1, more: 1 } as any))).toBe([
    '[Manifests.toSnapshot()] 6 findings:',
    "unknown-field: 'options.more' is an unknown field; expected one of redact, withoutImageTags; leave it out, or check its spelling",
    ...['kind', '', '[0].a', 'Pod/'].map((path, i) =>
      `invalid-value: 'options.redact[${i}]' must be the path of a field other than apiVersion and kind, such as "spec.rules[].host", got ${JSON.stringify(path)}`),
    "invalid-type: 'options.withoutImageTags' must be a boolean, got a number",
  ].join('\n  '));
});

test('what kubectl has applied last is not in a snapshot: it has the values of a Secret', () => {
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{"data":{"password":"aHVudGVy"}}' };
  const secret = { kind: 'Secret', apiVersion: 'v1', metadata: { name: 'x', annotations }, data: { password: 'aHVudGVy' } };
  expect(Manifests.ofYaml(yamlOf(secret)).toSnapshot()).not.toContain('aHVudGVy');
});
