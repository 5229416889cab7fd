import { Phrases, showPhrase, CodeSentences, List, Name, ofWords, quotedList, shown } from '../sentence';
import { expected } from './shapes';
import type { Shown } from '../finding';

const CHECK_URL = 'check the URL, and that the scraper is reachable from here';

const LESS = 'allow more time, or ask for less: fewer series, a shorter range, a larger step';

const WHICH_URL = 'check the URL: it is that of the scraper, with its path prefix';

/** Findings about the search for a scraper, and about its answers. */
export const QUERY_CODES = {
  'aborted': ['the call was aborted', 'call it again, unless that was meant'],
  'bad-query': {
    'refused': (p: { message: string; status: number }) => [`${p.message} (${p.status})`, 'correct the expression'],
    'too-long': (p: { status: string; body: Phrases }) => [`answers ${p.status} with ${showPhrase(p.body)}`,
      'the expression is too long for the proxy in front of the scraper: shorten it'],
  },
  'body-too-large': (p: { limit: number }) => [`the answer has more than ${p.limit} bytes`,
    'ask for less: fewer series, a shorter range, a larger step'],
  'execution': {
    refused: (p: { message: string; status: number }) =>
      [`${p.message} (${p.status})`, 'ask for less, or see what the message says'],
  },
  'invalid-certificate': {
    'not-pem': ['holds no certificate in PEM',
      'give the certificate of the authority: it begins with -----BEGIN CERTIFICATE-----'],
    'not-read': (p: { error: string; file: Name }) => [`cannot be read: ${p.error} ${shown(p.file)}`,
      'check the path and its permissions'],
  },
  'invalid-url': {
    'own-words': ofWords,
    expected,
    'credentials': ['must not hold user and password: URLs end up in logs',
      "give them in 'credentials'", 'give them in --user'],
    'query': ['must not have a query or a fragment',
      'give the address alone, such as "https://prometheus.example.com"'],
  },
  'kubectl-failed': {
    'help': 'check that the command works, or give the URL of the scraper',
    'no-object': (p: { command: string }) => `${p.command} printed no object in JSON; it is not shown`,
    'timeout': (p: { command: string; timeout: number }) => `${p.command} was ended after ${p.timeout} ms`,
    'not-installed': (p: { command: string }) => `kubectl is not installed, or not in PATH: ${p.command} was not run`,
    'not-run': (p: { command: string; error: string }) => `${p.command} cannot be run (${p.error})`,
    'killed': (p: { command: string; signal: string }) => `${p.command} was ended by ${p.signal}`,
    'exit-code': (p: { command: string; exitCode: number }) =>
      `${p.command} failed with exit code ${p.exitCode}; see its output above`,
  },
  'malformed-body': { 'help': WHICH_URL, expected, 'not-json': 'the body is not JSON in UTF-8' },
  'missing-host': {
    help: 'give the URL of the scraper instead',
    rule: (p: { name: Name; value: Shown }) =>
      `the first rule of Ingress ${shown(p.name)} must have a DNS name as its host, got ${shown(p.value)}`,
    route: (p: { name: Name; value: Shown }) =>
      `the first host of HTTPRoute ${shown(p.name)} must be a DNS name, got ${shown(p.value)}`,
  },
  'missing-object': (p: { kind: string; name: Name; namespace: Name }) =>
    [`there is no ${p.kind} ${shown(p.name)} in namespace ${shown(p.namespace)}`,
      'check both names, and the context of kubectl'],
  'missing-secret-key': (p: { name: Name; key: Name; keys: List }) =>
    [`Secret ${shown(p.name)} has no key ${shown(p.key)} with a value`,
      `it has ${quotedList(p.keys)}: name another Secret or key`],
  'network': {
    'help': CHECK_URL,
    'no-address': (p: { systemCode: string }) => [`the host has no address (${p.systemCode})`,
      'check the name of the host, and the DNS of this machine'],
    'refused': (p: { systemCode: string }) => `nothing listens there (${p.systemCode})`,
    'cut': (p: { systemCode: string }) => [`the connection was cut (${p.systemCode})`,
      'try again; if it happens again, look into the log of the proxy in front of the scraper'],
    'no-handshake': (p: { systemCode: string }) => [`the TLS handshake failed (${p.systemCode})`,
      'check the port, as plain HTTP needs http://; the server may also want another version of TLS, or a '
        + 'certificate of the client'],
    'failed': (p: { systemCode: string }) => `the connection failed (${p.systemCode})`,
  },
  'not-found': {
    help: WHICH_URL,
    refused: (p: { message: string; status: number }) => `${p.message} (${p.status})`,
    foreign: (p: { status: string; body: Phrases }) => `answers ${p.status} with ${showPhrase(p.body)}`,
  },
  'not-prometheus': {
    'help': 'check the URL',
    'foreign': (p: { status: string; body: Phrases }) =>
      [`answers ${p.status} with ${showPhrase(p.body)}, which is not a response of Prometheus`, WHICH_URL],
    'no-http': (p: { systemCode: string }) => [`what answers does not speak readable HTTP (${p.systemCode})`,
      'check the port: TLS needs https://, plain HTTP http://'],
  },
  'password-in-the-clear': (p: { host: string }) => [`would carry the password to ${p.host} without TLS`,
    "use https://; 'insecurePlainHttp' allows it", 'use https://; --insecure-plain-http allows it'],
  'redirected': (p: { to: string; status: number }) =>
    [`redirects to ${p.to} (${p.status}), which is not followed`, 'use the URL of the scraper itself'],
  'timeout': {
    help: LESS,
    client: (p: { milliseconds: number }) => `no complete answer within ${p.milliseconds} ms`,
    refused: (p: { message: string; status: number }) => `${p.message} (${p.status})`,
  },
  'unauthorized': {
    'help': 'use a user who may query',
    'refused': (p: { message: string; status: number }) => [`${p.message} (${p.status})`,
      'check user and password, and whether they are those of this scraper'],
    'no-credentials': (p: { status: string }) => [`asks for a user and a password (${p.status})`,
      'give the credentials of the query interface'],
    'wrong-credentials': (p: { user: Name; status: string }) =>
      [`rejects user ${shown(p.user)} with this password (${p.status})`,
        'check both, and whether they are those of this scraper'],
    'not-this-user': (p: { user: Name; status: string }) => `does not let user ${shown(p.user)} ask (${p.status})`,
  },
  'unavailable': {
    refused: (p: { message: string; status: number }) => [`${p.message} (${p.status})`,
      'try again later, and look into the log of the scraper'],
    foreign: (p: { status: string; body: Phrases }) => [`answers ${p.status} with ${showPhrase(p.body)}`,
      'try again later, and check that the scraper runs behind what answers'],
  },
  'untrusted-certificate': {
    'help': 'renew the certificate',
    'expired': "the server's certificate has expired",
    'not-yet-valid': ["the server's certificate is not valid yet", 'check the clock of this machine'],
    'self-signed': ["the server's certificate is self-signed", "give the authority's certificate as the CA file"],
    'unknown-authority': ["the server's certificate is signed by an authority that is not trusted",
      "give the authority's certificate as the CA file"],
    'other-host': ["the server's certificate is for another host", 'use the host that the certificate names'],
    'refused': (p: { systemCode: string }) => `the server's certificate is rejected (${p.systemCode})`,
  },
} as const satisfies Record<string, CodeSentences>;
