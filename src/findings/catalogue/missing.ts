import { Explanation, List, list, Name, ofWords, shown } from '../sentence';

/** The remedy for a password in a program. */
const USE_CREDENTIALS = 'use ScraperCredentials.externalSecret(), generatedPassword(), existingSecret() or sealedSecret(); '
  + 'insecurePlaintext() is for a laptop, where everyone may read the password';

/** Findings about values that are required, and missing. */
export const MISSING_CODES = {
  'missing-field': {
    cause: 'A required field has no value.',
    remedy: 'Set the field.',
    says: {
      'parameter-of-component': (p: { parameter: Name; component: Name }) =>
        [`must have a value for ${shown(p.parameter)}, which component ${shown(p.component)} requires`,
          'give it, or declare the parameter as optional'],
      'parameter-declared-here': (p: { name: Name }) =>
        [`must have a value for ${shown(p.name)}, which the component requires as it is declared here`,
          'give it, or declare the parameter as optional'],
      'tls': ['is required: without TLS the password crosses the network in plain text',
        'use TlsCertificate.secret(), issuer() or certificate(); TlsCertificate.insecureNone() if you mean it'],
      'own-words': ofWords,
      'required': ['is required', '', 'add the field'],
      'one-of': (p: { allowed: List }) => [`must be one of ${list(p.allowed)}`, '', 'add the field'],
      'with-action': (p: { action: string }) => [`is required with action ${p.action}`, '', 'add the field'],
      'too-few': (p: { min: number; what: string }) => [`must have at least ${p.min} ${p.what}`, '', 'add what is missing'],
      'labels': ['must have at least one label: without any, all pods would be selected',
        'give the labels that distinguish these pods from others'],
      'version-for': (p: { field: string }) => [`is required by '${p.field}'`, 'give the version of Kubernetes that applies the objects'],
      'image': ['is required', "give the image of the container, or list the containers in 'podSpec'"],
      'service-account': ['is required', "name the ServiceAccount, or set 'create' to true"],
      'port-name': ['is required, since there are several ports', '', 'give each port a name'],
      'template-ports': ['must have at least one port', "leave 'ports' out, and the Service has those of all containers"],
      'service-ports': ['must have at least one port', 'declare its ports; a headless Service (clusterIP None) needs none'],
      'some-field': (p: { fields: List }) => [`must have at least one of ${list(p.fields)}`, '', 'give one of them'],
      'filled': ['must be a non-empty string', '', 'give it a value'],
      'object-name': (p: { kind: string }) => [`is required: a ${p.kind} is a separate object without an OAM platform`, 'give it a name'],
      'port-of-service': (p: { service: Name }) =>
        [`is required: Service ${shown(p.service)} is not rendered in this application, so that its ports are not known`, 'give the port'],
      'undeclared-ports': ['must have at least one port, since no container declares one',
        'declare the ports of the containers, or give those of the Service'],
      'client-secret-elsewhere': (p: { namespace: Name }) =>
        [`is required: a client looks for its password in namespace ${shown(p.namespace)}`, 'name the Secret with the key "password"'],
      'client-secret-one-key': (p: { controller: string }) =>
        [`is required: a Secret that has a single key, as ${p.controller} requires it, cannot hold the client's "password"`,
          'name the Secret with the key "password"'],
      'client-secret-users': (p: { controller: string }) =>
        [`is required: a Secret that has users for keys, as ${p.controller} requires it, cannot hold the client's "password"`,
          'name the Secret with the key "password"'],
      'cluster-store': (p: { controller: string }) =>
        [`is required: ${p.controller} requires its own Secret, which must be made from the one that is generated`,
          "name a store of the operator's Kubernetes provider that reads the system namespace, or take the password from a store by "
            + 'ScraperCredentials.externalSecret()'],
      'key': (p: { keys: List }) => [`is required, with the key ${list(p.keys)}`, '', 'add it with the key'],
      'keys': (p: { keys: List }) => [`is required, with the keys ${list(p.keys)}`, '', 'add it with these keys'],
      'controller': ['is required: there is no default', 'name the one that the cluster runs, such as IngressController.traefik()'],
      'credentials': ['is required', USE_CREDENTIALS],
      'way-to-scraper': ["is required, or 'httpRouteName'", 'name what leads to the scraper'],
      'platform-setting': ['is required', 'give oam or kubernetes', 'give oam or kubernetes, or give --platform'],
      'prometheus-namespace-setting': ['is required for platform kubernetes', 'give the namespace of the Prometheus resource',
        'give the namespace of the Prometheus resource, or give --prometheus'],
      'prometheus-name-setting': ['is required for platform kubernetes', 'give the name of the Prometheus resource',
        'give the name of the Prometheus resource, or give --prometheus'],
      'monitor-selector-setting': ['is required for platform kubernetes', 'give spec.podMonitorSelector of the Prometheus resource',
        'give spec.podMonitorSelector of the Prometheus resource, or give --monitor-selector'],
      'ingress-class-setting': ['is required for Ingresses', 'give the name of the IngressClass, or set gatewayApi or istio',
        'give the name of the IngressClass, set gatewayApi or istio, or give --ingress-class'],
      'certificates-setting': ['is required', 'say where their certificates come from',
        'say where their certificates come from, or give --cluster-issuer, --issuer, --tls-secret or --insecure-without-tls'],
      'application': (p: { application: Name }) =>
        [`application ${shown(p.application)} has no namespace, which job names and generated hosts contain`,
          "give its chart a namespace, or set 'metadata.namespace'", "set 'metadata.namespace', or give --default-namespace"],
      'missing-domain': (p: { application: string; namespace: string }) =>
        [`is required: there is no domain from which the host '${p.application}.${p.namespace}.<domain>' could be made`,
          "set 'domain' of the ingress provider, or name the hosts", 'name the hosts, or give --ingress-domain'],
    },
  },
} as const satisfies Record<string, Explanation>;
