import { KnownTrait, TraitContext } from './model';
import { found } from '../../findings/finding';
import { INGRESS_TRAIT } from '../../traits/ingress-trait';
import { nothing, Rendered } from '../model';

/** Requests from outside, by the provider for them. */
export const INGRESS: KnownTrait = {
  trait: INGRESS_TRAIT,
  render,
};

function render({ binding, trait, planOf, services, ingress }: TraitContext): Rendered {
  return ingress
    ? ingress._render({ binding, trait, planOf, services })
    : nothing(found('no-ingress-provider', ''));
}
