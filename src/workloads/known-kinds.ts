import { coherenceMetrics, coherenceObjects, coherencePorts } from './coherence-workload';
import { containerizedObjects } from './containerized-workload';
import { helidonObjects } from './helidon-workload';
import { annotated, GENERIC_METRICS, MetricsDefaults } from './metrics-defaults';
import { podPorts, portsOf } from './pods';
import { weblogicMetrics, weblogicObjects, weblogicPorts } from './weblogic-workload';
import { DeclaredPort, NamedObject } from './workload';
import { isObject } from '../private/check';
import type { ObjectType } from '../private/oam-kind';
import { isBuiltIn, isType } from '../private/scopes';

/** What is known of a kind, read from the whole manifest. */
interface KnownKind {
  /** `apiVersion.kind`, as the platform matches it. */
  readonly type: RegExp;
  readonly metrics: (manifest: any) => MetricsDefaults | undefined;
  readonly ports: (manifest: any) => DeclaredPort[];
  /** The objects that the platform makes of it, beside the workload itself, which has this name. */
  readonly made?: (manifest: any, name: string) => NamedObject[];
  /** Whether the number of its pods, or of those of what is made of it, is in a field `spec.replicas`. */
  readonly scales?: true;
  /** Whether the pods listen on ports of their own, whatever a trait says. */
  readonly hasOwnPorts?: true;
}

const podTemplatePorts = (manifest: any) => podPorts(manifest.spec?.template?.spec);
const none = () => undefined;

/** The kinds that the platform knows how to scrape, and those that declare ports without being scraped. */
const KNOWN: readonly KnownKind[] = [
  { type: /^oam\.[^/]+\/.*\.[A-Za-z0-9]*HelidonWorkload$/, metrics: () => ({ ...GENERIC_METRICS }), ports: m => podPorts(m.spec?.deploymentTemplate?.podSpec), made: m => helidonObjects(m.spec), scales: true },
  { type: /^oam\.[^/]+\/.*\.[A-Za-z0-9]*CoherenceWorkload$/, metrics: m => coherenceMetrics(m.spec?.template?.spec), ports: m => coherencePorts(m.spec?.template?.spec), made: m => coherenceObjects(m.spec), scales: true },
  {
    type: /^oam\.[^/]+\/.*\.[A-Za-z0-9]*WebLogicWorkload$/,
    metrics: m => weblogicMetrics(m.spec?.template?.spec),
    ports: m => weblogicPorts(m.spec?.template?.spec),
    made: m => weblogicObjects(m.spec),
    scales: true,
    hasOwnPorts: true,
  },
  { type: /^coherence\.oracle\.com\/.*\.Coherence$/, metrics: m => coherenceMetrics(m.spec), ports: m => coherencePorts(m.spec), scales: true },
  { type: /^weblogic\.oracle\/.*\.Domain$/, metrics: m => weblogicMetrics(m.spec), ports: m => weblogicPorts(m.spec), scales: true, hasOwnPorts: true },
  { type: /^core\.oam\.dev\/.*\.ContainerizedWorkload$/, metrics: () => ({ ...GENERIC_METRICS }), ports: m => portsOf(m.spec?.containers), made: (_, name) => containerizedObjects(name), scales: true },
  { type: /^apps\/.*\.Deployment$/, metrics: m => annotated(GENERIC_METRICS, m.spec?.template?.metadata?.annotations), ports: podTemplatePorts, scales: true },
  { type: /^apps\/.*\.(StatefulSet|ReplicaSet)$/, metrics: none, ports: podTemplatePorts, scales: true },
  { type: /^(apps|batch)\/.*\.(DaemonSet|Job)$/, metrics: none, ports: podTemplatePorts },
  { type: /^v1\.ReplicationController$/, metrics: none, ports: podTemplatePorts, scales: true },
  { type: /^batch\/.*\.CronJob$/, metrics: none, ports: m => podTemplatePorts(m.spec?.jobTemplate ?? {}) },
  { type: /^v1\.Pod$/, metrics: none, ports: m => podPorts(m.spec) },
];

/** Where a workload of any kind is scraped by default: read from its manifest, as the platform does. */
export function metricsOf(manifest: any): MetricsDefaults | undefined {
  return known(manifest)?.metrics(manifest);
}

/** The ports that a workload of any kind declares. */
export function declaredPortsOf(manifest: any): DeclaredPort[] {
  return known(manifest)?.ports(manifest) ?? [];
}

/** The objects that the platform makes of a workload of any kind, which has this name, beside the workload itself. */
export function madeOf(manifest: any, name: string): NamedObject[] {
  return known(manifest)?.made?.(manifest, name) ?? [];
}

/** Whether the number of a workload's pods can be set from outside; `undefined` of a kind that is not known. */
export function isScalable(manifest: any): boolean | undefined {
  return known(manifest)?.scales ?? (isBuiltIn(manifest) ? false : undefined);
}

/** Whether the pods of a workload are scraped at ports of their own: the servers of WebLogic listen on one each. */
export function hasOwnPorts(manifest: any): boolean {
  return known(manifest)?.hasOwnPorts ?? false;
}

function known(manifest: any): KnownKind | undefined {
  return isObject(manifest) ? KNOWN.find(({ type }) => isType(manifest as ObjectType, type)) : undefined;
}
