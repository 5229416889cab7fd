import { Explanation, joined } from '../sentence';

/** The remedy for a password in a program. */
const USE_CREDENTIALS = 'use ScraperCredentials.externalSecret(), generatedPassword(), existingSecret() or sealedSecret(); '
  + 'insecurePlaintext() is for a laptop, where everyone may read the password';

/** Findings about the access to a scraper. */
export const ACCESS_CODES = {
  'controller-annotation': {
    cause: 'The controller ignores an annotation, `ScraperAccess` already writes it, or it could bypass or leak the password, as '
      + 'snippets can.',
    remedy: 'Remove the annotation, or name the controller that the cluster runs.',
    help: 'leave it out',
    says: {
      own: 'is written by ScraperAccess itself',
      configuration: 'is written into the configuration of {controller:bare}, and could let requests in without the password',
      opening: 'could let requests in without the password',
      leaking: 'would send the password elsewhere too',
      class: 'would contradict the class of the controller',
      foreign: ['is read by {reader:bare}; {controller:bare} silently ignores it',
        'leave it out, or name the controller that the cluster runs'],
    },
  },
  'hash-not-accepted': {
    cause: 'The ingress controller does not accept this password hash, or hashes the password itself.',
    remedy: 'Use a hash that the message lists, or another controller.',
    help: 'leave it out',
    says: {
      'not-made': 'must be one that can be made there ({made:list}), got {value}',
      'not-hashed': 'must not be set, got {value}: {controller:bare} hashes the password itself',
      'not-accepted': ['must be one that {controller:bare} accepts ({accepted:list}), got {value}', 'leave it out to use {usual:bare}'],
      'none-accepted': ['must be one that {controller:bare} accepts ({accepted:list}), got {value}', 'choose another controller'],
      'existing': ['must be one that {controller:bare} accepts ({accepted:list}), got {value}', 'recreate the Secret'],
      'existing-not-hashed': ['must not be a hash for {controller:bare}, which reads the password itself, got {value}',
        'recreate the Secret'],
    },
  },
  'invalid-password': {
    cause: 'A password is empty, too long, or has characters that clients and servers encode differently; it is never shown.',
    remedy: 'Choose a long random one of letters and digits.',
    help: 'a line break often comes from reading a file: trim it',
    says: {
      'type': ['must be a string, got {value}; it is not shown', 'put it in quotes'],
      'empty': ['must not be empty; it is not shown', 'choose a long random one'],
      'long': ['must have at most {max} characters, has {length}; it is not shown', 'bcrypt would ignore the rest: choose a shorter one'],
      'characters': 'must have printable ASCII characters only, without line breaks; it is not shown',
      'line-breaks': 'must be a non-empty string, without line breaks and control characters; it is not shown',
    },
  },
  'invalid-user': {
    cause: 'A user name has characters that basic authentication does not allow, such as `:`.',
    remedy: 'Choose letters, digits, `.`, `_` and `-`.',
    says: {
      'name': ["must be at most 128 letters, digits, '.', '_' and '-', the first a letter or digit, got {value}",
        "choose another user; a ':' in particular would end the name"],
      'basic-auth': ["must be a non-empty string, without ':' and control characters; the value is not shown, as it may hold the password",
        'give the name of the user alone'],
    },
  },
  'no-basic-auth': {
    cause: 'The ingress controller is unknown or cannot ask for a password, so the scraper would be open.',
    remedy: 'Use a controller that the message lists.',
    says: {
      other: ['must be a controller that is known to ask for a password, got IngressController.other()', 'use one of {known:list}'],
      unknown: ['must be a controller that can ask for a password, got {value}', 'use one of {known:list}'],
      known: ['must be a controller that can ask for a password, got {value}: {why:phrase}', 'use one of {known:list}'],
    },
  },
  'no-scraper-access': {
    cause: 'The platform has no Ingress and Secret for its scraper, or no user.',
    remedy: 'Render them with `new ScraperAccess()`, or set `scraperUser` and `scraperAccess` on the platform.',
    says: {
      'no-objects': ['the platform is not known to have its own ingress and secret for its scraper',
        "render them by new ScraperAccess(), or set 'scraperAccess' on the platform"],
      'no-user-no-objects': ['the platform names no user of its scraper', "set 'scraperUser' and 'scraperAccess' on the platform"],
      'no-user': ['the platform names no user of its scraper', "set 'scraperUser' on the platform"],
    },
  },
  'open-without-secret': {
    cause: 'This ingress controller serves without a password until an operator has created the Secret.',
    remedy: 'Name an existing Secret, or use another controller. `insecureOpenUntilSecretExists` allows it.',
    says: ['must name a Secret that already exists: as long as it is missing, {controller:bare} serves the scraper without a password',
      'use ScraperCredentials.existingSecret(), or another controller; insecureOpenUntilSecretExists on the controller allows it'],
  },
  'plaintext-password': {
    cause: 'A plain-text password is given instead of a source of credentials, a Secret name, or ciphertext; it is never shown.',
    remedy: 'Take it from a store, generate it in the cluster, name an existing Secret, or seal it. Use '
      + '`ScraperCredentials.insecurePlaintext()` only on a laptop.',
    help: USE_CREDENTIALS,
    says: {
      'credentials': 'must be ScraperCredentials; the value is not shown',
      'ciphertext': 'must be ciphertext of kubeseal; the value is not shown',
      'url': ['must not have a user name and a password in it; the value is not shown', "name a Secret in 'basicAuth'"],
      'url-query': ['must not have a password or a token in its query; the value is not shown', "name a Secret in 'authorization'"],
      'header': ['may hold a password, and everybody may read headers here; the value is not shown',
        "name a Secret in 'basicAuth' or 'authorization'"],
    },
  },
  'secret-namespace': {
    cause: 'The ingress controller reads no Secrets from this namespace.',
    remedy: 'Copy the Secret into the namespace of the Ingress.',
    help: 'copy the Secret, or have an operator create it there',
    says: {
      never: 'must be {own}, got {value}: {controller:bare} reads no Secret of another namespace',
      unless: 'must be {own}, got {value}: {controller:bare} reads no Secret of another namespace unless {unless:phrase}',
    },
  },
  'secret-not-accepted': {
    cause: 'The ingress controller does not accept the type or keys of a Secret.',
    remedy: 'Create a Secret of the form that the message names.',
    says: {
      'other-keys': ['must not be {type}, of which {controller:bare} reads other keys', 'create a Secret of another type'],
      'type': ['must be {type} for {controller:bare}, got {value}',
        'create a Secret of that type: the type of an existing one cannot be changed'],
      'no-key': ['must have {key} for {controller:bare}, got {keys:quoted}', 'add what is missing to the Secret'],
      'no-user-and-password': ['must have "username" and "password" for {controller:bare}, got {keys:quoted}',
        'add what is missing to the Secret'],
      'not-users': ['must be names of users for {controller:bare}, which reads each value as the hash of a user, got {keys:quoted}',
        "keep the client's keys in their own Secret, and name it in 'clientSecretName'"],
      'other-keys-too': ['must be a single key for {controller:bare}, got {keys:quoted}', 'keep the other keys in their own Secret'],
      'client-keys': ['must be another Secret than {secret}, which cannot hold the client\'s "password" for {controller:bare}',
        "keep the client's keys in their own Secret"],
    },
  },
  'tls-missing': {
    cause: 'The scraper would be served without TLS, with the password in plain text.',
    remedy: 'Use `TlsCertificate.secret()`, `issuer()` or `certificate()`. `TlsCertificate.insecureNone()` allows plain text.',
    says: ['is required: without TLS the password crosses the network in plain text',
      'use TlsCertificate.secret(), issuer() or certificate(); TlsCertificate.insecureNone() if you mean it'],
  },
  'unstable-hash': {
    cause: 'The Secret would change at each refresh, because bcrypt hashes the same password differently each time.',
    remedy: 'Remove the interval, or use a stable hash.',
    says: {
      'or-sha': [joined('must not be set with bcrypt, which makes another hash of the same password at each refresh: ',
        '{controller:bare} would reload each time'), 'leave it out, or set hash to PasswordHash.SHA'],
      'bcrypt-only': [joined('must not be set with bcrypt, which makes another hash of the same password at each refresh: ',
        '{controller:bare} would reload each time'), "leave it out; a change of 'version' makes the operator read the password again"],
    },
  },
} as const satisfies Record<string, Explanation>;
