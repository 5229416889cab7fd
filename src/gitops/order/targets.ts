import { Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { Graph } from './graph';
import { NONE, Tree } from './tree';

/**
 * Numbers the targets of dependencies: a construct of the tree has its place; a stranger, which is not in the tree (any more), has a number
 * after all places.
 *
 * cdk8s looks constructs up by their paths. If another construct has taken the path of a removed one, that other construct comes first.
 */
export class Targets {
  private readonly strangers: IConstruct[] = [];
  private readonly numbers = new Map<IConstruct, number>();

  public constructor(private readonly tree: Tree) {}

  public numberOf(construct: IConstruct): number {
    const place = this.tree.placeOf(construct);
    if (place !== NONE) return place;
    const number = this.numbers.get(construct) ?? this.tree.size + this.strangers.push(construct) - 1;
    this.numbers.set(construct, number);
    return number;
  }

  public constructOf(target: number): IConstruct {
    return this.isStranger(target) ? this.strangers[target - this.tree.size] : this.tree.constructs[target];
  }

  public isStranger(target: number): boolean {
    return target >= this.tree.size;
  }

  /** The nearest chart of a target. */
  public chartOf(target: number): number {
    if (!this.isStranger(target)) return this.tree.charts[target];
    const chart = scopesOf(this.constructOf(target)).find(scope => Chart.isChart(scope));
    return chart ? this.numberOf(chart) : NONE;
  }

  /** The place in the tree at the path of a target. */
  public placeOf(target: number): number {
    return this.isStranger(target) ? this.placeAtPathOf(this.constructOf(target)) : target;
  }

  /** The places in the tree at the paths of all strangers and of their objects. */
  public placesOfStrangers(): number[] {
    const numbers = this.strangers.map((_, index) => this.tree.size + index);
    return numbers.flatMap(stranger => [this.placeOf(stranger), ...this.placesOfObjects(stranger)]).filter(place => place !== NONE);
  }

  /** The places in the tree at the paths of the objects of a stranger. */
  public placesOfObjects(stranger: number): number[] {
    const below = new Tree(this.constructOf(stranger));
    return below.constructs
      .filter((_, place) => below.isObject(place) && below.charts[place] === below.charts[0])
      .map(object => this.placeAtPathOf(object))
      .filter(place => place !== NONE);
  }

  private placeAtPathOf(construct: IConstruct): number {
    const root = this.tree.constructs[0];
    const ids = idsOf(construct);
    const rootIds = idsOf(root);
    if (rootIds.some((id, depth) => ids[depth] !== id)) return NONE;
    let found: IConstruct | undefined = root;
    for (const id of ids.slice(rootIds.length)) found = found?.node.tryFindChild(id);
    return found ? this.tree.placeOf(found) : NONE;
  }
}

/** A construct and its scopes, from the innermost to the outermost. */
function scopesOf(construct: IConstruct): IConstruct[] {
  const scopes: IConstruct[] = [];
  for (let scope: IConstruct | undefined = construct; scope; scope = scope.node.scope) scopes.push(scope);
  return scopes;
}

/** The parts of a construct's path. */
function idsOf(construct: IConstruct): string[] {
  return scopesOf(construct).reverse().map(scope => scope.node.id).filter(id => id !== '');
}

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
    private readonly tree: Tree, private readonly targets: Targets, private readonly graph: Graph, private readonly mutual: MutualPair[],
  ) {}

  /** The vertex of a target's objects; empty if it has none. */
  public objectsOf(target: number): number[] {
    if (this.targets.isStranger(target)) return [this.vertexOfStranger(target)];
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

  private vertexOfStranger(target: number): number {
    const known = this.vertices.get(target);
    if (known !== undefined) return known;
    const vertex = this.graph.addVertex(NONE);
    this.graph.setEdges(vertex, this.targets.placesOfObjects(target));
    this.vertices.set(target, vertex);
    return vertex;
  }
}
