import { App, Chart } from 'cdk8s';
import {
  ApplicationConfiguration, Component, DeploymentWorkload, DeploymentWorkloadProps, KubernetesPlatform, MonitoringProvider, OamPlatform,
  Platform, PodSecurity, WorkloadDefaults,
} from '../../../../src';
import { messageOf } from '../../../support/message';

const kubernetes = (defaults?: WorkloadDefaults) =>
  new KubernetesPlatform({ metrics: MonitoringProvider.kubePrometheusStack({ release: 'r', namespace: 'monitoring' }), defaults });

function shop(platform: Platform, defaults?: WorkloadDefaults): ApplicationConfiguration {
  const chart = new Chart(new App(), 'shop', { namespace: 'shop' });
  Platform.install(chart, platform);
  return new ApplicationConfiguration(chart, 'shop', { defaults });
}

const objects = (application: ApplicationConfiguration) => Chart.of(application).toJson();
const deployment = (application: ApplicationConfiguration) => {
  const [given] = objects(application).map(each => each.spec.workload ?? each).filter(({ kind }) => kind === 'Deployment');
  return given;
};
const IMAGE = { image: 'example/web:1' };
const ALL: WorkloadDefaults = {
  podSecurity: PodSecurity.RESTRICTED,
  resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '128Mi' } },
  probes: { periodSeconds: 5, failureThreshold: 2 },
  labels: { team: 'shop' },
  imagePullSecrets: ['registry'],
  spread: [{ topologyKey: 'kubernetes.io/hostname' }],
};

describe.each([['OAM', (defaults?: WorkloadDefaults) => OamPlatform.verrazzano({ defaults })], ['Kubernetes', kubernetes]])('on %s', (_, platform) => {
  test('a workload has all defaults', () => {
    const application = shop(platform(ALL));
    application.addDeployment('web', { ...IMAGE, probes: { readiness: { tcpSocket: { port: 80 } }, startup: { tcpSocket: { port: 80 } } }, ports: [{ port: 80 }] });
    const { metadata: { labels }, spec: { template: { metadata, spec } } } = deployment(application);

    expect([labels.team, metadata.labels.team]).toEqual(['shop', 'shop']);
    expect(spec).toMatchObject({
      securityContext: { runAsNonRoot: true },
      imagePullSecrets: [{ name: 'registry' }],
      topologySpreadConstraints: [{ topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { 'app.oam.dev/component': 'web' } } }],
      containers: [{
        resources: ALL.resources,
        readinessProbe: { tcpSocket: { port: 80 }, periodSeconds: 5, failureThreshold: 2 },
        startupProbe: { tcpSocket: { port: 80 } },
      }],
    });
    expect(spec.containers[0].startupProbe).toEqual({ tcpSocket: { port: 80 } });
  });
});

test('what a workload sets takes precedence, amount by amount', () => {
  const application = shop(kubernetes(ALL));
  application.addDeployment('web', {
    ...IMAGE,
    podSecurity: PodSecurity.BASELINE,
    resources: { limits: { memory: '1Gi' } },
    labels: { team: 'web' },
    podSpec: { imagePullSecrets: [{ name: 'own' }] },
    spread: [],
  });
  const { metadata: { labels }, spec: { template: { metadata, spec } } } = deployment(application);

  expect([labels.team, metadata.labels.team]).toEqual(['web', 'shop']);
  expect(spec.securityContext).toBeUndefined();
  expect(spec.containers[0].resources).toEqual({ requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '1Gi' } });
  expect(spec.imagePullSecrets.map(({ name }: any) => name).sort()).toEqual(['own', 'registry']);
  expect(spec.topologySpreadConstraints ?? []).toEqual([]);
});

test('the defaults of an application take precedence over those of its platform, for its own components alone', () => {
  const application = shop(kubernetes(ALL), { resources: { limits: { memory: '256Mi' } } });
  application.addDeployment('web', IMAGE);
  application.addComponent(new Component(Chart.of(application), 'elsewhere', { workload: new DeploymentWorkload(IMAGE) }));
  const limits = objects(application).filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec.template.spec.containers[0].resources.limits);

  expect(limits).toEqual([{ memory: '256Mi' }, { memory: '128Mi' }]);
});

test('a DaemonSet is not spread, and a container of podSpec alone has no default resources', () => {
  const application = shop(kubernetes({ spread: ALL.spread, resources: ALL.resources }));
  application.addDaemonSet('agent', { podSpec: { containers: [{ name: 'agent', image: 'example/agent:1' }] } });
  const { spec } = objects(application).find(({ kind }) => kind === 'DaemonSet').spec.template;

  expect([spec.topologySpreadConstraints, spec.containers[0].resources]).toEqual([undefined, undefined]);
});

