import { servicePortOf } from './reach';
import { tablesOf } from './all-routes';
import { claimKey, backendNamespaceOf, Route, RouteRequest, RouteTable, isRegexMatch } from './route';
import { requestsFor } from './sample-requests';
import { Phrase, showPhrase } from '../../base/findings/sentence';
import type { ObjectIndex } from '../objects/object-index';
import { isFilled, grouped } from '../../base/check';

/** The key of the host and the path that a route declares. */
function declaredKey({ host, declared, path }: Route): string { return claimKey(host, declared?.path ?? path); }

/** The routes of manifests, for comparing where requests lead. */
class ComparedRoutes {
  public readonly routes: readonly Route[];
  private readonly tables: readonly RouteTable[];
  private readonly byDeclaration: ReadonlyMap<string, readonly Route[]>;

  public constructor(private readonly index: ObjectIndex) {
    this.tables = tablesOf(index);
    this.routes = this.tables.flatMap(({ routes }) => routes);
    this.byDeclaration = grouped(this.routes, route => [declaredKey(route)]);
  }

  /** The routes that declare the host and the path of another one, which is compared otherwise. */
  public narrower(than: Route): readonly Route[] {
    const all = this.byDeclaration.get(declaredKey(than)) ?? [];
    const isDeclared = all.some(({ path, type }) => path === than.path && type === than.type);
    return isRegexMatch(than.type) && !isDeclared ? all : [];
  }

  /**
   * Where a request leads at all entries, in words, and the routes that take it or may take it, of which the first one
   * decides. If entries with TLS serve its host, only those count.
   */
  public ledOf(request: RouteRequest) {
    const own = this.tables.filter(table => table.ofHost(request.host).length > 0);
    const secure = own.filter(({ entry }) => entry.isTls !== false);
    const answers = (secure.length > 0 ? secure : own.length > 0 ? own : this.tables).map(table => table.find(request));
    const routes = answers.flatMap(({ route, rivals, conditional }) =>
      [...conditional, ...route ? [route] : [], ...rivals]);
    const words = [...new Set(routes.map(route => this.targetText(route)))].sort().join(' or ');
    return { words: words || showPhrase({ phrase: 'no-backend' }), routes };
  }

  /** The targets of a route, in words. */
  private targetText(route: Route): string {
    const phrases = [route.backend, ...route.split ?? []].map((backend): Phrase => {
      const { service, resource, answer } = backend;
      if (answer) return answer.phrase === 'redirects' ? { phrase: 'redirect-to', to: answer.to } : answer;
      const namespace = backendNamespaceOf({ ...route, backend });
      if (resource) return { phrase: 'other-backend', ...resource, namespace };
      if (service === undefined) return { phrase: 'no-backend' };
      const port = servicePortOf({ ...route, backend }, this.index);
      return { phrase: 'service-port', service, port: typeof port === 'number' ? port : String(port), namespace };
    });
    const words = [...new Set(phrases.map(phrase => showPhrase(phrase)))].sort().join(' and ');
    const notes = [route.when, route.doubt?.sign].filter(isFilled).join(', ');
    return notes === '' ? words : `${words} (${notes})`;
  }
}

/** A request that a route took, where it led before, and where it leads now. */
export interface ChangedRequest extends RouteRequest {
  readonly source: string;
  readonly target: string;
  /** The routes that took it, and those that take it now. There were none if a path that was there takes more now. */
  readonly before: readonly Route[];
  readonly now: readonly Route[];
}

/** The requests that routes of the objects before take, and where the routes of the objects now lead them. */
export function changedRequests(before: ObjectIndex, now: ObjectIndex): ChangedRequest[] {
  const [old, own] = [new ComparedRoutes(before), new ComparedRoutes(now)];
  return requestsFor([...old.routes, ...own.routes]).flatMap(request => {
    const [source, target] = [old.ledOf(request), own.ledOf(request)];
    const [first] = source.routes;
    // if there was only a redirect to HTTPS, there is no target to keep
    if (first?.backend.answer?.phrase === 'redirects' && first.backend.answer.to === 'https://') return [];
    if (!first && !target.routes.some(route => old.narrower(route).length > 0)) return [];
    return [{ ...request, source: source.words, target: target.words, before: source.routes, now: target.routes }];
  });
}
