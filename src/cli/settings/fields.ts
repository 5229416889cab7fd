import {
  CLUSTER_NAME, EXTRA_LABELS, field, Fields, KIND_PREFIX, LABEL_KEY, LABELS, LABELS_BY_NAMESPACE, NAMESPACE, recordOf,
  schemaOf, SCRAPER, SELECTOR, SettingsField, ValueOf, VENDOR, ANNOTATIONS, HOST, oneFieldOf, TRUE,
} from './types';
import { whole } from '../../base/check';
import {
  FILLED, OBJECT_NAME, FLAG, JsonSchema, listType, oneString, RecordType, string, Type, HOST as ANY_HOST, SECRET_NAME,
  choice, integer, CONFIG_MAP_DATA_KEY, DURATION, SECRET_DATA_KEY, TEXT,
} from '../../base/definitions/type';
import { Finding, must, ownWords, found } from '../../base/findings/finding';
import { kubernetesVersions } from '../../cluster/checks/schema-store';
import { ACCEPTABLE } from '../../cluster/rules/all';
import { givenReason } from '../../cluster/rules/findings';
import { UNCHECKED_KIND, uncheckedKind } from '../../delivery/object-checks';
import { RelabelAction, AUTHORIZATION_TYPE, ScrapeScheme, ScrapeSettings } from '../../model/traits/scrape-settings';
import { GatewayApiVersion, ListenerProtocol, NamespacesFrom } from '../../targets/ingress/gateway-description';
import { INGRESS_CONTROLLERS } from '../../cluster/routes/controllers';
import { GatewayImplementation } from '../../targets/kubernetes/ingress/gateway-api/gateway-api-props';
import {
  IstioApiVersion, IstioDataPlane, IstioRequestAuthentication,
} from '../../targets/kubernetes/ingress/istio/istio-props';
import { MonitorKind } from '../../targets/kubernetes/metrics/prometheus-operator-props';
import { SeriesLabels } from '../../targets/kubernetes/metrics/series-labels';
import { MetricsTraitShape } from '../../targets/oam/oam-platform-props';
import { port } from '../../base/addresses';

const NOT_EMPTY = { min: 1, schema: { minItems: 1 } };
const PORT = integer(port, { minimum: 1, maximum: 65535 });

// The settings of the ingress providers, which decide what IngressTraits render to.

const JWT_ISSUERS = listType(recordOf({
  issuer: field(FILLED, 'Issuer',
    'The claim iss of its tokens.', { examples: ['https://login.example.com/realms/shop'] }),
  jwksUri: field(FILLED, 'Keys', 'The https:// URL of its public keys (JSON Web Key Set).',
    { examples: ['https://login.example.com/realms/shop/keys'] }),
  audiences: field(listType(FILLED, ''), 'Audiences',
    'Audiences, one of which the claim aud must name. Without it, any.'),
}, ['issuer', 'jwksUri']), '');

const POD_FIELDS = {
  namespace: field(NAMESPACE, 'Namespace of the gateway\'s pods',
    'The namespace of the pods through which requests come.', { examples: ['istio-system'] }),
  podLabels: field(LABELS, 'Labels of the gateway\'s pods',
    'The labels of these pods.', { examples: [{ istio: 'ingressgateway' }] }),
};

const PODS = recordOf(POD_FIELDS, ['namespace', 'podLabels']);

const ALLOWED_NAMESPACES = recordOf({
  from: field(choice('NamespacesFrom', NamespacesFrom), 'From which namespaces',
    'All, Same (that of the Gateway), Selector, or None.'),
  selector: field(SELECTOR, 'Selector', 'With Selector: the labels of the namespaces.'),
}, ['from']);

const LISTENER = recordOf({
  name: field(OBJECT_NAME, 'Name of the listener', 'Its name: the sectionName of the routes that are attached to it.',
    { examples: ['https'] }),
  hostname: field(ANY_HOST, 'Host', 'The hosts that it serves: a name, or *. and a name. Without it, every host.',
    { examples: ['*.example.com'] }),
  protocol: field(choice('ListenerProtocol', ListenerProtocol), 'Protocol',
    'HTTPS, where TLS ends at the listener, or HTTP.', { default: ListenerProtocol.HTTPS }),
  port: field(PORT, 'Port',
    'The port: 443 for HTTPS and 80 for HTTP, unless it is given.'),
  allowedRoutes: field(ALLOWED_NAMESPACES, 'Allowed routes',
    'From which namespaces it takes routes. Without it, from that of the Gateway.'),
  secretName: field(SECRET_NAME, 'Certificate', 'The Secret with its certificate.'),
  secretNamespace: field(NAMESPACE, 'Namespace of the certificate',
    'The namespace of that Secret. Without it, that of the Gateway.'),
}, ['name']);

