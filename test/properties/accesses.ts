import { App, Chart, Duration } from 'cdk8s';
import * as fc from 'fast-check';
import { CHARACTERS, label, labels, list, numbered, ownLabel, port, secret, some, word } from './arbitraries-values';
import {
  IngressController, NamespacesFrom, OamPlatform, Platform, Scraper, ScraperAccess, ScraperCredentials, TlsCertificate,
} from 'cdk8s-oam';

const { LOWER, DIGITS, ALL } = CHARACTERS;

/** An access as plain data; `buildAccess` makes it. */
export interface AccessRecipe {
  readonly controller: ControllerRecipe;
  readonly credentials: { readonly kind: string; readonly options: any };
  readonly tls: { readonly kind: string; readonly options?: any };
  /** Addresses have a `cidr`, pods have labels. */
  readonly peers?: any[];
  readonly user: string;
  readonly name: string;
  readonly systemNamespace: string;
  readonly chartNamespace?: string;
  /** What is written as it is: host, path, service, realm, metadata, flags. */
  readonly props: any;
}

interface ControllerRecipe {
  readonly name: string;
  readonly props: any;
  /** What its Secret is like. */
  readonly demand: Demand;
}

interface Demand {
  /** Of a Secret that is made: the hashes that it takes; none where it takes the password as it is. */
  readonly hashes: readonly string[];
  /** Its key beside the client's. */
  readonly key?: string;
  /** Whether it is one of the controller's own. */
  readonly own?: boolean;
  /** Whether it may lie in another namespace. */
  readonly elsewhere?: boolean;
}

const ALL_HASHES = ['bcrypt', 'sha512-crypt', 'apr1', 'ssha', 'sha'];
const CRYPT = ['bcrypt', 'sha512-crypt'];

const DEMANDS: Record<string, Demand> = {
  'ingress-nginx': { hashes: ALL_HASHES, key: 'auth', elsewhere: true },
  'traefik': { hashes: [] },
  'haproxy': { hashes: CRYPT, own: true, elsewhere: true },
  'f5-nginx': { hashes: ALL_HASHES, key: 'htpasswd' },
  'haproxy-ingress': { hashes: CRYPT, key: 'auth', elsewhere: true },
  'kong': { hashes: [] },
  'envoy-gateway': { hashes: ['sha'], key: '.htpasswd' },
  'nginx-gateway-fabric': { hashes: ALL_HASHES, key: 'auth' },
};

const OWN_PROPS: Record<string, any> = {
  'ingress-nginx': fc.constant({ allowsCrossNamespaceSecrets: true }),
  'haproxy-ingress': fc.constant({ allowsCrossNamespaceSecrets: true, insecureOpenUntilSecretExists: true }),
  'traefik': some({ entryPoint: word(ALL, `${ALL}-_`, 12), safeNaming: fc.boolean() }),
};

const someLabels = labels.map(given => Object.keys(given).length > 0 ? given : { app: 'x' });
const host = fc.tuple(label, list(label, 2)).map(([first, rest]) => [first, ...rest, 'example'].join('.')).filter(name => name.length <= 253);
const realm = word(ALL, `${ALL} ._-`, 20);
const path = fc.oneof(
  fc.constantFrom('/', '/metrics', '/a/.b/..c/', '/-/ready', '/~user', '/yes', '/0o17', '/...'),
  fc.string({ unit: fc.constantFrom(...`${ALL}-_.~/`), maxLength: 12 }).map(rest => `/${rest}`),
).filter(text => !/\/\/|\/\.{1,2}(\/|$)/.test(text));
const serviceName = label.filter(name => /^[a-z]/.test(name));
const portName = word(LOWER, LOWER + DIGITS, 12);

const controllers: fc.Arbitrary<ControllerRecipe> = fc.constantFrom(...Object.keys(DEMANDS)).chain(name => {
  const pods = fc.record({ namespace: label, podLabels: someLabels });
  const listener = some({ name: label, namespace: label, sectionName: label }, 'name', 'sectionName');
  const open = fc.record({ name: label, allowedRoutes: fc.constant({ namespaces: NamespacesFrom.ALL }) });
  const described = fc.record({ name: label, namespace: label, listeners: fc.tuple(open) });
  const place = name.includes('gateway')
    ? fc.oneof(fc.record({ gatewayClassName: label }), fc.record({ gateway: listener }), fc.record({ gatewayDescription: described }))
    : fc.record({ className: label });
  return fc.tuple(pods, place, OWN_PROPS[name] ?? fc.constant({}))
    .map(parts => ({ name, props: Object.assign({}, ...parts), demand: DEMANDS[name] }));
});

