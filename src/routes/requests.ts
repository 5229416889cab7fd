import { EVERY_HOST, takesHost } from './hosts';
import { comparedPath, isRegex, PathMatch } from './paths';
import { samplesOf } from './regex-samples';
import type { Route } from './route';
import type { RouteRequest } from './table';
import { grouped } from '../private/grouped';

/** In the place of a host, of a label or of an element of a path that no route names. */
const ANY = '*';

/**
 * Requests for each host and each path of routes, for what is below, and just beside: what routes of these kinds take in another way than
 * others is among them.
 */
export function requestsFor(routes: readonly Route[]): RouteRequest[] {
  const around = routes.some(({ type }) => type === 'TextPrefix' || isRegex(type)) ? besides : below;
  const hosts = [...new Set(routes.flatMap(hostsAround))].sort();
  const byHost = grouped(routes, ({ host }) => [host]);
  const wide = [...byHost.keys()].filter(host => host === EVERY_HOST || host.startsWith('*.'));
  return hosts.flatMap(host => {
    const own = [...new Set([host, ...wide.filter(each => takesHost(each, host, 'some'))])].flatMap(each => byHost.get(each) ?? []);
    const paths = own.flatMap(({ path, type }) => isRegex(type) ? aroundRegex(path) : around(path, type));
    // a regular expression may match what is no path
    return [...new Set(paths)].filter(path => path.startsWith('/')).sort().map(path => ({ host, path }));
  });
}

/** The host of a route; for a wildcard that stands for many labels, hosts of one and of two, and the one without. */
function hostsAround({ host, entry: { wildcard } }: Route): string[] {
  if (host === EVERY_HOST) return [ANY];
  return wildcard === 'one' || !host.startsWith('*.') ? [host] : [host, `*.${host}`, host.slice(2)];
}

function below(path: string): string[] {
  const own = comparedPath(path, 'Prefix');
  return own === '/' ? [own, `/${ANY}`] : [own, `${own}/`, `${own}/${ANY}`];
}

/** The same, what begins with the same text, and what differs in capital letters. */
function besides(path: string, type: PathMatch): string[] {
  const own = comparedPath(path, 'Prefix');
  if (own === '/') return below(path);
  return [...below(path), ...type === 'TextPrefix' && path.endsWith('/') ? [`${path}X`] : [], `${own}X`, own.toUpperCase()];
}

/** What matches a regular expression, and what comes close: with more at either end, below it, and in capital letters. */
function aroundRegex(expression: string): string[] {
  return samplesOf(expression).flatMap(own => [own, `${own}X`, `${own}/${ANY}`, `/${ANY}${own}`, own.toUpperCase()]);
}
