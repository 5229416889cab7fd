import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { ApiClient, describe as nameOf } from './bench/client';
import { CRD_MODULE_NAMES, establish, readCrds } from './bench/crds';
import { describeCluster } from './support/describe-cluster';
import { NOT_PROVED } from './support/drift';
import { bobsBooks } from '../../examples/bobs-books/books';
import { shop } from '../../examples/shop/shop';
import { objectsOf } from '../examples/programs';
import {
  Environments, GitOpsDelivery, IngressProvider, KubernetesPlatform, MonitoringProvider, PodSecurity, TlsCertificate,
} from 'cdk8s-oam';

const URL = 'https://git.example.com/acme/deployments.git';

/** Writes two environments of two applications, with what tells Argo CD and Flux to deliver them. */
function writeEnvironments(outdir: string): void {
  const environments = new Environments({
    outdir,
    delivery: [
      GitOpsDelivery.argoCd({ repoURL: URL, path: 'dist', project: 'applications', clusterResources: ['Namespace'] }),
      GitOpsDelivery.flux({ url: URL, path: 'dist' }),
    ],
  });
  for (const [name, replicas] of Object.entries({ dev: 1, prod: 3 })) {
    const platform = new KubernetesPlatform({
      metrics: MonitoringProvider.kubePrometheusStack({ release: 'monitoring', namespace: 'monitoring' }),
      ingress: IngressProvider.nginx({
        className: 'nginx', domain: `${name}.example.com`, tls: TlsCertificate.clusterIssuer('letsencrypt'),
      }),
    });
    const namespaces = ['shop', 'bobs-books'].map((each) => ({ name: each, podSecurity: PodSecurity.BASELINE }));
    const environment = environments.add(name, { platform, cluster: name, namespaces });
    const image = (each: string) => `${each}:1.0.0`;
    shop(environment, { host: `shop.${name}.example.com`, replicas, image });
    bobsBooks(environment, { replicas, image });
  }
  environments.synth();
}

const OUTPUT = mkdtempSync(join(tmpdir(), 'delivery-'));
writeEnvironments(OUTPUT);
afterAll(() => rmSync(OUTPUT, { recursive: true }));

const kindOf = ({ apiVersion, kind }: any) => `${apiVersion} ${kind}`;

/** The objects in the files of a folder, as kubectl walks them. */
function walked(folder: string): any[] {
  const files = readdirSync(join(OUTPUT, folder), { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return paths.flatMap((path) => objectsOf(readFileSync(path, 'utf8')));
}

/** Those of kinds that the server knows: the CRDs of the others are served by no registry. */
const manifestsOf = (environment: string) => walked(environment).filter((object) => NOT_PROVED[kindOf(object)] === undefined);

const TOOLS = ['_argocd', '_flux'].flatMap(walked);
const [DEV, PROD] = ['dev', 'prod'].map(manifestsOf);
const NAMESPACES = DEV.filter(({ kind }) => kind === 'Namespace');

/**
 * As `kubectl apply --server-side --force-conflicts` applies objects; answers their versions: the server stores a Kustomization again whose
 * status it has filled in, which is no other one.
 */
async function apply(client: ApiClient, objects: readonly any[]): Promise<Record<string, unknown>> {
  const versions: Record<string, unknown> = {};
  for (const object of objects) {
    const { generation, resourceVersion } = (await client.apply(object, { manager: 'kubectl' })).metadata;
    versions[nameOf(object)] = generation ?? resourceVersion;
  }
  return versions;
}

/** Whether a tool leaves an object in the cluster that has left the repository. */
function isGuarded({ metadata: { annotations = {} } }: any): boolean {
  return annotations['kustomize.toolkit.fluxcd.io/prune'] === 'disabled' && annotations['argocd.argoproj.io/sync-options'].includes('Prune=false');
}

describeCluster({ crds: CRD_MODULE_NAMES }, 'a repository of deployments', (cluster) => {
  beforeAll(async () => {
    const kinds = new Set([...TOOLS, ...DEV, ...PROD].map(kindOf));
    await establish(cluster().client, readCrds(CRD_MODULE_NAMES, kinds));
  }, 150_000);

  test('tells Argo CD and Flux to deliver it in words that their API takes', async () => {
    const { client } = cluster();
    for (const name of new Set(TOOLS.map(({ metadata }) => metadata.namespace))) await client.namespace(name);
    const versions = await apply(client, TOOLS);
    expect(await apply(client, TOOLS)).toEqual(versions);
    expect(new Set(TOOLS.map(({ kind }) => kind))).toEqual(new Set(['Application', 'GitRepository', 'Kustomization']));
  });

  test('is applied by `kubectl apply --server-side`, its Namespaces first, and a second time without a change', async () => {
    const { client } = cluster();
    const { status } = await client.tryApply(DEV[0], { manager: 'kubectl' });
    // which is why they are first
    expect([status, nameOf(DEV[0])]).toEqual([404, nameOf(DEV.find(({ kind }) => kind !== 'Namespace'))]);
    await apply(client, NAMESPACES);
    const versions = await apply(client, DEV);
    expect(await apply(client, DEV)).toEqual(versions);
  });

  test('is applied over what was there, and what has left is deleted but for namespaces', async () => {
    const { client } = cluster();
    const rest = PROD.filter(({ metadata }) => metadata.namespace === 'shop' || metadata.name === 'shop');
    const versions = await apply(client, rest);
    const names = new Set(rest.map(nameOf));
    const left = DEV.filter((object) => !names.has(nameOf(object)));
    for (const object of left.filter((each) => !isGuarded(each))) await client.delete(object);
    const live = await Promise.all(left.map(async (object) => client.get(object)));
    expect(live.filter(Boolean).map(nameOf)).toEqual(['v1 Namespace bobs-books']);
    expect(left.length).toBeGreaterThan(10);
    expect(await apply(client, rest)).toEqual(versions);
  });
});
