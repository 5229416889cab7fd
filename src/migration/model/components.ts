import type { ApiObjectMetadata } from 'cdk8s';
import { DeclarationContext, DocumentPlace, placeWithin } from './context';
import { declaredPart } from './server-fields';
import { asObject, isObject, list, object } from '../../base/check';
import { Finding, FINE, Path } from '../../base/findings/finding';
import { isDnsLabel } from '../../base/names';
import type { AnyType } from '../../base/oam-kind';
import { mayBeSet } from '../../base/workload-parameters';
import { fieldsCheckOf } from '../../cluster/checks/kubernetes-fields';
import { ComponentIndex, OamObject } from '../../cluster/objects/oam-object';
import { Component, ComponentParameter } from '../../model/application/component';
import { Platform } from '../../model/platform/platform';
import { CustomWorkload } from '../../model/workloads/custom-workload';
import { oamWorkloadOn } from '../../model/workloads/known-kinds';
import { kindFindings, OamWorkload } from '../../model/workloads/workload';

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
export interface NamedMetadata { readonly name?: string; readonly namespace?: string | null }

const PARAMETERS = object({ parameters: list(() => FINE) });

const WORKLOAD = object({ workload: object({}) }, ['workload']);

/** A stand-in for an invalid workload. */
const NOTHING = new CustomWorkload({ manifest: { apiVersion: 'v1', kind: 'ConfigMap' } });

/** The components among manifests, found by name and namespace. */
export class ComponentDeclarations {
  public readonly index = new ComponentIndex<ComponentDeclaration>();

  public constructor(private readonly context: DeclarationContext) {}

  public add(component: OamObject): void {
    const { document, spec, pathOf } = component;
    const isOfSpec = (path: Path) => path[0] === 'workload' || path[0] === 'parameters';
    const place: DocumentPlace = { document, pathOf: path => pathOf(isOfSpec(path) ? ['spec', ...path] : path) };
    const metadata = this.context.metadataOf(component, place);
    const construct = this.construct(component, metadata, place);
    const { name, namespace: given } = asObject<NamedMetadata>(metadata);
    if (typeof name !== 'string') return;
    const namespace = given ?? undefined;
    const ofWorkload = spec?.workload?.metadata?.namespace;
    const workloadNamespace = isDnsLabel(ofWorkload) ? ofWorkload : undefined;
    this.index.add(name, namespace, { name, namespace, place, construct, workloadNamespace });
  }

  /** Registers a component that is not declared, because it is left out. */
  public leaveOut({ document, metadata }: OamObject): void {
    if (!isObject(metadata) || typeof metadata.name !== 'string') return;
    const namespace = this.context.namespaceOf(metadata);
    const place: DocumentPlace = { document, pathOf: path => path };
    this.index.add(metadata.name, namespace, { name: metadata.name, namespace, place, isLeftOut: true });
  }

  /** Declares a component; one without a valid workload or a name goes into the scratch tree, to be checked. */
  private construct({ spec }: OamObject, metadata: unknown, place: DocumentPlace): Component | undefined {
    const { context } = this;
    const { workload: manifest, parameters: given } = asObject(spec);
    context.tell(place, PARAMETERS({ parameters: given }, ''));
    const parameters = Array.isArray(given) ? given as object as ComponentParameter[] : undefined;
    const inWorkload = placeWithin('workload', place);
    const wrong = WORKLOAD({ workload: manifest }, '');
    context.tell(place, wrong);
    const workload = wrong.length > 0 ? undefined : context.attempt(inWorkload, () =>
      CustomWorkload._read(context.data(storedWorkload(declaredPart(manifest), context.platform))));
    if (workload) {
      // findings about fields that parameters may set are reported where the component is bound
      const isParameter = mayBeSet(parameters);
      context.tell(inWorkload, workloadFindings(manifest, context.platform).filter(({ path }) => !isParameter(path)));
      context.tell(inWorkload, droppedFindings(manifest, context.platform), true);
    }
    const isWhole = workload !== undefined && (!isObject(metadata) || metadata.name != null);
    const props = () => ({
      workload: workload ?? NOTHING,
      parameters: context.data(parameters),
      metadata: context.data(metadata as ApiObjectMetadata),
    });
    const component = context.attempt(place, () =>
      new Component(isWhole ? context.own() : context.scratch, context.id(), props()));
    return isWhole ? component : undefined;
  }
}

// A workload, which the model takes as it is, is checked by the definition of its kind.

function workloadDefinition(manifest: unknown, platform: Platform): OamWorkload | undefined {
  return isObject(manifest) ? oamWorkloadOn(manifest as AnyType, kind => platform._typeOf(kind)) : undefined;
}

/** Checks the fields of a workload. */
export function workloadFindings(manifest: unknown, platform: Platform): Finding[] {
  const { apiVersion, kind, spec } = asObject(manifest);
  const known = workloadDefinition(manifest, platform);
  const check = known?.definition.check ?? fieldsCheckOf(apiVersion, kind, !platform._makesObjects);
  return [
    ...kindFindings({ kind }),
    ...check?.(manifest, '') ?? FINE,
    ...platform._makesObjects && known?.unrunnable?.(spec) || FINE,
  ];
}

/** Reports fields of a workload that an API server drops although the platform would read them. */
export function droppedFindings(manifest: unknown, platform: Platform): Finding[] {
  return workloadDefinition(manifest, platform)?.dropped?.(asObject(manifest).spec) ?? FINE;
}

/** A workload as an API server stores it. */
export function storedWorkload(manifest: unknown, platform: Platform): unknown {
  const { spec: own, ...others } = asObject(manifest);
  const spec = workloadDefinition(manifest, platform)?.stored?.(own) ?? own;
  return spec === own ? manifest : { ...others, spec };
}
