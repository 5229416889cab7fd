/** An object that is not among the manifests, and is there all the same. */
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

/** What is known beside the manifests. */
export interface ReferenceOptions {
  /**
   * The objects that others make: Secrets of an operator, or a ServiceAccount of the cluster.
   *
   * @default - none
   */
  readonly external?: ExternalObject[];
}
