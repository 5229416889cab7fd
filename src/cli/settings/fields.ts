import {
  ANNOTATIONS, CLUSTER_NAME, EXTRA_LABELS, HOST, KIND_PREFIX, LABEL_KEY, LABELS, LABELS_BY_NAMESPACE, NAMESPACE,
  oneFieldOf, recordOf, SCRAPER, SELECTOR, TRUE, ValueOf, VENDOR,
} from './types';
import { pattern, whole } from '../../base/check';
import {
  choice, CONFIG_MAP_DATA_KEY, DURATION, Field, FILLED, FLAG, HOST as ANY_HOST, integer, listType, OBJECT_NAME,
  oneString, RecordType, SECRET_DATA_KEY, SECRET_NAME, string, TEXT, Type,
} from '../../base/definitions/type';
import { Finding, found, ownWords } from '../../base/findings/finding';
import { kubernetesVersions } from '../../cluster/checks/schema-store';
import { ACCEPTABLE } from '../../cluster/rules/all';
import { givenReason } from '../../cluster/rules/accept-findings';
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

// The single definition of the settings, from which their check, their types, the platform and the constraints in
// schemas/cdk8s-oam.schema.json follow. What each field means is written there, for editors.

/** A list with at least one element, for the check and for the schema. */
const NOT_EMPTY = { min: 1, schema: { minItems: 1 } };
const PORT = integer(port, { minimum: 1, maximum: 65535 });

// The settings of the ingress providers, which decide what IngressTraits render to.

/** The pods of a gateway, which NetworkPolicies let in. */
const POD_FIELDS = { namespace: NAMESPACE, podLabels: LABELS };

/** The namespaces whose routes or ListenerSets a Gateway accepts. `selector` belongs to `Selector`. */
const ALLOWED_NAMESPACES = recordOf({
  namespaces: choice('NamespacesFrom', NamespacesFrom), selector: SELECTOR,
}, ['namespaces']);

/** A listener of an existing Gateway; its name is the `sectionName` to which HTTPRoutes are attached. */
const LISTENER = recordOf({
  name: OBJECT_NAME,
  hostname: ANY_HOST,
  protocol: choice('ListenerProtocol', ListenerProtocol),
  port: PORT,
  allowedRoutes: ALLOWED_NAMESPACES,
  secretName: SECRET_NAME,
  secretNamespace: NAMESPACE,
}, ['name']);

/** An existing Gateway, as far as the routes that are attached to it depend on it. */
const GATEWAY = recordOf({
  namespace: NAMESPACE,
  name: OBJECT_NAME,
  listeners: listType(LISTENER, '', NOT_EMPTY),
  apiVersion: choice('GatewayApiVersion', GatewayApiVersion),
  allowedListeners: ALLOWED_NAMESPACES,
  namespaceLabels: LABELS_BY_NAMESPACE,
  grantedSecretNamespaces: listType(NAMESPACE),
});

const REQUEST_AUTHENTICATION = choice('IstioRequestAuthentication', IstioRequestAuthentication);

const ISTIO_POLICIES = { requestAuthentication: REQUEST_AUTHENTICATION, tcpPorts: listType(PORT) };

/** Ingress through the Gateway API: IngressTraits render to HTTPRoutes, and policies of the implementation. */
const GATEWAY_API = recordOf({
  gateway: GATEWAY,
  implementation: choice('GatewayImplementation', GatewayImplementation),
  sectionNames: listType(OBJECT_NAME, '', NOT_EMPTY),
  pods: recordOf(POD_FIELDS, ['namespace', 'podLabels']),
  istio: recordOf({ ...ISTIO_POLICIES, insecureTrustsSpelling: FLAG }, ['requestAuthentication']),
  rendersReferenceGrants: FLAG,
});

/** Ingress through Istio's own API: IngressTraits render to Gateways, VirtualServices and policies. */
const ISTIO = recordOf({
  gateway: recordOf({ ...POD_FIELDS, tcpPorts: listType(PORT) }, ['namespace', 'podLabels']),
  requestAuthentication: REQUEST_AUTHENTICATION,
  redirectsHttp: FLAG,
  scopesGatewaysToNamespace: FLAG,
  dataPlane: choice('IstioDataPlane', IstioDataPlane),
  apiVersion: choice('IstioApiVersion', IstioApiVersion),
  insecureTrustsSpelling: FLAG,
}, ['gateway']);

