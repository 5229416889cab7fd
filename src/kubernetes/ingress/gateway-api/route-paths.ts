import { able } from './implementations/all';
import { Implementation } from './implementations/implementation';
import { bad, Finding, FINE, found, saying, within } from '../../../findings/finding';
import { isUnresolvedPath } from '../../../private/network';
import { regex } from '../../../private/regexes';
import { IngressPathType } from '../../../traits/ingress-types';
import { DeclaredPath, placed, RoutedPath } from '../paths';
import { Rule } from '../rule';

/** The longest path that an HTTPRoute accepts. */
const MAX_PATH = 1024;

/** The exact paths and prefixes that an HTTPRoute accepts. */
const LITERAL = /^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|%[0-9a-fA-F]{2})+$/;

/** The paths that every program interprets in the same way. */
const PLAIN = /^[A-Za-z0-9/_.~-]+$/;

const TYPES: Readonly<Record<string, string>> = { Exact: 'Exact', Prefix: 'PathPrefix', Regex: 'RegularExpression' };

/** A path as an HTTPRoute matches it. */
export function matchOf({ path, pathType }: RoutedPath, { regex: dialect }: Implementation): object {
  return { path: { type: TYPES[pathType], value: pathType === 'Regex' && dialect ? dialect.write(path) : path } };
}

/** Reports a regular expression that the implementation does not know. */
export function typeFindings({ pathType }: DeclaredPath, { regex: dialect, title }: Implementation): Finding[] {
  return pathType !== 'Regex' || dialect ? FINE
    : found('not-expressible', 'pathType', { reason: 'regex-of-gateway', implementation: title, able: able('regex') });
}

/** Reports a path that cannot be expressed, or that the API server rejects. */
export function pathFindings({ path, pathType, policy }: DeclaredPath, { regex: dialect, oddPaths: odd }: Implementation): Finding[] {
  const isRegex = pathType === 'Regex';
  if (isRegex && !dialect) return FINE;
  const { length } = isRegex ? dialect!.write(path) : path;
  if (length > MAX_PATH) return found('invalid-path', 'path', { reason: 'long', max: MAX_PATH, count: length });
  if (isRegex) return within('path', [...regex(path, ''), ...dialect!.refuses?.(path) ?? FINE]);
  if (isUnresolvedPath(path)) {
    return bad('invalid-path', saying('must have no "//", "/./", "/../" or "%2f" in an HTTPRoute',
      'write the path as it is after these are resolved'), 'path', path);
  }
  if (!LITERAL.test(path)) {
    return bad('invalid-path', saying("must have letters, digits and the characters -/._~!$&'()*+,;=:@ only in an HTTPRoute",
      'encode others, such as "%22" for a quotation mark'), 'path', path);
  }
  return policy && odd !== undefined && !PLAIN.test(path) ? bad('invalid-path', saying("must have letters, digits, '/', '_', '.', "
    + "'~' and '-' only where it has an authorization policy, since others can be sent encoded and miss it",
  'guard a prefix that ends before them'), 'path', path) : FINE;
}

/**
 * A rule without a backend, for odd paths that nothing answers. It is for all hosts if paths have different policies, or only some have
 * one; otherwise for the hosts with a policy that are not guarded as a whole.
 */
export function oddPaths(rules: readonly Rule[], { oddPaths: path }: Implementation): Rule | undefined {
  const paths = placed(rules);
  const isMixed = new Set(paths.map(({ policy }) => JSON.stringify(policy ?? null))).size > 1;
  const hosts = [...new Set(rules.flatMap(rule => rule.hosts))].filter(host => {
    const own = paths.filter(({ rule }) => rule.hosts.includes(host));
    return isMixed || own.some(({ policy }) => policy) && !own.some(isAll);
  });
  return path === undefined || hosts.length === 0 ? undefined
    : { index: 0, given: { paths: [{ path, pathType: IngressPathType.REGEX }] }, hosts, backend: { findings: FINE } };
}

const isAll = ({ path, pathType }: DeclaredPath) => path === '/' && pathType === 'Prefix';
