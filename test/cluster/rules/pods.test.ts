import { ApiObject, Chart } from 'cdk8s';
import { JudgedCase, judgedEverywhere, synthesized } from './support';
import { ApplicationConfiguration, Component, ContainerizedWorkload, DeploymentWorkload, Environments, GitOpsApp, OamPlatform, Platform, PodSecurity } from '../../../src';
import { describe as said } from '../../../src/base/findings/words';
import { judgeObjects } from '../../../src/cluster/rules/judge';
import { messageOf } from '../../support/message';

const metadata = { name: 'cart', namespace: 'shop' };
const container = (more: object = {}) => ({ name: 'main', image: 'example/cart:1', ports: [{ name: 'http', containerPort: 8080 }], ...more });
const podSpec = (more: object = {}, pod: object = {}) => ({ containers: [container(more)], ...pod });
const selector = { matchLabels: { app: 'cart' } };
const template = (spec: object) => ({ metadata: { labels: { app: 'cart' } }, spec });
const held = (apiVersion: string, kind: string, spec: object): any => ({ apiVersion, kind, metadata, spec });

/** The same pod in all that holds pods. */
const HOLDERS: Readonly<Record<string, (spec: object) => any>> = {
  Deployment: spec => held('apps/v1', 'Deployment', { selector, template: template(spec) }),
  StatefulSet: spec => held('apps/v1', 'StatefulSet', { selector, serviceName: 'cart', template: template(spec) }),
  DaemonSet: spec => held('apps/v1', 'DaemonSet', { selector, template: template(spec) }),
  ReplicaSet: spec => held('apps/v1', 'ReplicaSet', { selector, template: template(spec) }),
  Job: spec => held('batch/v1', 'Job', { template: template({ restartPolicy: 'Never', ...spec }) }),
  CronJob: spec => held('batch/v1', 'CronJob', { schedule: '0 1 * * *', jobTemplate: { spec: { template: template({ restartPolicy: 'Never', ...spec }) } } }),
  Pod: spec => held('v1', 'Pod', spec),
  Rollout: spec => held('argoproj.io/v1alpha1', 'Rollout', { selector, template: template(spec) }),
  VerrazzanoHelidonWorkload: spec => held('oam.verrazzano.io/v1alpha1', 'VerrazzanoHelidonWorkload', { deploymentTemplate: { metadata: {}, podSpec: spec } }),
  Component: spec => held('core.oam.dev/v1alpha2', 'Component', {
    workload: { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'cart' }, spec: { selector, template: template(spec) } },
  }),
};
const deployment = HOLDERS.Deployment;

const lines = (...objects: any[]) => judgeObjects(objects).map(({ verdict, finding }) => `${verdict} ${said(finding)}`);
const codes = (...objects: any[]) => judgeObjects(objects).map(({ verdict, finding: { code, path } }) => `${verdict} ${code} ${path.slice(-2).join('.')}`);
const inMain = 'spec.template.spec.containers[0].';

const pod = ({ spec, kind, apiVersion }: any) => ({ kind, apiVersion, metadata: { namespace: 'shop' }, spec });
const IMAGE = 'must be a reference to an image, such as "ghcr.io/acme/cart:1.4.2"';
const IMAGE_REMEDY = 'write the path in lower case, without scheme and spaces, and then one tag of letters, digits, "_", "." and "-", or a whole digest';

const spreadBy = (more: object) =>
  ({ topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'ScheduleAnyway', ...more }] });
const inSpread = 'spec.template.spec.topologySpreadConstraints[0].labelSelector';
const SPREAD_REMEDY = "give it labels of the pods, or use 'spread' of the workload, which does";

