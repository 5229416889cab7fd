import { all, any, ClaimTest, Condition, FieldOf, not } from './condition';
import { ANY_TEXT, exactly, fits, fitsTemplate, istioPattern, isTemplate, TextPattern } from './patterns';
import type { Path } from '../findings/path';
import { asObject, isObject, listOf, PlainFields, PlainValue } from '../private/check';

/** A request as policies compare it. */
export interface GuardedRequest {
  /** As the client sends it: in any case, maybe with a port. */
  readonly host: string;
  /** As the gateway has normalized it, without a query. */
  readonly path: string;
  readonly method: string;
  /**
   * The server name that the client asks for as it connects, in lower case; empty in plain text.
   *
   * @default - the host, without a port and a dot at the end
   */
  readonly serverName?: string;
}

/** What a field is compared with. */
type FieldTest = (value: string, request: GuardedRequest) => boolean;

const ofHost: FieldTest = (value, { host }) => {
  const pattern = istioPattern(value.toLowerCase());
  return fits(pattern, host.toLowerCase());
};

const ofPath: FieldTest = (value, { path }) => isTemplate(value) ? fitsTemplate(value, path) : fits(istioPattern(value), path);

const ofMethod: FieldTest = (value, { method }) => fits(istioPattern(value), method);

/** The fields of an operation that a request shows; others are about the connection. */
const OPERATION: Readonly<Record<string, FieldTest>> = { hosts: ofHost, paths: ofPath, methods: ofMethod };

/** The attributes of a token that conditions name, as claims. */
const CLAIM_OF: Readonly<Record<string, string>> = { 'request.auth.audiences': 'aud', 'request.auth.presenter': 'azp' };

const CLAIM = 'request.auth.claims';

/** What a rule of an AuthorizationPolicy asks of the token of a request. Whatever else it asks for is not known. */
export function conditionOf(rule: PlainValue | undefined, request: GuardedRequest, { object, path }: FieldOf): Condition {
  const at = (...steps: Path): FieldOf => ({ object, path: [...path, ...steps] });
  const sources = listOf(rule?.from).map((each, i) => sourceOf(asObject(each?.source), at('from', i, 'source')));
  const operations = listOf(rule?.to).map((each, i) => operationOf(asObject(each?.operation), request, at('to', i, 'operation')));
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
  const name = serverName ?? host.toLowerCase().replace(/\.?(:.*)?$/, '');
  return values => strings(values).some(value => fits(istioPattern(value), name));
}

/** How the values of an attribute are compared with a token; `undefined` if it is no attribute of a token. */
function tokenTest(key: string): ((values: unknown) => Condition) | undefined {
  if (key === 'request.auth.principal') return isPrincipal;
  const claim = Object.hasOwn(CLAIM_OF, key) ? [CLAIM_OF[key]] : key.startsWith(CLAIM) ? namesIn(key.slice(CLAIM.length)) : undefined;
  return claim && (values => ({ is: 'claim', claim, values: strings(values).map(istioPattern), form: 'either' }));
}

/** The names in `[a][b]`; a name may hold brackets if it is the only one. */
function namesIn(text: string): readonly string[] | undefined {
  if (/^(\[[^[\]]*\])+$/.test(text)) return text.slice(1, -1).split('][');
  return /^\[.*\]$/s.test(text) ? [text.slice(1, -1)] : undefined;
}

/** Principals are compared by their two halves, `<issuer>/<subject>`, both of which a token has to have. */
function isPrincipal(values: unknown): Condition {
  return any(...strings(values).map(value => {
    const [issuer, subject] = principalOf(value);
    return all(isString('iss', issuer), isString('sub', subject));
  }));
}

/** What a principal says of issuer and subject. An asterisk in front of a slash leaves the subject a whole text, even if that is `*`. */
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
