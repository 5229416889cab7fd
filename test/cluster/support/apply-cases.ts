// Objects that were applied on the client's side, what somebody has changed since then, and what is declared now.

import { gadget } from './gadgets';

type Fields = Record<string, unknown>;

interface ApplyCase {
  readonly before: Fields;
  /** A JSON merge patch of somebody else. */
  readonly meanwhile: object;
  readonly after: Fields;
}

const object = (apiVersion: string, kind: string, fields: object, metadata: object = {}) =>
  ({ apiVersion, kind, metadata: { name: 'case', namespace: 'shop', ...metadata }, ...fields });
const container = (name: string, more: object = {}) => ({ name, image: `${name}:1`, ...more });
const workload = (pod: object, more: object = {}, labels = { app: 'case' }) => object('apps/v1', 'Deployment', {
  spec: { replicas: 1, selector: { matchLabels: { app: 'case' } }, template: { metadata: { labels }, spec: pod }, ...more },
});
const containers = (...all: object[]) => workload({ containers: all });
const env = (...names: string[]) => names.map((name) => ({ name, value: name }));
const podOf = (pod: object) => ({ spec: { template: { spec: pod } } });
const volume = (fields: object) => workload({ containers: [container('a')], volumes: [{ name: 'v', ...fields }] });
const service = (...ports: object[]) => object('v1', 'Service', { spec: { selector: { app: 'case' }, ports } });
const port = (number: number, name: string, more: object = {}) => ({ port: number, name, ...more });
const binding = (...names: string[]) => object('rbac.authorization.k8s.io/v1', 'RoleBinding', {
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
  subjects: names.map((name) => ({ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name })),
});
const ingress = (...hosts: string[]) => object('networking.k8s.io/v1', 'Ingress', {
  spec: {
    rules: hosts.map((host) => (
      { host, http: { paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 's', port: { number: 80 } } } }] } })),
  },
});
const toleration = (key: string) => ({ key, operator: 'Exists' });
const config = (data: object, metadata: object = {}) => object('v1', 'ConfigMap', { data }, metadata);
const probe = (fields: object) => containers(container('a', { livenessProbe: { periodSeconds: 5, ...fields } }));
const others = { metadata: { annotations: { others: 'stay' }, labels: { others: 'stay' } } };

