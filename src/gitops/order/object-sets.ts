import { Graph } from './graph';
import { Tree } from './tree';

/** Two objects that depend on each other. */
export type MutualPair = readonly [number, number];

/**
 * Vertices that stand for the objects that a construct has in its chart. Such a vertex leads to the construct itself, if it is an object,
 * and to the vertices of its children: the objects occur in preorder, and all sets together have no more edges than the tree.
 */
export class ObjectSets {
  private readonly vertices = new Map<number, number>();
  /** The constructs whose parts were taken one by one, and the object that was left out. */
  private readonly opened = new Map<number, number>();

  /** @param mutual collects the objects that depend on each other */
  public constructor(
    private readonly tree: Tree, private readonly graph: Graph, private readonly mutual: MutualPair[],
  ) {}

  /** The vertex of a target's objects; empty if it has none. */
  public objectsOf(target: number): number[] {
    return this.tree.objectCounts[target] === 0 ? [] : [this.vertexOf(target)];
  }

  /**
   * The vertices of a target's objects without one of them. They are found on the path from the target down to that object. No construct is
   * opened for two objects: each would be among the needs of the other.
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

  /** An object without objects below it needs no vertex besides its own. */
  private vertexOf(place: number): number {
    const pending: number[] = [];
    const vertex = this.reserved(place, pending);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const owner = next;
      const edges = this.partsOf(owner).map(part => part === owner ? owner : this.reserved(part, pending));
      this.graph.setEdges(this.vertices.get(owner)!, edges);
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

  /** The constructs whose objects together are those of a construct: the construct itself, and its children in the same chart. */
  private partsOf(place: number): number[] {
    const parts = this.tree.isObject(place) ? [place] : [];
    for (let child = place + 1; child < this.tree.ends[place]; child = this.tree.ends[child]) {
      if (this.tree.charts[child] === this.tree.charts[place] && this.tree.objectCounts[child] > 0) parts.push(child);
    }
    return parts;
  }
}
