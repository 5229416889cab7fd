import { Implementation } from './implementations/implementation';
import { FINE } from '../../../findings/finding';
import { Path } from '../../../findings/path';
import { IngressPathType } from '../../../traits/ingress-types';
import { DeclaredPath, declaredPaths } from '../paths';
import { Rule } from '../rule';

/** A path of a rule, and its field. */
export interface PlacedPath extends DeclaredPath {
  readonly rule: Rule;
  readonly at: Path;
}

/** The paths of all rules. */
export function placed(rules: readonly Rule[]): PlacedPath[] {
  return rules.flatMap(rule => declaredPaths(rule.given).map(each => ({
    ...each, rule, at: ['rules', rule.index, ...each.index === undefined ? [] : ['paths', each.index]],
  })));
}

/**
 * A rule without a backend, for odd paths that nothing answers. It is for all hosts if paths have different policies, or only some have
 * one; otherwise for the hosts with a policy that are not guarded as a whole.
 */
export function oddPaths(rules: readonly Rule[], { oddPaths: path }: Implementation): Rule | undefined {
  const paths = placed(rules);
  const isMixed = policiesOf(rules).length > 1;
  const hosts = [...new Set(rules.flatMap(rule => rule.hosts))].filter(host => {
    const own = paths.filter(({ rule }) => rule.hosts.includes(host));
    return isMixed || own.some(({ policy }) => policy) && !own.some(isAll);
  });
  return path === undefined || hosts.length === 0 ? undefined
    : { index: 0, given: { paths: [{ path, pathType: IngressPathType.REGEX }] }, hosts, backend: { findings: FINE } };
}

/** The distinct policies of the paths of rules; `null` for paths without one. */
export function policiesOf(rules: readonly Rule[]): string[] {
  return [...new Set(placed(rules).map(({ policy }) => JSON.stringify(policy ?? null)))];
}

const isAll = ({ path, pathType }: DeclaredPath) => path === '/' && pathType === 'Prefix';
