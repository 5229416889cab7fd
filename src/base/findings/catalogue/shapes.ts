import { ofWords, Text } from '../sentence';
import type { Shown } from '../finding';

const DNS_LABEL = "a DNS-1123 label (lower-case letters, digits and '-', at most 63 characters)";

const LABEL_NAME = "a DNS-1123 subdomain of at most 63 characters, since it becomes a label's value";

const SERVICE = "the name of a Service (lower-case letters, digits and '-', starting with a letter, at most 63 "
  + 'characters)';

/** What a value must be, for the sentence "must be …, got …". The remedy is for what these words do not say. */
export const SHAPES = {
  // types
  'object': 'an object',
  'list': 'a list',
  'map': 'a map',
  'string': 'a string',
  'unquoted': ['a string', 'put it in quotes'],
  'boolean': ['a boolean', '', 'write true or false, without quotes'],
  'integer': ['an integer', '', 'write an integer, without quotes'],
  'number': ['a number', '', 'write a number, without quotes'],
  'parameter': ['a string or an integer of 32 bits', 'turn it into a string'],
  'hash': ['a PasswordHash, such as PasswordHash.BCRYPT', 'name the kind of hash'],
  'keys': ['a list of keys', 'give the names of the keys, such as ["username", "password"]'],
  'ciphertext': ['a map of ciphertext by key', 'write { <key>: <ciphertext> }'],
  'sealed': 'ciphertext of kubeseal',
  'kubernetes-object': ['an object', "give the whole object, with 'apiVersion' and 'kind'"],
  'renderer': ['an object with apiVersion, kind and render()', 'give { apiVersion, kind, render }'],

  // constructs and values of classes
  'api-object': ['an ApiObject of cdk8s', 'give that of the construct: ApiObject.of(deployment)'],
  'app': ['an App of cdk8s', 'give the app: new App(), or new GitOpsApp()'],
  'chart': ['a Chart of cdk8s', 'give one of the charts of the app'],
  'credentials': 'ScraperCredentials',
  'component': ['a component', 'give a Component, or what Component.fromComponentName() returns'],
  'component-binding': ['a ComponentBinding', 'give what addDeployment() or addComponent() returns'],
  'application': ['an ApplicationConfiguration', 'give the construct itself'],
  'workload': ['a workload', 'create one, such as new DeploymentWorkload()'],
  'platform': ['a Platform', 'install a KubernetesPlatform, or an OamPlatform'],
  'monitoring-provider': ['a MonitoringProvider',
    'name what collects metrics in the cluster, such as MonitoringProvider.kubePrometheusStack()'],
  'ingress-provider': ['an IngressProvider',
    'name the ingress controller that the cluster runs, such as IngressProvider.traefik()'],
  'controller': ['an IngressController', 'name the one that the cluster runs, such as IngressController.traefik()'],
  'tls': ['a TlsCertificate',
    'use TlsCertificate.clusterIssuer(), issuer() or secret(), or TlsCertificate.insecureNone() if you mean it'],
  'scraper': ['a Scraper', 'use Scraper.parse("namespace/deployment-name")'],
  'prometheus-scraper': ['a PrometheusScraper', 'create one by new PrometheusScraper()'],
  'scrape-configuration': ['a ScrapeConfiguration', 'make it by new ScrapeConfiguration()'],
  'dashboard-delivery': ['a DashboardDelivery', 'use DashboardDelivery.sidecar() or DashboardDelivery.operator()'],
  'network-policy-peer': ['an INetworkPolicyPeer of cdk8s-plus', 'give pods, a workload or addresses of cdk8s-plus'],
  'manifests': ['Manifests of cdk8s-oam/testing', 'give what Manifests.ofApp() returns'],
  'abort-signal': ['an AbortSignal', 'give the signal of an AbortController'],

  // strings
  'filled': 'a non-empty string',
  'filled-unquoted': ['a non-empty string', 'put it in quotes'],
  'line': ['a string on one line, and no alias', 'write the text itself on one line'],
  'true': ['true', 'leave it out if it is not meant'],
  'quantity': 'a quantity in quotes, such as "500m", "1" or "256Mi"',
  'quantity-text': 'a quantity such as "500m", "1" or "256Mi"',
  'integer-or-string': ['an integer or a string', '', 'give an integer, or a string in quotes'],
  'seconds': 'an integer, in seconds',
  'whole-seconds': ['a Duration of whole seconds, at least one', 'write it as Duration.hours(1), for example'],
  'duration': ['at least a millisecond, or a string such as "1h30m"', 'write it as "1h30m"'],
  'prometheus-duration': ['a duration of Prometheus',
    'give numbers with their units, the largest unit first, such as 1m30s'],
  'promql': 'an expression of PromQL',
  'time': ['a Date, an integer in milliseconds, or a string such as "2026-01-31T12:00:00Z"',
    'write it as "2026-01-31T12:00:00Z"'],
  'schedule': 'a schedule of five fields, such as "0 3 * * *", or a name such as "@daily"',
  'time-zone': 'the exact name of a time zone, such as "Europe/Berlin"',
  'storage': ['greater than zero: a claim asks for some storage',
    'give the size that is needed, such as "1Gi", or set \'ephemeral\''],
  'base64': ['a base64 string', "encode it, or put it into 'stringData'"],

  // names
  'kind': 'a kind such as "Deployment"',
  'kind-prefix': 'a capital letter, then letters and digits, as a kind begins',
  'api-version': 'an API version such as "apps/v1"',
  'custom-type': 'the group and the kind of a custom resource, without a version, such as "example.com/Widget"',
  'object-type': 'a group and a kind, without a version, such as "example.com/Widget", or a kind of the core group, '
    + 'such as "Service"',
  'label-name': [LABEL_NAME, '', "use lower-case letters, digits, '-' and '.'"],
  'model-name': [LABEL_NAME, "set 'metadata.name', or a construct id that is a valid name", 'give it a valid name'],
  'namespace': [DNS_LABEL, '', "use lower-case letters, digits and '-'"],
  'own-namespace': [DNS_LABEL, "set the chart's namespace, or 'metadata.namespace'", 'give it a valid namespace'],
  'revision': ["the name of a revision, '<component>-v<number>', and not one of an earlier runtime",
    'name the component, or a revision that there is'],
  'dns-label': DNS_LABEL,
  'service': SERVICE,
  'service-of-ingress': [SERVICE, 'an Ingress leads to a Service in its own namespace: give its name alone'],
  'secret-name': ['the name of a secret (a DNS-1123 subdomain)', 'give the name of the secret, never its value'],
  'data-key': ["a key of a Secret or a ConfigMap (letters, digits, '-', '_' and '.', at most 253 characters)",
    'give keys alone, never what they hold'],
  'secret-type': ['the type of a Secret, such as "Opaque"', "look it up in the 'type' of the Secret"],
  'vendor': ['the DNS-1123 label between "oam." and ".io"', 'write "verrazzano" for "oam.verrazzano.io"'],
  'port-name': ["the name of a port (lower-case letters, digits and '-', a letter among them, at most 15 characters)",
    '',
    "use lower-case letters, digits and '-'"],
  'oam-port-name': 'lower-case letters only: OAM allows neither digits nor dashes in the name of a port',
  'short-port-name': 'lower-case letters only, at most 15, as Kubernetes requires',
  'label-value': ["a label's value (letters, digits, '-', '_' and '.', at most 63 characters)", '',
    'shorten it, or leave out other characters'],
  'label-key': ['the key of a label, [<DNS subdomain>/]<name>', '', 'write it as "example.com/name"'],
  'labels': ['a map with keys of the form [<DNS subdomain>/]<name>', '', 'write it as "example.com/name"'],
  'series-names': "names of letters, digits and '_', which begin with no digit and not with '__'",
  'series-label': "a non-empty string without '$', which has a meaning in relabelling rules",
  'header-name': "the name of a header (letters, digits and '-')",
  'header': ['a header that Prometheus does not write itself, with a value of printable ASCII characters',
    'leave it out'],
  'entry-point': ['the name of an entry point, such as "websecure"',
    'look it up in the static configuration of Traefik'],
  'listener-name': ['the name of a listener', "look it up in 'spec.listeners' of the Gateway"],
  'realm': "letters, digits, spaces, '.', '_' and '-' only",
  'user': ["at most 128 letters, digits, '.', '_' and '-', the first a letter or digit",
    "choose another user; a ':' in particular would end the name"],
  'basic-auth-user': ["a non-empty string, without ':' and control characters", 'give the name of the user alone'],
  'environment-name': ['lower-case letters, digits and "-", with a letter or digit at both ends, and no device of '
    + 'Windows (con, nul)', '',
  'give it another name'],
  'cluster': ['the name by which Argo CD knows the cluster, not its URL', '`argocd cluster list` shows both'],
  'image-name': ['the name of an image without tag and digest', 'write what precedes the tag or digest'],
  'image': ['a reference to an image, such as "ghcr.io/acme/cart:1.4.2"',
    'write the path in lower case, without scheme and spaces, and then one tag of letters, digits, "_", "." and "-", '
      + 'or a whole digest'],
  'fixed-image': 'an image with a tag other than "latest", or a digest',
  'mounted': ['<namespace>/<name> of what is mounted', 'name the namespace of what is scraped'],
  'scraper-name': ['of the form <namespace>/<deployment-name>',
    'name the deployment of the scraper, such as "monitoring/prometheus"'],

  // paths and addresses
  'address': 'an IP address',
  'prober': ['a host or host:port, without a scheme and a path', "set these in 'scheme' and 'path'"],
  'cidr': ['a block of addresses', 'write it as "10.0.0.0/16"; one address is "10.0.0.7/32"'],
  'port': ['an integer from 1 to 65535', '', 'give the number of the port; a named port is not supported here'],
  'host': "a lower-case DNS name, with '*.' in front at most",
  'exact-host': 'a lower-case DNS name, neither with a wildcard nor an address',
  'absolute-path': 'an absolute path without spaces',
  'mount-path': "an absolute path without ':'",
  'file-path': "the absolute path of a file, without ':' and without '/' at its end",
  'folder': ['the absolute path of a folder in the pods of the Prometheus', 'give the `mountPath` of its volume'],
  'repository-path': ['a folder in the repository, with "/" between the parts of its path and without ".."',
    'write its path from the root of the repository'],
  'field-path': ['a field path', 'write it as "spec.containers[0].env[1].value"'],
  'plain-path': ["a path that starts with '/' and has no space, query or fragment",
    'give the path alone, such as "/metrics"'],
  'probe-path': ["a path that starts with '/' and has no space", 'write it as "/ready" or "/health?full=true"'],
  'regex-path': ["a path that starts with '/' and has no space",
    'the expression is matched against the whole path: write "/.*\\.png" for all images'],
  'resolved-path': ['a path without "//", "/./", "/../" and "%2f" in an Ingress',
    'write the path as it is after these are resolved'],
  'ingress-nginx-path': ["letters, digits, '/', '_', '.' and '-' only: ingress-nginx rejects other paths",
    'use a prefix that ends before them, or IMPLEMENTATION_SPECIFIC for a pattern of the controller',
    'use a prefix that ends before them'],
  'https-url': ['a URL that begins with https://', '', 'write it as "https://prometheus.example.com"'],
  'http-url': ['a URL that begins with http:// or https://', 'write it as "https://mimir.example.com/api/v1/push"'],
  'argo-cd-url': ['the URL of a Git repository as Argo CD reads it: https://…, ssh://… or git@<host>:<path>',
    'write the URL by which it is cloned'],
  'flux-url': ['the URL of a Git repository as Flux reads it: https://… or ssh://…',
    'write the URL by which it is cloned'],

  // answers of Prometheus
  'string-values': 'an object whose values are strings',
  'number-text': 'a number in a string',
  'time-number': 'a number of seconds',
  'sample': 'a list of two, time and value',
  'bucket': 'a list of four, a number from 0 to 3 and three strings',
  'result-type': 'vector, matrix, scalar or string',
  'matrix': 'matrix',
} as const satisfies Record<string, Text>;

/** The name of what a value must be. */
export type Shape = keyof typeof SHAPES;

/** The sentence of a value that is not what it must be. A value that may be secret is not given, and not shown. */
export function expected({ shape, value }: { shape: Shape; value?: Shown }): Text {
  const [what, remedy, inManifests]: readonly (string | undefined)[] = [SHAPES[shape]].flat();
  return ofWords({ problem: `must be ${what}${value ? '' : '; the value is not shown'}`, value, remedy, inManifests });
}
