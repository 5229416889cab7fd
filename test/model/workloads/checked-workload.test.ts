import { CoherenceWorkload, ContainerizedWorkload, DeploymentWorkload, HelidonWorkload, KubernetesWorkload, WebLogicWorkload, Workload, WorkloadOptions } from '../../../src';
import { renderedWorkload } from '../../support/app';
import { messageOf } from '../../support/message';
import { KEYS, LABEL_VALUE, SUBDOMAIN } from '../../support/texts';

const main = { name: 'main', image: 'example/main:1' };

/** The typed kinds: what an error calls one without a name of its own, and how one is made. */
const KINDS: [string, string, (options?: WorkloadOptions) => Workload][] = [
  ['ContainerizedWorkload', "ContainerizedWorkload of image 'example/main:1'", options => new ContainerizedWorkload({ ...options, containers: [main] })],
  ['HelidonWorkload', "HelidonWorkload 'inner'", options => new HelidonWorkload({ ...options, deployment: { name: 'inner', podSpec: { containers: [main] } } })],
  ['CoherenceWorkload', "CoherenceWorkload 'inner'", options => new CoherenceWorkload({ ...options, template: { name: 'inner', spec: { domainUID: 'inner' } } })],
  ['WebLogicWorkload', "WebLogicWorkload 'inner'", options => new WebLogicWorkload({ ...options, template: { name: 'inner', spec: { domainUID: 'inner' } } })],
];

describe.each(KINDS)('%s', (type, unnamed, make) => {
  test('writes name, labels and annotations into its metadata', () => {
    const metadata = { name: 'greet', labels: { 'app': 'hello', 'example.com/tier': '' }, annotations: { 'Example.com/note': 'two words' } };
    const workload = make(metadata);

    expect(workload.name).toBe('greet');
    expect(renderedWorkload(workload).metadata).toEqual(metadata);
  });

  test('has no metadata where none is given', () => {
    const workload = make();

    expect(workload.name).toBeUndefined();
    expect(renderedWorkload(workload)).not.toHaveProperty('metadata');
  });

  test.each<[string, any, string]>([
    ['has a capital', 'Greet', `[${type} 'Greet'] invalid-name: 'name' ${SUBDOMAIN}, got "Greet"`],
    ['is too long', 'a'.repeat(254), `[${type} '${'a'.repeat(254)}'] invalid-name: 'name' ${SUBDOMAIN}, got "${'a'.repeat(119)}… (254 characters)`],
    ['is empty', '', `[${unnamed}] invalid-name: 'name' ${SUBDOMAIN}, got ""`],
    ['is a number', 5, `[${unnamed}] invalid-name: 'name' ${SUBDOMAIN}, got 5`],
  ])('fails when the name %s', (_, name, message) => {
    expect(messageOf(() => make({ name }))).toBe(message);
  });

  test.each([
    ['the key of a label has a space', { labels: { 'a b': 'c' } }, `invalid-label: 'labels' ${KEYS}, got "a b"`],
    ['the value of a label ends in a dash', { labels: { a: 'b-' } }, `invalid-label: 'labels.a' ${LABEL_VALUE}, got "b-"`],
    ['labels are a list', { labels: ['a'] }, 'invalid-type: \'labels\' must be a map, got a list of 1'],
    ['the key of an annotation has a slash too much', { annotations: { 'a/b/c': 'd' } }, `invalid-annotation: 'annotations' ${KEYS}, got "a/b/c"`],
    ['the value of an annotation is a number', { annotations: { a: 1 } }, 'invalid-annotation: \'annotations.a\' must be a string, got a number; put it in quotes'],
    ['overrides hold what is wrong', { overrides: { metadata: { labels: { a: 'b ' } } } }, `invalid-label: 'labels.a' ${LABEL_VALUE}, got "b "`],
    ['overrides are a text', { overrides: 'x' }, 'invalid-type: \'overrides\' must be an object, got a string'],
    ['overrides are a list', { overrides: [] }, 'invalid-type: \'overrides\' must be an object, got a list of 0'],
    ['overrides hold a function', { overrides: { spec: { a: [() => 1] } } }, 'not-plain: \'overrides.spec.a[0]\' must be plain data, got a function; give its value'],
    ['overrides take the spec away', { overrides: { spec: null } }, 'invalid-type: \'overrides.spec\' must not be null; leave the field out'],
    ['overrides make the spec a text', { overrides: { spec: 'x' } }, 'invalid-type: \'spec\' must be an object, got a string'],
  ])('fails when %s', (_, options: any, message) => {
    expect(messageOf(() => make({ name: 'w', ...options }))).toBe(`[${type} 'w'] ${message}`);
  });

  test('fails when overrides change the type, and when several things are wrong, in one error', () => {
    const overrides = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { labels: { a: NaN } } };

    expect(messageOf(() => make({ name: 'greet', overrides }))).toBe([
      `[${type} 'greet'] 3 findings:`,
      "not-plain: 'overrides.metadata.labels.a' must be a finite number, got NaN; leave it out, or give it as a string",
      "invalid-value: 'overrides.apiVersion' must not be overridden; use CustomWorkload or CustomTrait for another type",
      "invalid-value: 'overrides.kind' must not be overridden; use CustomWorkload or CustomTrait for another type",
    ].join('\n  '));
  });

  test('hands out metrics defaults that nobody else holds', () => {
    const workload = make();
    Object.assign(workload.metricsDefaults!, { port: 1, path: '/changed' });

    expect(workload.metricsDefaults).toEqual(make().metricsDefaults);
    expect(make().metricsDefaults!.port).not.toBe(1);
  });

  test('hands out declared ports that nobody else holds', () => {
    const workload = make();
    const before = workload.declaredPorts;
    workload.declaredPorts.push({ port: 1 });
    workload.declaredPorts.forEach(port => Object.assign(port, { port: 1 }));

    expect(workload.declaredPorts).toEqual(before);
  });

  test('keeps a copy of what it is given', () => {
    const labels = { app: 'hello' };
    const overrides = { metadata: { annotations: { note: 'a' } } };
    const workload = make({ name: 'greet', labels, overrides });
    labels.app = 'changed';
    overrides.metadata.annotations.note = 'changed';

    expect(renderedWorkload(workload).metadata).toEqual({ name: 'greet', labels: { app: 'hello' }, annotations: { note: 'a' } });
  });
});

