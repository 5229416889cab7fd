const SUBDOMAIN = "a DNS-1123 subdomain (lower-case letters, digits, '-' and '.', at most {max} characters";
const LABEL = "a DNS-1123 label (lower-case letters, digits and '-', at most {max} characters";

/** Variable parts of sentences that are otherwise the same: `{rule:phrase}` inserts one. */
export const PHRASES = {
  // reasons why a controller cannot ask for a password, by its name
  'contour': 'Contour asks its own authorization server, for its HTTPProxy only, never for an Ingress',
  'gateway-api': 'the Gateway API itself has no basic authentication: each implementation has its own',
  'istio': 'Istio has only a Wasm plugin, with the password in plain text',
  'kgateway': 'its basic authentication is too new, and not supported yet',
  'apisix': 'it is not supported yet',

  // consequences of deleting an object and creating it again
  'address-anew': 'its address changes',
  'claims-anew': 'its claims are deleted with it, since whenDeleted is Delete',
  'class-anew': 'objects created with it stay unchanged',
  'data-anew': 'what is on the volume is lost, unless its reclaim policy is Retain',
  'kind-anew': 'all objects of the kind are deleted with it',
  'nothing-anew': 'it does not exist in the meantime',
  'pods-anew': 'its pods stop before new ones start',
  'read-anew': 'pods that start in the meantime do not find it',
  'rights-anew': 'its subjects lack their permissions in the meantime',
  'run-anew': 'the Job runs again',
  'set-anew': 'its pods stop before new ones start, with the claims that are there',
  'slice-anew': 'no request reaches its endpoints in the meantime',
  'templates-anew': 'its pods stop before new ones start; claims that are there stay as they are',

  // settings that let a controller read Secrets of other namespaces
  'config-map-allows-secrets': '"cross-namespace-secrets-passwd" of its ConfigMap is "allow" and \'allowsCrossNamespaceSecrets\' says so',
  'flag-allows-secrets': 'it runs with "allow-cross-namespace-resources" and \'allowsCrossNamespaceSecrets\' says so',

  // rules for the names of a kind
  'subdomain': `${SUBDOMAIN})`,
  'job-name': `${SUBDOMAIN}, since its pods have it as a label)`,
  'cron-job-name': `${SUBDOMAIN}, since its jobs have it and the time)`,
  'priority-class-name': `${SUBDOMAIN}) that does not begin with "system-"`,
  'label': `${LABEL})`,
  'stateful-set-name': `${LABEL}, since its pods have it and a hash as a label)`,
  'indexed-job-name': `${LABEL}, since its pods have it and their index for a host name)`,
  'service-name': 'a DNS-1035 label (lower-case letters, digits and \'-\', beginning with a letter, at most {max} characters)',
  'path-segment': "a string without '/' and '%', and neither '.' nor '..'",
  'ip-address': 'an IP address',
  'made-of-fields': '{made}, as {fields:and} say',

  // requirements of a selector on labels
  'label-value': '{key:bare}={value:bare}',
  'label-in': '{key:bare} in ({values:list})',
  'label-not-in': '{key:bare} not in ({values:list})',
  'label-exists': 'a label {key:bare}',
  'no-label': 'no label {key:bare}',

  // a listener of a Gateway, with all of its hosts or some
  'listener': 'listener {name} (port {port:bare})',
  'narrower-listener': 'listener {name} (port {port:bare}, host {host:bare})',
  'or-section-names': ", or name the other listeners in 'sectionNames'",

  // effects of the steps of a route, from the host to the pods
  'takes-path': 'takes {host:bare}{path:bare}',
  'takes-below': 'takes {host:bare}{path:bare} and what is below it',
  'takes-text': 'takes {host:bare}{path:bare} and what begins so',
  'takes-regex': 'takes the paths of {host:bare} that match {path:bare} as a whole',
  'takes-part': 'takes the paths of {host:bare} that {path:bare} matches in a part',
  'takes-when': 'takes {host:bare}{path:bare} of requests with {when:bare}',
  'takes-assumed-regex': 'takes the paths of {host:bare} that match {path:bare} as a whole, as is assumed of its Gateway',
  'takes-assumed': 'takes {host:bare}{path:bare} and what is below it, as ImplementationSpecific is read here',
  'takes-rest': 'takes what no rule takes',
  'has-certificate': 'serves {host:bare} with the certificate in Secret {secret:bare}',
  'has-usual-certificate': 'serves {host:bare} with a certificate of its controller',
  'leads-on': 'leads from port {port:bare} to port {target:bare} of the pods',
  'selects': 'selects the pods',
  'listens': 'listens on port {port:bare}',
  'redirects': 'redirects to {to:bare}',
  'answers': 'answers with status {status:bare}',

  // the routes that a Gateway accepts, if it rejects those of a namespace
  'own-namespace': 'only routes of its own namespace, {namespace:bare}',
  'no-namespace': 'no routes',
  'other-kinds': 'no HTTPRoutes',

  // who may send requests
  'no-token': 'requests without a token',
  'token-of': 'a token of {issuer}',
  'lets-in': 'lets them in',
  'refuses': 'rejects them',
  'refuses-rest': 'rejects what no rule allows',
  'needs-token': 'rejects requests without a token',
  'refuses-issuer': 'rejects tokens of this issuer',
  'refuses-audience': 'rejects tokens for other audiences',
  'asks-others': 'asks another server, which may reject them',
  'depends': 'decides, and it is not known how',
  'say-from': "say where the pods of the gateway are, as 'from'",
  'unguarded': 'no policy guards it',
  'no-issuer': 'no token counts, since nothing at the gateway verifies one',
  'lacks-claim': 'a token has to have {key} with {values:quoted}',
  'lacks-element': 'a token has to have a list {key} with {values:quoted}',
  'has-claim': 'a token must not have {key} with {values:quoted}',

  // effects of the steps of a scrape
  'selects-service': 'selects Service {service:bare}',
  'selects-monitor': 'selects {object:bare}',
  'reads-job': 'reads job {job:bare}',
  'scrapes': 'scrapes {place:bare}',

  // why a connection is allowed
  'lets-through': 'lets it through',
  'to-closed-by-none': 'no NetworkPolicy closes {to:bare} for what comes in',
  'from-closed-by-none': 'no NetworkPolicy closes {from:bare} for what goes out',
  // targets of a route
  'service-port': 'port {port:bare} of Service {service:bare} {namespace:namespace}',
  'other-backend': '{kind:bare} {name:bare} {namespace:namespace}',
  'no-backend': 'nothing',
  'redirect-to': 'a redirect to {to:bare}',

  // differences in what routes of two kinds mean by the same host and path
  'meant-labels': '{host:bare} matched any number of labels, and now matches one',
  'means-labels': '{host:bare} now matches any number of labels, and matched one',
  'meant-text': 'prefix {path:bare} matched any string that begins with it, and now matches whole path elements',
  'means-text': 'prefix {path:bare} now matches any string that begins with it, and matched whole path elements',
  'meant-elements': 'the slash at the end of prefix {path:bare} said nothing, and counts now',
  'means-elements': 'the slash at the end of prefix {path:bare} says nothing now, and counted',
  'meant-part': '{path:bare} matched a part of the path, and matches all of it now',
  'means-part': '{path:bare} matches a part of the path now, and matched all of it',
  'precedes-now': '{path:bare} precedes {first:bare} now',

  // why one construct depends on another
  'nested-chart': '{from:bare} => {to:bare} since chart {inner:bare} is in chart {outer:bare}',
  'written-dependency': '{from:bare} => {to:bare} since {source:bare} => {target:bare}',
  'dependency-on-stranger': '{from:bare} => {to:bare} since {source:bare} => {target:bare}, which is not in this app',

  // answers of a server that is not Prometheus
  'body': '{type:bare}',
  'body-with-text': '{type:bare} {text}',

  // reasons for a missing answer of the API server of a cluster
  'late-answer': 'the cluster has not answered in {timeout} ms',
  'cut-answer': 'the connection to the cluster broke off before the answer was complete ({error:bare})',
  'no-connection': 'the cluster does not answer (kubectl proxy reports {text})',
  'long-answer': 'the answer of the cluster has more than {max} bytes',
  'other-answer': 'what answers is no API server of Kubernetes: {status:bare}, {text:bare}',
  'other-object': 'what answers is no API server of Kubernetes: {status}, without the object that was asked for',
  'no-discovery': 'the cluster does not say which kinds it serves: it answers {status} at {path:bare}',
  'no-rights': 'the user of the context cannot {verb:bare} them',
  'no-list': 'the cluster answers {status}',
  'endless-list': 'the list goes on after {max:bare} objects',
  'not-asked': 'the cluster has not answered {number} requests in a row, so it receives no further requests',
} as const;

