/** Gives the applications to the runtime, and fetches them when it has worked on them. */
import { strict as assert } from 'assert';
import { Case, listed } from './cases';
import { eventually } from '../../../e2e/support/waiting';
import type { Cluster } from '../../bench/cluster';

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** The kinds that a user fetches. */
const FETCHED = [['core.oam.dev/v1alpha2', 'ApplicationConfiguration'], ['core.oam.dev/v1alpha2', 'Component']] as const;

/**
 * Applies an application, with the annotation that `kubectl apply` adds, when its components have revisions: a component that comes later leads
 * the runtime to the first application, of all namespaces, that binds one of its name, which may be another.
 */
export async function applied({ client, check }: Cluster, { name, objects, beside = [] }: Case): Promise<void> {
  await client.namespace(name);
  const [applications, components] = [true, false].map((isFirst) => objects.filter(({ kind }) => (kind === 'ApplicationConfiguration') === isFirst));
  for (const object of [...beside, ...components]) await client.apply(asKubectlApplies(object), { manager: 'kubectl' });
  await eventually(async () => {
    check();
    return (await client.list('core.oam.dev/v1alpha2', 'Component', name)).every(({ status }) => status?.latestRevision) || undefined;
  }, () => `the runtime has made no revisions of the components of ${name}`, { timeout: 60_000, interval: 100 });
  for (const object of applications) await client.apply(asKubectlApplies(object), { manager: 'kubectl' });
}

function asKubectlApplies(object: any): any {
  const annotations = { ...object.metadata.annotations, [LAST_APPLIED]: `${JSON.stringify(object)}\n` };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

/** An application in the cluster. */
export interface Live {
  readonly application: any;
  readonly components: readonly any[];
  /** Both, as a text. */
  readonly text: string;
}

/** Fetches an application when the runtime has made all of it, or has said why it cannot. */
export async function worked({ client, check }: Cluster, each: Case): Promise<Live> {
  let seen = 'nothing';
  return eventually(async () => {
    check();
    const [applications, components] = await Promise.all(FETCHED.map(([apiVersion, kind]) => client.list(apiVersion, kind, each.name)));
    assert.equal(applications.length, 1, `${each.name} has one application`);
    const [application] = applications;
    const { conditions = [], workloads = [], observedGeneration } = application.status ?? {};
    const [synced] = conditions;
    seen = `${synced?.message ?? synced?.reason ?? 'no condition'}; ${workloads.length} of ${application.spec.components.length} workloads`;
    const isMade = synced?.status === 'True' && workloads.length === application.spec.components.length;
    const isDone = each.isNotMade ? synced?.status === 'False' && each.isNotMade.test(synced.message) : isMade;
    const isSeen = observedGeneration === application.metadata.generation && components.every(({ status }) => status?.latestRevision);
    return isDone && isSeen ? { application, components, text: listed([...applications, ...components]) } : undefined;
  }, () => `the runtime has not made ${each.name} (${seen})`, { timeout: 60_000, interval: 250 });
}

/** The entries of an application, each with its component. */
export function entriesOf({ application, components }: Live): { name: string; entry: any; component: any }[] {
  return application.spec.components.map((entry: any) => {
    const component = components.find(({ metadata }) => metadata.name === entry.componentName);
    assert.ok(component, `${entry.componentName} is a component`);
    return { name: entry.componentName, entry, component };
  });
}
