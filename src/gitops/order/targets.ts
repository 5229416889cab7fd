import { Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { NONE, Tree } from './tree';

/**
 * Names what is depended on by numbers: a construct of the tree by its place, and a stranger, which is not in the tree (any more), by a number behind all places.
 *
 * cdk8s looks constructs up by their paths. Where another construct has taken the path of a removed one, that is the one which comes first.
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

  /** What is in the tree at the path of a target. */
  public placeOf(target: number): number {
    return this.isStranger(target) ? this.placeAtPathOf(this.constructOf(target)) : target;
  }

  /** What is in the tree at the paths of all strangers and of their objects. */
  public placesOfStrangers(): number[] {
    const numbers = this.strangers.map((_, index) => this.tree.size + index);
    return numbers.flatMap(stranger => [this.placeOf(stranger), ...this.placesOfObjects(stranger)]).filter(place => place !== NONE);
  }

  /** What is in the tree at the paths of the objects of a stranger. */
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

/** A construct and those around it, outwards. */
function scopesOf(construct: IConstruct): IConstruct[] {
  const scopes: IConstruct[] = [];
  for (let scope: IConstruct | undefined = construct; scope; scope = scope.node.scope) scopes.push(scope);
  return scopes;
}

/** The parts of a construct's path. */
function idsOf(construct: IConstruct): string[] {
  return scopesOf(construct).reverse().map(scope => scope.node.id).filter(id => id !== '');
}
