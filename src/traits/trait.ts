import { ApiObjectMetadata } from 'cdk8s';
import { Construct } from 'constructs';
import { ComponentBinding } from '../application/component-binding';
import { DataOptions } from '../application/data';

/** What every typed trait takes. */
export interface TraitOptions extends DataOptions {
  /**
   * Metadata of the trait.
   *
   * @default - none; the runtime generates a name
   */
  readonly metadata?: ApiObjectMetadata;

  /**
   * Plain data merged last over the whole trait (`{ spec: { … } }`), for fields that the types do not know: objects are
   * merged, lists and values are replaced.
   *
   * @default - nothing is overridden
   */
  readonly overrides?: any;
}

/** An operational trait of a component: metrics, ingress, logging, scale. Traits are written in the order of declaration. */
export abstract class Trait extends Construct {
  /** The component's place in its application. */
  public abstract readonly binding: ComponentBinding;

  /** API version on the platform. */
  public abstract readonly apiVersion: string;

  /** Kind on the platform. */
  public abstract readonly kind: string;

  /** `metadata.name`, if the trait has one. */
  public abstract readonly traitName?: string;
}
