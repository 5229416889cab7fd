import { LATER, LESS, WHICH } from './server';
import { ScraperError } from '../../src/query';
import { mustBe } from '../../src/query/decode';
import { Failures } from '../../src/query/errors';
import { Failure, KnownFailure, Malformed, Redirected, Refused, failure } from '../../src/query/failures';
import { Secrets } from '../../src/query/secrets';

const URL_ = 'https://example.com';
const anonymous = new Failures(URL_, new Secrets());
const known = new Failures(URL_, new Secrets({ user: 'metrics', password: 'hunter2' }), 'metrics');

const messageOf = (error: unknown, failures = anonymous) => failures.of(error).message;
const at = (message: string) => `[${URL_}] ${message}`;

const html = (status: number, text: string, contentType = 'text/html; charset=utf-8') => new Refused({ status, contentType }, text);
const own = (status: number, envelope: object) => new Refused({ status, contentType: 'application/json', retryAfter: undefined }, '', { status: 'error', ...envelope });

describe('what Prometheus says itself', () => {
  const CORRECT = 'correct the expression';
  const NOW = 'try again later, and look into the log of the scraper';
  const SEE = 'ask for less, or see what the message says';

  test.each<[string, number, string]>([
    ['bad_data', 400, `bad-query: why (400); ${CORRECT}`],
    ['not_acceptable', 406, `bad-query: why (406); ${CORRECT}`],
    ['execution', 422, `execution: why (422); ${SEE}`],
    ['timeout', 503, `timeout: why (503); ${LESS}`],
    ['canceled', 499, `unavailable: why (499); ${NOW}`],
    ['internal', 500, `unavailable: why (500); ${NOW}`],
    ['unavailable', 500, `unavailable: why (500); ${NOW}`],
    ['not_found', 404, 'not-found: why (404); check the URL: it is that of the scraper, with its path prefix'],
    ['too_many_samples', 422, `execution: why (422); ${SEE}`],
    // others have names of their own
    ['', 400, `bad-query: why (400); ${CORRECT}`],
    ['constructor', 400, `bad-query: why (400); ${CORRECT}`],
    ['__proto__', 200, `execution: why (200); ${SEE}`],
    ['unauthorized', 401, 'unauthorized: why (401); check user and password, and whether they are those of this scraper'],
    ['forbidden', 403, 'unauthorized: why (403); check user and password, and whether they are those of this scraper'],
    ['gone', 404, 'not-found: why (404); check the URL: it is that of the scraper, with its path prefix'],
    ['too_many_requests', 429, `unavailable: why (429); ${NOW}`],
    ['bad_gateway', 502, `unavailable: why (502); ${NOW}`],
    ['busy', 503, `unavailable: why (503); ${NOW}`],
    ['late', 504, `unavailable: why (504); ${NOW}`],
  ])('%s', (errorType, status, expected) => {
    const error = anonymous.of(own(status, { errorType, error: 'why' }));
    expect(error.message).toBe(at(expected));
    expect(error).toMatchObject({ status, errorType, url: URL_ });
  });

  test('with what is no text where a text belongs', () => {
    const odd = JSON.parse('{"toString":1,"valueOf":1}');
    expect(() => anonymous.of(own(400, { errorType: odd, error: odd, warnings: [odd], infos: odd }))).not.toThrow();
  });

  test('without a reason', () => {
    expect(messageOf(own(401, { message: 'no' }))).toBe(at('unauthorized: no reason is given (401); check user and password, and whether they are those of this scraper'));
    expect(messageOf(own(422, { errorType: 'execution', error: null }))).toBe(at(`execution: no reason is given (422); ${SEE}`));
  });
});

