import type { Chart } from 'cdk8s';
import { ObjectPlace, speakerOf } from './members';
import { Finding, within } from '../../findings/finding';
import type { TreeFinding } from '../../private/tree';

/** What was found. */
export class TreeReport {
  public readonly found: TreeFinding[] = [];
  private readonly ofCharts = new Map<Chart, Set<string>>();

  public add(place: ObjectPlace, findings: Finding[]): void {
    if (findings.length === 0) return;
    const construct = speakerOf(place);
    for (const finding of within(place.at, findings)) this.found.push({ construct, finding });
  }

  /** What a chart gives to all its objects is told once. */
  public addOnce(chart: Chart, findings: Finding[]): void {
    const told = this.ofCharts.get(chart) ?? new Set<string>();
    this.ofCharts.set(chart, told);
    for (const finding of findings) {
      const key = JSON.stringify(finding);
      if (!told.has(key)) this.found.push({ construct: chart, finding });
      told.add(key);
    }
  }
}
