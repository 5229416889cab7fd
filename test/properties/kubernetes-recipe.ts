import { ModelRecipe } from './recipe';

/** Where certificates of Ingresses come from. */
export interface CertificateRecipe {
  readonly from: 'ClusterIssuer' | 'Issuer' | 'secret' | 'none';
  readonly name: string;
}

/** What a KubernetesPlatform is told, beside vendor and prefix, which a PlatformRecipe holds. */
export interface TargetRecipe {
  readonly prometheus: { readonly namespace: string; readonly name: string };
  readonly monitorKind?: 'PodMonitor' | 'ServiceMonitor';
  readonly monitorSelector: any;
  readonly monitorLabels?: Record<string, string>;
  readonly namespaceSelector?: any;
  readonly namespaceLabels?: Record<string, Record<string, string>>;
  readonly mesh?: { readonly scrapeClass: string; readonly namespaces: string[] };
  readonly replaces?: string[];
  readonly clusterName?: string;
  readonly ingress: {
    readonly className: string;
    readonly domain: string;
    readonly tls: CertificateRecipe;
    readonly controller?: string;
    readonly annotations?: Record<string, string>;
  };
}

/** A program that both kinds of platforms can render. */
export interface PortableRecipe {
  readonly model: ModelRecipe;
  readonly target: TargetRecipe;
}
