import type { ApiObjectMetadata } from 'cdk8s';
import { ScraperAccessProps, ScraperService } from './access-props';
import { adapterOf, CONTROLLERS } from './controllers/all';
import { ingressFits } from './controllers/ingress';
import { Adapter, AccessModel, CredentialsModel, PlannedObject, SecretNames, TlsModel } from './model';
import { shortName } from './protection';
import { ScraperCredentials } from './scraper-credentials';
import { scraperPeers, ruleOf } from './scraper-peer';
import { portName, serviceName } from '../../cluster/checks/pods';
import { bad, Check, Finding, FINE, found, ParametersOf, saying, within, Shown } from '../../base/findings/finding';
import { IngressController } from '../ingress/ingress-controller';
import { TlsCertificate, certificateObject, issuerAnnotations } from '../ingress/tls-certificate';
import { Platform } from '../../model/platform/platform';
import { instanceOf, isOwn } from '../../base/brand';
import { all, closed, flag, isObject, pattern } from '../../base/check';
import { namesKey } from '../../base/oam-kind';
import {
  isDnsLabel, isDnsSubdomain, metadataWith, podLabels, exactHost, isHost, port as portCheck,
} from '../../base/names';
import { plain } from '../../base/plain';
import { podsPeer } from '../../cluster/objects/network-peers';

/** Leaves room for the names that are derived from it. */
const LONGEST_NAME = 200;

const accessName: Check = (value, field) => isDnsSubdomain(value, LONGEST_NAME)
  ? FINE
  : found('invalid-name', field, { reason: 'given', rule: { phrase: 'subdomain', max: LONGEST_NAME }, value: Shown.of(value) });

/**
 * Allows only what every controller reads literally: each rejects or reinterprets some other characters, and steps such
 * as `//` and `..`.
 */
const pathCheck: Check = (value, field) => {
  const isPlain = typeof value === 'string' && value.length <= 1024 && /^\/[A-Za-z0-9/._~-]*$/.test(value);
  return isPlain && !/\/\/|\/\.{1,2}(\/|$)/.test(value) ? FINE : bad('invalid-path', saying("must start with '/' and have letters, "
    + "digits, '/', '.', '-', '_' and '~' only, at most 1024 of them, without '//', '.' and '..' as steps",
  'write the path as the scraper sees it, such as "/prometheus"'), field, value);
};

/** Rules between the port fields of a Service, which must be an object. */
const ports: Check = ({ port: number, portName: name, targetPort, targetPortName }: ScraperService, field) => [
  ...(number == null) === (name == null) ? found('invalid-port', field, saying("must have either 'port' or 'portName'",
    "give the number or the name of the Service's port")) : FINE,
  ...targetPort != null && targetPortName != null ? found('invalid-port', field,
    saying("must not have both 'targetPort' and 'targetPortName'",
      "give what the Service has as its 'targetPort', the number or the name")) : FINE,
];

/** Checks the Service of a scraper. */
export const scraperService = all(
  closed({ name: serviceName, port: portCheck, portName, targetPort: portCheck, targetPortName: portName, podLabels }, ['name']),
  (value, field) => isObject(value) ? ports(value, field) : FINE,
);

/** Controller, credentials and TLS are checked together. */
const FIELDS = closed<ScraperAccessProps>({
  host: exactHost,
  path: pathCheck,
  service: scraperService,
  controller: () => FINE,
  credentials: () => FINE,
  tls: () => FINE,
  realm: pattern(/^[A-Za-z0-9]([A-Za-z0-9 ._-]*[A-Za-z0-9])?$/, 'realm'),
  allowFrom: scraperPeers,
  insecureWithoutNetworkPolicy: flag,
  insecureReplacePlatformObjects: flag,
  metadata: metadataWith(accessName),
}, ['host', 'service']);

const CONTROLLER = instanceOf(IngressController, 'controller', controller =>
  adapterOf(controller) ? controller._check() : found('no-basic-auth', '', { reason: 'other', known: Object.keys(CONTROLLERS) }));
