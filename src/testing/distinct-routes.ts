import { failWith, firstOnes, MOST_PLACES } from './failures';
import { ViewedCluster } from './viewed-cluster';
import { found } from '../findings/finding';
import { objectName } from '../private/written';
import type { ChainLink } from '../routes/chain';
import { clashingRoutes, hiddenRoutes, RoutePair } from '../routes/hidden';
import { tablesOf } from '../routes/makers';
import { ambiguous } from '../routes/reach';

/** Asserts that every route gets requests, and that it is known which ones. */
export function distinguishRoutes(cluster: ViewedCluster): void {
  const tables = tablesOf(cluster.objects);
  const hidden = tables.flatMap(table => hiddenRoutes(table)).map(hiddenBy);
  const clashing = tables.flatMap(clashingRoutes).flatMap(({ route, other }) => ambiguous(route, other));
  // a rule of several hosts is found once for each of them
  const links = new Map([...hidden, ...clashing].map(link => [cluster.linkLines([link]).join('\n'), link]));
  if (links.size === 0) return;
  const findings = [...links.values()].flatMap(({ breaks }) => breaks);
  failWith(found('indistinct-routes', '', { number: links.size }), firstOnes([...links.keys()], MOST_PLACES), findings);
}

function hiddenBy({ route: { origin }, other }: RoutePair): ChainLink {
  const given = { first: other.origin.path, object: objectName(other.origin.object) };
  const breaks = found('shadowed-route', origin.path, { reason: 'object', ...given });
  return { object: origin.object, path: [], breaks };
}
