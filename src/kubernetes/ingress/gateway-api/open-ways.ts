import { routedBackend } from './destinations';
import { endsOf } from './ends';
import { PlacedPath, placed } from './guarded-paths';
import { Implementation } from './implementations/implementation';
import { literalBeginning } from './route-paths';
import { FINE, Finding, found } from '../../../findings/finding';
import { IngressContext, Rule } from '../rule';

/** A path, and the ports of Services through which its pods are reached. */
interface LeadingPath extends PlacedPath {
  readonly ends: readonly string[];
}

/** Reports paths that let requests reach pods without the policy that another path of the trait has for them. */
export function openWays(rules: readonly Rule[], { oddPaths }: Implementation, context: IngressContext): Finding[] {
  const paths = placed(rules);
  if (oddPaths === undefined || !paths.some(({ policy }) => policy)) return FINE;
  const ends = new Map(rules.map(rule => [rule, endsOf(routedBackend(rule, context, true), context)]));
  const leading = paths.map(path => ({ ...path, ends: ends.get(path.rule)! }));
  return leading.flatMap(path => {
    const guarded = leading.find(each => isPast(path, each, leading));
    if (!guarded) return FINE;
    const reason = path.pathType === 'Regex' ? 'regex-past-policy' : 'host-past-policy';
    return found('not-expressible', path.at, { reason, first: guarded.at });
  });
}

/** Whether a path takes requests of a guarded path: as a regular expression that precedes it, or on another host. */
function isPast(path: LeadingPath, guarded: LeadingPath, all: readonly LeadingPath[]): boolean {
  if (!guarded.policy || path.pathType === 'Exact' || samePolicy(path, guarded)) return false;
  if (!isSamePods(path, guarded) || !isCommon(path, guarded)) return false;
  if (path.pathType === 'Regex' && guarded.pathType !== 'Exact') return true;
  const isPart = beginningOf(path).length > beginningOf(guarded).length;
  return (isPart ? hostsWithout(path, guarded, all) : hostsWithout(guarded, path, all)).length > 0;
}

/** The hosts of a path on which the path `wanted` is not declared with the same type and policy. */
function hostsWithout(wanted: LeadingPath, { rule: { hosts } }: LeadingPath, all: readonly LeadingPath[]): string[] {
  const twins = all.filter(each => each.path === wanted.path && each.pathType === wanted.pathType && samePolicy(each, wanted));
  return hosts.filter(host => !twins.some(({ rule }) => rule.hosts.includes(host)));
}

const samePolicy = (a: LeadingPath, b: LeadingPath) => JSON.stringify(a.policy) === JSON.stringify(b.policy);
const isSamePods = (a: LeadingPath, b: LeadingPath) => a.ends.some(end => b.ends.includes(end));

/** Whether some requests may match both. */
function isCommon(path: LeadingPath, guarded: LeadingPath): boolean {
  const [a, b] = [beginningOf(path), beginningOf(guarded)];
  return b.startsWith(a) || guarded.pathType !== 'Exact' && a.startsWith(b);
}

/** The common beginning of all matching paths with a slash added at the end. */
function beginningOf({ path, pathType }: LeadingPath): string {
  return pathType === 'Regex' ? literalBeginning(path) : `${path.replace(/\/$/, '')}/`;
}
