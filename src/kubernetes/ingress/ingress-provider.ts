import { KubernetesIngressProps, kubernetesIngress } from './kubernetes-ingress';
import { IngressParts } from './rule';
import { brand } from '../../private/brand';

/** How requests come into a cluster without an OAM platform. */
export class IngressProvider {
  /**
   * By `networking.k8s.io/v1` Ingresses: one for each IngressTrait, and one more for each rule with a session cookie of its own.
   *
   * @param props the controller, the domain and the certificates
   */
  public static ingress(props: KubernetesIngressProps): IngressProvider {
    return new IngressProvider(kubernetesIngress(props));
  }

  /** @internal */
  public readonly _parts: IngressParts;

  private constructor(parts: IngressParts) {
    this._parts = parts;
  }
}

brand(IngressProvider);
