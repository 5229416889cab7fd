import { environmentOf, type ComparedObject, type FolderObject } from './objects';
import type { Finding } from '../../findings/finding';
import { ObjectIndex } from '../../objects/object-index';
import { grouped } from '../../private/grouped';
import type { TypedManifest } from '../../private/oam-kind';

/** The effect of a difference on what runs. */
export interface Consequence {
  readonly finding: Finding;
  /** The object whose difference has the effect. */
  readonly object: ComparedObject;
}

/** Sorts by severity: objects and consequences that lose data come first. */
export function bySeverity<T>(elements: readonly T[], findingsOf: (element: T) => readonly Finding[]): T[] {
  const losesData = (element: T) => Number(findingsOf(element).some(({ code }) => code === 'data-left-behind'));
  return [...elements].sort((a, b) => losesData(b) - losesData(a));
}

/** The two states of a cluster. */
export class ComparedCluster {
  public readonly before: ObjectIndex;
  public readonly after: ObjectIndex;
  private readonly byValue: ReadonlyMap<TypedManifest, ComparedObject>;

  public constructor(public readonly objects: readonly ComparedObject[]) {
    const valuesOf = (side: 'before' | 'after') => objects.flatMap(each => each[side]?.value ?? []);
    [this.before, this.after] = [new ObjectIndex(valuesOf('before')), new ObjectIndex(valuesOf('after'))];
    this.byValue = new Map(objects.flatMap(each => sidesOf(each).map(({ value }) => [value, each])));
  }

  /** The comparison of an object of one of the indexes. */
  public comparisonOf(object: TypedManifest): ComparedObject {
    return this.byValue.get(object)!;
  }

  /** The first of some objects that differs. */
  public differing(objects: readonly TypedManifest[]): ComparedObject | undefined {
    return objects.map(each => this.comparisonOf(each)).find(each => each?.kind !== 'same');
  }

  /** Whether an object was there before, and is no longer there. */
  public readonly isRemoved = (kind: string, namespace: unknown, name: unknown): boolean =>
    this.before.named(kind, namespace, name) !== undefined && !this.after.named(kind, namespace, name);
}

/** The clusters of a comparison: two environments have different clusters or namespaces; without environments, there is one. */
export function clustersOf(objects: readonly ComparedObject[], environments: readonly string[]): ComparedCluster[] {
  const byEnvironment = grouped(objects, each => sidesOf(each).map(object => environmentOf(object, environments)));
  return [...byEnvironment.values()].map(own => new ComparedCluster(own));
}

function sidesOf({ before, after }: ComparedObject): FolderObject[] {
  return [before, after].filter(each => each !== undefined);
}
