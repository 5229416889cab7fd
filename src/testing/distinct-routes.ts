import { failWith, firstOnes, MOST_PLACES } from './failures';
import { ViewedCluster } from './viewed-cluster';
import { found } from '../findings/finding';
import { objectName } from '../private/written';
import type { ChainLink } from '../routes/chain';
import { clashingRoutes, hiddenRoutes, reachedFields, RoutePair } from '../routes/hidden';
import { tablesOf } from '../routes/makers';
import { ambiguous } from '../routes/reach';
import type { Route } from '../routes/route';

/** Asserts that every route gets requests, and that it is known which ones. */
export function distinguishRoutes(cluster: ViewedCluster): void {
  const tables = tablesOf(cluster.objects);
  const pairs = tables.flatMap(table => hiddenRoutes(table));
  const reached = reachedFields(tables, pairs, keyOfField);
  const hidden = pairs.map(pair => hiddenBy(pair, reached.has(keyOfField(pair.route))));
  const clashing = tables.flatMap(clashingRoutes).flatMap(({ route, other }) => ambiguous(route, other));
  // a rule of several hosts is found once for each of them
  const links = new Map([...hidden, ...clashing].map(link => [cluster.linkLines([link]).join('\n'), link]));
  if (links.size === 0) return;
  const findings = [...links.values()].flatMap(({ breaks }) => breaks);
  failWith(found('indistinct-routes', '', { number: links.size }), firstOnes([...links.keys()], MOST_PLACES), findings);
}

/** The key of the field that declares a route. */
function keyOfField({ origin: { object: { kind, metadata }, path } }: Route): string {
  return JSON.stringify([kind, metadata?.namespace, metadata?.name, path]);
}

/** The link to a hidden route. If its field gets requests for other hosts or by another listener, the finding names host and gateway. */
function hiddenBy({ route: { origin, host, entry }, other }: RoutePair, isReached: boolean): ChainLink {
  const given = { first: other.origin.path, object: objectName(other.origin.object) };
  const breaks = isReached
    ? found('shadowed-route', origin.path, { reason: 'host', host: host || '*', gateway: String(entry.name), ...given })
    : found('shadowed-route', origin.path, { reason: 'object', ...given });
  return { object: origin.object, path: [], breaks };
}
