import { readFileSync } from 'node:fs';
import { Finding } from '../../src/base/findings/finding';
import { pathInPatch } from '../../src/base/kubernetes-api/patches';
import { Spelling, spellingOf } from '../../src/base/kubernetes-api/spelling';
import { merge, plain } from '../../src/base/plain';

// cdk8s-plus writes its types as manifests by generated converters, `toJson_<type>`, with a line for each field:
//   'hostIPC': obj.hostIpc,
//   'affinity': toJson_Affinity(obj.affinity),
//   'containers': obj.containers?.map(y => toJson_Container(y)),
//   'labels': ((obj.labels) === undefined) ? undefined : (Object.entries(obj.labels).reduce(…)),
interface Field {
  readonly kubernetes: string;
  readonly typed: string;
  readonly type?: string;
  readonly isList: boolean;
  readonly isMap: boolean;
}

const GENERATED = readFileSync(require.resolve('cdk8s-plus-27/lib/imports/k8s.js'), 'utf8');

const converters = new Map([...GENERATED.matchAll(/^function toJson_(\w+)\(obj\) \{\n([\s\S]*?)^\}/gm)].map(([, type, body]) => [type, fieldsOf(body)]));

function fieldsOf(body: string): Field[] {
  return [...body.matchAll(/^\s+'([^']+)': (.*),$/gm)].map(([, kubernetes, value]) => ({
    kubernetes,
    typed: /obj\.(\w+)/.exec(value)![1],
    type: /toJson_(\w+)/.exec(value)?.[1],
    isList: value.includes('.map('),
    isMap: value.includes('Object.entries(obj.'),
  }));
}

/** A map whose key is one that a type spells differently. */
const MAP = { hostIpc: 'a' };

/** A value of a type with all fields it can have, in the spelling of cdk8s-plus or of Kubernetes. */
function whole(type: string, spelling: 'typed' | 'kubernetes'): Record<string, unknown> {
  return Object.fromEntries(converters.get(type)!.map(field => {
    const value = field.isMap ? MAP : field.type && converters.has(field.type) ? whole(field.type, spelling) : 'a';
    return [field[spelling], field.isList ? [value] : value];
  }));
}

function respelled(spelling: Spelling | undefined, value: unknown): any {
  const findings: Finding[] = [];
  const result = plain(value, '', findings, spelling);
  expect(findings).toEqual([]);
  return result;
}

const ROOTS = ['DeploymentStrategy', 'KubeConfigMapProps', 'KubeDeploymentProps', 'KubeServiceProps', 'LabelSelector', 'PodSpec', 'ServiceSpec'];

test('the converters are read: all types, with all their fields', () => {
  expect(converters.size).toBeGreaterThan(400);
  expect(JSON.stringify(whole('KubeDeploymentProps', 'typed')).length).toBeGreaterThan(15_000);
  expect(whole('PodSpec', 'kubernetes')).toMatchObject({ hostIPC: 'a', containers: [{ ports: [{ hostIP: 'a' }], resources: { limits: MAP } }] });
});

test.each(ROOTS)('%s is spelled as the converters of cdk8s-plus spell it, with all that is in it', type => {
  expect(respelled(spellingOf(type), whole(type, 'typed'))).toEqual(whole(type, 'kubernetes'));
});

test.each(ROOTS)('%s in the spelling of Kubernetes stays as it is', type => {
  expect(respelled(spellingOf(type), whole(type, 'kubernetes'))).toEqual(whole(type, 'kubernetes'));
});

test('only the parts that are typed are respelled', () => {
  const value = { podSpec: { hostIpc: true, newer: { hostIpc: true } }, other: { hostIpc: true } };

  expect(respelled(new Map([['podSpec', { name: 'podSpec', inner: spellingOf('PodSpec') }]]), value)).toEqual({ podSpec: { hostIPC: true, newer: { hostIpc: true } }, other: { hostIpc: true } });
});

test('a type in which nothing is spelled differently, or that there is not, has no spelling', () => {
  expect([spellingOf('KubeConfigMapProps'), spellingOf('toString')]).toEqual([undefined, undefined]);
});