describe('what something else says', () => {
  const PAGE = '<html><head><title>Oops &amp; so</title></head></html>';
  const page = (status: string) => `answers ${status} with text/html "Oops &amp; so"`;
  const none = (status: string) => `not-prometheus: ${page(status)}, which is not a response of Prometheus; ${WHICH}`;

  test.each<[number, string]>([
    [200, none('200 OK')],
    [204, none('204 No Content')],
    [304, none('304 Not Modified')],
    [400, none('400 Bad Request')],
    [404, `not-found: ${page('404 Not Found')}; ${WHICH}`],
    [413, `bad-query: ${page('413 Payload Too Large')}; the expression is too long for the proxy in front of the scraper: shorten it`],
    [414, `bad-query: ${page('414 URI Too Long')}; the expression is too long for the proxy in front of the scraper: shorten it`],
    [429, `unavailable: ${page('429 Too Many Requests')}; ${LATER}`],
    [500, none('500 Internal Server Error')],
    [502, `unavailable: ${page('502 Bad Gateway')}; ${LATER}`],
    [503, `unavailable: ${page('503 Service Unavailable')}; ${LATER}`],
    [504, `unavailable: ${page('504 Gateway Timeout')}; ${LATER}`],
    [599, none('599')],
  ])('with %d', (status, expected) => {
    expect(messageOf(html(status, PAGE))).toBe(at(expected));
  });

  test('about who asks', () => {
    expect(messageOf(html(401, PAGE))).toBe(at('unauthorized: asks for a user and a password (401 Unauthorized); give the credentials of the query interface'));
    expect(messageOf(html(401, PAGE), known))
      .toBe(at('unauthorized: rejects user "metrics" with this password (401 Unauthorized); check both, and whether they are those of this scraper'));
    expect(messageOf(html(403, PAGE))).toBe(at('unauthorized: does not accept requests without credentials (403 Forbidden); use a user who may query'));
    expect(messageOf(html(403, PAGE), known)).toBe(at('unauthorized: does not let user "metrics" ask (403 Forbidden); use a user who may query'));
  });

  test.each<[string, string, string, string]>([
    ['a text', 'text/plain', 'no\nway ', 'text/plain "no way"'],
    ['nothing', 'text/plain', '', 'text/plain'],
    ['no type', '', 'x', 'no Content-Type and the text "x"'],
    ['a page without a title', 'text/html', '  <p>hunter2</p>', 'text/html'],
    ['an empty title', 'text/html', '<title></title>', 'text/html'],
    ['a title with attributes', 'text/html', '<TITLE lang="en">\n Log in\n</TITLE>', 'text/html "Log in"'],
    ['a long text', 'text/plain', 'x'.repeat(1000), `text/plain "${'x'.repeat(119)}… (301 characters)`],
    ['what steers a terminal', 'text/\u001bplain', '\u001b]0;x\u0007', 'text/ plain "]0;x"'],
    ['JSON', 'application/json', '{"a":1}', 'application/json "{\\"a\\":1}"'],
    ['the password', 'text/hunter2', 'is it hunter2?', 'text/… "is it …?"'],
  ])('is shown: %s', (_, contentType, text, shown) => {
    expect(messageOf(html(418, text, contentType), known)).toBe(at(`not-prometheus: answers 418 I'm a Teapot with ${shown}, which is not a response of Prometheus; ${WHICH}`));
  });
});

describe('a malformed body', () => {
  test.each<[string, Malformed, string, object]>([
    ['as a whole', new Malformed('', () => ({ reason: 'not-json' })), 'the body is not JSON in UTF-8', { field: '' }],
    ['at a field', mustBe('data', 'object', 1), "'data' must be an object, got 1", { field: 'data' }],
    ['at a field that is the password', mustBe('data', 'list', 'hunter2'), "'data' must be a list, got \"…\"", { field: 'data' }],
    ['at a field with a name of its own', mustBe("data.result[0].metric['\u001b[2Jhunter2\n']", 'string', 1), "'data.result[0].metric[' [2J… ']' must be a string, got 1",
      { field: "data.result[0].metric[' [2J… ']" }],
  ])('%s', (_, malformed, said, details) => {
    const error = known.of(malformed);
    expect(error.message).toBe(at(`malformed-body: ${said}; ${WHICH}`));
    expect(error).toMatchObject(details);
  });

  test('that is not compressed as it says', () => {
    expect(messageOf(Object.assign(new Error('x'), { code: 'Z_DATA_ERROR' }))).toBe(at(`malformed-body: the body is incomplete, or not compressed as its header says; ${WHICH}`));
  });
});

describe('a redirect', () => {
  const to = (url?: string, status = 302, isCircle = false) =>
    known.of(new Redirected(status, url === undefined ? undefined : new URL(url), isCircle));
  const OWN = 'credentials do not go there: use the URL of the scraper itself';

  test('to another host: the path, where tokens lie, is not shown', () => {
    const error = to('https://login.example.com/?rd=secret#x');
    expect(error.message).toBe(at(`redirected: redirects elsewhere (302): to https://login.example.com; ${OWN}`));
    expect(error.status).toBe(302);
  });

  test('to nowhere', () => {
    expect(to(undefined, 307).message).toBe(at(`redirected: redirects elsewhere (307): to no URL at all; ${OWN}`));
  });

  test('to something that has no host', () => {
    expect(to('mailto:x').message).toBe(at(`redirected: redirects elsewhere (302): to mailto:; ${OWN}`));
  });

  test('in circles', () => {
    expect(to(URL_, 301, true).message).toBe(at(`redirected: redirects more than 5 times on the same host (301); ${WHICH}`));
  });

  test('to a host that is named as the password', () => {
    expect(to('https://hunter2.example.com').message).not.toContain('hunter2');
  });
});

test('what the client has ended says so', () => {
  const said = (why: Failure) => messageOf(new KnownFailure(why));
  expect(said(failure('aborted', {}))).toBe(at('aborted: the call was aborted; call it again, unless that was meant'));
  expect(said(failure('timeout', { reason: 'client', milliseconds: 50 }))).toBe(at(`timeout: no complete answer within 50 ms; ${LESS}`));
  expect(said(failure('body-too-large', { limit: 1000 }))).toBe(at("body-too-large: the answer has more than 1000 bytes; ask for less, or raise 'maxBodySize'"));
});

test('what is unknown is a failure of the network, with its name', () => {
  const error = anonymous.of(Object.assign(new Error('hunter2'), { code: 'EMFILE' }));
  expect(error).toBeInstanceOf(ScraperError);
  expect(error.message).toBe(at('network: the connection failed (EMFILE); check the URL, and that the scraper is reachable from here'));
  expect(error.systemCode).toBe('EMFILE');
});
