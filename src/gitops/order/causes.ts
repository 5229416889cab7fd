import type { Dependencies } from './resolution';
import { Targets } from './targets';
import { Tree } from './tree';

/** Why a construct depends on another: a written dependency, or a chart being in a chart. */
export interface Cause {
  readonly source: number;
  readonly target: number;
  readonly isNesting: boolean;
}

/** Finds what the user has written in what follows from it. It searches, since it is asked when there are cycles only. */
export class Causes {
  public constructor(
    private readonly tree: Tree, private readonly targets: Targets,
    private readonly written: Dependencies, private readonly dependencies: Dependencies,
  ) {}

  /** @param isKnown says which cause is better than others, if there are several */
  public of(from: number, to: number, isKnown: (cause: Cause) => boolean): Cause {
    const direct = this.targetOf(this.written[from], to);
    if (direct !== undefined) return { source: from, target: direct, isNesting: false };
    return this.tree.isChart(from) ? this.ofChart(from, to, isKnown) : this.ofObjects(from, to, isKnown);
  }

  /** A dependency of something around one object, on something around the other. */
  private ofObjects(from: number, to: number, isKnown: (cause: Cause) => boolean): Cause {
    const chart = this.tree.charts[from];
    for (const source of this.tree.pathDown(chart, from).reverse()) {
      const target = this.written[source].find(candidate => this.reaches(candidate, to));
      if (target !== undefined) return { source, target, isNesting: false };
    }
    const target = this.dependencies[chart].find(candidate => this.reaches(candidate, to));
    return target === undefined ? { source: from, target: to, isNesting: false } : this.ofChart(chart, target, isKnown);
  }

  private reaches(target: number, object: number): boolean {
    if (this.targets.isStranger(target)) return this.targets.placesOfObjects(target).includes(object);
    return this.tree.charts[target] === this.tree.charts[object] && this.tree.contains(target, object);
  }

  private ofChart(from: number, to: number, isKnown: (cause: Cause) => boolean): Cause {
    if (this.tree.isChart(to) && this.tree.parents[to] === from) return { source: from, target: to, isNesting: true };
    const causes: Cause[] = [];
    for (let source = from; source < this.tree.ends[from]; source++) {
      if (this.tree.charts[source] !== from) continue;
      for (const target of this.written[source]) {
        if (this.targets.placeOf(this.targets.chartOf(target)) === this.targets.placeOf(to)) causes.push({ source, target, isNesting: false });
      }
    }
    return causes.find(isKnown) ?? causes[0] ?? { source: from, target: to, isNesting: false };
  }

  private targetOf(own: readonly number[], place: number): number | undefined {
    return own.find(target => this.targets.placeOf(target) === place);
  }
}
