import { ApiObjectMetadata } from 'cdk8s';
import { ScraperCredentials } from './scraper-credentials';
import { IngressController } from '../ingress/ingress-controller';
import { TlsCertificate } from '../ingress/tls-certificate';
import { Scraper } from '../../model/platform/metrics';
import type { NetworkPeer } from '../../model/traits/network-peer';

/** The Service of the scraper, and the pods behind it. */
export interface ScraperService {
  /** Name of the Service, in the system namespace: the Prometheus Operator creates `prometheus-operated`. */
  readonly name: string;

  /** Number of its port. @default - `portName` is given */
  readonly port?: number;

  /** Name of its port, instead of the number. An HTTPRoute accepts numbers only. @default - `port` is given */
  readonly portName?: string;

  /**
   * Number of the pods' port to which the Service's port leads: its `targetPort`. The NetworkPolicy opens only this
   * port.
   *
   * @default - `port`, as in a Service; with `portName`, required unless `targetPortName` is given or the NetworkPolicy
   * is left out
   */
  readonly targetPort?: number;

  /** Name of that port, if the `targetPort` of the Service is a name. @default - `targetPort` identifies the port */
  readonly targetPortName?: string;

  /** Labels of the scraper's pods, for the NetworkPolicy. @default - none; required unless the policy is left out */
  readonly podLabels?: { [key: string]: string };
}

/** Properties of a ScraperAccess. */
export interface ScraperAccessProps {
  /** The host at which the scraper is reached: a DNS name without a wildcard. */
  readonly host: string;

  /** The path below which it is reached, and with which it is configured (`--web.external-url`). @default / */
  readonly path?: string;

  /** The Service of the scraper. */
  readonly service: ScraperService;

  /**
   * The scraper. Its namespace is the system namespace, which has the Service and these objects.
   *
   * @default - that of the platform; required on a KubernetesPlatform without `metrics`, an error if it is another one
   */
  readonly scraper?: Scraper;

  /**
   * The ingress controller that asks for the password.
   *
   * @default - that of the platform's IngressProvider; required if it is `other()`, `istio()` or another implementation
   * of the Gateway API than Envoy Gateway and NGINX Gateway Fabric, or there is none
   */
  readonly controller?: IngressController;

  /** Where the password comes from. */
  readonly credentials: ScraperCredentials;

  /** The certificate of the host. */
  readonly tls: TlsCertificate;

  /** The realm that browsers show: letters, digits, spaces, `.`, `_` and `-`. @default - the host */
  readonly realm?: string;

  /**
   * Who may reach the scraper without passing the ingress, and so without a password: Grafana, Thanos Query, other
   * replicas. An empty list lets in nobody. All addresses, or all pods of the cluster, are the error `invalid-value`.
   *
   * @default - none; required unless the NetworkPolicy is left out
   */
  readonly allowFrom?: NetworkPeer[];

  /** Leaves out the NetworkPolicy: every pod in the cluster reaches the scraper without a password. @default false */
  readonly insecureWithoutNetworkPolicy?: boolean;

  /**
   * Renders objects even if the platform owns and reconciles one of that name: its operator will revert it, which may
   * lock everyone out.
   *
   * @default false
   */
  readonly insecureReplacePlatformObjects?: boolean;

  /**
   * Metadata of the Ingress or HTTPRoute. Its name prefixes the names of the other objects; its namespace is the system
   * namespace. Annotations for other tools, such as ExternalDNS or Argo CD, are kept. Those that the ScraperAccess
   * writes, that another controller reads, or that could let requests in without the password are the error
   * `controller-annotation`.
   *
   * @default - the name is the construct's id
   */
  readonly metadata?: ApiObjectMetadata;
}
