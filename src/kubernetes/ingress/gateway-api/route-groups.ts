import { Parent, ParentsOf } from './parents';
import { MAX_PARENTS } from '../../../ingress/attachment';
import { GatewayApiVersion, isAtLeast } from '../../../ingress/gateway-description';
import { grouped } from '../../../private/grouped';
import { AuthorizationPolicy } from '../../../traits/ingress-types';
import { DeclaredPath, declaredPaths } from '../paths';
import { Rule } from '../rule';

/** The part of a rule that becomes one HTTPRoute: hosts and paths that share a policy and a kind of listeners. */
export interface RoutePart {
  readonly rule: Rule;
  readonly paths: readonly DeclaredPath[];
  readonly policy?: AuthorizationPolicy;
  readonly hosts: readonly string[];
  readonly parents: readonly Parent[];
  /** Whether requests arrive in plain text. */
  readonly isPlain: boolean;
  /** The end of its name, which distinguishes it from other parts of the rule. */
  readonly suffix: string;
}

const MAX_HOSTS = 16;
const MAX_RULES = 16;
const MAX_MATCHES = 128;

/** The parts of a rule: with and without policy, over TLS and in plain text, and within the limits of an HTTPRoute. */
export function partsOf(rule: Rule, parentsOf: ParentsOf): RoutePart[] {
  const byPolicy = [...grouped(declaredPaths(rule.given), ({ policy }) => [JSON.stringify(policy ?? null)]).values()];
  const bySecurity = [...grouped(rule.hosts, host => [parentsOf(host).isPlain])];
  return byPolicy.flatMap((paths, i) => bySecurity.flatMap(([isPlain, hosts], j) => {
    const few = chunks(hosts, MAX_HOSTS).flatMap(some => chunks(parentsOfAll(some, parentsOf), MAX_PARENTS).flatMap(parents =>
      chunks(paths, MAX_MATCHES).map(each => ({ hosts: some, parents, paths: each }))));
    return few.map((each, k): RoutePart => ({
      ...each,
      rule,
      isPlain,
      policy: paths[0].policy,
      suffix: [numbered('paths', i), numbered('hosts', j), numbered('part', k)].join(''),
    }));
  }));
}

const numbered = (what: string, i: number) => i > 0 ? `-${what}-${i}` : '';

/** The parents of all hosts, each listener once. */
function parentsOfAll(hosts: readonly string[], parentsOf: ParentsOf): Parent[] {
  return [...new Map(hosts.flatMap(host => parentsOf(host).parents).map(parent => [parent.sectionName, parent])).values()];
}

/** Splits paths into the rules of an HTTPRoute. */
export function byRule(paths: readonly DeclaredPath[], version: GatewayApiVersion): DeclaredPath[][] {
  return chunks(paths, isAtLeast(version, GatewayApiVersion.V1_2) ? MAX_MATCHES / 2 : MAX_MATCHES / MAX_RULES);
}

function chunks<T>(elements: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(elements.length / size) }, (_, i) => elements.slice(i * size, (i + 1) * size));
}
