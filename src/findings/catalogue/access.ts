import type { Explanation } from '../explanation';

/** What to do in place of writing a password into a program. */
const USE_CREDENTIALS = 'use ScraperCredentials.externalSecret(), generatedPassword(), existingSecret() or sealedSecret(); '
  + 'insecurePlaintext() is for a laptop, where everyone may read the password';

/** What can be wrong with the access to a scraper. */
export const ACCESS_CODES = {
  'controller-annotation': {
    cause: 'An annotation is for another ingress controller than the one that is named, which silently ignores it; or `ScraperAccess` writes it itself; or it could let requests in without the password or send the password elsewhere, as snippets can.',
    remedy: 'Leave it out, or name the controller that the cluster runs.',
    says: {
      own: { problem: 'is written by ScraperAccess itself', remedy: 'leave it out' },
      configuration: {
        problem: 'is written into the configuration of {controller:bare}, and could let requests in without the password',
        remedy: 'leave it out',
      },
      opening: { problem: 'could let requests in without the password', remedy: 'leave it out' },
      leaking: { problem: 'would send the password elsewhere too', remedy: 'leave it out' },
      class: { problem: 'would contradict the class of the controller', remedy: 'leave it out' },
      foreign: {
        problem: 'is read by {reader:bare}; {controller:bare} silently ignores it',
        remedy: 'leave it out, or name the controller that the cluster runs',
      },
    },
  },
  'hash-not-accepted': {
    cause: 'The ingress controller does not accept this hash of a password, or hashes the password itself: nobody could log in.',
    remedy: 'Use one of the hashes that the message names, or another controller.',
    says: {
      'not-made': { problem: 'must be one that can be made there ({made:list}), got {value}', remedy: 'leave it out' },
      'not-hashed': { problem: 'must not be set, got {value}: {controller:bare} hashes the password itself', remedy: 'leave it out' },
      'not-accepted': {
        problem: 'must be one that {controller:bare} accepts ({accepted:list}), got {value}',
        remedy: 'leave it out to use {usual:bare}',
      },
      'none-accepted': {
        problem: 'must be one that {controller:bare} accepts ({accepted:list}), got {value}',
        remedy: 'choose another controller',
      },
      'existing': { problem: 'must be one that {controller:bare} accepts ({accepted:list}), got {value}', remedy: 'recreate the Secret' },
      'existing-not-hashed': {
        problem: 'must not be a hash for {controller:bare}, which reads the password itself, got {value}',
        remedy: 'recreate the Secret',
      },
    },
  },
  'invalid-password': {
    cause: 'A password is empty, too long, or has a line break or characters that clients and servers encode in different ways.',
    background: 'It is never shown.',
    remedy: 'Choose a long random one of letters and digits.',
    says: {
      'type': { problem: 'must be a string, got {value}; it is not shown', remedy: 'put it in quotes' },
      'empty': { problem: 'must not be empty; it is not shown', remedy: 'choose a long random one' },
      'long': {
        problem: 'must have at most {max} characters, has {length}; it is not shown',
        remedy: 'bcrypt would ignore the rest: choose a shorter one',
      },
      'characters': {
        problem: 'must have printable ASCII characters only, without line breaks; it is not shown',
        remedy: 'a line break often comes from reading a file: trim it',
      },
      'line-breaks': {
        problem: 'must be a non-empty string, without line breaks and control characters; it is not shown',
        remedy: 'a line break often comes from reading a file: trim it',
      },
      'no-text': {
        problem: 'must be a non-empty string, without line breaks and control characters, got {value}; it is not shown',
        remedy: 'a line break often comes from reading a file: trim it',
      },
    },
  },
  'invalid-user': {
    cause: 'A user name cannot be used for basic authentication: a `:` ends it, and other characters would have to be escaped in one of the places to which it goes.',
    remedy: 'Choose a name of letters, digits, `.`, `_` and `-`.',
    says: {
      'name': {
        problem: 'must be at most 128 letters, digits, \'.\', \'_\' and \'-\', the first a letter or digit, got {value}',
        remedy: 'choose another user; a \':\' in particular would end the name',
      },
      'basic-auth': {
        problem: 'must be a non-empty string, without \':\' and control characters; the value is not shown, as it may hold the password',
        remedy: 'give the name of the user alone',
      },
      'type': {
        problem: 'must be a non-empty string, without \':\' and control characters, got {value}',
        remedy: 'give the name of the user',
      },
    },
  },
  'no-basic-auth': {
    cause: 'The ingress controller cannot ask for a user name and a password by itself, or the library does not know it: the scraper would be open.',
    remedy: 'Use one of the controllers that the message names.',
    says: {
      other: {
        problem: 'must be a controller that is known to ask for a password, got IngressController.other()',
        remedy: 'use one of {known:list}',
      },
      unknown: { problem: 'must be a controller that can ask for a password, got {value}', remedy: 'use one of {known:list}' },
      known: {
        problem: 'must be a controller that can ask for a password, got {value}: {why:phrase}',
        remedy: 'use one of {known:list}',
      },
    },
  },
  'no-scraper-access': {
    cause: 'The platform has no ingress and no secret for its scraper, or its user is unknown.',
    remedy: 'Render them by `new ScraperAccess()`, or set `scraperUser` and `scraperAccess` on the platform.',
    says: {
      'no-objects': {
        problem: 'the platform is not known to have its own ingress and secret for its scraper',
        remedy: 'render them by new ScraperAccess(), or set \'scraperAccess\' on the platform',
      },
      'no-user-no-objects': {
        problem: 'the platform names no user of its scraper',
        remedy: 'set \'scraperUser\' and \'scraperAccess\' on the platform',
      },
      'no-user': { problem: 'the platform names no user of its scraper', remedy: 'set \'scraperUser\' on the platform' },
    },
  },
  'open-without-secret': {
    cause: 'The ingress controller serves without a password as long as the Secret is missing, and an operator creates the Secret only some time later.',
    remedy: 'Name a Secret that already exists, or use another controller. `insecureOpenUntilSecretExists` allows it.',
    says: {
      problem:
        'must name a Secret that already exists: as long as it is missing, {controller:bare} serves the scraper without a password',
      remedy: 'use ScraperCredentials.existingSecret(), or another controller; insecureOpenUntilSecretExists on the controller allows it',
    },
  },
  'plaintext-password': {
    cause: 'A password in plain text was given where a source of credentials, the name of a secret or ciphertext belongs.',
    background: 'It is never shown.',
    remedy: 'Take it from a store, generate it in the cluster, name an existing Secret, or seal it. `ScraperCredentials.insecurePlaintext()` is for a laptop.',
    says: {
      credentials: { problem: 'must be ScraperCredentials; the value is not shown', remedy: USE_CREDENTIALS },
      ciphertext: { problem: 'must be ciphertext of kubeseal; the value is not shown', remedy: USE_CREDENTIALS },
    },
  },
  'secret-namespace': {
    cause: 'A Secret is in a namespace from which the ingress controller reads no Secrets: nobody could log in.',
    remedy: 'Copy it into the namespace of the Ingress.',
    says: {
      never: {
        problem: 'must be {own}, got {value}: {controller:bare} reads no Secret of another namespace',
        remedy: 'copy the Secret, or have an operator create it there',
      },
      unless: {
        problem: 'must be {own}, got {value}: {controller:bare} reads no Secret of another namespace unless {unless:phrase}',
        remedy: 'copy the Secret, or have an operator create it there',
      },
    },
  },
  'secret-not-accepted': {
    cause: 'A Secret has a type or keys that the ingress controller does not accept: it would reject the Secret, or every user.',
    remedy: 'Create a Secret of the form that the message names.',
    says: {
      'other-keys': { problem: 'must not be {type}, of which {controller:bare} reads other keys', remedy: 'create a Secret of another type' },
      'type': {
        problem: 'must be {type} for {controller:bare}, got {value}',
        remedy: 'create a Secret of that type: the type of an existing one cannot be changed',
      },
      'no-key': { problem: 'must have {key} for {controller:bare}, got {keys:quoted}', remedy: 'add what is missing to the Secret' },
      'no-user-and-password': {
        problem: 'must have "username" and "password" for {controller:bare}, got {keys:quoted}',
        remedy: 'add what is missing to the Secret',
      },
      'not-users': {
        problem: 'must be names of users for {controller:bare}, which reads each value as the hash of a user, got {keys:quoted}',
        remedy: 'keep the client\'s keys in their own Secret, and name it in \'clientSecretName\'',
      },
      'other-keys-too': {
        problem: 'must be a single key for {controller:bare}, got {keys:quoted}',
        remedy: 'keep the other keys in their own Secret',
      },
      'client-keys': {
        problem: 'must be another Secret than {secret}, which cannot hold the client\'s "password" for {controller:bare}',
        remedy: 'keep the client\'s keys in their own Secret',
      },
    },
  },
  'tls-missing': {
    cause: 'A scraper would be served without TLS, so that the password crosses the network in plain text.',
    remedy: 'Use `TlsCertificate.secret()`, `issuer()` or `certificate()`; `TlsCertificate.insecureNone()` allows it.',
    says: {
      problem: 'is required: without TLS the password crosses the network in plain text',
      remedy: 'use TlsCertificate.secret(), issuer() or certificate(); TlsCertificate.insecureNone() if you mean it',
    },
  },
  'unstable-hash': {
    cause: 'A Secret would be recreated at each refresh, since bcrypt makes another hash of the same password each time.',
    remedy: 'Leave out the interval, or use a hash that stays the same.',
    says: {
      'or-sha': {
        problem:
          'must not be set with bcrypt, which makes another hash of the same password at each refresh: {controller:bare} would reload each time',
        remedy: 'leave it out, or set hash to PasswordHash.SHA',
      },
      'bcrypt-only': {
        problem:
          'must not be set with bcrypt, which makes another hash of the same password at each refresh: {controller:bare} would reload each time',
        remedy: 'leave it out; a change of \'version\' makes the operator read the password again',
      },
    },
  },
} as const satisfies Record<string, Explanation>;