/**
 * Sentences around that of another finding, which they insert as `{problem:bare}`. The finding keeps its code; a remedy here replaces its
 * own.
 */
export const FRAMES = {
  'not-scraped': 'is not scraped: {problem:bare}',
  'port-not-scraped': ['is not scraped: {problem:bare}',
    "name the right port in a MetricsTrait, or set 'enabled: false' there, if it has no metrics"],
  'scraped-by-operator': ['is all that scrapes the component, since it {problem:bare}',
    "add a MetricsTrait to have the job name and the labels of the platform instead: the operator's monitor is switched off then"],
  'operator-switched-off': ["is rendered with 'enabled: false', since it {problem:bare}",
    "ask for other ports in the MetricsTrait ('enabled: false' if there are none) to keep the operator's monitor"],
  'as-another': '{problem:bare}; 1 other object is not judged for the same reason',
  'as-others': '{problem:bare}; {number} other objects are not judged for the same reason',
  'parameter': 'sets {sets:path} of the workload, which {problem:bare}',
  'left-out': '{problem:bare}; it is left out',
  'placeholder': ['{problem:bare}', 'fill in the template, with the tool that it was written for, and read what comes out'],
} as const;

/** The name of a sentence around that of a finding. */
export type Frame = keyof typeof FRAMES;

