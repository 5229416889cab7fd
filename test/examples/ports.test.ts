import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { publicManifests, testWithPublicManifests } from './corpus';
import { AllowedDifference, judge, ObjectDifference, objectDifferences } from './originals';
import { objectsOf } from './programs';
import { Manifests } from 'cdk8s-oam/testing';

// public applications, ported to an ordinary cluster: whatever is otherwise than in their own manifests is in this table

const ROOT = resolve(__dirname, '../..');

/** The originals, in folders of PUBLIC_MANIFESTS. */
const APPLICATIONS: Readonly<Record<string, string>> = {
  'online-boutique': 'online-boutique/release',
  'podinfo': 'podinfo/kustomize',
  'voting-app': 'voting-app/k8s-specifications',
};

const programOf = (application: string) => join(ROOT, `examples/${application}/main.ts`);
const folder = mkdtempSync(join(tmpdir(), 'ports-'));
const written = (application: string) => join(folder, `kubernetes/${application}.k8s.yaml`);
const warnings = jest.spyOn(process, 'emitWarning').mockImplementation();

beforeAll(() => {
  process.env.CDK8S_OUTDIR = folder;
  // a program writes when it is loaded
  for (const application of Object.keys(APPLICATIONS)) jest.requireActual(programOf(application));
  delete process.env.CDK8S_OUTDIR;
});
afterAll(() => rmSync(folder, { recursive: true }));

// an object is `<application> <kind>/<name>`
const nameOf = (object: string) => object.split('/')[1];
const applicationOf = (object: string) => object.split(' ')[0];

const NONE = undefined;
const DEPLOYMENT = '* Deployment/*';
const SERVICE = '* Service/*';
const POD = 'spec.template.spec';
const CONTAINER = `${POD}.containers[0]`;

type Values = readonly [ours: unknown, theirs: unknown];

/** Differences with one reason, by fields of objects. */
function because(reason: string, byObject: Readonly<Record<string, Readonly<Record<string, Values>>>>): AllowedDifference[] {
  return Object.entries(byObject).flatMap(([object, fields]) =>
    Object.entries(fields).map(([path, [ours, theirs]]) => ({ object, path, ours, theirs, reason })));
}

