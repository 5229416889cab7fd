/** Argo CD: its server of repositories, its controllers, and how they are asked. */
import { keyOf } from './manifests';
import { isPrecious, Tool } from './tool';
import { eventually, freePort, LOOPBACK } from '../../../e2e/support/waiting';
import { programOf } from '../../bench/binaries';
import type { ApiClient } from '../../bench/client';
import type { Cluster } from '../../bench/cluster';
import { establish, readCrds } from '../../bench/crds';

export const NAMESPACE = 'argocd';
const API = 'argoproj.io/v1alpha1';
const REFRESH = 'argocd.argoproj.io/refresh';
const REFRESH_SET = 'argocd.argoproj.io/application-set-refresh';

/** How long a sync may take: a failed one is tried again after 5, 10 and 20 seconds. */
const PATIENCE = { timeout: 120_000, interval: 250 };

/** By which an Application has a health, which the next wave waits for; docs/environments.md leads there. */
const HEALTH = `
hs = { status = "Progressing", message = "" }
if obj.status ~= nil and obj.status.health ~= nil then
  hs.status = obj.status.health.status
  hs.message = obj.status.health.message or ""
end
return hs
`;

const LABELS = { 'app.kubernetes.io/part-of': 'argocd' };

const settings = () => [
  { kind: 'ConfigMap', name: 'argocd-cm', data: { 'resource.customizations.health.argoproj.io_Application': HEALTH } },
  { kind: 'ConfigMap', name: 'argocd-rbac-cm' },
  { kind: 'Secret', name: 'argocd-secret', stringData: { 'server.secretkey': 'c2VjcmV0' } },
].map(({ name, ...fields }) => ({ apiVersion: 'v1', ...fields, metadata: { name, namespace: NAMESPACE, labels: LABELS } }));

/** The project that Argo CD makes itself where its server runs. */
const PROJECT = {
  apiVersion: API,
  kind: 'AppProject',
  metadata: { name: 'default', namespace: NAMESPACE },
  spec: { sourceRepos: ['*'], destinations: [{ namespace: '*', server: '*' }], clusterResourceWhitelist: [{ group: '*', kind: '*' }] },
};

/** Starts it; `folder` is for its copies of repositories. */
export async function startArgoCd(cluster: Cluster, folder: string): Promise<void> {
  const { client } = cluster;
  await establish(client, readCrds(['argo-cd']));
  await client.namespace(NAMESPACE);
  for (const object of [...settings(), PROJECT]) await client.apply(object);
  const [redis, repositories, ...ports] = await Promise.all(Array.from({ length: 7 }, freePort));
  const address = (port: number) => `${LOOPBACK}:${port}`;
  const env = {
    KUBECONFIG: cluster.kubeconfig,
    ARGOCD_FAKE_IN_CLUSTER: 'true',
    ARGOCD_GPG_ENABLED: 'false',
    TMPDIR: folder,
    HOME: folder,
    // otherwise two seconds between any two waves of one sync
    ARGOCD_SYNC_WAVE_DELAY: '1',
  };
  const start = async (name: string, listens: readonly number[], ...args: string[]) =>
    cluster.add({ name, file: programOf('argo-cd'), args: [name, ...args], files: {}, ports: listens, env });
  const log = ['--loglevel', 'warn', '--logformat', 'text'];
  const cache = ['--redis', address(redis)];
  const asClient = [...log, '--kubeconfig', cluster.kubeconfig, '--namespace', NAMESPACE, '--repo-server-plaintext'];
  await start('redis', [redis], address(redis));
  await start('argocd-repo-server', [repositories], ...log, ...cache, '--address', LOOPBACK, '--port', `${repositories}`, '--disable-tls',
    '--metrics-address', LOOPBACK, '--metrics-port', `${ports[0]}`);
  // it corrects what it has just applied as long as it has not seen it again: one that looks at once does so often
  await start('argocd-application-controller', [ports[1]], ...asClient, ...cache, '--repo-server', address(repositories), '--app-resync', '0',
    '--metrics-port', `${ports[1]}`, '--self-heal-timeout-seconds', '20');
  await start('argocd-applicationset-controller', [ports[2]], ...asClient, '--argocd-repo-server', address(repositories),
    '--metrics-addr', address(ports[2]), '--probe-addr', address(ports[3]), '--webhook-addr', address(ports[4]));
}

