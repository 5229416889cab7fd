import type { ApiObjectMetadata } from 'cdk8s';
import { ScraperAccessProps, ScraperService } from './access-props';
import { CONTROLLERS } from './controllers/all';
import { IngressController } from './ingress-controller';
import { Adapter, PlannedObject } from './model';
import { AccessPlan, credentialsModel } from './plan';
import { ScraperCredentials } from './scraper-credentials';
import { ScraperPeer } from './scraper-peer';
import { ScraperTls } from './scraper-tls';
import { PLAINTEXT_REMEDY } from './secrets';
import { Platform } from '../platform/platform';
import { all, flag, isObject, list, object, only, pattern } from '../private/check';
import { Check, FINE, Finding, within } from '../findings/finding';
import { showType } from '../findings/shown';
import { finding, wrong } from '../findings/unsaid';
import { namesKey } from '../private/kinds/identity';
import { isDnsLabel, isDnsSubdomain, metadataWith, podLabels } from '../private/names';
import { exactHost, port } from '../private/network';
import { plain } from '../private/plain';

const PROPS = [
  'host', 'path', 'service', 'controller', 'credentials', 'tls', 'realm', 'allowFrom', 'insecureWithoutNetworkPolicy', 'insecureReplacePlatformObjects', 'metadata',
];

const NAME_CONTROLLER = 'name the one that the cluster runs, such as IngressController.traefik()';

/** Short enough for the names that are made of it. */
const LONGEST_NAME = 200;

const accessName: Check = (value, field) => isDnsSubdomain(value, LONGEST_NAME)
  ? FINE
  : wrong('invalid-name', field, `be a DNS-1123 subdomain of at most ${LONGEST_NAME} characters, since other names are made of it`, value,
    'set \'metadata.name\', or a construct id that is a valid name');

/** What every controller takes as it is: each refuses, or reads in its own way, some other characters, and steps such as `//` and `..`. */
const path: Check = (value, field) => typeof value === 'string' && value.length <= 1024 && /^\/[A-Za-z0-9/._~-]*$/.test(value) && !/\/\/|\/\.{1,2}(\/|$)/.test(value)
  ? FINE
  : wrong('invalid-path', field, 'start with \'/\' and have letters, digits, \'/\', \'.\', \'-\', \'_\' and \'~\' only, at most 1024 of them, without \'//\', \'.\' and \'..\' as steps', value,
    'write the path as the scraper sees it, such as "/prometheus"');

const onePort: Check = (value, field) => !isObject(value) || (value.port == null) !== (value.portName == null)
  ? FINE
  : finding('invalid-port', field, 'must have either \'port\' or \'portName\'', 'give the number or the name of the Service\'s port');

const oneTargetPort: Check = (value, field) => !isObject(value) || value.targetPort == null || value.targetPortName == null
  ? FINE
  : finding('invalid-port', field, 'must not have both \'targetPort\' and \'targetPortName\'',
    'give what the Service has as its \'targetPort\', the number or the name');

const portName: Check = (value, field) => typeof value === 'string' && value.length <= 15 && /^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/.test(value)
  ? FINE
  : wrong('invalid-port', field, 'be the name of a port (lower-case letters, digits and \'-\', at most 15 characters, with a letter)',
    value, 'a number goes into \'port\' or \'targetPort\'');

const serviceName: Check = (value, field) => isDnsLabel(value) && /^[a-z]/.test(value)
  ? FINE
  : wrong('invalid-name', field, 'be the name of a Service (lower-case letters, digits and \'-\', the first a letter, at most 63 characters)', value);

