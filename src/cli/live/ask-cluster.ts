import { ApiServer } from './api-server';
import { ClusterFlags, DEFAULT_TIMEOUT } from './cluster-flags';
import { dryRun, LiveVerdict } from './dry-run';
import { withProxy } from './proxy';
import { ClusterResources } from './resources';
import { PlainFields } from '../../private/check';
import { isModelError } from '../../private/errors';
import { isClusterScoped } from '../../private/scopes';
import { contextNamespace } from '../../query/kubectl';
import { milliseconds } from '../milliseconds';
import { note } from '../output';
import { withProgress } from '../progress';

/** A cluster with its verdicts on objects. */
export interface AskedCluster {
  readonly server: ApiServer;
  readonly resources: ClusterResources;
  /** In the order of the objects. */
  readonly verdicts: readonly LiveVerdict[];
  /** The namespace of objects without one. */
  readonly namespace: string;
}

/** Asks the cluster of a context for a dry run of objects, and runs an action on the verdicts while the connection is open. */
export async function askCluster<T>(
  subject: string, flags: ClusterFlags, objects: readonly PlainFields[], action: (cluster: AskedCluster) => Promise<T>,
): Promise<T> {
  const { context, fieldManager: manager } = flags;
  const timeout = milliseconds('--timeout', flags.timeout ?? DEFAULT_TIMEOUT);
  return withProxy({ subject, context, timeout }, async socket => withProgress('asking the cluster', async () => {
    const server = await ApiServer.at(socket, timeout, subject);
    const namespace = flags.defaultNamespace ?? await namespaceOf(objects, context, timeout);
    const resources = new ClusterResources(server);
    const verdicts = await dryRun(server, resources, objects, { manager, namespace });
    return action({ server, resources, verdicts, namespace });
  }));
}

const FALLBACK = 'default';

/** The namespace of the context if an object needs it; otherwise `FALLBACK`. */
async function namespaceOf(objects: readonly PlainFields[], context: string | undefined, timeout: number): Promise<string> {
  const isLacking = ({ apiVersion, kind, metadata }: PlainFields) =>
    !metadata?.namespace && !isClusterScoped({ apiVersion: String(apiVersion), kind: String(kind) });
  if (!objects.some(isLacking)) return FALLBACK;
  try {
    return await contextNamespace({ context, timeout });
  } catch (error) {
    if (!isModelError(error)) throw error;
    note(`note: kubectl does not say the namespace of the context: what names none is taken for one of ${JSON.stringify(FALLBACK)}; `
      + 'see --default-namespace');
    return FALLBACK;
  }
}

/** The reasons not to judge an object that no longer apply once the other declared objects are in the cluster. */
const AWAITED = ['kind-declared', 'namespace-declared'];

/** Whether an object is not judged, for a reason other than a missing object that is declared too. */
export function isOpen(verdict: LiveVerdict): boolean {
  return verdict.state === 'unknown' && !AWAITED.includes(verdict.why.reason);
}

/** A note on the number of objects that the cluster has judged. */
export function judgedNote({ server, verdicts }: Pick<AskedCluster, 'server' | 'verdicts'>): string {
  const judged = verdicts.filter(({ state }) => state !== 'unknown').length;
  return `the cluster (Kubernetes ${server.version}) has judged ${judged} of ${verdicts.length} object${verdicts.length === 1 ? '' : 's'}`;
}
