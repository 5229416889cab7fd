import { MAX_LABEL } from './names';
import { BindingModel } from '../platform/model';
import { FINE, Finding } from '../findings/finding';
import { finding, wrong } from '../findings/unsaid';

// what speaks against a component's place in an application, before its workload is looked at

/** A component that is not declared here. */
export function elsewhere({ componentName }: BindingModel): Finding[] {
  return finding('component-elsewhere', '', `component ${JSON.stringify(componentName)} lives elsewhere, where a cluster without an OAM platform cannot look it up`,
    'declare it in this program: new Component() in place of Component.fromComponentName()');
}

/** An application without a namespace. */
export function withoutNamespace({ application: { name } }: BindingModel): Finding[] {
  return finding('missing-namespace', '', `application ${JSON.stringify(name)} has no namespace, which job names and generated hosts contain`,
    'give its chart a namespace, or set \'metadata.namespace\'');
}

/** What belongs to an object that is not rendered, and cannot be said of others. */
export function metadataFindings(metadata: object): Finding[] {
  return Object.entries(metadata).filter(([field, value]) => !['name', 'namespace', 'labels', 'annotations'].includes(field) && value != null).flatMap(([field]) =>
    finding('not-expressible', `metadata.${field}`, 'cannot be expressed: without an OAM platform there is no object to which it could belong', 'leave it out'));
}

/** The namespace of the application goes before all: the runtime overwrites any other. */
export function otherNamespace({ application: { namespace } }: BindingModel, metadata: any): Finding[] {
  const own = metadata?.namespace;
  return own == null || own === namespace ? FINE : finding('namespace-mismatch', 'metadata.namespace',
    `is ${JSON.stringify(own)}, its application lies in namespace ${JSON.stringify(namespace)}`, 'leave it out');
}

/** The data that a component or a trait takes and gives, which only an OAM runtime moves. */
export function dataFindings(entry: any): Finding[] {
  return ['dataInputs', 'dataOutputs'].filter(field => entry?.[field]?.length > 0).flatMap(field =>
    finding('not-expressible', field, ONLY_RUNTIME, 'leave them out, and give the value itself'));
}

const ONLY_RUNTIME = 'cannot be expressed without an OAM platform: only the OAM runtime reads it';

/** What only an OAM runtime does. */
export function entryFindings({ entry }: BindingModel): Finding[] {
  const { scopes, revisionName } = entry;
  return [
    ...scopes?.length > 0 ? finding('not-expressible', 'scopes', ONLY_RUNTIME, 'leave them out, and write what the scope stood for as an object of its own') : FINE,
    ...dataFindings(entry),
    ...revisionName?.length > MAX_LABEL ? wrong('invalid-revision-name', 'revisionName', `have at most ${MAX_LABEL} characters, since it becomes a label's value`,
      revisionName, 'leave it out, or shorten the name of the component') : FINE,
  ];
}
