import type { ApiObjectMetadata } from 'cdk8s';
import { droppedFindings, storedWorkload, workloadFindings } from './checks';
import { DeclarationContext, DocumentPlace } from './context';
import { ComponentIndex, OamObject } from './oam-object';
import { declaredPart } from './server-fields';
import { Component, ComponentParameter } from '../../application/component';
import { FINE } from '../../findings/finding';
import { At, joinPath, Path } from '../../findings/path';
import { isObject, list, object as objectOf, asObject, PlainValue } from '../../private/check';
import { isDnsLabel } from '../../private/names';
import { nearest } from '../../private/nearest';
import { CustomWorkload } from '../../workloads/custom-workload';
import { mayBeSet } from '../../private/workload-parameters';

/** A component among manifests. */
export interface ComponentDeclaration {
  readonly name: string;
  /** `undefined` if it may be in any namespace. */
  readonly namespace?: string;
  /** The namespace of its workload. It has no effect: the runtime overwrites it. */
  readonly workloadNamespace?: string;
  /** Whether it is left out, together with the entries that bind it. */
  readonly isLeftOut?: true;
  /** `undefined` if it is invalid, which has been reported. */
  readonly construct?: Component;
  /** The place of its fields; those of its workload are below `workload`. */
  readonly place: DocumentPlace;
}

/** Metadata as the model takes it; the checks decide whether each field is valid. */
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

  /** The component of the namespace that was probably meant by a name that does not exist. */
  public nearest(name: string, namespace?: string): string | undefined {
    return nearest(name, this.index.namesIn(namespace));
  }

  /** A component of this name in another namespace, where applications of this namespace do not find it. */
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

  /** Registers a component that is not declared, because it is left out. */
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
    // findings about fields that parameters may set are reported where the component is bound
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
    const wrong = WORKLOAD({ workload: manifest }, '');
    this.context.tell(place, wrong);
    if (wrong.length > 0) return undefined;
    const stored = storedWorkload(declaredPart(manifest), this.context.platform);
    return this.context.attempt(within('workload', place), () => CustomWorkload._read(this.context.data(stored)));
  }
}

function namespaceOf(value: PlainValue | undefined): string | undefined {
  const namespace = value?.metadata?.namespace;
  return isDnsLabel(namespace) ? namespace : undefined;
}

const PARAMETERS = objectOf({ parameters: list(() => FINE) });

const WORKLOAD = objectOf({ workload: objectOf({}) }, ['workload']);

/** A stand-in for an invalid workload. */
const NOTHING = new CustomWorkload({ manifest: { apiVersion: 'v1', kind: 'ConfigMap' } });

/** The place of the content of a field. */
export function within(outer: At, { document, pathOf }: DocumentPlace): DocumentPlace {
  return { document, pathOf: path => pathOf(joinPath(outer, path)) };
}
