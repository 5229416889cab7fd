import { readFileSync } from 'node:fs';
import { Finding } from '../../src/findings/finding';
import { KUBERNETES_SPELLING, plain } from '../../src/private/plain';

// cdk8s-plus has the schema of Kubernetes only as generated converters, `toJson_<type>`, with a line for each field:
//   'hostIPC': obj.hostIpc,
//   'affinity': toJson_Affinity(obj.affinity),
//   'labels': ((obj.labels) === undefined) ? undefined : (Object.entries(obj.labels).reduce(…)),
interface Field {
  readonly kubernetes: string;
  readonly typed: string;
  readonly type?: string;
  readonly isMap: boolean;
}

const GENERATED = readFileSync(require.resolve('cdk8s-plus-27/lib/imports/k8s.js'), 'utf8');

const types = new Map([...GENERATED.matchAll(/^function toJson_(\w+)\(obj\) \{\n([\s\S]*?)^\}/gm)].map(([, type, body]) => [type, fieldsOf(body)]));

function fieldsOf(body: string): Field[] {
  return [...body.matchAll(/^\s+'([^']+)': (.*),$/gm)].map(([, kubernetes, value]) => ({
    kubernetes,
    typed: /obj\.(\w+)/.exec(value)![1],
    type: /toJson_(\w+)/.exec(value)?.[1],
    isMap: value.includes('Object.entries(obj.'),
  }));
}

/** The fields of the types and of all that they contain. */
function reachable(...roots: string[]): Field[] {
  const seen = new Set<string>();
  const open = [...roots];
  for (let type = open.pop(); type; type = open.pop()) {
    if (seen.has(type)) continue;
    seen.add(type);
    open.push(...types.get(type)!.flatMap(field => field.type ?? []));
  }
  return [...seen].flatMap(type => types.get(type)!);
}

const fields = reachable('PodSpec', 'ServiceSpec', 'DeploymentSpec', 'KubeConfigMapProps', 'KubeDeploymentProps', 'KubeServiceProps');

const respelled = (value: unknown): any => {
  const findings: Finding[] = [];
  return plain(value, '', findings, { kubernetes: true });
};

test('the converters are read: all types, with all their fields', () => {
  expect(types.size).toBeGreaterThan(400);
  expect(fields.map(f => f.typed)).toEqual(expect.arrayContaining(['containers', 'hostIpc', 'limits', 'clusterIp', 'strategy', 'binaryData']));
});

test('the spelling is complete, and has nothing else', () => {
  const renamed = fields.filter(f => f.typed !== f.kubernetes).map(f => [f.typed, f.kubernetes]);

  expect(Object.fromEntries(KUBERNETES_SPELLING)).toEqual(Object.fromEntries(renamed));
});

test('no spelling stands for two', () => {
  const ambiguous = fields.filter(f => f.typed === f.kubernetes && KUBERNETES_SPELLING.has(f.typed));

  expect(ambiguous).toEqual([]);
});

test.each([...new Set(fields.filter(f => f.isMap).map(f => f.typed))].sort())('keys of the map %s are left alone', map => {
  expect(respelled({ [map]: { hostIpc: 'a' } })).toEqual({ [map]: { hostIpc: 'a' } });
});

test('where a name is a map in one type and an object in another, the object has nothing to spell', () => {
  const maps = new Set(fields.filter(f => f.isMap).map(f => f.typed));
  const objects = fields.filter(f => maps.has(f.typed) && f.type).flatMap(f => reachable(f.type!));

  expect(objects.filter(f => f.typed !== f.kubernetes)).toEqual([]);
});