describe('a patch', () => {
  const port = (containerPort: number, more: object = {}) => ({ containerPort, ...more });
  const BASE: any = {
    hostNetwork: false,
    containers: [{ name: 'a', image: 'a:1', args: ['x'], env: [{ name: 'A', value: '1' }, { name: 'B', value: '2' }], ports: [port(80), port(80, { protocol: 'UDP' })] }, { name: 'b', image: 'b:1' }],
    tolerations: [{ key: 'a' }],
  };
  const merged = (patch: any) => merge(BASE, patch, 'PodSpec');
  const first = (patch: any) => merged({ containers: [{ name: 'a', ...patch }] }).containers[0];

  test.each<[string, any, any]>([
    ['changes an element by its key, where it is', merged({ containers: [{ name: 'b', image: 'b:2' }] }).containers, [BASE.containers[0], { name: 'b', image: 'b:2' }]],
    ['adds what has another key, at the end', merged({ containers: [{ name: 'c' }, { name: 'a', tty: true }] }).containers, [{ ...BASE.containers[0], tty: true }, BASE.containers[1], { name: 'c' }]],
    ['changes lists in an element', first({ env: [{ name: 'C', value: '3' }, { name: 'B', value: '4' }] }).env, [{ name: 'A', value: '1' }, { name: 'B', value: '4' }, { name: 'C', value: '3' }]],
    ['tells elements apart by all keys, and knows their defaults', first({ ports: [port(80, { protocol: 'TCP', name: 'http' }), port(80, { protocol: 'SCTP' })] }).ports,
      [port(80, { protocol: 'TCP', name: 'http' }), port(80, { protocol: 'UDP' }), port(80, { protocol: 'SCTP' })]],
    ['replaces lists without keys', [first({ args: [] }).args, merged({ tolerations: [{ key: 'b' }] }).tolerations], [[], [{ key: 'b' }]]],
    ['keeps elements without a key, and a key that it has twice', merged({ containers: [{ image: 'c' }, { name: 'b', tty: true }, { name: 'b' }, 5] }).containers,
      [...BASE.containers.slice(0, 1), { name: 'b', image: 'b:1', tty: true }, { image: 'c' }, { name: 'b' }, 5]],
    ['replaces by null and by another type', merged({ containers: null, tolerations: { a: 1 } }), { ...BASE, containers: null, tolerations: { a: 1 } }],
    ['of no type replaces all lists', merge(BASE, { containers: [{ name: 'b' }] }).containers, [{ name: 'b' }]],
    ['of a Job reaches its pods', merge({ spec: { template: { spec: BASE } } }, { spec: { template: { spec: { containers: [{ name: 'b', tty: true }] } } } }, 'Job').spec.template.spec.containers[1],
      { name: 'b', image: 'b:1', tty: true }],
  ])('%s', (_, result, expected) => {
    expect(result).toEqual(expected);
  });

  test('changes nothing that it is merged into', () => {
    const before = structuredClone(BASE);
    merged({ containers: [{ name: 'a', env: [{ name: 'A', value: '9' }] }] });
    expect(BASE).toEqual(before);
  });

  test.each<[string, any, (string | number)[], (string | number)[] | undefined]>([
    ['what it replaces', { hostNetwork: true }, ['hostNetwork'], ['hostNetwork']],
    ['what it does not have', { hostNetwork: true }, ['tolerations', 0, 'key'], undefined],
    ['a field of a changed element', { containers: [{ name: 'c' }, { name: 'a', env: [{ name: 'B', value: '4' }] }] }, ['containers', 0, 'env', 1, 'value'], ['containers', 1, 'env', 0, 'value']],
    ['a field that a changed element keeps', { containers: [{ name: 'a', env: [{ name: 'B', value: '4' }] }] }, ['containers', 0, 'env', 0, 'value'], undefined],
    ['an added element', { containers: [{ name: 'c' }] }, ['containers', 2, 'image'], ['containers', 0, 'image']],
    ['a list that it replaces', { tolerations: [{ key: 'b' }, { key: 'c' }] }, ['tolerations', 1, 'key'], ['tolerations', 1, 'key']],
    ['nothing at all', undefined, ['containers', 0], undefined],
  ])('knows where it has %s', (_, patch, path, expected) => {
    expect(pathInPatch('PodSpec', BASE, patch, path)).toEqual(expected);
  });
});
