import { KnownTrait, TraitContext } from './model';
import { found } from '../../findings/finding';
import { all, list, object, only } from '../../private/check';
import { vendorTrait } from '../../private/oam-kind';
import { nothing, Rendered } from '../model';

/** Requests from outside, by the provider for them. */
export const INGRESS: KnownTrait = {
  kind: vendorTrait('IngressTrait'),
  check: all(only('rules', 'tls', 'workloadRef'), object({
    rules: list(all(only('hosts', 'paths', 'destination'), object({
      paths: list(only('path', 'pathType', 'authorizationPolicy')),
      destination: all(only('host', 'port', 'httpCookie'), object({ httpCookie: only('name', 'path', 'ttl') })),
    }))),
    tls: only('secretName'),
  })),
  render,
};

function render({ binding, trait, planOf, services, ingress }: TraitContext): Rendered {
  return ingress
    ? ingress._render({ binding, trait, planOf, services })
    : nothing(found('no-ingress-provider', ''));
}
