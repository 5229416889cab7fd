/** Objects around the routes of a Gateway. */
import type { KubernetesObject } from './trial';
import { Certificate, certificate, newAuthority } from '../../../verify/query/certificate';

/** The namespace of the Gateway. */
export const EDGE = 'edge';

/** What a listener is made of; its certificate has its name. */
export interface GivenListener {
  readonly name: string;
  readonly port: number;
  /** @default - any */
  readonly hostname?: string;
  readonly from: 'All' | 'Same' | 'Selector';
}

/** The label of the namespaces that selectors ask for. */
const SELECTED = { team: 'shop' };

const authority = newAuthority('Authority of a proof');
const certificates = new Map<string, Certificate>();

/** A certificate for a listener, made once. Who asks looks at its name alone. */
function certificateNamed(name: string): Certificate {
  const made = certificates.get(name) ?? certificate(name, { authority, hosts: [name] });
  certificates.set(name, made);
  return made;
}

/** The Secret with a certificate. */
export function secretNamed(name: string, namespace = EDGE): KubernetesObject {
  const { cert, key } = certificateNamed(name);
  const encoded = Object.entries({ 'tls.crt': cert, 'tls.key': key }).map(([file, text]) => [file, Buffer.from(text).toString('base64')]);
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace }, type: 'kubernetes.io/tls', data: Object.fromEntries(encoded) } as KubernetesObject;
}

/** A Gateway, and the certificates of its listeners. */
export function gatewayOf(listeners: readonly GivenListener[]): KubernetesObject[] {
  const overTls = listeners.filter(({ port }) => port !== 80);
  return [...overTls.map(({ name }) => secretNamed(name)), {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'Gateway',
    metadata: { name: 'shared', namespace: EDGE },
    spec: { gatewayClassName: 'envoy', listeners: listeners.map(listenerOf) },
  }];
}

function listenerOf({ name, port, hostname, from }: GivenListener): object {
  const namespaces = { from, ...from === 'Selector' && { selector: { matchLabels: SELECTED } } };
  const tls = { mode: 'Terminate', certificateRefs: [{ name }] };
  return { name, port, hostname, protocol: port === 80 ? 'HTTP' : 'HTTPS', allowedRoutes: { namespaces }, ...port !== 80 && { tls } };
}

/** A namespace, with the label that selectors ask for or without. */
export function namespaceOf(name: string, isSelected: boolean): KubernetesObject {
  const labels = { 'kubernetes.io/metadata.name': name, ...isSelected && SELECTED };
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } };
}

export function serviceOf(name: string, namespace: string): KubernetesObject {
  return { apiVersion: 'v1', kind: 'Service', metadata: { name, namespace }, spec: { ports: [{ name: 'http', port: 80 }] } };
}

/** Lets the HTTPRoutes of one namespace lead to the Services of another one. */
export function grantOf(from: string, to: string): KubernetesObject {
  return {
    apiVersion: 'gateway.networking.k8s.io/v1beta1',
    kind: 'ReferenceGrant',
    metadata: { name: `from-${from}`, namespace: to },
    spec: { from: [{ group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', namespace: from }], to: [{ group: '', kind: 'Service' }] },
  };
}

/** What a policy of Envoy Gateway is attached to: an object of its namespace, or a part of it. */
export interface PolicyTargetRef {
  readonly kind: 'HTTPRoute' | 'Gateway';
  readonly name: string;
  readonly sectionName?: string;
}

export function policyOf(kind: string, name: string, namespace: string, target: PolicyTargetRef, spec: object): KubernetesObject {
  const targetRefs = [{ group: 'gateway.networking.k8s.io', ...target }];
  return { apiVersion: 'gateway.envoyproxy.io/v1alpha1', kind, metadata: { name, namespace }, spec: { targetRefs, ...spec } };
}