const CASES: readonly JudgedCase[] = [
  ['a probe of a port that has another name', pod(deployment(podSpec({ readinessProbe: { httpGet: { path: '/', port: 'htp' } } }))),
    `invalid-port: '${inMain}readinessProbe.httpGet.port' must be a port that the container declares (http), got "htp"; did you mean "http"?`],
  ['a probe of a number with a typo', pod(deployment(podSpec({ livenessProbe: { tcpSocket: { port: 8008 } } }))),
    `invalid-port: '${inMain}livenessProbe.tcpSocket.port' must be a port that the container declares (8080), got 8008; did you mean "8080"?`],
  ['an image with a plus', pod(deployment(podSpec({ image: 'x/y:1.0+build5' }))),
    `invalid-value: '${inMain}image' ${IMAGE}, got "x/y:1.0+build5"; ${IMAGE_REMEDY}`],
  ['an image of a missing version', pod(deployment(podSpec({ image: 'x/y:undefined' }))),
    `invalid-value: '${inMain}image' has the name of a missing value, got "x/y:undefined"; check how it is made`],
  ['memory in thousandths of bytes', pod(deployment(podSpec({ resources: { requests: { memory: '128m' } } }))),
    `invalid-value: '${inMain}resources.requests.memory' is only some bytes or a fraction of one ('m' is a thousandth), got "128m"; use a unit such as Mi or Gi`],
  ['CPUs in bytes', pod(deployment(podSpec({ resources: { limits: { cpu: '100Mi' } } }))),
    `invalid-value: '${inMain}resources.limits.cpu' is a number of CPUs that no machine has, got "100Mi"; write 100m for a tenth of a CPU`],
  ['a variable that is defined later', pod(deployment(podSpec({ env: [{ name: 'URL', value: 'postgres://app:$(PASSWORD)@db' }, { name: 'PASSWORD', value: 'x' }] }))),
    `invalid-value: '${inMain}env[0].value' refers to $(PASSWORD), which is defined after it: the text stays as it is; define that one first`],
  ['a variable that is defined nowhere', pod(deployment(podSpec({ args: ['--url=$(DB_URL)'] }))),
    `invalid-value: '${inMain}args[0]' refers to $(DB_URL), and the container has no such variable; define it, or write $$(DB_URL) for the text`],
  ['a spread of other pods', pod(deployment(podSpec({}, spreadBy({ labelSelector: { matchLabels: { app: 'crat' } } })))),
    `selector-mismatch: '${inSpread}' does not select the pods that it spreads, which would have to have app=crat; ${SPREAD_REMEDY}`],
  ['a spread of no pods', pod(deployment(podSpec({}, spreadBy({})))),
    `selector-mismatch: '${inSpread}' must select the pods: without a selector, none are spread; ${SPREAD_REMEDY}`],
  ['a spread of the pods', pod(deployment(podSpec({}, spreadBy({ labelSelector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] } }))))],
  ['a pod that is right', pod(deployment(podSpec({ readinessProbe: { httpGet: { path: '/', port: 'http' } }, image: 'ghcr.io/acme/cart:1.4.2' })))],
];

describe('is judged', () => judgedEverywhere(CASES));

describe('a key of an object of the app, and the standard of its namespace', () => {
  const around = (chart: Chart) => {
    new ApiObject(chart, 'config', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'config', namespace: 'shop' }, ...{ data: { 'app.yaml': '' } } });
    new ApiObject(chart, 'namespace', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels: { 'pod-security.kubernetes.io/enforce': 'baseline' } } });
  };
  judgedEverywhere([
    ['a key that is not there', pod(deployment(podSpec({ env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'config', key: 'application.conf' } } }] }))),
      `unresolved-reference: '${inMain}env[0].valueFrom.configMapKeyRef.key' names key "application.conf" of ConfigMap "config", which has "app.yaml"; `
      + 'add the key, or name one of these'],
    ['a network that the standard forbids', pod(deployment(podSpec({}, { hostNetwork: true }))),
      "pod-security: 'spec.template.spec.hostNetwork' must be false, got true: the Pod Security Standard \"baseline\" allows nothing else, and namespace \"shop\" "
      + "enforces it: no pod starts; change it (with 'podSecurity', a workload has what is required), or enforce another standard"],
  ], around);
});

test.each(Object.entries(HOLDERS))('the pods of a %s', (_, holder) => {
  const probe = { httpGet: { path: '/', port: 'web' } };
  expect(codes(holder(podSpec({ readinessProbe: probe, image: 'X/Y', resources: { limits: { memory: '1' } }, command: ['$(A)'] })))).toEqual([
    'error invalid-value 0.image', 'warning invalid-value limits.memory', 'error invalid-port httpGet.port', 'warning invalid-value command.0',
  ]);
});

