import type { Explanation } from '../sentence';

const CHECK_URL = 'check the URL, and that the scraper is reachable from here';

const LESS = 'allow more time, or ask for less: fewer series, a shorter range, a larger step';

const WHICH_URL = 'check the URL: it is that of the scraper, with its path prefix';

/** What can be wrong when a scraper is looked for and asked. */
export const QUERY_CODES = {
  'aborted': {
    cause: 'A call was ended by the `AbortSignal` that was given to it.',
    remedy: 'Nothing, if that was meant.',
    says: ['the call was aborted', 'call it again, unless that was meant'],
  },
  'bad-query': {
    cause: 'The scraper does not understand the expression, or a parameter.',
    remedy: 'Correct what the message names. The position counts from 1, as line and column.',
    says: {
      'refused': ['{message:bare} ({status})', 'correct the expression'],
      'too-long': ['answers {status:bare} with {body:phrase}',
        'the expression is too long for the proxy in front of the scraper: shorten it'],
      'no-series': ['the expression gives a {type:bare}, not series', 'ask for it by query()'],
    },
  },
  'body-too-large': {
    cause: 'An answer is larger than may be held in memory at once: the whole of it, or, in a stream, one series.',
    remedy: 'Ask for less, read it as a stream, or raise `maxBodySize`.',
    says: ['the answer has more than the {limit} bytes that may be held', "ask for less, read it as a stream, or raise 'maxBodySize'"],
  },
  'execution': {
    cause: 'The scraper understands the expression and cannot evaluate it: it would load too many samples, or series cannot be matched.',
    remedy: 'Ask for less: fewer series, a shorter range. A scraper in agent mode, or one shard of several, is not the one to ask.',
    says: {
      refused: ['{message:bare} ({status})', 'ask for less, or see what the message says'],
    },
  },
  'invalid-certificate': {
    cause: 'A CA file cannot be read, or holds no certificate in PEM.',
    remedy: "Give the certificate of the authority that has signed the scraper's, beginning with `-----BEGIN CERTIFICATE-----`.",
    says: {
      'not-pem': ['holds no certificate in PEM', 'give the certificate of the authority: it begins with -----BEGIN CERTIFICATE-----'],
      'not-read': ['cannot be read: {error:bare} {file}', 'check the path and its permissions'],
    },
  },
  'invalid-url': {
    cause: 'A URL does not begin with `https://` or `http://`, or holds what does not belong there: user and password, a query, '
      + 'a fragment.',
    remedy: 'Give the address of the scraper alone, with its path prefix; to an assertion on routes, a whole URL.',
    says: {
      scheme: ['must be a URL that begins with https://, got {value}', '', 'write it as "https://prometheus.example.com"'],
      route: ['must be a URL that begins with https:// or http://, got {value}', '', 'write it as "https://shop.example.com/cart"'],
      jwks: ['must be a URL that begins with https://, got {value}',
        'write it as "https://login.example.com/jwks.json"'],
      credentials: ['must not hold user and password: URLs end up in logs', "give them in 'credentials'", 'give them in --user'],
      query: ['must not have a query or a fragment', 'give the address alone, such as "https://prometheus.example.com"'],
    },
  },
  'kubectl-failed': {
    cause: '`kubectl` cannot be run, or has failed.',
    background: 'Its own output is printed as it comes.',
    remedy: 'Check that the command works by itself: the context, the login, the permissions. `--url` does without it.',
    help: 'check that the command works, or give the URL of the scraper',
    says: {
      'no-object': '{command:bare} printed no object in JSON; it is not shown',
      'timeout': '{command:bare} was ended after {timeout} ms',
      'not-installed': '{command:bare} is not installed, or not in PATH',
      'not-run': '{command:bare} cannot be run ({error:bare})',
      'killed': '{command:bare} was ended by {signal:bare}',
      'exit-code': '{command:bare} failed with exit code {exitCode}; see its output above',
    },
  },
  'malformed-body': {
    cause: 'An answer has the form of Prometheus, but is incomplete: the connection was cut, a proxy has changed it, '
      + 'or a field has a type that it must not have.',
    remedy: 'Try again, and check what is between this machine and the scraper.',
    help: WHICH_URL,
    says: {
      'early-end': 'ends too early at byte {offset}',
      'repeated-key': 'is given twice at byte {offset}',
      'too-deep': 'is nested deeper than {max} levels at byte {offset}',
      'not-utf8': 'is not valid UTF-8 at byte {offset}',
      'not-json': 'is not JSON: expected {expected:bare} at byte {offset}',
      'body-early-end': 'the body ends too early at byte {offset}',
      'body-repeated-key': 'the body repeats a key at byte {offset}',
      'body-too-deep': 'the body is nested deeper than {max} levels at byte {offset}',
      'body-not-utf8': 'the body is not valid UTF-8 at byte {offset}',
      'body-not-json': 'the body is not JSON: expected {expected:bare} at byte {offset}',
      'encoding': 'the body is encoded as {encoding}, which was not asked for',
      'compression': 'the body is incomplete, or not compressed as its header says',
      'list': 'must be a list, got {value}',
      'object': 'must be an object, got {value}',
      'string': 'must be a string, got {value}',
      'number': 'must be a number in a string, got {value}',
      'time': 'must be a time in seconds with at most three decimals, got {value}',
      'date': 'must be a time as in RFC 3339, got {value}',
      'duration': 'must be a number of seconds, got {value}',
      'health': 'must be up, down or unknown, got {value}',
      'pair': 'must be a list of two, time and value, got {value}',
      'bucket': 'must be a list of four, rule, lower and upper boundary and count, got {value}',
      'boundaries': 'must be an integer from 0 to 3, got {value}',
      'result-type': 'must be vector, matrix, scalar or string, got {value}',
      'series-type': 'must be vector or matrix, got {value}',
      'type-of-series': 'must be that of its series ({kinds:list}), got {value}',
      'matrix': 'must be matrix, got {value}',
      'one-value': 'must be a series with one value, got {value}',
      'values': 'must be a series with a list of values, got {value}',
    },
  },
  'missing-host': {
    cause: 'The Ingress or HTTPRoute that leads to the scraper names no host in its first rule.',
    remedy: 'Give the URL of the scraper instead.',
    help: 'give the URL of the scraper instead',
    says: {
      'no-rules': 'Ingress {name} has no rules',
      'rule': 'the first rule of Ingress {name} has no host',
      'odd-rule': 'the first rule of Ingress {name} has the host {value}, which is not valid',
      'route': 'HTTPRoute {name} has no host',
      'odd-route': 'HTTPRoute {name} has the host {value}, which is not valid',
    },
  },
  'missing-object': {
    cause: 'An object by which the scraper is found does not exist in the cluster.',
    remedy: 'Check its name, its namespace, and the context of `kubectl`.',
    says: ['there is no {kind:bare} {name} in namespace {namespace}', 'check both names, and the context of kubectl'],
  },
  'missing-secret-key': {
    cause: 'A Secret does not have the key that was asked for, or the key has no value.',
    remedy: "Name the Secret that belongs to the scraper's ingress, or the key under which it has the password.",
    says: ['Secret {name} has no key {key} with a value', 'it has {keys:quoted}: name another Secret or key'],
  },
  'network': {
    cause: 'The scraper was not reached, or the connection was cut.',
    remedy: 'Check the URL, the DNS, and the log of the proxy in front of the scraper.',
    help: CHECK_URL,
    says: {
      'no-address': ['the host has no address ({systemCode:bare})', 'check the name of the host, and the DNS of this machine'],
      'no-lookup': ["the host's address cannot be looked up at the moment ({systemCode:bare})", 'check the DNS of this machine'],
      'refused': 'nothing listens there ({systemCode:bare})',
      'cut': ['the connection was cut ({systemCode:bare})',
        'try again; if it happens again, look into the log of the proxy in front of the scraper'],
      'no-answer': 'the host does not answer ({systemCode:bare})',
      'no-route': 'there is no route to the host ({systemCode:bare})',
      'no-network': "there is no route to the host's network ({systemCode:bare})",
      'no-handshake': ['the TLS handshake failed ({systemCode:bare})',
        'check the port, as plain HTTP needs http://; the server may also want another version of TLS, or a certificate of the client'],
      'failed': 'the connection failed ({systemCode:bare})',
    },
  },
  'not-encoded': {
    cause: 'A value of a Secret is not base64.',
    remedy: 'Write the Secret with `kubectl create secret`, or its text into `stringData`.',
    says: ['Secret {name} has no base64 string under key {key}; it is not shown',
      "write it with `kubectl create secret`, or into 'stringData'"],
  },
  'not-found': {
    cause: 'What answers does not have what was asked for.',
    background: 'Not all that speak the API of Prometheus know all of it, and a URL without its path leads elsewhere.',
    remedy: 'Check the URL: it ends before `/api/v1`.',
    help: WHICH_URL,
    says: {
      refused: '{message:bare} ({status})',
      foreign: 'answers {status:bare} with {body:phrase}',
    },
  },
  'not-prometheus': {
    cause: 'Something answers that is not Prometheus: the page of a proxy or of a login, plain text, another API.',
    remedy: 'Check the URL. The query interface needs basic authentication; a login page cannot be passed.',
    help: 'check the URL',
    says: {
      'foreign': ['answers {status:bare} with {body:phrase}, which is not a response of Prometheus', WHICH_URL],
      'large-headers': 'the headers of the answer are too large ({systemCode:bare})',
      'other-protocol': 'what answers wants to speak another protocol (101 Switching Protocols)',
      'no-http': ['what answers does not speak readable HTTP ({systemCode:bare})',
        'check the port: TLS needs https://, plain HTTP http://'],
    },
  },
  'password-in-the-clear': {
    cause: 'A password would be sent without TLS, readable on its way.',
    remedy: 'Use `https://`. `insecurePlainHttp` allows it; to the same machine it is always allowed.',
    says: ['would carry the password to {host:bare} without TLS', "use https://; 'insecurePlainHttp' allows it",
      'use https://; --insecure-plain-http allows it'],
  },
  'read-twice': {
    cause: 'The series of a stream are read a second time, but the stream keeps none of them.',
    remedy: 'Ask again, or keep what was read.',
    says: ['has been read already', 'ask again, or keep the series'],
  },
  'redirected': {
    cause: 'The scraper redirects to another host.',
    background: 'The credentials do not go there; it is often the page of a login.',
    remedy: 'Use the URL of the scraper itself.',
    help: 'credentials do not go there: use the URL of the scraper itself',
    says: {
      circle: ['redirects more than {most} times on the same host ({status})', WHICH_URL],
      elsewhere: 'redirects elsewhere ({status}): to {origin:bare}',
      nowhere: 'redirects elsewhere ({status}): to no URL at all',
    },
  },
  'timeout': {
    cause: "There was no answer in time: by the client's limit for the whole call, or by the scraper's own for evaluating an expression.",
    remedy: 'Allow more time, or ask for less: fewer series, a shorter range, a larger step.',
    help: LESS,
    says: {
      client: 'no complete answer within {milliseconds} ms',
      refused: '{message:bare} ({status})',
    },
  },
  'unauthorized': {
    cause: 'The query interface does not accept user and password, or was given none.',
    remedy: "Check both. They are in the Secret that belongs to the scraper's ingress.",
    help: 'use a user who may query',
    says: {
      'refused': ['{message:bare} ({status})', 'check user and password, and whether they are those of this scraper'],
      'no-credentials': ['asks for a user and a password ({status:bare})', 'give the credentials of the query interface'],
      'wrong-credentials': ['rejects user {user} with this password ({status:bare})',
        'check both, and whether they are those of this scraper'],
      'nobody': 'does not let anybody without credentials ask ({status:bare})',
      'not-this-user': 'does not let user {user} ask ({status:bare})',
    },
  },
  'unavailable': {
    cause: 'The scraper, or the proxy in front of it, cannot answer at the moment.',
    remedy: 'Try again later, and look into their logs.',
    says: {
      refused: ['{message:bare} ({status})', 'try again later, and look into the log of the scraper'],
      foreign: ['answers {status:bare} with {body:phrase}', 'try again later, and check that the scraper runs behind what answers'],
    },
  },
  'untrusted-certificate': {
    cause: 'The certificate of the server is not trusted: its authority is unknown, it has expired, or it is for another host.',
    remedy: "Give the authority's certificate as the CA file, or renew the server's. "
      + 'Switching the verification off gives the password to whoever answers.',
    help: 'renew the certificate',
    says: {
      'expired': "the server's certificate has expired",
      'not-yet-valid': ["the server's certificate is not valid yet", 'check the clock of this machine'],
      'revoked': "the server's certificate was revoked",
      'self-signed': ["the server's certificate is self-signed", "give the authority's certificate as the CA file"],
      'unknown-authority': ["the server's certificate is signed by an authority that is not trusted",
        "give the authority's certificate as the CA file"],
      'other-host': ["the server's certificate is for another host", 'use the host that the certificate names'],
      'refused': "the server's certificate is rejected ({systemCode:bare})",
    },
  },
} as const satisfies Record<string, Explanation>;
