import { ApiObject, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';

/** Stands for no construct, no chart, no vertex. */
export const NONE = -1;

/**
 * All constructs at and below `root`, each before those below it. Collected in a loop, since a recursion would overflow
 * the stack at some depth of nesting.
 */
export function constructsOf(root: IConstruct): IConstruct[] {
  return preorder(root).constructs;
}

/**
 * A construct tree as arrays. The place of a construct in preorder identifies it: the constructs below it are at the
 * places up to `ends`, and arrays of numbers by place need a tenth of the memory of maps by construct.
 */
export class Tree {
  public readonly constructs: readonly IConstruct[];
  /** The place of each construct's parent. */
  public readonly parents: readonly number[];
  /** The first place after each construct and all constructs below it. */
  public readonly ends: Int32Array;
  /** The nearest chart of each construct: itself, or one around it. */
  public readonly charts: Int32Array;
  /** The number of API objects at and below each construct that belong to its own nearest chart. */
  public readonly objectCounts: Int32Array;
  /** The first of these objects. */
  public readonly firstObjects: Int32Array;

  private places?: Map<IConstruct, number>;

  public constructor(root: IConstruct) {
    const { constructs, parents } = preorder(root);
    this.constructs = constructs;
    this.parents = parents;
    this.ends = new Int32Array(constructs.length);
    this.charts = new Int32Array(constructs.length);
    this.objectCounts = new Int32Array(constructs.length);
    this.firstObjects = new Int32Array(constructs.length).fill(NONE);
    this.fillDownwards();
    this.fillUpwards();
  }

  public get size(): number {
    return this.constructs.length;
  }

  public isChart(place: number): boolean {
    return this.charts[place] === place;
  }

  public isObject(place: number): boolean {
    return this.firstObjects[place] === place;
  }

  /** Whether `inner` is `outer` or below it. */
  public contains(outer: number, inner: number): boolean {
    return outer <= inner && inner < this.ends[outer];
  }

  /** The constructs on the way from `outer` to `inner`, both included. */
  public pathDown(outer: number, inner: number): number[] {
    const path: number[] = [];
    for (let place = inner; place !== outer; place = this.parents[place]) path.push(place);
    path.push(outer);
    return path.reverse();
  }

  /** The objects at and below a construct that belong to its chart, in order. */
  public objectsIn(place: number): number[] {
    const objects: number[] = [];
    for (let each = place; each < this.ends[place]; each++) {
      if (this.isObject(each) && this.charts[each] === this.charts[place]) objects.push(each);
    }
    return objects;
  }

  /** The place of a construct; NONE if it is not in this tree. */
  public placeOf(construct: IConstruct): number {
    this.places ??= this.placesByConstruct();
    return this.places.get(construct) ?? NONE;
  }

  private placesByConstruct(): Map<IConstruct, number> {
    const places = new Map<IConstruct, number>();
    for (let place = 0; place < this.size; place++) places.set(this.constructs[place], place);
    return places;
  }

  private fillDownwards(): void {
    for (let place = 0; place < this.size; place++) {
      const parent = this.parents[place];
      this.charts[place] = Chart.isChart(this.constructs[place]) ? place : parent === NONE ? NONE : this.charts[parent];
    }
  }

  /** Backwards, so that each construct is complete before it is added to its parent. */
  private fillUpwards(): void {
    for (let place = this.size - 1; place >= 0; place--) {
      this.ends[place] ||= place + 1;
      if (ApiObject.isApiObject(this.constructs[place])) {
        this.objectCounts[place]++;
        this.firstObjects[place] = place;
      }
      const parent = this.parents[place];
      if (parent === NONE) continue;
      this.ends[parent] = Math.max(this.ends[parent], this.ends[place]);
      if (this.charts[parent] !== this.charts[place] || this.objectCounts[place] === 0) continue;
      this.objectCounts[parent] += this.objectCounts[place];
      this.firstObjects[parent] = this.firstObjects[place];
    }
  }
}

function preorder(root: IConstruct): { constructs: IConstruct[]; parents: number[] } {
  const constructs: IConstruct[] = [];
  const parents: number[] = [];
  const pending = [root];
  const pendingParents = [NONE];
  for (let construct = pending.pop(); construct; construct = pending.pop()) {
    const place = constructs.push(construct) - 1;
    parents.push(pendingParents.pop()!);
    const { children } = construct.node;
    for (let i = children.length - 1; i >= 0; i--) {
      pending.push(children[i]);
      pendingParents.push(place);
    }
  }
  return { constructs, parents };
}
