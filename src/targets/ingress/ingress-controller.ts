import {
  GatewayDescription, gatewayDescription, sectionName, sectionNamesCheck, unknownListeners,
} from './gateway-description';
import { INGRESS_CONTROLLERS, IngressControllerName } from '../../cluster/routes/controllers';
import { brand, throwFindings } from '../../base/brand';
import { asProps, closed, flag, pattern } from '../../base/check';
import { Check, Finding, FINE, found, ownWords, Shown, within } from '../../base/findings/finding';
import { namespaceName, objectName, podLabels } from '../../base/names';
import { snapshot } from '../../base/plain';

/** The pods of a controller. */
export interface IngressControllerPods {
  /**
   * Namespace of the pods through which requests come. For a ScraperAccess, and for components with a
   * NetworkPolicyTrait.
   *
   * @default - none; required unless the NetworkPolicy of a ScraperAccess is left out
   */
  readonly namespace?: string;

  /**
   * Labels of these pods, by which a NetworkPolicy lets them in. For a ScraperAccess, and for components with a
   * NetworkPolicyTrait.
   *
   * @default - none; required unless the NetworkPolicy of a ScraperAccess is left out
   */
  readonly podLabels?: { [key: string]: string };
}

/** Properties of a controller that reads Ingresses. */
export interface IngressControllerProps extends IngressControllerPods {
  /**
   * Name of the controller's IngressClass: `spec.ingressClassName`.
   *
   * @default - that of the controller's Helm chart: `nginx` for ingress-nginx and F5 NGINX, `traefik`, `haproxy` for
   * both HAProxy controllers, `kong`
   */
  readonly className?: string;
}

/** Properties of a controller that reads Ingresses and that the library does not know. */
export interface OtherControllerProps extends IngressControllerPods {
  /** Name of the controller's IngressClass: `spec.ingressClassName`. */
  readonly className: string;
}

/** Properties of ingress-nginx. */
export interface NginxProps extends IngressControllerProps {
  /**
   * Whether the controller runs with `allow-cross-namespace-resources: "true"` (Traefik: `allowCrossNamespaceResources`
   * of its provider), without which nobody gets in if the Secret is in another namespace than the Ingress. For a
   * ScraperAccess.
   *
   * @default false
   */
  readonly allowsCrossNamespaceSecrets?: boolean;
}

/** Properties of haproxy-ingress. */
export interface HaproxyIngressProps extends IngressControllerProps {
  /**
   * Whether the controller's ConfigMap has `cross-namespace-secrets-passwd: allow`, without which it reads no Secret in
   * another namespace, and serves without a password. For a ScraperAccess.
   *
   * @default false
   */
  readonly allowsCrossNamespaceSecrets?: boolean;

  /**
   * Allows credentials whose Secret an operator creates in the cluster. While it is missing, this controller serves the
   * scraper to everyone and only logs it.
   *
   * @default false
   */
  readonly insecureOpenUntilSecretExists?: boolean;
}

/** Properties of Traefik. */
export interface TraefikProps extends IngressControllerProps {
  /**
   * The only entry point on which the scraper is served. For a ScraperAccess.
   *
   * @default - `websecure`, as Traefik's chart names it; `web` without TLS
   */
  readonly entryPoint?: string;

  /**
   * Whether Traefik runs with `safeNaming` of its Kubernetes CRD provider (3.7.11 and later), which names a Middleware
   * `<namespace>_<name>`. With the wrong setting it answers 404. For a ScraperAccess.
   *
   * @default false
   */
  readonly safeNaming?: boolean;
}

/** A listener of a Gateway that already exists in the cluster. */
export interface GatewayListenerReference {
  /** Name of the Gateway. */
  readonly name: string;

  /** Namespace of the Gateway. The listener must allow routes from the system namespace. @default - that namespace */
  readonly namespace?: string;

  /** Name of the listener: the one that terminates TLS, except with TlsCertificate.insecureNone(). */
  readonly sectionName: string;
}

