import { Phrases, showPhrase, Explanation, List, Name, ofWords, quotedList, shown } from '../sentence';
import { expected } from './shapes';
import type { Shown } from '../finding';

const CHECK_URL = 'check the URL, and that the scraper is reachable from here';

const LESS = 'allow more time, or ask for less: fewer series, a shorter range, a larger step';

const WHICH_URL = 'check the URL: it is that of the scraper, with its path prefix';

/** Findings about the search for a scraper, and about its answers. */
export const QUERY_CODES = {
  'aborted': {
    cause: 'The program aborted the call through its `AbortSignal`.',
    remedy: 'If this was intended, no action is needed.',
    says: ['the call was aborted', 'call it again, unless that was meant'],
  },
  'bad-query': {
    cause: 'The scraper rejects the expression or a parameter.',
    remedy: 'Correct what the message names. Lines and columns count from 1.',
    says: {
      'refused': (p: { message: string; status: number }) => [`${p.message} (${p.status})`, 'correct the expression'],
      'too-long': (p: { status: string; body: Phrases }) => [`answers ${p.status} with ${showPhrase(p.body)}`,
        'the expression is too long for the proxy in front of the scraper: shorten it'],
    },
  },
  'body-too-large': {
    cause: 'An answer has more than 64 MiB.',
    remedy: 'Ask for fewer series, a shorter range or a larger step.',
    says: (p: { limit: number }) => [`the answer has more than ${p.limit} bytes`,
      'ask for less: fewer series, a shorter range, a larger step'],
  },
  'execution': {
    cause: 'The scraper cannot evaluate the expression: it loads too many samples, or series do not match.',
    remedy: 'Ask for fewer series or a shorter range. Do not query a scraper in agent mode or a single shard.',
    says: {
      refused: (p: { message: string; status: number }) =>
        [`${p.message} (${p.status})`, 'ask for less, or see what the message says'],
    },
  },
  'invalid-certificate': {
    cause: 'A CA file is unreadable or holds no PEM certificate.',
    remedy: "Pass the certificate of the authority that signed the scraper's certificate.",
    says: {
      'not-pem': ['holds no certificate in PEM',
        'give the certificate of the authority: it begins with -----BEGIN CERTIFICATE-----'],
      'not-read': (p: { error: string; file: Name }) => [`cannot be read: ${p.error} ${shown(p.file)}`,
        'check the path and its permissions'],
    },
  },
  'invalid-url': {
    cause: 'A URL does not begin with `https://` or `http://`, or contains credentials, a query or a fragment.',
    remedy: 'Give the address of the scraper with its path prefix only; for routes, a whole URL.',
    says: {
      'own-words': ofWords,
      expected,
      'credentials': ['must not hold user and password: URLs end up in logs',
        "give them in 'credentials'", 'give them in --user'],
      'query': ['must not have a query or a fragment',
        'give the address alone, such as "https://prometheus.example.com"'],
    },
  },
  'kubectl-failed': {
    cause: '`kubectl` failed or cannot be run; its output is shown unchanged.',
    remedy: 'Check the context, the login and the permissions, or use `--url`, which needs no kubectl.',
    help: 'check that the command works, or give the URL of the scraper',
    says: {
      'no-object': (p: { command: string }) => `${p.command} printed no object in JSON; it is not shown`,
      'timeout': (p: { command: string; timeout: number }) => `${p.command} was ended after ${p.timeout} ms`,
      'not-installed': (p: { command: string }) => `kubectl is not installed, or not in PATH: ${p.command} was not run`,
      'not-run': (p: { command: string; error: string }) => `${p.command} cannot be run (${p.error})`,
      'killed': (p: { command: string; signal: string }) => `${p.command} was ended by ${p.signal}`,
      'exit-code': (p: { command: string; exitCode: number }) =>
        `${p.command} failed with exit code ${p.exitCode}; see its output above`,
    },
  },
  'malformed-body': {
    cause: 'An answer of the scraper is incomplete or has a field of the wrong type.',
    remedy: 'Try again, and check the proxies in between.',
    help: WHICH_URL,
    says: {
      expected,
      'not-json': 'the body is not JSON in UTF-8',
    },
  },
  'missing-host': {
    cause: 'The Ingress or HTTPRoute of the scraper has no usable host in its first rule.',
    remedy: 'Give the URL of the scraper instead.',
    help: 'give the URL of the scraper instead',
    says: {
      rule: (p: { name: Name; value: Shown }) =>
        `the first rule of Ingress ${shown(p.name)} must have a DNS name as its host, got ${shown(p.value)}`,
      route: (p: { name: Name; value: Shown }) =>
        `the first host of HTTPRoute ${shown(p.name)} must be a DNS name, got ${shown(p.value)}`,
    },
  },
  'missing-object': {
    cause: 'An object that leads to the scraper does not exist in the cluster.',
    remedy: 'Check the name, the namespace and the `kubectl` context.',
    says: (p: { kind: string; name: Name; namespace: Name }) =>
      [`there is no ${p.kind} ${shown(p.name)} in namespace ${shown(p.namespace)}`,
        'check both names, and the context of kubectl'],
  },
  'missing-secret-key': {
    cause: 'A Secret lacks the requested key or its value.',
    remedy: "Name the Secret of the scraper's Ingress, or the key with the password.",
    says: (p: { name: Name; key: Name; keys: List }) =>
      [`Secret ${shown(p.name)} has no key ${shown(p.key)} with a value`,
        `it has ${quotedList(p.keys)}: name another Secret or key`],
  },
  'network': {
    cause: 'The scraper was unreachable, or the connection failed.',
    remedy: 'Check the URL, the DNS, and the logs of proxies.',
    help: CHECK_URL,
    says: {
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
  },
  'not-found': {
    cause: 'The server does not have what was requested.',
    remedy: 'Check the URL, which ends before `/api/v1`, and whether the server has the whole Prometheus API.',
    help: WHICH_URL,
    says: {
      refused: (p: { message: string; status: number }) => `${p.message} (${p.status})`,
      foreign: (p: { status: string; body: Phrases }) => `answers ${p.status} with ${showPhrase(p.body)}`,
    },
  },
  'not-prometheus': {
    cause: 'The server is not Prometheus: it returns a proxy or login page, or another API.',
    remedy: 'Check the URL. Queries need basic authentication, not a login page.',
    help: 'check the URL',
    says: {
      'foreign': (p: { status: string; body: Phrases }) =>
        [`answers ${p.status} with ${showPhrase(p.body)}, which is not a response of Prometheus`, WHICH_URL],
      'no-http': (p: { systemCode: string }) => [`what answers does not speak readable HTTP (${p.systemCode})`,
        'check the port: TLS needs https://, plain HTTP http://'],
    },
  },
  'password-in-the-clear': {
    cause: 'A password would be sent without TLS to another machine.',
    remedy: 'Use `https://`. `insecurePlainHttp` allows plain text.',
    says: (p: { host: string }) => [`would carry the password to ${p.host} without TLS`,
      "use https://; 'insecurePlainHttp' allows it", 'use https://; --insecure-plain-http allows it'],
  },
  'redirected': {
    cause: 'The scraper redirects, often to a login page; credentials are not sent there.',
    remedy: 'Use the URL of the scraper itself.',
    says: (p: { to: string; status: number }) =>
      [`redirects to ${p.to} (${p.status}), which is not followed`, 'use the URL of the scraper itself'],
  },
  'timeout': {
    cause: 'The answer exceeded the time limit of the client or the scraper.',
    remedy: 'Allow more time, or ask for fewer series, a shorter range or a larger step.',
    help: LESS,
    says: {
      client: (p: { milliseconds: number }) => `no complete answer within ${p.milliseconds} ms`,
      refused: (p: { message: string; status: number }) => `${p.message} (${p.status})`,
    },
  },
  'unauthorized': {
    cause: 'The scraper rejects the user and password, or got none.',
    remedy: "Check both; they are in the Secret of the scraper's Ingress.",
    help: 'use a user who may query',
    says: {
      'refused': (p: { message: string; status: number }) => [`${p.message} (${p.status})`,
        'check user and password, and whether they are those of this scraper'],
      'no-credentials': (p: { status: string }) => [`asks for a user and a password (${p.status})`,
        'give the credentials of the query interface'],
      'wrong-credentials': (p: { user: Name; status: string }) =>
        [`rejects user ${shown(p.user)} with this password (${p.status})`,
          'check both, and whether they are those of this scraper'],
      'not-this-user': (p: { user: Name; status: string }) => `does not let user ${shown(p.user)} ask (${p.status})`,
    },
  },
  'unavailable': {
    cause: 'The scraper, or the proxy before it, cannot answer now.',
    remedy: 'Try again later, and check their logs.',
    says: {
      refused: (p: { message: string; status: number }) => [`${p.message} (${p.status})`,
        'try again later, and look into the log of the scraper'],
      foreign: (p: { status: string; body: Phrases }) => [`answers ${p.status} with ${showPhrase(p.body)}`,
        'try again later, and check that the scraper runs behind what answers'],
    },
  },
  'untrusted-certificate': {
    cause: "The server's certificate has an unknown authority, has expired, or is for another host.",
    remedy: "Pass the authority's certificate as the CA file, or renew the server's. Do not disable verification: it "
      + 'exposes the password.',
    help: 'renew the certificate',
    says: {
      'expired': "the server's certificate has expired",
      'not-yet-valid': ["the server's certificate is not valid yet", 'check the clock of this machine'],
      'self-signed': ["the server's certificate is self-signed", "give the authority's certificate as the CA file"],
      'unknown-authority': ["the server's certificate is signed by an authority that is not trusted",
        "give the authority's certificate as the CA file"],
      'other-host': ["the server's certificate is for another host", 'use the host that the certificate names'],
      'refused': (p: { systemCode: string }) => `the server's certificate is rejected (${p.systemCode})`,
    },
  },
} as const satisfies Record<string, Explanation>;
