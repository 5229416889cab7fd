import { gatewayApiIngress } from './gateway-api/gateway-api-ingress';
import { GatewayApiIngressProps } from './gateway-api/gateway-api-props';
import { istioIngress } from './istio/istio-ingress';
import { IstioIngressProps } from './istio/istio-props';
import { KubernetesIngressProps, kubernetesIngress } from './kubernetes-ingress';
import { IngressParts } from './rule';
import { brand } from '../../private/brand';

/** How requests come into a cluster without an OAM platform. */
export class IngressProvider {
  /**
   * By `networking.k8s.io/v1` Ingresses: one for each IngressTrait, and one more for each rule with a session cookie of its own.
   *
   * @param props the controller, the domain and the certificates
   */
  public static ingress(props: KubernetesIngressProps): IngressProvider {
    return new IngressProvider(kubernetesIngress(props));
  }

  /**
   * By the Gateway API: HTTPRoutes that are attached to the listeners of a Gateway. Whether they are is checked at synthesis.
   *
   * @param props the Gateway, what serves it, the domain and the issuers of tokens
   */
  public static gatewayApi(props: GatewayApiIngressProps): IngressProvider {
    return new IngressProvider(gatewayApiIngress(props));
  }

  /**
   * By Istio's own objects: a Gateway and VirtualServices, with certificates, session cookies and authorization policies.
   *
   * @param props the gateway, the domain, the certificates and the issuers of tokens
   */
  public static istio(props: IstioIngressProps): IngressProvider {
    return new IngressProvider(istioIngress(props));
  }

  /** @internal */
  public readonly _parts: IngressParts;

  private constructor(parts: IngressParts) {
    this._parts = parts;
  }
}

brand(IngressProvider);