test('a workload in a Component is judged at its place there, among what the Component and others carry', () => {
  const carrying = (workload: object, name: string) => ({ apiVersion: 'core.oam.dev/v1alpha2', kind: 'Component', metadata: { name, namespace: 'shop' }, spec: { workload } });
  const config = { apiVersion: 'v1', kind: 'ConfigMap', data: { a: '' } };
  const { metadata: _, ...cart } = deployment(podSpec({ env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'config', key: 'b' } } }] }));
  expect(judgeObjects([carrying(cart, 'cart'), carrying(config, 'config')] as any).map(({ of, finding: { path } }) => [of.kind, path.join('.')])).toEqual([
    ['Component', 'spec.workload.spec.template.spec.containers.0.env.0.valueFrom.configMapKeyRef.key'],
  ]);
});

describe('a port', () => {
  const at = (port: unknown, more: object, pods: object) => codes(deployment(podSpec({ startupProbe: { tcpSocket: { port } }, ...more }, pods)));
  test.each<[string, unknown, string[], object?, object?]>([
    ['that the container declares', 'http', []],
    ['in digits, which are a number', '8081', []],
    ['by a placeholder', '${PORT}', []],
    ['that another container declares', 'admin', ['error invalid-port tcpSocket.port'], {}, { initContainers: [{ ...container(), restartPolicy: 'Always', ports: [{ name: 'admin', containerPort: 9 }] }] }],
    ['without any ports', 'http', ['error invalid-port tcpSocket.port'], { ports: undefined }],
    ['by a number for health', 8081, []],
    ['by a number that is declared', 8080, []],
    ['with a digit too many', 30000, ['warning invalid-port tcpSocket.port'], { ports: [{ containerPort: 3000 }] }],
    // the schema refuses it
    ['that is no port', 80800, []],
    ['with a digit too few', 808, ['warning invalid-port tcpSocket.port']],
    ['with a digit in front, as derived ones have', 18080, []],
    ['of two that are declared', 9090, [], { ports: [{ containerPort: 8080 }, { containerPort: 9090 }, { containerPort: 9009 }] }],
  ])('%s', (_, port, expected, more = {}, pods = {}) => expect(at(port, more, pods)).toEqual(expected));

  test('of a hook, of gRPC, and of a sidecar', () => {
    const wrong = { lifecycle: { postStart: { httpGet: { port: 'web' } }, preStop: { tcpSocket: { port: 'web' } } }, livenessProbe: { grpc: { port: 8800 } } };
    const found = ['warning invalid-port grpc.port', 'error invalid-port httpGet.port', 'error invalid-port tcpSocket.port'];
    expect(codes(deployment(podSpec(wrong)))).toEqual(found);
    expect(codes(deployment(podSpec({}, { initContainers: [container({ ...wrong, name: 'side', restartPolicy: 'Always', ports: [] })] })))).toEqual(found);
  });

  test('of an operator, which completes the containers that it knows', () => {
    const kibana = (more: object) => held('kibana.k8s.elastic.co/v1', 'Kibana', { podTemplate: { spec: { containers: [{ name: 'kibana', readinessProbe: { httpGet: { port: 'https' } }, args: ['$(A)'], ...more }] } } });
    expect(codes(kibana({}))).toEqual([]);
    expect(codes(kibana({ image: 'example/kibana' }))).toEqual(['warning invalid-port httpGet.port']);
  });
});

