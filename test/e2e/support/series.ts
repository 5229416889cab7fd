import { eventually } from './eventually';

/** A series at one time: its labels, and its value as text. */
export interface FoundSeries {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: string;
}

/** The series that an expression has now, in the order of their labels. */
export async function seriesOf(url: string, expression: string): Promise<FoundSeries[]> {
  const response = await fetch(`${url}/api/v1/query`, {
    method: 'POST', body: new URLSearchParams({ query: expression }), signal: AbortSignal.timeout(10_000),
  });
  const { status, data, error } = await response.json() as any;
  if (status !== 'success') throw new Error(error);
  return inOrder(data.result.map(({ metric, value: [, value] }: any) => ({ labels: metric, value })));
}

/** Those of an expression, as soon as there are so many and no fewer. */
export async function expectSeries(url: string, expression: string, count: number): Promise<FoundSeries[]> {
  let found: FoundSeries[] = [];
  return eventually(async () => {
    found = await seriesOf(url, expression);
    return found.length >= count ? found : undefined;
  }, () => `${expression} has ${found.length} series of ${count}: ${JSON.stringify(found)}`, { timeout: 45_000, interval: 250 });
}

/** Series without some labels. */
export function without(series: readonly FoundSeries[], names: readonly string[]): FoundSeries[] {
  return inOrder(series.map(({ labels, value }) => {
    const others = Object.entries(labels).filter(([name]) => !names.includes(name));
    return { labels: Object.fromEntries(others), value };
  }));
}

function inOrder(series: readonly FoundSeries[]): FoundSeries[] {
  const sorted = series.map(({ labels, value }) => {
    const entries = Object.entries(labels).sort(([a], [b]) => a < b ? -1 : 1);
    return { labels: Object.fromEntries(entries), value };
  });
  return sorted.sort((a, b) => JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
}
