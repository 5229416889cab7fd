import { failWith, firstOnes, MOST_PLACES } from './failures';
import { ViewedCluster } from './viewed-cluster';
import { Finding, found } from '../findings/finding';
import { fill, Phrase } from '../findings/sentence';
import { describeBare } from '../findings/words';
import { grouped } from '../private/grouped';
import { shownName } from '../private/written';
import { servicePortOf } from '../routes/chain';
import { EVERY_HOST, takesHost } from '../routes/hosts';
import { tablesOf } from '../routes/makers';
import { comparedPath } from '../routes/paths';
import { namespaceOf, Route } from '../routes/route';
import { RouteRequest, RouteTable } from '../routes/table';

/** In the place of a host or of an element of a path that no route names. */
const ANY = '*';

/** The routes of manifests, as they take requests. */
class ComparedRoutes {
  public readonly tables: readonly RouteTable[];

  public constructor(private readonly cluster: ViewedCluster) {
    this.tables = tablesOf(cluster.objects);
  }

  public get routes(): readonly Route[] {
    return this.tables.flatMap(({ routes }) => routes);
  }

  /** Where a request is led at all entries, in words; `undefined` if no route takes it. */
  public targetOf(request: RouteRequest): string | undefined {
    const taking = this.tables.map(table => table.find(request)).flatMap(({ route, rivals }) => route ? [route, ...rivals] : []);
    const words = new Set(taking.map(route => fill('{target:phrase}', { target: this.backendOf(route) })));
    return words.size === 0 ? undefined : [...words].sort().join(' or ');
  }

  private backendOf(route: Route): Phrase {
    const { backend: { service, resource } } = route;
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
  const led = requests.flatMap(request => ledFrom(request, old.targetOf(request), now.targetOf(request)));
  const changed = led.filter(({ source, target }) => source !== target);
  if (changed.length === 0) return;
  const findings = [...grouped(changed, ({ host, source, target }) => [JSON.stringify([host, source, target])]).values()].flatMap(toldOf);
  const head = found('routes-changed', '', { reason: 'some', number: changed.length, all: led.length });
  failWith(head, firstOnes(findings.map(describeBare), MOST_PLACES), findings);
}

/** A request that a route took, where it was led, and where it is led now. */
interface LedRequest extends RouteRequest {
  readonly source: string;
  readonly target: string;
}

function ledFrom(request: RouteRequest, source: string | undefined, target: string | undefined): LedRequest[] {
  const nowhere = fill('{rule:phrase}', { rule: { phrase: 'no-backend' } });
  return source === undefined ? [] : [{ ...request, source, target: target ?? nowhere }];
}

function toldOf(requests: readonly LedRequest[]): Finding[] {
  const [{ host, source, target }] = requests;
  return found('routes-changed', '', { reason: 'requests', host, paths: requests.map(({ path }) => path), source, target });
}

/** A request for each host and each path of it, and for what is below: no other one can be taken in another way. */
function requestsFor(routes: readonly Route[]): RouteRequest[] {
  const hosts = [...new Set(routes.map(({ host }) => host === EVERY_HOST ? ANY : host))].sort();
  return hosts.flatMap(host => {
    const own = routes.filter(route => takesHost(route.host, host));
    return [...new Set(own.flatMap(({ path }) => around(path)))].sort().map(path => ({ host, path }));
  });
}

function around(path: string): string[] {
  const own = comparedPath(path, 'Prefix');
  return own === '/' ? [own, `/${ANY}`] : [own, `${own}/`, `${own}/${ANY}`];
}