describe('an image', () => {
  const DIGEST = `sha256:${'a'.repeat(64)}`;
  test.each([
    'cart', 'cart:1', 'localhost:5000/cart', 'HOST/cart:V1', '[::1]:5000/a/b__c/d--e.f', `cart@${DIGEST}`, `cart:1@${DIGEST}`, 'cart:${TAG}', '{{ image }}', 'ko://github.com/acme/cart', ' ', '',
  ])('%s', image => expect(codes(deployment(podSpec({ image })))).toEqual([]));

  test.each([
    'https://x/y:1', 'X/Y:1', 'x/Y', 'x/y:', 'x/y:1:2', 'x/y@sha256:abc', `x/y@${DIGEST}b`, 'x//y', 'x/y:1 ', 'x/y:[object Object]', `x/y:${'a'.repeat(129)}`, `x/${'a'.repeat(256)}`,
  ])('not %s', image => {
    expect(codes(deployment(podSpec({ image })))).toEqual(['error invalid-value 0.image']);
    expect(messageOf(() => new DeploymentWorkload({ image }))).toContain(`invalid-value: 'image' ${IMAGE}`);
    expect(messageOf(() => new ContainerizedWorkload({ containers: [{ name: 'main', image }] }))).toContain(`'containers[0].image' ${IMAGE}`);
  });

  test.each(['x/y:null', 'x/y:NaN', 'undefined/y:1', 'x/undefined'])('%s, which is likely a mistake', image => {
    expect(codes(deployment(podSpec({ image })))).toEqual(['warning invalid-value 0.image']);
  });

  test('that a lost line has joined with what follows, which may be a password', () => {
    expect(messageOf(() => new DeploymentWorkload({ image: 'x/y:1 - --password=hunter2' }))).toContain(`'image' ${IMAGE}, got "x/y:1 …"`);
  });

  test('of a volume', () => {
    expect(codes(deployment(podSpec({}, { volumes: [{ name: 'data', image: { reference: 'x/y:' } }] })))).toEqual(['error invalid-value image.reference']);
  });
});

describe('an amount', () => {
  const requested = (requests: object) => codes(deployment(podSpec({ resources: { requests } })));
  test.each([{ memory: '1M' }, { memory: '0' }, { memory: '128974848000m' }, { memory: 134217728 }, { 'cpu': '100m', 'ephemeral-storage': '1Mi' }, { cpu: 192 }, { 'example.com/gpu': '1Mi' }, { memory: 'x' }])(
    '%j', requests => expect(requested(requests)).toEqual([]));

  test.each([{ memory: '512000m' }, { memory: 512 }, { memory: '64k' }, { cpu: '1Gi' }, { cpu: '128M' }, { 'ephemeral-storage': '500m' }])(
    'not %j', requests => expect(requested(requests)).toEqual([`warning invalid-value requests.${Object.keys(requests)[0]}`]));

  test('of claims, of pods, and of what an operator makes', () => {
    const resources = { requests: { storage: '500m', memory: '500m' } };
    const claim = held('v1', 'PersistentVolumeClaim', { resources });
    const set = HOLDERS.StatefulSet(podSpec({}, { volumes: [{ name: 'tmp', ephemeral: { volumeClaimTemplate: { spec: { resources } } } }], resources }));
    set.spec.volumeClaimTemplates = [{ metadata: { name: 'data' }, spec: { resources } }];
    const coherence = held('coherence.oracle.com/v1', 'Coherence', { resources });
    const both = ['warning invalid-value requests.storage', 'warning invalid-value requests.memory'];
    expect([claim, set, coherence].map(each => codes(each))).toEqual([both, [...both, ...both, ...both], both]);
  });
});

describe('a variable', () => {
  const of = (more: object) => codes(deployment(podSpec(more)));
  const [A, B] = [{ name: 'A', value: 'a' }, { name: 'B', value: '$(A)' }];
  test.each<[string, object]>([
    ['that is defined before', { env: [A, B], args: ['$(A) $(B)'] }],
    ['that is escaped', { env: [{ name: 'B', value: '$$(A)' }, A] }],
    ['of a Service', { env: [{ name: 'B', value: '$(CART_SERVICE_HOST):$(CART_PORT_80_TCP_PORT)' }] }],
    ['that is a command', { command: ['sh', '-c', 'echo $(hostname) $(cat /etc/hosts) $(date)'] }],
    ['that has no end', { args: ['$(A', '$('] }],
    ['that may come from elsewhere', { env: [B], envFrom: [{ secretRef: { name: 'db' } }] }],
  ])('%s', (_, more) => expect(of(more)).toEqual([]));

  test.each<[string, object, string]>([
    ['that is defined after', { env: [B, A] }, 'warning invalid-value 0.value'],
    ['that is itself', { env: [{ name: 'A', value: '$(A):/bin' }] }, 'warning invalid-value 0.value'],
    ['of a lower-case name that is defined after', { env: [{ name: 'B', value: '$(a)' }, { name: 'a', value: 'a' }] }, 'warning invalid-value 0.value'],
    ['behind an escaped dollar', { command: ['$$$(A)'] }, 'warning invalid-value command.0'],
  ])('%s', (_, more, expected) => expect(of(more)).toEqual([expected]));

  test('of a ConfigMap of the app', () => {
    const from = (name: string) => deployment(podSpec({ env: [{ name: 'B', value: `$(${name})` }], envFrom: [{ prefix: 'X_', configMapRef: { name: 'config' } }] }));
    const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'config', namespace: 'shop' }, data: { A: 'a' } };
    expect([codes(from('X_A'), config), codes(from('A'), config)]).toEqual([[], ['warning invalid-value 0.value']]);
  });

  test('shows no text, which may have a password', () => {
    expect(lines(deployment(podSpec({ env: [{ name: 'URL', value: 'postgres://app:hunter2@$(HOST)' }] }))).join()).not.toContain('hunter2');
  });
});

