/** Selects objects: those that meet all given conditions, or all objects without any. */
export interface ManifestQuery {
  /**
   * The kind, such as `Deployment`, as its API spells it.
   *
   * @default - any kind
   */
  readonly kind?: string;

  /**
   * The API group, whatever the version, such as `apps`; `''` is the core group. It distinguishes kinds with the same
   * name, such as the `Gateway` of the Gateway API and that of Istio.
   *
   * @default - any group
   */
  readonly group?: string;

  /**
   * Group and version, such as `apps/v1`.
   *
   * @default - any group, in any version
   */
  readonly apiVersion?: string;

  /**
   * The name, as a whole.
   *
   * @default - any name
   */
  readonly name?: string;

  /**
   * The namespace, as the manifest names it: an object without one matches no namespace.
   *
   * @default - any namespace, or none
   */
  readonly namespace?: string;

  /**
   * Labels that the object has, each with its value; it may have more.
   *
   * @default - any labels
   */
  readonly labels?: { [key: string]: string };
}