test('a null of an application leaves the default of its platform', () => {
  const application = shop(kubernetes(ALL), { podSecurity: null, labels: null, probes: { periodSeconds: null } } as object);
  application.addDeployment('web', { ...IMAGE, probes: { readiness: { tcpSocket: { port: 80 } } } });
  const { metadata: { labels }, spec: { template: { spec } } } = deployment(application);

  expect(labels.team).toBe('shop');
  expect(spec.securityContext).toMatchObject({ runAsNonRoot: true });
  expect(spec.containers[0].readinessProbe.periodSeconds).toBe(5);
});

test('a workload that changes its node overrides the default standard', () => {
  const application = shop(kubernetes({ podSecurity: PodSecurity.RESTRICTED }));
  application.addDaemonSet('agent', { ...IMAGE, podSecurity: PodSecurity.PRIVILEGED, podSpec: { hostNetwork: true } });
  const { spec } = objects(application).find(({ kind }) => kind === 'DaemonSet').spec.template;

  expect([spec.hostNetwork, spec.securityContext]).toEqual([true, undefined]);
});

test.each<[string, object, object[] | undefined]>([
  ['a parameter may set', {}, [{ name: 'limit', fieldPaths: ['spec.template.spec.containers[0].resources.limits.memory'] }]],
  ['overrides set', { overrides: { spec: { template: { spec: { containers: [{ name: 'web', resources: { limits: { memory: '2Gi' } } }] } } } } }, undefined],
])('a limit that %s is judged as it is rendered', (_, props, parameters) => {
  const application = shop(kubernetes(ALL));
  const workload = new DeploymentWorkload({ ...IMAGE, resources: { requests: { memory: '1Gi' } }, ...props });
  application.addComponent(new Component(application, 'web', { workload, parameters: parameters as never }),
    parameters ? { parameterValues: [{ name: 'limit', value: '2Gi' }] } : {});

  expect(deployment(application).spec.template.spec.containers[0].resources.limits.memory).toBe('2Gi');
});

test('defaults are copied', () => {
  const defaults = { labels: { team: 'a' } };
  const application = shop(kubernetes(defaults), defaults);
  defaults.labels.team = 'b';
  application.addDeployment('web', IMAGE);

  expect(deployment(application).metadata.labels.team).toBe('a');
});

describe('fails where', () => {
  test('a workload violates the default standard', () => {
    const application = shop(kubernetes(ALL));

    expect(messageOf(() => application.addDeployment('web', { ...IMAGE, securityContext: { privileged: true } }))).toBe(
      "[shop/shop/web] pod-security: 'securityContext.privileged' must be false, got true: the Pod Security Standard \"restricted\" allows nothing else "
        + '(with the defaults of the platform or the application); change it, or override the default in the workload');
  });

  test.each<[string, DeploymentWorkloadProps, string]>([
    ['is above the default limit', { resources: { requests: { memory: '1Gi' } } },
      "'resources.requests.memory' must be at most the limit (128Mi), got \"1Gi\""],
    ['by default is above the limit', { resources: { limits: { memory: '64Mi' } } },
      "'resources.requests.memory' must be at most the limit (64Mi), got \"128Mi\""],
    ['of podSpec is above the default limit', { podSpec: { containers: [{ name: 'web', resources: { requests: { memory: '1Gi' } } }] } },
      "'podSpec.containers[0].resources.requests.memory' must be at most the limit (128Mi), got \"1Gi\""],
  ])('a request %s', (_, props, message) => {
    expect(messageOf(() => shop(kubernetes(ALL)).addDeployment('web', { ...IMAGE, ...props }))).toBe(
      `[shop/shop/web] schema-violation: ${message} (with the defaults of the platform or the application); change it, or override the default in the workload`);
  });

  test('a request is above the limit of the workload itself, which no default changes', () => {
    const application = shop(kubernetes(ALL));
    application.addDeployment('web', { ...IMAGE, resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } });

    expect(messageOf(() => objects(application))).toContain('[shop/shop/web] schema-violation: '
      + "'spec.template.spec.containers[0].resources.requests.cpu' must be at most the limit (1), got \"2\"");
  });

  test.each<[string, object, string]>([
    ['a default is unknown', { podSecurty: 'restricted' },
      "unknown-field: 'defaults.podSecurty' is an unknown field; expected one of podSecurity, resources, probes, labels, imagePullSecrets, spread; "
        + 'did you mean "podSecurity"?'],
    ['an amount is none', { resources: { limits: { memory: 'much' } } },
      'invalid-value: \'defaults.resources.limits.memory\' must be a quantity such as "500m", "1" or "256Mi", got "much"'],
    ['a label is reserved', { labels: { 'app.oam.dev/component': 'x' } },
      "reserved-label: 'defaults.labels['app.oam.dev/component']' must not be set: it is the label by which the pods are selected; leave it out"],
  ])('%s', (_, defaults, message) => {
    expect(messageOf(() => kubernetes(defaults))).toBe(`[KubernetesPlatform] ${message}`);
    expect(messageOf(() => shop(kubernetes(), defaults))).toBe(`[shop/shop] ${message}`);
    expect(messageOf(() => OamPlatform.verrazzano({ defaults }))).toBe(`[OamPlatform] ${message}`);
  });
});
