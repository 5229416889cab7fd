import type { Path, Shown } from '../finding';
import {
  CodeSentences, quotedPath, List, commaList, Maker, Name, ofWords, quotedList, showMaker, shown,
} from '../sentence';

/** Findings about settings that the objects of the cluster cannot express. */
export const RENDERERS_CODES = {
  'not-expressible': {
    'own-words': ofWords,
    'second-cookie': (p: { first: Path; maker: Maker; isOfPort: boolean }) =>
      [`differs from ${quotedPath(p.first)} of ${showMaker(p.maker)}, and both lead to one `
        + `${p.isOfPort ? 'port of one ' : ''}Service, which has a single cookie`,
      'use one cookie for both, or a Service each'],
    'api-object': ['is an object that is made elsewhere in the program, and an OAM platform needs it in the component',
      'give it by a typed factory or new CustomWorkload(), or install a KubernetesPlatform'],
    'made-elsewhere': (p: { kind: string }) =>
      [`cannot be expressed: the ${p.kind} is made elsewhere in the program, and nothing on it is changed`,
        `set it where the ${p.kind} is made`],
    'changes-object': (p: { kind: string }) =>
      [`would change the ${p.kind} of the component, which is made elsewhere in the program`,
        `change it where the ${p.kind} is made`],
    'metadata': ['cannot be expressed: without an OAM platform there is no object to which it could belong',
      'leave it out'],
    'scopes': ['cannot be expressed without an OAM platform: only the OAM runtime reads it',
      'leave them out, and write what the scope did as a separate object'],
    'list': ['is a list of objects', 'make each of them a separate component or trait'],
    'gpu': ['cannot be expressed: Kubernetes knows GPUs only as the resources of device plugins',
      'request the resource of its device plugin in \'extended\', such as "nvidia.com/gpu"'],
    'long-regex': (p: { max: number }) =>
      [`must be at most ${p.max} characters long: Istio rejects longer regular expressions`,
        'use a shorter one, or Prefix'],
    'wildcard-policy': (p: { host: Name }) =>
      [`cannot be expressed for host ${shown(p.host)}: a policy of Istio would not hold for requests that name a port`,
        'name each host'],
    'large-policy': (p: { count: number; max: number }) =>
      [`becomes ${p.count} rules of Istio, and a policy has at most ${p.max}: one for each combination of conditions`,
        'give fewer rules with conditions'],
    'implementation-specific': [
      'cannot be ImplementationSpecific: only Ingresses leave it to a controller how a path is compared',
      'use Exact, Prefix or Regex',
    ],
    'regex-of-gateway': (p: { implementation: string; able: List }) =>
      [`cannot be Regex: how ${p.implementation} compares it is not known`,
        `these are: ${commaList(p.able)} (set 'implementation'), or use Prefix`],
    'cookie-of-gateway': (p: { implementation: string; able: List }) =>
      [`cannot be expressed: ${p.implementation} has no cookie for a session that is rendered`,
        `these have: ${commaList(p.able)} (set 'implementation'), or leave it out`],
    'long-cookie': (p: { max: number; implementation: string; seconds: number }) =>
      [`must be at most ${p.max} seconds for ${p.implementation}, got ${p.seconds}`,
        'use a shorter lifetime, or 0 for that of the session'],
    'policy-of-gateway': (p: { implementation: string; able: List }) =>
      [`cannot be expressed: ${p.implementation} has no authorization policy that is rendered`,
        `these have: ${commaList(p.able)}, and IngressProvider.istio(); or let the application ask`],
    'other-namespace': (p: { service: Name; namespace: Name }) =>
      [`leads to Service ${shown(p.service)} of namespace ${shown(p.namespace)}, which a ReferenceGrant there must `
        + 'allow',
      "set 'rendersReferenceGrants' if that namespace may be opened, or add a Service to this one"],
    'secret-of-gateway': (p: { hosts: List }) =>
      [`cannot be expressed: the certificate of ${quotedList(p.hosts)} is that of a listener of the Gateway`,
        "name its Secret here and in the description of the listener, or set 'listenerSets'"],
    'secret-of-issuer': (p: { secret: Name }) =>
      ['cannot be expressed: cert-manager makes the certificates of all listeners of a ListenerSet, and would '
        + `replace that in Secret ${shown(p.secret)} with its own`,
      "set 'rendersCertificate' of the TlsCertificate in 'listenerSets', or leave it out", 'leave it out'],
    'dotted-claim': (p: { claim: string }) =>
      [`cannot be expressed: Envoy Gateway takes the dots of claim [${p.claim}] for steps`,
        'let the issuer add a claim without dots'],
    'many-token-rules': (p: { count: number; max: number }) =>
      [`becomes ${p.count} rules of a SecurityPolicy, and at most ${p.max} are rendered: each claim may be a string `
        + 'or a list',
      'ask for fewer claims in each rule'],
    'many-values': (p: { max: number }) =>
      [`must have at most ${p.max} values in a SecurityPolicy`, 'ask for fewer, or split the rule'],
    'past-policy': (p: { first: Path; maker: Maker }) =>
      [`may take requests of ${quotedPath(p.first)} of ${showMaker(p.maker)} without its authorization policy, and `
        + 'leads to the same pods',
      'give this path that policy, declare that path with it on this host too, or lead this one to other pods'],
    'open-despite-policy': ['is open although it has an authorization policy: no object enforces it',
      'leave the policies of the trait in the app, without the annotation istio.io/dry-run'],
    'closed-by-policy': (p: { policy: string }) =>
      [`lets everybody in, and ${p.policy}, the policy of another path, refuses some of its requests`,
        'use another host, or Exact or Prefix'],
    'spelling-past-policy': (p: { first: Path; maker: Maker }) =>
      [`would let requests past the authorization policy of ${quotedPath(p.first)} of ${showMaker(p.maker)}: both lead `
        + 'to the same pods, which may read "//", ";", "%2f" or "/../" in a path of the one as a path of the other',
      'use one policy for both, make the path without it Exact, or lead it to other pods'],
    'cookie': (p: { controller: string; able: List }) =>
      [`cannot be expressed: controller ${p.controller} has no annotation of an Ingress for a session cookie`,
        `these could: ${commaList(p.able)} (use the IngressProvider of one), or an OAM platform with Istio; or leave `
          + 'it out',
        `these could: ${commaList(p.able)} (give --ingress-controller), or an OAM platform with Istio; or leave it `
          + 'out'],
    'cookie-of-unknown-controller': (p: { able: List }) =>
      ['cannot be expressed: an Ingress alone has none, and the controller is not known',
        `these could: ${commaList(p.able)} (use the IngressProvider of one), or an OAM platform with Istio; or leave `
          + 'it out',
        `these could: ${commaList(p.able)} (give --ingress-controller), or an OAM platform with Istio; or leave it `
          + 'out'],
    'monitor-field': (p: { kind: string }) => [`cannot be expressed: a ${p.kind} has no such field`, 'leave it out'],
    'job-field': (p: { reader: string }) =>
      [`cannot be expressed: ${p.reader} does not know such metrics`, 'leave it out'],
    'unread-field': (p: { reader: string; kind: string }) =>
      [`cannot be expressed: ${p.reader} ignores this field of a ${p.kind}`, 'leave it out'],
    'unread-annotations': (p: { kind: string }) =>
      ['cannot be scraped: each WebLogic server is scraped at the port and path in annotations of its pod, which a '
        + `${p.kind} does not read`,
      "set 'enabled: false', or let another Prometheus scrape it"],
    'user-name': (p: { kind: string }) =>
      [`names a Secret with a user name and a password, and a ${p.kind} has the user name itself`,
        "give the user name in 'userNames' of the provider"],
    'ca-in-secret': (p: { kind: string }) => [`cannot be expressed: a ${p.kind} reads certificates of Secrets only`,
      'put them into a Secret'],
    'rule-action': (p: { action: Name; kind: string; known: List }) =>
      [`cannot have the action ${shown(p.action)}: a ${p.kind} knows ${commaList(p.known)}`,
        'change or drop the samples in another way'],
    'protected-label': (p: { label: Shown }) =>
      [`cannot set the label ${shown(p.label)}, which the managed collection sets`, 'choose another label'],
    'log-home': (p: { name: Name }) =>
      [`could read no log: 'logHomeEnabled' of Domain ${shown(p.name)} is false, and its servers mount no volume`,
        "leave 'logHomeEnabled' out, or leave the trait out"],
    'ending-pods': (p: { kind: string }) => [`the pods of a ${p.kind} terminate, which a sidecar never does`,
      'leave it out, and read what the pods print'],
    'no-pods': (p: { kind: string }) => [`a ${p.kind} has no pods to which a sidecar could be added`,
      'put the trait on the component whose workload runs the pods'],
    'clashing-mounts': (p: { mountPath: Shown }) =>
      [`the sidecar mounts what the other containers mount, and different volumes are mounted at ${shown(p.mountPath)}`,
        'mount them at different places'],
  },
} as const satisfies Record<string, CodeSentences>;
