import { Cause, Causes } from './causes';
import { Cycle, cyclesOf } from './cycles';
import { Graph } from './graph';
import { named } from './naming';
import { Targets } from './targets';
import { Tree } from './tree';
import { finding } from '../../findings/unsaid';
import type { TreeFinding } from '../../private/tree';

/** How many cycles are told, */
const MOST_CYCLES = 20;
/** and how many constructs of a cycle, at its begin and at its end. */
const AT_BEGIN = 30;
const AT_END = 15;

/** One construct depends on the next one. */
type Step = readonly [number, number];

/** Tells cycles, one for each group of constructs that depend on each other, by what the program says. */
export class CycleFindings {
  /** The dependencies in cycles that have been told. */
  private readonly told = new Set<string>();

  public constructor(private readonly tree: Tree, private readonly targets: Targets, private readonly causes: Causes) {}

  /**
   * @param written what the program says: its cycles are told first
   * @param graph what follows from it, too: of its cycles, those are told that do not come from what has been told
   */
  public all(written: Graph, graph: Graph): TreeFinding[] {
    const plain = cyclesOf(written, new Set());
    const cycles = [...plain, ...cyclesOf(graph, new Set(plain.flat()))];
    const findings: TreeFinding[] = [];
    for (const [index, cycle] of cycles.entries()) {
      if (findings.length === MOST_CYCLES) return [...findings, this.found(cycle, `is in one of up to ${cycles.length - index} more cycles, which are not shown`)];
      findings.push(...this.tell(cycle));
    }
    return findings;
  }

  /** Nothing, if all that it comes from has been told already. */
  private tell(cycle: Cycle): TreeFinding[] {
    const shown = shownParts(cycle);
    const reasons = shown.flatMap(stepsOf).map(step => ({ step, cause: this.causes.of(...step, cause => this.told.has(keyOf(cause))) }));
    if (reasons.every(({ cause }) => cause.isNesting || this.told.has(keyOf(cause)))) return [];
    for (const { cause } of reasons) this.told.add(keyOf(cause));
    const parts = shown.map(part => part.map(place => this.name(place)).join(' => '));
    const left = cycle.length + 1 - shown.flat().length;
    const explained = reasons.filter(({ step, cause }) => cause.isNesting || keyOf(cause) !== step.join(' ')).map(({ step, cause }) => this.explain(step, cause));
    const because = explained.length > 0 ? ` (${[...new Set(explained)].join(', ')})` : '';
    return [this.found(cycle, `depends on itself: ${parts.join(` => … ${left} more … => `)}${because}`)];
  }

  private explain([from, to]: Step, { source, target, isNesting }: Cause): string {
    const step = `${this.name(from)} => ${this.name(to)}`;
    if (isNesting) return `${step} since chart ${this.name(target)} is in chart ${this.name(source)}`;
    return `${step} since ${this.name(source)} => ${this.name(target)}${this.targets.isStranger(target) ? ', which is not in this app' : ''}`;
  }

  private name(target: number): string {
    return named(this.targets.constructOf(target));
  }

  private found([place]: Cycle, problem: string): TreeFinding {
    return { construct: this.tree.constructs[place], finding: finding('dependency-cycle', '', problem, 'remove one of these dependencies')[0] };
  }
}

const keyOf = ({ source, target }: Cause) => `${source} ${target}`;

const stepsOf = (part: readonly number[]) => part.slice(1).map((to, index): Step => [part[index], to]);

/** A cycle up to its first construct again, in one part, or its begin and its end. */
function shownParts(cycle: Cycle): number[][] {
  const closed = [...cycle, cycle[0]];
  return closed.length <= AT_BEGIN + AT_END + 1 ? [closed] : [closed.slice(0, AT_BEGIN), closed.slice(-AT_END)];
}
