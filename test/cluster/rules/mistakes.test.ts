import { ApiObject, Chart, Testing } from 'cdk8s';
import { stringify } from 'yaml';
import { synthesized } from './support';
import {
  ApplicationConfiguration, Component, CronJobWorkload, DeploymentWorkload, IngressPathType, IngressProvider, IngressTrait, KubernetesPlatform,
  MonitoringProvider, Platform, TlsCertificate, Workload,
} from '../../../src';
import { describe as inWords } from '../../../src/base/findings/words';
import { readManifests } from '../../../src/files/reading';
import { validateManifests } from '../../../src/migration/validate';
import { Manifests } from '../../../src/testing';
import { messageOf } from '../../support/message';

// Mistakes of new users that once nothing reported, in a program with App on a KubernetesPlatform, and by `validate`.

const image = 'example/cart:1';
const resources = { requests: { cpu: '1', memory: '1Gi' } };
const labels = { app: 'cart' };
const container = { name: 'cart', image, ports: [{ name: 'web', containerPort: 8080 }], resources };

const kubernetes = () => new KubernetesPlatform({
  ingress: IngressProvider.traefik({ tls: TlsCertificate.clusterIssuer('letsencrypt') }),
  metrics: MonitoringProvider.kubePrometheusStack({ release: 'monitoring', namespace: 'monitoring' }),
});

/** A program with a workload of a component called `cart`. */
const workload = (props: any, type: new (all: any) => Workload = DeploymentWorkload) => (chart: Chart) => {
  const component = new Component(chart, 'cart', { workload: new type({ image, resources, ...props }) });
  new ApplicationConfiguration(chart, 'app', {}).addComponent(component);
};

/** The same with an IngressTrait for these paths. */
const routed = (paths: any[], ports: object[] = [{ name: 'http', port: 8080 }]) => (chart: Chart) => {
  const binding = new ApplicationConfiguration(chart, 'app').addDeployment('cart', { image, resources, ports } as any);
  new IngressTrait(binding, 'ingress', { rules: [{ hosts: ['cart.example.com'], paths }] });
};

const cronJob = (props: any) => workload(props, CronJobWorkload);

const other = (apiVersion: string, kind: string, name: string, fields: object, metadata: object = {}) =>
  ({ apiVersion, kind, metadata: { name, namespace: 'shop', ...metadata }, ...fields });

const deployment = (spec: object = {}, own: object = {}, replicas = 1) => {
  const pods = { metadata: { labels }, spec: { containers: [{ ...container, ...own }], ...spec } };
  return other('apps/v1', 'Deployment', 'cart', { spec: { replicas, selector: { matchLabels: labels }, template: pods } });
};

const podMonitor = (port: string, release: string) => other('monitoring.coreos.com/v1', 'PodMonitor', 'own', {
  spec: { selector: { matchLabels: labels }, podMetricsEndpoints: [{ port }] },
}, { labels: { release } });

const service = (name: string) => other('v1', 'Service', name, { spec: { selector: labels, ports: [{ port: 80, targetPort: 'web' }] } });

const ingress = (name: string, number: number) => other('networking.k8s.io/v1', 'Ingress', name, {
  spec: { rules: [{ host: 'a.example.com', http: { paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name, port: { number } } } }] } }] },
});

const claim = other('v1', 'PersistentVolumeClaim', 'data', { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } });
const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } } };
const settings = (own: string) => other('v1', 'ConfigMap', 'settings', { data: { a: 'b' } }, { namespace: own });
const variable = { env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'settings', key: 'c' } } }] };
const template = { spec: { restartPolicy: 'Never', containers: [container] } };
const nightly = (spec: object) => other('batch/v1', 'CronJob', 'nightly', { spec: { jobTemplate: { spec: { template } }, ...spec } });
const withPasswords = {
  AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  DATABASE_URL: 'postgres://app:hunter2@db',
  API_TOKEN: 'ghp_0123456789abcdefghijklmnopqrstuvwxyz',
};

const annotated = other('apps/v1', 'Deployment', 'cart', {
  spec: {
    selector: { matchLabels: labels },
    template: { metadata: { labels, annotations: { 'prometheus.io/port': '8080' } }, spec: { containers: [{ ...container, ports: [{ name: 'http', containerPort: 8080 }] }] } },
  },
});

