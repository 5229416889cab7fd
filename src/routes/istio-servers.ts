import { EVERY_HOST } from './hosts';
import { RouteCertificate, RouteEntry } from './route';
import { Path } from '../findings/path';
import { ObjectIndex, selected } from '../objects/object-index';
import { asObject, isFilled, listOf, PlainFields } from '../private/check';
import { grouped } from '../private/grouped';
import { memo } from '../private/memo';
import type { TypedManifest } from '../private/oam-kind';
import { objectName } from '../private/written';

/** A host of a server, and the namespace whose VirtualServices may use it; `undefined` if those of every namespace may. */
interface ServerHost {
  readonly host: string;
  readonly namespace?: string;
}

/** A server of an Istio Gateway that speaks HTTP, plain or over TLS. */
export interface IstioServer {
  readonly gateway: TypedManifest;
  readonly hosts: readonly ServerHost[];
  readonly entry: RouteEntry;
  /** Whether it redirects all requests to HTTPS. */
  readonly isRedirecting: boolean;
  readonly tls: readonly RouteCertificate[];
  readonly path: Path;
}

const GATEWAY = 'networking.istio.io/Gateway';

const PLAIN = new Set(['HTTP', 'HTTP2', 'GRPC', 'GRPC-WEB']);

/** The servers of all Istio Gateways. Gateways that select the same pods act as one: their servers of a port compete. */
export const serversIn = memo((index: ObjectIndex): readonly IstioServer[] => {
  const gateways = index.ofKind(GATEWAY);
  const owned = gateways.flatMap(gateway =>
    listOf(gateway.spec?.servers).map((given, i) => ({ gateway, given: asObject(given), path: ['spec', 'servers', i] })));
  const speaking = owned.filter(({ given }) => protocolOf(given) !== undefined);
  return [...grouped(speaking, ({ gateway, given }) => [entryName(gateway, given)]).values()].flatMap(own => {
    const entry = entryOf(own);
    // all Gateways of one entry select the same pods
    const namespace = gatewayPods(own[0].gateway, index)?.namespace;
    return own.map(({ gateway, given, path }): IstioServer => ({
      gateway,
      hosts: hostsOf(gateway, given),
      entry,
      isRedirecting: given.tls?.httpsRedirect === true,
      tls: certificatesOf(gateway, given, path, namespace),
      path,
    }));
  });
});

const byGateway = memo((servers: readonly IstioServer[]) => grouped(servers, ({ gateway }) => [gateway]));

/** The servers of the Gateway with a name, as VirtualServices of a namespace write it. */
export function serversNamed(given: string, namespace: unknown, index: ObjectIndex): readonly IstioServer[] {
  const named = gatewayNamed(given, namespace);
  const gateway = index.named(GATEWAY, named.namespace, named.name);
  return gateway && byGateway(serversIn(index)).get(gateway) || [];
}

/** How a server receives HTTP requests; `undefined` if it does not read them, for example because it passes TLS through. */
function protocolOf({ port, tls }: PlainFields): 'plain' | 'tls' | undefined {
  const protocol = String(port?.protocol).toUpperCase();
  if (PLAIN.has(protocol)) return 'plain';
  return protocol === 'HTTPS' && !String(tls?.mode).endsWith('PASSTHROUGH') ? 'tls' : undefined;
}

function selectorOf({ spec }: TypedManifest): [string, unknown][] {
  return Object.entries(asObject<Record<string, unknown>>(spec?.selector)).sort(([a], [b]) => a < b ? -1 : 1);
}

function entryName(gateway: TypedManifest, given: PlainFields): string {
  const labels = selectorOf(gateway).map(([key, value]) => `${key}=${String(value)}`);
  return `Istio gateway ${labels.join(',') || '*'}:${String(given.port?.number)} (${protocolOf(given) === 'tls' ? 'HTTPS' : 'HTTP'})`;
}

function entryOf(own: readonly { readonly gateway: TypedManifest; readonly given: PlainFields }[]): RouteEntry {
  const [{ gateway, given }] = own;
  const number: unknown = given.port?.number;
  const isTls = protocolOf(given) === 'tls';
  return {
    name: entryName(gateway, given),
    wildcard: 'some',
    hosts: 'decides',
    port: typeof number === 'number' ? number : undefined,
    isTls,
    // the handshake names the host, by which servers are told apart
    ...isTls ? { listeners: own.flatMap(each => hostsOf(each.gateway, each.given)).map(({ host }) => host) } : {},
    gateways: [...new Set(own.map(each => each.gateway))],
  };
}

function hostsOf({ metadata }: TypedManifest, { hosts }: PlainFields): ServerHost[] {
  return listOf<unknown>(hosts).filter(isFilled).map(given => {
    const [host, namespace] = given.toLowerCase().split('/').reverse();
    const own = host === '*' ? EVERY_HOST : host;
    if (namespace === undefined || namespace === '*') return { host: own };
    return { host: own, namespace: namespace === '.' ? String(metadata?.namespace) : namespace };
  });
}

/** The certificates of a server. Their Secrets are in the namespace of the gateway pods, whatever that of the Gateway. */
function certificatesOf(gateway: TypedManifest, given: PlainFields, path: Path, namespace: string | undefined): RouteCertificate[] {
  if (protocolOf(given) !== 'tls') return [];
  const { credentialName, credentialNames } = asObject(given.tls);
  const names = [credentialName, ...listOf<unknown>(credentialNames)].filter(isFilled);
  const common = { hosts: [], object: gateway };
  if (names.length === 0) return [{ ...common, path: [...path, 'tls'] }];
  const at = [...path, 'tls', 'credentialName'];
  return names.map(name => ({ ...common, secretName: String(name), ...namespace === undefined ? {} : { namespace }, path: at }));
}

/** The pods that a Gateway selects, if they are rendered and in one namespace. */
export function gatewayPods({ spec }: TypedManifest, index: ObjectIndex) {
  const pods = selected({ matchLabels: spec?.selector }, index.pods);
  const namespaces = new Set(pods.map(({ metadata }): unknown => metadata?.namespace));
  const [namespace] = namespaces;
  return namespaces.size === 1 && isFilled(namespace) ? { namespace, pods } : undefined;
}

/** Resolves a Gateway name as VirtualServices of a namespace write it: `name`, `namespace/name`, `name.namespace.svc.cluster.local`. */
export function gatewayNamed(given: string, namespace: unknown): { readonly name: string; readonly namespace: unknown } {
  const parts = given.split('/');
  if (parts.length > 1) return { name: parts[1], namespace: parts[0] === '.' ? namespace : parts[0] };
  const [name, own] = given.split('.');
  return { name, namespace: own ?? namespace };
}

/** The entry of a Gateway that is not rendered. */
export function unseenEntry(given: string, namespace: unknown): RouteEntry {
  const named = gatewayNamed(given, namespace);
  const name = objectName({ kind: 'Gateway', metadata: { name: named.name, namespace: named.namespace } } as unknown as TypedManifest);
  return { name: `Istio ${name}`, wildcard: 'some', hosts: 'decides', gateways: [] };
}
