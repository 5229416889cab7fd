/** What a renderer is asked to render: a workload or a trait of its kind. */
export interface RenderRequest {
  /** The whole workload or trait: `apiVersion`, `kind`, `metadata`, `spec` and what else it has, with the values of the component's parameters. */
  readonly manifest: any;

  /** Name of the application. */
  readonly application: string;

  /** Name of the component. */
  readonly component: string;

  /** Namespace of the application. */
  readonly namespace: string;

  /** The labels by which the component's pods are selected. Pods of a workload get them; pods of a trait's objects do not. */
  readonly selector: { [key: string]: string };
}

/** Makes Kubernetes objects of a kind of workload or trait that the library does not know. */
export interface IKindRenderer {
  /** API version of the kind, such as `core.oam.dev/v1alpha2`. */
  readonly apiVersion: string;

  /** The kind, such as `AutoscalerTrait`. */
  readonly kind: string;

  /**
   * The Kubernetes objects: `apiVersion`, `kind`, `metadata.name` and what else they have. They get the application's namespace and labels; the pods of a
   * workload get those by which they are selected. Metrics of a workload need `metricsDefaults` and `declaredPorts` of its CustomWorkload, or a MetricsTrait.
   *
   * Called once for each trait, and for a workload once for each place where its component is bound, when it is declared. An error that it throws is told at synthesis (`renderer-failed`), with all others.
   *
   * @param given the workload or the trait, and what it belongs to
   */
  render(given: RenderRequest): any[];
}
