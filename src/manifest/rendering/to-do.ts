import { isObject, listOf } from '../../private/check';
import { grouped } from '../../private/grouped';
import { Dependent } from '../model/context';
import { DEFAULT_METRICS, Part } from '../model/left-out';
import { componentOfRevision, OamObject, oamObject } from '../model/oam-object';
import { LocatedFinding, ManifestDocument, Manifests } from '../reading';

/** Something that is not rendered. */
export interface ToDo {
  readonly application?: string;
  readonly namespace?: string;
  readonly component?: string;
  /** The trait, by its kind and name, where the rest of its component is rendered. */
  readonly trait?: string;
  /** An object that belongs to no application, by its kind and name. */
  readonly object?: string;
  /** The components or traits that are not rendered with it. */
  readonly with: readonly string[];
  /** Why it is not rendered. */
  readonly reasons: readonly LocatedFinding[];
}

/** A part that is left out, and one reason why. */
export interface Reason {
  readonly part: Part;
  readonly found: LocatedFinding;
}

/** What is left out of manifests. */
export interface Omissions {
  readonly reasons: readonly Reason[];
  readonly dependents: readonly Dependent[];
  readonly namespaceOf: (metadata: any) => unknown;
}

/** What is left out, in the order of the manifests; what is no object of Kubernetes at all comes last. */
export function toDoOf({ documents, findings }: Manifests, omissions: Omissions): ToDo[] {
  const reasons = grouped(omissions.reasons, ({ part: { document } }) => [document]);
  const dependents = grouped(omissions.dependents, ({ part: { document } }) => [document]);
  const bound = new Set(omissions.dependents.map(each => each.component));
  const ofDocument = (document: ManifestDocument) => ({ reasons: reasons.get(document) ?? [], dependents: dependents.get(document) ?? [] });
  return [
    ...documents.flatMap(document => {
      const { reasons: own, dependents: entries } = ofDocument(document);
      const object = oamObject(document);
      const isApplication = object?.kind === 'ApplicationConfiguration';
      const lost = entries.map(each => ({ ...each, reasons: found(reasons.get(each.component)) }));
      if (isApplication) return ofApplication(object, own, lost, omissions);
      // one that is bound is told where it is
      if (own.length === 0 || bound.has(document)) return [];
      const { metadata } = document.value;
      const what = object ? component(nameOf(metadata)) : { object: titleOf(document.value) };
      return [{ ...namespaced(omissions.namespaceOf(metadata)), ...what, with: [], reasons: found(own) }];
    }),
    ...findings.map(each => ({ with: [], reasons: [each] })),
  ];
}

interface LostEntry extends Dependent {
  readonly reasons: readonly LocatedFinding[];
}

function ofApplication(
  { metadata, spec }: OamObject, own: readonly Reason[], lost: readonly LostEntry[], { namespaceOf }: Omissions,
): ToDo[] {
  if (own.length + lost.length === 0) return [];
  const application = { ...nameOf(metadata) !== undefined && { application: nameOf(metadata) }, ...namespaced(namespaceOf(metadata)) };
  const entries = listOf(isObject(spec) ? spec.components : undefined);
  const isWhole = own.some(({ part }) => part.entry === undefined);
  if (isWhole) return [{ ...application, with: entries.flatMap(entry => boundName(entry) ?? []), reasons: found(own) }];
  const byEntry = grouped(own, ({ part }) => [part.entry!]);
  const lostAt = new Map(lost.map(each => [each.part.entry!, each.reasons]));
  return [...new Set([...byEntry.keys(), ...lostAt.keys()])].sort((a, b) => a - b).flatMap(index => {
    const entry = entries[index];
    const place = { ...application, ...component(boundName(entry)) };
    const byTrait = grouped(byEntry.get(index) ?? [], ({ part }) => [part.trait]);
    const ofEntry = lostAt.get(index) ?? found(byTrait.get(undefined));
    const traits = listOf(entry?.traits).map(each => titleOf(each?.trait));
    const nameOfTrait = (trait: Part['trait']) => trait === DEFAULT_METRICS ? 'MetricsTrait (the default one)' : traits[trait!];
    const leftTraits = [...byTrait].filter(([trait]) => trait !== undefined);
    return [
      ...ofEntry.length > 0 ? [{ ...place, with: traits.filter((_, i) => !byTrait.has(i)), reasons: ofEntry }] : [],
      ...leftTraits.map(([trait, all]) => ({ ...place, trait: nameOfTrait(trait), with: [], reasons: found(all) })),
    ];
  });
}

function found(reasons: readonly Reason[] = []): LocatedFinding[] {
  return reasons.map(each => each.found);
}

function namespaced(namespace: unknown): Pick<ToDo, 'namespace'> {
  return typeof namespace === 'string' ? { namespace } : {};
}

function component(name?: string): Pick<ToDo, 'component'> {
  return name === undefined ? {} : { component: name };
}

function nameOf(metadata: any): string | undefined {
  return typeof metadata?.name === 'string' ? metadata.name : undefined;
}

function boundName(entry: any): string | undefined {
  const { componentName, revisionName } = isObject(entry) ? entry : {} as any;
  const ofRevision = typeof revisionName === 'string' ? componentOfRevision(revisionName) : undefined;
  return typeof componentName === 'string' ? componentName : ofRevision;
}

/** `IngressTrait shop`: the kind, and the name if there is one. */
function titleOf(object: any): string {
  return [object?.kind, nameOf(object?.metadata)].filter(each => typeof each === 'string').join(' ') || 'a trait without a kind';
}