const store = some({ name: label, kind: fc.constantFrom('ClusterSecretStore', 'SecretStore') }, 'name');
const remoteText = fc.string({ unit: fc.constantFrom(...`${ALL}-_./`), minLength: 1, maxLength: 12 }).map(text => `k${text}`);

/** The shape of what kubeseal makes. */
const ciphertext = fc.integer({ min: 0, max: 255 }).map(byte => Buffer.from([0, 128, ...Array(160).fill(byte)]).toString('base64'));

type Fields = Record<string, fc.Arbitrary<any>>;

function credentials({ hashes, key, own, elsewhere }: Demand, user: string): fc.Arbitrary<AccessRecipe['credentials']> {
  const hashOf = (made: readonly string[]): Fields => {
    const allowed = made.filter(hash => hashes.includes(hash));
    return allowed.length > 0 ? { hash: fc.constantFrom(...allowed) } : {};
  };
  const operatorHash = hashOf(['sha', 'bcrypt']);
  // no interval where the hash is bcrypt
  const interval = hashes.length === 0 || hashes.includes('sha') ? { refreshSeconds: fc.integer({ min: 1, max: 100_000 }) } : {};
  const external = some({ store, key: remoteText, property: remoteText, version: remoteText, ...operatorHash, ...interval }, 'store', 'key')
    .map(({ refreshSeconds, ...options }) => options.hash === 'bcrypt' ? options : { ...options, refreshSeconds });
  const generated = some<Fields>({ length: fc.integer({ min: 16, max: 72 }), ...operatorHash, ...own ? { clusterStore: store } : {} },
    ...own ? ['clusterStore'] : []);
  const existing = some({ name: secret, clientSecretName: secret, ...elsewhere ? { namespace: label } : {} }, 'name', 'clientSecretName');
  const scope = fc.constantFrom('strict', 'namespace-wide', 'cluster-wide');
  const made = hashes.includes('bcrypt');
  const encryptedData = some<Fields>({ password: ciphertext, ...key ? { [key]: ciphertext } : {} },
    'password', ...key && !made ? [key] : []);
  const controllerEncryptedData = fc.record({ [user]: ciphertext });
  const sealed = some<Fields>({ encryptedData, scope, ...own ? { controllerEncryptedData } : {} },
    'encryptedData', ...own ? ['controllerEncryptedData'] : []);
  const password = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map(code => String.fromCharCode(code)), minLength: 1, maxLength: 72 });
  const plaintext = some({ password, ...hashOf(ALL_HASHES) }, 'password');
  const kinds = { external, generated, existing, sealed, plaintext };
  return fc.oneof(...Object.entries(kinds).map(([kind, options]) => options.map(given => ({ kind, options: given }))));
}

function tls(controller: ControllerRecipe): fc.Arbitrary<AccessRecipe['tls']> {
  const none = fc.constant({ kind: 'none' });
  if (controller.props.gateway ?? controller.props.gatewayDescription) return fc.oneof(none, fc.constant({ kind: 'gateway' }));
  const options = some({ name: label, kind: fc.constantFrom('ClusterIssuer', 'Issuer'), secretName: secret }, 'name');
  return fc.oneof(none, secret.map(name => ({ kind: 'secret', options: name })),
    options.map(given => ({ kind: 'issuer', options: given })), options.map(given => ({ kind: 'certificate', options: given })));
}

const ports = list(port, 2, 1);
const peers = list(fc.oneof(
  some({ podLabels: someLabels, namespace: label, ports }, 'podLabels'),
  some({ cidr: fc.constantFrom('10.0.0.0/8', '2001:db8::/32'), exceptCidrs: list(fc.constantFrom('10.1.0.0/16'), 1), ports }, 'cidr')
    .map(({ exceptCidrs, ...others }) => others.cidr.startsWith('10.') ? { ...others, exceptCidrs } : others),
), 3);

function propsOf(controller: ControllerRecipe, withPolicy: boolean): fc.Arbitrary<any> {
  const onePort = controller.name.includes('gateway') ? fc.record({ port }) : fc.oneof(fc.record({ port }), fc.record({ portName, targetPort: port }), fc.record({ portName, targetPortName: portName }));
  const service = fc.tuple(fc.record({ name: serviceName, podLabels: someLabels }), onePort).map(parts => Object.assign({}, ...parts));
  const metadata = some({ labels, annotations: fc.dictionary(word(LOWER, LOWER, 8).map(key => `example.com/${key}`), remoteText, { maxKeys: 2 }) });
  const ownRealm: Fields = controller.name === 'envoy-gateway' ? {} : { realm };
  return some<Fields>({ host, path, service, ...ownRealm, metadata, insecureWithoutNetworkPolicy: fc.constant(!withPolicy) },
    'host', 'service', ...withPolicy ? [] : ['insecureWithoutNetworkPolicy']);
}

