import type { Sample } from './child';
import { alternate, run } from './processes';
import { Shape, Side } from './shape';
import { summary, Summary } from './statistics';

/** What is built, and how often. */
export interface Case extends Shape {
  readonly title: string;
  readonly rounds: number;
}

export const CASES: Case[] = [
  { title: '100 components, 1 chart', components: 100, charts: 1, rounds: 15 },
  { title: '1,000 components, 1 chart', components: 1000, charts: 1, rounds: 15 },
  { title: '10,000 components, 1 chart', components: 10000, charts: 1, rounds: 4 },
  { title: '1,000 components, 200 charts', components: 1000, charts: 200, rounds: 15 },
];

/** One side of a case. */
export interface SideResult {
  readonly construct: Summary;
  readonly synth: Summary;
  readonly total: Summary;
  readonly cpu: Summary;
  readonly memory: Summary;
}

export interface CaseResult extends Case, Record<Side, SideResult> {
  readonly bytes: number;
}

export function measure(child: string, of: Case): CaseResult {
  const side = (name: Side) => (): Sample => run(child, name, `${of.components}`, `${of.charts}`);
  const [plain, library] = alternate(of.rounds, side('plain'), side('library'));
  const digests = new Set([...plain, ...library].map(s => s.digest));
  if (digests.size !== 1) throw new Error(`${of.title}: the library and plain API objects wrote different bytes; nothing that follows would mean anything`);
  return { ...of, plain: resultOf(plain), library: resultOf(library), bytes: plain[0].bytes };
}

function resultOf(samples: Sample[]): SideResult {
  const of = (value: (sample: Sample) => number) => summary(samples.map(value));
  return { construct: of(s => s.construct), synth: of(s => s.synth), total: of(s => s.total), cpu: of(s => s.cpu), memory: of(s => s.memory) };
}