describe('a workload writes its variables', () => {
  const env = (props: object) => {
    const app = new GitOpsApp({ outdir: 'unused' });
    Platform.install(app, OamPlatform.verrazzano());
    const chart = new Chart(app, 'shop', { namespace: 'shop' });
    new ApplicationConfiguration(chart, 'shop').addComponent(new Component(chart, 'cart', { workload: new DeploymentWorkload({ image: 'cart', ...props }) }));
    const component = chart.toJson().find(({ kind }) => kind === 'Component');
    return component.spec.workload.spec.template.spec.containers[0].env.map(({ name }: any) => name).join(' ');
  };
  const source = { secretKeyRef: { name: 'db', key: 'password' } };
  test.each<[string, object, object, string]>([
    ['after those to which they refer', { URL: 'postgres://app:$(DB_PASSWORD)@db', A: 'a' }, { DB_PASSWORD: source }, 'DB_PASSWORD URL A'],
    ['after those that these refer to', { C: '$(B)', B: '$(A)', A: 'a', D: 'd' }, {}, 'A B C D'],
    ['in the given order', { B: 'b', A: '$$(C) $(B)', C: 'c' }, { D: source }, 'B A C D'],
    ['also in a circle', { A: '$(B)', B: '$(A)' }, {}, 'B A'],
  ])('%s', (_, given, envSources, expected) => expect(env({ env: given, envSources })).toBe(expected));

  test('a circle is reported', () => {
    expect(synthesized(chart => new ApplicationConfiguration(chart, 'shop').addComponent(new Component(chart, 'cart', {
      workload: new DeploymentWorkload({ image: 'cart', resources: { requests: { cpu: '1', memory: '1Gi' } }, env: { A: '$(B)', B: '$(A)' } }),
    })))).toEqual([
      `[shop/shop/cart] invalid-value: '${inMain}env[0].value' refers to $(A), which is defined after it: the text stays as it is; define that one first`,
    ]);
  });
});

