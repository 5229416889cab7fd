import { all, Condition, FieldOf } from './condition';
import { Guard, GuardRule } from './guard';
import { conditionOf, GuardedRequest } from './istio-rules';
import type { TrustedIssuer } from './token';
import { asObject, isFilled, isObject, listOf } from '../private/check';
import { isKind } from '../private/kinds/kind-of';
import type { TypedManifest } from '../private/oam-kind';

/** The known properties of the pods of an Istio gateway. */
export interface IstioPods {
  /** The namespace; `undefined` if it is not known. */
  readonly namespace?: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Whether they may have further labels. */
  readonly mayHaveMore: boolean;
  /** The name of the Gateway of the Gateway API to which the pods belong. */
  readonly gateway?: string;
}

/** The namespace whose policies apply to the whole mesh, unless Istio is configured with another one. */
const ROOT_NAMESPACE = 'istio-system';

const GATEWAY_GROUP = 'gateway.networking.k8s.io';

/** The guard of a gateway by Istio's policies. Policies that deny are evaluated before those that allow. */
export function istioGuard(objects: readonly TypedManifest[], pods: IstioPods, request: GuardedRequest): Guard {
  const policies = selecting(objects, 'security.istio.io/AuthorizationPolicy', pods)
    // a dry run is not enforced
    .filter(({ object }) => asObject(object.metadata?.annotations)['istio.io/dry-run'] !== 'true');
  const of = (action: string) => policies.filter(({ object }) => (object.spec?.action ?? 'ALLOW') === action);
  const allowing = of('ALLOW');
  const [sure] = allowing.filter(({ unless }) => !unless);
  return {
    issuers: selecting(objects, 'security.istio.io/RequestAuthentication', pods).flatMap(issuersOf),
    rules: [
      ...of('CUSTOM').flatMap(policy => rulesOf(policy, 'asks', request)),
      ...of('DENY').flatMap(policy => rulesOf(policy, 'denies', request)),
      ...allowing.flatMap(policy => rulesOf(policy, 'allows', request, sure !== undefined)),
      // a policy that allows some requests denies all others
      ...sure ? [] : allowing.map(({ unless }): GuardRule => ({ ...unless!, effect: 'denies', condition: { is: 'unknown', ...unless! } })),
    ],
    ...sure && { refusesRest: { object: sure.object, path: ['spec', 'rules'] } },
  };
}

/** A policy that selects a gateway, or may. */
interface Selecting {
  readonly object: TypedManifest;
  /** The field that determines whether it does, if that is not known. */
  readonly unless?: FieldOf;
}

function rulesOf({ object, unless }: Selecting, effect: GuardRule['effect'], request: GuardedRequest, isNarrowed = true): GuardRule[] {
  return listOf(object.spec?.rules).flatMap((rule, i) => {
    const field = { object, path: ['spec', 'rules', i] };
    const own = conditionOf(rule, request, field);
    const condition: Condition = unless && isNarrowed ? all({ is: 'unknown', ...unless }, own) : own;
    return condition === false ? [] : [{ ...field, effect, condition }];
  });
}

function issuersOf({ object, unless }: Selecting): TrustedIssuer[] {
  return listOf(object.spec?.jwtRules).map((rule, i): TrustedIssuer => ({
    object,
    path: ['spec', 'jwtRules', i],
    ...isFilled(rule?.issuer) && { issuer: rule.issuer },
    audiences: listOf<unknown>(rule?.audiences).filter(isFilled),
    spaced: ['permission', 'scope', ...listOf<unknown>(rule?.spaceDelimitedClaims).filter(isFilled)],
    ...unless && { isUnsure: true },
  }));
}

function selecting(objects: readonly TypedManifest[], kind: string, pods: IstioPods): Selecting[] {
  return objects.filter(object => isKind(object, kind)).flatMap((object): Selecting[] => {
    const answer = selects(object, pods);
    return answer === false ? [] : [{ object, ...answer !== true && { unless: answer } }];
  });
}

/** Whether a policy applies to the pods of a gateway; the field on which that depends if it is not known. */
function selects(object: TypedManifest, pods: IstioPods): boolean | FieldOf {
  const { metadata, spec } = object;
  const targets = [...listOf(spec?.targetRefs), ...isObject(spec?.targetRef) ? [spec.targetRef] : []];
  if (targets.length > 0) {
    return pods.gateway !== undefined && metadata?.namespace === pods.namespace
      && targets.some(each => each?.group === GATEWAY_GROUP && each.kind === 'Gateway' && each.name === pods.gateway);
  }
  const isSelected = hasLabels(asObject<Record<string, unknown>>(asObject(spec?.selector).matchLabels), pods);
  if (isSelected === false) return false;
  const namespace: unknown = metadata?.namespace;
  if (namespace !== ROOT_NAMESPACE && pods.namespace !== undefined && namespace !== pods.namespace) return false;
  if (isSelected === undefined) return { object, path: ['spec', 'selector', 'matchLabels'] };
  return namespace === ROOT_NAMESPACE || pods.namespace !== undefined || { object, path: ['metadata', 'namespace'] };
}

/** Whether pods have labels; `undefined` if it is not known. */
function hasLabels(wanted: Readonly<Record<string, unknown>>, { labels, mayHaveMore }: IstioPods): boolean | undefined {
  const missing = Object.entries(wanted).filter(([key, value]) => !Object.hasOwn(labels, key) || labels[key] !== value);
  if (missing.length === 0) return true;
  return mayHaveMore && missing.every(([key]) => !Object.hasOwn(labels, key)) ? undefined : false;
}
