import { Cause, Causes } from './causes';
import { Cycle, cyclesOf } from './cycles';
import { Graph } from './graph';
import { named } from './naming';
import { Targets } from './targets';
import { Tree } from './tree';
import { found, ParametersOf } from '../../findings/finding';
import type { Phrase } from '../../findings/sentence';
import type { TreeFinding } from '../../private/tree';

/** How many cycles are told, */
const MOST_CYCLES = 20;
/** and how many constructs of a cycle, at its begin and at its end. */
const AT_BEGIN = 30;
const AT_END = 15;

/** One construct depends on the next one. */
type CycleStep = readonly [number, number];

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
      if (findings.length === MOST_CYCLES) return [...findings, this.found(cycle, { reason: 'more-cycles', count: cycles.length - index })];
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
    const explained = reasons.filter(({ step, cause }) => cause.isNesting || keyOf(cause) !== step.join(' '));
    const because = distinct(explained.map(({ step, cause }) => this.explain(step, cause)));
    return [this.found(cycle, this.parametersOf(cycle, shown, because))];
  }

  private parametersOf(cycle: Cycle, shown: number[][], because: Phrase[]): ParametersOf<'dependency-cycle'> {
    const [begin, end] = shown.map(part => part.map(place => this.name(place)));
    const isExplained = because.length > 0;
    if (!end) return isExplained ? { reason: 'explained-cycle', path: begin, because } : { reason: 'cycle', path: begin };
    const long = { begin, left: cycle.length + 1 - shown.flat().length, end };
    return isExplained ? { reason: 'explained-long-cycle', ...long, because } : { reason: 'long-cycle', ...long };
  }

  private explain([from, to]: CycleStep, { source, target, isNesting }: Cause): Phrase {
    const step = { from: this.name(from), to: this.name(to) };
    if (isNesting) return { phrase: 'nested-chart', ...step, inner: this.name(target), outer: this.name(source) };
    const phrase = this.targets.isStranger(target) ? 'dependency-on-stranger' : 'written-dependency';
    return { phrase, ...step, source: this.name(source), target: this.name(target) };
  }

  private name(target: number): string {
    return named(this.targets.constructOf(target));
  }

  private found([place]: Cycle, parameters: ParametersOf<'dependency-cycle'>): TreeFinding {
    return { construct: this.tree.constructs[place], finding: found('dependency-cycle', '', parameters)[0] };
  }
}

const keyOf = ({ source, target }: Cause) => `${source} ${target}`;

const stepsOf = (part: readonly number[]) => part.slice(1).map((to, index): CycleStep => [part[index], to]);

/** Phrases that read differently. */
function distinct(phrases: readonly Phrase[]): Phrase[] {
  return [...new Map(phrases.map(phrase => [JSON.stringify(phrase), phrase])).values()];
}

/** A cycle up to its first construct again, in one part, or its begin and its end. */
function shownParts(cycle: Cycle): number[][] {
  const closed = [...cycle, cycle[0]];
  return closed.length <= AT_BEGIN + AT_END + 1 ? [closed] : [closed.slice(0, AT_BEGIN), closed.slice(-AT_END)];
}
