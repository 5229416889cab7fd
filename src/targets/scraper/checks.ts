import type { ApiObjectMetadata } from 'cdk8s';
import { ScraperAccessProps, ScraperService } from './access-props';
import { adapterOf, CONTROLLERS } from './controllers/all';
import { ControllerAdapter, CredentialsModel, PlannedObject, SecretNames, TlsModel } from './access-model';
import { shortName } from './protection';
import { ScraperCredentials } from './scraper-credentials';
import { scraperPeers, peerRule } from './scraper-peer';
import { portName, serviceName } from '../../cluster/checks/pods';
import { Finding, FINE, found, ParametersOf, ownWords, within, Shown, must } from '../../base/findings/finding';
import { IngressController } from '../ingress/ingress-controller';
import { TlsCertificate, certificateObject, issuerAnnotations } from '../ingress/tls-certificate';
import { Platform } from '../../model/platform/platform';
import { instanceOf, isOwn } from '../../base/brand';
import { all, asObject, closed, flag, isObject, pattern } from '../../base/check';
import { namesKey } from '../../base/oam-kind';
import {
  isDnsLabel, isDnsSubdomain, metadataWith, podLabels, exactHost, isHost, port as portCheck,
} from '../../base/names';
import { plain } from '../../base/plain';
import { podsPeer } from '../../cluster/objects/network-peers';

/** The maximum length of the name, which leaves room for the names that are derived from it. */
const LONGEST_NAME = 200;

/** Checks the Service of a scraper. */
export const scraperService = all(
  closed<ScraperService>({
    name: serviceName, port: portCheck, portName, targetPort: portCheck, targetPortName: portName, podLabels,
  }, ['name']),
  (value, field) => {
    if (!isObject(value)) return FINE;
    const { port, portName: name, targetPort, targetPortName } = value;
    return [
      ...(port == null) === (name == null) ? found('invalid-port', field, ownWords(
        "must have either 'port' or 'portName'", "give the number or the name of the Service's port")) : FINE,
      ...targetPort != null && targetPortName != null ? found('invalid-port', field, ownWords(
        "must not have both 'targetPort' and 'targetPortName'",
        "give what the Service has as its 'targetPort', the number or the name")) : FINE,
    ];
  },
);

/** The fields by themselves. Controller, credentials and TLS are checked together. */
const FIELDS = closed<ScraperAccessProps>({
  host: exactHost,
  // only what every controller reads literally: each rejects or reinterprets some other characters, and steps like `//`
  path: must(value => typeof value === 'string' && value.length <= 1024 && /^\/[A-Za-z0-9/._~-]*$/.test(value)
    && !/\/\/|\/\.{1,2}(\/|$)/.test(value), 'invalid-path', ownWords(
    "must start with '/' and have letters, digits, '/', '.', '-', '_' and '~' only, at most 1024 of them, without "
    + "'//', '.' and '..' as steps",
    'write the path as the scraper sees it, such as "/prometheus"')),
  service: scraperService,
  controller: () => FINE,
  credentials: () => FINE,
  tls: () => FINE,
  realm: pattern(/^[A-Za-z0-9]([A-Za-z0-9 ._-]*[A-Za-z0-9])?$/, 'realm'),
  allowFrom: scraperPeers,
  insecureWithoutNetworkPolicy: flag,
  insecureReplacePlatformObjects: flag,
  metadata: metadataWith((value, field) => isDnsSubdomain(value, LONGEST_NAME) ? FINE
    : found('invalid-name', field, {
      reason: 'given', rule: { phrase: 'subdomain', max: LONGEST_NAME }, value: Shown.of(value),
    })),
}, ['host', 'service']);

const CONTROLLER = instanceOf(IngressController, 'controller', controller =>
  adapterOf(controller) ? controller._check()
    : found('no-basic-auth', '', { reason: 'other', known: Object.keys(CONTROLLERS) }));
const TLS = instanceOf(TlsCertificate, 'tls', tls => tls._check());
// a string given instead may be the password, so it is not shown
const CREDENTIALS = instanceOf(ScraperCredentials, (_, field) => plaintextRefused(field));

function plaintextRefused(field: string): Finding[] {
  return found('plaintext-password', field, { reason: 'expected', shape: 'credentials' });
}

