import { changed } from './message';
import { schemaErrors, schemaErrorsOf } from './schemas';

const METADATA = { name: 'hello', namespace: 'default' };
const INGRESS_TRAIT = {
  apiVersion: 'oam.verrazzano.io/v1alpha1',
  kind: 'IngressTrait',
  spec: { rules: [{ paths: [{ path: '/greet', pathType: 'Prefix' }] }] },
};
const HELIDON_WORKLOAD = {
  apiVersion: 'oam.verrazzano.io/v1alpha1',
  kind: 'VerrazzanoHelidonWorkload',
  metadata: { name: 'hello-workload' },
  spec: {
    deploymentTemplate: {
      metadata: { name: 'hello-deployment' },
      podSpec: { containers: [{ name: 'hello', image: 'greet:1', ports: [{ containerPort: 8080 }] }] },
    },
    serviceTemplate: { metadata: { name: 'hello-service' }, serviceSpec: { ports: [{ port: 80, targetPort: 'http' }] } },
  },
};
const DEPLOYMENT = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { ...METADATA, labels: { 'app.oam.dev/name': 'hello' }, annotations: { any: 'value' } },
  spec: {
    selector: { matchLabels: { app: 'hello' } },
    template: {
      metadata: { labels: { app: 'hello' }, creationTimestamp: null },
      spec: {
        nodeSelector: { 'kubernetes.io/arch': 'amd64' },
        containers: [{
          name: 'hello',
          image: 'greet:1',
          ports: [{ containerPort: 8080 }],
          resources: { limits: { 'cpu': 1, 'memory': '1Gi', 'example.com/gpu': 1 } },
          livenessProbe: { httpGet: { path: '/health', port: 'http' } },
        }],
        volumes: [{ name: 'tmp', emptyDir: {} }],
      },
    },
  },
};

function application(trait: any): any {
  return {
    apiVersion: 'core.oam.dev/v1alpha2',
    kind: 'ApplicationConfiguration',
    metadata: METADATA,
    spec: { components: [{ componentName: 'other' }, { componentName: 'greet', traits: [{ trait: INGRESS_TRAIT }, { trait }] }] },
  };
}

function component(workload: any): any {
  return { apiVersion: 'core.oam.dev/v1alpha2', kind: 'Component', metadata: METADATA, spec: { workload } };
}