describe('a key', () => {
  const secret = (more: object, name = 'db') => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: 'shop', ...more }, stringData: { user: '', password: '' } });
  const external = (spec: object) => held('external-secrets.io/v1', 'ExternalSecret', { target: { name: 'db' }, ...spec });
  const data = [{ secretKey: 'user' }, { secretKey: 'password' }];
  const using = (key: string, more: object = {}) => deployment(podSpec({ env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'db', key, ...more } } }] }));
  const sealed = { apiVersion: 'bitnami.com/v1alpha1', kind: 'SealedSecret', metadata: { name: 'db', namespace: 'shop' }, spec: { encryptedData: { user: '', password: '' } } };

  test.each<[string, object]>([['of a Secret', secret({})], ['of an ExternalSecret', external({ data })], ['of a SealedSecret', sealed]])('%s', (_, maker) => {
    expect(codes(maker, using('password'))).toEqual([]);
    expect(codes(maker, using('passwort', { optional: true }))).toEqual([]);
    expect(lines(maker, using('passwort'))).toEqual([
      `error unresolved-reference: '${inMain}env[0].valueFrom.secretKeyRef.key' names key "passwort" of Secret "db", which has "user", "password"; did you mean "password"?`,
    ]);
  });

  test.each<[string, ...object[]]>([
    ['that is outside'],
    ['in another namespace', secret({ namespace: 'other' })],
    ['with everything of a remote secret', external({ data, dataFrom: [{ extract: { key: 'db' } }] })],
    ['with a template', external({ data, target: { name: 'db', template: { data: {} } } })],
    ['that is merged', external({ data, target: { name: 'db', creationPolicy: 'Merge' } })],
    ['that a certificate fills', held('cert-manager.io/v1', 'Certificate', { secretName: 'db' })],
    ['that is empty', { ...secret({}), stringData: undefined }],
    ['that is generated', secret({ annotations: { 'secret-generator.v1.mittwald.de/autogenerate': 'token' } })],
  ])('of a Secret %s is not known', (_, ...makers) => expect(codes(...makers, using('token'))).toEqual([]));

  test('of a volume, and of one that is projected', () => {
    const items = [{ key: 'token', path: 'a' }];
    const volumes = [{ name: 'a', secret: { secretName: 'db', items } }, { name: 'b', projected: { sources: [{ secret: { name: 'db', items } }] } }];
    expect(codes(secret({}), deployment(podSpec({}, { volumes })))).toEqual(['error unresolved-reference 0.key', 'error unresolved-reference 0.key']);
  });
});

describe('the standard of a namespace', () => {
  const namespace = (enforce: string, more: object = {}) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels: { 'pod-security.kubernetes.io/enforce': enforce, ...more } } });
  const right = { securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } } };
  const ofPod = { securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } } };
  test.each(Object.entries(HOLDERS))('is kept by the pods of a %s', (_, holder) => {
    expect(codes(namespace('restricted'), holder(podSpec()))).toEqual([
      'error pod-security securityContext.runAsNonRoot', 'error pod-security seccompProfile.type', 'error pod-security securityContext.allowPrivilegeEscalation', 'error pod-security capabilities.drop',
    ]);
    expect(codes(namespace('restricted'), holder(podSpec(right, ofPod)))).toEqual([]);
  });

  test.each<[string, object, object]>([
    ['allows everything', namespace('privileged'), podSpec({}, { hostNetwork: true })],
    ['is not enforced', { ...namespace('x'), metadata: { name: 'shop', labels: { 'pod-security.kubernetes.io/warn': 'restricted' } } }, podSpec()],
    ['is unknown', { ...namespace('restricted'), metadata: { name: 'other' } }, podSpec()],
    ['demands less', namespace('baseline'), podSpec()],
    ['demands less of Windows', namespace('restricted'), podSpec({}, { os: { name: 'windows' }, securityContext: { runAsNonRoot: true } })],
  ])('%s', (_, ...objects) => expect(codes(objects[0], deployment(objects[1]))).toEqual([]));

  test('demands something of Windows', () => {
    expect(codes(namespace('restricted'), deployment(podSpec({}, { os: { name: 'windows' } })))).toEqual(['error pod-security securityContext.runAsNonRoot']);
  });

  test('is newer than some clusters for the host of a probe', () => {
    expect(codes(namespace('baseline'), deployment(podSpec({ livenessProbe: { httpGet: { host: 'x', port: 8080 } } })))).toEqual(['warning pod-security httpGet.host']);
  });

  test('of an operator is its own', () => {
    expect(codes(namespace('restricted'), held('example.com/v1', 'Thing', { template: template(podSpec()) }))).toEqual([]);
  });

  test.each([false, true])('is that of an environment, whose namespace exists: %s', existing => {
    const environments = new Environments({ outdir: 'unused' });
    const app = environments.add('staging', { namespaces: [{ name: 'shop', podSecurity: PodSecurity.RESTRICTED, existing }] });
    new ApiObject(new Chart(app, 'shop', { namespace: 'shop' }), 'it', pod(deployment(podSpec(right))));
    expect(messageOf(() => environments.synth()).split('\n').slice(1)).toEqual(['runAsNonRoot', 'seccompProfile.type'].map(field =>
      expect.stringContaining(`[staging/shop/it] pod-security: 'spec.template.spec.securityContext.${field}' must be `)));
  });
});
