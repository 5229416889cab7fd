import { Rule } from './rule';
import { ApplicationModel } from '../../platform/model';
import { finding } from '../../private/finding';
import { Claim, PlainObject } from '../model';

/** Controllers know one cookie for a port of a Service: of two, one would be set and never be looked for. */
export function cookieClaims(rules: readonly Rule[], { namespace }: ApplicationModel): Claim[] {
  return rules.filter(({ cookie, backend }) => cookie && backend.service).map(({ index, cookie, backend: { service, port } }) => ({
    key: `cookie ${namespace} ${service} ${port}`,
    value: JSON.stringify(cookie),
    field: `rules[${index}].destination.httpCookie`,
    clash: first => finding('not-expressible', `rules[${index}].destination.httpCookie`,
      `differs from ${first}, and both lead to one port of one Service, for which an ingress controller keeps a single cookie`, 'use one cookie for both, or a Service each'),
  }));
}

/** F5 NGINX serves one Ingress for a host, the oldest. */
export function hostClaims({ metadata, spec }: PlainObject): Claim[] {
  return spec.rules.map(({ host }: any): Claim => ({
    key: `host ${host}`,
    value: `${metadata.namespace} ${metadata.name}`,
    field: 'rules',
    clash: first => finding('duplicate-route', 'rules', `needs a second Ingress for host ${host} beside that of ${first}, and controller f5-nginx serves one for each host`,
      'name a host of its own, use the same cookie, or write mergeable Ingresses by CustomTrait'),
  }));
}
