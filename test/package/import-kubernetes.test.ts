import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentHash, Swagger, stripped, swaggerFile } from '../../build-tools/import-kubernetes';
import committed from '../../src/private/kubernetes-api/swagger.json';

const served = (group: string, kind: string) => ({ get: { 'x-kubernetes-group-version-kind': { group, version: 'v1', kind } } });
const ref = (name: string) => ({ $ref: `#/definitions/io.k8s.${name}`, description: 'left out' });
const ofKind = (group: string, kind: string) => ({ 'x-kubernetes-group-version-kind': [{ group, version: 'v1', kind }] });

/** Two API versions: one with kinds of both scopes, the other with what the first refers to. */
const SWAGGER: Swagger = {
  paths: {
    '/api/v1/nodes': served('', 'Node'),
    '/api/v1/namespaces/{namespace}/pods/{name}': served('', 'Pod'),
    '/api/v1/pods': served('', 'Pod'),
    '/api/v1/namespaces/{namespace}/pods/{name}/eviction': served('policy', 'Eviction'),
    '/api/v1/watch/secrets': served('', 'Secret'),
    '/apis/policy/v1/namespaces/{namespace}/budgets': { parameters: {}, ...served('policy', 'Budget') },
    '/version/': { get: {} },
  },
  definitions: {
    'io.k8s.api.core.v1.Pod': {
      ...ofKind('', 'Pod'),
      properties: { status: ref('api.core.v1.Left'), spec: ref('api.core.v1.PodSpec'), metadata: ref('apimachinery.pkg.apis.meta.v1.ObjectMeta') },
      required: ['spec'],
    },
    'io.k8s.api.core.v1.PodList': { ...ofKind('', 'PodList'), properties: { items: { type: 'array', items: ref('api.core.v1.Pod') } } },
    'io.k8s.api.core.v1.Node': { ...ofKind('', 'Node'), properties: { spec: ref('api.core.v1.Empty') } },
    'io.k8s.api.core.v1.PodSpec': {
      properties: {
        hosts: { type: 'array', items: { type: 'string' } },
        limits: { type: 'object', additionalProperties: ref('apimachinery.pkg.api.resource.Quantity') },
        byName: { type: 'object', additionalProperties: { type: 'array', items: ref('api.core.v1.PodSpec') } },
        port: ref('apimachinery.pkg.util.intstr.IntOrString'),
        count: { type: 'integer', format: 'int32' },
        key: { type: 'string', format: 'byte' },
        share: { type: 'number', format: 'double' },
        status: ref('api.core.v1.Empty'),
      },
    },
    'io.k8s.api.core.v1.Empty': { type: 'object' },
    'io.k8s.api.core.v1.Left': { properties: { a: { type: 'string' } } },
    'io.k8s.api.policy.v1.Budget': { ...ofKind('policy', 'Budget'), properties: { pod: ref('api.core.v1.PodSpec'), at: ref('apimachinery.pkg.apis.meta.v1.Time') } },
    'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta': { properties: { name: { type: 'string' }, any: {} } },
    'io.k8s.apimachinery.pkg.apis.meta.v1.Time': { type: 'string', format: 'date-time' },
    'io.k8s.apimachinery.pkg.api.resource.Quantity': { type: 'string' },
    'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { type: 'string', format: 'int-or-string' },
  },
};

test('of a specification its kinds are left, with their fields', () => {
  expect(stripped(SWAGGER)).toEqual({
    cluster: { v1: { Node: 'nodes' } },
    namespaced: { 'v1': { Pod: 'pods' }, 'policy/v1': { Budget: 'budgets' } },
    definitions: {
      'v1': {
        Node: 'spec:object',
        Pod: 'metadata:meta/v1.ObjectMeta spec!:PodSpec status:any',
        PodSpec: 'byName:{PodSpec[]} count:int32 hosts:string[] key:byte limits:{Quantity} port:IntOrString share:number status:object',
      },
      'meta/v1': { ObjectMeta: 'any:any name:string' },
      'policy/v1': { Budget: 'at:Time pod:v1.PodSpec' },
    },
  });
});

test('the same specification makes the same file, whatever its order', () => {
  const source = Buffer.from(JSON.stringify(SWAGGER));
  const reversed = { ...SWAGGER, definitions: Object.fromEntries(Object.entries(SWAGGER.definitions).reverse()) };
  const { sourceSha256, ...file } = JSON.parse(swaggerFile('v1.2.3', source));
  const { sourceSha256: other, ...again } = JSON.parse(swaggerFile('v1.2.3', Buffer.from(JSON.stringify(reversed))));

  expect(again).toEqual(file);
  expect(other).not.toBe(sourceSha256);
  expect(file).toMatchObject({ module: 'k8s.io/kubernetes@v1.2.3', license: 'Apache-2.0', sha256: contentHash(stripped(SWAGGER)) });
});

describe('src/private/kubernetes-api/swagger.json', () => {
  test('has not been changed by hand', () => {
    expect(contentHash(committed)).toBe(committed.sha256);
  });

  test('is of the version that the tests on clusters run', () => {
    const goMod = readFileSync(join(__dirname, '../cluster/go/kubernetes/go.mod'), 'utf8');

    expect(`${goMod}\n`).toContain(`\t${committed.module.replace('@', ' ')}\n`);
  });

  test('has what a server of that version serves', () => {
    expect(committed.cluster.v1).toEqual({ ComponentStatus: 'componentstatuses', Namespace: 'namespaces', Node: 'nodes', PersistentVolume: 'persistentvolumes' });
    expect(Object.keys(committed.namespaced['apps/v1'])).toEqual(['ControllerRevision', 'DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet']);
    expect(committed.definitions['apps/v1'].DeploymentStrategy).toBe('rollingUpdate:RollingUpdateDeployment type:string');
    expect(committed.definitions.v1.ContainerPort).toBe('containerPort!:int32 hostIP:string hostPort:int32 name:string protocol:string');
  });
});
