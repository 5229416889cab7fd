import { all, any, Condition, FieldOf } from './condition';
import { Guard, GuardRule, UNGUARDED } from './guard';
import type { GuardedRequest } from './istio-rules';
import { ANY_TEXT, exactly } from './patterns';
import type { TrustedIssuer } from './token';
import type { Path } from '../../base/findings/finding';
import { unmet, ObjectIndex, ownLabels } from '../objects/object-index';
import { asObject, isFilled, isObject, listOf, PlainFields, PlainValue } from '../../base/check';
import type { TypedManifest } from '../../base/oam-kind';

/** An object, or a section of it, to which a policy can be attached. */
export interface PolicyTarget {
  readonly object: TypedManifest;
  /** The name of a rule of a route, or of a listener of a Gateway or a ListenerSet. */
  readonly section?: string;
}

const GATEWAY_GROUP = 'gateway.networking.k8s.io';
const SECURITY_POLICY = 'gateway.envoyproxy.io/SecurityPolicy';

/** The claims that a verified token contains as lists. */
const SPACED = ['scope', 'scp'];

/** Fields that require something other than a token, or that merge two policies. */
const OTHERS = ['basicAuth', 'apiKeyAuth', 'oidc', 'extAuth', 'mergeType'];

/**
 * The guard of a route by SecurityPolicies of Envoy Gateway. `places` are the targets that apply to the route, the
 * closest one first. Only the policy at the closest target counts, whatever it requires.
 */
export function envoyGatewayGuard(index: ObjectIndex, places: readonly PolicyTarget[], request: GuardedRequest): Guard {
  const attached = places.map(place => index.inNamespace(SECURITY_POLICY, place.object.metadata?.namespace)
    .filter(policy => isAttached(policy, place)));
  const [first, ...rivals] = attached.find(each => each.length > 0) ?? [];
  if (!first) return UNGUARDED;
  // the oldest policy wins, but ages are not known
  if (rivals.length > 0) return { issuers: [], rules: rivals.map(object => asksOthers(object, ['spec', 'targetRefs'])) };
  return guardOf(first, request);
}

/** Whether a policy in the namespace of a target is attached to it. */
function isAttached({ spec }: TypedManifest, { object, section }: PolicyTarget): boolean {
  const isMeant = (each?: PlainValue) => each?.kind === object.kind && (each?.group ?? GATEWAY_GROUP) === GATEWAY_GROUP;
  return targetsOf(spec).some(each => isMeant(each) && each?.name === object.metadata?.name && each?.sectionName === section)
    || section === undefined && listOf(spec?.targetSelectors).some(each => isMeant(each) && unmet(each, ownLabels(object)).length === 0);
}

function guardOf(object: TypedManifest, request: GuardedRequest): Guard {
  const { jwt, authorization } = asObject(object.spec);
  const providers = listOf(jwt?.providers).filter(isObject);
  const rules = listOf(authorization?.rules).map((rule, i): GuardRule => {
    const field: FieldOf = { object, path: ['spec', 'authorization', 'rules', i] };
    const condition = conditionOf(asObject(rule), providers, request, field);
    return { ...field, effect: rule?.action === 'Allow' ? 'allows' : 'denies', condition };
  });
  const needsToken = providers.length > 0 && jwt?.optional !== true;
  const asking = OTHERS.filter(each => asObject(object.spec)[each] != null).map(each => asksOthers(object, ['spec', each]));
  const refusesRest = isObject(authorization) && authorization.defaultAction !== 'Allow';
  return {
    issuers: providers.map(({ issuer, audiences }, i): TrustedIssuer => ({
      object,
      path: ['spec', 'jwt', 'providers', i],
      ...isFilled(issuer) && { issuer },
      audiences: listOf<unknown>(audiences).filter(isFilled),
      spaced: SPACED,
    })),
    ...needsToken && { needsToken: { object, path: ['spec', 'jwt'] } },
    rules: [...asking, ...rules],
    ...refusesRest && { refusesRest: { object, path: ['spec', 'authorization'] } },
  };
}

/** The rule of something else that decides, in a way that is not known here. */
export function asksOthers(object: TypedManifest, path: Path): GuardRule {
  return { object, path, effect: 'asks', condition: true };
}

/** The objects to which a policy is attached by name. */
export function targetsOf(spec: PlainValue | undefined): (PlainValue | undefined)[] {
  return [...listOf(spec?.targetRefs), ...isObject(spec?.targetRef) ? [spec.targetRef] : []];
}

/** The condition of a rule on the token of a request. Addresses and other headers are unknown. */
function conditionOf(
  { principal, operation, cel }: PlainFields, providers: readonly PlainFields[], request: GuardedRequest, field: FieldOf,
): Condition {
  const { jwt, ...others } = asObject(principal);
  const unknown = (...steps: readonly string[]): Condition => ({ is: 'unknown', object: field.object, path: [...field.path, ...steps] });
  const { methods, path } = asObject(operation);
  return all(
    methods == null || listOf<unknown>(methods).some(each => String(each).toUpperCase() === request.method.toUpperCase()),
    path == null || isPath(asObject(path), request.path, unknown('operation', 'path')),
    jwt == null || hasToken(asObject(jwt), providers),
    ...Object.keys(others).map(each => unknown('principal', each)),
    cel == null || unknown('cel'),
  );
}

/** Whether a path matches. Regular expressions are unknown, since they are also compared with the query. */
function isPath({ type, value, invert }: PlainFields, asked: string, unknown: Condition): Condition {
  if (type === 'RegularExpression' || typeof value !== 'string') return unknown;
  const prefix = value.replace(/(?<!\/)\/+$/, '');
  const isMet = type === 'Exact' ? asked === value : asked === prefix || asked.startsWith(`${prefix}/`);
  return isMet !== (invert === true);
}

/** The condition that the token is from a provider and has all claims and scopes. */
function hasToken({ provider, claims, scopes }: PlainFields, providers: readonly PlainFields[]): Condition {
  const own = providers.find(({ name }) => name === provider);
  if (!own) return false;
  return all(
    { is: 'claim', claim: ['iss'], values: [isFilled(own.issuer) ? exactly(own.issuer) : ANY_TEXT], form: 'string' },
    ...listOf(claims).map((each): Condition => ({
      is: 'claim',
      claim: String(each?.name).split('.'),
      values: listOf<unknown>(each?.values).map(value => exactly(String(value))),
      form: each?.valueType === 'StringArray' ? 'list' : 'string',
    })),
    ...listOf<unknown>(scopes).map(scope => any(...SPACED.map((name): Condition => ({
      is: 'claim', claim: [name], values: [exactly(String(scope))], form: 'list',
    })))),
  );
}
