import type { IngressController } from '../../ingress/ingress-controller';
import type { TlsCertificate } from '../../ingress/tls-certificate';

/** How requests come into the cluster by `networking.k8s.io/v1` Ingresses. */
export interface KubernetesIngressProps {
  /**
   * The ingress controller: its class, and what only its annotations can say, cookies that keep a session at one pod. One that reads
   * Ingresses.
   */
  readonly controller: IngressController;

  /**
   * Where the certificates come from: `spec.tls`, and an annotation for cert-manager. A trait with a `tls.secretName` of its own goes
   * before.
   */
  readonly tls: TlsCertificate;

  /**
   * The domain of generated hosts, `<app>.<namespace>.<domain>`. Give the OAM platform's own domain to keep the hosts that it generated.
   *
   * @default - a rule without a host is an error, `missing-domain`
   */
  readonly domain?: string;

  /**
   * Annotations of every Ingress.
   *
   * @default - none but those of the certificate and the cookie
   */
  readonly annotations?: { [key: string]: string };
}
