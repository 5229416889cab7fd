import { CONTROLLERS } from './controllers/all';
import { ControllerPods, IngressControllerProps } from './controllers/controller-props';
import { envoyGateway } from './controllers/envoy-gateway';
import { f5Nginx } from './controllers/f5-nginx';
import { GatewayProps } from './controllers/gateway-api';
import { haproxy } from './controllers/haproxy';
import { haproxyIngress, HaproxyIngressProps } from './controllers/haproxy-ingress';
import { ingressNginx, IngressNginxProps } from './controllers/ingress-nginx';
import { kong } from './controllers/kong';
import { nginxGatewayFabric } from './controllers/nginx-gateway-fabric';
import { traefik, TraefikProps } from './controllers/traefik';
import { Adapter } from './model';
import { found } from '../findings/finding';
import { Shown } from '../findings/shown';
import { brand } from '../private/brand';
import { asProps } from '../private/check';
import { refuse } from '../private/errors';
import { snapshot } from '../private/plain';

/** Others, which cannot be used: a phrase of the same name says why. */
export const WITHOUT_BASIC_AUTH = ['contour', 'gateway-api', 'istio', 'kgateway', 'apisix'] as const;

/**
 * The controller in the cluster that leads requests to the scraper and asks for the password. There is no default: each reads other annotations, and
 * ignores those of the others in silence.
 */
export class IngressController {
  /**
   * ingress-nginx, retired in March 2026. Traefik reads the same annotations by its `kubernetesIngressNGINX` provider.
   *
   * @param props class and pods
   */
  public static ingressNginx(props: IngressNginxProps): IngressController {
    return new IngressController(ingressNginx, props);
  }

  /**
   * Traefik, by a Middleware.
   *
   * @param props class and pods
   */
  public static traefik(props: TraefikProps): IngressController {
    return new IngressController(traefik, props);
  }

  /**
   * HAProxy's own controller (`haproxytech/kubernetes-ingress`).
   *
   * @param props class and pods
   */
  public static haproxy(props: IngressControllerProps): IngressController {
    return new IngressController(haproxy, props);
  }

  /**
   * F5's own controller for NGINX (`nginx/kubernetes-ingress`).
   *
   * @param props class and pods
   */
  public static f5Nginx(props: IngressControllerProps): IngressController {
    return new IngressController(f5Nginx, props);
  }

  /**
   * The community's controller for HAProxy (`haproxy-ingress.github.io`).
   *
   * @param props class and pods
   */
  public static haproxyIngress(props: HaproxyIngressProps): IngressController {
    return new IngressController(haproxyIngress, props);
  }

  /**
   * Kong, by plugins and a consumer.
   *
   * @param props class and pods
   */
  public static kong(props: IngressControllerProps): IngressController {
    return new IngressController(kong, props);
  }

  /**
   * Envoy Gateway, by an HTTPRoute and a SecurityPolicy.
   *
   * @param props Gateway and pods
   */
  public static envoyGateway(props: GatewayProps): IngressController {
    return new IngressController(envoyGateway, props);
  }

  /**
   * NGINX Gateway Fabric, by an HTTPRoute and an AuthenticationFilter.
   *
   * @param props Gateway and pods
   */
  public static nginxGatewayFabric(props: GatewayProps): IngressController {
    return new IngressController(nginxGatewayFabric, props);
  }

  /**
   * The controller of a name, for programs that read it from a file. Fails for one that cannot ask for a password, and says which could.
   *
   * @param name `ingress-nginx`, `traefik`, `haproxy`, `f5-nginx`, `haproxy-ingress`, `kong`, `envoy-gateway` or `nginx-gateway-fabric`
   * @param props class (that of a Gateway of its own for the last two) and pods
   */
  public static byName(name: string, props: IngressControllerProps): IngressController {
    const known = Object.keys(CONTROLLERS);
    if (!known.includes(name)) {
      const phrase = WITHOUT_BASIC_AUTH.find(each => each === name);
      const given = { value: Shown.of(name), known };
      refuse('IngressController', found('no-basic-auth', 'name', phrase ? { reason: 'known', ...given, why: { phrase } } : { reason: 'unknown', ...given }));
    }
    return new IngressController(CONTROLLERS[name], props);
  }

  private readonly adapter: Adapter;
  private readonly pods: ControllerPods;

  private constructor(adapterOf: (props: any) => Adapter, props: ControllerPods) {
    this.pods = asProps(snapshot(props));
    this.adapter = adapterOf(this.pods);
  }

  /** @internal */
  public get _adapter(): Adapter {
    return this.adapter;
  }

  /** @internal */
  public get _pods(): ControllerPods {
    return this.pods;
  }
}

brand(IngressController);
