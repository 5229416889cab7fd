import type { IngressCertificate } from './ingress-certificate';

/** The ingress controllers by name. What an Ingress itself cannot say they read from annotations of their own. */
export enum IngressControllerName {
  /** F5's, `nginx/kubernetes-ingress`. */
  F5_NGINX = 'f5-nginx',
  /** That of HAProxy Technologies. */
  HAPROXY = 'haproxy',
  /** `haproxy-ingress.github.io`. */
  HAPROXY_INGRESS = 'haproxy-ingress',
  /** `kubernetes/ingress-nginx`, or Traefik's provider for its annotations. */
  INGRESS_NGINX = 'ingress-nginx',
  /** Kong. */
  KONG = 'kong',
  /** Traefik. */
  TRAEFIK = 'traefik',
}

/** How requests come into the cluster by `networking.k8s.io/v1` Ingresses. */
export interface KubernetesIngressProps {
  /** Name of the IngressClass: `spec.ingressClassName`. */
  readonly className: string;

  /** Where the certificates come from: `spec.tls`, and an annotation for cert-manager. A trait with a `tls.secretName` of its own goes before. */
  readonly tls: IngressCertificate;

  /**
   * The domain of generated hosts, `<app>.<namespace>.<domain>`. Give the OAM platform's own domain to keep the hosts that it generated.
   *
   * @default - a rule without a host is an error, `missing-domain`
   */
  readonly domain?: string;

  /**
   * The ingress controller, for what only annotations can say: cookies that keep a session at one pod.
   *
   * @default - not known: such cookies are an error
   */
  readonly controller?: IngressControllerName;

  /**
   * Annotations of every Ingress.
   *
   * @default - none but those of the certificate and the cookie
   */
  readonly annotations?: { [key: string]: string };
}
