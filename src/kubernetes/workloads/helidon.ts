import { kubernetesPodSpec, workloadMetadata } from './pod-checks';
import { clashingPorts, ContainerPort, containerPorts, service, servicePorts } from './services';
import { FINE, Finding, found } from '../../findings/finding';
import { object } from '../../private/check';
import { droppedOfService } from '../../workloads/helidon-workload';
import { serviceName } from '../../workloads/pods';
import { reservedLabels } from '../labels';
import { PlainObject, Rendered, WorkloadContext } from '../model';
import { labelSelector, unmet } from '../selector';

const CHECK = object({
  metadata: workloadMetadata, spec: object({ deploymentTemplate: object({ podSpec: kubernetesPodSpec, selector: labelSelector }) }),
});

/** A HelidonWorkload as a Deployment and a Service. */
export function helidon(context: WorkloadContext): Rendered {
  const { spec } = context.fields;
  const { deploymentTemplate: template, serviceTemplate } = spec;
  const ports = containerPorts(template.podSpec.containers, ['spec', 'deploymentTemplate', 'podSpec', 'containers']);
  const services = serviceOf(context, ports);
  return {
    objects: [deployment(context), ...services],
    findings: [
      ...CHECK(context.fields, ''),
      ...services.flatMap(({ metadata: { name } }) => serviceName(name, 'spec.deploymentTemplate.metadata.name')),
      // labels and annotations mislead nobody; who calls the Service does so by the name that it has on the platform
      ...droppedOfService(spec).filter(({ path }) => path.at(-1) === 'name'),
      ...serviceTemplate?.serviceSpec?.ports == null ? clashingPorts(ports) : FINE,
      ...withoutPorts(serviceTemplate, ports),
      ...unselected(context),
      ...reservedLabels(template.metadata.labels, context.reserved, 'spec.deploymentTemplate.metadata.labels'),
      ...reservedLabels(template.selector?.matchLabels, context.reserved, 'spec.deploymentTemplate.selector.matchLabels'),
      ...reservedLabels(serviceTemplate?.metadata?.labels, context.reserved, 'spec.serviceTemplate.metadata.labels'),
    ],
  };
}

/** The pods have the labels of the workload; those of the Deployment and all annotations stay on the Deployment. */
function deployment(context: WorkloadContext): PlainObject {
  const { labels, annotations, selector: own, fields: { spec: { deploymentTemplate: { metadata, podSpec, selector, strategy } } } } = context;
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: metadata.name, labels: { ...labels, ...metadata.labels }, annotations: { ...annotations, ...metadata.annotations } },
    spec: {
      selector: { ...selector, matchLabels: { ...selector?.matchLabels, ...own } },
      ...strategy == null ? {} : { strategy },
      template: { metadata: { labels: podLabels(context) }, spec: podSpec },
    },
  };
}

function podLabels({ labels, selector: own, fields: { spec: { deploymentTemplate: { selector } } } }: WorkloadContext): Record<string, string> {
  return { ...labels, ...selector?.matchLabels, ...own };
}

/** What the program leaves out is as the platform has it: all ports of all containers. Without any port there is nothing to serve. Its name is the Deployment's. */
function serviceOf({ selector, fields }: WorkloadContext, ports: readonly ContainerPort[]): PlainObject[] {
  const { deploymentTemplate, serviceTemplate } = fields.spec;
  const { metadata, serviceSpec } = serviceTemplate ?? {};
  if (ports.length === 0 && serviceTemplate == null) return [];
  const userSelector = deploymentTemplate.selector?.matchLabels;
  const defaults = { selector: { ...userSelector, ...selector }, ports: servicePorts(ports, nameOfPort) };
  const { labels, annotations } = metadata ?? {};
  return [service({ name: deploymentTemplate.metadata.name, labels, annotations }, { ...defaults, ...serviceSpec })];
}

/** Kubernetes refuses a Service without ports, unless requests do not go through it. */
function withoutPorts(serviceTemplate: any, ports: readonly ContainerPort[]): Finding[] {
  const { ports: own, type, clusterIP } = serviceTemplate?.serviceSpec ?? {};
  const isNeedless = serviceTemplate == null || clusterIP === 'None' || type === 'ExternalName';
  return isNeedless || ports.length > 0 || own?.length > 0 ? FINE
    : found('missing-field', 'spec.serviceTemplate.serviceSpec.ports', { reason: 'undeclared-ports' });
}

function nameOfPort({ container, containerPort }: ContainerPort): string {
  return `${container}-${containerPort}`.toLowerCase();
}

function unselected(context: WorkloadContext): Finding[] {
  const { selector } = context.fields.spec.deploymentTemplate;
  if (selector != null && labelSelector(selector, '').length > 0) return FINE;
  const missing = unmet({ matchExpressions: selector?.matchExpressions }, podLabels(context));
  return missing.length === 0 ? FINE
    : found('selector-mismatch', 'spec.deploymentTemplate.selector.matchExpressions', { reason: 'deployment', missing });
}
