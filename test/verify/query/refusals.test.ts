import { LATER, LESS, WHICH, failed, refusal, reply, serve, withoutPort } from './server';
import { Credentials, ScraperClient, ScraperError } from '../../../src/verify/query';

const HTML = 'text/html; charset=utf-8';
const credentials = { user: 'metrics', password: 'hunter2' };

/** The error for an answer with this status and body. */
async function refusedBy(status: number, body: string, contentType = 'application/json', asker?: Credentials): Promise<ScraperError> {
  const { url } = await serve(reply(status, body, { 'content-type': contentType }));
  return failed(new ScraperClient({ url, credentials: asker, retries: 0 }).query('up'));
}

const told = async (...given: Parameters<typeof refusedBy>) => withoutPort((await refusedBy(...given)).message);
const at = (message: string) => `[http://HOST] ${message}`;

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
  ])('%s', async (errorType, status, expected) => {
    const error = await refusedBy(status, refusal(errorType, 'why'));
    expect(withoutPort(error.message)).toBe(at(expected));
    expect(error).toMatchObject({ status, errorType });
  });

  test('with what is no text where a text belongs', async () => {
    const odd = { toString: 1, valueOf: 1 };
    expect(await told(400, refusal(odd, odd, { warnings: [odd], infos: odd }))).toBe(at(`bad-query: an object (400); ${CORRECT}`));
  });

  test('without a reason', async () => {
    expect(await told(401, '{"status":"error","message":"no"}')).toBe(at('unauthorized: no reason is given (401); check user and password, and whether they are those of this scraper'));
  });
});

describe('what something else says', () => {
  const PAGE = '<html><head><title>Oops &amp; so</title></head></html>';
  const page = (status: string) => `answers ${status} with text/html "Oops &amp; so"`;
  const none = (status: string) => `not-prometheus: ${page(status)}, which is not a response of Prometheus; ${WHICH}`;

  test.each<[number, string]>([
    [200, none('200 OK')],
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
  ])('with %d', async (status, expected) => {
    expect(await told(status, PAGE, HTML)).toBe(at(expected));
  });

  test('about who asks', async () => {
    expect(await told(401, PAGE, HTML)).toBe(at('unauthorized: asks for a user and a password (401 Unauthorized); give the credentials of the query interface'));
    expect(await told(401, PAGE, HTML, credentials))
      .toBe(at('unauthorized: rejects user "metrics" with this password (401 Unauthorized); check both, and whether they are those of this scraper'));
    expect(await told(403, PAGE, HTML)).toBe(at('unauthorized: asks for a user and a password (403 Forbidden); give the credentials of the query interface'));
    expect(await told(403, PAGE, HTML, credentials)).toBe(at('unauthorized: does not let user "metrics" ask (403 Forbidden); use a user who may query'));
  });

  test.each<[string, string, string, string]>([
    ['a text', 'text/plain', 'no\nway ', 'text/plain "no way"'],
    ['nothing', 'text/plain', '', 'text/plain'],
    ['no type', '', 'x', 'no Content-Type "x"'],
    ['a page without a title', 'text/html', '  <p>hunter2</p>', 'text/html'],
    ['an empty title', 'text/html', '<title></title>', 'text/html'],
    ['a title with attributes', 'text/html', '<TITLE lang="en">\n Log in\n</TITLE>', 'text/html "Log in"'],
    ['a long text', 'text/plain', 'x'.repeat(1000), `text/plain "${'x'.repeat(119)}… (301 characters)`],
    ['what steers a terminal', 'text/plain', '\u001b]0;x\u0007', 'text/plain "]0;x"'],
    ['JSON', 'application/json', '{"a":1}', 'application/json "{\\"a\\":1}"'],
    ['the password', 'text/hunter2', 'is it hunter2?', 'text/… "is it …?"'],
  ])('is shown: %s', async (_, contentType, text, shown) => {
    expect(await told(418, text, contentType, credentials)).toBe(at(`not-prometheus: answers 418 I'm a Teapot with ${shown}, which is not a response of Prometheus; ${WHICH}`));
  });
});
