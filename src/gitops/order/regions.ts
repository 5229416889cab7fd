import type { Region } from './topology';
import { Tree } from './tree';

/**
 * All constructs. cdk8s keeps them in an object by path, and JavaScript orders its keys: integers come first. These are paths of constructs
 * directly in the app; among themselves, the tree already has them in that order.
 */
export function wholeRegion(tree: Tree): Region {
  const { constructs, parents } = tree;
  const isFirst = (place: number) => parents[place] === 0 && constructs[0].node.id === '' && isArrayIndex(constructs[place].node.id);
  const places = Array.from(constructs.keys());
  const first = places.filter(isFirst);
  return { places: first.length === 0 ? places : [...first, ...places.filter(place => !isFirst(place))], contains: () => true };
}

/** Whether JavaScript treats the key of an object as an integer. */
const isArrayIndex = (key: string) => /^(0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;

/** The parts of a tree that determine the order of a chart's own objects. */
export class ChartRegions {
  private readonly own = new Map<number, number[]>();

  /** @param neededFromWithin charts with constructs on which something in a nested chart depends */
  public constructor(private readonly tree: Tree, private readonly neededFromWithin: ReadonlySet<number>) {
    for (let place = 0; place < tree.size; place++) {
      const places = this.own.get(tree.charts[place]);
      if (places) places.push(place);
      else this.own.set(tree.charts[place], [place]);
    }
  }

  /**
   * cdk8s takes everything below the chart. Nested charts lead to constructs of the chart itself only by dependencies on them. Without any,
   * they can be left out, and all charts together take no longer than the tree.
   */
  public of(chart: number): Region {
    if (!this.neededFromWithin.has(chart)) return { places: this.own.get(chart)!, contains: place => this.tree.charts[place] === chart };
    const places = Array.from({ length: this.tree.ends[chart] - chart }, (_, index) => chart + index);
    return { places, contains: place => this.tree.contains(chart, place) };
  }
}
