import { routedBackend } from './destinations';
import { endsOf } from './ends';
import { policiesOf } from './guarded-paths';
import { Implementation } from './implementations/implementation';
import { found } from '../../../findings/finding';
import { Claim } from '../../../objects/rendering';
import { IngressContext, Rule } from '../rule';

/**
 * Traits that lead to one port of pods have one policy: what one of them lets in, pods may read as a path that another one guards. Two
 * traits that have several policies each are not held against each other, and are refused.
 */
export function spellingClaims(rules: readonly Rule[], { oddPaths }: Implementation, context: IngressContext): Claim[] {
  if (oddPaths === undefined || context.isOutline) return [];
  const policies = policiesOf(rules);
  const value = policies.length > 1 ? `mixed ${context.trait.construct.node.path}` : policies[0] ?? '';
  return rules.flatMap(rule => {
    // whether a destination elsewhere may be reached is told at the trait
    const backend = routedBackend(rule, context, true);
    const field = ['rules', rule.index];
    return endsOf(backend, context).map((end): Claim => ({
      key: `policy ${end}`,
      value,
      field,
      clash: given => found('not-expressible', field, { reason: 'other-policy', service: backend.service!, ...given }),
    }));
  });
}
