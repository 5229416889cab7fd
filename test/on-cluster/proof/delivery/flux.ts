/** Flux: its controller of Kustomizations, what its controller of sources would do, and how they are asked. */
import { execFileSync } from 'child_process';
import { createHash } from 'crypto';
import { createServer } from 'http';
import { AddressInfo } from 'net';
import { keyOf } from './manifests';
import { isPrecious, Tool } from './tool';
import { eventually, freePort, LOOPBACK } from '../../../e2e/support/waiting';
import { programOf } from '../../bench/binaries';
import type { ApiClient } from '../../bench/client';
import type { Cluster } from '../../bench/cluster';
import { establish, readCrds } from '../../bench/crds';

const NAMESPACE = 'flux-system';
const KUSTOMIZATION = ['kustomize.toolkit.fluxcd.io/v1', 'Kustomization'] as const;
const SOURCE = { apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'GitRepository', metadata: { name: 'deployments', namespace: NAMESPACE } };
const REQUESTED = 'reconcile.fluxcd.io/requestedAt';
const PATIENCE = { timeout: 120_000, interval: 250 };

/** Starts it; `folder` is for its copies of repositories. */
export async function startFlux(cluster: Cluster, folder: string): Promise<void> {
  await establish(cluster.client, readCrds(['flux-source', 'flux-kustomize']));
  await cluster.client.namespace(NAMESPACE);
  const [metrics, health] = [await freePort(), await freePort()];
  await cluster.add({
    name: 'kustomize-controller',
    file: programOf('kustomize-controller'),
    // otherwise half a minute until a dependency is looked at again
    args: [`--metrics-addr=${LOOPBACK}:${metrics}`, `--health-addr=${LOOPBACK}:${health}`, '--requeue-dependency=2s', '--log-level=error'],
    files: {},
    ports: [health],
    env: { KUBECONFIG: cluster.kubeconfig, RUNTIME_NAMESPACE: NAMESPACE, TMPDIR: folder, HOME: folder },
  });
}

/** Asks a running Flux. What it reads of the repository is given to it as its controller of sources does it. */
export class Flux implements Tool {
  public readonly folder = '_flux';
  private readonly archives = new Map<string, Buffer>();
  private readonly server = createServer(({ url = '' }, response) => response.end(this.archives.get(url.slice(1))));

  public constructor(private readonly client: ApiClient, private readonly repository: string) {}

  public async start(): Promise<void> {
    await new Promise<void>((resolve, reject) => this.server.once('error', reject).listen(0, LOOPBACK, resolve));
  }

  public stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  public stays(object: any): boolean {
    return isPrecious(object);
  }

  public async tell(commit: string): Promise<void> {
    const archive = execFileSync('git', ['archive', '--format=tar.gz', commit], { cwd: this.repository, maxBuffer: Infinity });
    this.archives.set(commit, archive);
    const now = new Date().toISOString().replace(/\.\d+/, '');
    const artifact = {
      path: commit,
      url: `http://${LOOPBACK}:${(this.server.address() as AddressInfo).port}/${commit}`,
      revision: revisionOf(commit),
      digest: `sha256:${createHash('sha256').update(archive).digest('hex')}`,
      size: archive.length,
      lastUpdateTime: now,
    };
    const condition = { type: 'Ready', status: 'True', reason: 'Succeeded', message: 'stored', lastTransitionTime: now };
    await this.client.merge(SOURCE, { status: { artifact, conditions: [condition] } }, 'status');
  }

  public async delivered(commit: string, parts: readonly string[]): Promise<void> {
    let waiting: string[] = [];
    await eventually(async () => {
      const all = await this.list();
      const names = all.map(({ metadata }) => metadata.name);
      waiting = [
        ...parts.filter((name) => !names.includes(name)).map((name) => `${name} is not there`),
        ...all.filter((each) => !parts.includes(each.metadata.name) || !isReady(each, commit)).map(stateOf),
      ];
      return waiting.length === 0 || undefined;
    }, () => `Flux has not delivered: ${waiting.join('; ')}`, PATIENCE);
  }

  public async lookAgain(): Promise<void> {
    const token = `${Date.now()}`;
    for (const each of await this.list()) await this.client.merge(each, { metadata: { annotations: { [REQUESTED]: token } } });
    await eventually(async () => {
      const all = await this.list();
      return all.every(({ status }) => status.lastHandledReconcileAt === token && readyOf(status)?.status === 'True') || undefined;
    }, () => 'Flux does not look again', PATIENCE);
  }

  public async complaint(environment: string): Promise<string> {
    return eventually(async () => {
      const ready = readyOf((await this.client.get(kustomization(environment))).status);
      return ready?.status === 'False' ? ready.message : undefined;
    }, () => `Flux says nothing about ${environment}`, PATIENCE);
  }

  public async remove(environment: string): Promise<void> {
    await this.client.delete(kustomization(environment));
  }

  public async managed(): Promise<ReadonlyMap<string, readonly string[]>> {
    return new Map((await this.list()).map(({ metadata, status }) => [metadata.name, status.inventory.entries.map(({ id }: any) => keyOfEntry(id))]));
  }

  private async list(): Promise<any[]> {
    return this.client.list(...KUSTOMIZATION, NAMESPACE);
  }
}

const kustomization = (name: string) => ({ apiVersion: KUSTOMIZATION[0], kind: KUSTOMIZATION[1], metadata: { name, namespace: NAMESPACE } });

const revisionOf = (commit: string) => `main@sha1:${commit}`;

/** As `shop_cart_apps_Deployment`, with `__` for a colon in a name. */
function keyOfEntry(id: string): string {
  const [, namespace, name, group, kind] = id.match(/^([^_]*)_(.*)_([^_]*)_([^_]*)$/)!;
  return keyOf(group, kind, namespace || undefined, name.replaceAll('__', ':'));
}

const readyOf = (status: any) => (status?.conditions ?? []).find(({ type }: any) => type === 'Ready');

function isReady({ status }: any, commit: string): boolean {
  return readyOf(status)?.status === 'True' && status.lastAppliedRevision === revisionOf(commit);
}

const stateOf = ({ metadata: { name }, status }: any) => `${name} (${(readyOf(status)?.message ?? 'nothing').slice(0, 600)})`;
