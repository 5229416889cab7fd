import {
  allConditions, anyCondition, ANY_TEXT, Condition, exactText, FieldOf, fitsPattern, oppositeOf, TextPattern,
} from './condition';
import { policyTargetRefs } from './envoy-gateway';
import { Guard, GuardRule, TrustedIssuer } from './guard';
import type { ObjectIndex } from '../objects/object-index';
import { asObject, isFilled, isObject, listOf, PlainValue } from '../../base/check';
import type { TypedManifest } from '../../base/oam-kind';
import { regexEscaped } from '../../base/regexes';

/** A request in the form in which policies compare it. */
export interface GuardedRequest {
  /** The host as the client sends it: in upper or lower case, possibly with a port. */
  readonly host: string;
  /** The path as normalized by the gateway, without a query. */
  readonly path: string;
  readonly method: string;
  /**
   * The server name in the TLS handshake of the client, in lower case; empty for plain text.
   *
   * @default - the host, without a port and a trailing dot
   */
  readonly serverName?: string;
}

/** The pods of a gateway. */
export interface ServingPods {
  /** The namespace; `undefined` if it is not known. */
  readonly namespace?: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** The known properties of the pods of an Istio gateway. */
export interface IstioPods extends ServingPods {
  /** Whether they may have further labels. */
  readonly mayHaveMore: boolean;
  /** The name of the Gateway of the Gateway API to which the pods belong. */
  readonly gateway?: string;
}

/** The namespace whose policies apply to the whole mesh, unless Istio is configured with another one. */
const ROOT_NAMESPACE = 'istio-system';

/** The guard of a gateway by Istio's policies. Policies that deny are evaluated before those that allow. */
export function istioGuard(index: ObjectIndex, pods: IstioPods, request: GuardedRequest): Guard {
  // each with the field that determines whether it selects the gateway, if that is not known
  const selecting = (kind: string) => index.ofKind(`security.istio.io/${kind}`).flatMap(object => {
    const answer = selectsGateway(object, pods);
    return answer === false ? [] : [{ object, unless: answer === true ? undefined : answer }];
  });
  const policies = selecting('AuthorizationPolicy')
    // a dry run is not enforced
    .filter(({ object }) => asObject(object.metadata?.annotations)['istio.io/dry-run'] !== 'true');
  const withAction = (action: string) => policies.filter(({ object }) => (object.spec?.action ?? 'ALLOW') === action);
  const rulesOf = ({ object, unless }: typeof policies[number], effect: GuardRule['effect'], isNarrowed = true) =>
    listOf(object.spec?.rules).flatMap((rule, i): GuardRule[] => {
      const field = { object, path: ['spec', 'rules', i] };
      const own = istioCondition(rule, request, field);
      const condition = unless && isNarrowed ? allConditions({ is: 'unknown', ...unless }, own) : own;
      return condition === false ? [] : [{ ...field, effect, condition }];
    });
  const allowing = withAction('ALLOW');
  const sure = allowing.find(({ unless }) => !unless);
  return {
    issuers: selecting('RequestAuthentication').flatMap(({ object, unless }) =>
      listOf(object.spec?.jwtRules).map((rule, i): TrustedIssuer => ({
        object,
        path: ['spec', 'jwtRules', i],
        ...isFilled(rule?.issuer) && { issuer: rule.issuer },
        audiences: listOf<unknown>(rule?.audiences).filter(isFilled),
        spaced: ['permission', 'scope', ...listOf<unknown>(rule?.spaceDelimitedClaims).filter(isFilled)],
        ...unless && { isUnsure: true },
      }))),
    rules: [
      ...withAction('CUSTOM').flatMap(policy => rulesOf(policy, 'asks')),
      ...withAction('DENY').flatMap(policy => rulesOf(policy, 'denies')),
      ...allowing.flatMap(policy => rulesOf(policy, 'allows', sure !== undefined)),
      // a policy that allows some requests denies all others
      ...sure ? [] : allowing.map(({ unless }): GuardRule =>
        ({ ...unless!, effect: 'denies', condition: { is: 'unknown', ...unless! } })),
    ],
    ...sure && { refusesRest: { object: sure.object, path: ['spec', 'rules'] } },
  };
}

/** Whether a policy applies to the pods of a gateway; the field on which that depends if it is not known. */
function selectsGateway(object: TypedManifest, pods: IstioPods): boolean | FieldOf {
  const { metadata, spec } = object;
  const { labels, mayHaveMore, gateway } = pods;
  const targets = policyTargetRefs(spec);
  if (targets.length > 0) {
    return gateway !== undefined && metadata?.namespace === pods.namespace && targets.some(each =>
      each?.group === 'gateway.networking.k8s.io' && each.kind === 'Gateway' && each.name === gateway);
  }
  const wanted = Object.entries(asObject<Record<string, unknown>>(asObject(spec?.selector).matchLabels));
  const missing = wanted.filter(([key, value]) => !Object.hasOwn(labels, key) || labels[key] !== value);
  const mayHaveThem = mayHaveMore && missing.every(([key]) => !Object.hasOwn(labels, key));
  if (missing.length > 0 && !mayHaveThem) return false;
  const namespace: unknown = metadata?.namespace;
  if (namespace !== ROOT_NAMESPACE && pods.namespace !== undefined && namespace !== pods.namespace) return false;
  if (missing.length > 0) return { object, path: ['spec', 'selector', 'matchLabels'] };
  return namespace === ROOT_NAMESPACE || pods.namespace !== undefined || { object, path: ['metadata', 'namespace'] };
}

/** The fields of an operation that depend on the request; others depend on the connection. */
const OPERATION: Readonly<Record<string, (value: string, request: GuardedRequest) => boolean>> = {
  hosts: (value, { host }) => fitsPattern(istioPattern(value.toLowerCase()), host.toLowerCase()),
  paths: (value, { path }) => fitsIstioPath(value, path),
  methods: (value, { method }) => fitsPattern(istioPattern(value), method),
};

/** The claims behind the attributes of a token that conditions name. */
const CLAIM_OF: Readonly<Record<string, string>> = { 'request.auth.audiences': 'aud', 'request.auth.presenter': 'azp' };

const CLAIM = 'request.auth.claims';

/** The condition of a rule of an AuthorizationPolicy on the token of a request. Its other conditions are unknown. */
function istioCondition(rule: PlainValue | undefined, request: GuardedRequest, { object, path }: FieldOf): Condition {
  const unknown = (...steps: readonly (string | number)[]): Condition =>
    ({ is: 'unknown', object, path: [...path, ...steps] });
  const operations = listOf(rule?.to).map((each, i) =>
    allConditions(...Object.entries(asObject(each?.operation)).map(([name, values]): Condition => {
      if (isEmptyField(values)) return true;
      const [, negation, rest] = /^(not(?=[A-Z]))?(.*)$/s.exec(name)!;
      const own = negation ? rest.charAt(0).toLowerCase() + rest.slice(1) : rest;
      if (!Object.hasOwn(OPERATION, own)) return unknown('to', i, 'operation', name);
      return stringsIn(values).some(value => OPERATION[own](value, request)) === (negation === undefined);
    })));
  // most rules of a gateway are for other requests
  if (operations.length > 0 && operations.every(each => each === false)) return false;
  const sources = listOf(rule?.from).map((each, i) =>
    allConditions(...Object.entries(asObject(each?.source)).map(([name, values]): Condition => {
      if (isEmptyField(values)) return true;
      if (name === 'requestPrincipals') return isPrincipal(values);
      return name === 'notRequestPrincipals' ? oppositeOf(isPrincipal(values)) : unknown('from', i, 'source', name);
    })));
  return allConditions(
    sources.length === 0 || anyCondition(...sources),
    operations.length === 0 || anyCondition(...operations),
    ...listOf(rule?.when).map((each, i) => {
      const { key, values, notValues } = asObject(each);
      const test = attributeTest(typeof key === 'string' ? key : '', request);
      if (!test) return unknown('when', i, 'key');
      return allConditions(
        isEmptyField(values) || test(values),
        isEmptyField(notValues) || oppositeOf(test(notValues)),
      );
    }),
  );
}

/** The test of an attribute for its values; `undefined` if it is neither the server name nor of a token. */
function attributeTest(key: string, request: GuardedRequest): ((values: unknown) => Condition) | undefined {
  if (key === 'connection.sni') {
    const name = request.serverName ?? request.host.toLowerCase().split(':')[0].replace(/\.$/, '');
    return values => stringsIn(values).some(value => fitsPattern(istioPattern(value), name));
  }
  if (key === 'request.auth.principal') return isPrincipal;
  let claim = Object.hasOwn(CLAIM_OF, key) ? [CLAIM_OF[key]] : undefined;
  if (!claim && key.startsWith(CLAIM)) {
    // the names in `[a][b]`; a name may contain brackets if it is the only one
    const names = key.slice(CLAIM.length);
    if (/^\[.*\]$/s.test(names)) {
      const inner = names.slice(1, -1);
      claim = /^(\[[^[\]]*\])+$/.test(names) ? inner.split('][') : [inner];
    }
  }
  return claim && (values => ({ is: 'claim', claim, values: stringsIn(values).map(istioPattern), form: 'either' }));
}

/** The condition for principals, `<issuer>/<subject>`. They are compared by their halves; a token must have both. */
function isPrincipal(values: unknown): Condition {
  return anyCondition(...stringsIn(values).map(value => {
    const [iss, sub] = principalPatterns(value);
    return allConditions(
      { is: 'claim', claim: ['iss'], values: [iss], form: 'string' },
      { is: 'claim', claim: ['sub'], values: [sub], form: 'string' },
    );
  }));
}

/**
 * The patterns of a principal for issuer and subject. If it begins with an asterisk and contains a slash, the subject
 * is literal, even if it is `*`.
 */
function principalPatterns(value: string): readonly [issuer: TextPattern, subject: TextPattern] {
  if (value === '*') return [ANY_TEXT, ANY_TEXT];
  const slash = value.lastIndexOf('/');
  const [issuer, subject] = slash < 0 ? [value, ''] : [value.slice(0, slash), value.slice(slash + 1)];
  if (value.startsWith('*')) {
    return slash < 0 ? [ANY_TEXT, istioPattern(value)] : [istioPattern(issuer), exactText(subject)];
  }
  if (!value.endsWith('*')) return [exactText(issuer), exactText(subject)];
  return slash < 0 ? [istioPattern(value), ANY_TEXT] : [exactText(issuer), istioPattern(subject)];
}

/** Whether Istio treats a field as absent: it is null, or an empty list or object. */
function isEmptyField(values: unknown): boolean {
  return values == null || Array.isArray(values) && values.length === 0
    || isObject(values) && Object.keys(values).length === 0;
}

function stringsIn(values: unknown): string[] {
  return listOf<unknown>(values).filter((each): each is string => typeof each === 'string');
}

/**
 * Parses a pattern. An asterisk at the beginning or the end is a wildcard, and alone it matches any text. Elsewhere it
 * is literal.
 */
function istioPattern(text: string): TextPattern {
  if (text === '*') return ANY_TEXT;
  if (text.startsWith('*')) return { is: 'suffix', text: text.slice(1) };
  return text.endsWith('*') ? { is: 'prefix', text: text.slice(0, -1) } : exactText(text);
}

/** The characters that the wildcards of Envoy's templates match, as part of a character class. */
const LITERAL = "A-Za-z0-9\\-._~%!$&'()+,;:@=";

/** Whether a path matches a pattern or a template, in which `{*}` is one element and `{**}` any number of them. */
function fitsIstioPath(value: string, path: string): boolean {
  if (!value.includes('{*}') && !value.includes('{**}')) return fitsPattern(istioPattern(value), path);
  const source = value.split(/(\{\*\*?\}|\*\*?)/).map(part => {
    if (part === '{**}' || part === '**') return `[${LITERAL}/]*`;
    return part === '{*}' || part === '*' ? `[${LITERAL}]+` : regexEscaped(part);
  });
  return new RegExp(`^${source.join('')}$`).test(path);
}