/** Properties of a controller of the Gateway API: one of `gatewayDescription`, `gateway` and `gatewayClassName`. */
export interface GatewayProps extends IngressControllerPods {
  /**
   * The Gateway to which the route is attached: that of a SharedGateway, or one that exists in the cluster. The route
   * is attached to the listeners that serve the host, and synthesis checks that they accept it. They then have the
   * certificate: TlsCertificate.atGateway().
   *
   * @default - `gateway` or `gatewayClassName` is given
   */
  readonly gatewayDescription?: GatewayDescription;

  /**
   * The names of the listeners of `gatewayDescription` to which the route is attached.
   *
   * @default - all that serve the host; one of them that does not accept the route is an error, `not-attached`
   */
  readonly sectionNames?: string[];

  /**
   * The listener to which the route is attached, of a Gateway that is not described further. Synthesis does not check
   * whether it serves the host, uses HTTPS and accepts the route. It then has its own certificate:
   * TlsCertificate.atGateway().
   *
   * @default - a new Gateway, or that of `gatewayDescription`
   */
  readonly gateway?: GatewayListenerReference;

  /**
   * The GatewayClass of a new Gateway, which is rendered.
   *
   * @default - none; required if neither `gatewayDescription` nor `gateway` is given
   */
  readonly gatewayClassName?: string;
}

/** The controllers that cannot be used for a ScraperAccess. A phrase of the same name gives the reason. */
export const WITHOUT_BASIC_AUTH = ['contour', 'gateway-api', 'istio', 'kgateway', 'apisix'] as const;

/** The controllers of the Gateway API. */
export const GATEWAY_CONTROLLERS = ['envoy-gateway', 'nginx-gateway-fabric'] as const;

/** The controllers that the library knows. */
export type ControllerName = IngressControllerName | typeof GATEWAY_CONTROLLERS[number];

/** The properties of any of these controllers. */
type ControllerProps = Partial<NginxProps & HaproxyIngressProps & TraefikProps & GatewayProps>;

/**
 * The IngressClass that the Helm chart of each controller creates with its default values. A comment names the value
 * and the chart.
 */
export const CHART_CLASSES: Readonly<Record<IngressControllerName, string>> = {
  // controller.ingressClassResource.name of ingress-nginx
  'ingress-nginx': 'nginx',
  // ingressClass.name of traefik, by default the name of the release
  'traefik': 'traefik',
  // controller.ingressClassResource.name of haproxytech/kubernetes-ingress
  'haproxy': 'haproxy',
  // controller.ingressClass.name of nginx-ingress
  'f5-nginx': 'nginx',
  // controller.ingressClass of haproxy-ingress
  'haproxy-ingress': 'haproxy',
  // ingressController.ingressClass of kong
  'kong': 'kong',
};

/** The checks of the properties of a controller that reads Ingresses. Built here: their modules are loaded late. */
export function ingressControllerFields(name: IngressControllerName | undefined): Record<string, Check> {
  const own: Readonly<Record<IngressControllerName, Record<string, Check>>> = {
    'ingress-nginx': { allowsCrossNamespaceSecrets: flag },
    'traefik': { entryPoint: pattern(/^[A-Za-z0-9][-A-Za-z0-9_]*$/, 'entry-point'), safeNaming: flag },
    'haproxy': {},
    'f5-nginx': {},
    'haproxy-ingress': { allowsCrossNamespaceSecrets: flag, insecureOpenUntilSecretExists: flag },
    'kong': {},
  };
  return { namespace: namespaceName, podLabels, className: objectName, ...name && own[name] };
}

/**
 * The ingress controller that publishes the scraper with a password, for a ScraperAccess. A wrong one is dangerous:
 * each controller reads different annotations, and silently ignores those of the others.
 */
export class IngressController {
  /**
   * ingress-nginx, retired in March 2026. Traefik reads the same annotations with its `kubernetesIngressNGINX`
   * provider.
   *
   * @param props class and pods
   */
  public static nginx(props: NginxProps): IngressController {
    return new IngressController('ingress-nginx', props);
  }

  /** Traefik. It asks for the password with a Middleware. @param props class and pods */
  public static traefik(props: TraefikProps): IngressController { return new IngressController('traefik', props); }

