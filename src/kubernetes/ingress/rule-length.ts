import { declaredPaths } from './paths';
import { Rule } from './rule';
import { Finding, found } from '../../findings/finding';
import { Path, showPath } from '../../findings/path';
import { takesHost } from '../../routes/hosts';
import { RankedPath, TRAEFIK } from '../../routes/ingress-controllers';
import { takesPath } from '../../routes/paths';

/** A path of a rule at one of its hosts. */
interface HostedPath extends RankedPath {
  readonly rule: Rule;
  readonly at: Path;
}

function hostedPaths(rules: readonly Rule[]): HostedPath[] {
  return rules.flatMap(rule => declaredPaths(rule.given).flatMap(({ path, pathType, index }) => rule.hosts.map(host => ({
    host, path, isExact: pathType === 'Exact', rule, at: ['rules', rule.index, ...index === undefined ? [] : ['paths', index]],
  }))));
}

/** The paths that get no requests from Traefik, which tries the longer of two rules first, since another one takes all of theirs. */
export function outranked(rules: readonly Rule[]): Finding[] {
  const paths = hostedPaths(rules);
  const firsts = paths.map(each => paths.find(other => isApart(other, each) && takesAll(other, each) && isBefore(other, each)));
  // a path of several hosts is named once
  const named = new Map(paths.flatMap(({ at }, i) => firsts[i] ? [[showPath(at), { at, first: firsts[i].at }]] : []));
  return [...named.values()].flatMap(({ at, first }) => found('shadowed-route', at, { reason: 'length', first }));
}

function isBefore(one: HostedPath, other: HostedPath): boolean {
  return TRAEFIK.order(one)[0] <= TRAEFIK.order(other)[0];
}

/** Whether two paths lead to different places, and neither claims just what the other one does, which is an error of its own. */
function isApart(a: HostedPath, b: HostedPath): boolean {
  const [one, other] = [a.rule.backend, b.rule.backend];
  const isSameClaim = a.host === b.host && a.path === b.path && a.isExact === b.isExact;
  return !isSameClaim && (one.service !== other.service || one.port !== other.port);
}

function takesAll(first: HostedPath, second: HostedPath): boolean {
  const isTaken = first.isExact ? second.isExact && first.path === second.path : takesPath(first.path, TRAEFIK.prefix, second.path);
  return isTaken && takesHost(first.host, second.host);
}
