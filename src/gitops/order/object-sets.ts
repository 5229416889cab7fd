import { Graph } from './graph';
import { Targets } from './targets';
import { NONE, Tree } from './tree';

/** Two objects that depend on each other. */
export type MutualPair = readonly [number, number];

/**
 * Vertices that stand for the objects which a construct has in its chart. Such a vertex leads to the construct itself, if it is an object, and to the vertices of its
 * children: the objects are met in preorder, and all sets together have no more edges than the tree.
 */
export class ObjectSets {
  private readonly vertices = new Map<number, number>();
  /** The constructs whose parts were taken one by one, and the object that was left out then. */
  private readonly opened = new Map<number, number>();

  /** @param mutual takes in the objects that are found to depend on each other */
  public constructor(
    private readonly tree: Tree, private readonly targets: Targets, private readonly graph: Graph, private readonly mutual: MutualPair[],
  ) {}

  /** The vertex of a target's objects; none where it has no objects. */
  public objectsOf(target: number): number[] {
    if (this.targets.isStranger(target)) return [this.vertexOfStranger(target)];
    return this.tree.objectCounts[target] === 0 ? [] : [this.vertexOf(target)];
  }

  /**
   * The vertices of a target's objects without one of them. They are found on the way from the target down to that object. No construct is gone through for two
   * objects: each would be among what the other depends on.
   */
  public objectsWithout(object: number, target: number): number[] {
    const before: number[] = [];
    const behind: number[][] = [];
    for (const place of this.tree.pathDown(target, object)) {
      const other = this.opened.get(place);
      if (other !== undefined && other !== object) this.mutual.push([object, other]);
      if (other !== undefined || place === object) break;
      this.opened.set(place, object);
      const siblings = this.partsOf(place).filter(part => part === place || !this.tree.contains(part, object));
      for (const part of siblings) if (part < object) before.push(this.vertexOfPart(part, place));
      behind.push(siblings.filter(part => part > object).map(part => this.vertexOf(part)));
    }
    return before.concat(behind.reverse().flat());
  }

  private vertexOfPart(part: number, place: number): number {
    return part === place ? place : this.vertexOf(part);
  }

  /** An object that has none below it needs no vertex beside its own. */
  private vertexOf(place: number): number {
    const pending: number[] = [];
    const vertex = this.reserved(place, pending);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const owner = next;
      this.graph.setEdges(this.vertices.get(owner)!, this.partsOf(owner).map(part => part === owner ? owner : this.reserved(part, pending)));
    }
    return vertex;
  }

  private reserved(place: number, pending: number[]): number {
    if (this.tree.isObject(place) && this.tree.objectCounts[place] === 1) return place;
    const known = this.vertices.get(place);
    if (known !== undefined) return known;
    const vertex = this.graph.addVertex(place);
    this.vertices.set(place, vertex);
    pending.push(place);
    return vertex;
  }

  /** Whose objects together are those of a construct: its own, and its children's in the same chart. */
  private partsOf(place: number): number[] {
    const parts = this.tree.isObject(place) ? [place] : [];
    for (let child = place + 1; child < this.tree.ends[place]; child = this.tree.ends[child]) {
      if (this.tree.charts[child] === this.tree.charts[place] && this.tree.objectCounts[child] > 0) parts.push(child);
    }
    return parts;
  }

  private vertexOfStranger(target: number): number {
    const known = this.vertices.get(target);
    if (known !== undefined) return known;
    const vertex = this.graph.addVertex(NONE);
    this.graph.setEdges(vertex, this.targets.placesOfObjects(target));
    this.vertices.set(target, vertex);
    return vertex;
  }
}