const GATEWAY = recordOf({
  namespace: field(NAMESPACE, 'Namespace of the Gateway',
    'Its metadata.namespace.', { flag: '--gateway', examples: ['gateways'] }),
  name: field(OBJECT_NAME, 'Name of the Gateway', 'Its metadata.name.', { flag: '--gateway', examples: ['shared'] }),
  listeners: field(listType(LISTENER, '', NOT_EMPTY), 'Listeners', 'Its listeners.',
    { flag: '--gateway-listener' }),
  apiVersion: field(choice('GatewayApiVersion', GatewayApiVersion), 'Version of the Gateway API',
    'The version of the Gateway API in the cluster, whose limits and fields count.',
    { default: GatewayApiVersion.V1_2 }),
  allowedListeners: field(ALLOWED_NAMESPACES, 'Allowed ListenerSets',
    'From which namespaces it takes ListenerSets. Without it, from none.'),
  namespaceLabels: field(LABELS_BY_NAMESPACE, 'Labels of namespaces',
    'The labels that its selectors ask for, by the names of namespaces. kubernetes.io/metadata.name is known.',
    { examples: [{ shop: { exposed: 'yes' } }] }),
  grantedSecretNamespaces: field(listType(NAMESPACE, ''), 'Namespaces of certificates',
    'The namespaces whose Secrets a ReferenceGrant lets it read.'),
}, []);

const REQUEST_AUTHENTICATION = field(
  choice('IstioRequestAuthentication', IstioRequestAuthentication), 'RequestAuthentication',
  'Rendered: the RequestAuthentication that validates tokens is rendered, and all hosts of the gateway reject '
    + 'tokens of other issuers. Exists: it is in the cluster. Required with jwtIssuers.');

const TRUSTS_SPELLING = field(FLAG, 'Trusted spelling',
  'Whether a path with an authorization policy may be beside open ones of the same pods, which may read other '
    + 'spellings of a path as it.', { default: false });

const TCP_PORTS = listType(PORT, '');

const ISTIO_GATEWAY = recordOf({
  requestAuthentication: REQUEST_AUTHENTICATION,
  tcpPorts: field(TCP_PORTS, 'Ports of TCP',
    'Ports at which the Gateway serves TCP, or passes TLS through, for others. Policies would close them.',
    { examples: [[5432]] }),
  insecureTrustsSpelling: TRUSTS_SPELLING,
}, ['requestAuthentication']);

const GATEWAY_API = recordOf({
  gateway: field(GATEWAY, 'Gateway', 'The Gateway in the cluster. Routes that it would not take are errors.'),
  implementation: field(choice('GatewayImplementation', GatewayImplementation), 'Implementation',
    'What serves the Gateway: decides on cookies, authorization policies and regular expressions.',
    { flag: '--gateway-implementation' }),
  sectionNames: field(listType(OBJECT_NAME, '', NOT_EMPTY), 'Names of listeners',
    'The names of the listeners to which routes are attached. Without it, all that serve a host.',
    { examples: [['https']] }),
  pods: field(PODS, 'Pods of the gateway', 'The pods through which requests come, which NetworkPolicies let in.'),
  istio: field(ISTIO_GATEWAY, 'Policies of Istio',
    'What Istio needs for authorization policies. Required with jwtIssuers if Istio serves the Gateway.'),
  rendersReferenceGrants: field(FLAG, 'ReferenceGrants',
    'Whether a ReferenceGrant is rendered beside a Service of another namespace to which a rule leads.',
    { default: false }),
});