/** The findings of a program, or of the construct that it could not create. */
function told(program: (chart: Chart) => void): string[] {
  try {
    return synthesized(program);
  } catch (error) {
    return (error as Error).message.split('\n');
  }
}

const POD = 'spec.template.spec';
const FIRST = `${POD}.containers[0]`;

describe('a program reports', () => {
  test.each<[string, (chart: Chart) => void, string[]]>([
    ['a schedule with hour 25', cronJob({ schedule: '0 25 * * *' }), ["invalid-value: 'schedule'"]],
    ['a misspelt time zone', cronJob({ schedule: '@daily', timeZone: 'Europe/Berlinn' }), ["invalid-value: 'timeZone'"]],
    ['thousandths of a byte', workload({ resources: { requests: { cpu: '1', memory: '64m' } } }), [`invalid-value: '${FIRST}.resources.requests.memory'`]],
    ['a probe of a number that is not declared', workload({ ports: [{ port: 8080 }], probes: { readiness: { httpGet: { path: '/', port: 8008 } } } }),
      [`invalid-port: '${FIRST}.readinessProbe.httpGet.port'`]],
    ...['https://ghcr.io/a/b:1', 'ghcr.io/A/b:1', 'x/y:'].map((name): [string, (chart: Chart) => void, string[]] =>
      [`the image ${name}`, workload({ image: name }), ["invalid-value: 'image'"]]),
    ['passwords in variables', workload({ env: withPasswords }), [0, 1, 2].map(i => `password-in-manifest: '${FIRST}.env[${i}].value'`)],
    ['a path without a type', chart => {
      Platform.install(chart, kubernetes());
      routed([{ path: '/api' }, { path: '/' }])(chart);
    }, ["missing-field: 'rules[0].paths[0].pathType'"]],
    ['metrics that nothing scrapes', workload({ ports: [{ name: 'prom', port: 9090 }] }), [`broken-scrape: '${FIRST}.ports[0].name'`]],
    ['an annotation that nothing reads', workload({ ports: [{ name: 'http', port: 8080 }], podAnnotations: { 'prometheus.io/port': '8080' } }),
      ["broken-scrape: 'spec.template.metadata.annotations['prometheus.io/port']'"]],
    ['a typo in podSpec', workload({ podSpec: { hostNetwrk: true } }), [`unknown-field: '${POD}.hostNetwrk'`]],
    ['a typo in overrides', workload({ overrides: { spec: { replicaz: 2 } } }), ["unknown-field: 'spec.replicaz'"]],
    ['limits below requests', workload({ resources: { requests: { cpu: '2', memory: '1Gi' }, limits: { cpu: '1' } } }),
      ["schema-violation: 'spec.template.spec.containers[0].resources.requests.cpu'"]],
    ['a rolling update that replaces no pod', workload({ strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } }),
      ["schema-violation: 'spec.strategy.rollingUpdate.maxUnavailable'"]],
    ['replicas beside a ScaledObject', chart => {
      workload({ replicas: 3 })(chart);
      new ApiObject(chart, 'scaled', { apiVersion: 'keda.sh/v1alpha1', kind: 'ScaledObject', spec: { scaleTargetRef: { name: 'cart' }, triggers: [] } } as any);
    }, ["scaled-twice: 'spec.replicas'"]],
  ])('%s', (_, program, places) => {
    expect(told(program)).toEqual(places.map(place => expect.stringContaining(`] ${place} `)));
  });
});