/**
 * The parameters of sentences that may be plain strings: names, types, paths and words of the library, none of which is ever a secret. Any
 * other string must be `Shown`, or the code does not compile: a value that a user has written is passed only through `Shown.of()` or
 * `Shown.typeOf()`.
 */
export const STRINGS = [
  // names of objects, and of their content
  'application', 'claim', 'claims', 'cluster', 'clusters', 'component', 'container', 'containers', 'declared', 'environment', 'guard',
  'job', 'name', 'namespace', 'object', 'ofCluster', 'ofServer', 'own', 'objects', 'parameter', 'ports', 'port', 'firstPort',
  'prometheus', 'scraper', 'gateway', 'implementation', 'listener', 'needed', 'project', 'secret', 'service', 'services', 'system',
  'user', 'volume', 'classes', 'others',
  // keys
  'key', 'keys',
  // types
  'is', 'kind', 'now', 'served', 'type', 'was', 'version',
  // labels, which are checked before they are reported
  'expected', 'labels', 'value', 'values',
  // constants of the library
  'action', 'able', 'by', 'accepted', 'allowed', 'controller', 'field', 'fields', 'flag', 'flags', 'given', 'known',
  'made', 'mark', 'meaning', 'number', 'only', 'operator', 'other', 'prefix', 'reader', 'selector', 'since', 'standard',
  'protocol', 'tag', 'tool', 'resource', 'usual', 'vendor', 'verb', 'what', 'word',
  // positions and paths
  'begin', 'end', 'fieldPath', 'file', 'first', 'folder', 'from', 'inner', 'outer', 'part', 'path', 'place', 'pointer', 'second',
  'source', 'target', 'to', 'twin',
  // addresses, without user and password
  'address', 'cidr', 'host', 'hosts', 'paths', 'route', 'url',
  // conditions of a route beside host and path
  'when',
  // messages of other programs
  'character', 'command', 'error', 'message', 'signal', 'status', 'systemCode', 'text',
] as const;
