import type { Explanation } from '../explanation';

const CHECK_URL = 'check the URL, and that the scraper is reachable from here';
const LESS = 'allow more time, or ask for less: fewer series, a shorter range, a larger step';
const WHICH_URL = 'check the URL: it is that of the scraper, with its path prefix';

/** What can be wrong when a scraper is looked for and asked. */
export const QUERY_CODES = {
  'aborted': {
    cause: 'A call was ended by the `AbortSignal` that was given to it.',
    remedy: 'Nothing, if that was meant.',
    says: { problem: 'the call was aborted', remedy: 'call it again, unless that was meant' },
  },
  'bad-query': {
    cause: 'The scraper does not understand the expression, or a parameter.',
    remedy: 'Correct what the message names. The position counts from 1, as line and column.',
    says: {
      'refused': { problem: '{message:bare} ({status})', remedy: 'correct the expression' },
      'too-long': {
        problem: 'answers {status:bare} with {body:phrase}',
        remedy: 'the expression is too long for the proxy in front of the scraper: shorten it',
      },
      'no-series': { problem: 'the expression gives a {type:bare}, not series', remedy: 'ask for it by query()' },
    },
  },
  'body-too-large': {
    cause: 'An answer is larger than may be held in memory at once: the whole of it, or, in a stream, one series.',
    remedy: 'Ask for less, read it as a stream, or raise `maxBodySize`.',
    says: {
      problem: 'the answer has more than the {limit} bytes that may be held',
      remedy: 'ask for less, read it as a stream, or raise \'maxBodySize\'',
    },
  },
  'execution': {
    cause: 'The scraper understands the expression and cannot evaluate it: it would load too many samples, or series cannot be matched.',
    remedy: 'Ask for less: fewer series, a shorter range. A scraper in agent mode, or one shard of several, is not the one to ask.',
    says: {
      refused: { problem: '{message:bare} ({status})', remedy: 'ask for less, or see what the message says' },
    },
  },
  'invalid-certificate': {
    cause: 'A CA file cannot be read, or holds no certificate in PEM.',
    remedy: 'Give the certificate of the authority that has signed the scraper\'s, beginning with `-----BEGIN CERTIFICATE-----`.',
    says: {
      'not-pem': {
        problem: 'holds no certificate in PEM',
        remedy: 'give the certificate of the authority: it begins with -----BEGIN CERTIFICATE-----',
      },
      'not-read': { problem: 'cannot be read: {error:bare} {file}', remedy: 'check the path and its permissions' },
    },
  },
  'invalid-url': {
    cause: 'A URL does not begin with `https://` or `http://`, or holds what does not belong there: user and password, a query, a fragment.',
    remedy: 'Give the address of the scraper alone, with its path prefix.',
    says: {
      scheme: {
        problem: 'must be a URL that begins with https://, got {value}',
        inManifests: 'write it as "https://prometheus.example.com"',
      },
      credentials: {
        problem: 'must not hold user and password: URLs end up in logs',
        remedy: 'give them in \'credentials\'',
        inManifests: 'give them in --user',
      },
      query: {
        problem: 'must not have a query or a fragment',
        remedy: 'give the address alone, such as "https://prometheus.example.com"',
      },
    },
  },
  'kubectl-failed': {
    cause: '`kubectl` cannot be run, or has failed.',
    background: 'Its own output is printed as it comes.',
    remedy: 'Check that the command works by itself: the context, the login, the permissions. `--url` does without it.',
    says: {
      'no-object': {
        problem: '{command:bare} printed no object in JSON; it is not shown',
        remedy: 'check that the command works, or give the URL of the scraper',
      },
      'timeout': {
        problem: '{command:bare} was ended after {timeout} ms',
        remedy: 'check that the command works, or give the URL of the scraper',
      },
      'not-installed': {
        problem: '{command:bare} is not installed, or not in PATH',
        remedy: 'check that the command works, or give the URL of the scraper',
      },
      'not-run': {
        problem: '{command:bare} cannot be run ({error:bare})',
        remedy: 'check that the command works, or give the URL of the scraper',
      },
      'killed': {
        problem: '{command:bare} was ended by {signal:bare}',
        remedy: 'check that the command works, or give the URL of the scraper',
      },
      'exit-code': {
        problem: '{command:bare} failed with exit code {exitCode}; see its output above',
        remedy: 'check that the command works, or give the URL of the scraper',
      },
    },
  },
  'malformed-body': {
    cause: 'An answer has the form of Prometheus, but is incomplete: the connection was cut, a proxy has changed it, or a field has a type that it must not have.',
    remedy: 'Try again, and check what is between this machine and the scraper.',
    says: {
      'early-end': { problem: 'ends too early at byte {offset}', remedy: WHICH_URL },
      'repeated-key': { problem: 'is given twice at byte {offset}', remedy: WHICH_URL },
      'too-deep': { problem: 'is nested deeper than {max} levels at byte {offset}', remedy: WHICH_URL },
      'not-utf8': { problem: 'is not valid UTF-8 at byte {offset}', remedy: WHICH_URL },
      'not-json': { problem: 'is not JSON: expected {expected:bare} at byte {offset}', remedy: WHICH_URL },
      'body-early-end': { problem: 'the body ends too early at byte {offset}', remedy: WHICH_URL },
      'body-repeated-key': { problem: 'the body repeats a key at byte {offset}', remedy: WHICH_URL },
      'body-too-deep': { problem: 'the body is nested deeper than {max} levels at byte {offset}', remedy: WHICH_URL },
      'body-not-utf8': { problem: 'the body is not valid UTF-8 at byte {offset}', remedy: WHICH_URL },
      'body-not-json': { problem: 'the body is not JSON: expected {expected:bare} at byte {offset}', remedy: WHICH_URL },
      'encoding': { problem: 'the body is encoded as {encoding}, which was not asked for', remedy: WHICH_URL },
      'compression': { problem: 'the body is incomplete, or not compressed as its header says', remedy: WHICH_URL },
      'list': { problem: 'must be a list, got {value}', remedy: WHICH_URL },
      'object': { problem: 'must be an object, got {value}', remedy: WHICH_URL },
      'string': { problem: 'must be a string, got {value}', remedy: WHICH_URL },
      'number': { problem: 'must be a number in a string, got {value}', remedy: WHICH_URL },
      'time': { problem: 'must be a time in seconds with at most three decimals, got {value}', remedy: WHICH_URL },
      'date': { problem: 'must be a time as in RFC 3339, got {value}', remedy: WHICH_URL },
      'duration': { problem: 'must be a number of seconds, got {value}', remedy: WHICH_URL },
      'health': { problem: 'must be up, down or unknown, got {value}', remedy: WHICH_URL },
      'pair': { problem: 'must be a list of two, time and value, got {value}', remedy: WHICH_URL },
      'bucket': { problem: 'must be a list of four, rule, lower and upper boundary and count, got {value}', remedy: WHICH_URL },
      'boundaries': { problem: 'must be an integer from 0 to 3, got {value}', remedy: WHICH_URL },
      'result-type': { problem: 'must be vector, matrix, scalar or string, got {value}', remedy: WHICH_URL },
      'series-type': { problem: 'must be vector or matrix, got {value}', remedy: WHICH_URL },
      'type-of-series': { problem: 'must be that of its series ({kinds:list}), got {value}', remedy: WHICH_URL },
      'matrix': { problem: 'must be matrix, got {value}', remedy: WHICH_URL },
      'one-value': { problem: 'must be a series with one value, got {value}', remedy: WHICH_URL },
      'values': { problem: 'must be a series with a list of values, got {value}', remedy: WHICH_URL },
    },
  },
  'missing-host': {
    cause: 'The Ingress or HTTPRoute that leads to the scraper names no host in its first rule.',
    remedy: 'Give the URL of the scraper instead.',
    says: {
      'no-rules': { problem: 'Ingress {name} has no rules', remedy: 'give the URL of the scraper instead' },
      'rule': { problem: 'the first rule of Ingress {name} has no host', remedy: 'give the URL of the scraper instead' },
      'odd-rule': {
        problem: 'the first rule of Ingress {name} has the host {value}, which is not valid',
        remedy: 'give the URL of the scraper instead',
      },
      'route': { problem: 'HTTPRoute {name} has no host', remedy: 'give the URL of the scraper instead' },
      'odd-route': {
        problem: 'HTTPRoute {name} has the host {value}, which is not valid',
        remedy: 'give the URL of the scraper instead',
      },
    },
  },
  'missing-object': {
    cause: 'An object by which the scraper is found does not exist in the cluster.',
    remedy: 'Check its name, its namespace, and the context of `kubectl`.',
    says: { problem: 'there is no {kind:bare} {name} in namespace {namespace}', remedy: 'check both names, and the context of kubectl' },
  },
  'missing-secret-key': {
    cause: 'A Secret does not have the key that was asked for, or the key has no value.',
    remedy: 'Name the Secret that belongs to the scraper\'s ingress, or the key under which it has the password.',
    says: { problem: 'Secret {name} has no key {key} with a value', remedy: 'it has {keys:quoted}: name another Secret or key' },
  },
  'network': {
    cause: 'The scraper was not reached, or the connection was cut.',
    remedy: 'Check the URL, the DNS, and the log of the proxy in front of the scraper.',
    says: {
      'no-address': {
        problem: 'the host has no address ({systemCode:bare})',
        remedy: 'check the name of the host, and the DNS of this machine',
      },
      'no-lookup': {
        problem: 'the host\'s address cannot be looked up at the moment ({systemCode:bare})',
        remedy: 'check the DNS of this machine',
      },
      'refused': { problem: 'nothing listens there ({systemCode:bare})', remedy: CHECK_URL },
      'cut': {
        problem: 'the connection was cut ({systemCode:bare})',
        remedy: 'try again; if it happens again, look into the log of the proxy in front of the scraper',
      },
      'no-answer': { problem: 'the host does not answer ({systemCode:bare})', remedy: CHECK_URL },
      'no-route': { problem: 'there is no route to the host ({systemCode:bare})', remedy: CHECK_URL },
      'no-network': { problem: 'there is no route to the host\'s network ({systemCode:bare})', remedy: CHECK_URL },
      'no-handshake': {
        problem: 'the TLS handshake failed ({systemCode:bare})',
        remedy:
          'check the port, as plain HTTP needs http://; the server may also want another version of TLS, or a certificate of the client',
      },
      'failed': { problem: 'the connection failed ({systemCode:bare})', remedy: CHECK_URL },
    },
  },
  'not-encoded': {
    cause: 'A value of a Secret is not base64.',
    remedy: 'Write the Secret with `kubectl create secret`, or its text into `stringData`.',
    says: {
      problem: 'Secret {name} has no base64 string under key {key}; it is not shown',
      remedy: 'write it with `kubectl create secret`, or into \'stringData\'',
    },
  },
  'not-found': {
    cause: 'What answers does not have what was asked for.',
    background: 'Not all that speak the API of Prometheus know all of it, and a URL without its path leads elsewhere.',
    remedy: 'Check the URL: it ends before `/api/v1`.',
    says: {
      refused: { problem: '{message:bare} ({status})', remedy: WHICH_URL },
      foreign: { problem: 'answers {status:bare} with {body:phrase}', remedy: WHICH_URL },
    },
  },
  'not-prometheus': {
    cause: 'Something answers that is not Prometheus: the page of a proxy or of a login, plain text, another API.',
    remedy: 'Check the URL. The query interface needs basic authentication; a login page cannot be passed.',
    says: {
      'foreign': { problem: 'answers {status:bare} with {body:phrase}, which is not a response of Prometheus', remedy: WHICH_URL },
      'large-headers': { problem: 'the headers of the answer are too large ({systemCode:bare})', remedy: 'check the URL' },
      'other-protocol': { problem: 'what answers wants to speak another protocol (101 Switching Protocols)', remedy: 'check the URL' },
      'no-http': {
        problem: 'what answers does not speak readable HTTP ({systemCode:bare})',
        remedy: 'check the port: TLS needs https://, plain HTTP http://',
      },
    },
  },
  'password-in-the-clear': {
    cause: 'A password would be sent without TLS, readable on its way.',
    remedy: 'Use `https://`. `insecurePlainHttp` allows it; to the same machine it is always allowed.',
    says: {
      problem: 'would carry the password to {host:bare} without TLS',
      remedy: 'use https://; \'insecurePlainHttp\' allows it',
      inManifests: 'use https://; --insecure-plain-http allows it',
    },
  },
  'read-twice': {
    cause: 'The series of a stream are read a second time, but the stream keeps none of them.',
    remedy: 'Ask again, or keep what was read.',
    says: { problem: 'has been read already', remedy: 'ask again, or keep the series' },
  },
  'redirected': {
    cause: 'The scraper redirects to another host.',
    background: 'The credentials do not go there; it is often the page of a login.',
    remedy: 'Use the URL of the scraper itself.',
    says: {
      circle: { problem: 'redirects more than {most} times on the same host ({status})', remedy: WHICH_URL },
      elsewhere: {
        problem: 'redirects elsewhere ({status}): to {origin:bare}',
        remedy: 'credentials do not go there: use the URL of the scraper itself',
      },
      nowhere: {
        problem: 'redirects elsewhere ({status}): to no URL at all',
        remedy: 'credentials do not go there: use the URL of the scraper itself',
      },
    },
  },
  'timeout': {
    cause: 'There was no answer in time: by the client\'s limit for the whole call, or by the scraper\'s own for evaluating an expression.',
    remedy: 'Allow more time, or ask for less: fewer series, a shorter range, a larger step.',
    says: {
      client: { problem: 'no complete answer within {milliseconds} ms', remedy: LESS },
      refused: { problem: '{message:bare} ({status})', remedy: LESS },
    },
  },
  'unauthorized': {
    cause: 'The query interface does not accept user and password, or was given none.',
    remedy: 'Check both. They are in the Secret that belongs to the scraper\'s ingress.',
    says: {
      'refused': { problem: '{message:bare} ({status})', remedy: 'check user and password, and whether they are those of this scraper' },
      'no-credentials': {
        problem: 'asks for a user and a password ({status:bare})',
        remedy: 'give the credentials of the query interface',
      },
      'wrong-credentials': {
        problem: 'rejects user {user} with this password ({status:bare})',
        remedy: 'check both, and whether they are those of this scraper',
      },
      'nobody': { problem: 'does not let anybody without credentials ask ({status:bare})', remedy: 'use a user who may query' },
      'not-this-user': { problem: 'does not let user {user} ask ({status:bare})', remedy: 'use a user who may query' },
    },
  },
  'unavailable': {
    cause: 'The scraper, or the proxy in front of it, cannot answer at the moment.',
    remedy: 'Try again later, and look into their logs.',
    says: {
      refused: { problem: '{message:bare} ({status})', remedy: 'try again later, and look into the log of the scraper' },
      foreign: {
        problem: 'answers {status:bare} with {body:phrase}',
        remedy: 'try again later, and check that the scraper runs behind what answers',
      },
    },
  },
  'untrusted-certificate': {
    cause: 'The certificate of the server is not trusted: its authority is unknown, it has expired, or it is for another host.',
    remedy: 'Give the authority\'s certificate as the CA file, or renew the server\'s. Switching the verification off gives the password to whoever answers.',
    says: {
      'expired': { problem: 'the server\'s certificate has expired', remedy: 'renew the certificate' },
      'not-yet-valid': { problem: 'the server\'s certificate is not valid yet', remedy: 'check the clock of this machine' },
      'revoked': { problem: 'the server\'s certificate was revoked', remedy: 'renew the certificate' },
      'self-signed': { problem: 'the server\'s certificate is self-signed', remedy: 'give the authority\'s certificate as the CA file' },
      'unknown-authority': {
        problem: 'the server\'s certificate is signed by an authority that is not trusted',
        remedy: 'give the authority\'s certificate as the CA file',
      },
      'other-host': { problem: 'the server\'s certificate is for another host', remedy: 'use the host that the certificate names' },
      'refused': { problem: 'the server\'s certificate is rejected ({systemCode:bare})', remedy: 'renew the certificate' },
    },
  },
} as const satisfies Record<string, Explanation>;
