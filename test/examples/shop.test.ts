import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { objectsOf, synth, TIMEOUT } from './programs';

// the shop, and the same in cdk8s-plus alone

const OURS = 'examples/shop/main.ts';
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

async function manifestsOf(program: string): Promise<any[]> {
  const written = Object.entries(await synth(program)).filter(([path]) => !path.startsWith('oam/'));
  return written.flatMap(([, text]) => objectsOf(text));
}

test('the shop says all that it says in cdk8s-plus, and is scraped besides', async () => {
  const [ours, theirs] = [await manifestsOf(OURS), await manifestsOf(THEIRS)];
  expect(theirs).toHaveLength(14);
  expect(said(ours)).toEqual(said(theirs));
  expect(ours.filter(({ kind }) => kind === 'PodMonitor').map(({ metadata }) => metadata.name)).toEqual(['frontend', 'api', 'redis']);
  expect(ours).toHaveLength(theirs.length + 3);
}, 2 * TIMEOUT);

test('the shop takes no more lines and bytes than in cdk8s-plus', () => {
  const [ours, theirs] = [OURS, THEIRS].map(path => readFileSync(resolve(__dirname, '../..', path), 'utf8'));
  expect(ours.length).toBeLessThan(theirs.length);
  expect(ours.split('\n').length).toBeLessThan(theirs.split('\n').length);
});
