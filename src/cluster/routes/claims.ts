import { claimKey } from './route';
import { pathTypeOf } from '../../base/addresses';
import { listOf, PlainValue } from '../../base/check';
import { FINE, Finding, found } from '../../base/findings/finding';
import { ordered } from '../../base/plain';
import { RouteClaim } from '../../base/registry';

/** The form in which the path of a rule is compared. A path with a type is compared only with paths of that type. */
export type ComparedPath = Pick<RouteClaim, 'path' | 'pathType' | 'written' | 'trustsSpelling' | 'gateway'>;

/** A host and a path that a field claims. */
export function claimAt(field: RouteClaim['field'], host: string, compared: ComparedPath): RouteClaim {
  return { field, host, ...compared, key: claimKey(host, compared.path, compared.pathType) };
}

/**
 * The hosts and paths that the spec of an IngressTrait claims, for each host of its rules. A rule without paths claims
 * every path.
 */
export function claimsOf(
  spec: PlainValue | undefined, hostsOf: (rule?: PlainValue) => string[],
  compared: (path?: PlainValue) => ComparedPath = path => ({ path: String(path?.path ?? '').trim() || '/' }),
): RouteClaim[] {
  return listOf(spec?.rules).flatMap((rule, i) => {
    const paths = listOf(rule?.paths);
    return hostsOf(rule).flatMap(host => paths.length === 0
      ? { ...claimAt(['rules', i], host, compared()), admits: '' }
      : paths.map((path, j) => {
        const policy = path?.authorizationPolicy;
        const admits = policy == null ? '' : JSON.stringify(ordered(policy, true));
        const isAssumed = pathTypeOf(path?.pathType) === undefined;
        return { ...claimAt(['rules', i, 'paths', j], host, compared(path)), admits, isAssumed };
      }));
  });
}

/** Rejects paths in the spec of an IngressTrait that only an ingress controller can compare. */
export function typesOfControllers(spec: PlainValue | undefined): Finding[] {
  return listOf(spec?.rules).flatMap((rule, i) => listOf(rule?.paths).flatMap((given, j) =>
    pathTypeOf(given?.pathType) !== 'ImplementationSpecific' ? FINE
      : found('not-expressible', ['rules', i, 'paths', j, 'pathType'], { reason: 'implementation-specific' })));
}
