import { failWith, firstOnes, MOST_PLACES } from './failures';
import { meaningOf } from './route-meaning';
import { ViewedCluster } from './viewed-cluster';
import { Finding, found } from '../findings/finding';
import { fill, Phrase } from '../findings/sentence';
import { describeBare } from '../findings/words';
import { grouped } from '../private/grouped';
import { shownName } from '../private/written';
import { servicePortOf } from '../routes/chain';
import { tablesOf } from '../routes/makers';
import { requestsFor } from '../routes/requests';
import { namespaceOf, Route } from '../routes/route';
import { RouteRequest, RouteTable } from '../routes/table';

/** Where a redirect leads that changes the protocol alone. */
const HTTPS = 'https://';

/** Where a request is led. */
interface Led {
  /** In words, for all entries; `undefined` if no route takes it. */
  readonly words?: string;
  /** The first route that takes it. */
  readonly route?: Route;
}

/** The routes of manifests, as they take requests. */
class ComparedRoutes {
  public readonly routes: readonly Route[];
  private readonly tables: readonly RouteTable[];

  public constructor(private readonly cluster: ViewedCluster) {
    this.tables = tablesOf(cluster.objects);
    this.routes = this.tables.flatMap(({ routes }) => routes);
  }

  /** Where a request is led at all entries: at those with TLS, if there are some for its host. */
  public ledOf(request: RouteRequest): Led {
    const own = this.tables.filter(table => table.ofHost(request.host).length > 0);
    const secure = own.filter(({ entry }) => entry.isTls !== false);
    const answers = (secure.length > 0 ? secure : own.length > 0 ? own : this.tables).map(table => table.find(request));
    const taking = answers.flatMap(({ route, rivals, conditional }) => [...conditional, ...route ? [route, ...rivals] : []]);
    if (taking.length === 0) return {};
    return { words: [...new Set(taking.map(this.wordsOf))].sort().join(' or '), route: taking[0] };
  }

  /** Where a route leads, in words. */
  public readonly wordsOf = (route: Route): string => {
    const backends = [route.backend, ...route.split ?? []].map(backend => this.backendOf({ ...route, backend }));
    const words = [...new Set(backends.map(target => fill('{target:phrase}', { target })))].sort().join(' and ');
    return route.when === undefined ? words : `${words} (${route.when})`;
  };

  private backendOf(route: Route): Phrase {
    const { backend: { service, resource, answer } } = route;
    if (answer) return answer.phrase === 'redirects' ? { phrase: 'redirect-to', to: answer.to } : answer;
    const namespace = namespaceOf(route);
    if (resource) return { phrase: 'other-backend', kind: shownName(resource.kind), name: shownName(resource.name), namespace };
    if (service === undefined) return { phrase: 'no-backend' };
    const port = servicePortOf(route, this.cluster.objects);
    return { phrase: 'service-port', service: shownName(service), port: typeof port === 'number' ? port : shownName(port), namespace };
  }
}

/** Asserts that all requests that routes took before lead to the same Services after. */
export function compareRoutes(before: ViewedCluster, after: ViewedCluster): void {
  const [old, now] = [new ComparedRoutes(before), new ComparedRoutes(after)];
  if (old.routes.length === 0) failWith(found('routes-changed', '', { reason: 'none' }), []);
  const requests = requestsFor([...old.routes, ...now.routes]);
  const led = requests.flatMap(request => ledFrom(request, old, now));
  const changed = led.filter(({ source, target }) => source !== target);
  if (changed.length === 0) return;
  const keyOf = ({ host, source, target, why }: LedRequest) => JSON.stringify([host, source, target, why]);
  const findings = [...grouped(changed, each => [keyOf(each)]).values()].flatMap(toldOf);
  const head = found('routes-changed', '', { reason: 'some', number: changed.length, all: led.length });
  failWith(head, firstOnes(findings.map(describeBare), MOST_PLACES), findings);
}

/** A request that a route took, where it was led, where it is led now, and why, if it is the meaning of the routes. */
interface LedRequest extends RouteRequest {
  readonly source: string;
  readonly target: string;
  readonly why?: Phrase;
}

function ledFrom(request: RouteRequest, old: ComparedRoutes, now: ComparedRoutes): LedRequest[] {
  const [{ words: source, route: before }, { words, route }] = [old.ledOf(request), now.ledOf(request)];
  // where a redirect to HTTPS was all, there is nothing to keep
  if (source === undefined || before?.backend.answer?.phrase === 'redirects' && before.backend.answer.to === HTTPS) return [];
  const target = words ?? fill('{rule:phrase}', { rule: { phrase: 'no-backend' } });
  const why = source === target ? undefined : meaningOf({ ...request, before, now: route }, old, now);
  return [{ ...request, source, target, ...why ? { why } : {} }];
}

function toldOf(requests: readonly LedRequest[]): Finding[] {
  const [{ host, source, target, why }] = requests;
  const paths = requests.map(({ path }) => path);
  return why ? found('routes-changed', '', { reason: 'meaning', host, paths, source, target, rule: why })
    : found('routes-changed', '', { reason: 'requests', host, paths, source, target });
}
