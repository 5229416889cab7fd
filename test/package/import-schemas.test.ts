import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { byHandFile, ownFile, SCHEMAS } from '../../build-tools/import-schemas';
import { hintsIn, kubernetesSchemas, Swagger } from '../../build-tools/kubernetes-schemas';
import { Schema, SchemaSet, kubernetesSet, schemaSources } from '../../src/cluster/checks/schema-store';

const served = (group: string, kind: string) => ({ get: { 'x-kubernetes-group-version-kind': { group, version: 'v1', kind } } });
const ref = (name: string) => ({ $ref: `#/definitions/io.k8s.${name}`, description: 'left out' });
const ofKind = (group: string, kind: string) => ({ 'type': 'object', 'x-kubernetes-group-version-kind': [{ group, version: 'v1', kind }] } as const);

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
      type: 'object',
      properties: {
        hosts: { 'type': 'array', 'items': { type: 'string' }, 'x-kubernetes-list-type': 'set' },
        limits: { type: 'object', additionalProperties: ref('apimachinery.pkg.api.resource.Quantity') },
        byName: { type: 'object', additionalProperties: { type: 'array', items: ref('api.core.v1.PodSpec') } },
        mode: { type: 'string' },
        ports: { 'type': 'array', 'items': ref('api.core.v1.PodSpec'), 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['port', 'mode'] },
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
    'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta': { type: 'object', properties: { name: { type: 'string' }, any: {} } },
    'io.k8s.apimachinery.pkg.apis.meta.v1.Time': { type: 'string', format: 'date-time' },
    'io.k8s.apimachinery.pkg.api.resource.Quantity': { type: 'string' },
    'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { type: 'string', format: 'int-or-string' },
  },
};

/** As gofmt lays it out. */
const GENERATED = `
func schema_k8sio_api_core_v1_PodSpec(ref common.ReferenceCallback) common.OpenAPIDefinition {
	return common.OpenAPIDefinition{
		Schema: spec.Schema{
			SchemaProps: spec.SchemaProps{
				Properties: map[string]spec.Schema{
					"hosts": {
						SchemaProps: spec.SchemaProps{
							Items: &spec.SchemaOrArray{
								Schema: &spec.Schema{
									SchemaProps: spec.SchemaProps{
										Default: "",
										Enum:    []interface{}{"a", "b"},
									},
								},
							},
						},
					},
					"mode": {
						SchemaProps: spec.SchemaProps{
							Default:     "TCP",
							Enum:        []interface{}{"SCTP", "TCP"},
						},
					},
				},
			},
		},
	}
}
`;

const ANY = { 'x-kubernetes-preserve-unknown-fields': true };

test('of a specification its kinds are left, with their fields, and the values that the generated code has', () => {
  expect(JSON.parse(JSON.stringify(kubernetesSchemas(SWAGGER, hintsIn(GENERATED))))).toEqual({
    kinds: {
      'v1': { Node: { plural: 'nodes', namespaced: false, schema: 'v1.Node' }, Pod: { plural: 'pods', namespaced: true, schema: 'v1.Pod' } },
      'policy/v1': { Budget: { plural: 'budgets', namespaced: true, schema: 'policy/v1.Budget' } },
    },
    definitions: {
      'v1.Empty': { type: 'object' },
      'v1.Node': { type: 'object', properties: { spec: { $ref: 'v1.Empty' } } },
      'v1.Pod': { type: 'object', required: ['spec'], properties: { metadata: { $ref: 'meta/v1.ObjectMeta' }, spec: { $ref: 'v1.PodSpec' }, status: ANY } },
      'v1.PodSpec': {
        type: 'object',
        properties: {
          byName: { type: 'object', additionalProperties: { type: 'array', items: { $ref: 'v1.PodSpec' } } },
          count: { type: 'integer', format: 'int32' },
          hosts: { 'type': 'array', 'x-kubernetes-list-type': 'set', 'items': { type: 'string', enum: ['a', 'b'] } },
          key: { type: 'string', format: 'byte' },
          limits: { type: 'object', additionalProperties: { format: 'quantity' } },
          mode: { type: 'string', default: 'TCP', enum: ['SCTP', 'TCP'] },
          port: { 'x-kubernetes-int-or-string': true, 'format': 'int32' },
          ports: {
            'type': 'array', 'items': { $ref: 'v1.PodSpec' }, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['port', 'mode'],
          },
          share: { type: 'number' },
          status: { $ref: 'v1.Empty' },
        },
      },
      'meta/v1.ObjectMeta': { type: 'object', properties: { name: { type: 'string' }, any: ANY } },
      'policy/v1.Budget': { type: 'object', properties: { pod: { $ref: 'v1.PodSpec' }, at: { type: 'string', format: 'date-time' } } },
    },
  });
});

