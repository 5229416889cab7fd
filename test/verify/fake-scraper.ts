import { Answer, startUpstream, Upstream } from '../e2e/support/upstream';

/** A target of a scraper, as its API tells it. */
export interface FakeTarget {
  readonly labels: Readonly<Record<string, string>>;
  readonly isUp?: boolean;
  readonly samples?: number;
  readonly age?: number;
  /** Seconds from one scrape to the next. @default 30 */
  readonly interval?: number;
  readonly scrapeUrl?: string;
  readonly lastError?: string;
  readonly discoveredLabels?: Readonly<Record<string, string>>;
  readonly scrapePool?: string;
}

/** What a scraper answers. */
export interface FakeScraper {
  readonly targets?: readonly FakeTarget[];
  readonly warnings?: readonly string[];
  /** What it answers in place of the list of its targets. */
  readonly list?: Answer;
  /** The groups of rules that it has loaded, or what it answers in their place. @default - none */
  readonly groups?: readonly object[] | Answer;
}

/** Starts a server that answers the queries of `verify`; what it answers may be changed meanwhile. */
export async function startScraper(scraper: FakeScraper | (() => FakeScraper)): Promise<Upstream> {
  return startUpstream((response, request) => {
    const current = typeof scraper === 'function' ? scraper() : scraper;
    const { pathname, searchParams } = new URL(request.url, 'http://x');
    if (pathname === '/api/v1/targets' && current.list) return current.list(response, request);
    const { groups = [] } = current;
    if (pathname === '/api/v1/rules' && typeof groups === 'function') return groups(response, request);
    const data = pathname === '/api/v1/rules' ? { groups } : pathname === '/api/v1/targets' ? listOf(current) : vectorOf(current, searchParams.get('query') ?? new URLSearchParams(request.body).get('query')!);
    return response.writeHead(200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ status: 'success', data, warnings: pathname === '/api/v1/query' ? current.warnings : undefined }));
  });
}

const NOW = 1_700_000_000;
const never = '0001-01-01T00:00:00Z';

function listOf({ targets = [] }: FakeScraper): object {
  const activeTargets = targets.map(({ labels, isUp, scrapeUrl = 'http://10.0.0.1:8080/metrics', lastError = '', discoveredLabels = {}, scrapePool = 'pool' }) => ({
    labels,
    discoveredLabels,
    scrapePool,
    scrapeUrl,
    health: isUp === undefined ? 'unknown' : isUp ? 'up' : 'down',
    lastError,
    lastScrape: isUp === undefined ? never : new Date(NOW * 1000).toISOString(),
    lastScrapeDuration: 0.01,
  }));
  return { activeTargets, droppedTargets: [] };
}

/** The scrapes of the last five minutes. */
function historyOf(targets: readonly FakeTarget[]): object {
  const result = targets.filter(({ isUp }) => isUp !== undefined).map(({ labels, isUp, age = 1, interval = 30 }) => {
    const times = Array.from({ length: Math.ceil((300 - age) / interval) }, (_, index) => NOW - age - index * interval).reverse();
    return { metric: { __name__: 'up', ...labels }, values: times.map(time => [Number(time.toFixed(3)), String(Number(isUp))]) };
  });
  return { resultType: 'matrix', result };
}

/** What was never scraped has no series. */
function vectorOf({ targets = [] }: FakeScraper, query: string): object {
  const name = /^\w+(?=\{)/.exec(query)?.[0];
  if (query.endsWith('[5m]')) return historyOf(targets);
  const value = ({ isUp, samples = 10 }: FakeTarget) => name === 'up' ? Number(isUp) : samples;
  const result = targets.filter(({ isUp }) => isUp !== undefined)
    .map(target => ({ metric: { ...name && { __name__: name }, ...target.labels }, value: [NOW, String(value(target))] }));
  return { resultType: 'vector', result };
}
