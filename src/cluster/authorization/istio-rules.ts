import { all, any, ClaimTest, Condition, FieldOf, not } from './condition';
import { ANY_TEXT, exactly, fits, fitsTemplate, istioPattern, isTemplate, TextPattern } from './patterns';
import type { Path } from '../../base/findings/finding';
import { asObject, isObject, listOf, PlainFields, PlainValue } from '../../base/check';

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

/** Compares a value of a field with a request. */
type FieldTest = (value: string, request: GuardedRequest) => boolean;

const ofHost: FieldTest = (value, { host }) => {
  const pattern = istioPattern(value.toLowerCase());
  return fits(pattern, host.toLowerCase());
};

const ofPath: FieldTest = (value, { path }) => isTemplate(value) ? fitsTemplate(value, path) : fits(istioPattern(value), path);

const ofMethod: FieldTest = (value, { method }) => fits(istioPattern(value), method);

/** The fields of an operation that depend on the request; others depend on the connection. */
const OPERATION: Readonly<Record<string, FieldTest>> = { hosts: ofHost, paths: ofPath, methods: ofMethod };

/** The claims behind the attributes of a token that conditions name. */
const CLAIM_OF: Readonly<Record<string, string>> = { 'request.auth.audiences': 'aud', 'request.auth.presenter': 'azp' };

const CLAIM = 'request.auth.claims';

/** The condition of a rule of an AuthorizationPolicy on the token of a request. Its other conditions are unknown. */
export function conditionOf(rule: PlainValue | undefined, request: GuardedRequest, { object, path }: FieldOf): Condition {
  const at = (...steps: Path): FieldOf => ({ object, path: [...path, ...steps] });
  const operations = listOf(rule?.to).map((each, i) => operationOf(asObject(each?.operation), request, at('to', i, 'operation')));
  // most rules of a gateway are for other requests
  if (operations.length > 0 && operations.every(each => each === false)) return false;
  const sources = listOf(rule?.from).map((each, i) => sourceOf(asObject(each?.source), at('from', i, 'source')));
  return all(
    sources.length === 0 || any(...sources),
    operations.length === 0 || any(...operations),
    ...listOf(rule?.when).map((each, i) => attributeOf(asObject(each), request, at('when', i))),
  );
}

function sourceOf(source: PlainFields, field: FieldOf): Condition {
  return all(...Object.entries(source).map(([name, values]): Condition => {
    if (isEmpty(values)) return true;
    if (name === 'requestPrincipals') return isPrincipal(values);
    return name === 'notRequestPrincipals' ? not(isPrincipal(values)) : unknown(field, name);
  }));
}

function operationOf(operation: PlainFields, request: GuardedRequest, field: FieldOf): Condition {
  return all(...Object.entries(operation).map(([name, values]): Condition => {
    if (isEmpty(values)) return true;
    const [, negation, rest] = /^(not(?=[A-Z]))?(.*)$/s.exec(name)!;
    const own = negation ? rest.charAt(0).toLowerCase() + rest.slice(1) : rest;
    if (!Object.hasOwn(OPERATION, own)) return unknown(field, name);
    return strings(values).some(value => OPERATION[own](value, request)) === (negation === undefined);
  }));
}

function attributeOf({ key, values, notValues }: PlainFields, request: GuardedRequest, field: FieldOf): Condition {
  const test = key === 'connection.sni' ? serverNameTest(request) : tokenTest(typeof key === 'string' ? key : '');
  if (!test) return unknown(field, 'key');
  return all(isEmpty(values) || test(values), isEmpty(notValues) || not(test(notValues)));
}

function serverNameTest({ host, serverName }: GuardedRequest): (values: unknown) => Condition {
  const name = serverName ?? host.toLowerCase().split(':')[0].replace(/\.$/, '');
  return values => strings(values).some(value => fits(istioPattern(value), name));
}

/** Returns the test of an attribute for its values; `undefined` if it is not an attribute of a token. */
function tokenTest(key: string): ((values: unknown) => Condition) | undefined {
  if (key === 'request.auth.principal') return isPrincipal;
  const claim = Object.hasOwn(CLAIM_OF, key) ? [CLAIM_OF[key]] : key.startsWith(CLAIM) ? namesIn(key.slice(CLAIM.length)) : undefined;
  return claim && (values => ({ is: 'claim', claim, values: strings(values).map(istioPattern), form: 'either' }));
}

/** The names in `[a][b]`. A name may contain brackets if it is the only one. */
function namesIn(text: string): readonly string[] | undefined {
  if (/^(\[[^[\]]*\])+$/.test(text)) return text.slice(1, -1).split('][');
  return /^\[.*\]$/s.test(text) ? [text.slice(1, -1)] : undefined;
}

/**
 * The condition for principals. They are compared by their two halves, `<issuer>/<subject>`, both of which a token must
 * have.
 */
function isPrincipal(values: unknown): Condition {
  return any(...strings(values).map(value => {
    const [issuer, subject] = principalOf(value);
    return all(isString('iss', issuer), isString('sub', subject));
  }));
}

/**
 * The patterns of a principal for issuer and subject. If it begins with an asterisk and contains a slash, the subject
 * is literal, even if it is `*`.
 */
function principalOf(value: string): readonly [issuer: TextPattern, subject: TextPattern] {
  if (value === '*') return [ANY_TEXT, ANY_TEXT];
  const slash = value.lastIndexOf('/');
  const [issuer, subject] = slash < 0 ? [value, ''] : [value.slice(0, slash), value.slice(slash + 1)];
  if (value.startsWith('*')) return slash < 0 ? [ANY_TEXT, istioPattern(value)] : [istioPattern(issuer), exactly(subject)];
  if (!value.endsWith('*')) return [exactly(issuer), exactly(subject)];
  return slash < 0 ? [istioPattern(value), ANY_TEXT] : [exactly(issuer), istioPattern(subject)];
}

function isString(claim: string, value: TextPattern): ClaimTest {
  return { is: 'claim', claim: [claim], values: [value], form: 'string' };
}

function unknown({ object, path }: FieldOf, name: string): Condition {
  return { is: 'unknown', object, path: [...path, name] };
}

function isEmpty(values: unknown): boolean {
  return values == null || Array.isArray(values) && values.length === 0 || isObject(values) && Object.keys(values).length === 0;
}

function strings(values: unknown): string[] {
  return listOf<unknown>(values).filter((each): each is string => typeof each === 'string');
}
