

/** Selects objects: those that meet all given conditions, or all objects without any. */
export interface ManifestQuery {
  /** The kind, such as `Deployment`, as its API spells it. @default - any kind */
  readonly kind?: string;
  /**
   * The API group, whatever the version, such as `apps`; `''` is the core group. It distinguishes kinds with the same
   * name, such as the `Gateway` of the Gateway API and that of Istio.
   *
   * @default - any group
   */
  readonly group?: string;
  /** Group and version, such as `apps/v1`. @default - any group, in any version */
  readonly apiVersion?: string;
  /** The name, as a whole. @default - any name */
  readonly name?: string;
  /**
   * The namespace, as the manifest names it: an object without one matches no namespace.
   *
   * @default - any namespace, or none
   */
  readonly namespace?: string;
  /** Labels that the object has, each with its value; it may have more. @default - any labels */
  readonly labels?: { [key: string]: string };
}

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
  /** Whether a kind without a schema fails the assertion. @default false */
  readonly requireSchemas?: boolean;
  /**
   * Whether the assertion fails without the API server's own code, the package `cdk8s-oam-server-rules`.
   *
   * @default false - it judges too if the package is installed for `kubernetesVersion`
   */
  readonly asServer?: boolean;
}

/** What a snapshot omits besides Secrets and checksums. */
export interface SnapshotOptions {
  /**
   * Fields whose values are replaced by `<redacted>`: paths such as
   * `spec.template.metadata.annotations['example.com/build']`, and `spec.rules[].host` for every element of a list.
   * `Deployment/spec.replicas` applies to objects of this kind only.
   *
   * @default - none
   */
  readonly redact?: string[];
  /**
   * Whether the tags and digests of images are replaced by `<tag>`, so that a release changes no snapshot. Images are
   * the strings in fields named `image`.
   *
   * @default false
   */
  readonly withoutImageTags?: boolean;
}

/** An object that exists but is not among the manifests. */
export interface ExternalObject {
  /** The kind, such as `Secret`. */
  readonly kind: string;
  /** The name. */
  readonly name: string;
  /** The namespace. @default - any namespace */
  readonly namespace?: string;
}

/** Objects that exist besides the manifests. */
export interface ReferenceOptions {
  /** Objects from elsewhere: Secrets of an operator, or a ServiceAccount of the cluster. @default - none */
  readonly external?: ExternalObject[];
}
