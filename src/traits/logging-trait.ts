import { CheckedTrait, specOf } from './checked-trait';
import { TraitOptions } from './trait';
import { ComponentBinding } from '../application/component-binding';
import { Platform } from '../platform/platform';
import { filled, object, oneOf, text } from '../private/check';
import { Check, Finding, FINE, found } from '../findings/finding';
import { vendorTrait } from '../private/oam-kind';

/** When the image of a logging sidecar is pulled. */
export enum LoggingImagePullPolicy {
  /** Each time. */
  ALWAYS = 'Always',
  /** If the node has none. */
  IF_NOT_PRESENT = 'IfNotPresent',
  /** Never. */
  NEVER = 'Never',
}

/** Properties of a LoggingTrait. */
export interface LoggingTraitProps extends TraitOptions {
  /**
   * Configuration of Fluentd.
   *
   * @default - the platform's own, for Coherence and WebLogic
   */
  readonly loggingConfig?: string;

  /**
   * Image of the sidecar, with Fluentd.
   *
   * @default - the platform's own, for Coherence and WebLogic; other workloads have none
   */
  readonly loggingImage?: string;

  /**
   * When the image is pulled.
   *
   * @default - Kubernetes' own
   */
  readonly imagePullPolicy?: LoggingImagePullPolicy;
}

/** The check of a LoggingTrait's spec. */
export const loggingTraitSpec: Check = object({
  loggingConfig: text,
  loggingImage: filled,
  imagePullPolicy: oneOf(...Object.values(LoggingImagePullPolicy)),
});

/** A Fluentd sidecar collects the logs of a component: `oam.<vendor>.io/v1alpha1` LoggingTrait. */
export class LoggingTrait extends CheckedTrait {
  /** Checks the properties and adds the trait to the component. */
  public constructor(scope: ComponentBinding, id: string, props: LoggingTraitProps = {}) {
    super(scope, id, {
      kind: vendorTrait('LoggingTrait'),
      fields: { metadata: props?.metadata, spec: specOf(props) },
      options: props,
      known: ['loggingConfig', 'loggingImage', 'imagePullPolicy'],
      typed: true,
      spec: (spec, field) => [...loggingTraitSpec(spec, field), ...loggingImageFindings(scope, spec)],
    });
  }
}

/** What a component's workload asks of its sidecar. */
export function loggingImageFindings(scope: ComponentBinding, spec: any): Finding[] {
  const workload = scope.component?._model?.workload;
  if (!workload || spec.loggingImage != null || Platform.of(scope)._hasLoggingImage(workload)) return FINE;
  return found('logging-without-image', 'loggingImage', { reason: 'oam' });
}