const FIELDS = object({
  host: exactHost,
  path,
  service: all(
    only('name', 'port', 'portName', 'targetPort', 'targetPortName', 'podLabels'),
    object({ name: serviceName, port, portName, targetPort: port, targetPortName: portName, podLabels }, ['name']),
    onePort,
    oneTargetPort,
  ),
  realm: pattern(/^[A-Za-z0-9]([A-Za-z0-9 ._-]*[A-Za-z0-9])?$/, 'realm'),
  allowFrom: list((value, field) => value instanceof ScraperPeer
    ? within(field, value._check())
    : wrong('invalid-type', field, 'be a ScraperPeer', value, 'use ScraperPeer.pods() or ScraperPeer.addresses()')),
  insecureWithoutNetworkPolicy: flag,
  insecureReplacePlatformObjects: flag,
  metadata: metadataWith(accessName),
}, ['host', 'service']);

/** What is wrong with the properties of an access, each by itself and together. */
export function checkAccess(platform: Platform, props: ScraperAccessProps, metadata: ApiObjectMetadata | undefined): Finding[] {
  return [
    ...checkUnknown(props),
    ...FIELDS({ ...props, metadata }, ''),
    ...checkNamespace(platform, metadata),
    ...checkForeign(props, metadata),
    ...checkUser(platform),
    ...checkController(props),
    ...checkTls(props),
    ...checkCredentials(platform, props, metadata),
    ...checkPolicy(props),
  ];
}

/** What is wrong with the objects of an access: what they would collide with, and texts that cannot be written. */
export function checkPlan(platform: Platform, props: ScraperAccessProps, plan: AccessPlan): Finding[] {
  const { metadata, insecureReplacePlatformObjects } = props;
  return [
    ...checkAnnotations(props.controller._adapter, Object.keys(metadata?.annotations ?? {}), plan),
    ...checkSecrets(plan),
    ...insecureReplacePlatformObjects ? FINE : checkOwned(platform, plan),
    ...plan.objects.flatMap(checkText),
  ];
}

function checkUnknown(props: ScraperAccessProps): Finding[] {
  const { password: given, ...others } = props as any;
  return given === undefined ? only(...PROPS)(props, '') : [...plaintextRefused('password'), ...only(...PROPS)(others, '')];
}

function plaintextRefused(field: string): Finding[] {
  return finding('plaintext-password', field, 'must be ScraperCredentials; what was given is not shown', PLAINTEXT_REMEDY);
}

function checkNamespace({ systemNamespace }: Platform, metadata: ApiObjectMetadata | undefined): Finding[] {
  const namespace = metadata?.namespace;
  return !isDnsLabel(namespace) || namespace === systemNamespace ? FINE : wrong('namespace-mismatch', 'metadata.namespace',
    `be the platform's system namespace "${systemNamespace}"`, namespace, 'leave it out');
}

function checkUser({ scraperUser }: Platform): Finding[] {
  return scraperUser ? FINE : finding('no-scraper-access', '', 'the platform names no user of its scraper', 'set \'scraperUser\' on the platform');
}

function checkController({ controller, tls, service, realm }: ScraperAccessProps): Finding[] {
  if (controller == null) return finding('missing-field', 'controller', 'is required: there is no default', NAME_CONTROLLER);
  if (!(controller instanceof IngressController)) return wrong('invalid-type', 'controller', 'be an IngressController', controller, NAME_CONTROLLER);
  const { check, fits } = controller._adapter;
  const wanted = tls instanceof ScraperTls ? tls._model({ namespace: '', name: '', host: '' }) : undefined;
  return [...within('controller', check()), ...fits({ tls: wanted, portName: service?.portName, realm })];
}

function checkTls({ tls }: ScraperAccessProps): Finding[] {
  if (tls == null) {
    return finding('tls-missing', 'tls', 'is required: without TLS the password crosses the network in plain text',
      'use ScraperTls.secret(), issuer() or certificate(); ScraperTls.insecureNone() if you mean it');
  }
  return tls instanceof ScraperTls
    ? within('tls', tls._check())
    : finding('invalid-type', 'tls', `must be a ScraperTls, got ${showType(tls)}`, 'use ScraperTls.secret(), issuer() or certificate()');
}

