import { DefinedTrait, OamTrait, traitRecord } from './oam-trait';
import { TraitOptions } from './trait';
import { ComponentBinding } from '../application/component-binding';
import { FILLED, TEXT } from '../definitions/common';
import { choice } from '../definitions/type';
import { Finding, FINE, found } from '../findings/finding';
import { Platform } from '../platform/platform';
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

/** What a component's workload asks of its sidecar. */
function loggingImageFindings(scope: ComponentBinding, spec: any): Finding[] {
  const workload = scope.component?._model?.workload;
  if (!workload || spec.loggingImage != null || Platform.of(scope)._hasLoggingImage(workload)) return FINE;
  return found('logging-without-image', 'loggingImage', { reason: 'oam' });
}

const DEFINITION = traitRecord<LoggingTraitProps>({
  loggingConfig: { type: TEXT, doc: 'Fluentd configuration, as it stands in the file. It is written once and not updated later.' },
  loggingImage: { type: FILLED, doc: 'Image of the sidecar.' },
  imagePullPolicy: { type: choice('LoggingImagePullPolicy', LoggingImagePullPolicy), doc: 'When the node pulls the sidecar\'s image.' },
}, { doc: 'Adds a Fluentd sidecar with its own configuration to a workload.', spec: { doc: 'The sidecar and its configuration.' } });

export const LOGGING_TRAIT: OamTrait = {
  name: 'LoggingTrait',
  kind: vendorTrait('LoggingTrait'),
  definition: DEFINITION,
  suits: loggingImageFindings,
};

/** A Fluentd sidecar collects the logs of a component: `oam.<vendor>.io/v1alpha1` LoggingTrait. */
export class LoggingTrait extends DefinedTrait {
  /** Checks the properties and adds the trait to the component. */
  public constructor(scope: ComponentBinding, id: string, props: LoggingTraitProps = {}) {
    super(LOGGING_TRAIT, scope, id, props);
  }
}
