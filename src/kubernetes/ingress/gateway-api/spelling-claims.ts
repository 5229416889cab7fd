import { Implementation } from './implementations/implementation';
import { policiesOf } from './trait-findings';
import { found } from '../../../findings/finding';
import { Claim } from '../../../objects/rendering';
import { ApplicationModel } from '../../../platform/model';
import { Rule } from '../rule';

/**
 * Traits that lead to one port of a Service have one policy, or all of them keep ambiguous paths out: what one of them lets in, pods may
 * read as a path that another one guards.
 */
export function spellingClaims(rules: readonly Rule[], { oddPaths }: Implementation, { namespace }: ApplicationModel): Claim[] {
  if (oddPaths === undefined) return [];
  const policies = policiesOf(rules);
  const value = policies.length > 1 ? 'mixed' : policies[0] ?? '';
  return rules.filter(({ backend }) => backend.service).map(({ index, backend: { service, port } }) => ({
    key: `policy ${namespace} ${service} ${port}`,
    value,
    field: ['rules', index],
    clash: given => found('not-expressible', ['rules', index], { reason: 'other-policy', service: service!, ...given }),
  }));
}
