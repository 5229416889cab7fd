import type { ManifestQuery } from './manifest-query';

/** Where a URL leads. */
export interface ReachedRoute {
  /** The name of the Service. */
  readonly service: string;

  /** The port of the Service. */
  readonly port: number;

  /**
   * The namespace of the Ingress, the Service and the pods.
   *
   * @default - the objects name none
   */
  readonly namespace?: string;

  /** The objects that make the pods: each is a query of one object. */
  readonly pods: ManifestQuery[];

  /**
   * The Secret with the certificate, for a URL with `https://`.
   *
   * @default - the URL begins with `http://`, or the certificate is the controller's own
   */
  readonly tlsSecret?: string;
}
