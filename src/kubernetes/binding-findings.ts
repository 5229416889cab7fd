import { FINE, Finding, found } from '../findings/finding';
import { Shown } from '../findings/shown';
import { MAX_LABEL } from '../objects/names';
import { BindingModel } from '../platform/model';

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
export function otherNamespace({ application: { namespace } }: BindingModel, metadata: any): Finding[] {
  const own = metadata?.namespace;
  return own == null || own === namespace ? FINE : found('namespace-mismatch', 'metadata.namespace', { reason: 'own', own: Shown.of(own), namespace });
}

/** The data that a component or a trait takes and gives, which only an OAM runtime moves. */
export function dataFindings(entry: any): Finding[] {
  const given = ['dataInputs', 'dataOutputs'].filter(field => entry?.[field]?.length > 0);
  return given.flatMap(field => found('not-expressible', field, { reason: 'data' }));
}

/** What only an OAM runtime does. */
export function entryFindings({ entry }: BindingModel): Finding[] {
  const { scopes, revisionName } = entry;
  return [
    ...scopes?.length > 0 ? found('not-expressible', 'scopes', { reason: 'scopes' }) : FINE,
    ...dataFindings(entry),
    ...revisionName?.length > MAX_LABEL
      ? found('invalid-revision-name', 'revisionName', { reason: 'too-long', max: MAX_LABEL, value: Shown.of(revisionName) })
      : FINE,
  ];
}