test('the same specification makes the same schemas, whatever its order', () => {
  const reversed = { ...SWAGGER, definitions: Object.fromEntries(Object.entries(SWAGGER.definitions).reverse()) };

  expect(JSON.stringify(kubernetesSchemas(reversed, new Map()))).toBe(JSON.stringify(kubernetesSchemas(SWAGGER, new Map())));
});

const contentOf = (file: string) => gunzipSync(readFileSync(join(SCHEMAS, `${file}.json.gz`))).toString('utf8');

describe.each(schemaSources().map((each) => [each.file, each] as const))('schemas/%s.json.gz', (file, source) => {
  const content = contentOf(file);
  const { kinds, definitions }: SchemaSet = JSON.parse(content);

  test('has not been changed by hand', () => {
    expect(createHash('sha256').update(content).digest('hex')).toBe(source.sha256);
  });

  test('has the definitions to which it refers', () => {
    const references = [...content.matchAll(/"\$ref":"([^"]+)"/g)].map(([, name]) => name);
    const named = [...references, ...Object.values(kinds).flatMap((each) => Object.values(each).map(({ schema }) => schema))];
    expect(named.filter((name) => !Object.hasOwn(definitions, name))).toEqual([]);
    expect(named.length).toBeGreaterThan(0);
  });
});

test('the schemas of OAM are those of crds/, and those by hand of test/crds', () => {
  expect(contentOf('oam')).toBe(JSON.stringify(ownFile().set));
  expect(contentOf('by-hand')).toBe(JSON.stringify(byHandFile().set));
});

test('all schemas together are small, and all files are listed', () => {
  const files = readdirSync(SCHEMAS).filter((name) => name.endsWith('.gz'));

  expect(files.sort()).toEqual(schemaSources().map(({ file }) => `${file}.json.gz`).sort());
  expect(files.reduce((sum, name) => sum + statSync(join(SCHEMAS, name)).size, 0)).toBeLessThan(600_000);
});

test('each file that comes from a module has its version and license, as docs/manifest-checks.md says', () => {
  expect(readFileSync(join(__dirname, '../../docs/manifest-checks.md'), 'utf8')).toContain('names the module, version and license of each');
  expect(schemaSources().filter(({ module, version, license }) => module && !(version && license))).toEqual([]);
});

test('the version that the tests on clusters run is among those of Kubernetes', () => {
  const goMod = readFileSync(join(__dirname, '../on-cluster/go/kubernetes/go.mod'), 'utf8');
  const pinned = schemaSources().filter(({ module, version }) => goMod.includes(`\t${module} ${version}\n`));

  expect(pinned.map(({ file }) => file)).toEqual(['kubernetes-1.34']);
});

test('a version has what its server serves', () => {
  const { kinds, definitions } = kubernetesSet('1.34');
  const fields = (name: string): Schema['properties'] => definitions[name].properties;

  expect(Object.keys(kinds['apps/v1'])).toEqual(['ControllerRevision', 'DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet']);
  expect(Object.entries(kinds.v1).filter(([, { namespaced }]) => !namespaced).map(([kind]) => kind)).toEqual(['ComponentStatus', 'Namespace', 'Node', 'PersistentVolume']);
  expect(fields('v1.ContainerPort')).toEqual({
    containerPort: { type: 'integer', format: 'int32' },
    hostIP: { type: 'string' },
    hostPort: { type: 'integer', format: 'int32' },
    name: { type: 'string' },
    protocol: { type: 'string', default: 'TCP', enum: ['SCTP', 'TCP', 'UDP'] },
  });
});
