import type { ScrapeConfiguration } from './scrape-configuration';
import type { ScrapeOptions } from '../prometheus-operator-props';

/**
 * A service mesh whose sidecars let in nobody without a certificate of the mesh, and the certificates that a Prometheus
 * has.
 */
export interface MeshCertificates {
  /** The namespaces whose pods have a sidecar. Their metrics are scraped over TLS. */
  readonly namespaces: string[];

  /**
   * The folder in which the Prometheus has `root-cert.pem`, `cert-chain.pem` and `key.pem` of the mesh, as the sidecar
   * of Istio writes them (`OUTPUT_CERTS`).
   */
  readonly certificatesFolder: string;
}

/** A Prometheus that reads a configuration with scrape jobs. */
export interface PrometheusProps extends ScrapeOptions {
  /** Where the jobs are written. The namespace of the Prometheus is that of the configuration. */
  readonly configuration: ScrapeConfiguration;

  /**
   * Name of the Deployment or the StatefulSet of the Prometheus: by `<namespace>/<name>`, a MetricsTrait names it as
   * its scraper.
   */
  readonly name: string;

  /** Labels of the pods of the Prometheus, and of no others, by which NetworkPolicies let them in. */
  readonly podLabels: { [key: string]: string };

  /**
   * The folders in which the pods of the Prometheus have Secrets, by `<namespace>/<name>` of the Secret that an
   * endpoint needs: `{ 'shop/cart-metrics': '/etc/prometheus/secrets/cart-metrics' }`. Pods mount only Secrets of their
   * own namespace, so that one of another namespace has to be copied there.
   *
   * @default - `/etc/prometheus/secrets/<name>` for a Secret of its own namespace; one of another namespace is an error
   */
  readonly secretFolders?: { [secret: string]: string };

  /**
   * The same for ConfigMaps with certificate authorities.
   *
   * @default - `/etc/prometheus/configmaps/<name>` for a ConfigMap of its own namespace; one of another namespace is an
   * error
   */
  readonly configMapFolders?: { [configMap: string]: string };

  /**
   * The service mesh.
   *
   * @default - no namespace belongs to a mesh: metrics are scraped over HTTP
   */
  readonly mesh?: MeshCertificates;
}
