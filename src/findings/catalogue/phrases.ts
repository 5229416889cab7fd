/** Parts of sentences that differ where all else of the sentence is the same: `{rule:phrase}` takes one in. */
export const PHRASES = {
  // why a controller cannot ask for a password, by its name
  'contour': 'Contour asks its own authorization server, for its HTTPProxy only, never for an Ingress',
  'gateway-api': 'the Gateway API itself has no basic authentication: each implementation has its own',
  'istio': 'Istio has none but a Wasm plugin with the password in plain text',
  'kgateway': 'its basic authentication is too new, and not supported yet',
  'apisix': 'it is not supported yet',

  // what makes a controller read Secrets of other namespaces
  'config-map-allows-secrets': '"cross-namespace-secrets-passwd" of its ConfigMap is "allow" and \'allowsCrossNamespaceSecrets\' says so',
  'flag-allows-secrets': 'it runs with "allow-cross-namespace-resources" and \'allowsCrossNamespaceSecrets\' says so',

  // what the names of a kind must be
  'subdomain': 'a DNS-1123 subdomain (lower-case letters, digits, \'-\' and \'.\', at most {max} characters)',
  'job-name': 'a DNS-1123 subdomain (lower-case letters, digits, \'-\' and \'.\', at most {max} characters, since its pods have it as a label)',
  'cron-job-name': 'a DNS-1123 subdomain (lower-case letters, digits, \'-\' and \'.\', at most {max} characters, since its jobs have it and the time)',
  'priority-class-name':
    'a DNS-1123 subdomain (lower-case letters, digits, \'-\' and \'.\', at most {max} characters) that does not begin with "system-"',
  'label': 'a DNS-1123 label (lower-case letters, digits and \'-\', at most {max} characters)',
  'stateful-set-name':
    'a DNS-1123 label (lower-case letters, digits and \'-\', at most {max} characters, since its pods have it and a hash as a label)',
  'indexed-job-name':
    'a DNS-1123 label (lower-case letters, digits and \'-\', at most {max} characters, since its pods have it and their index for a host name)',
  'service-name': 'a DNS-1035 label (lower-case letters, digits and \'-\', beginning with a letter, at most {max} characters)',
  'path-segment': 'a string without \'/\' and \'%\', and neither \'.\' nor \'..\'',
  'ip-address': 'an IP address',
  'made-of-fields': '{made}, as {fields:and} say',

  // what a selector asks of labels
  'label-value': '{key:bare}={value:bare}',
  'label-in': '{key:bare} in ({values:list})',
  'label-not-in': '{key:bare} not in ({values:list})',
  'label-exists': 'a label {key:bare}',
  'no-label': 'no label {key:bare}',

  // why one construct depends on another
  'nested-chart': '{from:bare} => {to:bare} since chart {inner:bare} is in chart {outer:bare}',
  'written-dependency': '{from:bare} => {to:bare} since {source:bare} => {target:bare}',
  'dependency-on-stranger': '{from:bare} => {to:bare} since {source:bare} => {target:bare}, which is not in this app',

  // what a server answers that is not Prometheus
  'body': '{type:bare}',
  'body-with-text': '{type:bare} {text}',
  'untyped-body': 'a body of no type',
  'untyped-body-with-text': 'a body of no type {text}',
} as const;