const ISTIO = recordOf({
  gateway: field(recordOf({
    ...POD_FIELDS,
    tcpPorts: field(TCP_PORTS, 'Ports of TCP',
      'Ports at which the pods serve TCP without TLS for others. With insecureNone, policies would close them.',
      { examples: [[5432]] }),
  }, ['namespace', 'podLabels']), 'Pods of the gateway', 'The pods of the Istio gateway, which Gateways select.',
  { flag: '--istio-gateway' }),
  requestAuthentication: REQUEST_AUTHENTICATION,
  redirectsHttp: field(FLAG, 'Redirect', 'Whether requests in plain text are redirected to HTTPS.', { default: false }),
  scopesGatewaysToNamespace: field(FLAG, 'Scoped Gateways',
    'Whether istiod runs with PILOT_SCOPE_GATEWAY_TO_NAMESPACE: Gateways are rendered in the namespace of the '
      + 'gateway\'s pods then.', { default: false }),
  dataPlane: field(choice('IstioDataPlane', IstioDataPlane), 'Data plane',
    'How the pods of components are in the mesh.', { default: IstioDataPlane.SIDECAR }),
  apiVersion: field(choice('IstioApiVersion', IstioApiVersion), 'API version',
    'The version of Istio\'s APIs: v1 since Istio 1.22.', { default: IstioApiVersion.V1 }),
  insecureTrustsSpelling: TRUSTS_SPELLING,
}, ['gateway']);

const TLS = oneFieldOf({
  clusterIssuer: field(OBJECT_NAME, 'ClusterIssuer',
    'cert-manager makes a certificate for each IngressTrait by this ClusterIssuer.',
    { flag: '--cluster-issuer', examples: ['letsencrypt'] }),
  issuer: field(OBJECT_NAME, 'Issuer',
    'cert-manager makes a certificate for each IngressTrait by this Issuer. It is in the application\'s namespace, '
      + 'with istio in that of the gateway\'s pods.', { flag: '--issuer', examples: ['letsencrypt'] }),
  secretName: field(SECRET_NAME, 'Secret',
    'An existing Secret with a certificate for all hosts. It is in each application\'s namespace, with istio in that '
      + 'of the gateway\'s pods.', { flag: '--tls-secret', examples: ['wildcard-tls'] }),
  insecureNone: field(TRUE, 'No TLS',
    'No certificate: requests come in plain text, or TLS ends before the ingress controller. With gatewayApi, only '
      + 'hosts that no listener serves over TLS.', { flag: '--insecure-without-tls' }),
});

/** How requests enter a cluster without an OAM platform: through Ingresses, or through one of `OTHER_WAYS`. */
const INGRESS = recordOf({
  className: field(OBJECT_NAME, 'Class',
    'Name of the IngressClass of the Ingresses that are rendered. Required unless gatewayApi or istio is given.',
    { flag: '--ingress-class', examples: ['nginx'] }),
  tls: field(TLS, 'Certificates',
    'Where the certificates come from, in exactly one way. The Secret that an IngressTrait names takes precedence. '
      + 'Required with className and istio. With gatewayApi, a ListenerSet is rendered for each application, with its '
      + 'hosts and this certificate; leave it out where the listeners of the Gateway have certificates.',
    { examples: [{ clusterIssuer: 'letsencrypt' }] }),
  domain: field(HOST, 'Domain',
    'The domain of generated hosts, <application>.<namespace>.<domain>. Without it a rule without a host is an error.',
    { flag: '--ingress-domain', examples: ['apps.example.com'] }),
  controller: field(oneString([...INGRESS_CONTROLLERS].sort()), 'Controller',
    'The ingress controller, for what only its annotations can say: cookies that keep a session at one pod. Without '
      + 'it such cookies are an error.', { flag: '--ingress-controller' }),
  annotations: field(ANNOTATIONS, 'Annotations',
    'Annotations of every Ingress.', { examples: [{ 'example.com/owner': 'shop' }] }),
  jwtIssuers: field(JWT_ISSUERS, 'Issuers of tokens',
    'The issuers whose tokens authorization policies may ask for, with gatewayApi and istio.'),
  gatewayApi: field(GATEWAY_API, 'Gateway API', 'HTTPRoutes of the Gateway API are rendered, and no Ingresses.'),
  istio: field(ISTIO, 'Istio', 'Istio\'s own objects are rendered, and no Ingresses.'),
});

/** The ways into a cluster other than Ingresses, by the field with the settings that only they have. */
const OTHER_WAYS = ['gatewayApi', 'istio'] as const;

type IngressSettings = ValueOf<typeof INGRESS>;

/** The way that settings choose; `undefined` for Ingresses. */
export function wayOf(ingress: IngressSettings | undefined): typeof OTHER_WAYS[number] | undefined {
  return OTHER_WAYS.find(name => ingress?.[name] !== undefined);
}

