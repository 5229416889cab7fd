import { changed } from './message';
import { schemaErrors } from './schemas';

const POD = { containers: [{ name: 'a', image: 'b:1', ports: [{ containerPort: 80 }] }] };
const TEMPLATE = { metadata: { labels: { app: 'a' } }, spec: POD };
const SELECTOR = { matchLabels: { app: 'a' } };

/** A small valid object of each kind. */
const SPECS: Readonly<Record<string, Readonly<Record<string, any>>>> = {
  'apps/v1': { StatefulSet: { serviceName: 'a', selector: SELECTOR, template: TEMPLATE }, DaemonSet: { selector: SELECTOR, template: TEMPLATE } },
  'autoscaling/v2': {
    HorizontalPodAutoscaler: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' },
      maxReplicas: 3,
      metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } }],
    },
  },
  'batch/v1': { CronJob: { schedule: '0 * * * *', jobTemplate: { spec: { template: { spec: { ...POD, restartPolicy: 'Never' } } } } } },
  'cert-manager.io/v1': { Certificate: { secretName: 'tls', dnsNames: ['a.example.com'], issuerRef: { kind: 'ClusterIssuer', name: 'ca' } } },
  'coherence.oracle.com/v1': { Coherence: { replicas: 3, sideCars: [{ name: 'a', image: 'b:1' }], volumes: [{ name: 'a', emptyDir: {} }] } },
  'core.oam.dev/v1alpha2': {
    ApplicationConfiguration: {
      components: [{ componentName: 'a', traits: [{ trait: { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'MetricsTrait', spec: { enabled: true } } }] }],
    },
    Component: {
      workload: {
        apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'VerrazzanoHelidonWorkload', spec: { deploymentTemplate: { metadata: { name: 'a' }, podSpec: POD } },
      },
    },
  },
  'external-secrets.io/v1': { ExternalSecret: { secretStoreRef: { kind: 'SecretStore', name: 'a' }, data: [{ secretKey: 'a', remoteRef: { key: 'b' } }] } },
  'gateway.networking.k8s.io/v1': {
    HTTPRoute: { parentRefs: [{ name: 'a' }], rules: [{ matches: [{ path: { type: 'PathPrefix', value: '/' } }], backendRefs: [{ name: 'a', port: 80 }] }] },
  },
  'monitoring.coreos.com/v1': {
    PodMonitor: { selector: SELECTOR, podMetricsEndpoints: [{ port: 'http', interval: '30s' }] },
    ServiceMonitor: { selector: SELECTOR, endpoints: [{ port: 'http' }] },
  },
  'networking.istio.io/v1': { VirtualService: { hosts: ['a'], http: [{ route: [{ destination: { host: 'a', port: { number: 80 } } }] }] } },
  'networking.k8s.io/v1': {
    Ingress: { rules: [{ http: { paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'a', port: { number: 80 } } } }] } }] },
    NetworkPolicy: { podSelector: SELECTOR, ingress: [{ from: [{ podSelector: SELECTOR }], ports: [{ port: 80 }] }] },
  },
  'operator.victoriametrics.com/v1beta1': { VMPodScrape: { selector: SELECTOR, podMetricsEndpoints: [{ port: 'http', scheme: 'http' }] } },
  'policy/v1': { PodDisruptionBudget: { minAvailable: 1, selector: SELECTOR } },
  'bitnami.com/v1alpha1': { SealedSecret: { encryptedData: { a: 'AgBy' }, template: { type: 'Opaque' } } },
  'traefik.io/v1alpha1': { Middleware: { basicAuth: { secret: 'a' } } },
  'weblogic.oracle/v9': { Domain: { domainUID: 'a', webLogicCredentialsSecret: { name: 'a' }, serverPod: { containers: [{ name: 'a', image: 'b:1' }] } } },
};

const OBJECTS = Object.entries(SPECS).flatMap(([apiVersion, kinds]) =>
  Object.entries(kinds).map(([kind, spec]) => ({ apiVersion, kind, metadata: { name: 'a' }, spec })));

