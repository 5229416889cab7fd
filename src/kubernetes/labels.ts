import { Chart } from 'cdk8s';
import { Finding, found } from '../findings/finding';
import { reservedLabels } from '../objects/reserved-labels';
import { ApplicationModel, BindingModel } from '../platform/model';
import { COMPONENT, NAME, RESOURCE_TYPE, REVISION, selectorOf } from '../platform/oam-labels';
import { isObject } from '../private/check';
import { memo } from '../private/memo';

/** What an object is made of. */
export type ResourceType = 'WORKLOAD' | 'TRAIT';

type Labels = Readonly<Record<string, string>>;

/** What a binding's objects have in common. It never changes, and is made once: there are several objects, each of which is rendered and checked. */
interface BindingLabels {
  readonly oam: Readonly<Record<ResourceType, Labels>>;
  /** The labels that the user's own override: Kubernetes' own, and those of the application. */
  readonly overridden: Labels;
}

const labelsOf = memo((binding: BindingModel): BindingLabels => {
  const { revisionName } = binding.entry;
  const oam = (type: ResourceType) => Object.freeze({
    ...selectorOf(binding), [RESOURCE_TYPE]: type, ...revisionName == null ? {} : { [REVISION]: revisionName },
  });
  return {
    oam: { WORKLOAD: oam('WORKLOAD'), TRAIT: oam('TRAIT') },
    overridden: { ...commonLabels(binding), ...applicationLabels(binding.application) },
  };
});

/** The labels that the OAM runtime gives to all that it makes; the revision is known only where the user pins it. */
export function oamLabels(binding: BindingModel, type: ResourceType): Labels {
  return labelsOf(binding).oam[type];
}

/** Kubernetes' own labels, for objects. Pods have none of them: each label of a pod becomes one of every series. */
function commonLabels({ application, componentName }: BindingModel): Record<string, string> {
  return {
    'app.kubernetes.io/name': componentName,
    'app.kubernetes.io/part-of': application.name,
    'app.kubernetes.io/managed-by': 'cdk8s-oam',
  };
}

/** The labels of an object: the application's go before Kubernetes', the user's own before these, and those of OAM before all. */
export function objectLabels(binding: BindingModel, type: ResourceType, own: unknown): Record<string, string> {
  const { overridden, oam } = labelsOf(binding);
  return { ...overridden, ...isObject(own) ? own : {}, ...oam[type] };
}

/** The labels that the runtime copies from an application to all that belongs to it. */
export function applicationLabels({ construct, metadata }: ApplicationModel): Record<string, string> {
  return { ...Chart.of(construct).labels, ...metadata.labels };
}

/** The labels of an application are those of all its components: it cannot have one that tells them apart. */
export function reservedByApplication(application: ApplicationModel): Finding[] {
  const own = applicationLabels(application);
  const labels = application.bindings().map(binding => oamLabels(binding, 'WORKLOAD'));
  const differs = (key: string) => own[key] != null && labels.some(each => each[key] !== own[key]);
  const others = [COMPONENT, RESOURCE_TYPE, REVISION].filter(differs).flatMap(key =>
    found('reserved-label', ['metadata', 'labels', key], { reason: 'application' }));
  return [...reservedLabels(own, { [NAME]: application.name }, 'metadata.labels'), ...others];
}