describe('a program, and validate, report', () => {
  test.each<[string, object[], string[]]>([
    ['a schedule and a time zone', [nightly({ schedule: '0 25 * * *', timeZone: 'Europe/Berlinn' })], ["invalid-value: 'spec.schedule'", "invalid-value: 'spec.timeZone'"]],
    ['a probe of a name that is not declared', [deployment({}, { readinessProbe: { httpGet: { path: '/', port: 'htpp' } } })], [`invalid-port: '${FIRST}.readinessProbe.httpGet.port'`]],
    ['a claim for one node with three pods', [claim, deployment({ volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }] }, {}, 3)], ["shared-volume: 'spec.replicas'"]],
    ['an image without a tag behind its colon', [deployment({}, { image: 'x/y:' })], [`invalid-value: '${FIRST}.image'`]],
    ['a monitor whose port is misspelt', [deployment(), podMonitor('wbe', 'monitoring')], ["broken-scrape: 'spec.podMetricsEndpoints[0].port'"]],
    ['a host that is taken', [deployment(), service('a'), service('b'), ingress('a', 80), ingress('b', 80)], ["ambiguous-route: 'spec.rules[0].http.paths[0]'"]],
    ['a port that the Service does not have', [deployment(), service('a'), ingress('a', 81)], ["broken-route: 'spec.rules[0].http.paths[0].backend.service.port'"]],
    ['a reference to a variable that is defined later', [deployment({}, { env: [{ name: 'URL', value: 'x://$(B)@db' }, { name: 'B', valueFrom: { secretKeyRef: { name: 'db', key: 'b' } } }] })], [`invalid-value: '${FIRST}.env[0].value'`]],
    ['pods that the namespace rejects', [namespace, deployment()], ['securityContext.runAsNonRoot', 'securityContext.seccompProfile.type', 'containers[0].securityContext.allowPrivilegeEscalation', 'containers[0].securityContext.capabilities.drop'].map(at => `pod-security: '${POD}.${at}'`)],
    ['a typo in an object', [deployment({ hostNetwrk: true })], [`unknown-field: '${POD}.hostNetwrk'`]],
    ['a ConfigMap of another namespace', [settings('other'), deployment({}, variable)], [`unresolved-reference: '${FIRST}.env[0].valueFrom.configMapKeyRef.name'`]],
    ['a key that the ConfigMap does not have', [settings('shop'), deployment({}, variable)], [`unresolved-reference: '${FIRST}.env[0].valueFrom.configMapKeyRef.key'`]],
    ['a port http-metrics that no monitor scrapes', [deployment({}, { ports: [{ name: 'http', containerPort: 8080 }, { name: 'http-metrics', containerPort: 9090 }] })], [`broken-scrape: '${FIRST}.ports[1].name'`]],
    ['an annotation for a Prometheus without the operator', [annotated], ["broken-scrape: 'spec.template.metadata.annotations['prometheus.io/port']'"]],
    ['passwords', [deployment({}, { env: Object.entries(withPasswords).map(([name, value]) => ({ name, value })) })], [0, 1, 2].map(i => `password-in-manifest: '${FIRST}.env[${i}].value'`)],
    ['a port in quotes', [other('v1', 'Service', 'quoted', { spec: { selector: labels, ports: [{ port: 80, targetPort: '8080' }] } }), deployment()], ["invalid-port: 'spec.ports[0].targetPort'"]],
  ])('%s', (_, manifests, places) => {
    const program = (chart: Chart) => manifests.forEach((each, i) => void new ApiObject(chart, `object-${i}`, each as any));
    expect(told(program)).toEqual(places.map(place => expect.stringContaining(`] ${place} `)));

    const found = validateManifests(readManifests(manifests.map(each => stringify(each)).join('---\n'), 'a.yaml'), { platform: kubernetes() });
    expect(found.map(({ code, path }) => [code, path.join('.')])).toEqual(
      places.map(place => [/^[a-z-]+/.exec(place)![0], /'(.*)'/.exec(place)![1].replace(/\['?(.+?)'?\]/g, '.$1')]));
  });
});

test('a monitor without the label by which Prometheus selects is reported where the platform describes the Prometheus', () => {
  const program = (chart: Chart) => [deployment(), podMonitor('web', 'other')].forEach((each, i) => void new ApiObject(chart, `object-${i}`, each as any));
  expect(told(program)).toEqual([expect.stringContaining("not-selected: 'metadata.labels")]);
});

// what was a mistake once, and is what it looks like

/** The objects of a program, by kind. */
function made(program: (chart: Chart) => void): (kind: string) => any {
  const chart = new Chart(Testing.app(), 'shop', { namespace: 'shop' });
  Platform.install(chart, kubernetes());
  program(chart);
  const objects = Testing.synth(chart);
  return kind => objects.find(each => each.kind === kind);
}

test('beside the port http, the port http-metrics is scraped, and gets no requests', () => {
  const of = made(routed([{ path: '/', pathType: IngressPathType.PREFIX }], [{ name: 'http', port: 8080 }, { name: 'http-metrics', port: 9090 }]));
  expect(of('PodMonitor').spec.podMetricsEndpoints).toEqual([expect.objectContaining({ port: 'http-metrics' })]);
  expect(of('Ingress').spec.rules[0].http.paths[0].backend.service).toEqual({ name: 'cart', port: { number: 8080 } });
  expect(of('Service').spec.ports).toEqual([{ name: 'http', port: 8080, targetPort: 'http' }]);
});

