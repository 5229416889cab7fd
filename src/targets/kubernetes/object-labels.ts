import { Chart } from 'cdk8s';
import { asObject } from '../../base/check';
import { Finding, found } from '../../base/findings/finding';
import { ApplicationModel, BindingModel, selectorOf } from '../../model/platform/model';
import { COMPONENT, NAME, reservedLabels, RESOURCE_TYPE, REVISION } from '../../cluster/objects/selectors';

/** The source of an object. */
export type ResourceType = 'WORKLOAD' | 'TRAIT';

type OwnLabels = Readonly<Record<string, string>>;

/** The labels that the OAM runtime sets on everything it creates. The revision is known only if the user pins it. */
export function oamLabels(binding: BindingModel, type: ResourceType): OwnLabels {
  const { revisionName } = binding.entry;
  return { ...selectorOf(binding), [RESOURCE_TYPE]: type, ...revisionName == null ? {} : { [REVISION]: revisionName } };
}

/** The recommended labels of Kubernetes that pods have too, so that `kubectl get pods -l` finds them. */
const POD_LABELS = ['app.kubernetes.io/name', 'app.kubernetes.io/instance', 'app.kubernetes.io/managed-by'];

/**
 * The labels of an object. The application's override `app.kubernetes.io` labels, the user's own override both, and
 * OAM's override all.
 */
export function objectLabels(binding: BindingModel, type: ResourceType, own: unknown): OwnLabels {
  const { application, componentName } = binding;
  return {
    'app.kubernetes.io/name': componentName,
    'app.kubernetes.io/instance': application.name,
    'app.kubernetes.io/part-of': application.name,
    'app.kubernetes.io/managed-by': 'cdk8s-oam',
    ...applicationLabels(application),
    ...asObject<OwnLabels>(own),
    ...oamLabels(binding, type),
  };
}

/** The recommended labels of the pods of an object with these labels. */
export function recommendedPodLabels(labels: OwnLabels): OwnLabels {
  return Object.fromEntries(POD_LABELS.map(key => [key, labels[key]]));
}

/** The labels that the runtime copies from an application to everything that belongs to it. */
export function applicationLabels({ construct, metadata }: ApplicationModel): Record<string, string> {
  return { ...Chart.of(construct).labels, ...metadata.labels };
}

/** Reports labels of an application that name another one, or distinguish its components. */
export function reservedByApplication(application: ApplicationModel): Finding[] {
  const own = applicationLabels(application);
  const labels = application.bindings().map(binding => oamLabels(binding, 'WORKLOAD'));
  const others = [COMPONENT, RESOURCE_TYPE, REVISION].filter(key =>
    own[key] != null && labels.some(each => each[key] !== own[key]));
  return [
    ...reservedLabels(own, { [NAME]: application.name }, 'metadata.labels'),
    ...others.flatMap(key => found('reserved-label', ['metadata', 'labels', key], { reason: 'application' })),
  ];
}
