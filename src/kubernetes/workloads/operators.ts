import { all, list, listOf, object, only } from '../../private/check';
import { labels as labelMap } from '../../private/names';
import { COHERENCE_API_VERSION } from '../../workloads/coherence-workload';
import { CLUSTER_API_VERSION, WebLogicDomainVersion } from '../../workloads/weblogic-workload';
import { reservedOfServices } from '../coherence';
import { reservedLabels } from '../labels';
import { nothing, PlainObject, Rendered, WorkloadContext } from '../model';

/** In the Coherence resource the platform switches the sidecar of the mesh off: members speak to each other without it. */
const WITHOUT_SIDECAR = { 'sidecar.istio.io/inject': 'false' };

type LabelMap = Readonly<Record<string, string>>;

const RESOURCE = only('apiVersion', 'kind', 'metadata', 'spec');

const SERVICE = object({ labels: labelMap });

const COHERENCE = object({ template: all(RESOURCE, object({ spec: object({ ports: list(object({ service: SERVICE })) }) })) });

/** A CoherenceWorkload as the resource of the Coherence Operator. */
export function coherence({ fields, reserved, labels, annotations, isMeshed }: WorkloadContext): Rendered {
  const wrong = COHERENCE(fields.spec, 'spec');
  if (wrong.length > 0) return nothing(wrong);
  const { template } = fields.spec;
  const { spec } = template;
  return {
    objects: [{
      ...withMetadata({ ...template, apiVersion: COHERENCE_API_VERSION, kind: 'Coherence' }, labels, annotations),
      spec: {
        ...spec,
        ...isMeshed ? { annotations: { ...WITHOUT_SIDECAR, ...spec.annotations } } : {},
      },
    }],
    findings: [
      ...reservedLabels(template.metadata.labels, reserved, 'spec.template.metadata.labels'),
      ...reservedLabels(spec.labels, reserved, 'spec.template.spec.labels'),
      ...reservedOfServices(spec, reserved, 'spec.template.spec'),
    ],
  };
}

const WEBLOGIC = object({ template: all(RESOURCE, object({ spec: object({ serverService: SERVICE }) })) });

/** A label that the platform gives to the servers of a domain. */
const workloadType = (vendor: string) => ({ [`${vendor}.io/workload-type`]: 'weblogic' });

/** A WebLogicWorkload as the resources of the WebLogic Kubernetes Operator. */
export function weblogic({ fields, selector, reserved, vendor, labels, annotations }: WorkloadContext): Rendered {
  const wrong = WEBLOGIC(fields.spec, 'spec');
  if (wrong.length > 0) return nothing(wrong);
  const { template, clusters } = fields.spec;
  const { serverPod, serverService, ...spec } = template.spec;
  const domain = withMetadata({ ...template, apiVersion: template.apiVersion ?? WebLogicDomainVersion.V8, kind: 'Domain' }, labels, annotations);
  return {
    objects: [
      {
        ...domain,
        spec: {
          ...spec,
          serverPod: { ...serverPod, labels: { ...serverPod?.labels, ...workloadType(vendor) } },
          serverService: { ...serverService, labels: { ...serverService?.labels, ...selector, ...workloadType(vendor) } },
        },
      },
      ...listOf(clusters).map(cluster => withMetadata({ ...cluster, apiVersion: cluster.apiVersion ?? CLUSTER_API_VERSION, kind: 'Cluster' }, labels, annotations)),
    ],
    findings: [
      ...reservedLabels(template.metadata.labels, reserved, 'spec.template.metadata.labels'),
      ...reservedLabels(serverPod?.labels, reserved, 'spec.template.spec.serverPod.labels'),
      ...reservedLabels(serverService?.labels, reserved, 'spec.template.spec.serverService.labels'),
      ...listOf(clusters).flatMap(({ metadata }, i) => reservedLabels(metadata.labels, reserved, ['spec', 'clusters', i, 'metadata', 'labels'])),
    ],
  };
}

/** What the runtime copies to a workload goes to what is made of it; its own labels go before. */
function withMetadata(resource: any, labels: LabelMap, annotations: LabelMap): PlainObject {
  const { metadata } = resource;
  const copied = { labels: { ...labels, ...metadata.labels }, annotations: { ...annotations, ...metadata.annotations } };
  return { ...resource, metadata: { ...metadata, ...copied } };
}