const TLS = instanceOf(TlsCertificate, 'tls', tls => tls._check());
// a string given instead may be the password, so it is not shown
const CREDENTIALS = instanceOf(ScraperCredentials, (_, field) => plaintextRefused(field));

/** Checks the properties of an access, each by itself and in combination. */
export function checkAccess(platform: Platform, props: ScraperAccessProps, metadata: ApiObjectMetadata | undefined): Finding[] {
  const { password, ...others } = props as ScraperAccessProps & { readonly password?: unknown };
  const { systemNamespace: system } = platform;
  const namespace = metadata?.namespace;
  return [
    ...password === undefined ? FINE : plaintextRefused('password'),
    ...FIELDS({ ...others, metadata }, ''),
    ...!isDnsLabel(namespace) || namespace === system ? FINE
      : found('namespace-mismatch', 'metadata.namespace', { reason: 'system', system, value: Shown.of(namespace) }),
    ...checkForeign(props, metadata),
    ...platform.scraperUser ? FINE : found('no-scraper-access', '', saying('the platform names no user of its scraper',
      "set 'scraperUser' on the platform")),
    ...checkController(platform, props),
    ...props.tls == null ? found('missing-field', 'tls', { reason: 'required', way: 'tls' }) : TLS(props.tls, 'tls'),
    ...checkCredentials(platform, props, metadata),
    ...checkPolicy(props),
  ];
}

/** Checks the objects of an access: collisions with other objects, and text that cannot be written. */
export function checkPlan(platform: Platform, props: ScraperAccessProps, plan: AccessPlan): Finding[] {
  const { metadata, insecureReplacePlatformObjects } = props;
  // text that YAML cannot hold; the field is that of the object
  const unwritable: Finding[] = [];
  plan.objects.forEach(planned => plain(planned, planned.kind, unwritable));
  return [
    ...checkAnnotations(adapterOf(props.controller)!, Object.keys(metadata?.annotations ?? {}), plan),
    ...insecureReplacePlatformObjects ? FINE : checkOwned(platform, plan),
    ...unwritable,
  ];
}

function plaintextRefused(field: string): Finding[] {
  return found('plaintext-password', field, { reason: 'expected', shape: 'credentials' });
}

/** The adapter of the controller; `undefined` if the value is no controller, or one without an adapter. */
function adapterIn(controller: unknown): Adapter | undefined {
  return isOwn(IngressController, controller) ? adapterOf(controller) : undefined;
}

function checkController({ systemNamespace: namespace }: Platform, props: ScraperAccessProps): Finding[] {
  const { controller, tls, service, realm, host } = props;
  if (controller == null) return found('missing-field', 'controller', { reason: 'required', way: 'controller' });
  const findings = CONTROLLER(controller, 'controller');
  const adapter = adapterIn(controller);
  if (!adapter) return findings;
  const wanted = isOwn(TlsCertificate, tls) ? tlsOf(tls, '') : undefined;
  const wishes = { tls: wanted, portName: service?.portName, realm, host: isHost(host) ? host : undefined, namespace };
  return [...findings, ...(adapter.fits ?? ingressFits)(wishes)];
}

function checkCredentials(platform: Platform, props: ScraperAccessProps, metadata: ApiObjectMetadata | undefined): Finding[] {
  const { credentials, controller } = props;
  if (credentials == null) return found('missing-field', 'credentials', { reason: 'required', way: 'credentials' });
  const foreign = CREDENTIALS(credentials, 'credentials');
  if (foreign.length > 0) return foreign;
  const adapter = adapterIn(controller);
  if (!adapter || !platform.scraperUser) return FINE;
  const { check, comesLater } = credentials._source;
  const { title, secret } = adapter;
  const open = comesLater && secret.opensWithoutSecret ? found('open-without-secret', 'credentials', { controller: title }) : FINE;
  return [...open, ...within('credentials', check(credentialsModel(platform, props, metadata?.name ?? '')))];
}

