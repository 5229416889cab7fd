import { KubernetesIngressProps, kubernetesIngress } from './kubernetes-ingress';
import { IngressContext, IngressParts } from './rule';
import { Finding } from '../../findings/finding';
import { Rendered } from '../../objects/rendering';
import { ApplicationModel, LabelledPods } from '../../platform/model';
import { brand } from '../../private/brand';
import { PlainValue } from '../../private/check';
import { Route } from '../../private/tree';

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

  private constructor(private readonly parts: IngressParts) {}

  /**
   * The hosts and paths that the spec of an IngressTrait claims.
   *
   * @internal
   */
  public _routesOf(spec: PlainValue | undefined, application: ApplicationModel): Route[] {
    return this.parts.routesOf(spec, application);
  }

  /**
   * What an IngressTrait becomes. Types and metadata of the objects are the same whatever else is declared; the rest and the findings may
   * hang on it.
   *
   * @internal
   */
  public _render(context: IngressContext): Rendered {
    return this.parts.render(context);
  }

  /**
   * The pods of the controller, where they are known.
   *
   * @internal
   */
  public get _pods(): LabelledPods | undefined {
    return this.parts.pods();
  }

  /** @internal */
  public _check(): Finding[] {
    return this.parts.check();
  }
}

brand(IngressProvider);
