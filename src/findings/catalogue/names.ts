import { Phrases, showPhrase } from './phrases';
import { Explanation, got, List, list, Name, ofWords, shown } from '../sentence';
import type { Shown } from '../shown';

/** Findings about names, paths and addresses. */
export const NAMES_CODES = {
  'invalid-annotation': {
    cause: 'The key or value of an annotation is invalid in Kubernetes.',
    remedy: 'Write the key as `[prefix/]name` and the value as a string.',
    says: {
      value: got('must be a string', 'put it in quotes'),
      key: got('must have keys of the form [<DNS subdomain>/]<name>', '', 'write it as "example.com/name"'),
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
      'rule': got("must be a lower-case DNS name, with '*.' in front at most"),
      'exact': got('must be a lower-case DNS name, neither with a wildcard nor an address'),
    },
  },
  'invalid-label': {
    cause: 'The key or value of a label is invalid in Kubernetes.',
    remedy: 'Write the key as `[prefix/]name`. A value has at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit at '
      + 'both ends.',
    says: {
      'value': (p: { max: number; value: Shown }) =>
        [`must be a label's value (letters, digits, '-', '_' and '.', at most ${p.max} characters), got ${shown(p.value)}`,
          '', 'shorten it, or leave out other characters'],
      'key': got('must have keys of the form [<DNS subdomain>/]<name>', '', 'write it as "example.com/name"'),
      'one-key': got('must be the key of a label, [<DNS subdomain>/]<name>', '', 'write it as "example.com/name"'),
      'series': got("must have names of letters, digits and '_', which begin with no digit and not with '__'"),
    },
  },
  'invalid-name': {
    cause: 'A name is invalid in Kubernetes.',
    remedy: 'Use lower-case letters, digits, `-` and `.`, and at most 63 characters for applications, components and namespaces. Without '
      + '`metadata.name`, they take their construct id. A pinned revision has the name in `status.latestRevision.name` of its component.',
    says: {
      'own-words': ofWords,
      'subdomain': (p: { max: number; value: Shown }) =>
        [`must be a DNS-1123 subdomain (lower-case letters, digits, '-' and '.', at most ${p.max} characters), got ${shown(p.value)}`,
          '', "use lower-case letters, digits, '-' and '.'"],
      'label': (p: { max: number; value: Shown }) =>
        [`must be a DNS-1123 subdomain of at most ${p.max} characters, since it becomes a label's value, got ${shown(p.value)}`,
          '', "use lower-case letters, digits, '-' and '.'"],
      'own': (p: { max: number; value: Shown }) =>
        [`must be a DNS-1123 subdomain of at most ${p.max} characters, since it becomes a label's value, got ${shown(p.value)}`,
          "set 'metadata.name', or a construct id that is a valid name", 'give it a valid name'],
      'dns-label': got("must be a DNS-1123 label (lower-case letters, digits and '-', at most 63 characters)"),
      'service': got("must be the name of a Service (lower-case letters, digits and '-', starting with a letter, at most 63 characters)"),
      'vendor': got('must be the DNS-1123 label between "oam." and ".io"', 'write "verrazzano" for "oam.verrazzano.io"'),
      'service-of-ingress': got("must be the name of a Service (lower-case letters, digits and '-', starting with a letter, at most 63 "
        + 'characters)',
      'an Ingress leads to a Service in its own namespace: give its name alone'),
      'access': (p: { max: number; value: Shown }) =>
        [`must be a DNS-1123 subdomain of at most ${p.max} characters, since other names are made of it, got ${shown(p.value)}`,
          "set 'metadata.name', or a construct id that is a valid name"],
      'given': (p: { rule: Phrases; value: Shown }) => [`must be ${showPhrase(p.rule)}, got ${shown(p.value)}`,
        "set 'metadata.name', or a construct id that is a valid name", 'give it a valid name'],
      'completed': (p: { rule: Phrases; value: Shown }) =>
        [`must be ${showPhrase(p.rule)} after five more characters are added, got ${shown(p.value)}`,
          '', "use lower-case letters, digits, '-' and '.' in 'metadata.generateName'"],
      'invalid-secret-name': ['must be the name of a secret (a DNS-1123 subdomain); the value is not shown',
        'give the name of the secret, never its value'],
      'namespace-label': (p: { max: number; value: Shown }) =>
        [`must be a DNS-1123 label (lower-case letters, digits and '-', at most ${p.max} characters), got ${shown(p.value)}`,
          '', "use lower-case letters, digits and '-'"],
      'namespace-own': (p: { max: number; value: Shown }) =>
        [`must be a DNS-1123 label (lower-case letters, digits and '-', at most ${p.max} characters), got ${shown(p.value)}`,
          "set the chart's namespace, or 'metadata.namespace'", 'give it a valid namespace'],
      'component': (p: { component: Name; name: string; value: Shown }) =>
        [`must be a revision of component ${shown(p.component)}, '${p.name}-v<number>', got ${shown(p.value)}`,
          '', "take it from 'status.latestRevision.name' of the component"],
      'too-long': (p: { max: number; value: Shown }) =>
        [`must have at most ${p.max} characters, since it becomes a label's value, got ${shown(p.value)}`,
          'leave it out, or shorten the name of the component'],
      'earlier-runtime': (p: { value: Shown }) =>
        [`is not the name of a revision, '<component>-v<number>', but of one of an earlier runtime: ${shown(p.value)}`,
          'name the component, or a revision that there is'],
    },
  },
  'invalid-path': {
    cause: 'A path does not start with `/`, or contains a space, a query or a fragment.',
    remedy: 'Give only the path, such as `/metrics`.',
    says: {
      'own-words': ofWords,
      'metrics': got("must start with '/' and have no space, query or fragment", 'give the path alone, such as "/metrics"'),
      'literal': got("must start with '/' and have no space, query or fragment", 'give the path alone, such as "/greet"'),
      'probe': got("must start with '/' and have no space", 'write it as "/health?full=true"'),
      'regex': got("must start with '/' and have no space",
        'the expression is matched against the whole path: write "/.*\\.png" for all images'),
      'unresolved': got('must have no "//", "/./", "/../" or "%2f" in an Ingress', 'write the path as it is after these are resolved'),
      'beside-policy': (p: { host: Name; value: Shown }) =>
        [`must have no "'", "*", ";" or "%" on ${shown(p.host)}, which has an authorization policy: Istio compares the paths of policies `
          + `as they are sent, got ${shown(p.value)}`,
        'use a prefix that ends before them, or another host'],
      'ingress-nginx': got("must have letters, digits, '/', '_', '.' and '-' only: ingress-nginx rejects other paths",
        'use a prefix that ends before them'),
      'long': (p: { max: number; count: number }) => [`must have at most ${p.max} characters in an HTTPRoute, got ${p.count}`,
        'use a shorter path, or a prefix'],
    },
  },
  'invalid-port': {
    cause: 'A port is neither an integer from 1 to 65535 nor the name of a declared port.',
    remedy: 'Use a port from 1 to 65535, or where names are allowed, the name of a declared port.',
    says: {
      'own-words': ofWords,
      'number': got('must be an integer from 1 to 65535', '', 'give the number of the port; a named port is not supported here'),
      'undeclared-name': (p: { declared: List; value: Shown }) =>
        [`must be the name of a port that a container declares (${list(p.declared)}), got ${shown(p.value)}`,
          "use the name of such a port, or its number in 'ports'"],
      'node-port': (p: { min: number; max: number; value: Shown }) =>
        [`must be a port of nodes, from ${p.min} to ${p.max}, got ${shown(p.value)}`, 'leave it out, and the cluster chooses one'],
    },
  },
} as const satisfies Record<string, Explanation>;