/** Peers must be given, never guessed: labels that do not match would lock out everyone, or nobody. */
function checkPolicy({ service, controller, allowFrom, insecureWithoutNetworkPolicy }: ScraperAccessProps): Finding[] {
  if (insecureWithoutNetworkPolicy === true) {
    return !allowFrom?.length ? FINE : found('invalid-value', 'allowFrom', { reason: 'beside', field: 'insecureWithoutNetworkPolicy' });
  }
  const pods = isOwn(IngressController, controller) ? controller._props : { namespace: '', podLabels: {} };
  const { port: number, portName: name, targetPort, targetPortName, podLabels: ofService }: Partial<ScraperService> =
    isObject(service) ? service : { podLabels: {} };
  const asked = { 'service.podLabels': ofService, 'controller.namespace': pods.namespace, 'controller.podLabels': pods.podLabels };
  return [
    ...Object.entries(asked).flatMap(([field, value]) => value == null ? found('missing-field', field,
      saying('is required for the NetworkPolicy, without which every pod reaches the scraper without a password',
        'look it up in the cluster; insecureWithoutNetworkPolicy leaves the policy out')) : FINE),
    // the name of the Service's port does not identify that of the pods
    ...name != null && number == null && targetPort == null && targetPortName == null
      ? found('missing-field', 'service.targetPort', saying("is required beside 'portName', since a NetworkPolicy opens ports of pods",
        "look up the 'targetPort' of the Service; a name goes into 'targetPortName'")) : FINE,
    ...allowFrom != null ? FINE : found('missing-field', 'allowFrom', saying('is required for the NetworkPolicy, which lets in the '
      + 'controller and nobody else: not Grafana, not Thanos Query, not other replicas',
    'name them by ScraperPeer.pods() or ScraperPeer.addresses(), or write [] if there is nobody else')),
  ];
}

/**
 * Annotations of any controller whose text goes verbatim into the configuration of its server: they can do anything.
 */
const CONFIGURATION = /^config-|(^|-)snippets?$/;

/** Rejects annotations that change those of the access itself, or that bypass or leak the password. */
function checkAnnotations(adapter: Adapter, keys: string[], plan: AccessPlan): Finding[] {
  const taken = new Set(plan.annotations.map(key => shortName(adapter, key) ?? key));
  return keys.flatMap(key => {
    const refused = (why: ParametersOf<'controller-annotation'>) => found('controller-annotation', annotation(key), why);
    const name = shortName(adapter, key);
    if (taken.has(name ?? key)) return refused({ reason: 'own' });
    if (name === undefined) return FINE;
    if (CONFIGURATION.test(name)) return refused({ reason: 'configuration', controller: adapter.title });
    if (adapter.opening?.includes(name)) return refused(saying('could let requests in without the password'));
    return adapter.leaking?.includes(name) ? refused(saying('would send the password elsewhere too')) : FINE;
  });
}

const annotation = (key: string) => ['metadata', 'annotations', key];

/** Rejects annotations that another controller would read and that this one silently ignores. */
function checkForeign({ controller }: ScraperAccessProps, metadata: ApiObjectMetadata | undefined): Finding[] {
  const own = adapterIn(controller);
  if (!own || !isObject(metadata?.annotations)) return FINE;
  const adapters = Object.values(CONTROLLERS).map(adapter => adapter({ className: '' }));
  return Object.keys(metadata.annotations).flatMap(key => {
    const lower = key.toLowerCase();
    if (lower === 'kubernetes.io/ingress.class') {
      return found('controller-annotation', annotation(key), saying('would contradict the class of the controller'));
    }
    const begins = ({ annotations }: Adapter) => annotations.some(prefix => lower.startsWith(prefix));
    const other = begins(own) ? undefined : adapters.find(begins);
    if (!other) return FINE;
    return found('controller-annotation', annotation(key), { reason: 'foreign', reader: other.title, controller: own.title });
  });
}

function checkOwned(platform: Platform, plan: AccessPlan): Finding[] {
  const owned = new Set(platform._owned().map(namesKey));
  const namespace = platform.systemNamespace;
  const made = plan.made.map(name => ({ kind: 'Secret', name }));
  const objects = [...plan.objects.map(({ kind, metadata: { name } }) => ({ kind, name })), ...made];
  return objects.filter(each => owned.has(namesKey({ ...each, namespace }))).flatMap(({ kind, name }) =>
    found('platform-owned-object', '', { reason: 'access', kind, name, namespace }));
}