test('overrides: objects are merged, lists replaced; new fields, nulls and empty objects are written', () => {
  const workload = new CoherenceWorkload({
    labels: { app: 'carts' },
    template: { name: 'carts', spec: { role: 'carts', jvm: { args: ['-a', '-b'], memory: { heapSize: '1g' } }, image: 'example/carts:1', readinessProbe: { a: 1 } } },
    overrides: {
      metadata: { labels: { version: 'v1' } },
      spec: { template: { spec: { jvm: { args: ['-c'], debug: {} }, image: null, readinessProbe: {}, added: { list: [null, {}] } } } },
    },
  });

  expect(renderedWorkload(workload)).toEqual({
    apiVersion: 'oam.verrazzano.io/v1alpha1',
    kind: 'VerrazzanoCoherenceWorkload',
    metadata: { labels: { app: 'carts', version: 'v1' } },
    spec: {
      template: {
        metadata: { name: 'carts' },
        spec: {
          role: 'carts',
          jvm: { args: ['-c'], memory: { heapSize: '1g' }, debug: {} },
          image: null,
          readinessProbe: { a: 1 },
          added: { list: [null, {}] },
        },
      },
    },
  });
});

class Image {
  public readonly tag = '1';
}

const looped: any = {};
looped.loop = looped;

test.each<[string, any, string]>([
  ['a function', { a: { b: () => 1 } }, "'template.spec.a.b' must be plain data, got a function; give its value"],
  ['an instance of a class', { a: [{}, new Image()] }, "'template.spec.a[1]' must be plain data, got an instance of Image; give its value, such as a string, a number or a plain object"],
  ['a map', { a: new Map() }, "'template.spec.a' must be plain data, got an instance of Map; give its value, such as a string, a number or a plain object"],
  ['a big number', { a: 1n }, "'template.spec.a' must be plain data, got 1n; give its value"],
  ['infinity', { a: Infinity }, "'template.spec.a' must be a finite number, got Infinity; leave it out, or give it as a string"],
  ['nothing in a list', { a: [1, undefined] }, "'template.spec.a[1]' must not be undefined; leave the element out"],
  ['no date', { a: new Date('x') }, "'template.spec.a' must be a valid date; check what the Date is made of"],
  ['itself', looped, "'template.spec.loop' must not contain itself; break the loop"],
])('fails when a value is %s', (_, spec, message) => {
  expect(messageOf(() => new CoherenceWorkload({ template: { name: 'carts', spec } }))).toBe(`[CoherenceWorkload 'carts'] not-plain: ${message}`);
});

describe('an error about a workload without a name', () => {
  const subject = (make: () => Workload) => /^\[(.*?)\] /.exec(messageOf(make))![1];

  test.each<[string, any, string]>([
    ['the image of its container', { image: 'ghcr.io/acme/cart:1.4.2' }, "DeploymentWorkload of image 'ghcr.io/acme/cart:1.4.2'"],
    ['a digest', { image: `a/b@sha256:${'0a'.repeat(32)}` }, `DeploymentWorkload of image 'a/b@sha256:${'0a'.repeat(32)}'`],
    ['the image of the first container of its pods', { podSpec: { containers: [{ name: 'a', image: 'a/b:2' }, { name: 'b', image: 'a/c:3' }] } }, "DeploymentWorkload of image 'a/b:2'"],
    ['no image with user information', { image: 'user:hunter2@ghcr.io/a/b:1' }, 'DeploymentWorkload'],
    ['no URL with user information', { image: 'https://user:hunter2@ghcr.io/a/b:1' }, 'DeploymentWorkload'],
    ['no other value', { image: 7 }, 'DeploymentWorkload'],
    ['its name before its image', { name: 'cart', image: 'a/b:1' }, "DeploymentWorkload 'cart'"],
  ])('names %s', (_, props, expected) => {
    expect(subject(() => new DeploymentWorkload({ ...props, replcas: 3 }))).toBe(expected);
    expect(messageOf(() => new DeploymentWorkload({ ...props, replcas: 3 }))).not.toContain('hunter2');
  });

  test('names the image of a Kubernetes object', () => {
    const spec = { selector: {}, template: { spec: { containers: [{ name: 'a', image: 'a/b:1' }] } }, replicas: 'x' };
    expect(subject(() => KubernetesWorkload.deployment({ spec } as any))).toBe("Deployment of image 'a/b:1'");
  });
});
