import { Platform } from '../../platform/platform';
import { listOf } from '../../private/check';
import { Check, FINE, Finding } from '../../findings/finding';
import { finding } from '../../findings/unsaid';
import type { OamKind } from '../../private/oam-kind';
import { droppedOfService } from '../../workloads/helidon-workload';
import { WORKLOAD_FIELDS } from '../../workloads/known-fields';
import { kindFindings, kubernetesFields } from '../../workloads/kubernetes-fields';

/** What is wrong with the fields of a workload, which the model takes as they are. */
export function workloadFindings(manifest: any, platform: Platform): Finding[] {
  const isContainerized = platform._makesObjects && isOf(WORKLOAD_FIELDS.containerized.kind, manifest, platform);
  return [...kindFindings(manifest), ...checkOf(manifest, platform)?.(manifest, '') ?? FINE, ...isContainerized ? danglingVolumes(manifest) : FINE];
}

/** Only the Secrets of config files become volumes that somebody can name. */
function danglingVolumes({ spec }: any): Finding[] {
  const containers = listOf(spec?.containers);
  const known = new Set(containers.flatMap(container => listOf(container?.config).map(file => file?.fromSecret?.name)));
  const dangling = (name: unknown, field: string) => name == null || known.has(name) ? FINE : finding('dangling-volume', field,
    `mounts volume ${JSON.stringify(name)}, which the pods do not have: the platform makes none of it, and Kubernetes rejects the Deployment`,
    'use a workload with a pod spec, such as a Deployment, and declare the volume there');
  return containers.flatMap((container, i) => listOf(container?.resources?.volumes).flatMap((volume, j) =>
    dangling(volume?.name, `spec.containers[${i}].resources.volumes[${j}]`)));
}

/** What an API server drops of a workload that its platform would read. */
export function droppedFindings(manifest: any, platform: Platform): Finding[] {
  return isOf(WORKLOAD_FIELDS.helidon.kind, manifest, platform) ? droppedOfService(manifest.spec) : FINE;
}

/** A workload without the name that an API server drops: by that of the Deployment the Service is called on the platform. */
export function storedWorkload(manifest: any, platform: Platform): any {
  const name = manifest?.spec?.serviceTemplate?.metadata?.name;
  if (name == null || !isOf(WORKLOAD_FIELDS.helidon.kind, manifest, platform)) return manifest;
  const { spec } = manifest;
  const { name: _, ...metadata } = spec.serviceTemplate.metadata;
  return { ...manifest, spec: { ...spec, serviceTemplate: { ...spec.serviceTemplate, metadata } } };
}

function isOf(known: OamKind, { apiVersion, kind }: any, platform: Platform): boolean {
  const type = platform._typeOf(known);
  return type.apiVersion === apiVersion && type.kind === kind;
}

function checkOf(manifest: any, platform: Platform): Check | undefined {
  const { apiVersion, kind } = manifest ?? {};
  const known = Object.values(WORKLOAD_FIELDS).find(each => isOf(each.kind, { apiVersion, kind }, platform));
  return known?.check ?? kubernetesFields(apiVersion, kind, !platform._makesObjects);
}
