import { DiscoveredTarget, endpointsTargets, podTargets } from './kubernetes-discovery';
import { endpointsOf, podsOf } from './kubernetes-pods';
import { Role } from './monitor-scrapes';
import { coherencePods, domainPods } from './operator-pods';

/** What a cluster without an OAM platform has after rendered objects were applied. */
export interface Cluster {
  readonly pods: readonly any[];
  readonly services: readonly any[];
}

/** Where the pods of each component are, by its name. */
export type Addresses = Readonly<Record<string, readonly string[]>>;

/** What a cluster makes of rendered objects. The servers of WebLogic domains publish metrics on a port that the Domain does not name. */
export function clusterOf(objects: readonly any[], addresses: Addresses, weblogicPort: number): Cluster {
  const pods = objects.flatMap((object) => {
    const own = addresses[object.metadata.labels?.['app.oam.dev/component']];
    switch (object.kind) {
      case 'Deployment': case 'StatefulSet': return podsOf(object, own);
      case 'Coherence': return coherencePods(object, own);
      case 'Domain': return domainPods(object, weblogicPort, own);
      default: return [];
    }
  });
  return { pods, services: objects.filter(({ kind }) => kind === 'Service') };
}

/** All that discovery finds in a cluster. */
export function targetsOf({ pods, services }: Cluster, role: Role): DiscoveredTarget[] {
  return role === 'pod' ? pods.flatMap(podTargets) : services.flatMap((service) => endpointsTargets(endpointsOf(service, pods), service, pods));
}

/** All its objects, as an API server has them. */
export function objectsOf({ pods, services }: Cluster): any[] {
  return [...pods, ...services.flatMap((service) => [service, endpointsOf(service, pods)])];
}
