import type { ApiObjectMetadata } from 'cdk8s';
import { ScraperAccessProps, ScraperService } from './access-props';
import { adapterOf, CONTROLLERS } from './controllers/all';
import { ControllerAdapter } from './controllers/adapter';
import { CredentialsModel, PlannedObject, secretNames } from './access-model';
import { shortName } from './protection';
import { ScraperCredentials } from './scraper-credentials';
import { checkPeers, SCRAPER_PEERS, scraperPolicy } from './scraper-policy';
import { portName, serviceName } from '../../cluster/checks/pods';
import {
  Finding, FINE, found, ParametersOf, ownWords, within, Shown, must, joinPath, Check,
} from '../../base/findings/finding';
import { IngressController } from '../ingress/ingress-controller';
import { TlsCertificate, certificateObject, issuerAnnotations } from '../ingress/tls-certificate';
import { Scraper } from '../../model/platform/metrics';
import { Platform } from '../../model/platform/platform';
import { instanceOf, isOwn } from '../../base/brand';
import { all, closed, flag, isObject, pattern } from '../../base/check';
import { namesKey } from '../../base/oam-kind';
import { isDnsLabel, isDnsSubdomain, metadataWith, podLabels } from '../../base/names';
import { plain } from '../../base/plain';
import { podsPeer } from '../../cluster/objects/network-peers';
import { exactlyOne } from '../../base/definitions/type';
import { manifestOf, unknownProps } from '../../base/definitions/props';
import type { PlainNetworkPeer } from '../../model/traits/network-peer';
import { exactHost, port as portCheck } from '../../base/addresses';

/** The maximum length of the name, which leaves room for the names that are derived from it. */
const LONGEST_NAME = 200;

/** Checks the Service of a scraper. */
export const scraperService = all(
  closed<ScraperService>({
    name: serviceName, port: portCheck, portName, targetPort: portCheck, targetPortName: portName, podLabels,
  }, ['name']),
  exactlyOne('port', 'portName'),
  (value, field) => value?.targetPort == null || value.targetPortName == null ? FINE
    : found('invalid-value', joinPath(field, 'targetPortName'), { reason: 'beside', field: 'targetPort' }),
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
  scraper: instanceOf(Scraper, 'scraper'),
  controller: () => FINE,
  credentials: () => FINE,
  tls: () => FINE,
  realm: pattern(/^[A-Za-z0-9]([A-Za-z0-9 ._-]*[A-Za-z0-9])?$/, 'realm'),
  allowFrom: (value, field) => [
    ...within(field, unknownProps(SCRAPER_PEERS, value)),
    ...SCRAPER_PEERS.check(manifestOf(SCRAPER_PEERS, value), field),
  ],
  insecureWithoutNetworkPolicy: flag,
  insecureReplacePlatformObjects: flag,
  metadata: metadataWith((value, field) => isDnsSubdomain(value, LONGEST_NAME) ? FINE
    : found('invalid-name', field, {
      reason: 'given', rule: { phrase: 'subdomain', max: LONGEST_NAME }, value: Shown.of(value),
    })),
}, ['host', 'service']);

const CONTROLLER = instanceOf(IngressController, 'controller', controller => controller._check());
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
  const { systemScraper, scraperUser } = platform;
  const { controller, credentials, tls, scraper } = props;
  const system = systemNamespaceOf(platform, props);
  const adapter = isOwn(IngressController, controller) ? adapterOf(controller) : undefined;
  const given = (field: 'controller' | 'tls' | 'credentials', check: Check) => props[field] == null
    ? found('missing-field', field, { reason: 'required', way: field }) : check(props[field], field);
  const findings: Finding[] = [
    ...password === undefined ? FINE : plaintextRefused('password'),
    ...FIELDS({ ...others, metadata }, ''),
    ...scraper != null || systemScraper ? FINE
      : found('missing-field', 'scraper', { reason: 'required', way: 'scraper-of-access' }),
    ...!systemScraper || !isOwn(Scraper, scraper) || String(scraper) === String(systemScraper) ? FINE
      : found('invalid-value', 'scraper', {
        reason: 'one-of',
        allowed: [String(systemScraper)],
        value: Shown.of(String(scraper)),
        remedy: 'leave it out: the platform has a scraper',
      }),
    ...!system || !isDnsLabel(metadata?.namespace) || metadata.namespace === system ? FINE
      : found('namespace-mismatch', 'metadata.namespace', {
        reason: 'system', system, value: Shown.of(metadata.namespace),
      }),
    ...scraperUser ? FINE : found('no-scraper-access', '', ownWords(
      'the platform names no user of its scraper', "set 'scraperUser' on the platform")),
    ...given('controller', CONTROLLER),
    ...adapter?.fits?.(props, system ?? '') ?? FINE,
    ...adapter && isOwn(TlsCertificate, tls) ? checkTls(adapter, tls) : FINE,
    ...given('tls', TLS),
  ];
  const foreign = given('credentials', CREDENTIALS);
  findings.push(...foreign);
  if (foreign.length === 0 && adapter && scraperUser) {
    const { check, comesLater } = credentials._source;
    if (comesLater && adapter.secret.opensWithoutSecret) {
      findings.push(...found('open-without-secret', 'credentials', { controller: adapter.title }));
    }
    findings.push(...within('credentials', check(credentialsModel(platform, props, metadata?.name ?? ''))));
  }
  return [...findings, ...checkPolicy(props)];
}

