import { Addresses } from './cluster';
import { podsOf } from './kubernetes-pods';
import { coherencePods, domainPods } from './operator-pods';
import { metricsAnnotations, PodEndpoint, ScrapedComponent } from './pod-discovery';
import { JobNaming } from '../../../src';
import { jobName } from '../../../src/platform/metrics';

/** A component as the OAM platform runs and scrapes it. */
export interface PlatformComponent {
  readonly scraped: Omit<ScrapedComponent, 'pods'>;
  readonly pods: readonly any[];
  /** With the user and the password of its metrics. */
  readonly secret?: string;
}

/** Labels made of a UID: the series of plain Kubernetes lack them. */
export const UID_LABELS = ['containerizedworkload_oam_crossplane_io', 'verrazzanohelidonworkloads_oam_verrazzano_io'];
const UID = '496df78f-ef8b-4753-97fd-d9218d2f38f1';

/**
 * What the OAM platform (1.5 and later) makes of a rendered application and its components.
 *
 * The servers of WebLogic domains publish metrics on a port that no trait names.
 */
export function platformComponents(objects: readonly any[], addresses: Addresses, weblogicPort?: number): PlatformComponent[] {
  const [application] = objects.filter(({ kind }) => kind === 'ApplicationConfiguration');
  return application.spec.components.flatMap((entry: any): PlatformComponent[] => {
    const name = entry.componentName ?? entry.revisionName.replace(/-[^-]*$/, '');
    const { spec: { workload } } = objects.find(({ kind, metadata }) => kind === 'Component' && metadata.name === name);
    if (workload.kind === 'Service') return [];
    return [platformComponent(application.metadata, entry, workload, { component: name, addresses: addresses[name], weblogicPort })];
  });
}

type Placed = Pick<Made, 'component' | 'addresses' | 'weblogicPort'>;

function platformComponent(application: any, entry: any, workload: any, own: Placed): PlatformComponent {
  const { component } = own;
  const owner = { application: application.name, namespace: application.namespace, component };
  const metrics = metricsTraitOf(entry, workload);
  const endpoints: PodEndpoint[] = metrics.ports ?? [{ port: metrics.port, path: metrics.path }];
  const selecting = { 'app.oam.dev/name': owner.application, 'app.oam.dev/component': component };
  const runtime = { ...selecting, 'app.oam.dev/revision': entry.revisionName ?? `${component}-v1`, 'app.oam.dev/resourceType': 'WORKLOAD' };
  return {
    scraped: {
      ...owner,
      jobNames: endpoints.map((_, index) => jobName(JobNaming.V1_4, { ...owner, index })),
      cluster: 'local',
      tellsApplication: true,
      isWebLogic: workload.kind === 'VerrazzanoWebLogicWorkload',
    },
    secret: metrics.secret ?? workload.spec.template?.spec.webLogicCredentialsSecret?.name,
    pods: made({ ...owner, ...own, workload, endpoints, selecting, all: { ...application.labels, ...workload.metadata?.labels, ...runtime } }),
  };
}

/** What the trait says; a component without one gets a default trait, which reads the annotations of a Deployment's pods. */
function metricsTraitOf({ traits = [] }: any, { spec }: any): any {
  const declared = traits.find(({ trait }: any) => trait.kind === 'MetricsTrait');
  if (declared) return declared.trait.spec;
  const { 'prometheus.io/port': port, 'prometheus.io/path': path } = spec.template.metadata.annotations;
  return { port, path };
}

interface Made {
  readonly workload: any;
  readonly namespace: string;
  readonly component: string;
  readonly endpoints: readonly PodEndpoint[];
  readonly addresses: readonly string[];
  readonly weblogicPort?: number;
  /** The labels by which the platform knows the pods of a component. */
  readonly selecting: Readonly<Record<string, string>>;
  /** The labels of the workload: the user's, what the application hands down, and the runtime's. */
  readonly all: Readonly<Record<string, string>>;
}

/** The pods of a workload, with the labels and annotations that the platform gives to those of its kind. */
function made({ workload: { kind, metadata, spec }, namespace, component, endpoints, addresses, weblogicPort, selecting, all }: Made): any[] {
  const annotations = metricsAnnotations(endpoints);
  const deployment = (name: string, template: { labels: object; annotations?: object }, podSpec: any) => podsOf({
    kind: 'Deployment',
    metadata: { name, namespace },
    spec: { template: { metadata: { labels: template.labels, annotations: { ...template.annotations, ...annotations } }, spec: podSpec } },
  }, addresses);
  switch (kind) {
    case 'ContainerizedWorkload':
      return deployment(metadata?.name ?? component, { labels: { ...all, 'containerizedworkload.oam.crossplane.io': UID } }, spec);
    case 'VerrazzanoHelidonWorkload': {
      const { metadata: { name }, selector, podSpec } = spec.deploymentTemplate;
      return deployment(name, { labels: { ...all, ...selector?.matchLabels, 'verrazzanohelidonworkloads.oam.verrazzano.io': UID } }, podSpec);
    }
    case 'Deployment': {
      const { metadata: own, spec: podSpec } = spec.template;
      return deployment(metadata.name, { labels: { ...own.labels, ...selecting }, annotations: own.annotations }, podSpec);
    }
    case 'VerrazzanoCoherenceWorkload': {
      const { metadata: { name }, spec: own } = spec.template;
      const given = { labels: { ...own.labels, ...selecting }, annotations: { ...own.annotations, ...annotations } };
      return coherencePods({ metadata: { name, namespace }, spec: { ...own, ...given } }, addresses);
    }
    case 'VerrazzanoWebLogicWorkload': {
      const { metadata: { name }, spec: own } = spec.template;
      const labels = { ...own.serverPod?.labels, ...selecting, 'verrazzano.io/workload-type': 'weblogic' };
      return domainPods({ metadata: { name, namespace }, spec: { ...own, serverPod: { labels } } }, weblogicPort!, addresses);
    }
    default:
      throw new Error(`the platform scrapes no ${kind}`);
  }
}
