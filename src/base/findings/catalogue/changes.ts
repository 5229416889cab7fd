import { Phrases, showPhrase, CodeSentences, List, commaList, ofWords } from '../sentence';

/** Findings about the effects of changed manifests on what runs. */
export const CHANGES_CODES = {
  'immutable-field': {
    changed: (p: { kind: string; anew: Phrases; name: string }) =>
      [`cannot change in a ${p.kind} that exists: it must be deleted and recreated, and ${showPhrase(p.anew)}`,
        `keep the field as it is, or delete ${p.name} before the change is applied`],
    smaller: (p: { kind: string; anew: Phrases; name: string }) =>
      [`cannot become smaller in a ${p.kind} that exists: it must be deleted and recreated, and ${showPhrase(p.anew)}`,
        `keep the size, or delete ${p.name} before the change is applied`],
    recreated: (p: { tool: string; kind: string; anew: Phrases }) =>
      [`changes, so ${p.tool} deletes the ${p.kind} and creates it again: ${showPhrase(p.anew)}`,
        'keep the field as it is, unless this is intended'],
    recreate: (p: { name: string }) =>
      ['is Recreate now: a server-side apply (kubectl, Flux) is rejected, since the rollingUpdate that the API server '
        + 'has added stays beside it',
      `delete ${p.name} before the change is applied: Recreate stops its pods anyway`],
  },
  'replicas-reset': (p: { was: number; kind: string }) =>
    [`is left out and was ${p.was}: the ${p.kind} runs one pod until an autoscaler scales it`,
      'set a different number by `kubectl scale` before the change is applied (server-side): it then stays'],
  'data-left-behind': {
    'own-words': ofWords,
    'namespace': (p: { namespace: string }) =>
      [`is removed, and all that is in namespace ${p.namespace} is deleted with it: also what other programs have `
        + 'made there, and claims with what is on their volumes',
      'keep it, or copy what is still needed before'],
    'definition': (p: { kind: string }) =>
      [`is removed, and all objects of the kind ${p.kind} in the cluster are deleted with it`,
        'keep it as long as anybody has such objects'],
    'claim-renamed': (p: { now: string }) =>
      [`is ${p.now} now, which begins with an empty volume; what is on the old one is lost, unless its reclaim `
        + 'policy is Retain',
      'keep the name, or copy the data before'],
    'kept': (p: { tool: string }) =>
      [`is no longer declared, but stays in the cluster: its metadata tells ${p.tool} not to delete it`,
        'delete it by hand when nobody needs what it holds'],
    'kept-renamed': (p: { now: string; tool: string }) =>
      [`is ${p.now} now, which begins with an empty volume; the old one stays in the cluster, since its metadata `
        + `tells ${p.tool} not to delete it`,
      'keep the name, or copy the data'],
    'set': (p: { claims: List }) =>
      [`is removed, and its claims ${commaList(p.claims)} stay, with their volumes, until somebody deletes them`,
        'delete the claims when nobody needs the data'],
    'set-deletes': (p: { claims: List }) =>
      [`is removed, and its claims ${commaList(p.claims)} are deleted with it, since whenDeleted is Delete`,
        'set whenDeleted to Retain before, if anybody needs the data'],
    'set-renamed': (p: { now: string; claims: List }) =>
      [`is ${p.now} now, which begins with empty volumes; the claims ${commaList(p.claims)} of the old one are no `
        + 'longer used',
      'keep the name, or copy the data before'],
    'templates': (p: { claims: List }) =>
      [`no longer has a template for the claims ${commaList(p.claims)}: pods start without what is on their volumes`,
        'keep the name of the template, or copy the data before'],
    'scaled': (p: { is: number; was: number; claims: List }) =>
      [`is ${p.is} and was ${p.was}: of the claims ${commaList(p.claims)}, those of removed pods are deleted, since `
        + 'whenScaled is Delete',
      'set whenScaled to Retain before, if anybody needs the data'],
    'unused': (p: { claims: List }) =>
      [`no longer has claim ${commaList(p.claims)}: pods start without what is on its volume`,
        'keep the claim, or copy the data before'],
  },
  'address-changed': {
    'own-words': ofWords,
    'renamed': (p: { now: string }) => [`is ${p.now} now: clients can no longer reach the old name and address`,
      'keep both until all clients use the new name'],
    'cluster-ip': (p: { is: string; was: string }) =>
      [`is ${p.is} and was ${p.was}: its name leads to another host now, and no longer to its pods`,
        'keep the type until no client uses the name'],
    'external': (p: { is: string; was: string }) =>
      [`is ${p.is} and was ${p.was}: the load balancer and its address are released`,
        'keep the type until no client uses the address'],
    'node-port': (p: { is: string; was: string }) =>
      [`is ${p.is} and was ${p.was}: the port of the nodes is released`, 'keep the type until no client uses the port'],
    'field': (p: { is: string | number; was: string | number }) =>
      [`is ${p.is} and was ${p.was}: clients that use the old one get no answer`, 'keep it until no client uses it'],
    'class': (p: { is: string | number; was: string | number }) =>
      [`is ${p.is} and was ${p.was}: another controller may serve it, at another address`,
        'keep it until no client uses the old address'],
    'parent': (p: { objects: List }) =>
      [`no longer has ${commaList(p.objects)}: clients that use its address get no answer`,
        'keep it until no client uses the old address'],
    'pods': (p: { service: string; objects: List }) =>
      [`${p.service} selects no declared pods now, and selected those of ${commaList(p.objects)}`,
        'keep the selector and the labels, or change both'],
    'port': (p: { ports: List }) =>
      [`no longer has port ${commaList(p.ports)}`, 'keep the port until no client uses it'],
    'host': (p: { hosts: List }) => [`no longer serves ${commaList(p.hosts)}, and no other declared object does`,
      'keep each host until no client uses it'],
    'path': (p: { paths: List; host: string }) =>
      [`no longer serves ${commaList(p.paths)} of ${p.host}, and no other declared object does`,
        'keep each path until no client uses it'],
  },
  'route-taken-over': {
    taken: (p: {
      object: string; paths: List; host: string; first: string | undefined; target: string; source: string;
    }) =>
      [`${p.object} takes the requests for ${commaList(p.paths)} of ${p.host} from `
        + `${p.first ?? 'another of its routes'}: requests now reach ${p.target}; before, they reached ${p.source}`,
      'if this is not intended, give each its own host or path'],
    wider: (p: { object: string; paths: List; host: string; target: string }) =>
      [`${p.object} takes requests that no route took, since its path is compared otherwise: ${commaList(p.paths)} `
        + `of ${p.host} reach ${p.target}`,
      'if this is not intended, give each Ingress of the host its own host'],
  },
  'protection-lost': (p: { object: string; paths: List; host: string }) =>
    [`${p.object} lets in all requests for ${commaList(p.paths)} of ${p.host}; before, a policy, a filter or an `
      + 'annotation decided on them',
    'keep it, unless everyone may send these requests'],
  'series-lost': (p: { pods: List; places: List }) =>
    [`no monitor here scrapes ${commaList(p.pods)} at ${commaList(p.places)} any longer: queries may find no series, and `
      + 'alerts on them stay silent', 'keep the port and its monitor, unless nobody needs the series'],
  'series-renamed': {
    'own-words': ofWords,
    'job': (p: { is: List; was: List }) =>
      [`the job of the series is ${commaList(p.is)} now and was ${commaList(p.was)}: queries, alert rules and `
        + 'dashboards for the old job no longer match',
      'keep the job, or change what asks for it too'],
    'labels': (p: { labels: List }) =>
      [`the labels of the series differ (lost or changed: ${commaList(p.labels)}): queries, alert rules and `
        + 'dashboards may no longer match',
      'keep the labels, or change what asks for them too'],
  },
} as const satisfies Record<string, CodeSentences>;
