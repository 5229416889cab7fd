import { EVERY_HOST, takesHost } from './hosts';
import { comparedPath, isRegex, PathMatch } from './paths';
import { samplesOf } from './regex-samples';
import type { Route } from './route';
import type { RouteRequest } from './table';
import { grouped } from '../private/grouped';

/** Stands for a host, a label or a path element that no route names. */
const ANY = '*';

/**
 * Requests for each host and each path of routes, for paths below and for near misses. They include those that routes of some kinds take
 * and routes of others do not.
 */
export function requestsFor(routes: readonly Route[]): RouteRequest[] {
  const around = routes.some(({ type }) => type === 'TextPrefix' || isRegex(type)) ? besides : below;
  const hosts = [...new Set(routes.flatMap(hostsAround))].sort();
  const byHost = grouped(routes, ({ host }) => [host]);
  const wide = [...byHost.keys()].filter(host => host === EVERY_HOST || host.startsWith('*.'));
  return hosts.flatMap(host => {
    const own = [...new Set([host, ...wide.filter(each => takesHost(each, host, 'some'))])].flatMap(each => byHost.get(each) ?? []);
    const paths = own.flatMap(({ path, type }) => isRegex(type) ? aroundRegex(path) : around(path, type));
    // a regular expression may match strings that are not paths
    return [...new Set(paths)].filter(path => path.startsWith('/')).sort().map(path => ({ host, path }));
  });
}

/** Hosts for the host of a route. For a wildcard that stands for many labels: one with one label, one with two, and one with none. */
function hostsAround({ host, entry: { wildcard } }: Route): string[] {
  if (host === EVERY_HOST) return [ANY];
  return wildcard === 'one' || !host.startsWith('*.') ? [host] : [host, `*.${host}`, host.slice(2)];
}

/** Requests for a path, and for what is below it. */
export function below(path: string): string[] {
  const own = comparedPath(path, 'Prefix');
  return own === '/' ? [own, `/${ANY}`] : [own, `${own}/`, `${own}/${ANY}`];
}

/** The paths of `below`, paths that begin with the same text, and the path in upper case. */
function besides(path: string, type: PathMatch): string[] {
  const own = comparedPath(path, 'Prefix');
  if (own === '/') return below(path);
  return [...below(path), ...type === 'TextPrefix' && path.endsWith('/') ? [`${path}X`] : [], `${own}X`, own.toUpperCase()];
}

/** Paths that match a regular expression, and near misses: with more text at either end, below it, and in upper case. */
function aroundRegex(expression: string): string[] {
  return samplesOf(expression).flatMap(own => [own, `${own}X`, `${own}/${ANY}`, `/${ANY}${own}`, own.toUpperCase()]);
}
