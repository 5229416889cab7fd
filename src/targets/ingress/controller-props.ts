import {
  GatewayDescription, gatewayDescription, sectionName, sectionNamesCheck, unknownListeners,
} from './gateway-description';
import { Check, Finding, FINE, found, saying, within } from '../../base/findings/finding';
import { closed, flag, pattern } from '../../base/check';
import { namespaceName, objectName, podLabels } from '../../base/names';

/** The pods of a controller. */
export interface ControllerPods {
  /**
   * Namespace of the pods through which requests come. For a ScraperAccess, and for components with a NetworkPolicyTrait.
   *
   * @default - none; required unless the NetworkPolicy of a ScraperAccess is left out
   */
  readonly namespace?: string;

  /**
   * Labels of these pods, by which a NetworkPolicy lets them in. For a ScraperAccess, and for components with a NetworkPolicyTrait.
   *
   * @default - none; required unless the NetworkPolicy of a ScraperAccess is left out
   */
  readonly podLabels?: { [key: string]: string };
}

/** Properties of every controller that reads Ingresses. */
export interface IngressControllerProps extends ControllerPods {
  /** Name of the controller's IngressClass: `spec.ingressClassName`. */
  readonly className: string;
}

/** Properties of ingress-nginx. */
export interface IngressNginxProps extends IngressControllerProps {
  /**
   * Whether the controller runs with `allow-cross-namespace-resources: "true"` (Traefik: `allowCrossNamespaceResources` of its provider),
   * without which nobody gets in if the Secret is in another namespace than the Ingress. For a ScraperAccess.
   *
   * @default false
   */
  readonly allowsCrossNamespaceSecrets?: boolean;
}

/** Properties of haproxy-ingress. */
export interface HaproxyIngressProps extends IngressControllerProps {
  /**
   * Whether the controller's ConfigMap has `cross-namespace-secrets-passwd: allow`, without which it reads no Secret in another namespace,
   * and serves without a password. For a ScraperAccess.
   *
   * @default false
   */
  readonly allowsCrossNamespaceSecrets?: boolean;

  /**
   * Allows credentials whose Secret an operator creates in the cluster. While it is missing, this controller serves the scraper to everyone
   * and only logs it.
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

const entryPoint = pattern(/^[A-Za-z0-9][-A-Za-z0-9_]*$/, 'entry-point');

/** Checks the pods of a controller, and its own fields. */
function checkPods(props: ControllerPods, fields: Record<string, Check>, required: readonly string[] = []): Finding[] {
  return closed<Record<string, unknown>>({ namespace: namespaceName, podLabels, ...fields }, required)(props, '');
}

/** Checks the properties of a controller that reads Ingresses, and its own fields. */
export function checkIngress(props: IngressControllerProps, fields: Record<string, Check> = {}): Finding[] {
  return checkPods(props, { className: objectName, ...fields }, ['className']);
}

export const checkIngressNginx = (props: IngressNginxProps) => checkIngress(props, { allowsCrossNamespaceSecrets: flag });

export const checkHaproxyIngress = (props: HaproxyIngressProps) =>
  checkIngress(props, { allowsCrossNamespaceSecrets: flag, insecureOpenUntilSecretExists: flag });

export const checkTraefik = (props: TraefikProps) => checkIngress(props, { entryPoint, safeNaming: flag });

/** A listener of a Gateway that already exists in the cluster. */
export interface GatewayListener {
  /** Name of the Gateway. */
  readonly name: string;

  /**
   * Namespace of the Gateway, whose listener must allow routes from the system namespace.
   *
   * @default - the system namespace
   */
  readonly namespace?: string;

  /** Name of the listener: the one that terminates TLS, except with TlsCertificate.insecureNone(). */
  readonly sectionName: string;
}

/** Properties of a controller of the Gateway API: one of `gatewayDescription`, `gateway` and `gatewayClassName`. */
export interface GatewayProps extends ControllerPods {
  /**
   * The Gateway to which the route is attached: that of a SharedGateway, or one that exists in the cluster. The route is attached to the
   * listeners that serve the host, and synthesis checks that they accept it. They then have the certificate: TlsCertificate.atGateway().
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
   * The listener to which the route is attached, of a Gateway that is not described further. Synthesis does not check whether it serves
   * the host, uses HTTPS and accepts the route. It then has its own certificate: TlsCertificate.atGateway().
   *
   * @default - a new Gateway, or that of `gatewayDescription`
   */
  readonly gateway?: GatewayListener;

  /**
   * The GatewayClass of a new Gateway, which is rendered.
   *
   * @default - none; required if neither `gatewayDescription` nor `gateway` is given
   */
  readonly gatewayClassName?: string;
}

/** Checks the properties of a controller of the Gateway API. */
export function checkGateway(props: GatewayProps): Finding[] {
  const gateway = closed({ name: objectName, namespace: namespaceName, sectionName }, ['name', 'sectionName']);
  const findings = checkPods(props, { gatewayDescription, sectionNames: sectionNamesCheck, gateway, gatewayClassName: objectName });
  const names = within('sectionNames', props.gatewayDescription == null && props.sectionNames != null
    ? found('invalid-value', '', saying("is for 'gatewayDescription', which is not set", 'leave it out, or describe the Gateway'))
    : unknownListeners(props.sectionNames, props.gatewayDescription));
  const isOne = [props.gatewayDescription, props.gateway, props.gatewayClassName].filter(each => each != null).length === 1;
  return [...findings, ...names, ...isOne ? FINE : found('invalid-value', '', saying("must have one of 'gatewayDescription', 'gateway' "
    + "and 'gatewayClassName'",
  'describe a Gateway that is there, name a listener of it, or name the class of one that is rendered (byName() takes it as '
      + "'className')"))];
}
