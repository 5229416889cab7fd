import { checkPods, ControllerPods } from './controller-props';
import { Check, Finding, found } from '../findings/finding';
import { all, object, only, pattern } from '../private/check';
import { namespaceName, objectName } from '../private/names';

/** The listener of a Gateway that is in the cluster already. */
export interface GatewayListener {
  /** Name of the Gateway. */
  readonly name: string;

  /**
   * Namespace of the Gateway, whose listener must allow routes from the system namespace.
   *
   * @default - the system namespace
   */
  readonly namespace?: string;

  /** Name of the listener: the one that terminates TLS, unless TlsCertificate.insecureNone() says otherwise. */
  readonly sectionName: string;
}

/** Properties of a controller of the Gateway API: either of `gateway` and `gatewayClassName`. */
export interface GatewayProps extends ControllerPods {
  /**
   * The listener to which the route is attached. TLS is its own then: TlsCertificate.atGateway().
   *
   * @default - a Gateway of its own
   */
  readonly gateway?: GatewayListener;

  /**
   * The GatewayClass of a Gateway of its own, which is rendered.
   *
   * @default - none; required where no `gateway` is given
   */
  readonly gatewayClassName?: string;
}

const sectionName = pattern(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/, 'listener-name');

const gateway: Check = all(
  only('name', 'namespace', 'sectionName'),
  object({ name: objectName, namespace: namespaceName, sectionName }, ['name', 'sectionName']),
);

/** The check of a controller of the Gateway API. */
export function checkGateway(props: GatewayProps): Finding[] {
  const findings = checkPods(props, { gateway, gatewayClassName: objectName });
  const isOne = (props.gateway == null) !== (props.gatewayClassName == null);
  return isOne ? findings : [...findings, ...found('invalid-value', '', { reason: 'listener-or-class' })];
}
