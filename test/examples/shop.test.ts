import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Manifests, Match } from 'cdk8s-oam/testing';

// the shop, and the same in cdk8s-plus alone

const OURS = 'examples/shop/main.ts';
const MODEL = 'examples/shop/shop.ts';
const THEIRS = 'examples/shop/cdk8s-plus.ts';

const podSpecOf = ({ spec }: any) => (spec.jobTemplate?.spec ?? spec).template.spec;

/** What both programs say of an object. */
const SAID: Readonly<Record<string, (object: any) => unknown>> = {
  ...Object.fromEntries(['Deployment', 'StatefulSet', 'CronJob'].map(kind => [kind, (object: any) => ({
    schedule: object.spec.schedule,
    containers: podSpecOf(object).containers.map(({ name, image, env, ports, resources, readinessProbe, volumeMounts }: any) => ({
      name,
      image,
      env,
      ports,
      path: readinessProbe?.httpGet.path,
      mounts: volumeMounts?.map((mount: any) => mount.mountPath),
      requests: resources.requests,
      limits: resources.limits,
    })),
  })])),
  Service: ({ spec: { ports, clusterIP } }) => ({ clusterIP, ports: ports.map((each: any) => [each.name, each.port]) }),
  Ingress: ({ metadata, spec: { ingressClassName, rules, tls } }) => ({
    annotations: metadata.annotations,
    ingressClassName,
    tls,
    rules: rules.map((each: any) => [
      each.host, each.http.paths.map(({ path, pathType, backend }: any) => [path, pathType, backend.service]),
    ]),
  }),
  HorizontalPodAutoscaler: ({ spec: { scaleTargetRef, minReplicas, maxReplicas, metrics } }) =>
    ({ scaleTargetRef, minReplicas, maxReplicas, metrics }),
  PodDisruptionBudget: ({ spec: { maxUnavailable } }) => maxUnavailable,
};

const said = (objects: readonly any[]) => Object.fromEntries(objects.filter(({ kind }) => kind in SAID).map(each =>
  [`${each.kind} ${each.metadata.name}`, JSON.parse(JSON.stringify(SAID[each.kind](each)))]));

const folder = mkdtempSync(join(tmpdir(), 'shop-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a program writes, which it does when it is loaded. */
function written(program: string, into: string, part = ''): Manifests {
  process.env.CDK8S_OUTDIR = join(folder, into);
  jest.requireActual(resolve(__dirname, '../..', program));
  delete process.env.CDK8S_OUTDIR;
  return Manifests.ofFolder(join(folder, into, part));
}

const ours = written(OURS, 'ours', 'kubernetes');
const theirs = written(THEIRS, 'theirs');

test('the shop says all that it says in cdk8s-plus, and is scraped besides', () => {
  expect(said(ours.all())).toEqual(said(theirs.all()));
  theirs.hasCount({}, 14);
  ours.hasCount({}, 14 + 3);
  ours.hasCount({ kind: 'PodMonitor' }, 3);
  for (const name of ['frontend', 'api', 'redis']) ours.has({ kind: 'PodMonitor', name });
});

// what the author of the shop wants to stay
describe('the shop', () => {
  const pods = (spec: object) => ({ spec: { template: { spec } } });

  test('runs no image without a version', () => {
    const versioned = pods({ containers: Match.every({ image: Match.regex(':v?\\d[\\w.]*$') }) });
    ours.every({ kind: 'Deployment' }, versioned);
    ours.every({ kind: 'StatefulSet' }, versioned);
  });

  test('asks for processor time and memory in every container', () => {
    ours.every({ kind: 'Deployment' }, pods({ containers: Match.every({ resources: { requests: { cpu: Match.any(), memory: Match.any() } } }) }));
    ours.has({ kind: 'StatefulSet', name: 'database' }, pods({ containers: [{ resources: { limits: { memory: Match.quantity('805306368') } } }] }));
  });

  test('has no password in it, but the name of its Secret', () => {
    const password = { valueFrom: { secretKeyRef: { name: 'shop-database', key: 'password' } } };
    ours.hasNo({ kind: 'Secret' });
    ours.has({ name: 'database' }, pods({ containers: [{ env: Match.contains(Match.exact({ name: 'POSTGRES_PASSWORD', ...password })) }] }));
    ours.has({ kind: 'CronJob' }, { spec: { jobTemplate: pods({ containers: [{ env: Match.contains(Match.exact({ name: 'DATABASE_PASSWORD', ...password })) }] }) } });
  });

  test('is served over HTTPS alone', () => {
    ours.every({ kind: 'Ingress' }, { spec: { tls: [{ hosts: ['shop.example.com'], secretName: Match.any() }] } });
    const { service, pods: [frontend] } = ours.isReachable('https://shop.example.com/cart/1');
    expect([service, frontend.name]).toEqual(['frontend', 'frontend']);
    Manifests.sameRoutes(theirs, ours);
  });

  test('keeps the jobs of its dashboards', () => {
    const job = { spec: { podMetricsEndpoints: [{ relabelings: Match.contains({ targetLabel: 'job', replacement: 'shop_shop_frontend' }) }] } };
    ours.has({ kind: 'PodMonitor', name: 'frontend' }, job);
  });

  test('keeps its disk and its replicas', () => {
    ours.has({ kind: 'StatefulSet' }, { spec: { replicas: Match.anyOf(1, Match.absent()), volumeClaimTemplates: [{ spec: { resources: { requests: { storage: '10Gi' } } } }] } });
    ours.every({ kind: 'PodDisruptionBudget' }, { spec: { maxUnavailable: 1, minAvailable: Match.absent() } });
    ours.has({ kind: 'HorizontalPodAutoscaler', name: 'api' }, { spec: { minReplicas: 2, maxReplicas: 10 } });
  });
});

test('the shop takes no more lines and bytes than in cdk8s-plus', () => {
  const [own, other] = [[OURS, MODEL], [THEIRS]].map(paths => paths.map(path => readFileSync(resolve(__dirname, '../..', path), 'utf8')).join(''));
  expect(own.length).toBeLessThan(other.length);
  expect(own.split('\n').length).toBeLessThan(other.split('\n').length);
});
