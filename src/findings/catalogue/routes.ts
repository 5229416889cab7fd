import { Phrases, showPhrase } from './phrases';
import type { Path } from '../path';
import { Explanation, fieldAt, inNamespace, List, list, Name, ofWords, quoted, shown } from '../sentence';
import type { Shown } from '../shown';

const OF_SERVICE = 'a NetworkPolicy knows ports of pods, not of Services';

/** Findings about the way from a request to the pods that answer it. */
export const ROUTES_CODES = {
  'broken-route': {
    cause: 'A route leads to no pods: an object on the way is missing or does not match the previous one.',
    remedy: 'Follow the steps in the message. The last one fails.',
    help: 'change one of the two objects',
    says: {
      'own-words': ofWords,
      'resource': (p: { kind: string; name: Name }) =>
        `leads to ${p.kind} ${shown(p.name)}, which is no Service: what answers is not known`,
      'service': (p: { service: Name; namespace: string | undefined }) =>
        [`leads to Service ${shown(p.service)}, which is not rendered ${inNamespace(p.namespace)}`, 'render it, or name one that is there'],
      'service-elsewhere': (p: { service: Name; namespace: string | undefined; others: List }) =>
        [`leads to Service ${shown(p.service)}, which is not rendered ${inNamespace(p.namespace)}, but in ${quoted(p.others)}: an `
          + 'Ingress reaches the Services of its own namespace alone',
        'put Ingress and Service into one namespace'],
      'external': (p: { host: Name }) => `stands for ${shown(p.host)}, which is not in these manifests: what answers is not known`,
      'several-ports': (p: { service: Name; ports: List }) =>
        [`names no port of Service ${shown(p.service)}, which has several (${list(p.ports)})`, 'name one of them'],
      'answer': (p: { rule: Phrases }) => [`${showPhrase(p.rule)}: no pods answer`, 'ask for the URL to which it leads'],
      'not-granted': (p: { kind: string; name: Name; namespace: string | undefined }) =>
        [`names ${p.kind} ${shown(p.name)}, which no ReferenceGrant ${inNamespace(p.namespace)} allows`,
          'render a ReferenceGrant there, or name one of its own namespace'],
      'service-port': (p: { service: Name; ports: List; value: Shown }) =>
        [`must be a port of Service ${shown(p.service)} (${list(p.ports)}), got ${shown(p.value)}`, '', 'name one of its ports'],
      'other-labels': (p: { object: string; rule: Phrases }) =>
        `selects no pods; those of ${p.object} come closest, and lack ${showPhrase(p.rule)}`,
      'target': (p: { value: Shown; ports: List }) =>
        `leads to port ${shown(p.value)}, which no container of the pods declares (${list(p.ports)})`,
      'no-certificate': (p: { host: Name }) => [`has no certificate for host ${shown(p.host)}`,
        "add the host to 'spec.tls', or ask by http://"],
    },
  },
  'no-route': {
    cause: 'No route matches the request; with most controllers, wildcard hosts are ignored if a route exists for the exact host.',
    remedy: 'Compare host and path with those in the message.',
    help: 'add a route',
    says: {
      'own-words': ofWords,
      'entry': (p: { host: Name; route: string; others: List }) =>
        `no route of host ${shown(p.host)} takes requests by ${p.route}; those of ${list(p.others)} do`,
      'host': (p: { host: Name; hosts: List }) => `no route is for host ${shown(p.host)}; there are ${quoted(p.hosts)}`,
      'condition': (p: { first: Path; object: string; path: Name; host: Name; when: string }) =>
        `${fieldAt(p.first)} of ${p.object} takes path ${shown(p.path)} of host ${shown(p.host)} only of requests with ${p.when}`,
      'path': (p: { host: Name; path: Name; paths: List }) =>
        `no route of host ${shown(p.host)} takes path ${shown(p.path)}; it has ${quoted(p.paths)}`,
    },
  },
  'ambiguous-route': {
    cause: 'Several routes take the same requests and lead to different backends; which one wins depends on their age or on the '
      + 'implementation.',
    remedy: 'Give each route its own host or path.',
    help: 'give each its own host or path',
    says: {
      claims: (p: { first: Path; object: string }) => `claims the same as ${fieldAt(p.first)} of ${p.object}, and leads elsewhere`,
      order: (p: { first: Path; object: string }) =>
        `takes the same request as ${fieldAt(p.first)} of ${p.object}, and leads elsewhere: nothing says which object comes first`,
      regex: (p: { first: Path; object: string }) =>
        `may take the same request as ${fieldAt(p.first)} of ${p.object}, and leads elsewhere: what precedes a regular expression is not `
        + 'known of its Gateway',
      entries: (p: { classes: List }) => [`the controllers of ${quoted(p.classes)} lead the request to different Services`,
        'give each its own host, or ask about the manifests of one class'],
    },
  },
  'unguarded-route': {
    cause: 'Requests can take a route without a password; only basic authentication of known controllers counts.',
    remedy: 'Protect every route in the message.',
    help: 'guard it too',
    says: {
      'own-words': ofWords,
      'none': 'ask for no password',
      'controller': (p: { controller: string }) => `ask for no password that ${p.controller} would read`,
      'stranger': (p: { controller: Name }) => `ask for no password, as far as is known of controller ${shown(p.controller)}`,
    },
  },
  'refused-connection': {
    cause: 'A NetworkPolicy selects the pods at one end of a connection, and no policy allows the other end.',
    remedy: 'Add the peer or the port of the pods, not of the Service, to one rule at each end.',
    help: 'add the other end to a rule, or leave it closed',
    says: {
      'own-words': ofWords,
      'port': (p: { port: string | number; protocol: string }) => [`has no port ${p.port}/${p.protocol}`, OF_SERVICE],
      'labels': (p: { rule: Phrases }) => [`asks for ${showPhrase(p.rule)}`, 'change the labels'],
      'address': (p: { address: Name }) => `has not ${shown(p.address)}`,
      'excepted': (p: { address: Name }) => `leaves out ${shown(p.address)}`,
      'other-pods': (p: { address: Name }) => `is for pods, and ${shown(p.address)} is an address`,
    },
  },
} as const satisfies Record<string, Explanation>;
