import { allConditions, anyCondition, ANY_TEXT, Condition, exactText, FieldOf } from './condition';
import { Guard, GuardRule, TrustedIssuer, UNGUARDED } from './guard';
import type { GuardedRequest } from './istio';
import type { Path } from '../../base/findings/finding';
import { ObjectIndex } from '../objects/object-index';
import { asObject, isFilled, isObject, listOf, PlainFields, PlainValue } from '../../base/check';
import type { TypedManifest } from '../../base/oam-kind';
import { metadataLabels } from '../objects/pod-templates';
import { unmet } from '../objects/selectors';

const GATEWAY_GROUP = 'gateway.networking.k8s.io';
const SECURITY_POLICY = 'gateway.envoyproxy.io/SecurityPolicy';

/** The claims that a verified token contains as lists. */
const SPACED = ['scope', 'scp'];

/** Fields that require something other than a token, or that merge two policies. */
const OTHERS = ['basicAuth', 'apiKeyAuth', 'oidc', 'extAuth', 'mergeType'];

/**
 * The guard of a route by SecurityPolicies of Envoy Gateway. Only the policy at the closest target counts, whatever it
 * requires.
 *
 * @param places the targets that apply to the route, the closest one first: objects, and rules or listeners of them
 */
export function envoyGatewayGuard(
  index: ObjectIndex, places: readonly { readonly object: TypedManifest; readonly section?: string }[],
  request: GuardedRequest,
): Guard {
  const attached = places.map(({ object, section }) => {
    const isMeant = (each?: PlainValue) =>
      each?.kind === object.kind && (each?.group ?? GATEWAY_GROUP) === GATEWAY_GROUP;
    return index.inNamespace(SECURITY_POLICY, object.metadata?.namespace).filter(({ spec }) =>
      policyTargetRefs(spec).some(each =>
        isMeant(each) && each?.name === object.metadata?.name && each?.sectionName === section)
      || section === undefined && listOf(spec?.targetSelectors).some(each =>
        isMeant(each) && unmet(each, metadataLabels(object)).length === 0));
  });
  const [policy, ...rivals] = attached.find(each => each.length > 0) ?? [];
  if (!policy) return UNGUARDED;
  // the oldest policy wins, but ages are not known
  if (rivals.length > 0) {
    return { issuers: [], rules: rivals.map(object => asksOthers(object, ['spec', 'targetRefs'])) };
  }

  const fieldAt = (...path: Path): FieldOf => ({ object: policy, path: ['spec', ...path] });
  const spec = asObject(policy.spec);
  const { jwt, authorization } = spec;
  const providers = listOf(jwt?.providers).filter(isObject);
  const needsToken = providers.length > 0 && jwt?.optional !== true;
  const refusesRest = isObject(authorization) && authorization.defaultAction !== 'Allow';
  return {
    issuers: providers.map(({ issuer, audiences }, i): TrustedIssuer => ({
      ...fieldAt('jwt', 'providers', i),
      ...isFilled(issuer) && { issuer },
      audiences: listOf<unknown>(audiences).filter(isFilled),
      spaced: SPACED,
    })),
    ...needsToken && { needsToken: fieldAt('jwt') },
    rules: [
      ...OTHERS.filter(each => spec[each] != null).map(each => asksOthers(policy, ['spec', each])),
      ...listOf(authorization?.rules).map((rule, i): GuardRule => {
        const field = fieldAt('authorization', 'rules', i);
        const condition = securityCondition(asObject(rule), providers, request, field);
        return { ...field, effect: rule?.action === 'Allow' ? 'allows' : 'denies', condition };
      }),
    ],
    ...refusesRest && { refusesRest: fieldAt('authorization') },
  };
}

/** The rule of something else that decides, in a way that is not known here. */
export function asksOthers(object: TypedManifest, path: Path): GuardRule {
  return { object, path, effect: 'asks', condition: true };
}

/** The objects to which a policy is attached by name. */
export function policyTargetRefs(spec: PlainValue | undefined): (PlainValue | undefined)[] {
  return [...listOf(spec?.targetRefs), ...isObject(spec?.targetRef) ? [spec.targetRef] : []];
}

/** The condition of a rule on the token of a request. Addresses and other headers are unknown. */
function securityCondition(
  { principal, operation, cel }: PlainFields, providers: readonly PlainFields[], request: GuardedRequest,
  { object, path }: FieldOf,
): Condition {
  const { jwt, ...others } = asObject(principal);
  const unknown = (...steps: readonly string[]): Condition => ({ is: 'unknown', object, path: [...path, ...steps] });
  const { methods, path: given } = asObject(operation);
  const method = request.method.toUpperCase();
  let isPath: Condition = true;
  if (given != null) {
    const { type, value, invert } = asObject(given);
    // regular expressions are also compared with the query
    if (type === 'RegularExpression' || typeof value !== 'string') {
      isPath = unknown('operation', 'path');
    } else {
      const prefix = value.replace(/(?<!\/)\/+$/, '');
      const isMet = type === 'Exact' ? request.path === value
        : request.path === prefix || request.path.startsWith(`${prefix}/`);
      isPath = isMet !== (invert === true);
    }
  }
  return allConditions(
    methods == null || listOf<unknown>(methods).some(each => String(each).toUpperCase() === method),
    isPath,
    jwt == null || tokenCondition(asObject(jwt), providers),
    ...Object.keys(others).map(each => unknown('principal', each)),
    cel == null || unknown('cel'),
  );
}

/** The condition that the token is from a provider and has all claims and scopes. */
function tokenCondition({ provider, claims, scopes }: PlainFields, providers: readonly PlainFields[]): Condition {
  const own = providers.find(({ name }) => name === provider);
  if (!own) return false;
  const issuer = isFilled(own.issuer) ? exactText(own.issuer) : ANY_TEXT;
  return allConditions(
    { is: 'claim', claim: ['iss'], values: [issuer], form: 'string' },
    ...listOf(claims).map((each): Condition => ({
      is: 'claim',
      claim: String(each?.name).split('.'),
      values: listOf<unknown>(each?.values).map(value => exactText(String(value))),
      form: each?.valueType === 'StringArray' ? 'list' : 'string',
    })),
    ...listOf<unknown>(scopes).map(scope => anyCondition(...SPACED.map((name): Condition => (
      { is: 'claim', claim: [name], values: [exactText(String(scope))], form: 'list' }
    )))),
  );
}
