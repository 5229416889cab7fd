import { Chart } from 'cdk8s';
import { FINE, Finding, found } from '../findings/finding';
import { Shown } from '../findings/shown';
import { reservedLabels } from '../objects/labels';
import { MAX_LABEL } from '../objects/names';
import { ApplicationModel, BindingModel } from '../platform/model';
import { COMPONENT, NAME, RESOURCE_TYPE, REVISION, selectorOf } from '../platform/oam-labels';
import { asObject, listOf } from '../private/check';
import { memo } from '../private/memo';

/** What an object is made of. */
export type ResourceType = 'WORKLOAD' | 'TRAIT';

type OwnLabels = Readonly<Record<string, string>>;

/**
 * What a binding's objects have in common. It never changes, and is made once: there are several objects, each of which is rendered and
 * checked.
 */
interface BindingLabels {
  readonly oam: Readonly<Record<ResourceType, OwnLabels>>;
  /** The labels that the user's own override: Kubernetes' own, and those of the application. */
  readonly overridden: OwnLabels;
  /** All of them, for objects without labels of their own. */
  readonly all: Readonly<Record<ResourceType, OwnLabels>>;
}

const labelsOf = memo((binding: BindingModel): BindingLabels => {
  const { revisionName } = binding.entry;
  const oam = (type: ResourceType) => Object.freeze({
    ...selectorOf(binding), [RESOURCE_TYPE]: type, ...revisionName == null ? {} : { [REVISION]: revisionName },
  });
  const ofType = { WORKLOAD: oam('WORKLOAD'), TRAIT: oam('TRAIT') };
  const overridden = { ...commonLabels(binding), ...applicationLabels(binding.application) };
  const all = (type: ResourceType) => Object.freeze({ ...overridden, ...ofType[type] });
  return { oam: ofType, overridden, all: { WORKLOAD: all('WORKLOAD'), TRAIT: all('TRAIT') } };
});

/** The labels that the OAM runtime gives to all that it makes; the revision is known only where the user pins it. */
export function oamLabels(binding: BindingModel, type: ResourceType): OwnLabels {
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
export function objectLabels(binding: BindingModel, type: ResourceType, own: unknown): OwnLabels {
  const { overridden, oam, all } = labelsOf(binding);
  const labels = asObject<OwnLabels>(own);
  return Object.keys(labels).length > 0 ? { ...overridden, ...labels, ...oam[type] } : all[type];
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

// what speaks against a component's place in an application, before its workload is looked at

/** A component that is not declared here. */
export function elsewhere({ componentName }: BindingModel): Finding[] {
  return found('component-elsewhere', '', { component: componentName });
}

/** An application without a namespace. */
export function withoutNamespace({ application: { name } }: BindingModel): Finding[] {
  return found('missing-namespace', '', { reason: 'application', application: name });
}

/** What belongs to an object that is not rendered, and cannot be said of others. */
export function metadataFindings(metadata: object): Finding[] {
  const others = Object.keys(metadata).filter(field => !['name', 'namespace', 'labels', 'annotations'].includes(field));
  const given = others.filter(field => (metadata as Record<string, unknown>)[field] != null);
  return given.flatMap(field => found('not-expressible', ['metadata', field], { reason: 'metadata' }));
}

/** The namespace of the application goes before all: the runtime overwrites any other. */
export function otherNamespace({ application: { namespace } }: BindingModel, metadata: unknown): Finding[] {
  const { namespace: own } = asObject(metadata);
  return own == null || own === namespace ? FINE
    : found('namespace-mismatch', 'metadata.namespace', { reason: 'own', own: Shown.of(own), namespace });
}

/** The data that a component or a trait takes and gives, which only an OAM runtime moves. */
export function dataFindings(entry: unknown): Finding[] {
  const given = ['dataInputs', 'dataOutputs'].filter(field => listOf(asObject(entry)[field]).length > 0);
  return given.flatMap(field => found('not-expressible', field, { reason: 'data' }));
}

/** What only an OAM runtime does. */
export function entryFindings({ entry }: BindingModel): Finding[] {
  const { scopes, revisionName } = entry;
  return [
    ...scopes?.length ? found('not-expressible', 'scopes', { reason: 'scopes' }) : FINE,
    ...dataFindings(entry),
    ...revisionName && revisionName.length > MAX_LABEL
      ? found('invalid-revision-name', 'revisionName', { reason: 'too-long', max: MAX_LABEL, value: Shown.of(revisionName) })
      : FINE,
  ];
}
