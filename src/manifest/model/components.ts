import type { ApiObjectMetadata } from 'cdk8s';
import { droppedFindings, storedWorkload, workloadFindings } from './checks';
import { DeclarationContext, DocumentPlace } from './context';
import { ComponentIndex, OamObject } from './oam-object';
import { declaredPart } from './server-fields';
import { Component, ComponentParameter } from '../../application/component';
import { FINE, Finding, found } from '../../findings/finding';
import { At, joinPath, Path } from '../../findings/path';
import { isObject, list, object as objectOf, asObject, PlainValue } from '../../private/check';
import { isDnsLabel } from '../../private/names';
import { nearest } from '../../private/nearest';
import { CustomWorkload } from '../../workloads/custom-workload';
import { mayBeSet } from '../../workloads/kubernetes-fields';

/** A component among manifests. */
export interface ComponentDeclaration {
  readonly name: string;
  /** Nothing where it may be in any. */
  readonly namespace?: string;
  /** The namespace of its workload, which says nothing: the runtime overwrites it. */
  readonly workloadNamespace?: string;
  /** Whether it is left out, and with it the entries that bind it. */
  readonly isLeftOut?: true;
  /** Nothing where something is wrong with it, which has been told. */
  readonly construct?: Component;
  /** Where its fields stand; those of its workload are below `workload`. */
  readonly place: DocumentPlace;
}

/** Metadata that the model takes; the checks have the last word about each. */
export interface NamedMetadata {
  readonly name?: string;
  readonly namespace?: string | null;
}

/** The components among manifests, found by name and namespace. */
export class ComponentDeclarations {
  private readonly index = new ComponentIndex<ComponentDeclaration>();

  public constructor(private readonly context: DeclarationContext) {}

  public find(name: string, namespace?: string): ComponentDeclaration | undefined {
    return this.index.find(name, namespace);
  }

  /** The name of a component of the namespace that somebody meant who wrote one that is not there. */
  public nearest(name: string, namespace?: string): string | undefined {
    return nearest(name, this.index.namesIn(namespace));
  }

  /** One of this name in another namespace, where no application of this one finds it. */
  public elsewhere(name: string, namespace?: string): ComponentDeclaration | undefined {
    return this.find(name, namespace) ? undefined : this.index.first(name);
  }

  public add(object: OamObject): void {
    const { document } = object;
    const isOfSpec = (path: Path) => path[0] === 'workload' || path[0] === 'parameters';
    const place: DocumentPlace = { document, pathOf: path => object.pathOf(isOfSpec(path) ? ['spec', ...path] : path) };
    const metadata = this.context.metadataOf(object, place);
    const construct = this.construct(object, metadata, place);
    const { name, namespace } = asObject<NamedMetadata>(metadata);
    if (typeof name !== 'string') return;
    const workloadNamespace = namespaceOf(object.spec?.workload);
    const declared = { name, namespace: namespace ?? undefined, place, construct, workloadNamespace };
    this.index.add(name, declared.namespace, declared);
  }

  /** Knows a component that is not declared. */
  public leaveOut({ document, metadata }: OamObject): void {
    if (!isObject(metadata) || typeof metadata.name !== 'string') return;
    const namespace = this.context.namespaceOf(metadata);
    const place: DocumentPlace = { document, pathOf: path => path };
    this.index.add(metadata.name, namespace, { name: metadata.name, namespace, place, isLeftOut: true });
  }

  private construct({ spec }: OamObject, metadata: unknown, place: DocumentPlace): Component | undefined {
    const { context } = this;
    const { workload: manifest, parameters: given } = asObject(spec);
    context.tell(place, PARAMETERS({ parameters: given }, ''));
    const parameters = Array.isArray(given) ? given as object as ComponentParameter[] : undefined;
    const workload = this.workload(manifest, place);
    const wrong = workload ? workloadFindings(manifest, context.platform) : FINE;
    // what parameters may set is known where the component is bound
    const isParameter = mayBeSet(parameters);
    context.tell(within('workload', place), wrong.filter(({ path }) => !isParameter(path)));
    if (workload) context.tell(within('workload', place), droppedFindings(manifest, context.platform), true);
    const isNamed = !isObject(metadata) || metadata.name != null;
    const component = context.attempt(place, () => new Component(workload && isNamed ? context.own() : context.scratch, context.id(), {
      workload: workload ?? NOTHING, parameters: context.data(parameters), metadata: context.data(metadata as ApiObjectMetadata),
    }));
    if (component) context.places.set(component, () => place);
    return workload && isNamed ? component : undefined;
  }

  private workload(manifest: unknown, place: DocumentPlace): CustomWorkload | undefined {
    const wrong = [...WORKLOAD({ workload: manifest }, ''), ...shortForm(manifest)];
    this.context.tell(place, wrong);
    if (wrong.length > 0) return undefined;
    const stored = storedWorkload(declaredPart(manifest), this.context.platform);
    return this.context.attempt(within('workload', place), () => CustomWorkload._read(this.context.data(stored)));
  }
}

/** Some runtimes had a webhook that made a workload of a name. */
function shortForm(workload: unknown): Finding[] {
  return isObject(workload) && workload.type != null && workload.apiVersion == null && workload.kind == null
    ? found('missing-field', 'workload.apiVersion', { reason: 'short-form' })
    : FINE;
}

function namespaceOf(value: PlainValue | undefined): string | undefined {
  const namespace = value?.metadata?.namespace;
  return isDnsLabel(namespace) ? namespace : undefined;
}

const PARAMETERS = objectOf({ parameters: list(() => FINE) });

const WORKLOAD = objectOf({ workload: objectOf({}) }, ['workload']);

/** In place of a workload with which something is wrong. */
const NOTHING = new CustomWorkload({ manifest: { apiVersion: 'v1', kind: 'ConfigMap' } });

/** The place of what stands in a field. */
export function within(outer: At, { document, pathOf }: DocumentPlace): DocumentPlace {
  return { document, pathOf: path => pathOf(joinPath(outer, path)) };
}
