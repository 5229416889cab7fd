import { Check, Finding } from '../../findings/finding';
import { object, only } from '../../private/check';
import { namespaceName, objectName, podLabels } from '../../private/names';

/** Where the pods of a controller run. */
export interface ControllerPods {
  /**
   * Namespace of the pods through which requests reach the scraper.
   *
   * @default - none; required unless the NetworkPolicy is left out
   */
  readonly namespace?: string;

  /**
   * Labels of these pods, by which the NetworkPolicy lets them in.
   *
   * @default - none; required unless the NetworkPolicy is left out
   */
  readonly podLabels?: { [key: string]: string };
}

/** What is asked about every controller that reads Ingress objects. */
export interface IngressControllerProps extends ControllerPods {
  /** Name of the controller's IngressClass, which stands in `spec.ingressClassName`. */
  readonly className: string;
}

const POD_FIELDS = { namespace: namespaceName, podLabels };

/** The check of what every controller is asked, with fields of its own. */
export function checkPods(props: ControllerPods, fields: Record<string, Check>, required: readonly string[] = []): Finding[] {
  const known = { ...POD_FIELDS, ...fields };
  const unknown = only(...Object.keys(known))(props, '');
  const found = object(known, required)(props, '');
  return unknown.length === 0 ? found : [...unknown, ...found];
}

/** The check of what every controller of Ingress objects is asked. */
export function checkIngress(props: IngressControllerProps, fields: Record<string, Check> = {}): Finding[] {
  return checkPods(props, { className: objectName, ...fields }, ['className']);
}

