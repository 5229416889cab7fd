/** How the answer is read. */
export const READERS = {
  stream: '`queryStream`, each series let go',
  kept: '`queryStream`, all series kept',
  whole: '`query`',
  parse: '`JSON.parse` of the whole text',
} as const;

export type Reader = keyof typeof READERS;

/** What comes before the series, and after them. */
export const HEAD = '{"status":"success","data":{"resultType":"vector","result":[';
export const TAIL = ']}}';

/** One series of a workload's metric, in some 220 bytes. */
export function seriesText(n: number): string {
  const service = `service-${n % 1000}`;
  const namespace = `shop-${n % 50}`;
  const pod = `${service}-7b9f6d5c4-${n}`;
  return `{"metric":{"__name__":"vendor_requests_count_total","app":"shop","job":"shop_${namespace}_${service}","namespace":"${namespace}","pod_name":"${pod}",`
    + `"pod_template_hash":"7b9f6d5c4"},"value":[1700000000.123,"${n}"]}`;
}

/** The sum of all values: whoever has read all of them knows it. */
export function sumOf(count: number): number {
  return count * (count - 1) / 2;
}