/** Finds the fields that the chosen way would ignore. */
export function ignoredFields(ingress: IngressSettings): Finding[] {
  const way = wayOf(ingress);
  const others = ['className', 'controller', 'annotations', ...OTHER_WAYS];
  const ignored = way ? others.filter(name => name !== way) : ['jwtIssuers'];
  const words = ownWords("is for 'kubernetes.ingress.gatewayApi' and 'kubernetes.ingress.istio', and neither is set",
    'set one of them, or leave it out');
  return ignored.filter(name => Object.hasOwn(ingress, name)).flatMap(name =>
    found('invalid-value', ['kubernetes', 'ingress', name],
      way ? { reason: 'beside', field: `kubernetes.ingress.${way}` } : words));
}

// How endpoints are scraped. The platform checks what a schema cannot express: regular expressions, and dependencies
// between fields.

/** Rejects keys that start with two dots, which CRDs cannot express. */
const DATA_KEY = { schema: { pattern: '^(?!\\.$|\\.\\.)[-._a-zA-Z0-9]+$', maxLength: 253 } };

const SECRET_KEY = recordOf({
  name: field(SECRET_NAME, 'Secret',
    'Name of the Secret, in the namespace of each application.', { examples: ['scraping'] }),
  key: field({ ...SECRET_DATA_KEY, ...DATA_KEY }, 'Key', 'Key within the Secret.', { examples: ['token'] }),
}, ['name', 'key']);

const CONFIG_MAP_KEY = recordOf({
  name: field(OBJECT_NAME, 'ConfigMap',
    'Name of the ConfigMap, in the namespace of each application.', { examples: ['scraping-ca'] }),
  key: field({ ...CONFIG_MAP_DATA_KEY, ...DATA_KEY }, 'Key', 'Key within the ConfigMap.', { examples: ['ca.crt'] }),
}, ['name', 'key']);

const SCRAPE_TLS = recordOf({
  ca: field(oneFieldOf({
    secret: field(SECRET_KEY, 'Secret', 'The key of a Secret.'),
    configMap: field(CONFIG_MAP_KEY, 'ConfigMap', 'The key of a ConfigMap.'),
  }), 'Certificate authority',
  'The certificates, as PEM, that sign those of endpoints. Without it, those that the image of the Prometheus trusts.'),
  serverName: field(FILLED, 'Server name',
    'The name that a certificate must have. Without it, the address that is scraped.',
    { examples: ['metrics.example.com'] }),
  insecureSkipVerify: field(FLAG, 'No verification', 'Whether certificates are not verified.', { default: false }),
});

const RELABELING = recordOf({
  action: field(oneString(Object.values(RelabelAction)), 'Action',
    'What the rule does.', { default: RelabelAction.REPLACE }),
  sourceLabels: field(listType(FILLED, ''), 'Source labels', 'The labels whose values are matched.'),
  separator: field(TEXT, 'Separator', 'What is between the values of the source labels.', { default: ';' }),
  regex: field(TEXT, 'Regular expression',
    'The regular expression (RE2) that must match the whole string.', { default: '(.*)' }),
  targetLabel: field(FILLED, 'Target label', 'The label that is written, or compared with.'),
  replacement: field(TEXT, 'Replacement', 'The value that is written.', { default: '$1' }),
  modulus: field(integer(whole(1), { minimum: 1, maximum: 2 ** 31 - 1 }), 'Modulus', 'The divisor of hashmod.'),
});

