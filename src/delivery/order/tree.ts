import { ApiObject, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';

/** Stands for no construct, no chart, no vertex. */
export const NONE = -1;

/**
 * All constructs at and below `root`, each before those below it, and the place of each construct's parent. Collected
 * in a loop, since a recursion would overflow the stack at some depth of nesting.
 */
function preorder(root: IConstruct): { constructs: IConstruct[]; parents: number[] } {
  const constructs: IConstruct[] = [];
  const parents: number[] = [];
  const pending: [construct: IConstruct, parent: number][] = [[root, NONE]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [construct, parent] = next;
    const place = constructs.push(construct) - 1;
    parents.push(parent);
    for (const child of construct.node.children.reverse()) pending.push([child, place]);
  }
  return { constructs, parents };
}

/** All constructs at and below `root`, each before those below it. */
export const constructsOf = (root: IConstruct): IConstruct[] => preorder(root).constructs;

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

  private places?: ReadonlyMap<IConstruct, number>;

  public constructor(root: IConstruct) {
    const { constructs, parents } = preorder(root);
    const { length } = constructs;
    this.constructs = constructs;
    this.parents = parents;
    this.ends = new Int32Array(length);
    this.charts = new Int32Array(length);
    this.objectCounts = new Int32Array(length);
    for (let place = 0; place < length; place++) {
      const parent = parents[place];
      this.charts[place] = Chart.isChart(constructs[place]) ? place : parent === NONE ? NONE : this.charts[parent];
    }
    // backwards, so that each construct is complete before it is added to its parent
    for (let place = length - 1; place >= 0; place--) {
      const parent = parents[place];
      this.ends[place] ||= place + 1;
      if (this.isObject(place)) this.objectCounts[place]++;
      if (parent === NONE) continue;
      this.ends[parent] = Math.max(this.ends[parent], this.ends[place]);
      if (this.charts[parent] === this.charts[place]) this.objectCounts[parent] += this.objectCounts[place];
    }
  }

  public get size(): number { return this.constructs.length; }

  /** Whether the construct at a place is a chart. */
  public isChart(place: number): boolean { return this.charts[place] === place; }

  /** Whether the construct at a place is an API object. */
  public isObject(place: number): boolean { return ApiObject.isApiObject(this.constructs[place]); }

  /** Whether `inner` is `outer` or below it. */
  public contains(outer: number, inner: number): boolean { return outer <= inner && inner < this.ends[outer]; }

  /** The constructs on the way from `outer` to `inner`, both included. */
  public pathDown(outer: number, inner: number): number[] {
    const path = [inner];
    for (let place = inner; place !== outer; path.push(place)) place = this.parents[place];
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
    this.places ??= new Map(this.constructs.map((each, place) => [each, place]));
    return this.places.get(construct) ?? NONE;
  }
}
