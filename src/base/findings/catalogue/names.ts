import { Phrases, showPhrase, Explanation, List, list, Name, ofWords, shown } from '../sentence';
import { expected } from './shapes';
import type { Shown } from '../finding';

/** Findings about names, paths and addresses. */
export const NAMES_CODES = {
  'invalid-annotation': {
    cause: 'The key or value of an annotation is invalid in Kubernetes.',
    remedy: 'Write the key as `[prefix/]name` and the value as a string.',
    says: {
      expected,
      size: (p: { max: number; bytes: number }) => [`must have at most ${p.max} bytes in all keys and values, got ${p.bytes}`,
        'put large data into a ConfigMap'],
    },
  },
  'invalid-host': {
    cause: 'A host is not a lower-case DNS name.',
    remedy: 'Give only the host, in lower case, with at most `*.` before it. `*` and the empty host mean any host.',
    help: 'give the host alone, without scheme, port or path',
    says: {
      'own-words': ofWords,
      expected,
    },
  },
  'invalid-label': {
    cause: 'The key or value of a label is invalid in Kubernetes.',
    remedy: 'Write the key as `[prefix/]name`. A value has at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit at '
      + 'both ends.',
    says: {
      expected,
    },
  },
  'invalid-name': {
    cause: 'A name is invalid in Kubernetes.',
    remedy: 'Use lower-case letters, digits, `-` and `.`, and at most 63 characters for applications, components and namespaces. Without '
      + '`metadata.name`, they take their construct id. A pinned revision has the name in `status.latestRevision.name` of its component.',
    says: {
      'own-words': ofWords,
      expected,
      'subdomain': (p: { rule: Phrases; value: Shown }) => [`must be ${showPhrase(p.rule)}, got ${shown(p.value)}`,
        '', "use lower-case letters, digits, '-' and '.'"],
      'given': (p: { rule: Phrases; value: Shown }) => [`must be ${showPhrase(p.rule)}, got ${shown(p.value)}`,
        "set 'metadata.name', or a construct id that is a valid name", 'give it a valid name'],
      'completed': (p: { rule: Phrases; value: Shown }) =>
        [`must be ${showPhrase(p.rule)} after five more characters are added, got ${shown(p.value)}`,
          '', "use lower-case letters, digits, '-' and '.' in 'metadata.generateName'"],
      'component': (p: { component: Name; name: string; value: Shown }) =>
        [`must be a revision of component ${shown(p.component)}, '${p.name}-v<number>', got ${shown(p.value)}`,
          '', "take it from 'status.latestRevision.name' of the component"],
      'too-long': (p: { max: number; value: Shown }) =>
        [`must have at most ${p.max} characters, since it becomes a label's value, got ${shown(p.value)}`,
          'leave it out, or shorten the name of the component'],
    },
  },
  'invalid-path': {
    cause: 'A path does not start with `/`, or contains a space, a query or a fragment.',
    remedy: 'Give only the path, such as `/metrics`.',
    says: {
      'own-words': ofWords,
      expected,
      'beside-policy': (p: { host: Name; value: Shown }) =>
        [`must have no "'", "*", ";" or "%" on ${shown(p.host)}, which has an authorization policy: Istio compares the paths of policies `
          + `as they are sent, got ${shown(p.value)}`,
        'use a prefix that ends before them, or another host'],
      'long': (p: { max: number; count: number }) => [`must have at most ${p.max} characters in an HTTPRoute, got ${p.count}`,
        'use a shorter path, or a prefix'],
    },
  },
  'invalid-port': {
    cause: 'A port is neither an integer from 1 to 65535 nor the name of a declared port.',
    remedy: 'Use a port from 1 to 65535, or where names are allowed, the name of a declared port.',
    says: {
      'own-words': ofWords,
      expected,
      'undeclared-name': (p: { declared: List; value: Shown }) =>
        [`must be the name of a port that a container declares (${list(p.declared)}), got ${shown(p.value)}`,
          "use the name of such a port, or its number in 'ports'"],
      'undeclared': (p: { declared: List; value: Shown }) =>
        [`must be a port that the container declares (${list(p.declared)}), got ${shown(p.value)}`, 'declare it, or use one of these'],
      'node-port': (p: { min: number; max: number; value: Shown }) =>
        [`must be a port of nodes, from ${p.min} to ${p.max}, got ${shown(p.value)}`, 'leave it out, and the cluster chooses one'],
    },
  },
} as const satisfies Record<string, Explanation>;
