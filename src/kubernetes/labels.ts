import { Chart } from 'cdk8s';
import { Finding, FINE, found, saying } from '../findings/finding';
import { Shown } from '../findings/shown';
import { COMPONENT, NAME, reservedLabels, RESOURCE_TYPE, REVISION } from '../objects/labels';
import { MAX_LABEL } from '../objects/names';
import { ApplicationModel, BindingModel, selectorOf } from '../platform/model';
import { asObject, listOf } from '../private/check';
import { ObjectType } from '../private/oam-kind';

/** The source of an object. */
export type ResourceType = 'WORKLOAD' | 'TRAIT';

type OwnLabels = Readonly<Record<string, string>>;

/** The labels that the OAM runtime sets on everything it creates. The revision is known only if the user pins it. */
export function oamLabels(binding: BindingModel, type: ResourceType): OwnLabels {
  const { revisionName } = binding.entry;
  return { ...selectorOf(binding), [RESOURCE_TYPE]: type, ...revisionName == null ? {} : { [REVISION]: revisionName } };
}

/**
 * The labels of an object. The application's override `app.kubernetes.io` labels, the user's own override both, and OAM's override all.
 * Pods get no `app.kubernetes.io` labels: each label of a pod becomes a label of every series.
 */
export function objectLabels(binding: BindingModel, type: ResourceType, own: unknown): OwnLabels {
  const { application, componentName } = binding;
  return {
    'app.kubernetes.io/name': componentName,
    'app.kubernetes.io/part-of': application.name,
    'app.kubernetes.io/managed-by': 'cdk8s-oam',
    ...applicationLabels(application),
    ...asObject<OwnLabels>(own),
    ...oamLabels(binding, type),
  };
}

/** The labels that the runtime copies from an application to everything that belongs to it. */
export function applicationLabels({ construct, metadata }: ApplicationModel): Record<string, string> {
  return { ...Chart.of(construct).labels, ...metadata.labels };
}

/** Reports labels of an application that distinguish components: the application's labels are copied to all of them. */
export function reservedByApplication(application: ApplicationModel): Finding[] {
  const own = applicationLabels(application);
  const labels = application.bindings().map(binding => oamLabels(binding, 'WORKLOAD'));
  const differs = (key: string) => own[key] != null && labels.some(each => each[key] !== own[key]);
  const others = [COMPONENT, RESOURCE_TYPE, REVISION].filter(differs).flatMap(key =>
    found('reserved-label', ['metadata', 'labels', key], { reason: 'application' }));
  return [...reservedLabels(own, { [NAME]: application.name }, 'metadata.labels'), ...others];
}

/** The parts of a plan without objects. */
export function unplanned(binding: BindingModel, type: ObjectType) {
  return { type, ports: [], selector: { matchLabels: selectorOf(binding) } };
}

// findings about a component's position in an application, before its workload is checked

/** Reports an application without a namespace. */
export function withoutNamespace({ application: { name } }: BindingModel): Finding[] {
  return found('missing-field', '', { reason: 'application', application: name });
}

/** Reports metadata of an object that is not rendered if no other object can carry it. */
export function metadataFindings(metadata: object): Finding[] {
  const others = Object.keys(metadata).filter(field => !['name', 'namespace', 'labels', 'annotations'].includes(field));
  const given = others.filter(field => (metadata as Record<string, unknown>)[field] != null);
  return given.flatMap(field => found('not-expressible', ['metadata', field], { reason: 'metadata' }));
}

/** Reports a namespace other than the application's, with which the runtime overwrites any other. */
export function otherNamespace({ application: { namespace } }: BindingModel, metadata: unknown): Finding[] {
  const { namespace: own } = asObject(metadata);
  return own == null || own === namespace ? FINE
    : found('namespace-mismatch', 'metadata.namespace', { reason: 'own', own: Shown.of(own), namespace });
}

/** Reports data inputs and outputs of a component or a trait, which only an OAM runtime moves. */
export function dataFindings(entry: unknown): Finding[] {
  const given = ['dataInputs', 'dataOutputs'].filter(field => listOf(asObject(entry)[field]).length > 0);
  return given.flatMap(field => found('not-expressible', field,
    saying('cannot be expressed without an OAM platform: only the OAM runtime reads it', 'leave them out, and give the value itself')));
}

/** Reports settings that only an OAM runtime implements, and a revision name that is too long for a label. */
export function entryFindings({ entry }: BindingModel): Finding[] {
  const { scopes, revisionName } = entry;
  return [
    ...scopes?.length ? found('not-expressible', 'scopes', { reason: 'scopes' }) : FINE,
    ...dataFindings(entry),
    ...revisionName && revisionName.length > MAX_LABEL
      ? found('invalid-name', 'revisionName', { reason: 'too-long', max: MAX_LABEL, value: Shown.of(revisionName) })
      : FINE,
  ];
}