/** The settings of a scrape. */
const SCRAPE = recordOf({
  interval: field(DURATION, 'Interval',
    'How often endpoints are scraped. Without it as often as the Prometheus scrapes.', { examples: ['30s', '1m30s'] }),
  timeout: field(DURATION, 'Timeout', 'The limit of a scrape, not longer than the interval.', { examples: ['10s'] }),
  honorTimestamps: field(FLAG, 'Timestamps',
    'Whether the timestamps that endpoints give to their samples are kept. Without it they are.',
    { examples: [false] }),
  scheme: field(oneString(Object.values(ScrapeScheme)), 'Scheme',
    'The protocol. In the namespaces of the mesh it is https.', { default: ScrapeScheme.HTTP }),
  tls: field(SCRAPE_TLS, 'TLS',
    'How certificates are verified, of endpoints with the scheme https that are not in the mesh.'),
  authorization: field(recordOf({
    type: field(AUTHORIZATION_TYPE, 'Type',
      'The scheme of the header Authorization. Without it, Bearer.', { examples: ['Bearer'] }),
    credentials: field(SECRET_KEY, 'Credentials', 'The key of a Secret with the token.'),
  }, ['credentials']), 'Authorization',
  'The token that is sent to endpoints of which no Secret with user name and password is known.'),
  keepMetrics: field(listType(FILLED, ''), 'Metrics that are kept',
    'Regular expressions (RE2), each for the whole name of a metric. All others are dropped.',
    { examples: [['http_.*']] }),
  dropMetrics: field(listType(FILLED, ''), 'Metrics that are dropped',
    'Regular expressions (RE2), each for the whole name of a metric.', { examples: [['go_.*', '.*_bucket']] }),
  metricRelabelings: field(listType(RELABELING, ''), 'Rules for metrics',
    'Rules that change or drop samples, as in a monitor.', { examples: [[{ action: 'labeldrop', regex: 'session' }]] }),
} satisfies Record<keyof ScrapeSettings, unknown>);

// The single definition of the settings, from which their check, their types and the schema for editors are derived.

/** The platforms to render for. */
const TARGETS = ['oam', 'kubernetes'] as const;

/** The platform to render for: an OAM platform, or a cluster without one. */
export type Target = typeof TARGETS[number];

const PROMETHEUS = recordOf({
  namespace: field(NAMESPACE, 'Namespace of the Prometheus',
    'Namespace of the Prometheus resource. Required for platform kubernetes.',
    { flag: '--prometheus', examples: ['monitoring'] }),
  name: field(OBJECT_NAME, 'Name of the Prometheus',
    'Name of the Prometheus resource. Required for platform kubernetes.', { flag: '--prometheus', examples: ['k8s'] }),
  monitorKind: field(oneString(Object.values(MonitorKind)), 'Kind of the monitors',
    'PodMonitor finds pods by their labels; ServiceMonitor finds them by a Service that leads to them; ScrapeConfig '
      + 'has a job for each endpoint.', { flag: '--monitor-kind', default: MonitorKind.POD_MONITOR }),
  monitorSelector: field(SELECTOR, 'Which monitors it takes',
    'spec.podMonitorSelector of the Prometheus resource, or spec.serviceMonitorSelector or spec.scrapeConfigSelector; '
      + '{} takes all. Its matchLabels are put on each monitor, and a monitor that is still not selected is an error. '
      + 'Required for platform kubernetes.',
    { flag: '--monitor-selector', examples: [{ matchLabels: { release: 'prometheus' } }, {}] }),
  monitorNamespaceSelector: field(SELECTOR, 'From which namespaces it takes monitors',
    'spec.podMonitorNamespaceSelector of the Prometheus resource, or spec.serviceMonitorNamespaceSelector; {} takes '
      + 'all. An application whose namespace is not selected is an error. Without it the Prometheus takes monitors of '
      + 'its own namespace only.',
    { flag: '--monitor-namespaces', examples: [{}, { matchLabels: { monitored: 'yes' } }] }),
  namespaceLabels: field(LABELS_BY_NAMESPACE, 'Labels of namespaces',
    'The labels that monitorNamespaceSelector asks for, by the names of namespaces. kubernetes.io/metadata.name is '
      + 'known.', { examples: [{ shop: { monitored: 'yes' } }] }),
  monitorLabels: field(LABELS, 'Labels of monitors', 'More labels for each monitor.', { examples: [{ team: 'shop' }] }),
  seriesLabels: field(oneString(Object.values(SeriesLabels)), 'Labels of series',
    'platform: those that the platform gives, so that dashboards go on working. operator: those of the Prometheus '
      + 'Operator. both: all of them.', { default: SeriesLabels.PLATFORM }),
  podTargetLabels: field(listType(LABEL_KEY, ''), 'Labels of pods',
    'The labels of pods that become labels of series. Without it all do, with seriesLabels operator none; those of '
      + 'the application model always do.', { examples: [['app', 'example.com/team']] }),
  extraLabels: field(EXTRA_LABELS, 'More labels of series',
    'More labels of all series, by name.', { examples: [{ environment: 'test' }] }),
  scrape: field(SCRAPE, 'Scrapes',
    'How endpoints are scraped whose MetricsTrait does not say it, and those without one.',
    { examples: [{ interval: '1m', timeout: '20s' }] }),
  mesh: field(recordOf({
    namespaces: field(listType(NAMESPACE, '', NOT_EMPTY), 'Namespaces of the mesh',
      'The namespaces whose pods have a sidecar.', { examples: [['shop']] }),
    scrapeClass: field(FILLED, 'Scrape class',
      'The scrape class of the Prometheus resource that has the certificates of the mesh.', { examples: ['istio'] }),
  }, ['namespaces', 'scrapeClass']), 'Service mesh',
  'A mesh whose sidecars let in nobody without a certificate: metrics of its namespaces are scraped over TLS.'),
  replaces: field(listType(SCRAPER, ''), 'Scrapers that it replaces',
    'Scrapers, <namespace>/<deployment-name>, whose place this Prometheus takes: MetricsTraits that name one of them '
      + 'are scraped by it. The list takes the place of the default.',
    { default: ['verrazzano-system/vmi-system-prometheus-0'] }),
});

