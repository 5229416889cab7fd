import type { TypedManifest } from '../../../src/base/oam-kind';

const manifest = (apiVersion: string, kind: string, namespace: string, name: string, spec: object): TypedManifest =>
  ({ apiVersion, kind, metadata: { name, namespace }, spec }) as unknown as TypedManifest;

const GATEWAY_API = 'gateway.networking.k8s.io/v1';

/** A listener is `name host port protocol`; `*` is every host. */
function listenerOf(text: string, from: unknown): object {
  const [name, hostname, port, protocol] = text.split(' ');
  const tls = protocol === 'HTTPS' && { tls: { certificateRefs: [{ name: `${name}-tls` }] } };
  return { name, ...hostname !== '*' && { hostname }, port: Number(port), protocol, ...tls, allowedRoutes: { namespaces: from } };
}

/** A Gateway of the infrastructure that takes routes of all namespaces. */
export function gatewayOf(
  listeners: readonly string[], given: { name?: string; className?: string; from?: object; spec?: object } = {},
): TypedManifest {
  const { name = 'public', className = 'eg', from = { from: 'All' }, spec } = given;
  return manifest(GATEWAY_API, 'Gateway', 'infra', name, { gatewayClassName: className, listeners: listeners.map(each => listenerOf(each, from)), ...spec });
}

/** A ListenerSet of the shop. */
export function listenerSetOf(listeners: readonly string[], parentRef: object = { name: 'public', namespace: 'infra' }): TypedManifest {
  return manifest(GATEWAY_API, 'ListenerSet', 'shop', 'own', { parentRef, listeners: listeners.map(each => listenerOf(each, { from: 'Same' })) });
}

const PATH_TYPES: Readonly<Record<string, string>> = { Prefix: 'PathPrefix', Regex: 'RegularExpression' };

function httpRuleOf(text: string): object {
  const [matches, backends] = text.split(' => ');
  return {
    matches: matches.split(', ').map(each => {
      const [type, value] = each.split(' ');
      return { path: { type: PATH_TYPES[type] ?? type, value } };
    }),
    backendRefs: backends.split(' ').map(each => {
      const [name, port, weight] = each.split(':');
      return { name, port: Number(port), ...weight && { weight: Number(weight) } };
    }),
  };
}

/** An HTTPRoute of the shop; a rule is `Prefix /a, Exact /b => cart:80`, with several backends `one:80:1 two:80:3`. */
export function httpRouteOf(
  hostnames: readonly string[], rules: readonly (string | object)[], given: { name?: string; parent?: object } = {},
): TypedManifest {
  const { name = 'cart', parent } = given;
  const parentRefs = [{ name: 'public', namespace: 'infra', ...parent }];
  return manifest(GATEWAY_API, 'HTTPRoute', 'shop', name, { parentRefs, hostnames, rules: rules.map(each => typeof each === 'string' ? httpRuleOf(each) : each) });
}

/** A ReferenceGrant of a namespace. */
export function grantOf(namespace: string, from: object, to: object): TypedManifest {
  return manifest('gateway.networking.k8s.io/v1beta1', 'ReferenceGrant', namespace, 'grant', { from: [from], to: [to] });
}

const ISTIO = 'networking.istio.io/v1';

/** A Gateway of Istio in the shop; a server is `host,host 443 HTTPS`, or `host 80 REDIRECT`. */
export function istioGatewayOf(servers: readonly string[], given: { name?: string; selector?: object } = {}): TypedManifest {
  const { name = 'public', selector = { istio: 'ingressgateway' } } = given;
  const serverOf = (text: string, i: number) => {
    const [hosts, number, protocol] = text.split(' ');
    const tls = { HTTPS: { mode: 'SIMPLE', credentialName: `${name}-${i}-tls` }, REDIRECT: { httpsRedirect: true } }[protocol];
    return { hosts: hosts.split(','), port: { number: Number(number), protocol: protocol.replace('REDIRECT', 'HTTP'), name: `p-${i}` }, ...tls && { tls } };
  };
  return manifest(ISTIO, 'Gateway', 'shop', name, { selector, servers: servers.map(serverOf) });
}

function istioRuleOf(text: string): object {
  const [matches, backend] = text.split(' => ');
  const match = matches.split(', ').map(each => ({ uri: Object.fromEntries([each.split(' ')]) }));
  const [host, port] = backend.split(':');
  return { ...matches !== '*' && { match }, route: [{ destination: { host, ...port && { port: { number: Number(port) } } } }] };
}

/** A VirtualService of the shop; a rule is `prefix /a, exact /b => cart:80`; `*` takes all. */
export function virtualServiceOf(
  hosts: readonly string[], rules: readonly (string | object)[], given: { name?: string; namespace?: string; gateways?: readonly string[] } = {},
): TypedManifest {
  const { name = 'cart', namespace = 'shop', gateways = ['public'] } = given;
  const http = rules.map(each => typeof each === 'string' ? istioRuleOf(each) : each);
  return manifest(ISTIO, 'VirtualService', namespace, name, { hosts, gateways, http });
}
