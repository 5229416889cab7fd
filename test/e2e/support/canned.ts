import { Answer, startUpstream, Upstream } from './upstream';
import { ScraperClient, ScraperClientProps } from '../../../src/query';

/** What Prometheus answers: a vector of so many series, each in some 80 bytes, named `pod-0` and so on. */
export function vectorOf(count: number): string {
  const result = Array.from({ length: count }, (_, index) => ({ metric: { __name__: 'up', pod_name: `pod-${index}` }, value: [1_700_000_000.123, String(index)] }));
  return JSON.stringify({ status: 'success', data: { resultType: 'vector', result } });
}

/** A server that does as it is told, and a client of it. */
export async function serve(answer: Answer, props: Partial<ScraperClientProps>): Promise<{ upstream: Upstream; client: ScraperClient }> {
  const upstream = await startUpstream(answer);
  return { upstream, client: new ScraperClient({ url: upstream.url, ...props }) };
}
