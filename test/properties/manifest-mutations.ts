import * as fc from 'fast-check';
import { readManifests } from '../../src/files/reading';

/** Whole applications with all that is checked, as a starting point for others in which something is odd. */
export const BASES: readonly any[][] = [
  `
apiVersion: core.oam.dev/v1alpha2
kind: ApplicationConfiguration
metadata: {name: shop, namespace: shop, labels: {team: a}, annotations: {version: v1}}
spec:
  components:
    - componentName: web
      parameterValues: [{name: image, value: web:2}, {name: replicas, value: '2'}]
      scopes: []
      traits:
        - trait:
            apiVersion: oam.verrazzano.io/v1alpha1
            kind: MetricsTrait
            metadata: {name: web-metrics, labels: {a: b}}
            spec: {ports: [{port: 8080, path: /metrics}, {port: 8081}], scraper: verrazzano-system/vmi-system-prometheus-0, secret: s, enabled: true}
        - trait:
            apiVersion: oam.verrazzano.io/v1alpha1
            kind: IngressTrait
            metadata: {name: web-ingress}
            spec:
              rules:
                - hosts: [web.example.com]
                  paths: [{path: /a, pathType: Prefix}, {path: /b, pathType: Exact}]
                  destination: {host: web, port: 8080, httpCookie: {name: c, path: /, ttl: 60}}
                - {hosts: ['*.example.org', other.example.com]}
              tls: {secretName: cert}
        - trait: {apiVersion: core.oam.dev/v1alpha2, kind: ManualScalerTrait, spec: {replicaCount: 3}}
        - trait:
            apiVersion: oam.verrazzano.io/v1alpha1
            kind: LoggingTrait
            spec: {loggingImage: fluentd, loggingConfig: "<match **>", imagePullPolicy: Always}
    - componentName: cache
    - componentName: domain
      traits: [{trait: {apiVersion: oam.verrazzano.io/v1alpha1, kind: MetricsTrait}}]
    - componentName: settings
    - componentName: service
---
apiVersion: core.oam.dev/v1alpha2
kind: Component
metadata: {name: web, namespace: shop}
spec:
  parameters:
    - {name: image, required: true, fieldPaths: ['spec.containers[0].image']}
    - {name: replicas, description: d, fieldPaths: [metadata.annotations.replicas]}
  workload:
    apiVersion: core.oam.dev/v1alpha2
    kind: ContainerizedWorkload
    metadata: {name: web, labels: {app: web}}
    spec:
      osType: linux
      arch: amd64
      containers:
        - name: main
          image: web:1
          ports: [{name: http, containerPort: 8080, protocol: TCP}, {name: metrics, containerPort: 8081}]
          env: [{name: A, value: x}, {name: B, fromSecret: {name: s, key: k}}]
          config: [{path: /etc/a, value: x}, {path: /etc/v, fromSecret: {name: v, key: k}}]
          command: [run]
          args: [fast]
          resources: {cpu: {required: '1'}, memory: {required: 1Gi}, volumes: [{name: v, mountPath: /v, disk: {required: 1Gi, ephemeral: true}}]}
          livenessProbe: {httpGet: {path: /live, port: 8080}, periodSeconds: 5}
          readinessProbe: {exec: {command: [ready]}}
---
apiVersion: core.oam.dev/v1alpha2
kind: Component
metadata: {name: cache, namespace: shop}
spec:
  workload:
    apiVersion: oam.verrazzano.io/v1alpha1
    kind: VerrazzanoCoherenceWorkload
    spec:
      template:
        metadata: {name: cache}
        spec: {replicas: 2, labels: {a: b}, ports: [{name: metrics, port: 9612}], coherence: {metrics: {enabled: true, port: 9612}}}
---
apiVersion: core.oam.dev/v1alpha2
kind: Component
metadata: {name: domain, namespace: shop}
spec:
  workload:
    apiVersion: oam.verrazzano.io/v1alpha1
    kind: VerrazzanoWebLogicWorkload
    spec:
      template:
        apiVersion: weblogic.oracle/v9
        metadata: {name: domain}
        spec: {domainUID: domain, webLogicCredentialsSecret: {name: s}, serverPod: {labels: {a: b}}, clusters: [{name: cluster-1}]}
      clusters: [{metadata: {name: cluster-1}, spec: {clusterName: cluster-1}}]
---
apiVersion: core.oam.dev/v1alpha2
kind: Component
metadata: {name: settings, namespace: shop}
spec: {workload: {apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: {a: b}}}
---
apiVersion: core.oam.dev/v1alpha2
kind: Component
metadata: {name: service, namespace: shop}
spec: {workload: {apiVersion: v1, kind: Service, metadata: {name: service}, spec: {selector: {app: web}, ports: [{port: 80, targetPort: 8080}]}}}
`, `
apiVersion: clusters.verrazzano.io/v1alpha1
kind: MultiClusterApplicationConfiguration
metadata: {name: hello, namespace: hello}
spec:
  placement: {clusters: [{name: managed1}]}
  secrets: [s]
  template:
    metadata: {labels: {a: b}, annotations: {c: d}}
    spec:
      components:
        - revisionName: greet-v1
          traits:
            - trait: {apiVersion: oam.verrazzano.io/v1alpha1, kind: IngressTrait, spec: {rules: [{paths: [{path: /greet}]}]}}
            - trait: {apiVersion: v1, kind: ConfigMap, metadata: {name: beside}, data: {a: b}}
---
apiVersion: clusters.verrazzano.io/v1alpha1
kind: MultiClusterComponent
metadata: {name: greet, namespace: hello}
spec:
  placement: {clusters: [{name: managed1}]}
  template:
    spec:
      workload:
        apiVersion: oam.verrazzano.io/v1alpha1
        kind: VerrazzanoHelidonWorkload
        metadata: {name: greet, labels: {app: greet}}
        spec:
          deploymentTemplate:
            metadata: {name: greet, labels: {a: b}, annotations: {c: d}}
            selector: {matchLabels: {app: greet}}
            strategy: {type: Recreate}
            podSpec:
              containers: [{name: main, image: greet:1, ports: [{name: http, containerPort: 8080}], env: [{name: A, value: x}], volumeMounts: [{name: v, mountPath: /v}]}]
              volumes: [{name: v, emptyDir: {}}]
          serviceTemplate: {metadata: {name: greet}, serviceSpec: {ports: [{name: http, port: 8080}]}}
---
apiVersion: v1
kind: List
items:
  - apiVersion: core.oam.dev/v1alpha2
    kind: ApplicationConfiguration
    metadata: {name: listed, namespace: hello}
    spec: {components: [{componentName: plain, traits: [{trait: {apiVersion: core.oam.dev/v1alpha2, kind: ManualScalerTrait, spec: {replicaCount: 2}}}]}]}
  - apiVersion: core.oam.dev/v1alpha2
    kind: Component
    metadata: {name: plain, namespace: hello}
    spec:
      workload:
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: plain}
        spec:
          selector: {matchLabels: {app: plain}, matchExpressions: [{key: app, operator: Exists}]}
          template: {metadata: {labels: {app: plain}}, spec: {containers: [{name: main, image: i, ports: [{containerPort: 8080}]}], initContainers: [{name: init, image: i}]}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: passed, namespace: hello}
data: {a: b}
---
apiVersion: oam.verrazzano.io/v1alpha1
kind: MetricsTrait
metadata: {name: greet-trait, namespace: hello, labels: {app.oam.dev/name: hello}}
spec: {port: 8080, workloadRef: {apiVersion: oam.verrazzano.io/v1alpha1, kind: VerrazzanoHelidonWorkload, name: greet}}
`,
].map(text => readManifests(text, 'base.yaml').yaml.map(({ value }) => value));

