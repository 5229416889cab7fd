/** Examples that are deployed: their objects, their Secrets, the pods that the controllers make of them, and those that have to be pretended. */
import { isPodOf, pretendedPods, replicasOf, secretOf, sitesOf, Users, usersOf } from './example-pods';
import { Example, ExampleComponent, namespacesOf } from './examples';
import { startKubelet } from './kubelet';
import { atEnd } from '../../e2e/support/servers';
import { eventually } from '../../e2e/support/waiting';
import { ApiClient } from '../bench/client';

/** What runs in the cluster. */
export interface Deployed {
  readonly components: readonly ExampleComponent[];
  /** The users that the applications let in; a change holds at once. */
  readonly users: Users;
  /** The components whose pages have no metrics; a change holds at once. */
  readonly empty: Set<ExampleComponent>;
  /** Kinds whose objects were left out, since their operator and its CRDs are not here. */
  readonly leftOut: readonly string[];
  /** The pods of a component. */
  podsOf(component: ExampleComponent): Promise<any[]>;
  /** Waits until each component is rolled out: it has the pods that its present manifest asks for, all ready, and no others. */
  isReady(components?: readonly ExampleComponent[]): Promise<void>;
}

/** How long controllers and kubelet may take, under load. */
const PATIENCE = { timeout: 60_000, interval: 200 };
// a test that ends before would not say what it waited for
jest.setTimeout(PATIENCE.timeout + 30_000);

/** Deploys examples, and waits until their pods run; `runs` leaves out pods that run otherwise. */
export async function deploy(client: ApiClient, examples: readonly Example[], runs?: (pod: any) => boolean): Promise<Deployed> {
  const components = examples.flatMap((example) => example.components);
  const users = usersOf(components);
  const empty = new Set<ExampleComponent>();
  const namespaces = namespacesOf(examples);
  // a pod that an autoscaler adds later would be missing from what is compared
  const objects = examples.flatMap((example) => example.objects).filter(({ kind }) => kind !== 'HorizontalPodAutoscaler');
  // one of the examples runs a scraper in a namespace without components
  const all = new Set([...namespaces, ...objects.flatMap(({ metadata }) => metadata.namespace ?? [])]);
  await Promise.all([...all].map(async (namespace) => client.namespace(namespace)));
  const kubelet = await startKubelet(client, { namespaces, sites: sitesOf(components, users, empty), runs });
  atEnd(kubelet.stop);
  await Promise.all([...users].map(async ([key, user]) => client.apply(secretOf(key, user))));
  const leftOut = await applyKnown(client, objects);
  // the service account of a namespace comes a little later than the namespace, and pods wait for it
  await Promise.all(components.flatMap(pretendedPods).map(async (pod) => eventually(async () => {
    const { status, body } = await client.tryApply(pod);
    if (status >= 300 && !/serviceaccount .* not found/.test(body.message)) throw new Error(body.message);
    return status < 300 || undefined;
  }, () => `the pod ${pod.metadata.name} is not taken`, PATIENCE)));
  const podsOf = async (component: ExampleComponent) =>
    (await client.list('v1', 'Pod', component.namespace)).filter((pod) => isPodOf(component, pod));
  const isReady = async (wanted = components) => {
    let waiting: string[] = [];
    await eventually(async () => {
      kubelet.check();
      const found = await Promise.all(wanted.map(async (component) => {
        const pods = await podsOf(component);
        const isComplete = pods.length === replicasOf(component) && pods.every(isRunning) && await isRolledOut(client, component);
        return isComplete ? [] : [`${component.component} (${pods.filter(isRunning).length} of ${pods.length} pods ready)`];
      }));
      waiting = found.flat();
      return waiting.length === 0 || undefined;
    }, () => `not all is rolled out: ${waiting.join(', ')}`, PATIENCE);
  };
  await isReady();
  return { components, users, empty, leftOut, podsOf, isReady };
}

/** Applies the objects of kinds that the server knows, and answers which kinds it does not know. */
export async function applyKnown(client: ApiClient, objects: readonly any[]): Promise<string[]> {
  const outcomes = await Promise.all(objects.map(async (object) => {
    if (!await client.knows(object.apiVersion, object.kind)) return [`${object.apiVersion} ${object.kind}`];
    await client.apply(object);
    return [];
  }));
  return [...new Set(outcomes.flat())].sort();
}

/** As `kubectl rollout status` has it; of other kinds it is not known. */
async function isRolledOut(client: ApiClient, component: ExampleComponent): Promise<boolean> {
  if (component.workload?.kind !== 'Deployment') return true;
  const { status, metadata: { generation } } = await client.get(component.workload);
  const counts = [status.replicas, status.updatedReplicas, status.availableReplicas];
  return status.observedGeneration === generation && counts.every((count) => count === replicasOf(component));
}

function isRunning({ metadata, status }: any): boolean {
  return !metadata.deletionTimestamp && status.conditions?.some(({ type, status: is }: any) => type === 'Ready' && is === 'True') === true;
}
