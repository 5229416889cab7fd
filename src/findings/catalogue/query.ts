import type { Explanation } from '../explanation';

/** What can be wrong when a scraper is looked for and asked. */
export const QUERY_CODES = {
  'aborted': {
    cause: 'A call was ended by the `AbortSignal` that was given to it.',
    remedy: 'Nothing, if that was meant.',
  },
  'bad-query': {
    cause: 'The scraper does not understand the expression, or a parameter.',
    remedy: 'Correct what the message names. The position counts from 1, as line and column.',
  },
  'body-too-large': {
    cause: 'An answer is larger than what may be held of it at once: the whole of it, or, in a stream, one series.',
    remedy: 'Ask for less, read it as a stream, or raise `maxBodySize`.',
  },
  'execution': {
    cause: 'The scraper understands the expression and cannot evaluate it: it would load too many samples, or labels meet that must not.',
    remedy: 'Ask for less: fewer series, a shorter range. A scraper in agent mode, or one shard of several, is not the one to ask.',
  },
  'invalid-certificate': {
    cause: 'A CA file cannot be read, or holds no certificate in PEM.',
    remedy: 'Give the certificate of the authority that has signed the scraper\'s, beginning with `-----BEGIN CERTIFICATE-----`.',
  },
  'invalid-url': {
    cause: 'A URL does not begin with `https://` or `http://`, or holds what does not belong there: user and password, a query, a fragment.',
    remedy: 'Give the address of the scraper alone, with the path below which it lies.',
  },
  'kubectl-failed': {
    cause: '`kubectl` cannot be run, or has refused. What it says itself is printed as it comes.',
    remedy: 'See whether the command works by itself: the context, the login, the rights. `--url` does without it.',
  },
  'malformed-body': {
    cause: 'An answer has the form of Prometheus and is not whole: the connection was cut, a proxy has changed it, or a field has a type that it must not have.',
    remedy: 'Try again, and see what lies between here and the scraper.',
  },
  'missing-host': {
    cause: 'The Ingress or HTTPRoute that leads to the scraper names no host of its own in its first rule.',
    remedy: 'Give the URL of the scraper instead.',
  },
  'missing-object': {
    cause: 'An object by which the scraper is found does not exist in the cluster.',
    remedy: 'Check its name, its namespace, and the context of `kubectl`.',
  },
  'missing-secret-key': {
    cause: 'A Secret does not have the key that was asked for, or nothing is in it.',
    remedy: 'Name the Secret that belongs to the scraper\'s ingress, or the key under which it has the password.',
  },
  'network': {
    cause: 'The scraper was not reached, or the connection was cut.',
    remedy: 'Check the URL, the DNS, and the log of the proxy in front of the scraper.',
  },
  'no-password': {
    cause: 'There is a user and no password for it: neither the environment, nor a file, nor the Secret has one, and nobody is there to be asked.',
    remedy: 'Set `CDK8S_OAM_PASSWORD`, or give `--password-file`. The password is never an argument: other users of the machine see those.',
  },
  'not-encoded': {
    cause: 'A value of a Secret is not text in base64.',
    remedy: 'Write the Secret with `kubectl create secret`, or its text into `stringData`.',
  },
  'not-found': {
    cause: 'What answers does not have what was asked for. Not all that speak the API of Prometheus know all of it, and a URL without its path leads elsewhere.',
    remedy: 'Check the URL: it ends before `/api/v1`.',
  },
  'not-prometheus': {
    cause: 'Something answers that is not Prometheus: the page of a proxy or of a login, plain text, another API.',
    remedy: 'Check the URL. The query interface needs basic authentication; a login page cannot be passed.',
  },
  'nothing-declared': {
    cause: 'Among the manifests there is neither an ApplicationConfiguration with a component nor a workload or a monitor with the labels `app.oam.dev/name` and `app.oam.dev/component`, so that there is nothing to verify.',
    remedy: 'Give the files that hold them: the output folder of `cdk8s synth`.',
  },
  'password-in-the-clear': {
    cause: 'A password would be sent without TLS, readable on its way.',
    remedy: 'Use `https://`. `insecurePlainHttp` allows it; to this very machine it is always allowed.',
  },
  'read-twice': {
    cause: 'The series of a stream are read a second time: nothing of them is kept.',
    remedy: 'Ask again, or keep what was read.',
  },
  'redirected': {
    cause: 'The scraper sends to another host. The credentials do not go there; it is often the page of a login.',
    remedy: 'Use the URL of the scraper itself.',
  },
  'timeout': {
    cause: 'There was no answer in time: by the client\'s limit for the whole call, or by the scraper\'s own for evaluating an expression.',
    remedy: 'Allow more time, or ask for less: fewer series, a shorter range, a larger step.',
  },
  'unauthorized': {
    cause: 'The query interface does not accept user and password, or was given none.',
    remedy: 'Check both. They are in the Secret that belongs to the scraper\'s ingress.',
  },
  'unavailable': {
    cause: 'The scraper, or the proxy in front of it, cannot answer at the moment.',
    remedy: 'Try again later, and look into their logs.',
  },
  'untrusted-certificate': {
    cause: 'The certificate of the server is not trusted: its authority is unknown, it has expired, or it is for another host.',
    remedy: 'Give the authority\'s certificate as the CA file, or renew the server\'s. Switching the verification off gives the password to whoever answers.',
  },
  'usage': {
    cause: 'Options of the command contradict each other, one is missing, or one belongs to another tool.',
    remedy: 'See what the message names, and `cdk8s-oam help`.',
  },
} as const satisfies Record<string, Explanation>;
