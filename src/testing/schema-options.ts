/** The schemas with which objects are checked. */
export interface SchemaOptions {
  /**
   * The minor version of Kubernetes that applies the objects, such as `1.34`.
   *
   * @default - for each kind, the newest version that serves it
   */
  readonly kubernetesVersion?: string;

  /**
   * Files with CustomResourceDefinitions, folders of them, or a `cdk8s.yaml` for the files that it imports. The
   * definitions among the objects count without being named.
   *
   * @default - the schemas of this library
   */
  readonly schemas?: string[];

  /**
   * Whether a kind without a schema fails the assertion.
   *
   * @default false
   */
  readonly requireSchemas?: boolean;
}
