import { gatewayApiIngress } from './gateway-api/gateway-api-ingress';
import { GatewayApiIngressProps } from './gateway-api/gateway-api-props';
import { istioIngress } from './istio/istio-ingress';
import { IstioIngressProps } from './istio/istio-props';
import {
  HaproxyIngressProviderProps, IngressProviderProps, kubernetesIngress, NginxProviderProps, OtherProviderProps,
  TraefikProviderProps,
} from './kubernetes-ingress';
import type { IngressContext } from './ingress-rules';
import { brand } from '../../../base/brand';
import { Finding } from '../../../base/findings/finding';
import { PlainValue } from '../../../base/check';
import type { IngressController } from '../../ingress/ingress-controller';
import { ApplicationModel, LabelledPods } from '../../../model/platform/model';
import { RouteClaim } from '../../../base/registry';
import { PlainObject, Rendered } from '../../../cluster/objects/rendered';

/**
 * A way for requests into a cluster without an OAM platform. It decides which objects an IngressTrait is rendered to.
 *
 * The providers that are named after an ingress controller render `networking.k8s.io/v1` Ingresses: one for each
 * IngressTrait, named like the trait, and one more, `<trait>-rule-<i>`, for each rule with its own session cookie. A
 * NetworkPolicyTrait lets the pods of the controller in by `namespace` and `podLabels`, and a ScraperAccess uses the
 * same controller.
 */
export class IngressProvider {
  /** Ingresses for Traefik. Session cookies are the error `not-expressible`. @param props class, certificates, pods */
  public static traefik(props: TraefikProviderProps): IngressProvider {
    return new IngressProvider(kubernetesIngress('traefik', props));
  }

  /**
   * Ingresses for ingress-nginx, retired in March 2026. Traefik reads the same annotations with its
   * `kubernetesIngressNGINX` provider. Annotations set session cookies.
   *
   * @param props class, certificates, pods
   */
  public static nginx(props: NginxProviderProps): IngressProvider {
    return new IngressProvider(kubernetesIngress('ingress-nginx', props));
  }

  /**
   * Ingresses for HAProxy's own controller (`haproxytech/kubernetes-ingress`). Session cookies are the error
   * `not-expressible`.
   *
   * @param props class, certificates, pods
   */
  public static haproxy(props: IngressProviderProps): IngressProvider {
    return new IngressProvider(kubernetesIngress('haproxy', props));
  }

  /**
   * Ingresses for F5's own controller for NGINX (`nginx/kubernetes-ingress`). Annotations set session cookies.
   *
   * @param props class, certificates, pods
   */
  public static f5Nginx(props: IngressProviderProps): IngressProvider {
    return new IngressProvider(kubernetesIngress('f5-nginx', props));
  }

  /**
   * Ingresses for the community's controller for HAProxy (`haproxy-ingress.github.io`). Annotations set session
   * cookies.
   *
   * @param props class, certificates, pods
   */
  public static haproxyIngress(props: HaproxyIngressProviderProps): IngressProvider {
    return new IngressProvider(kubernetesIngress('haproxy-ingress', props));
  }

  /** Ingresses for Kong. Session cookies are the error `not-expressible`. @param props class, certificates, pods */
  public static kong(props: IngressProviderProps): IngressProvider {
    return new IngressProvider(kubernetesIngress('kong', props));
  }

  /**
   * Ingresses for any other controller. The library does not know its annotations: session cookies are the error
   * `not-expressible`, and a ScraperAccess needs its own `controller`.
   *
   * @param props class, certificates, pods
   */
  public static other(props: OtherProviderProps): IngressProvider {
    return new IngressProvider(kubernetesIngress(undefined, props));
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
  /** The controller, if it can ask for the password of a ScraperAccess. */
  readonly controller?: () => IngressController | undefined;
  /** The port at which requests for any port of a pod arrive in a tunnel, in addition to that port. */
  readonly tunnel?: number;
}