const objectReference = must(value => typeof value === 'string' && /^[A-Za-z]+ \S+$/.test(value), 'invalid-value',
  ownWords('must be the kind, the namespace and the name of an object, such as "PodMonitor shop/billing"'));

/** Findings that the user accepts. The insecure ones have their own field, so that a reviewer sees them. */
const acceptances = (isInsecure: boolean) => {
  const codes = [...ACCEPTABLE].filter(([, each]) => each === isInsecure).map(([code]) => code);
  return listType(recordOf({
    code: field(oneString(codes), 'Code', 'The code of the findings.'),
    object: field(string(objectReference, { minLength: 1, pattern: '^[A-Za-z]+ \\S+$' }), 'Object',
      'Kind, namespace and name of the object.', { examples: ['PodMonitor shop/billing'] }),
    reason: field(string(givenReason, { minLength: 1, pattern: '\\S' }), 'Reason',
      'Why they are accepted, for reviewers.'),
  }, ['code', 'object', 'reason']), '');
};

/** All settings. */
export const SETTINGS = recordOf({
  platform: field(oneString(TARGETS), 'Platform',
    'What is rendered for: a cluster with an OAM platform, or one without, which gets plain Kubernetes objects. '
      + 'Required to render; manifests are validated for oam otherwise.', { flag: '--platform' }),
  defaultNamespace: field(NAMESPACE, 'Default namespace',
    'The namespace of what is declared without one, as kubectl --namespace has it.',
    { flag: '--default-namespace', examples: ['my-namespace'] }),
  vendor: field(VENDOR, 'Vendor',
    'The vendor\'s segment of oam.<vendor>.io/v1alpha1, by which its traits and workloads are known.',
    { flag: '--vendor', default: 'verrazzano' }),
  workloadKindPrefix: field(KIND_PREFIX, 'Prefix of workload kinds',
    'The prefix of the vendor\'s workload kinds: Verrazzano for VerrazzanoHelidonWorkload. Without it, the vendor in '
      + 'capitalized words: my-vendor gives MyVendor.', { examples: ['Verrazzano'] }),
  kubernetesVersion: field(oneString(kubernetesVersions()), 'Version of Kubernetes',
    'The minor version of Kubernetes that applies the objects: each is checked against the schema of its kind at that '
      + 'version. Without it, against the newest one that serves the kind.',
    { flag: '--kubernetes-version', examples: ['1.34'] }),
  schemas: field(listType(FILLED, ''), 'Schemas of custom kinds',
    'Files with CustomResourceDefinitions, folders of them, or a cdk8s.yaml for the files that it imports: the '
      + 'schemas of kinds that the library does not have, or has in another version. Those among the manifests count '
      + 'without being named.', { flag: '--schemas', examples: [['crds']] }),
  requireSchemas: field(FLAG, 'Whether schemas are required',
    'Whether an object whose kind has no schema is an error. Without it, a warning is printed for each such kind.',
    { flag: '--require-schemas', default: false }),
  uncheckedKinds: field(
    listType(string(uncheckedKind, { pattern: UNCHECKED_KIND.source }), ''), 'Unchecked kinds',
    'Kinds whose objects are not checked against schemas: <group>/<Kind>, or <Kind> in the core group.',
    { examples: [['example.com/Widget']] }),
  accept: field(acceptances(false), 'Accepted findings',
    'Findings of rules about single objects that are accepted, and why. One that nothing needs is a warning.',
    {
      examples: [[{
        code: 'not-selected',
        object: 'PodMonitor shop/billing',
        reason: 'the Prometheus of the billing team scrapes it',
      }]],
    }),
  insecureAccept: field(acceptances(true), 'Accepted insecure findings',
    'The same for findings about passwords in manifests and about ways past policies.', { examples: [[]] }),
  kubernetes: field(recordOf({
    clusterName: field(CLUSTER_NAME, 'Name of the cluster',
      'Name of the cluster, for the label that the platform gave to every series: <vendor>_cluster. Only with '
        + 'seriesLabels platform it has a default.', { flag: '--cluster-name', default: 'local' }),
    prometheus: field(PROMETHEUS, 'Prometheus',
      'The Prometheus of the Prometheus Operator that collects metrics: a monitor is rendered for each component that '
        + 'is scraped.'),
    ingress: field(INGRESS, 'Ingress',
      'How requests come into the cluster: what IngressTraits become. Without it an IngressTrait is an error.'),
    weblogicExporter: field(recordOf({
      enabled: field(FLAG, 'Whether it is added',
        'Whether a WebLogic Domain without spec.monitoringExporter.configuration gets the exporter of the reference '
          + 'platform if its metrics are collected.', { default: true }),
      image: field(FILLED, 'Image',
        'Image of the exporter that is added, unless the Domain names one. Without it the WebLogic Kubernetes '
          + 'Operator takes its own default.',
        { examples: ['registry.example.com/weblogic-monitoring-exporter:2.3.0'] }),
    }), 'WebLogic exporter', 'The exporter that publishes the metrics of WebLogic domains.'),
  }), 'Without an OAM platform', 'What a cluster without an OAM platform has. Read for platform kubernetes.'),
  oam: field(recordOf({
    metricsTraitShape: field(oneString(Object.values(MetricsTraitShape)), 'Shape of MetricsTraits',
      'The definition of a MetricsTrait in the cluster: with the fields ports and enabled, or without (single-port), '
        + 'where they are errors.', { default: MetricsTraitShape.PORTS }),
    writePrunedFields: field(FLAG, 'Fields that the CRDs do not have',
      'Whether the CRDs in the cluster have the fields of traits that otherwise only platform kubernetes reads, such '
        + 'as interval of a MetricsTrait. Without it such a field is reported, since the API server silently drops '
        + 'it; so is a MetricsTrait on a kind that the platform does not scrape.', { default: false }),
    systemNamespace: field(NAMESPACE, 'System namespace',
      'The namespace in which the platform\'s own parts run. It affects no check and no rendered object.',
      { examples: ['verrazzano-system'] }),
    systemScraper: field(SCRAPER, 'System scraper',
      'The scraper that the platform supplies, <namespace>/<deployment-name>. It affects no check and no rendered '
        + 'object.', { examples: ['verrazzano-system/vmi-system-prometheus-0'] }),
  }), 'OAM platform', 'What differs between OAM platforms. Read for platform oam.'),
});

/** The settings as written in a file. */
export type SettingsValue = ValueOf<typeof SETTINGS>;

/** The settings of a cluster without an OAM platform. */
export type KubernetesSettings = NonNullable<SettingsValue['kubernetes']>;

/** Checks settings as written. Rejects unknown fields. Does not require fields that a flag may set. */
export function checkSettings(value: unknown): Finding[] {
  return SETTINGS.check(value, '');
}

/** Finds a field by its path. */
export function settingsFieldAt(path: string): SettingsField {
  const fieldsOf = (type: Type) => (type as RecordType).fields as Fields;
  const [first, ...rest] = path.split('.');
  return rest.reduce((each, name) => fieldsOf(each.type)[name], fieldsOf(SETTINGS)[first]);
}

/** The JSON Schema (draft 7) of a settings file, for editors. No field is required: a flag may give what is missing. */
export function settingsSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $comment: 'Generated by build-tools/generate-schema.ts from src/cli/settings/fields.ts. Do not edit.',
    title: 'Settings of cdk8s-oam',
    description: 'The platform for which the commands render and validate manifests. Flags override these fields.',
    ...schemaOf(SETTINGS),
  };
}
