import { gatewayApiIngress } from './gateway-api/gateway-api-ingress';
import { GatewayApiIngressProps } from './gateway-api/gateway-api-props';
import { istioIngress } from './istio/istio-ingress';
import { IstioIngressProps } from './istio/istio-props';
import { KubernetesIngressProps, kubernetesIngress } from './kubernetes-ingress';
import type { IngressContext } from './ingress-rules';
import { brand } from '../../../base/brand';
import { Finding } from '../../../base/findings/finding';
import { PlainValue } from '../../../base/check';
import { ApplicationModel, LabelledPods } from '../../../model/platform/model';
import { RouteClaim } from '../../../base/registry';
import { PlainObject, Rendered } from '../../../cluster/objects/rendered';

/**
 * A way for requests into a cluster without an OAM platform. It decides which objects an IngressTrait is rendered to.
 */
export class IngressProvider {
  /**
   * Renders `networking.k8s.io/v1` Ingresses: one for each IngressTrait, named like the trait, and one more,
   * `<trait>-rule-<i>`, for each rule with its own session cookie.
   *
   * @param props the controller, the domain and the certificates
   */
  public static ingress(props: KubernetesIngressProps): IngressProvider {
    return new IngressProvider(kubernetesIngress(props));
  }

  /**
   * Renders HTTPRoutes of the Gateway API: one for each rule, `<trait>` and `<trait>-rule-<i>`, and others for paths
   * with an authorization policy. Synthesis checks that the listeners of the Gateway accept them.
   *
   * @param props the Gateway, its implementation, the domain and the issuers of tokens
   */
  public static gatewayApi(props: GatewayApiIngressProps): IngressProvider {
    return new IngressProvider(gatewayApiIngress(props));
  }

  /**
   * Renders Istio's own objects: a Gateway and VirtualServices, with certificates, session cookies and authorization
   * policies.
   *
   * @param props the gateway, the domain, the certificates and the issuers of tokens
   */
  public static istio(props: IstioIngressProps): IngressProvider { return new IngressProvider(istioIngress(props)); }

  /** @internal */
  public readonly _parts: IngressParts;

  private constructor(parts: IngressParts) { this._parts = parts; }
}

brand(IngressProvider);

/** The parts that implement one way into the cluster. */
export interface IngressParts {
  readonly check: () => Finding[];
  /** The hosts and paths that the spec of an IngressTrait claims. */
  readonly routesOf: (spec: PlainValue | undefined, application: ApplicationModel) => RouteClaim[];
  /** Renders an IngressTrait. */
  readonly render: (context: IngressContext) => Rendered;
  /** The pods through which requests come, if known. */
  readonly pods: () => LabelledPods | undefined;
  /** The objects that serve the routes and decide how these are interpreted, as far as they are described. */
  readonly serving?: () => PlainObject[];
  /** The port at which requests for any port of a pod arrive in a tunnel, in addition to that port. */
  readonly tunnel?: number;
}
