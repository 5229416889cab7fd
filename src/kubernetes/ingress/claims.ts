import { Rule } from './rule';
import { found } from '../../findings/finding';
import { Claim, PlainObject } from '../../objects/rendering';
import { ApplicationModel } from '../../platform/model';

/** Controllers know one cookie for a port of a Service: of two, one would be set and never be looked for. */
export function cookieClaims(rules: readonly Rule[], { namespace }: ApplicationModel): Claim[] {
  return rules.filter(({ cookie, backend }) => cookie && backend.service).map(({ index, cookie, backend: { service, port } }) => ({
    key: `cookie ${namespace} ${service} ${port}`,
    value: JSON.stringify(cookie),
    field: ['rules', index, 'destination', 'httpCookie'],
    clash: given => found('not-expressible', ['rules', index, 'destination', 'httpCookie'], { reason: 'second-cookie', ...given }),
  }));
}

/** F5 NGINX serves one Ingress for a host, the oldest. */
export function hostClaims({ metadata, spec }: PlainObject): Claim[] {
  return spec.rules.map(({ host }: { readonly host: string }): Claim => ({
    key: `host ${host}`,
    value: `${metadata.namespace} ${metadata.name}`,
    field: ['rules'],
    clash: given => found('duplicate-route', 'rules', { reason: 'f5-nginx', host, ...given }),
  }));
}
