import type { ManifestQuery } from './manifest-query';

/** One end of a connection. Exactly one of: `pods`; `namespace`, with `podLabels`; `address`. */
export interface TrafficPeer {
  /**
   * The pods of objects among the manifests: of Deployments and the like. If there are several, the assertion must hold
   * for each of them.
   *
   * @default - other pods or an address are given
   */
  readonly pods?: ManifestQuery;

  /**
   * The namespace of pods that are not among the manifests, such as those of an ingress controller. Its labels are
   * those of its Namespace, if that is rendered, and `kubernetes.io/metadata.name`.
   *
   * @default - `pods` or an `address` is given
   */
  readonly namespace?: string;

  /**
   * The labels of the pods in `namespace`.
   *
   * @default - none
   */
  readonly podLabels?: { [key: string]: string };

  /**
   * Further labels of the `namespace`.
   *
   * @default - those of its Namespace, if that is rendered
   */
  readonly namespaceLabels?: { [key: string]: string };

  /**
   * An IP address outside of the cluster.
   *
   * @default - pods are given
   */
  readonly address?: string;
}
