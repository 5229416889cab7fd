import { IstioIngressProps } from './istio-props';
import { MAX_LABEL, MAX_NAME, shortHash, shortened } from '../../../objects/names';
import { ApplicationModel, TraitModel } from '../../../platform/model';
import { IngressContext } from '../rule';

/** A name without dots: Istio takes one with dots, where it refers to an object, for a host. */
function label(name: string, max = MAX_LABEL): string {
  return shortened(name.replaceAll('.', '-'), max);
}

/** The name of a trait, or of its component. */
function baseOf({ binding, trait }: IngressContext): string {
  return trait.fields.metadata?.name ?? binding.componentName;
}

/** The Gateway of an application, as the platform calls it. */
export function gatewayName({ name, namespace }: ApplicationModel): string {
  return label(`${namespace}-${name}-gw`);
}

/** The Gateway that redirects plain text to HTTPS. */
export function redirectName({ name, namespace }: ApplicationModel): string {
  return label(`${namespace}-${name}-gw-http`);
}

/** The namespace of a Gateway. */
export function gatewayNamespace({ namespace }: ApplicationModel, props: IstioIngressProps): string | undefined {
  return props.scopesGatewaysToNamespace === true ? props.gateway.namespace : namespace;
}

/**
 * What an application has in the namespace of the gateway's pods, which others share. The name of a namespace has no dot, so that no two
 * applications have the same.
 */
export function sharedName({ name, namespace }: ApplicationModel): string {
  return shortened(`${namespace}.${name}`, MAX_NAME);
}

/** The Secret to which cert-manager writes the certificate of an application. */
export function secretName({ name, namespace }: ApplicationModel): string {
  return shortened(`${namespace}.${name}-tls`, MAX_NAME);
}

/** The policy of a trait, in the namespace of the gateway's pods. */
export function policyName(context: IngressContext): string {
  return shortened(`${context.binding.application.namespace}.${baseOf(context)}`, MAX_NAME);
}

/** A VirtualService of a trait, which mostly has one. */
export function virtualServiceName(context: IngressContext, number: number): string {
  return label(number === 1 ? baseOf(context) : `${baseOf(context)}-hosts-${number}`);
}

const HASH = 9;

/** The name of a server's port. Of two Gateways for the same pods, Istio skips a server of HTTPS with the name of another. */
export function portName(protocol: 'http' | 'https', { name, namespace }: ApplicationModel, secret = ''): string {
  const hash = shortHash(JSON.stringify([namespace, name, secret]));
  return `${label(`${protocol}-${namespace}-${name}`, MAX_LABEL - HASH)}-${hash}`;
}

/** The trait that a finding names. */
export function makerOf({ construct }: TraitModel): { readonly construct: string } {
  return { construct: construct.node.path };
}