/** Reports a certificate that is not where TLS ends. */
function checkTls({ isBehindGateway }: ControllerAdapter, { _model: { from } }: TlsCertificate): Finding[] {
  if (isBehindGateway) {
    return from === 'gateway' || from === 'none' ? FINE : found('invalid-value', 'tls', ownWords(
      'must be TlsCertificate.atGateway(): the listener of an existing Gateway has its certificate already',
      "use it, or give 'gatewayClassName' for a Gateway with its own certificate"));
  }
  return from !== 'gateway' ? FINE : found('invalid-value', 'tls', ownWords(
    'must not be TlsCertificate.atGateway(): no existing Gateway terminates TLS',
    'use TlsCertificate.clusterIssuer(), issuer() or secret()'));
}

/** Checks what the NetworkPolicy needs to know of pods. */
function checkPolicy(props: ScraperAccessProps): Finding[] {
  const { service, controller, insecureWithoutNetworkPolicy } = props;
  if (insecureWithoutNetworkPolicy === true) return checkPeers(props);
  const pods = isOwn(IngressController, controller) ? controller._props : { namespace: '', podLabels: {} };
  const { port, portName: name, targetPort, targetPortName, podLabels: ofService }: Partial<ScraperService> =
    isObject(service) ? service : { podLabels: {} };
  const asked = {
    'service.podLabels': ofService, 'controller.namespace': pods.namespace, 'controller.podLabels': pods.podLabels,
  };
  return [
    ...Object.entries(asked).flatMap(([field, value]) => value == null ? found('missing-field', field, ownWords(
      'is required for the NetworkPolicy, without which every pod reaches the scraper without a password',
      `look it up in the cluster${field === 'service.podLabels' ? '' : ", and give it here or to the platform's "
        + 'IngressProvider'}; insecureWithoutNetworkPolicy leaves the policy out`)) : FINE),
    // the name of the Service's port does not identify that of the pods
    ...name != null && port == null && targetPort == null && targetPortName == null
      ? found('missing-field', 'service.targetPort', ownWords(
        "is required beside 'portName', since a NetworkPolicy opens ports of pods",
        "look up the 'targetPort' of the Service; a name goes into 'targetPortName'")) : FINE,
    ...checkPeers(props),
  ];
}

/** The objects of an access whose properties have been checked, and what they mean for the tree. */
export function planAccess(platform: Platform, props: ScraperAccessProps, metadata: ApiObjectMetadata) {
  const { controller, credentials: { _source: source }, service, host, path = '/', allowFrom = [] } = props;
  const adapter = adapterOf(controller!);
  const name = metadata.name!;
  const model = credentialsModel(platform, props, name);
  const { namespace } = model;
  const secrets = (source.secrets ?? secretNames)(model);
  const { from, issuer, secretName = issuer && `${name}-tls` } = props.tls._model;
  const [main, ...rest] = adapter.render({
    namespace,
    name,
    host,
    path,
    realm: props.realm ?? host,
    hasOwnRealm: props.realm !== undefined,
    service: { name: service.name, port: service.port ?? service.portName! },
    tls: { none: from === 'none', secretName, annotations: issuerAnnotations(props.tls) },
    secret: secrets.controller,
  });
  const [given, own] = [metadata.annotations, main.metadata.annotations];
  const annotations = given || own ? { ...given, ...own } : undefined;
  // a policy applies to ports of pods, not of Services
  const port = service.targetPort ?? service.targetPortName ?? service.port!;
  const { namespace: origin, podLabels: pods } = controller!._props;
  // the object that leads to the scraper is last: applied in order, nothing is open before the others exist
  const objects: PlannedObject[] = [
    // only the controller and the peers in `allowFrom`: anyone else would get in without a password
    ...props.insecureWithoutNetworkPolicy ? [] : [scraperPolicy(
      { namespace, name }, service.podLabels!, port, manifestOf(SCRAPER_PEERS, allowFrom) as PlainNetworkPeer[],
      [podsPeer(origin!, pods!)],
    )],
    ...source.render(model),
    ...from !== 'certificate' ? [] : [{
      id: 'Certificate', ...certificateObject(props.tls, { namespace, name }, { secretName, dnsNames: [host] }),
    }],
    ...rest,
    { ...main, metadata: { ...metadata, namespace, name, annotations } },
  ];
  return {
    path,
    namespace,
    objects,
    secrets,
    /** The Secrets that operators create from the objects. */
    made: [
      ...source.comesLater ? new Set([secrets.client, secrets.controller.name]) : [], ...issuer ? [secretName!] : [],
    ],
    /** Annotations that the access itself writes on its last object. */
    annotations: Object.keys(own ?? {}),
  };
}

