import { coherenceMetrics, coherencePorts } from './coherence-workload';
import { annotated, GENERIC_METRICS, MetricsDefaults } from './metrics-defaults';
import { podPorts, portsOf } from './pods';
import { weblogicMetrics, weblogicPorts } from './weblogic-workload';
import { DeclaredPort } from './workload';
import { isObject } from '../private/check';

/** What is known of a kind, read from the whole manifest. */
interface KnownKind {
  /** `apiVersion.kind`, as the platform matches it. */
  readonly type: RegExp;
  readonly metrics: (manifest: any) => MetricsDefaults | undefined;
  readonly ports: (manifest: any) => DeclaredPort[];
  /** Whether the pods listen on ports of their own, whatever a trait says. */
  readonly hasOwnPorts?: true;
}

const podTemplatePorts = (manifest: any) => podPorts(manifest.spec?.template?.spec);
const none = () => undefined;

/** The kinds that the platform knows how to scrape, and those that declare ports without being scraped. */
const KNOWN: readonly KnownKind[] = [
  { type: /^oam\.[^/]+\/.*\.[A-Za-z0-9]*HelidonWorkload$/, metrics: () => ({ ...GENERIC_METRICS }), ports: m => podPorts(m.spec?.deploymentTemplate?.podSpec) },
  { type: /^oam\.[^/]+\/.*\.[A-Za-z0-9]*CoherenceWorkload$/, metrics: m => coherenceMetrics(m.spec?.template?.spec), ports: m => coherencePorts(m.spec?.template?.spec) },
  { type: /^oam\.[^/]+\/.*\.[A-Za-z0-9]*WebLogicWorkload$/, metrics: m => weblogicMetrics(m.spec?.template?.spec), ports: m => weblogicPorts(m.spec?.template?.spec), hasOwnPorts: true },
  { type: /^coherence\.oracle\.com\/.*\.Coherence$/, metrics: m => coherenceMetrics(m.spec), ports: m => coherencePorts(m.spec) },
  { type: /^weblogic\.oracle\/.*\.Domain$/, metrics: m => weblogicMetrics(m.spec), ports: m => weblogicPorts(m.spec), hasOwnPorts: true },
  { type: /^core\.oam\.dev\/.*\.ContainerizedWorkload$/, metrics: () => ({ ...GENERIC_METRICS }), ports: m => portsOf(m.spec?.containers) },
  { type: /^apps\/.*\.Deployment$/, metrics: m => annotated(GENERIC_METRICS, m.spec?.template?.metadata?.annotations), ports: podTemplatePorts },
  { type: /^(apps|batch)\/.*\.(StatefulSet|DaemonSet|ReplicaSet|Job)$/, metrics: none, ports: podTemplatePorts },
  { type: /^v1\.ReplicationController$/, metrics: none, ports: podTemplatePorts },
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

/** Whether the pods of a workload are scraped at ports of their own: the servers of WebLogic listen on one each. */
export function hasOwnPorts(manifest: any): boolean {
  return known(manifest)?.hasOwnPorts ?? false;
}

function known(manifest: any): KnownKind | undefined {
  return isObject(manifest) ? KNOWN.find(k => k.type.test(`${manifest.apiVersion}.${manifest.kind}`)) : undefined;
}