/** What comes in the place of something else. */
const ODD: readonly unknown[] = [
  null, 0, -1, 1.5, 8080, 99999, true, '', 'x', 'a b', 'A', 'é', '\t', '/', '*', '0o1', '{{ .X }}', '${X}', 'a\'b', 'x'.repeat(300), 'constructor', '__proto__', 'shop', 'web', 'web-v1', [], {}, [null], [[]], [1], ['x'], [{}],
  { a: null }, { name: 'x' }, [{ name: null }], [{ name: 'x' }, { name: 'x' }], { constructor: 1 }, JSON.parse('{"__proto__": 1}'), { apiVersion: 'v1', kind: 'Pod' }, { metadata: null }, { metadata: { name: 5 } }, { spec: [] },
];

const KEYS = ['constructor', '__proto__', 'toString', 'foo', 'trait', 'status', 'name', 'namespace', 'metadata', 'spec', 'apiVersion', 'kind', 'enabled', 'port', 'a.b', 'a\'b', 'x/y', '', '<<', 'when'];

type Key = string | number;
/** Something that holds other things, and a key of it. */
type Place = readonly [holder: any, key: Key];

function places(value: any): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const keys: Key[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((key): Place[] => [[value, key], ...places(value[key])]);
}

function put(holder: any, key: Key, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

/** One change; each number chooses from what is there. */
interface Mutation {
  readonly kind: 'replace' | 'remove' | 'add' | 'copy' | 'repeat';
  readonly at: number;
  readonly what: number;
}

function apply({ kind, at, what }: Mutation, documents: any[]): void {
  const all = places(documents);
  if (all.length === 0) return;
  const [holder, key] = all[at % all.length];
  const [other, otherKey] = all[what % all.length];
  switch (kind) {
    case 'replace': return put(holder, key, structuredClone(ODD[what % ODD.length]));
    case 'remove': return void (Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key]);
    case 'add': return Array.isArray(holder) ? void holder.push(structuredClone(ODD[what % ODD.length])) : put(holder, KEYS[at % KEYS.length], structuredClone(ODD[what % ODD.length]));
    case 'copy': return put(holder, key, structuredClone(other[otherKey]));
    case 'repeat': if (Array.isArray(holder)) holder.push(structuredClone(holder[Number(key)]));
  }
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'copy', 'repeat'), at: fc.nat(), what: fc.nat(),
});

/** Documents in which one thing is odd: each thing in turn, in each of a few ways. */
export function* oddOnce(bases: readonly any[][]): Generator<any[]> {
  for (const base of bases) {
    const { length } = places(base);
    for (let at = 0; at < length; at++) {
      for (const odd of [[null], 'x']) {
        const documents = structuredClone(base);
        put(...places(documents)[at], structuredClone(odd));
        yield documents.filter(document => document !== null);
      }
    }
  }
}

/** Documents in which a few things are odd. */
export function mutated(bases: readonly any[][], most = 3): fc.Arbitrary<any[]> {
  return fc.tuple(fc.nat({ max: bases.length - 1 }), fc.array(mutation, { minLength: 1, maxLength: most })).map(([base, mutations]) => {
    const documents = structuredClone(bases[base]);
    for (const each of mutations) apply(each, documents);
    return documents.filter(document => document !== null);
  });
}
