import { parseAllDocuments } from 'yaml';
import { ObjectIndex, selected } from '../../../src/cluster/objects/object-index';
import type { TypedManifest } from '../../../src/base/oam-kind';
import { metadataLabels } from '../../../src/cluster/objects/pod-templates';

const objectsOf = (yaml: string) => parseAllDocuments(yaml).map(document => document.toJS() as TypedManifest);

const YAML = `
apiVersion: v1
kind: Namespace
metadata: { name: shop, namespace: ignored, labels: { team: a, count: 1 } }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: cart, namespace: shop }
spec: { template: { metadata: { labels: { app: cart, tier: web } }, spec: { containers: [], volumes: [{ configMap: { name: conf } }] } } }
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: { name: web, namespace: shop }
spec:
  template:
    metadata: { labels: { app: web, tier: web } }
    spec: { containers: [], volumes: [{ projected: { sources: [{ secret: { name: key } }] } }, { secret: { secretName: conf } }] }
---
apiVersion: v1
kind: Pod
metadata: { name: cart, labels: { app: cart } }
spec: { containers: [] }
---
apiVersion: v1
kind: Service
metadata: { name: cart, namespace: shop, labels: { app: cart } }
spec: { selector: { app: cart } }
---
apiVersion: v1
kind: Service
metadata: { name: all, namespace: shop }
spec: { selector: { tier: web } }
---
apiVersion: v1
kind: Service
metadata: { name: away, namespace: shop }
spec: { type: ExternalName, externalName: a.example, selector: { app: cart } }
---
apiVersion: v1
kind: Service
metadata: { name: none, namespace: shop }
spec: { selector: {} }
---
apiVersion: v1
kind: Service
metadata: { name: cart, namespace: '' }
spec: { selector: { app: cart } }
`;

const OBJECTS = objectsOf(YAML);
const INDEX = new ObjectIndex(OBJECTS);
const [, CART, WEB, POD, SERVICE, ALL, AWAY, NONE, LOCAL] = OBJECTS;

test('objects are found by kind, namespace and name, whatever their version', () => {
  expect(INDEX.ofKind('apps/Deployment')).toEqual([CART]);
  expect(INDEX.ofKind('batch/Job')).toEqual([]);
  expect(INDEX.inNamespace('/Service', 'shop')).toEqual([SERVICE, ALL, AWAY, NONE]);
  expect(INDEX.named('/Service', 'shop', 'cart')).toBe(SERVICE);
  expect(INDEX.named('/Service', undefined, 'cart')).toBe(LOCAL);
  expect(INDEX.named('/Service', 'other', 'cart')).toBeUndefined();
  expect(INDEX.labelsOfNamespace('shop')).toEqual({ 'team': 'a', 'kubernetes.io/metadata.name': 'shop' });
});

test('a Service selects pods of its namespace, of every kind that has a pod template', () => {
  expect(INDEX.pods).toEqual([CART, WEB, POD]);
  expect([SERVICE, ALL, AWAY, NONE, LOCAL].map(each => INDEX.podsOf(each))).toEqual([[CART], [CART, WEB], [], [], [POD]]);
  expect([CART, WEB, POD].map(each => INDEX.servicesOf(each))).toEqual([[SERVICE, ALL], [ALL], [LOCAL]]);
});

test('objects that name no namespace are in the default one, if it is known', () => {
  const index = new ObjectIndex(OBJECTS, 'shop');
  expect(index.podsIn(undefined)).toEqual([CART, WEB, POD]);
  expect(index.podsOf(LOCAL)).toEqual([CART, POD]);
});

test('pods mount ConfigMaps and Secrets, alone or projected with others', () => {
  const holder = (kind: string, name: string, namespace = 'shop') => ({ apiVersion: 'v1', kind, metadata: { name, namespace } }) as unknown as TypedManifest;
  const mounters = [holder('ConfigMap', 'conf'), holder('Secret', 'conf'), holder('Secret', 'key'), holder('Secret', 'key', 'other')];
  expect(mounters.map(each => INDEX.mountersOf(each))).toEqual([[CART], [WEB], [WEB], []]);
});

test('a selector is compared with the objects that have one of its labels, and an empty one with all', () => {
  expect(selected({ matchLabels: { tier: 'web', app: 'web' } }, INDEX.pods)).toEqual([WEB]);
  expect(selected({ matchLabels: { tier: 'web' }, matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['web'] }] }, INDEX.pods)).toEqual([CART]);
  expect(selected({ matchExpressions: [{ key: 'tier', operator: 'DoesNotExist' }] }, INDEX.pods)).toEqual([POD]);
  expect(selected({}, INDEX.pods)).toEqual(INDEX.pods);
  expect(selected({ matchLabels: { app: 1 } }, objectsOf('{ apiVersion: v1, kind: Pod, metadata: { labels: { app: 1 } } }'))).toEqual([]);
  expect(selected({ matchLabels: { app: 'cart' } }, INDEX.ofKind('/Service'), metadataLabels)).toEqual([SERVICE]);
});

test('thousands of Services and pods are matched without comparing each with each', () => {
  const many = Array.from({ length: 20_000 }, (_, i) => [
    { apiVersion: 'v1', kind: 'Pod', metadata: { name: `p${i}`, labels: { app: `a${i}`, part: 'shop' } } },
    { apiVersion: 'v1', kind: 'Service', metadata: { name: `s${i}` }, spec: { selector: { part: 'shop', app: `a${i}` } } },
  ]).flat() as unknown as TypedManifest[];
  const index = new ObjectIndex(many);
  const started = performance.now();
  expect(index.pods.every(pod => index.servicesOf(pod).length === 1)).toBe(true);
  // each with each takes minutes
  expect(performance.now() - started).toBeLessThan(5_000);
});