/** Whether no Secret of the password is that of the certificate, or another of them. */
function secretsDiffer({ controller, credentials: { kind, options }, tls: { options: given }, name }: AccessRecipe): boolean {
  const certificate = typeof given === 'string' ? given : given?.secretName ?? `${name}-tls`;
  const rendered = ['credentials', 'basic-auth', 'acl'].map(suffix => `${name}-${suffix}`);
  const existing = kind === 'existing' ? [options.name, options.clientSecretName] : [];
  return ![...rendered, ...existing].includes(certificate) && !rendered.some(each => existing.includes(each))
    && !(controller.demand.own && existing.length > 0 && existing[0] === existing[1]);
}

/** Any access that is legal. */
export const accesses: fc.Arbitrary<AccessRecipe> = fc.record({
  controller: controllers,
  user: word(ALL, `${ALL}._-`, 20),
  withPolicy: fc.boolean(),
}).chain(({ controller, user, withPolicy }) => some({
  controller: fc.constant(controller),
  credentials: credentials(controller.demand, user),
  tls: tls(controller),
  peers: withPolicy ? peers : fc.constant(undefined),
  user: fc.constant(user),
  name: ownLabel,
  systemNamespace: label,
  chartNamespace: label,
  props: propsOf(controller, withPolicy),
}, 'controller', 'credentials', 'tls', 'peers', 'user', 'name', 'systemNamespace', 'props')).map(numbered).filter(secretsDiffer);

const CONTROLLERS: Record<string, (props: any) => IngressController> = {
  'ingress-nginx': IngressController.nginx,
  'traefik': IngressController.traefik,
  'haproxy': IngressController.haproxy,
  'f5-nginx': IngressController.f5Nginx,
  'haproxy-ingress': IngressController.haproxyIngress,
  'kong': IngressController.kong,
  'envoy-gateway': IngressController.envoyGateway,
  'nginx-gateway-fabric': IngressController.nginxGatewayFabric,
};

const CREDENTIALS: Record<string, (options: any) => ScraperCredentials> = {
  external: ({ refreshSeconds, ...options }) => ScraperCredentials.externalSecret({
    ...options, ...refreshSeconds === undefined ? {} : { refreshInterval: Duration.seconds(refreshSeconds) },
  }),
  generated: ScraperCredentials.generatedPassword,
  existing: ScraperCredentials.existingSecret,
  sealed: ScraperCredentials.sealedSecret,
  plaintext: ScraperCredentials.insecurePlaintext,
};

const issuerOf = (kind?: string) => kind === 'Issuer' ? TlsCertificate.issuer : TlsCertificate.clusterIssuer;

const TLS: Record<string, (options: any) => TlsCertificate> = {
  none: TlsCertificate.insecureNone,
  gateway: TlsCertificate.atGateway,
  secret: TlsCertificate.secret,
  issuer: ({ name, kind, ...options }) => issuerOf(kind)(name, options),
  certificate: ({ name, kind, ...options }) => issuerOf(kind)(name, { ...options, rendersCertificate: true }),
};

/** The access of a recipe, alone in its app. */
export function buildAccess(recipe: AccessRecipe): { app: App; access: ScraperAccess } {
  const app = new App();
  Platform.install(app, new OamPlatform({
    vendor: 'acme',
    systemNamespace: recipe.systemNamespace,
    systemScraper: Scraper.of(recipe.systemNamespace, 'prometheus'),
    scraperUser: recipe.user,
  }));
  const access = new ScraperAccess(new Chart(app, 'c', { namespace: recipe.chartNamespace }), recipe.name, {
    ...recipe.props,
    controller: controllerOf(recipe.controller),
    credentials: CREDENTIALS[recipe.credentials.kind](recipe.credentials.options),
    tls: TLS[recipe.tls.kind](recipe.tls.options),
    ...recipe.peers ? { allowFrom: recipe.peers } : {},
  });
  return { app, access };
}

function controllerOf({ name, props }: ControllerRecipe): IngressController {
  return CONTROLLERS[name](props);
}