function checkCredentials(platform: Platform, props: ScraperAccessProps, metadata: ApiObjectMetadata | undefined): Finding[] {
  const { credentials, controller } = props;
  if (credentials == null) return finding('missing-field', 'credentials', 'is required', PLAINTEXT_REMEDY);
  if (!(credentials instanceof ScraperCredentials)) return plaintextRefused('credentials');
  if (!(controller instanceof IngressController) || !platform.scraperUser) return FINE;
  const { check, comesLater } = credentials._source;
  const { title, secret } = controller._adapter;
  const open = comesLater && secret.opensWithoutSecret ? finding('open-without-secret', 'credentials',
    `must name a Secret that is there already: as long as it is missing, ${title} serves the scraper without a password`,
    'use ScraperCredentials.existingSecret(), or another controller; insecureOpenUntilSecretExists on the controller allows it') : FINE;
  return [...open, ...within('credentials', check(credentialsModel(platform, props, metadata?.name ?? '')))];
}

/** Whom to let in is asked for, never guessed: labels that do not match would lock everyone out, or nobody. */
function checkPolicy({ service, controller, allowFrom, insecureWithoutNetworkPolicy }: ScraperAccessProps): Finding[] {
  if (insecureWithoutNetworkPolicy === true) {
    return !allowFrom?.length ? FINE : finding('invalid-value', 'allowFrom', 'must not be given without a NetworkPolicy', 'leave out \'insecureWithoutNetworkPolicy\'');
  }
  const asked: [string, unknown][] = [['service.podLabels', isObject(service) ? service.podLabels : {}]];
  if (controller instanceof IngressController) {
    asked.push(['controller.namespace', controller._pods.namespace], ['controller.podLabels', controller._pods.podLabels]);
  }
  return [
    ...asked.filter(([, value]) => value == null).flatMap(([field]) => finding('missing-field', field,
      'is required for the NetworkPolicy, without which every pod reaches the scraper without a password',
      'look it up in the cluster; insecureWithoutNetworkPolicy leaves the policy out')),
    ...isObject(service) ? checkTargetPort(service) : FINE,
    ...allowFrom != null ? FINE : finding('missing-field', 'allowFrom',
      'is required for the NetworkPolicy, which lets in the controller and nobody else: not Grafana, not Thanos Query, not other replicas',
      'name them by ScraperPeer.pods() or ScraperPeer.addresses(), or write [] where there is nobody'),
  ];
}

/** The number of a Service's port is by default that of the pods; its name says nothing of theirs. */
function checkTargetPort({ port: number, portName: name, targetPort, targetPortName }: ScraperService): Finding[] {
  const isKnown = [number, targetPort, targetPortName].some(each => each != null);
  return name == null || isKnown ? FINE : finding('missing-field', 'service.targetPort',
    'is required beside \'portName\', since a NetworkPolicy opens ports of pods',
    'look up the \'targetPort\' of the Service; a name goes into \'targetPortName\'');
}

/** Text that goes into the configuration of the controller's server as it is, for any controller: it can do anything. */
const CONFIGURATION = /^config-|(^|-)snippets?$/;

/** What annotations must not do: change what the access itself writes, or make the password needless or known. */
function checkAnnotations(adapter: Adapter, keys: string[], plan: AccessPlan): Finding[] {
  const taken = new Set(plan.annotations.map(key => identity(adapter, key)));
  return keys.flatMap(key => {
    const refused = (problem: string) => finding('controller-annotation', annotation(key), problem, 'leave it out');
    const name = shortName(adapter, key);
    if (taken.has(identity(adapter, key))) return refused('is written by ScraperAccess itself');
    if (name === undefined) return FINE;
    if (CONFIGURATION.test(name)) {
      return refused(`is written into the configuration of ${adapter.title}, and could let requests in without the password`);
    }
    if (adapter.opening?.includes(name)) return refused('could let requests in without the password');
    return adapter.leaking?.includes(name) ? refused('would send the password elsewhere too') : FINE;
  });
}

