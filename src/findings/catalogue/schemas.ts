import { expected } from './shapes';
import { counted, Explanation, fileName, List, list, listAnd, Name, ofWords, shown } from '../sentence';
import type { Shown } from '../shown';

/** Findings of the check of manifests against the schemas of their kinds. */
export const SCHEMAS_CODES = {
  'no-schema': {
    cause: 'No schema is known for this kind, so its fields are not checked.',
    remedy: 'Pass its CustomResourceDefinition, or leave the kind unchecked.',
    help: 'give the CustomResourceDefinition of the kind to have its fields checked',
    says: (p: { version: Name; kind: string }) => `has no schema: the fields of ${shown(p.version)} ${p.kind} are not checked`,
  },
  'policy-violation': {
    cause: 'An object violates a policy of the program or test.',
    remedy: 'Change the object, or remove the policy from this app if it does not apply.',
    says: {
      'own-words': ofWords,
      expected,
      'violated': (p: { name: Name; message: string }) => [`must obey the policy ${shown(p.name)}: ${p.message}`, '', 'change it'],
      'host-without-tls': (p: { value: Shown }) =>
        [`must be a host that spec.tls names, got ${shown(p.value)}: its requests would come in plain text`, 'add it to spec.tls'],
      'no-violations': (p: { name: Name; value: Shown }) =>
        [`is not checked: check() of the policy ${shown(p.name)} must return a list of violations, each with a message, got `
          + `${shown(p.value)}`,
        'fix the policy'],
      'failed': (p: { name: Name; message: string }) => [`is not checked: the policy ${shown(p.name)} failed: ${p.message}`,
        'fix the policy'],
    },
  },
  'schema-violation': {
    cause: 'A value violates a format, pattern, range, length or combination of fields in its schema.',
    remedy: 'Use a value that the message allows.',
    says: {
      'own-words': ofWords,
      'format': (p: { what: string; value: Shown }) => [`must be ${p.what}, got ${shown(p.value)}`, '', 'give it in this form'],
      'pattern': (p: { text: string; value: Shown }) => [`must match ${p.text}, got ${shown(p.value)}`, '', 'give a value of this form'],
      'bound': (p: { relation: 'at least' | 'at most' | 'greater than' | 'less than' | 'a multiple of'; bound: Name; value: Shown }) =>
        [`must be ${p.relation} ${p.bound}, got ${shown(p.value)}`, '', 'change it'],
      'length': (p: { relation: 'at least' | 'at most'; bound: number; noun: 'character' | 'element' | 'field'; length: number }) =>
        [`must have ${p.relation} ${counted(p.bound, p.noun)}, got ${p.length}`, '', 'change it'],
      'same': (p: { keys?: List; first: Name }) =>
        [`is the same as element ${shown(p.first)}${p.keys ? ` in ${listAnd(p.keys)}` : ''}, and the elements of the list must differ`,
          'leave one of them out, or change it'],
      'form': (p: { which: 'a' | 'exactly one' | 'no' }) =>
        [`must have ${p.which} form that its schema ${p.which === 'no' ? 'excludes' : 'allows'}`, 'see the reference of the kind'],
      'range': (p: { min: number; max: number; value: Shown }) => [`must be an integer from ${p.min} to ${p.max}, got ${shown(p.value)}`,
        '', 'give an integer in this range'],
      'any-field': (p: { fields: List }) => [`must have at least one of ${list(p.fields)}`, '', 'give one of them'],
      'one-field': (p: { fields: List; given: List }) => [`must have exactly one of ${list(p.fields)}, and has ${listAnd(p.given)}`,
        '', 'leave out all but one, or add one'],
      'not-field': (p: { given: List }) => [`must not have ${listAnd(p.given)}`, 'leave it out'],
    },
  },
  'unusable-schemas': {
    cause: 'The given schemas are unreadable or have no CustomResourceDefinition.',
    remedy: 'Pass files or folders of CustomResourceDefinitions of apiextensions.k8s.io/v1.',
    says: {
      'unreadable': (p: { message: string }) => [`cannot be read: ${p.message}`, 'give files or folders of CustomResourceDefinitions'],
      'none': (p: { file: string }) => [`has no CustomResourceDefinition: ${fileName(p.file)}`,
        'give files or folders of CustomResourceDefinitions'],
      'invalid-schema': (p: { file: string }) => [`has a CustomResourceDefinition whose schema cannot be read: ${fileName(p.file)}`,
        'give one that an API server accepts'],
      'no-versions': (p: { file: string }) => [`has a CustomResourceDefinition without a list of versions: ${fileName(p.file)}`,
        'give it as apiextensions.k8s.io/v1'],
    },
  },
  'unserved-version': {
    cause: 'Kubernetes does not serve this kind in this API version, or no longer.',
    remedy: 'Use an API version that the cluster serves, as the Kubernetes deprecated API migration guide describes.',
    says: {
      'misspelt': (p: { version: Name; word: Name }) => [`is no kind of ${shown(p.version)}`, `write ${shown(p.word)}`],
      'unknown': (p: { version: Name }) => [`is no kind of ${shown(p.version)}`, 'check its spelling, and the API version'],
      'other-version': (p: { served: List; kind: string; version: Name }) =>
        [`must be ${list(p.served)} for ${p.kind}, got ${shown(p.version)}`, 'write the object in that version'],
      'other-release': (p: { version: Name; number: string; kind: string; known: List }) =>
        [`is ${shown(p.version)}, in which Kubernetes ${p.number} does not serve ${p.kind}; served by Kubernetes ${list(p.known)}`,
          'write the object in a version that the cluster serves'],
      'operator': (p: { served: List; kind: string; version: Name }) => [`must be ${list(p.served)} for ${p.kind}, got ${shown(p.version)}`,
        "write the object in that version, or give the operator's CustomResourceDefinition"],
      'gone': (p: { version: Name; since: string; kind: string }) => [`is ${shown(p.version)}, and Kubernetes ${p.since} removed ${p.kind}`,
        'leave it out; Pod Security Admission replaces it'],
      'moved': (p: { now: Name; version: Name; since: string; kind: string }) =>
        [`must be ${shown(p.now)}, got ${shown(p.version)}, from which Kubernetes ${p.since} removed ${p.kind}`,
          'write the object in that version; some of its fields may differ'],
    },
  },
} as const satisfies Record<string, Explanation>;