test('the ports of a sidecar are not in the Service', () => {
  const sidecar = { name: 'envoy', image: 'example/envoy:1', resources, ports: [{ name: 'admin', containerPort: 9901 }] };
  const of = made(workload({ ports: [{ name: 'http', port: 8080 }], podSpec: { containers: [sidecar] } }));
  expect(of('Deployment').spec.template.spec.containers.map(({ name }: any) => name)).toEqual(['cart', 'envoy']);
  expect(of('Service').spec.ports).toEqual([{ name: 'http', port: 8080, targetPort: 'http' }]);
});

test('hasNoSecrets() finds passwords in variables', () => {
  const chart = new Chart(Testing.app(), 'shop', { namespace: 'shop' });
  Platform.install(chart, kubernetes());
  workload({ env: withPasswords })(chart);
  const message = messageOf(() => Manifests.ofYaml(stringify(Testing.synth(chart).find(({ kind }) => kind === 'Deployment'))).hasNoSecrets());
  for (const i of [0, 1, 2]) expect(message).toContain(`${FIRST}.env[${i}].value`);
  for (const value of Object.values(withPasswords)) expect(message).not.toContain(value);
});

test('a variable can refer to one of a Secret, which comes first', () => {
  const chart = new Chart(Testing.app(), 'shop', { namespace: 'shop' });
  Platform.install(chart, kubernetes());
  workload({ env: { URL: 'postgres://app:$(DB_PASSWORD)@db' }, envSources: { DB_PASSWORD: { secretKeyRef: { name: 'db', key: 'password' } } } })(chart);
  const { spec } = Testing.synth(chart).find(({ kind }) => kind === 'Deployment');
  expect(spec.template.spec.containers[0].env.map(({ name }: { name: string }) => name)).toEqual(['DB_PASSWORD', 'URL']);
});

test('an object that is not rendered may be in the cluster: only the test kit reports it', () => {
  const missing = deployment({ serviceAccountName: 'nobody', volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'nowhere' } }] });
  expect(told(chart => void new ApiObject(chart, 'object', missing as any))).toEqual([]);
  const message = messageOf(() => Manifests.ofYaml(stringify(missing)).referencesResolve());
  expect(message).toContain('ServiceAccount "nobody"');
  expect(message).toContain('PersistentVolumeClaim "nowhere"');
});

test.each<[string, object, string]>([
  ['targetPort', other('v1', 'Service', 'a', { spec: { selector: labels, ports: [{ port: 80, targetPort: '8080' }] } }), "'spec.ports[0].targetPort'"],
  ['a probe', deployment({}, { readinessProbe: { httpGet: { path: '/', port: '8080' } } }), `'${FIRST}.readinessProbe.httpGet.port'`],
  ['a probe over TCP', deployment({}, { livenessProbe: { tcpSocket: { port: '8080' } } }), `'${FIRST}.livenessProbe.tcpSocket.port'`],
  ['a hook', deployment({}, { lifecycle: { preStop: { httpGet: { path: '/', port: '8080' } } } }), `'${FIRST}.lifecycle.preStop.httpGet.port'`],
  ['a NetworkPolicy', other('networking.k8s.io/v1', 'NetworkPolicy', 'a', { spec: { podSelector: {}, ingress: [{ ports: [{ port: '8080' }] }] } }), "'spec.ingress[0].ports[0].port'"],
])('a port number in quotes is written without them: %s', (_, manifest, field) => {
  const found = validateManifests(readManifests(stringify(manifest), 'a.yaml'), { platform: kubernetes() });
  expect(found.map(inWords)).toEqual([`invalid-port: ${field} must be the name of a port, which has a letter, got "8080"; write 8080 without quotes`]);
});

test('a port number as the name of the port of a backend is written as its number', () => {
  const backend = { service: { name: 'a', port: { name: '80' } } };
  const manifest = other('networking.k8s.io/v1', 'Ingress', 'a', { spec: { defaultBackend: backend } });
  expect(validateManifests(readManifests(stringify(manifest), 'a.yaml'), { platform: kubernetes() }).map(inWords)).toEqual([
    "invalid-port: 'spec.defaultBackend.service.port.name' must be the name of a port, which has a letter, got \"80\"; write number: 80 without quotes",
  ]);
});
