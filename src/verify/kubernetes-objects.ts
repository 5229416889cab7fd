import { ManifestObject } from './manifest-object';
import { checkMonitor, checkWorkload, isMonitor } from './monitor-checks';
import { Finding } from '../findings/finding';
import { locateFindings, ManifestDocument } from '../manifest/reading';
import { isObject } from '../private/check';

/** A Kubernetes object that is labelled as one of a component's: its workload, or a monitor of its metrics. */
export interface KubernetesObject extends ManifestObject {
  readonly role: 'workload' | 'monitor';
  readonly application: string;
  readonly component: string;
  /** The object as a whole. */
  readonly value: Readonly<Record<string, any>>;
}

/** The workloads and the monitors among documents, by the labels of their components. What else is labelled is made of a trait, and says nothing of metrics. */
export function kubernetesObjects(documents: readonly ManifestDocument[]): KubernetesObject[] {
  return documents.flatMap(document => {
    const { metadata } = document.value;
    const labels = isObject(metadata) && isObject(metadata.labels) ? metadata.labels : {};
    const [application, component] = [labels['app.oam.dev/name'], labels['app.oam.dev/component']];
    if (application == null || component == null) return [];
    // a monitor may be all that a component is
    if (labels['app.oam.dev/resourceType'] === 'WORKLOAD') return [kubernetesObject(document, { role: 'workload', application, component })];
    return isMonitor(document.value) ? [kubernetesObject(document, { role: 'monitor', application, component })] : [];
  });
}

function kubernetesObject(document: ManifestDocument, owner: Pick<KubernetesObject, 'role' | 'application' | 'component'>): KubernetesObject {
  const { value, file } = document;
  const { apiVersion, kind, metadata, spec } = value;
  const located = (findings: readonly Finding[]) => locateFindings(document, findings);
  return {
    ...owner,
    apiVersion,
    kind,
    metadata,
    spec,
    value,
    placeOf: field => ({ file, line: document.locate(field).line }),
    located,
    findings: () => located(owner.role === 'monitor' ? checkMonitor(value) : checkWorkload(value)),
  };
}
