import { Explanation } from '../sentence';

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
