import type { Region } from './topology';
import { Tree } from './tree';

/**
 * All constructs. cdk8s has them in a table by path, and JavaScript sorts such a table: keys that are whole numbers come first. These are
 * paths of constructs directly in the app; among themselves, the tree has them in that order already.
 */
export function wholeRegion(tree: Tree): Region {
  const { constructs, parents } = tree;
  const isFirst = (place: number) => parents[place] === 0 && constructs[0].node.id === '' && isArrayIndex(constructs[place].node.id);
  const places = Array.from(constructs.keys());
  const first = places.filter(isFirst);
  return { places: first.length === 0 ? places : [...first, ...places.filter(place => !isFirst(place))], contains: () => true };
}

/** What JavaScript takes for a number when it is the key of an object. */
const isArrayIndex = (key: string) => /^(0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;

/** The parts of a tree that decide on the order of a chart's own objects. */
export class ChartRegions {
  private readonly own = new Map<number, number[]>();

  /** @param neededFromWithin charts with constructs on which something depends that is in a chart within them */
  public constructor(private readonly tree: Tree, private readonly neededFromWithin: ReadonlySet<number>) {
    for (let place = 0; place < tree.size; place++) {
      const places = this.own.get(tree.charts[place]);
      if (places) places.push(place);
      else this.own.set(tree.charts[place], [place]);
    }
  }

  /**
   * cdk8s takes all that is below the chart. What is in charts within it leads to constructs of its own only by dependencies on them;
   * without any, it can be left out, and all charts together take no longer than the tree.
   */
  public of(chart: number): Region {
    if (!this.neededFromWithin.has(chart)) return { places: this.own.get(chart)!, contains: place => this.tree.charts[place] === chart };
    const places = Array.from({ length: this.tree.ends[chart] - chart }, (_, index) => chart + index);
    return { places, contains: place => this.tree.contains(chart, place) };
  }
}
