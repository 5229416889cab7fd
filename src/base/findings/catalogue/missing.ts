import { Explanation, List, list, Name, ofWords, shown } from '../sentence';

/** The remedy for a password in a program. */
const USE_CREDENTIALS = 'use ScraperCredentials.externalSecret(), generatedPassword(), existingSecret() or sealedSecret(); '
  + 'insecurePlaintext() is for a laptop, where everyone may read the password';

/** How to give what is required, by a name or by the field of settings: for programs, and for settings or flags if it differs. */
export const WAYS = {
  'client-secret': ['name a Secret in the namespace of the scraper with the key "password", which clients read'],
  'cluster-store': ["name a store of the operator's Kubernetes provider that reads the system namespace, or take the password from a store "
    + 'by ScraperCredentials.externalSecret()'],
  'controller': ['name the one that the cluster runs, such as IngressController.traefik()'],
  'credentials': [USE_CREDENTIALS],
  'image': ["give the image of the container, or list the containers in 'podSpec'"],
  'object-name': ['give the object a name'],
  'port': ['give the port: those of a Service that is not rendered here are not known'],
  'port-name': ['give each of several ports a name'],
  'scraper': ["name the Ingress or the HTTPRoute ('httpRouteName') that leads to the scraper"],
  'service-account': ["name the ServiceAccount, or set 'create' to true"],
  'tls': ['use TlsCertificate.secret(), issuer() or certificate(), or TlsCertificate.insecureNone() to send the password in plain text'],
  'platform': ['give oam or kubernetes', 'give oam or kubernetes, or give --platform'],
  'kubernetes.prometheus.namespace': ['give the namespace of the Prometheus resource',
    'give the namespace of the Prometheus resource, or give --prometheus'],
  'kubernetes.prometheus.name': ['give the name of the Prometheus resource',
    'give the name of the Prometheus resource, or give --prometheus'],
  'kubernetes.prometheus.monitorSelector': ['give spec.podMonitorSelector of the Prometheus resource',
    'give spec.podMonitorSelector of the Prometheus resource, or give --monitor-selector'],
  'kubernetes.ingress.className': ['give the name of the IngressClass, or set gatewayApi or istio',
    'give the name of the IngressClass, set gatewayApi or istio, or give --ingress-class'],
  'kubernetes.ingress.tls': ['say where their certificates come from',
    'say where their certificates come from, or give --cluster-issuer, --issuer, --tls-secret or --insecure-without-tls'],
} as const satisfies Record<string, readonly [remedy: string, inManifests?: string]>;

/** Findings about values that are required, and missing. */
export const MISSING_CODES = {
  'missing-field': {
    cause: 'A required field has no value.',
    remedy: 'Set the field.',
    says: {
      'own-words': ofWords,
      'required': ({ way }: { way?: keyof typeof WAYS }) => {
        const [remedy = '', inManifests = remedy || 'add the field']: readonly (string | undefined)[] = way ? WAYS[way] : [];
        return ['is required', remedy, inManifests];
      },
      'required-with': (p: { other: string }) => [`is required with ${p.other}`, '', 'add the field'],
      'keys': (p: { keys: List }) => [`is required, with the ${p.keys.length > 1 ? 'keys' : 'key'} ${list(p.keys)}`, '', 'add these'],
      'ports': ['must have at least one port', 'declare the ports of the containers, or give those of the Service'],
      'parameter': (p: { name: Name }) => [`must have a value for ${shown(p.name)}, which the component requires`,
        'give it, or declare the parameter as optional'],
      'one-of': (p: { allowed: List }) => [`must be one of ${list(p.allowed)}`, '', 'add the field'],
      'too-few': (p: { min: number; what: string }) => [`must have at least ${p.min} ${p.what}`, '', 'add what is missing'],
      'labels': ['must have at least one label: without any, all pods would be selected',
        'give the labels that distinguish these pods from others'],
      'some-field': (p: { fields: List }) => [`must have at least one of ${list(p.fields)}`, '', 'give one of them'],
      'application': (p: { application: Name }) =>
        [`application ${shown(p.application)} has no namespace, which job names and generated hosts contain`,
          "give its chart a namespace, or set 'metadata.namespace'", "set 'metadata.namespace', or give --default-namespace"],
      'missing-domain': (p: { application: string; namespace: string }) =>
        [`is required: there is no domain from which the host '${p.application}.${p.namespace}.<domain>' could be made`,
          "set 'domain' of the ingress provider, or name the hosts", 'name the hosts, or give --ingress-domain'],
    },
  },
} as const satisfies Record<string, Explanation>;
