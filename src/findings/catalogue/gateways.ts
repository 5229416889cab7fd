import { Explanation, joined } from '../sentence';

/** How requests come in by a Gateway. */
export const GATEWAYS_CODES = {
  'invalid-gateway': {
    cause: 'The description of a Gateway does not fit together.',
    background: 'It repeats what the Gateway in the cluster has, so that what is attached to it can be checked at synthesis.',
    remedy: 'Compare it with `kubectl get gateway -o yaml`.',
    says: {
      'selector': ["is required with 'from: Selector', and belongs to nothing else", 'give both, or neither of them'],
      'plain-with-certificate': ['belongs to a listener that speaks HTTPS', "leave it out, or set 'protocol: HTTPS'"],
      'same-listener': ['has the port, the protocol and the hostname of listeners[{number}]: a Gateway needs one of them to differ',
        'leave one of the two out'],
      'certificate-at-istio': ['must not be TlsCertificate.atGateway(): the Gateway is rendered, and has no certificate yet',
        'use TlsCertificate.issuer() or secret()'],
      'secret-of-istio': ['must not be set: each trait has its own Secret', 'leave it out'],
      'certificate-of-listeners': ['must be issued or a Secret: a ListenerSet has certificates of its own',
        'use TlsCertificate.issuer(), certificate() or secret(), or leave it out'],
      'secret-of-listeners': ['must not be set: each application has its own Secret', 'leave it out'],
      'request-authentication': ["is required where one of 'jwtIssuers' and 'requestAuthentication' is given",
        'name the issuers, and say whether the RequestAuthentication is rendered, or exists already'],
      'redirect-without-tls': ['must not be true: nothing is served over HTTPS', "leave it out, or give a certificate in 'tls'"],
    },
  },
  'newer-gateway-api': {
    cause: 'A field needs a newer version of the Gateway API than the cluster has.',
    background: 'An API server drops a field that its CustomResourceDefinition does not have, and most clients say nothing.',
    remedy: 'Install the newer version, and say so in `apiVersion` of the Gateway, or do without the field.',
    says: ['needs Gateway API {since:bare}, and the cluster has {version:bare}',
      "set 'apiVersion' of the Gateway to what the cluster has, or leave the field out"],
  },
  'not-attached': {
    cause: 'A route would not be attached to the Gateway, and its host would not be served.',
    background: 'A Gateway drops a route, or some of its hosts, without an error: only the status of the route says so.',
    remedy: 'Compare the host and the namespace with the listeners of the Gateway, and with their description in the program.',
    says: {
      'host': ['is served by no listener of Gateway {gateway}, which serve {hosts:quoted}', 'use one of these hosts, or add a listener'],
      'part': ['is served for {hosts:quoted} only: no listener of Gateway {gateway} takes all of it',
        'name these hosts, or add a listener for the wildcard'],
      'plain': ['is served in plain text only, by listener {listener} of Gateway {gateway}',
        "add a listener with 'protocol: HTTPS', or allow plain text by an option whose name begins with insecure"],
      'secret': [joined('is served by listener {listener} of Gateway {gateway}, whose Secret {secret} is in namespace {namespace}: ',
        'no ReferenceGrant is known by which the Gateway may read it'),
      "add one there, and the namespace to 'grantedSecretNamespaces' of the Gateway"],
      'same-namespace': ["cannot be attached in namespace {namespace}: {by:phrase} of the Gateway's own namespace, {own}, alone",
        'allow the namespace, in the Gateway and in its description'],
      'selector': ['cannot be attached in namespace {namespace}: {by:phrase} of namespaces with {rule:phrase}',
        "label the namespace, and name the labels in 'namespaceLabels' of the Gateway"],
      'no-namespace': ['cannot be attached in namespace {namespace}: {by:phrase} of no namespace',
        'allow the namespace, in the Gateway and in its description'],
    },
  },
  'unknown-issuer': {
    cause: 'An authorization policy asks for tokens of an issuer that the gateway is not told of.',
    background: 'A gateway trusts a token if it knows the keys of its issuer. Of any other issuer, everybody could make one.',
    remedy: 'Name the issuer and the URL of its keys in `jwtIssuers` of the provider.',
    says: {
      none: ["needs an issuer of tokens, and 'jwtIssuers' of the ingress provider names none", 'name the issuer and its keys there'],
      other: ['must be "*", or one of the issuers {known:quoted} with a slash and a subject (or "*") behind it, got {value}',
        "name the issuer and its keys in 'jwtIssuers' of the ingress provider"],
    },
  },
} as const satisfies Record<string, Explanation>;