test.each(OBJECTS.map((object): [string, any] => [object.kind, object]))('a %s passes', (_, object) => {
  expect(schemaErrors(object)).toEqual([]);
});

const UNKNOWN = 'is not a known field';
const NONE = 'must be equal to one of the allowed values';
const required = (name: string) => `must have required property '${name}'`;

test.each<[kind: string, path: string, value: any, wrong: string]>([
  ['StatefulSet', 'serviceNam', 'a', UNKNOWN],
  ['StatefulSet', 'replicas', '3', 'must be integer'],
  ['DaemonSet', 'template.spec.containers.0.imag', 'a', UNKNOWN],
  ['DaemonSet', 'selector', undefined, required('selector')],
  ['HorizontalPodAutoscaler', 'metrics.0.resource.target.averageUtilisation', 80, UNKNOWN],
  ['HorizontalPodAutoscaler', 'maxReplicas', undefined, required('maxReplicas')],
  ['CronJob', 'jobTemplate.spec.template.spec.restartPolic', 'Never', UNKNOWN],
  ['CronJob', 'schedule', undefined, required('schedule')],
  ['PodDisruptionBudget', 'minAvailable', true, 'must be integer or string'],
  ['NetworkPolicy', 'ingress.0.ports.0.prot', 80, UNKNOWN],
  ['Ingress', 'rules.0.http.paths.0.pathType', undefined, required('pathType')],
  ['Ingress', 'rules.0.http.paths.0.backend.service.port', 80, 'must be object'],
  ['HTTPRoute', 'rules.0.matches.0.path.type', 'Prefix', NONE],
  ['HTTPRoute', 'rules.0.backendRefs.0.port', 65536, 'must be <= 65535'],
  ['Middleware', 'basicAuth.secrets', ['a'], UNKNOWN],
  ['Middleware', 'basicAuth.removeHeader', 'true', 'must be boolean'],
  ['Certificate', 'issuerRef', undefined, required('issuerRef')],
  ['Certificate', 'privateKey', { algorithm: 'DSA' }, NONE],
  ['VirtualService', 'http.0.route.0.destination.hots', 'a', UNKNOWN],
  ['PodMonitor', 'podMetricsEndpoints.0.interval', '30', 'must match pattern'],
  ['PodMonitor', 'selector', undefined, required('selector')],
  ['ServiceMonitor', 'endpoints.0.pathh', '/', UNKNOWN],
  ['ServiceMonitor', 'endpoints.0.scheme', 'ftp', NONE],
  ['VMPodScrape', 'podMetricsEndpoints.0.scheme', 'ftp', NONE],
  ['SealedSecret', 'encryptedData.a', 1, 'must be string'],
  ['ExternalSecret', 'data.0.remoteRef.key', undefined, required('key')],
  ['ExternalSecret', 'target', { creationPolicy: 'Always' }, NONE],
  ['Coherence', 'sideCars.0.imagePullPolice', 'Always', UNKNOWN],
  ['Coherence', 'volumes.0.name', undefined, required('name')],
  ['Domain', 'serverPod.containers.0.name', undefined, required('name')],
  ['Domain', 'serverPod.labels', { a: 1 }, 'must be string'],
  ['ApplicationConfiguration', 'components.0.traits.0.trait.spec.enabled', 'true', 'must be boolean'],
  ['ApplicationConfiguration', 'components.0.componentNam', 'a', UNKNOWN],
  ['Component', 'workload.spec.deploymentTemplate.podSpec.containers.0.ports.0.containerPort', '80', 'must be integer'],
  ['Component', 'workload.spec.deploymentTemplate.podSpec.serviceAccout', 'a', UNKNOWN],
])('a %s fails when its %s is %j', (kind, path, value, wrong) => {
  const object = OBJECTS.find((each) => each.kind === kind);
  const steps = path.split('.').map((step) => /^\d+$/.test(step) ? Number(step) : step);
  const errors = schemaErrors(changed(object, ['spec', ...steps], value));

  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain(wrong);
});
