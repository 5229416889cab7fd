// Answers as Prometheus writes them.

/** An answer with this `data`. */
export function success(data: unknown, notes: object = {}): string {
  return JSON.stringify({ status: 'success', data, ...notes });
}

/** The result of an expression. */
export function result(resultType: string, elements: unknown, notes: object = {}): string {
  return success({ resultType, result: elements }, notes);
}

/** A vector of so many series. */
export function vectorOf(count: number): string {
  return result('vector', Array.from({ length: count }, (_, index) => ({ metric: { __name__: 'up', pod_name: `pod-${index}` }, value: [1_700_000_000.123, String(index)] })));
}

/** An error of Prometheus. */
export function refusal(errorType: unknown, error: unknown, more: object = {}): string {
  return JSON.stringify({ status: 'error', errorType, error, ...more });
}

export const TWO = '{"status":"success","data":{"resultType":"scalar","result":[1700000000.123,"2"]}}';

export const TWO_RESULT = { type: 'scalar', sample: { time: 1_700_000_000_123, value: 2, text: '2' }, warnings: [], infos: [] };