/** Checks the properties of an access, each by itself and in combination. */
export function checkAccess(
  platform: Platform, props: ScraperAccessProps, metadata: ApiObjectMetadata | undefined,
): Finding[] {
  const { password, ...others } = props as ScraperAccessProps & { readonly password?: unknown };
  const { systemNamespace: system, scraperUser } = platform;
  const { controller, credentials, tls, service, realm, host } = props;
  const adapter = isOwn(IngressController, controller) ? adapterOf(controller) : undefined;
  const findings: Finding[] = [
    ...password === undefined ? FINE : plaintextRefused('password'),
    ...FIELDS({ ...others, metadata }, ''),
    ...!isDnsLabel(metadata?.namespace) || metadata.namespace === system ? FINE
      : found('namespace-mismatch', 'metadata.namespace', {
        reason: 'system', system, value: Shown.of(metadata.namespace),
      }),
    ...adapter ? foreignAnnotations(adapter, Object.keys(asObject(metadata?.annotations))) : FINE,
    ...scraperUser ? FINE : found('no-scraper-access', '', ownWords(
      'the platform names no user of its scraper', "set 'scraperUser' on the platform")),
    ...controller == null ? found('missing-field', 'controller', { reason: 'required', way: 'controller' })
      : CONTROLLER(controller, 'controller'),
  ];
  if (adapter?.fits) {
    findings.push(...adapter.fits({
      tls: isOwn(TlsCertificate, tls) ? tlsOf(tls, '') : undefined,
      portName: service?.portName,
      realm,
      host: isHost(host) ? host : undefined,
      namespace: system,
    }));
  } else if (adapter && isOwn(TlsCertificate, tls) && tls._model.from === 'gateway') {
    findings.push(...found('invalid-value', 'tls', ownWords(
      'must not be TlsCertificate.atGateway(): an Ingress terminates TLS itself',
      'use TlsCertificate.secret(), issuer() or certificate()')));
  }
  findings.push(...tls == null ? found('missing-field', 'tls', { reason: 'required', way: 'tls' }) : TLS(tls, 'tls'));

  const foreign = credentials == null
    ? found('missing-field', 'credentials', { reason: 'required', way: 'credentials' })
    : CREDENTIALS(credentials, 'credentials');
  findings.push(...foreign);
  if (foreign.length === 0 && adapter && scraperUser) {
    const { check, comesLater } = credentials._source;
    if (comesLater && adapter.secret.opensWithoutSecret) {
      findings.push(...found('open-without-secret', 'credentials', { controller: adapter.title }));
    }
    const model = credentialsModel(platform, adapter, metadata?.name ?? '');
    findings.push(...within('credentials', check(model)));
  }
  return [...findings, ...checkPolicy(props)];
}

/** Rejects annotations that another controller would read and that this one silently ignores. */
function foreignAnnotations(own: ControllerAdapter, keys: readonly string[]): Finding[] {
  const adapters = Object.values(CONTROLLERS).map(adapter => adapter({ className: '' }));
  return keys.flatMap(key => {
    const field = ['metadata', 'annotations', key];
    const lower = key.toLowerCase();
    if (lower === 'kubernetes.io/ingress.class') {
      return found('controller-annotation', field, ownWords('would contradict the class of the controller'));
    }
    const begins = ({ annotations }: ControllerAdapter) => annotations.some(prefix => lower.startsWith(prefix));
    const other = begins(own) ? undefined : adapters.find(begins);
    return other ? found('controller-annotation', field, {
      reason: 'foreign', reader: other.title, controller: own.title,
    }) : FINE;
  });
}

/** Peers must be given, never guessed: labels that do not match would lock out everyone, or nobody. */
function checkPolicy({ service, controller, allowFrom, insecureWithoutNetworkPolicy }: ScraperAccessProps): Finding[] {
  if (insecureWithoutNetworkPolicy === true) {
    return !allowFrom?.length ? FINE
      : found('invalid-value', 'allowFrom', { reason: 'beside', field: 'insecureWithoutNetworkPolicy' });
  }
  const pods = isOwn(IngressController, controller) ? controller._props : { namespace: '', podLabels: {} };
  const { port, portName: name, targetPort, targetPortName, podLabels: ofService }: Partial<ScraperService> =
    isObject(service) ? service : { podLabels: {} };
  const asked = {
    'service.podLabels': ofService, 'controller.namespace': pods.namespace, 'controller.podLabels': pods.podLabels,
  };
  return [
    ...Object.entries(asked).flatMap(([field, value]) => value == null ? found('missing-field', field, ownWords(
      'is required for the NetworkPolicy, without which every pod reaches the scraper without a password',
      'look it up in the cluster; insecureWithoutNetworkPolicy leaves the policy out')) : FINE),
    // the name of the Service's port does not identify that of the pods
    ...name != null && port == null && targetPort == null && targetPortName == null
      ? found('missing-field', 'service.targetPort', ownWords(
        "is required beside 'portName', since a NetworkPolicy opens ports of pods",
        "look up the 'targetPort' of the Service; a name goes into 'targetPortName'")) : FINE,
    ...allowFrom != null ? FINE : found('missing-field', 'allowFrom', ownWords(
      'is required for the NetworkPolicy, which lets in the controller and nobody else: not Grafana, not Thanos Query, '
      + 'not other replicas',
      'name them by ScraperPeer.pods() or ScraperPeer.addresses(), or write [] if there is nobody else')),
  ];
}

/**
 * The objects that an access renders. The one that leads to the scraper is last: applied in order, nothing is open
 * before the others exist.
 */
