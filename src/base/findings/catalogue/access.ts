import { Phrases, showPhrase, CodeSentences, List, commaList, Name, ofWords, quotedList, shown } from '../sentence';
import { expected } from './shapes';
import { WAYS } from './values';
import type { Shown } from '../finding';

/** Findings about the access to a scraper. */
export const ACCESS_CODES = {
  'controller-annotation': {
    help: 'leave it out',
    own: 'is written by ScraperAccess itself',
    unsafe: 'could let requests in without the password, or send the password elsewhere',
    foreign: (p: { reader: string; controller: string }) =>
      [`is read by ${p.reader}; ${p.controller} silently ignores it`,
        'leave it out, or name the controller that the cluster runs'],
  },
  'hash-not-accepted': {
    'help': 'leave it out',
    'not-hashed': (p: { value: Shown; controller: string }) =>
      `must not be set, got ${shown(p.value)}: ${p.controller} reads the password itself`,
    'not-accepted': (p: { controller: string; accepted: List; value: Shown }) =>
      [`must be one of ${commaList(p.accepted)} for ${p.controller}, got ${shown(p.value)}`, '', 'use one of them'],
    'refreshed': (p: { controller: string }) =>
      [`must not be set with bcrypt, which makes another hash of the same password at each refresh: ${p.controller} `
        + 'would reload each time',
      'leave it out, or set hash to PasswordHash.SHA if the controller accepts it'],
  },
  'invalid-password': {
    'help': 'a line break often comes from reading a file: trim it',
    'type': (p: { value: Shown }) => [`must be a string, got ${shown(p.value)}; it is not shown`, 'put it in quotes'],
    'empty': ['must not be empty; it is not shown', 'choose a long random one'],
    'long': (p: { max: number; length: number }) =>
      [`must have at most ${p.max} characters, has ${p.length}; it is not shown`,
        'bcrypt would ignore the rest: choose a shorter one'],
    'characters': 'must have printable ASCII characters only, without line breaks; it is not shown',
    'line-breaks': 'must be a non-empty string, without line breaks and control characters; it is not shown',
  },
  'invalid-user': { expected },
  'no-basic-auth': {
    unknown: (p: { value: Shown; known: List }) =>
      [`must be a controller that can ask for a password, got ${shown(p.value)}`, `use one of ${commaList(p.known)}`],
    known: (p: { value: Shown; why: Phrases; known: List }) =>
      [`must be a controller that can ask for a password, got ${shown(p.value)}: ${showPhrase(p.why)}`,
        `use one of ${commaList(p.known)}`],
  },
  'no-scraper-access': { 'own-words': ofWords },
  'open-without-secret': (p: { controller: string }) =>
    [`must name a Secret that already exists: as long as it is missing, ${p.controller} serves the scraper without a `
      + 'password',
    'use ScraperCredentials.existingSecret(), or another controller; insecureOpenUntilSecretExists on the '
        + 'controller allows it'],
  'plaintext-password': {
    help: WAYS.credentials,
    expected,
    readable: ['must hold no password and no token: everybody may read it here; the value is not shown',
      "name a Secret in 'basicAuth' or 'authorization'"],
  },
  'secret-namespace': {
    help: 'copy the Secret, or have an operator create it there',
    never: (p: { own: Name; value: Shown; controller: string }) =>
      `must be ${shown(p.own)}, got ${shown(p.value)}: ${p.controller} reads no Secret of another namespace`,
    unless: (p: { own: Name; value: Shown; controller: string; unless: Phrases }) =>
      `must be ${shown(p.own)}, got ${shown(p.value)}: ${p.controller} reads no Secret of another namespace unless `
      + `${showPhrase(p.unless)}`,
  },
  'secret-not-accepted': {
    'other-type': (p: { type: Name; controller: string }) =>
      [`must not be ${shown(p.type)}, of which ${p.controller} reads other keys`, 'create a Secret of another type'],
    'type': (p: { type: Name; controller: string; value: Shown }) =>
      [`must be ${shown(p.type)} for ${p.controller}, got ${shown(p.value)}`,
        'create a Secret of that type: the type of an existing one cannot be changed'],
    'no-key': (p: { needed: List; controller: string; keys: List }) =>
      [`must have ${quotedList(p.needed)} for ${p.controller}, got ${quotedList(p.keys)}`,
        'add what is missing to the Secret'],
    'other-keys': (p: { controller: string }) =>
      [`cannot hold other keys, such as those of a client: ${p.controller} reads every key of this Secret`,
        "keep them in their own Secret, and name it in 'clientSecretName'"],
  },
} as const satisfies Record<string, CodeSentences>;
