/** An OAM platform. */
export interface PlatformRecipe {
  readonly vendor: string;
  readonly workloadKindPrefix?: string;
  readonly systemNamespace: string;
  readonly systemScraper: string;
  readonly metricsTraitShape?: 'ports' | 'single-port';
  readonly jobNaming?: '1.4' | '1.0';
  readonly writeDefaultMetricsTraits?: boolean;
}

/** A workload: what its manifest shall hold, from which the properties are made. */
export interface WorkloadRecipe {
  readonly type: 'containerized' | 'helidon' | 'coherence' | 'weblogic' | 'deployment' | 'service' | 'configMap' | 'manifest' | 'custom';
  /** The fields of the manifest, in Kubernetes' own spelling; with apiVersion and kind where the type does not say them. */
  readonly fields: any;
  /** New fields of the manifest's spec. */
  readonly overrides?: any;
  /** Handed in as a user of cdk8s-plus writes it: its spelling, `Quantity`, `IntOrString`, and fields that are undefined. */
  readonly typed?: boolean;
  readonly metricsDefaults?: any;
}

/** A trait: what its manifest shall hold. */
export interface TraitRecipe {
  readonly type: 'metrics' | 'ingress' | 'logging' | 'scaler' | 'custom';
  /** Handed in to the class of its kind, or whole to CustomTrait. */
  readonly by: 'class' | 'manifest';
  readonly metadata?: any;
  readonly spec?: any;
  /** The other top-level fields, of a custom trait only. */
  readonly more?: any;
  /** New fields of the manifest's spec. */
  readonly overrides?: any;
  readonly dataInputs?: any[];
  readonly dataOutputs?: any[];
}

/** A component's place in an application. */
export interface BindingRecipe {
  /** The application of the chart, counted around. */
  readonly application: number;
  /** As in the manifest, but for the traits. */
  readonly entry: any;
  readonly revision?: number;
  readonly traits: TraitRecipe[];
}

/** What is named by its construct's id or by its metadata. */
export interface Named {
  readonly name: string;
  readonly nameIn: 'id' | 'metadata';
  /** Labels, annotations and what else metadata holds. */
  readonly metadata: any;
}

/** A component; without a workload one that lives elsewhere. */
export interface ComponentRecipe extends Named {
  readonly workload?: WorkloadRecipe;
  readonly parameters?: any[];
  readonly binding?: BindingRecipe;
}

/** A chart. */
export interface ChartRecipe {
  readonly namespace?: string;
  /** Whether the chart has the namespace, or each object of it. */
  readonly namespaceIn: 'chart' | 'metadata';
  readonly platform?: PlatformRecipe;
  readonly components: ComponentRecipe[];
  readonly applications: Named[];
}

/** A whole program, as plain data. */
export interface ModelRecipe {
  readonly platform: PlatformRecipe;
  readonly charts: ChartRecipe[];
  /** Whether overrides are used; their fields are in no schema. */
  readonly overridden: boolean;
}

/** The namespace of a chart's objects. */
export function metadataOf({ name, metadata }: Named, { namespace }: ChartRecipe): any {
  return namespace === undefined ? { ...metadata, name } : { ...metadata, name, namespace };
}

/** The platform of a chart. */
export function platformOf(model: ModelRecipe, chart: ChartRecipe): PlatformRecipe {
  return chart.platform ?? model.platform;
}

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