/** Asks a running Argo CD. */
export class ArgoCd implements Tool {
  public readonly folder = '_argocd';

  public constructor(private readonly client: ApiClient) {}

  /** Those of custom kinds would take all objects of theirs along. */
  public stays(object: any): boolean {
    return isPrecious(object) || object.kind === 'CustomResourceDefinition';
  }

  public async tell(): Promise<void> {
    for (const each of await this.list('ApplicationSet')) await this.annotate(each, { [REFRESH_SET]: 'true' });
    for (const each of await this.list('Application')) await this.annotate(each, { [REFRESH]: 'hard' });
  }

  public async delivered(commit: string, parts: readonly string[]): Promise<void> {
    let waiting: string[] = [];
    await eventually(async () => {
      const all = await this.list('Application');
      const names = new Set(all.map(({ metadata }) => metadata.name));
      waiting = [
        ...parts.filter((name) => !names.has(name)).map((name) => `${name} is not there`),
        ...all.filter((each) => !parts.includes(each.metadata.name) || !isSynced(each, commit)).map(stateOf),
      ];
      if (waiting.length === 0) return true;
      // nobody tells it of commits, and an Application that has just come may be behind its parent
      await this.tell();
      return undefined;
    }, () => `Argo CD has not delivered: ${waiting.join('; ')}`, { ...PATIENCE, interval: 2000 });
  }

  public async lookAgain(): Promise<void> {
    await this.tell();
    await eventually(async () => {
      const all = await this.list('Application');
      return all.every(({ metadata, status }) => !metadata.annotations?.[REFRESH] && status.sync.status === 'Synced' && isDone(status)) || undefined;
    }, () => 'Argo CD does not look again', PATIENCE);
  }

  public async managed(): Promise<ReadonlyMap<string, readonly string[]>> {
    return new Map((await this.list('Application')).map(({ metadata, status }) =>
      [metadata.name, status.resources.map(({ group, kind, namespace, name }: any) => keyOf(group ?? '', kind, namespace, name))]));
  }

  public async kindsInOrder(part: string): Promise<string[]> {
    const { operation, syncResult } = (await this.client.get(application(part))).status.operationState;
    return operation.sync.resources ? [] : syncResult.resources.map(({ kind }: any) => kind);
  }

  public async complaint(environment: string): Promise<string> {
    return eventually(async () => {
      const { status } = await this.client.get(application(environment));
      return status.conditions?.find(({ type }: any) => type === 'ComparisonError')?.message;
    }, () => `Argo CD says nothing about ${environment}`, PATIENCE);
  }

  /** As `argocd app delete` does it. */
  public async remove(environment: string): Promise<void> {
    const set = { ...application(environment), kind: 'ApplicationSet' };
    if (await this.client.get(set)) return this.client.delete(set);
    await this.client.merge(application(environment), { metadata: { finalizers: ['resources-finalizer.argocd.argoproj.io'] } });
    await this.client.delete(application(environment));
  }

  private async list(kind: 'Application' | 'ApplicationSet'): Promise<any[]> {
    return this.client.list(API, kind, NAMESPACE);
  }

  private async annotate(object: any, annotations: Readonly<Record<string, string>>): Promise<void> {
    // it may have been deleted meanwhile
    await this.client.send('PATCH', await this.client.pathOf(object), { metadata: { annotations } }, 'application/merge-patch+json');
  }
}

const application = (name: string) => ({ apiVersion: API, kind: 'Application', metadata: { name, namespace: NAMESPACE } });

const isDone = (status: any) => status.operationState?.phase === 'Succeeded';

function isSynced({ status }: any, commit: string): boolean {
  return status?.sync?.status === 'Synced' && status.sync.revision === commit && isDone(status);
}

function stateOf({ metadata: { name }, status = {} }: any): string {
  const { sync, operationState, conditions = [] } = status;
  const said = [...conditions.map(({ message }: any) => message), operationState?.message].filter(Boolean).join(', ');
  return `${name} ${sync?.status} ${operationState?.phase} (${said.slice(0, 600)})`;
}
