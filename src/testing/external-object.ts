/** An object that exists but is not among the manifests. */
export interface ExternalObject {
  /** The kind, such as `Secret`. */
  readonly kind: string;

  /** The name. */
  readonly name: string;

  /**
   * The namespace.
   *
   * @default - any namespace
   */
  readonly namespace?: string;
}

/** Objects that exist besides the manifests. */
export interface ReferenceOptions {
  /**
   * Objects from elsewhere: Secrets of an operator, or a ServiceAccount of the cluster.
   *
   * @default - none
   */
  readonly external?: ExternalObject[];
}
