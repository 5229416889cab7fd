import { ApiObjectMetadata } from 'cdk8s';
import { Construct } from 'constructs';
import { ComponentBinding } from '../application/component-binding';
import { DataOptions } from '../application/data';

/** What every trait takes that is a Kubernetes object beside the workload. */
export interface ObjectTraitOptions {
  /**
   * Metadata of the object.
   *
   * @default - the name is that of the component
   */
  readonly metadata?: ApiObjectMetadata;

  /**
   * Plain data merged last over the whole object (`{ spec: { … } }`), for fields that the types do not know: objects are
   * merged, lists and values are replaced.
   *
   * @default - nothing is overridden
   */
  readonly overrides?: any;
}

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
