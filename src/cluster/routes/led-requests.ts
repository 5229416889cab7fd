import { servicePortOf } from './reach';
import { tablesOf } from './makers';
import { claimKey, isRegex, namespaceOf, Route, RouteRequest, RouteTable } from './route';
import { requestsFor } from './requests';
import { Phrase, showPhrase } from '../../base/findings/sentence';
import type { ObjectIndex } from '../objects/object-index';
import { isFilled, grouped } from '../../base/check';
import { memo } from '../../base/memo';

/** The target of a redirect that changes only the protocol. */
const HTTPS = 'https://';

/** The routes of a request, and where they lead it. */
interface Led {
  /** The targets at all entries, in words; `undefined` if no route takes the request. */
  readonly words?: string;
  /** The routes that take it or may take it; the first one decides. */
  readonly routes: readonly Route[];
}

const declaredBy = ({ host, declared, path }: Route) => claimKey(host, declared?.path ?? path);

const byClaim = memo((tables: readonly RouteTable[]) => grouped(tables.flatMap(({ routes }) => routes), route => [declaredBy(route)]));

/** The routes of manifests, for comparing where requests lead. */
class ComparedRoutes {
  private readonly tables: readonly RouteTable[];

  public constructor(private readonly index: ObjectIndex) {
    this.tables = tablesOf(index);
  }

  public get routes(): Route[] {
    return this.tables.flatMap(({ routes }) => routes);
  }

  /** The routes that declare the host and the path of another one, which is compared otherwise. */
  public narrower(than: Route): readonly Route[] {
    const all = byClaim(this.tables).get(declaredBy(than)) ?? [];
    return isRegex(than.type) && !all.some(({ path, type }) => path === than.path && type === than.type) ? all : [];
  }

  /** Where a request leads at all entries. If entries with TLS serve its host, only those count. */
  public ledOf(request: RouteRequest): Led {
    const own = this.tables.filter(table => table.ofHost(request.host).length > 0);
    const secure = own.filter(({ entry }) => entry.isTls !== false);
    const answers = (secure.length > 0 ? secure : own.length > 0 ? own : this.tables).map(table => table.find(request));
    const taking = answers.flatMap(({ route, rivals, conditional }) => [...conditional, ...route ? [route] : [], ...rivals]);
    if (taking.length === 0) return { routes: [] };
    return { words: [...new Set(taking.map(route => this.wordsOf(route)))].sort().join(' or '), routes: taking };
  }

  /** The targets of a route, in words. */
  private wordsOf(route: Route): string {
    const backends = [route.backend, ...route.split ?? []].map(backend => this.backendOf({ ...route, backend }));
    const words = [...new Set(backends.map(target => showPhrase(target)))].sort().join(' and ');
    const notes = [route.when, route.doubt?.sign].filter(isFilled).join(', ');
    return notes === '' ? words : `${words} (${notes})`;
  }

  private backendOf(route: Route): Phrase {
    const { backend: { service, resource, answer } } = route;
    if (answer) return answer.phrase === 'redirects' ? { phrase: 'redirect-to', to: answer.to } : answer;
    const namespace = namespaceOf(route);
    if (resource) return { phrase: 'other-backend', kind: String(resource.kind), name: String(resource.name), namespace };
    if (service === undefined) return { phrase: 'no-backend' };
    const port = servicePortOf(route, this.index);
    return { phrase: 'service-port', service: String(service), port: typeof port === 'number' ? port : String(port), namespace };
  }
}

/** A request that a route took, where it led before, and where it leads now. */
export interface LedRequest extends RouteRequest {
  readonly source: string;
  readonly target: string;
  /** The routes that took it, and those that take it now. There were none if a path that was there takes more now. */
  readonly before: readonly Route[];
  readonly now: readonly Route[];
}

/** The requests that routes of the objects before take, and where the routes of the objects now lead them. */
export function ledRequests(before: ObjectIndex, now: ObjectIndex): LedRequest[] {
  const [old, own] = [new ComparedRoutes(before), new ComparedRoutes(now)];
  return requestsFor([...old.routes, ...own.routes]).flatMap(request => ledFrom(request, old, own));
}

function ledFrom(request: RouteRequest, old: ComparedRoutes, now: ComparedRoutes): LedRequest[] {
  const [{ words: source, routes: before }, { words, routes }] = [old.ledOf(request), now.ledOf(request)];
  const [first] = before;
  // if there was only a redirect to HTTPS, there is no target to keep
  if (first?.backend.answer?.phrase === 'redirects' && first.backend.answer.to === HTTPS) return [];
  if (!first && !routes.some(route => old.narrower(route).length > 0)) return [];
  const nothing = showPhrase({ phrase: 'no-backend' });
  return [{ ...request, source: source ?? nothing, target: words ?? nothing, before, now: routes }];
}
