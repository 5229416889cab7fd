import { customSchemas, kubernetesSchemas } from './validators';

test('the schema of a kind of Kubernetes names its version, takes no other field, and null for what is not required', () => {
  const definitions = {
    'io.k8s.api.apps.v1.Deployment': {
      'type': 'object',
      'properties': { kind: { type: 'string' }, spec: { $ref: '#/definitions/io.k8s.api.apps.v1.DeploymentSpec' } },
      'x-kubernetes-group-version-kind': [{ group: 'apps', version: 'v1', kind: 'Deployment' }],
    },
    'io.k8s.api.apps.v1.DeploymentSpec': {
      type: 'object',
      required: ['paused'],
      properties: {
        args: { type: 'array', items: { type: 'string' } },
        maxSurge: { $ref: '#/definitions/io.k8s.apimachinery.pkg.util.intstr.IntOrString' },
        paused: { type: 'boolean' },
        type: { type: 'string', enum: ['Recreate'] },
      },
    },
    'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { type: 'string', format: 'int-or-string' },
    'io.k8s.api.core.v1.Unused': { type: 'object' },
  };
  const [[file, schema], ...others] = kubernetesSchemas(definitions);
  expect(others).toEqual([]);
  expect(file).toBe('deployment_apps_v1.json');
  expect(schema).toEqual({
    ...definitions['io.k8s.api.apps.v1.Deployment'],
    type: ['object', 'null'],
    properties: { ...definitions['io.k8s.api.apps.v1.Deployment'].properties, apiVersion: { enum: ['apps/v1'] }, kind: { enum: ['Deployment'] } },
    additionalProperties: false,
    definitions: {
      'io.k8s.api.apps.v1.DeploymentSpec': {
        type: ['object', 'null'],
        required: ['paused'],
        properties: {
          args: { type: ['array', 'null'], items: { type: ['string', 'null'] } },
          maxSurge: { $ref: '#/definitions/io.k8s.apimachinery.pkg.util.intstr.IntOrString' },
          paused: { type: 'boolean' },
          type: { type: ['string', 'null'], enum: ['Recreate', null] },
        },
        additionalProperties: false,
      },
      'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { type: ['string', 'integer', 'null'] },
    },
  });
});

test('the schema of a custom kind takes no other field, but where such are kept', () => {
  const open = { 'type': 'object', 'properties': { a: { type: 'string' } }, 'required': ['a'], 'x-kubernetes-preserve-unknown-fields': true };
  const openAPIV3Schema = {
    type: 'object',
    properties: {
      spec: { type: 'object', properties: { open, map: { type: 'object', additionalProperties: { type: 'string' } }, list: { type: 'array', items: { type: 'string' } } } },
    },
  };
  const versions = [{ name: 'v1', served: true, schema: { openAPIV3Schema } }, { name: 'v1beta1', served: false, schema: { openAPIV3Schema } }];
  const crd = { apiVersion: '', kind: 'CustomResourceDefinition', metadata: { name: '' }, spec: { group: 'example.com', names: { kind: 'Cart' }, versions } } as const;
  expect(customSchemas([crd])).toEqual([['cart_example.com_v1.json', {
    'type': 'object',
    'x-kubernetes-embedded-resource': true,
    'properties': {
      apiVersion: { type: ['string', 'null'] },
      kind: { type: ['string', 'null'] },
      metadata: { type: ['object', 'null'] },
      spec: {
        type: ['object', 'null'],
        properties: {
          open: { ...open, type: ['object', 'null'] },
          map: { type: ['object', 'null'], additionalProperties: { type: 'string' } },
          list: { type: ['array', 'null'], items: { type: 'string' } },
        },
        additionalProperties: false,
      },
    },
    'additionalProperties': false,
  }]]);
});
