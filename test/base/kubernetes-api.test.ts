import { readFileSync } from 'node:fs';
import { Finding } from '../../src/base/findings/finding';
import { Spelling, spellingOf } from '../../src/base/kubernetes-api/spelling';
import { plain } from '../../src/base/plain';

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