const CASES: Readonly<Record<string, readonly [before: Fields, meanwhile: object, after: Fields]>> = {
  'nothing': [containers(container('a')), {}, containers(container('a'))],
  'what somebody has set': [containers(container('a')), { ...others, spec: { replicas: 3, minReadySeconds: 9 } }, containers(container('a'))],
  'a field': [workload({ containers: [container('a')] }, { minReadySeconds: 5, revisionHistoryLimit: 3 }), others,
    workload({ containers: [container('a')] }, { revisionHistoryLimit: 4 })],
  'a container': [containers(container('a'), container('b')), others, containers(container('a'))],
  'a container of somebody': [containers(container('a'), container('b')), podOf({ containers: [container('x'), container('a'), container('b')] }),
    containers(container('c'), container('b'), container('a'))],
  'the order of containers': [workload({ initContainers: [container('a'), container('b')], containers: [container('c')] }), {},
    workload({ initContainers: [container('b'), container('a')], containers: [container('c')] })],
  'variables': [containers(container('a', { env: env('A', 'B', 'C') })), others, containers(container('a', { env: env('C', 'D', 'A') }))],
  'the variables of somebody': [containers(container('a', { env: env('A') })), podOf({ containers: [container('a', { env: env('X', 'A') })] }),
    containers(container('a', { env: env('B', 'A') }))],
  'arguments': [containers(container('a', { args: ['a', 'b'] })), others, containers(container('a', { args: ['b'] }))],
  'ports of a container': [containers(container('a', { ports: [{ containerPort: 53, protocol: 'UDP', name: 'u' }, { containerPort: 53, protocol: 'TCP', name: 't' }] })), {},
    containers(container('a', { ports: [{ containerPort: 53, protocol: 'UDP', name: 'u' }, { containerPort: 53, protocol: 'TCP', name: 't' }, { containerPort: 80 }] }))],
  'a volume of another type': [volume({ emptyDir: {} }), others, volume({ configMap: { name: 'settings' } })],
  'a volume that stays': [volume({ emptyDir: {} }), others, volume({ emptyDir: {} })],
  'the handler of a probe': [probe({ httpGet: { port: 80, path: '/' } }), others, probe({ tcpSocket: { port: 80 } })],
  'tolerations': [workload({ containers: [container('a')], tolerations: [toleration('a')] }), podOf({ tolerations: [toleration('a'), toleration('mallory')] }),
    workload({ containers: [container('a')], tolerations: [toleration('a')] })],
  'the strategy': [containers(container('a')), {}, workload({ containers: [container('a')] }, { strategy: { type: 'Recreate' } })],
  'the strategy again': [workload({ containers: [container('a')] }, { strategy: { type: 'Recreate' } }), {},
    workload({ containers: [container('a')] }, { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 2 } } })],
  'labels of pods': [workload({ containers: [container('a')] }, {}, { app: 'case', old: 'x' } as any), {}, workload({ containers: [container('a')] }, {}, { app: 'case', new: 'x' } as any)],
  'the name of a port': [service(port(80, 'a'), port(81, 'b')), {}, service(port(80, 'c'), port(81, 'b'))],
  'the number of a port': [service(port(80, 'a'), port(81, 'b')), {}, service(port(82, 'a'), port(81, 'b'))],
  'one number for two protocols': [service(port(53, 'dns', { protocol: 'UDP' }), port(53, 'dns-tcp', { protocol: 'TCP' })), others,
    service(port(53, 'dns', { protocol: 'UDP' }), port(53, 'dns-tcp', { protocol: 'TCP' }))],
  'the type of a Service': [object('v1', 'Service', { spec: { type: 'NodePort', selector: { app: 'case' }, ports: [port(80, 'a')] } }), others,
    service(port(80, 'a'))],
  'subjects of somebody': [binding('alice'), binding('alice', 'mallory'), binding('alice')],
  'subjects': [binding('alice', 'bob'), {}, binding('bob', 'carol')],
  'rules of somebody': [ingress('a.example.com'), ingress('a.example.com', 'mallory.example.com'), ingress('a.example.com')],
  'data': [config({ a: '1', b: '1', c: '1' }), { data: { c: '3', x: 'x' } }, config({ a: '2', c: '1' })],
  'all data': [config({ a: '1' }), { data: { x: 'x' } }, object('v1', 'ConfigMap', {})],
  'labels and annotations': [config({}, { labels: { a: '1', b: '1' }, annotations: { a: '1', b: '1' } }), others, config({}, { labels: { a: '2' }, annotations: { b: '1' } })],
  'all labels and annotations': [config({}, { labels: { a: '1' }, annotations: { a: '1' } }), others, config({})],
  'finalizers': [config({}, { finalizers: ['example.com/a', 'example.com/b'] }), { metadata: { finalizers: ['example.com/x', 'example.com/a', 'example.com/b'] } },
    config({}, { finalizers: ['example.com/c', 'example.com/b'] })],
  'an empty field': [workload({ containers: [container('a')] }, { minReadySeconds: 5 }), {}, workload({ containers: [container('a')] }, { minReadySeconds: null })],
  'lists of a custom kind': [gadget({ items: [{ name: 'a', x: 1 }], names: ['a'] }), { spec: { items: [{ name: 'a', x: 1 }, { name: 'mallory' }], more: 1 } },
    gadget({ items: [{ name: 'a', x: 2 }], names: ['a'] })],
  'what a custom kind loses': [gadget({ items: [{ name: 'a' }], map: { a: 1, b: 1 } }), { spec: { map: { x: 1 } } }, gadget({ map: { b: 2 } })],
};

/** Each with a name of its own. */
export const APPLY_CASES: Readonly<Record<string, ApplyCase>> = Object.fromEntries(
  Object.entries(CASES).map(([title, [before, meanwhile, after]], i) => {
    const named = ({ metadata, ...rest }: Fields) => ({ ...rest, metadata: { ...metadata as object, name: `case-${i}` } });
    const { metadata, ...patch } = meanwhile as Fields;
    const { name: _, namespace: _of, ...changed } = Object(metadata);
    return [title, { before: named(before), meanwhile: { ...patch, ...metadata ? { metadata: changed } : {} }, after: named(after) }];
  }));