/** How requests enter a cluster without an OAM platform: through Ingresses, or through one of `OTHER_WAYS`. */
const INGRESS = recordOf({
  className: OBJECT_NAME,
  tls: oneFieldOf({
    clusterIssuer: OBJECT_NAME,
    issuer: OBJECT_NAME,
    secretName: SECRET_NAME,
    insecureNone: TRUE,
  }),
  domain: HOST,
  controller: oneString([...INGRESS_CONTROLLERS].sort()),
  annotations: ANNOTATIONS,
  jwtIssuers: listType(
    recordOf({ issuer: FILLED, jwksUri: FILLED, audiences: listType(FILLED) }, ['issuer', 'jwksUri'])),
  gatewayApi: GATEWAY_API,
  istio: ISTIO,
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

const SECRET_KEY = recordOf({ name: SECRET_NAME, key: { ...SECRET_DATA_KEY, ...DATA_KEY } }, ['name', 'key']);
const CONFIG_MAP_KEY = recordOf({ name: OBJECT_NAME, key: { ...CONFIG_MAP_DATA_KEY, ...DATA_KEY } }, ['name', 'key']);

/** A relabelling rule for samples, with the fields of the Prometheus Operator's RelabelConfig. */
const RELABELING = recordOf({
  action: choice('RelabelAction', RelabelAction),
  sourceLabels: listType(FILLED),
  separator: TEXT,
  regex: TEXT,
  targetLabel: FILLED,
  replacement: TEXT,
  modulus: integer(whole(1), { minimum: 1, maximum: 2 ** 31 - 1 }),
});

/** How all endpoints are scraped. `satisfies` makes the compiler reject a ScrapeSettings field without a type. */
const SCRAPE = recordOf({
  interval: DURATION,
  timeout: DURATION,
  honorTimestamps: FLAG,
  scheme: choice('ScrapeScheme', ScrapeScheme),
  tls: recordOf({
    ca: oneFieldOf({ secret: SECRET_KEY, configMap: CONFIG_MAP_KEY }),
    serverName: FILLED,
    insecureSkipVerify: FLAG,
  }),
  authorization: recordOf({ type: AUTHORIZATION_TYPE, credentials: SECRET_KEY }, ['credentials']),
  keepMetrics: listType(FILLED),
  dropMetrics: listType(FILLED),
  metricRelabelings: listType(RELABELING),
} satisfies Record<keyof ScrapeSettings, Type>);

/** The platforms to render for. */
const TARGETS = ['kubernetes', 'oam'] as const;

/** The platform to render for: an OAM platform, or a cluster without one. */
export type Target = typeof TARGETS[number];

/** The Prometheus resource of the Prometheus Operator that scrapes, and how it selects monitors. */
const PROMETHEUS = recordOf({
  namespace: NAMESPACE,
  name: OBJECT_NAME,
  monitorKind: choice('MonitorKind', MonitorKind),
  monitorSelector: SELECTOR,
  monitorNamespaceSelector: SELECTOR,
  namespaceLabels: LABELS_BY_NAMESPACE,
  monitorLabels: LABELS,
  seriesLabels: choice('SeriesLabels', SeriesLabels),
  podTargetLabels: listType(LABEL_KEY),
  extraLabels: EXTRA_LABELS,
  scrape: SCRAPE,
  mesh: recordOf({
    namespaces: listType(NAMESPACE, '', NOT_EMPTY),
    scrapeClass: FILLED,
  }, ['namespaces', 'scrapeClass']),
  replaces: listType(SCRAPER),
});

/** The object of an acceptance, in the form in which messages name it. */
const OBJECT_REFERENCE = '^[A-Za-z][A-Za-z0-9]* \\S+$';
const objectReference = pattern(new RegExp(OBJECT_REFERENCE),
  ownWords('must be the kind, the namespace and the name of an object, such as "PodMonitor shop/billing"'));

/** Findings that the user accepts. The insecure ones have their own field, so that a reviewer sees them. */
const acceptances = (isInsecure: boolean) => {
  const codes = [...ACCEPTABLE].filter(([, each]) => each === isInsecure).map(([code]) => code);
  return listType(recordOf({
    code: oneString(codes),
    object: string(objectReference, { minLength: 1, pattern: OBJECT_REFERENCE }),
    reason: string(givenReason, { minLength: 1, pattern: '\\S' }),
  }, ['code', 'object', 'reason']));
};

/** All settings. No field is required: a flag may give what is missing. */
export const SETTINGS = recordOf({
  platform: oneString(TARGETS),
  defaultNamespace: NAMESPACE,
  vendor: VENDOR,
  workloadKindPrefix: KIND_PREFIX,
  kubernetesVersion: oneString(kubernetesVersions()),
  schemas: listType(FILLED),
  requireSchemas: FLAG,
  uncheckedKinds: listType(string(uncheckedKind, { pattern: UNCHECKED_KIND.source })),
  accept: acceptances(false),
  insecureAccept: acceptances(true),
  kubernetes: recordOf({
    clusterName: CLUSTER_NAME,
    prometheus: PROMETHEUS,
    ingress: INGRESS,
    weblogicExporter: recordOf({ enabled: FLAG, image: FILLED }),
  }),
  oam: recordOf({
    metricsTraitShape: choice('MetricsTraitShape', MetricsTraitShape),
    hasExtendedCrds: FLAG,
    systemNamespace: NAMESPACE,
    systemScraper: SCRAPER,
  }),
});

/** The settings as written in a file. */
export type SettingsValue = ValueOf<typeof SETTINGS>;

/** The settings of a cluster without an OAM platform. */
export type KubernetesSettings = NonNullable<SettingsValue['kubernetes']>;

/** Checks settings as written. Rejects unknown fields. */
export function checkSettings(value: unknown): Finding[] { return SETTINGS.check(value, ''); }

/** Finds a field by its path. */
export function settingsFieldAt(path: string): Field {
  return path.split('.').reduce<Field>(({ type }, name) => (type as RecordType).fields[name], { type: SETTINGS });
}
