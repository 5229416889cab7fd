import {
  checkGateway, checkHaproxyIngress, checkIngress, checkIngressNginx, checkTraefik, GatewayProps, HaproxyIngressProps,
  IngressControllerProps, IngressNginxProps, TraefikProps,
} from './controller-props';
import { Finding, found, Shown } from '../../base/findings/finding';
import { brand, refuse } from '../../base/brand';
import { asProps } from '../../base/check';
import { snapshot } from '../../base/plain';

/** The controllers that cannot be used for a ScraperAccess. A phrase of the same name gives the reason. */
export const WITHOUT_BASIC_AUTH = ['contour', 'gateway-api', 'istio', 'kgateway', 'apisix'] as const;

/** The controllers that read Ingresses, by their common names, which charts also use. */
export const INGRESS_CONTROLLERS = ['ingress-nginx', 'traefik', 'haproxy', 'f5-nginx', 'haproxy-ingress', 'kong'] as const;

/** The controllers of the Gateway API. */
export const GATEWAY_CONTROLLERS = ['envoy-gateway', 'nginx-gateway-fabric'] as const;

/** The controllers that the library knows. */
export type ControllerName = (typeof INGRESS_CONTROLLERS)[number] | (typeof GATEWAY_CONTROLLERS)[number];

/** The properties of any of these controllers. */
type ControllerProps = Partial<IngressNginxProps & HaproxyIngressProps & TraefikProps & GatewayProps>;

// a function, so that the modules of the checks are loaded only when something is checked
const checks = (): Readonly<Record<ControllerName | 'other', (props: any) => Finding[]>> => ({
  'ingress-nginx': checkIngressNginx,
  'traefik': checkTraefik,
  'haproxy': checkIngress,
  'f5-nginx': checkIngress,
  'haproxy-ingress': checkHaproxyIngress,
  'kong': checkIngress,
  'envoy-gateway': checkGateway,
  'nginx-gateway-fabric': checkGateway,
  'other': checkIngress,
});

/**
 * The ingress controller of the cluster. It serves the Ingresses of IngressTraits, and publishes the scraper with a password. There is no
 * default: each controller reads different annotations, and silently ignores those of the others.
 */
export class IngressController {
  /**
   * ingress-nginx, retired in March 2026. Traefik reads the same annotations with its `kubernetesIngressNGINX` provider.
   *
   * @param props class and pods
   */
  public static ingressNginx(props: IngressNginxProps): IngressController {
    return new IngressController('ingress-nginx', props);
  }

  /**
   * Traefik. It asks for the password with a Middleware.
   *
   * @param props class and pods
   */
  public static traefik(props: TraefikProps): IngressController {
    return new IngressController('traefik', props);
  }

  /**
   * HAProxy's own controller (`haproxytech/kubernetes-ingress`).
   *
   * @param props class and pods
   */
  public static haproxy(props: IngressControllerProps): IngressController {
    return new IngressController('haproxy', props);
  }

  /**
   * F5's own controller for NGINX (`nginx/kubernetes-ingress`).
   *
   * @param props class and pods
   */
  public static f5Nginx(props: IngressControllerProps): IngressController {
    return new IngressController('f5-nginx', props);
  }

  /**
   * The community's controller for HAProxy (`haproxy-ingress.github.io`).
   *
   * @param props class and pods
   */
  public static haproxyIngress(props: HaproxyIngressProps): IngressController {
    return new IngressController('haproxy-ingress', props);
  }

  /**
   * Kong. It asks for the password with plugins and a consumer.
   *
   * @param props class and pods
   */
  public static kong(props: IngressControllerProps): IngressController {
    return new IngressController('kong', props);
  }

  /**
   * Envoy Gateway, with an HTTPRoute and a SecurityPolicy. For a ScraperAccess.
   *
   * @param props Gateway and pods
   */
  public static envoyGateway(props: GatewayProps): IngressController {
    return new IngressController('envoy-gateway', props);
  }

  /**
   * NGINX Gateway Fabric, with an HTTPRoute and an AuthenticationFilter. For a ScraperAccess.
   *
   * @param props Gateway and pods
   */
  public static nginxGatewayFabric(props: GatewayProps): IngressController {
    return new IngressController('nginx-gateway-fabric', props);
  }

  /**
   * Any other controller that reads Ingresses. The library does not know its annotations: cookies that keep a session at one pod are an
   * error, and so is a ScraperAccess.
   *
   * @param props class and pods
   */
  public static other(props: IngressControllerProps): IngressController {
    return new IngressController(undefined, props);
  }

  /**
   * The controller with a given name, for programs that read it from a file. Fails for one that cannot ask for a password, and lists those
   * that can.
   *
   * @param name `ingress-nginx`, `traefik`, `haproxy`, `f5-nginx`, `haproxy-ingress`, `kong`, `envoy-gateway` or `nginx-gateway-fabric`
   * @param props class (for the last two, the GatewayClass of a new Gateway) and pods
   */
  public static byName(name: string, props: IngressControllerProps): IngressController {
    if (isOneOf(GATEWAY_CONTROLLERS, name)) {
      const { className: gatewayClassName, ...pods } = asProps(props);
      return new IngressController(name, { ...pods, gatewayClassName });
    }
    if (!isOneOf(INGRESS_CONTROLLERS, name)) {
      const given = { value: Shown.of(name), known: [...INGRESS_CONTROLLERS, ...GATEWAY_CONTROLLERS] };
      const phrase = WITHOUT_BASIC_AUTH.find(each => each === name);
      refuse('IngressController', found('no-basic-auth', 'name', phrase
        ? { reason: 'known', ...given, why: { phrase } }
        : { reason: 'unknown', ...given }));
    }
    return new IngressController(name as ControllerName, props);
  }

  /** @internal */
  public readonly _props: ControllerProps;

  private constructor(
    /**
     * The controller, if the library knows it.
     *
     * @internal
     */
    public readonly _name: ControllerName | undefined, props: ControllerProps,
  ) {
    this._props = asProps(snapshot(props));
  }

  /** @internal */
  public _check(): Finding[] {
    return checks()[this._name ?? 'other'](this._props);
  }
}

brand(IngressController);

function isOneOf<T extends string>(names: readonly T[], name: string): name is T {
  return (names as readonly string[]).includes(name);
}