/** The namespace of the scraper and of the objects of its access; `undefined` if no scraper is known. */
function systemNamespaceOf(platform: Platform, { scraper }: ScraperAccessProps): string | undefined {
  return platform.systemNamespace ?? (isOwn(Scraper, scraper) ? scraper.namespace : undefined);
}

/** The model for credentials. The controller, and the user of the platform, must have been checked. */
function credentialsModel(platform: Platform, props: ScraperAccessProps, name: string): CredentialsModel {
  const { title: controller, secret: demand } = adapterOf(props.controller!);
  return { namespace: systemNamespaceOf(platform, props) ?? '', name, user: platform.scraperUser!, controller, demand };
}

/** Annotations of any controller that go verbatim into the configuration of its server: they can do anything. */
const CONFIGURATION = /^config-|(^|-)snippets?$/;

/** Checks the objects of an access: annotations, collisions with objects of the platform, and unwritable text. */
export function checkPlan(
  platform: Platform, props: ScraperAccessProps,
  { annotations, objects, made, namespace }: ReturnType<typeof planAccess>,
): Finding[] {
  const { metadata, controller, insecureReplacePlatformObjects } = props;
  const owned = new Set(insecureReplacePlatformObjects ? [] : platform._owned().map(namesKey));
  const rendered = [...objects.map(({ kind, metadata: { name } }) => ({ kind, name })),
    ...made.map(name => ({ kind: 'Secret', name }))];
  // text that YAML cannot hold; the field is that of the object
  const unwritable: Finding[] = [];
  objects.forEach(planned => plain(planned, planned.kind, unwritable));
  return [
    ...checkAnnotations(adapterOf(controller!), Object.keys(metadata?.annotations ?? {}), annotations),
    ...rendered.map(each => ({ ...each, namespace })).filter(each => owned.has(namesKey(each))).flatMap(each =>
      found('platform-owned-object', '', { reason: 'access', ...each })),
    ...unwritable,
  ];
}

/**
 * Rejects annotations that another controller would read and that this one silently ignores, that the access writes
 * itself, and that bypass or leak the password.
 */
function checkAnnotations(own: ControllerAdapter, keys: readonly string[], written: readonly string[]): Finding[] {
  const adapters = Object.values(CONTROLLERS).map(adapter => adapter({ className: '' }));
  const taken = new Set(['kubernetes.io/ingress.class', ...written].map(key => shortName(own, key) ?? key));
  const unsafe = [...own.opening ?? [], ...own.leaking ?? []];
  return keys.flatMap(key => {
    const refused = (why: ParametersOf<'controller-annotation'>) =>
      found('controller-annotation', ['metadata', 'annotations', key], why);
    const lower = key.toLowerCase();
    const begins = ({ annotations }: ControllerAdapter) => annotations.some(prefix => lower.startsWith(prefix));
    const reader = begins(own) ? undefined : adapters.find(begins);
    if (reader) return refused({ reason: 'foreign', reader: reader.title, controller: own.title });
    const name = shortName(own, key);
    if (taken.has(name ?? lower)) return refused({ reason: 'own' });
    const isUnsafe = name !== undefined && (CONFIGURATION.test(name) || unsafe.includes(name));
    return isUnsafe ? refused({ reason: 'unsafe' }) : FINE;
  });
}