const TABLE: readonly AllowedDifference[] = [
  ...because('the namespace comes from the chart; the original leaves it to kubectl', {
    '*': { 'metadata.namespace': [applicationOf, NONE] },
  }),
  ...because('the labels that Kubernetes recommends, and those of the model', {
    '*': {
      'metadata.labels["app.kubernetes.io/instance"]': [applicationOf, NONE],
      'metadata.labels["app.kubernetes.io/managed-by"]': ['cdk8s-oam', NONE],
      'metadata.labels["app.kubernetes.io/name"]': [nameOf, NONE],
      'metadata.labels["app.kubernetes.io/part-of"]': [applicationOf, NONE],
      'metadata.labels["app.oam.dev/component"]': [nameOf, NONE],
      'metadata.labels["app.oam.dev/name"]': [applicationOf, NONE],
      'metadata.labels["app.oam.dev/resourceType"]': [expect.stringMatching(/^(WORKLOAD|TRAIT)$/), NONE],
    },
    [DEPLOYMENT]: {
      'spec.template.metadata.labels["app.kubernetes.io/instance"]': [applicationOf, NONE],
      'spec.template.metadata.labels["app.kubernetes.io/managed-by"]': ['cdk8s-oam', NONE],
      'spec.template.metadata.labels["app.kubernetes.io/name"]': [nameOf, NONE],
      'spec.template.metadata.labels["app.oam.dev/component"]': [nameOf, NONE],
      'spec.template.metadata.labels["app.oam.dev/name"]': [applicationOf, NONE],
    },
  }),
  ...because('the label app would repeat app.kubernetes.io/name', {
    '*': { 'metadata.labels.app': [NONE, nameOf] },
    [DEPLOYMENT]: { 'spec.template.metadata.labels.app': [NONE, nameOf] },
  }),
  ...because('pods are selected by the label of their component', {
    [DEPLOYMENT]: { 'spec.selector.matchLabels.app': [NONE, nameOf], 'spec.selector.matchLabels["app.oam.dev/component"]': [nameOf, NONE] },
    [SERVICE]: { 'spec.selector.app': [NONE, nameOf], 'spec.selector["app.oam.dev/component"]': [nameOf, NONE] },
  }),
  ...because('the original writes what is Kubernetes\' own default', {
    [DEPLOYMENT]: {
      'spec.replicas': [NONE, 1],
      [`${POD}.restartPolicy`]: [NONE, 'Always'],
      [`${CONTAINER}.imagePullPolicy`]: [NONE, 'IfNotPresent'],
      [`${CONTAINER}.ports[*].protocol`]: [NONE, 'TCP'],
      [`${CONTAINER}.securityContext.privileged`]: [NONE, false],
      [`${POD}.initContainers[0].securityContext.privileged`]: [NONE, false],
    },
    [SERVICE]: { 'spec.type': [NONE, 'ClusterIP'], 'spec.ports[*].protocol': [NONE, 'TCP'] },
    '* Deployment/cartservice': { [`${CONTAINER}.livenessProbe.periodSeconds`]: [NONE, 10] },
  }),
  ...because('as the API server stores the amount', {
    'podinfo Deployment/podinfo': { [`${CONTAINER}.resources.limits.cpu`]: ['2', '2000m'] },
  }),
  ...because('a port has one name, in the container and in the Service', {
    'online-boutique Deployment/*': { [`${CONTAINER}.ports[0].name`]: [expect.stringMatching(/^(grpc|http|tcp-redis)$/), NONE] },
    [SERVICE]: { 'spec.ports[0].targetPort': [expect.any(String), expect.any(Number)] },
    'voting-app Service/db': { 'spec.ports[0].name': ['postgres', 'db-service'] },
    'voting-app Service/redis': { 'spec.ports[0].name': ['redis', 'redis-service'] },
  }),
  ...because('pods that do not use the API of Kubernetes get no token for it', {
    '* Deployment/*': { [`${POD}.automountServiceAccountToken`]: [false, NONE] },
  }),
  ...because('the restricted Pod Security Standard', {
    'online-boutique Deployment/*': { [`${POD}.securityContext.seccompProfile`]: [{ type: 'RuntimeDefault' }, NONE] },
    'podinfo Deployment/podinfo': {
      [`${CONTAINER}.securityContext`]: [{ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } }, NONE],
      [`${POD}.securityContext`]: [{ runAsNonRoot: true, runAsUser: 100, seccompProfile: { type: 'RuntimeDefault' } }, NONE],
    },
  }),
  ...because('a container that asks for nothing is evicted first, and one without a limit may take the node\'s memory', {
    'voting-app Deployment/*': { [`${CONTAINER}.resources`]: [{ requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } }, NONE] },
  }),
  ...because('a password is not for everybody who can read manifests', {
    'voting-app Deployment/db': {
      [`${CONTAINER}.env[1].value`]: [NONE, 'postgres'],
      [`${CONTAINER}.env[1].valueFrom`]: [{ secretKeyRef: { name: 'db', key: 'password' } }, NONE],
    },
  }),
  ...because('the Ingress takes requests, with TLS, in the place of a load balancer of its own', {
    'online-boutique Ingress/frontend': { '': [expect.objectContaining({ kind: 'Ingress' }), NONE] },
    'online-boutique Service/frontend-external': {
      '': [NONE, expect.objectContaining({ spec: { type: 'LoadBalancer', selector: { app: 'frontend' }, ports: [{ name: 'http', port: 80, targetPort: 8080 }] } })],
    },
  }),
  ...because('the Prometheus Operator reads monitors and no annotations', {
    'podinfo PodMonitor/podinfo': { '': [expect.objectContaining({ kind: 'PodMonitor' }), NONE] },
    'podinfo Deployment/podinfo': { 'spec.template.metadata.annotations': [NONE, { 'prometheus.io/scrape': 'true', 'prometheus.io/port': '9797' }] },
  }),
  ...because('there is no Istio', {
    'online-boutique Deployment/*': { 'spec.template.metadata.annotations': [NONE, { 'sidecar.istio.io/rewriteAppHTTPProbers': 'true' }] },
  }),
  ...because('both probes of a server have the same times', {
    'online-boutique Deployment/shippingservice': { [`${CONTAINER}.livenessProbe.periodSeconds`]: [5, NONE] },
  }),
  ...because('the load generator waits as long as it takes, and no script is copied', {
    'online-boutique Deployment/loadgenerator': {
      [`${POD}.initContainers[0].command[0]`]: ['sh', '/bin/sh'],
      [`${POD}.initContainers[0].command[1]`]: ['-c', '-exc'],
      [`${POD}.initContainers[0].command[2]`]: [expect.stringContaining('http://frontend'), expect.stringContaining('http://${FRONTEND_ADDR}')],
      [`${POD}.initContainers[0].env`]: [NONE, [{ name: 'FRONTEND_ADDR', value: 'frontend:80' }]],
    },
  }),
  ...because('no property says how long a rollout may take without progress until Kubernetes reports it: 600 seconds', {
    'podinfo Deployment/podinfo': { 'spec.progressDeadlineSeconds': [NONE, 60] },
  }),
];

/** An object with labels, so that each of them is compared. */
const labelled = (object: any) => ({ ...object, metadata: { labels: {}, ...object.metadata } });

function differencesOf(application: string): ObjectDifference[] {
  const theirs = publicManifests(APPLICATIONS[application]).flatMap(objectsOf).filter(({ kind }) => kind !== 'Kustomization').map(labelled);
  const ours = objectsOf(readFileSync(written(application), 'utf8'));
  return objectDifferences(ours, theirs).map((each) => ({ ...each, object: `${application} ${each.object}` }));
}

describe('beside its original in the folder that PUBLIC_MANIFESTS names', () => {
  testWithPublicManifests.each(Object.keys(APPLICATIONS))('%s is the same, but for the differences that are meant', (application) => {
    expect(judge(differencesOf(application), TABLE).unexplained).toEqual([]);
  });

  testWithPublicManifests('each difference that is meant is found', () => {
    expect(judge(Object.keys(APPLICATIONS).flatMap(differencesOf), TABLE).unused).toEqual([]);
  });
});

test.each(Object.keys(APPLICATIONS))('%s needs no JSON patch, no overrides, no object without a type and no cast', (application) => {
  expect(readFileSync(programOf(application), 'utf8').match(/patch\(|overrides|ApiObject|Custom|\bas (any|never|object|unknown)\b/gi)).toBeNull();
});

test('no rule warns about them', () => {
  expect(warnings.mock.calls).toEqual([]);
});

test('the boutique is reached over HTTPS, votes at a port of the nodes, and podinfo is scraped', () => {
  const manifests = (application: string) => Manifests.ofFolder(written(application));
  expect(manifests('online-boutique').isReachable('https://boutique.example.com/cart').service).toBe('frontend');
  manifests('voting-app').has({ kind: 'Service', name: 'vote' }, { spec: { type: 'NodePort', ports: [{ nodePort: 31000 }] } });
  expect(manifests('podinfo').isScraped({ kind: 'Deployment', name: 'podinfo' })).toMatchObject([{ port: 9797, path: '/metrics' }]);
});