  /** HAProxy's own controller (`haproxytech/kubernetes-ingress`). @param props class and pods */
  public static haproxy(props: IngressControllerProps): IngressController {
    return new IngressController('haproxy', props);
  }

  /** F5's own controller for NGINX (`nginx/kubernetes-ingress`). @param props class and pods */
  public static f5Nginx(props: IngressControllerProps): IngressController {
    return new IngressController('f5-nginx', props);
  }

  /** The community's controller for HAProxy (`haproxy-ingress.github.io`). @param props class and pods */
  public static haproxyIngress(props: HaproxyIngressProps): IngressController {
    return new IngressController('haproxy-ingress', props);
  }

  /** Kong. It asks for the password with plugins and a consumer. @param props class and pods */
  public static kong(props: IngressControllerProps): IngressController { return new IngressController('kong', props); }

  /** Envoy Gateway, with an HTTPRoute and a SecurityPolicy. For a ScraperAccess. @param props Gateway and pods */
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
   * The controller with a given name, for programs that read it from a file. Fails for one that cannot ask for a
   * password, and lists those that can.
   *
   * @param name `ingress-nginx`, `traefik`, `haproxy`, `f5-nginx`, `haproxy-ingress`, `kong`, `envoy-gateway` or
   * `nginx-gateway-fabric`
   * @param props class (for the last two, the GatewayClass of a new Gateway) and pods
   */
  public static byName(name: string, props: IngressControllerProps): IngressController {
    const known: readonly ControllerName[] = [...INGRESS_CONTROLLERS, ...GATEWAY_CONTROLLERS];
    const controller = known.find(each => each === name);
    if (controller === undefined) {
      const phrase = WITHOUT_BASIC_AUTH.find(each => each === name);
      const given = { value: Shown.of(name), known };
      throwFindings('IngressController', found('no-basic-auth', 'name', phrase
        ? { reason: 'known', ...given, why: { phrase } }
        : { reason: 'unknown', ...given }));
    }
    if (!isOfGateway(controller!)) return new IngressController(controller!, props);
    const { className: gatewayClassName, ...pods } = asProps(props);
    return new IngressController(controller, { ...pods, gatewayClassName });
  }

  /** @internal */
  public readonly _props: ControllerProps;

  private constructor(
    /** @internal */
    public readonly _name: ControllerName, props: ControllerProps,
  ) {
    const given = asProps(snapshot(props));
    this._props = isOfGateway(_name) ? given : { ...given, className: given.className ?? CHART_CLASSES[_name] };
  }

  /** Findings on the properties. @internal */
  public _check(): Finding[] {
    const { gatewayDescription: described, sectionNames, gateway, gatewayClassName } = this._props;
    if (!isOfGateway(this._name)) return closed(ingressControllerFields(this._name))(this._props, '');
    const fields = closed<GatewayProps>({
      namespace: namespaceName,
      podLabels,
      gatewayDescription,
      sectionNames: sectionNamesCheck,
      gateway: closed({ name: objectName, namespace: namespaceName, sectionName }, ['name', 'sectionName']),
      gatewayClassName: objectName,
    });
    const names = described == null && sectionNames != null
      ? found('invalid-value', '', ownWords("is for 'gatewayDescription', which is not set",
        'leave it out, or describe the Gateway'))
      : unknownListeners(sectionNames, described);
    return [
      ...fields(this._props, ''),
      ...within('sectionNames', names),
      ...[described, gateway, gatewayClassName].filter(each => each != null).length === 1 ? FINE
        : found('invalid-value', '', ownWords(
          "must have one of 'gatewayDescription', 'gateway' and 'gatewayClassName'",
          'describe a Gateway that is there, name a listener of it, or name the class of one that is rendered '
          + "(byName() takes it as 'className')")),
    ];
  }
}

brand(IngressController);

/** Whether a controller reads the kinds of the Gateway API, instead of Ingresses. */
function isOfGateway(controller: ControllerName): controller is typeof GATEWAY_CONTROLLERS[number] {
  return GATEWAY_CONTROLLERS.some(each => each === controller);
}