describe('an embedded trait', () => {
  test('passes by the schema of its kind', () => {
    expect(schemaErrors(application(INGRESS_TRAIT))).toEqual([]);
    expect(schemaErrors(application({ apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', spec: { ingressClassName: 'nginx' } }))).toEqual([]);
  });

  test.each<[string, any, string]>([
    ['a value does not match', changed(INGRESS_TRAIT, ['spec', 'rules', 0, 'paths', 0, 'path'], 'x'), '.spec.rules[0].paths[0].path must match pattern "^/\\S*$"'],
    ['a field is unknown', changed(INGRESS_TRAIT, ['spec', 'rules', 0, 'path'], '/'), '.spec.rules[0].path is not a known field'],
    ['its kind is missing', { apiVersion: 'v1' }, " must have required property 'kind'"],
    ['its kind is unknown', { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'IngresTrait' },
      ' no schema for oam.verrazzano.io/v1alpha1 IngresTrait'],
  ])('fails when %s', (_, trait, message) => {
    expect(schemaErrors(application(trait))).toEqual([`ApplicationConfiguration default/hello: spec.components[1].traits[1].trait${message}`]);
  });

  test('fails when the entry around it has an unknown field', () => {
    const entry = { trait: INGRESS_TRAIT, scope: 1 };
    expect(schemaErrors(changed(application(INGRESS_TRAIT), ['spec', 'components', 1, 'traits', 0], entry))).toEqual([
      'ApplicationConfiguration default/hello: spec.components[1].traits[0].scope is not a known field',
    ]);
  });
});

describe('an embedded workload', () => {
  test('passes by the schema of its kind', () => {
    expect(schemaErrorsOf([component(HELIDON_WORKLOAD), component(DEPLOYMENT)])).toEqual([]);
  });

  const podSpec = ['spec', 'deploymentTemplate', 'podSpec'];
  const serviceSpec = ['spec', 'serviceTemplate', 'serviceSpec'];
  test.each<[string, any, string]>([
    ['it has an unknown field', changed(HELIDON_WORKLOAD, ['spec', 'image'], 'x'), 'spec.image is not a known field'],
    ['its pod has an unknown field', changed(HELIDON_WORKLOAD, [...podSpec, 'containers', 0, 'port'], 1),
      'spec.deploymentTemplate.podSpec.containers[0].port is not a known field'],
    ['its pod has no containers', changed(HELIDON_WORKLOAD, podSpec, {}),
      "spec.deploymentTemplate.podSpec must have required property 'containers'"],
    ['its service has a wrong type', changed(HELIDON_WORKLOAD, [...serviceSpec, 'ports', 0, 'port'], '80'),
      'spec.serviceTemplate.serviceSpec.ports[0].port must be integer'],
    ['its service has a port that is neither name nor number', changed(HELIDON_WORKLOAD, [...serviceSpec, 'ports', 0, 'targetPort'], true),
      'spec.serviceTemplate.serviceSpec.ports[0].targetPort must be integer or string'],
    ['a Deployment has an unknown field', changed(DEPLOYMENT, ['spec', 'replica'], 1), 'spec.replica is not a known field'],
  ])('fails when %s', (_, workload, message) => {
    expect(schemaErrors(component(workload))).toEqual([`Component default/hello: spec.workload.${message}`]);
  });
});

describe('a Kubernetes kind', () => {
  const pod = ['spec', 'template', 'spec'];

  test('passes with keys of its own in maps, free-form objects and explicit nulls', () => {
    expect(schemaErrors(DEPLOYMENT)).toEqual([]);
    expect(schemaErrors(changed(DEPLOYMENT, ['spec', 'unset'], undefined))).toEqual([]);
    expect(schemaErrors({ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', value: 1, description: 'a' })).toEqual([]);
    expect(schemaErrors({ apiVersion: 'apps/v1', kind: 'ControllerRevision', revision: 1, data: { any: { thing: 1 } } })).toEqual([]);
  });

  test.each<[string, (string | number)[], any, string]>([
    ['an unknown field is at depth', [...pod, 'containers', 0, 'ports', 0, 'port'], 1,
      'spec.template.spec.containers[0].ports[0].port is not a known field'],
    ['an unknown field has an object for a value', [...pod, 'container'], { name: 'a' }, 'spec.template.spec.container is not a known field'],
    ['metadata has an unknown field', ['metadata', 'lables'], {}, 'metadata.lables is not a known field'],
    ['a type is wrong', [...pod, 'containers', 0, 'command'], 'run', 'spec.template.spec.containers[0].command must be array'],
    ['a label is not a string', ['metadata', 'labels', 'app.oam.dev/name'], true, 'metadata.labels["app.oam.dev/name"] must be string'],
    ['a port is out of range', [...pod, 'containers', 0, 'ports', 0, 'containerPort'], 2 ** 31,
      'spec.template.spec.containers[0].ports[0].containerPort must match format "int32"'],
    ['a port is neither name nor number', [...pod, 'containers', 0, 'livenessProbe', 'httpGet', 'port'], true,
      'spec.template.spec.containers[0].livenessProbe.httpGet.port must be integer or string'],
    ['a required field is missing', [...pod, 'containers', 0], { image: 'a' }, "spec.template.spec.containers[0] must have required property 'name'"],
    ['a required field is null', ['spec', 'selector'], null, 'spec.selector must be object'],
  ])('fails when %s', (_, path, value, message) => {
    expect(schemaErrors(changed(DEPLOYMENT, path, value))).toEqual([`Deployment default/hello: ${message}`]);
  });

  test('fails when one object is known in one place and not in another', () => {
    const shared = { app: 'hello' };
    const object = changed(changed(DEPLOYMENT, ['metadata', 'labels'], shared), ['spec', 'template'], { spec: { containers: [] }, metadata: shared });
    expect(schemaErrors(object)).toEqual(['Deployment default/hello: spec.template.metadata.app is not a known field']);
  });
});

describe('a kind without a schema', () => {
  test('passes when listed', () => {
    expect(schemaErrors({ apiVersion: 'example.com/v1', kind: 'Own', spec: { any: 1 } })).toEqual([]);
  });

  test.each([
    ['the group is unknown', 'acme.io/v1', 'Thing'],
    ['the version is unknown', 'core.oam.dev/v1beta9', 'Component'],
    ['the version of an operator\'s kind is unknown', 'weblogic.oracle/v10', 'Domain'],
    ['the kind is unknown to Kubernetes', 'apps/v1', 'Deploymnt'],
    ['it is only a part of a Kubernetes kind', 'v1', 'PodSpec'],
    ['the kind would leave the package', 'v1', '../package'],
  ])('fails when %s', (_, apiVersion, kind) => {
    expect(schemaErrors({ apiVersion, kind })).toEqual([`${kind} (no name): no schema for ${apiVersion} ${kind}`]);
  });

  test('fails when it is no object with a kind', () => {
    expect(schemaErrorsOf([undefined, { apiVersion: 'v1', kind: 1, metadata: { name: 'a' } }])).toEqual([
      "(no kind) (no name): must have required property 'apiVersion'",
      "(no kind) (no name): must have required property 'kind'",
      '1 a: kind must be string',
    ]);
  });
});

describe("another vendor's kinds", () => {
  const acme = { apiVersion: 'oam.acme.io/v1alpha1' };

  test('pass by the same schemas, under their own prefix', () => {
    expect(schemaErrors(component({ ...HELIDON_WORKLOAD, ...acme, kind: 'AcmeHelidonWorkload' }))).toEqual([]);
    expect(schemaErrors(application({ ...INGRESS_TRAIT, ...acme }))).toEqual([]);
  });

  test('fail when a field at depth is unknown', () => {
    const workload = changed({ ...HELIDON_WORKLOAD, ...acme, kind: 'AcmeHelidonWorkload' }, ['spec', 'deploymentTemplate', 'podSpec', 'container'], []);
    expect(schemaErrors(component(workload))).toEqual([
      'Component default/hello: spec.workload.spec.deploymentTemplate.podSpec.container is not a known field',
    ]);
  });

  test.each([
    ['the suffix is unknown', 'oam.acme.io/v1alpha1', 'AcmeFooWorkload'],
    ['the version is unknown', 'oam.acme.io/v9', 'AcmeHelidonWorkload'],
    ['the group is of another form', 'acme.io/v1alpha1', 'AcmeHelidonWorkload'],
    ['the group has its own prefix', 'oam.verrazzano.io/v1alpha1', 'AcmeHelidonWorkload'],
  ])('fail when %s', (_, apiVersion, kind) => {
    expect(schemaErrors({ apiVersion, kind })).toEqual([`${kind} (no name): no schema for ${apiVersion} ${kind}`]);
  });
});

test('validates 2,000 objects in well under 10 s', () => {
  const objects = Array.from({ length: 1000 }, () => [component(HELIDON_WORKLOAD), application(INGRESS_TRAIT)]).flat();
  const start = performance.now();
  expect(schemaErrorsOf(objects)).toEqual([]);
  expect(performance.now() - start).toBeLessThan(5000);
});