/** The default path. */
export const ROOT = '/';

/**
 * The objects that an access renders. The one that leads to the scraper is last: applied in order, nothing is open
 * before the others exist.
 */
interface AccessPlan {
  readonly objects: PlannedObject[];
  readonly secrets: SecretNames;
  /** The Secrets that operators create from the objects. */
  readonly made: string[];
  /** Annotations that the access itself writes on its last object. */
  readonly annotations: string[];
}

/** The model for credentials. The controller and the user of the platform must have been checked. */
function credentialsModel(platform: Platform, props: ScraperAccessProps, name: string): CredentialsModel {
  const { title, secret } = adapterOf(props.controller)!;
  return { namespace: platform.systemNamespace, name, user: platform.scraperUser!, controller: title, demand: secret };
}

/** The objects of an access whose properties have been checked. */
export function planAccess(platform: Platform, props: ScraperAccessProps, metadata: ApiObjectMetadata): AccessPlan {
  const { controller, credentials, host, path = ROOT, realm = host } = props;
  const name = metadata.name!;
  const namespace = platform.systemNamespace;
  const model = credentialsModel(platform, props, name);
  const secrets = credentials._source.secrets(model);
  const access: AccessModel = {
    namespace,
    name,
    host,
    path,
    realm,
    hasOwnRealm: props.realm !== undefined,
    service: { name: props.service.name, port: props.service.port ?? props.service.portName! },
    tls: tlsOf(props.tls, name),
    secret: secrets.controller,
  };
  const [main, ...rest] = adapterOf(controller)!.render(access);
  const [given, own] = [metadata.annotations, main.metadata.annotations];
  return {
    secrets,
    made: [
      ...credentials._source.comesLater ? new Set([secrets.client, secrets.controller.name]) : [],
      ...access.tls.isMade ? [access.tls.secretName!] : [],
    ],
    annotations: Object.keys(own ?? {}),
    objects: [
      ...props.insecureWithoutNetworkPolicy ? [] : [networkPolicyOf(namespace, name, props)],
      ...credentials._source.render(model),
      ...certificateOf(props.tls, access),
      ...rest,
      { ...main, metadata: { ...metadata, namespace, name, annotations: given || own ? { ...given, ...own } : undefined } },
    ],
  };
}

/**
 * Lets only the ingress controller and the peers in `allowFrom` reach the scraper: anyone else would get in without a
 * password.
 */
function networkPolicyOf(namespace: string, name: string, { service, controller, allowFrom = [] }: ScraperAccessProps): PlannedObject {
  const pods = controller._props;
  // a policy applies to ports of pods, not of Services
  const port = service.targetPort ?? service.targetPortName ?? service.port!;
  return {
    id: 'NetworkPolicy',
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { namespace, name },
    spec: {
      podSelector: { matchLabels: { ...service.podLabels } },
      policyTypes: ['Ingress'],
      ingress: [ruleOf([podsPeer(pods.namespace!, pods.podLabels!)], [port]), ...allowFrom.map(peer => peer._rule(namespace, port))],
    },
  };
}

/** The certificate of an access with the given name. */
function tlsOf(tls: TlsCertificate, name: string): TlsModel {
  const { from, secretName, issuer } = tls._model;
  return {
    none: from === 'none',
    atGateway: from === 'gateway',
    isMade: issuer !== undefined,
    secretName: issuer ? secretName ?? `${name}-tls` : secretName,
    annotations: issuerAnnotations(tls),
  };
}

/** The Certificate of an access, if one is rendered. */
function certificateOf(tls: TlsCertificate, { namespace, name, host, tls: { secretName } }: AccessModel): PlannedObject[] {
  if (tls._model.from !== 'certificate') return [];
  return [{ id: 'Certificate', ...certificateObject(tls, { namespace, name }, { secretName, dnsNames: [host] }) }];
}
