import type { ManifestQuery } from './manifest-query';

/** Where a URL leads. */
export interface ReachedRoute {
  /** The name of the Service. */
  readonly service: string;

  /** The port of the Service. */
  readonly port: number;

  /**
   * The namespace of the Service and the pods.
   *
   * @default - the objects name none
   */
  readonly namespace?: string;

  /** The objects that create the pods: each is a query of one object. */
  readonly pods: ManifestQuery[];

  /**
   * The Secret with the certificate, for a URL with `https://`.
   *
   * @default - the URL begins with `http://`, or the certificate is the controller's own
   */
  readonly tlsSecret?: string;

  /**
   * The namespace of that Secret, for a listener of a Gateway. It is that of the gateway's pods for a Gateway of Istio.
   *
   * @default - that of the Ingress, or it is not known
   */
  readonly tlsSecretNamespace?: string;

  /**
   * Where else a part of the requests leads, if the route has several backends.
   *
   * @default - all requests lead to the same Service
   */
  readonly further?: ReachedRoute[];
}
