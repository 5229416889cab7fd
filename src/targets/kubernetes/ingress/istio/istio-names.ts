import { IstioIngressProps } from './istio-props';
import { MAX_LABEL, MAX_NAME, shortHash, shortened } from '../../../../cluster/objects/names';
import { ApplicationModel } from '../../../../model/platform/model';
import { IngressContext } from '../rule';

/** A name without dots: where Istio refers to an object by a name with dots, it reads a host. */
function label(name: string, max = MAX_LABEL): string {
  return shortened(name.replaceAll('.', '-'), max);
}

/** The name of a trait, or of its component. */
function baseOf({ binding, trait }: IngressContext): string {
  return trait.fields.metadata?.name ?? binding.componentName;
}

/** The name of an application's Gateway, as on the platform. */
export function gatewayName({ name, namespace }: ApplicationModel): string {
  return label(`${namespace}-${name}-gw`);
}

/** The name of the Gateway that redirects plain text to HTTPS. */
export function redirectName({ name, namespace }: ApplicationModel): string {
  return label(`${namespace}-${name}-gw-http`);
}

/** The namespace of a Gateway. */
export function gatewayNamespace({ namespace }: ApplicationModel, props: IstioIngressProps): string | undefined {
  return props.scopesGatewaysToNamespace === true ? props.gateway.namespace : namespace;
}

/**
 * The name of an application's objects in the namespace of the gateway's pods, which other applications share. The name
 * of a namespace has no dot, so no two applications have the same name.
 */
export function sharedName({ name, namespace }: ApplicationModel): string {
  return shortened(`${namespace}.${name}`, MAX_NAME);
}

/** The Secret to which cert-manager writes the certificate of an application. */
export function secretName({ name, namespace }: ApplicationModel): string {
  return shortened(`${namespace}.${name}-tls`, MAX_NAME);
}

/** The name of a trait's policy, in the namespace of the gateway's pods. */
export function policyName(context: IngressContext): string {
  return shortened(`${context.binding.application.namespace}.${baseOf(context)}`, MAX_NAME);
}

/** The name of a VirtualService of a trait. Most traits have only one. */
export function virtualServiceName(context: IngressContext, number: number): string {
  return label(number === 1 ? baseOf(context) : `${baseOf(context)}-hosts-${number}`);
}

const HASH = 9;

/**
 * The name of a server's port. If two Gateways select the same pods, Istio skips an HTTPS server whose port has the
 * name of another.
 */
export function portName(protocol: 'http' | 'https', { name, namespace }: ApplicationModel, secret = ''): string {
  const hash = shortHash(JSON.stringify([namespace, name, secret]));
  return `${label(`${protocol}-${namespace}-${name}`, MAX_LABEL - HASH)}-${hash}`;
}