/** The name of an annotation that the controller reads, in any case of its letters and below any prefix that it knows. */
function shortName({ annotations, readsAnyPrefix }: Adapter, key: string): string | undefined {
  const lower = key.toLowerCase();
  const prefix = annotations.find(each => lower.startsWith(each)) ?? (readsAnyPrefix ? lower.slice(0, lower.indexOf('/') + 1) : undefined);
  return prefix === undefined ? undefined : lower.slice(prefix.length);
}

/** The same for all annotations of which only one may be there. */
function identity(adapter: Adapter, key: string): string {
  // cert-manager refuses one kind of issuer beside the other
  if (key.startsWith('cert-manager.io/')) return key.replace(/\/(cluster-)?issuer(-kind|-group)?$/, '/issuer');
  return shortName(adapter, key) ?? key;
}

/** A Secret with a password, a certificate or a group is nothing else. */
function checkSecrets({ secrets, tlsSecret, controllerSecrets }: AccessPlan): Finding[] {
  const own = new Set(secrets.controller.namespace ? [secrets.client] : [secrets.client, secrets.controller.name]);
  return [
    ...tlsSecret !== undefined && [...own, ...controllerSecrets].includes(tlsSecret)
      ? finding('duplicate-object', 'tls.secretName', `must not be "${tlsSecret}", a Secret that the access has for something else`, 'name another one') : FINE,
    ...controllerSecrets.filter(name => own.has(name)).flatMap(name =>
      finding('duplicate-object', 'credentials', `must not name "${name}", a Secret that is rendered for the controller`, 'name another one')),
  ];
}

const annotation = (key: string) => `metadata.annotations['${key}']`;

/** What another controller would read is ignored in silence by this one. */
function checkForeign({ controller }: ScraperAccessProps, metadata: ApiObjectMetadata | undefined): Finding[] {
  if (!(controller instanceof IngressController) || !isObject(metadata?.annotations)) return FINE;
  const own = controller._adapter;
  const adapters = Object.values(CONTROLLERS).map(adapter => adapter({ className: '' }));
  return Object.keys(metadata.annotations).flatMap(key => {
    const lower = key.toLowerCase();
    if (lower === 'kubernetes.io/ingress.class') {
      return finding('controller-annotation', annotation(key), 'would contradict the class of the controller', 'leave it out');
    }
    const begins = ({ annotations }: Adapter) => annotations.some(prefix => lower.startsWith(prefix));
    const other = begins(own) ? undefined : adapters.find(begins);
    return other ? finding('controller-annotation', annotation(key), `is read by ${other.title}; ${own.title} ignores it silently`,
      'leave it out, or name the controller that the cluster runs') : FINE;
  });
}

/** Texts that YAML cannot hold; the field is that of the object. */
function checkText({ kind, metadata, fields }: PlannedObject): Finding[] {
  const findings: Finding[] = [];
  plain({ metadata, ...fields }, kind, findings);
  return findings;
}

function checkOwned(platform: Platform, plan: AccessPlan): Finding[] {
  const owned = new Set(platform._owned().map(namesKey));
  const namespace = platform.systemNamespace;
  const objects = [...plan.objects.map(({ kind, metadata }) => ({ kind, name: metadata.name })), ...plan.made.map(name => ({ kind: 'Secret', name }))];
  return objects.filter(each => owned.has(namesKey({ ...each, namespace }))).flatMap(({ kind, name }) => finding('platform-owned-object', '',
    `${kind} "${name}" in namespace "${namespace}" belongs to the platform, which reconciles it: its operator would change it back, and everyone could be locked out`,
    'use ScraperAccess.fromPlatform(), or another name; insecureReplacePlatformObjects renders it all the same'));
}