interface AccessPlan {
  readonly path: string;
  readonly objects: PlannedObject[];
  readonly secrets: SecretNames;
  /** The Secrets that operators create from the objects. */
  readonly made: string[];
  /** Annotations that the access itself writes on its last object. */
  readonly annotations: string[];
}

/** The objects of an access whose properties have been checked. */
export function planAccess(platform: Platform, props: ScraperAccessProps, metadata: ApiObjectMetadata): AccessPlan {
  const { controller, credentials, service, host, path = '/', realm = host, allowFrom = [] } = props;
  const adapter = adapterOf(controller)!;
  const name = metadata.name!;
  const namespace = platform.systemNamespace;
  const model = credentialsModel(platform, adapter, name);
  const secrets = credentials._source.secrets(model);
  const tls = tlsOf(props.tls, name);
  const [main, ...rest] = adapter.render({
    namespace,
    name,
    host,
    path,
    realm,
    hasOwnRealm: props.realm !== undefined,
    service: { name: service.name, port: service.port ?? service.portName! },
    tls,
    secret: secrets.controller,
  });
  const [given, own] = [metadata.annotations, main.metadata.annotations];
  const objects: PlannedObject[] = [];
  if (!props.insecureWithoutNetworkPolicy) {
    const pods = controller._props;
    // a policy applies to ports of pods, not of Services
    const port = service.targetPort ?? service.targetPortName ?? service.port!;
    objects.push({
      id: 'NetworkPolicy',
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { namespace, name },
      // only the controller and the peers in `allowFrom`: anyone else would get in without a password
      spec: {
        podSelector: { matchLabels: { ...service.podLabels } },
        policyTypes: ['Ingress'],
        ingress: [
          peerRule([podsPeer(pods.namespace!, pods.podLabels!)], [port]),
          ...allowFrom.map(peer => peer._rule(namespace, port)),
        ],
      },
    });
  }
  objects.push(...credentials._source.render(model));
  if (props.tls._model.from === 'certificate') {
    const spec = { secretName: tls.secretName, dnsNames: [host] };
    objects.push({ id: 'Certificate', ...certificateObject(props.tls, { namespace, name }, spec) });
  }
  const annotations = given || own ? { ...given, ...own } : undefined;
  objects.push(...rest, { ...main, metadata: { ...metadata, namespace, name, annotations } });
  return {
    path,
    objects,
    secrets,
    made: [
      ...credentials._source.comesLater ? new Set([secrets.client, secrets.controller.name]) : [],
      ...tls.isMade ? [tls.secretName!] : [],
    ],
    annotations: Object.keys(own ?? {}),
  };
}

/** The model for credentials. The user of the platform must have been checked. */
function credentialsModel(platform: Platform, { title, secret }: ControllerAdapter, name: string): CredentialsModel {
  return { namespace: platform.systemNamespace, name, user: platform.scraperUser!, controller: title, demand: secret };
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

/** Annotations of any controller that go verbatim into the configuration of its server: they can do anything. */
const CONFIGURATION = /^config-|(^|-)snippets?$/;

/**
 * Checks the objects of an access: annotations that change those of the access itself, or that bypass or leak the
 * password; collisions with objects of the platform; and text that cannot be written.
 */
export function checkPlan(platform: Platform, props: ScraperAccessProps, plan: AccessPlan): Finding[] {
  const { metadata, controller, insecureReplacePlatformObjects } = props;
  const adapter = adapterOf(controller)!;
  const taken = new Set(plan.annotations.map(key => shortName(adapter, key) ?? key));
  const annotations = Object.keys(metadata?.annotations ?? {}).flatMap(key => {
    const refused = (why: ParametersOf<'controller-annotation'>) =>
      found('controller-annotation', ['metadata', 'annotations', key], why);
    const name = shortName(adapter, key);
    if (taken.has(name ?? key)) return refused({ reason: 'own' });
    if (name === undefined) return FINE;
    if (CONFIGURATION.test(name)) return refused({ reason: 'configuration', controller: adapter.title });
    if (adapter.opening?.includes(name)) return refused(ownWords('could let requests in without the password'));
    return adapter.leaking?.includes(name) ? refused(ownWords('would send the password elsewhere too')) : FINE;
  });
  const namespace = platform.systemNamespace;
  const owned = new Set(insecureReplacePlatformObjects ? [] : platform._owned().map(namesKey));
  const collisions = [
    ...plan.objects.map(({ kind, metadata: { name } }) => ({ kind, name, namespace })),
    ...plan.made.map(name => ({ kind: 'Secret', name, namespace })),
  ].filter(each => owned.has(namesKey(each)));
  // text that YAML cannot hold; the field is that of the object
  const unwritable: Finding[] = [];
  plan.objects.forEach(planned => plain(planned, planned.kind, unwritable));
  return [
    ...annotations,
    ...collisions.flatMap(each => found('platform-owned-object', '', { reason: 'access', ...each })),
    ...unwritable,
  ];
}
