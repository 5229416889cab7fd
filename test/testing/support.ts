import { Manifests } from '../../src/testing';
import { messageOf } from '../support/message';

/** The shop of the tests: an object of each kind that they ask about. */
export const SHOP = `apiVersion: apps/v1
kind: Deployment
metadata: { name: cart, namespace: shop, labels: { app: cart, tier: web } }
spec:
  replicas: 1
  template:
    spec:
      containers:
        - { name: cart, image: example/cart:1.0, ports: [{ name: http, containerPort: 8080 }], env: [{ name: DB_PASSWORD, value: hunter2 }] }
        - { name: log, image: example/log:2, resources: { limits: { cpu: 500m } } }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: api, namespace: shop, labels: { app: api } }
spec: { replicas: 3, paused: null }
---
apiVersion: v1
kind: Service
metadata: { name: cart, namespace: shop }
spec: { type: ClusterIP, ports: [{ port: 80 }] }
---
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: { name: web, namespace: shop }
---
apiVersion: networking.istio.io/v1
kind: Gateway
metadata: { name: web, namespace: mesh }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: config, namespace: shop }
data:
  app.yaml: |
    server: { port: 8080, password: hunter2 }
  app.json: '{"debug": true, "paths": ["/a", "/b"]}'
  notes: "a: [\\n"
---
apiVersion: v1
kind: Namespace
metadata: { name: shop }
`;

export const shop = Manifests.ofYaml(SHOP);

/** The message with which an assertion fails. */
export const failure = (act: () => unknown): string => messageOf(act);

/** A Deployment with these fields in its spec. */
export const withSpec = (spec: unknown): Manifests =>
  Manifests.ofYaml(JSON.stringify({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'x' }, spec }));

/** What is said of the fields of a spec that does not match a pattern, without the head. */
export const toldOf = (spec: unknown, pattern: unknown): string[] =>
  failure(() => withSpec(spec).has({}, { spec: pattern })).split('\n').slice(1).map(line => line.trim());
