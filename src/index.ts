export { Platform } from './platform/platform';
export type * from './platform/platform';
export { OamPlatform } from './platform/oam-platform';

export { MetricsTraitShape } from './platform/oam-platform-props';
export type { OamPlatformOptions, OamPlatformProps, PlatformObject } from './platform/oam-platform-props';
export { JobNaming } from './platform/metrics';
export type { ComponentMetrics, MetricsEndpoint } from './platform/metrics';
export { CertificateIssuerKind, TlsCertificate } from './ingress/tls-certificate';
export type {
  ControllerPods, HaproxyIngressProps, IngressControllerProps, IngressNginxProps, TraefikProps, GatewayListener, GatewayProps,
} from './ingress/controller-props';
export { GatewayApiVersion, ListenerProtocol, NamespacesFrom } from './ingress/gateway-description';
export type { AllowedNamespaces, DescribedListener, GatewayDescription } from './ingress/gateway-description';
export { IngressController } from './ingress/ingress-controller';
export type { JwtIssuer } from './ingress/jwt-issuer';
export { SharedGateway } from './ingress/shared-gateway';
export type { SharedGatewayProps, SharedListener } from './ingress/shared-gateway';
export type { TlsCertificateOptions } from './ingress/tls-certificate';
export { Scraper } from './platform/scraper';
export type * from './platform/scraper';
export { ApplicationConfiguration } from './application/application-configuration';
export type { ApplicationConfigurationProps } from './application/application-configuration';
export { Component } from './application/component';
export type { ComponentParameter, ComponentProps, ComponentReferenceOptions, IComponent } from './application/component';
export type { ComponentBindingOptions, ComponentScope, ParameterValue } from './application/entry';
export { ComponentBinding } from './application/component-binding';
export type * from './application/component-binding';
export type { IComponentPods } from './application/component-pods';
export { KubernetesPlatform } from './kubernetes/kubernetes-platform';
export type { KubernetesPlatformProps } from './kubernetes/kubernetes-platform-props';
export type { IKindRenderer, RenderRequest } from './kubernetes/kind-renderer';
export type { KubernetesIngressProps } from './kubernetes/ingress/kubernetes-ingress';
export { GatewayImplementation } from './kubernetes/ingress/gateway-api/gateway-api-props';
export type { GatewayApiIngressProps, GatewayPods, IstioGatewayPolicies } from './kubernetes/ingress/gateway-api/gateway-api-props';
export { IstioApiVersion, IstioDataPlane, IstioRequestAuthentication } from './kubernetes/ingress/istio/istio-props';
export type { IstioGatewayPods, IstioIngressProps } from './kubernetes/ingress/istio/istio-props';
export { IngressProvider } from './kubernetes/ingress/ingress-provider';
export { MonitoringProvider } from './kubernetes/metrics/monitoring-provider';
export type { WebLogicExporterProps } from './kubernetes/metrics/monitor';
export { MonitorKind } from './kubernetes/metrics/prometheus-operator-props';
export { ScrapeConfigurationForm } from './objects/scrape-forms';
export { ScrapeConfiguration } from './kubernetes/metrics/plain/scrape-configuration';
export type { ScrapeConfigurationProps } from './kubernetes/metrics/plain/scrape-configuration';
export type { MeshCertificates, PrometheusProps } from './kubernetes/metrics/plain/prometheus-props';
export type { AzureManagedPrometheusProps } from './kubernetes/metrics/azure-managed-prometheus';
export type { KubePrometheusStackProps } from './kubernetes/metrics/kube-prometheus-stack';
export type { MonitorReaderProps } from './kubernetes/metrics/monitor-readers';
export type { GoogleManagedPrometheusProps } from './kubernetes/metrics/google-managed-prometheus';
export type { VictoriaMetricsOperatorProps } from './kubernetes/metrics/victoria-metrics-operator';
export { SeriesLabels } from './kubernetes/metrics/relabelling';
export type { SeriesLabelOptions } from './kubernetes/metrics/relabelling';
export type { MonitorOptions, PrometheusOperatorProps, ScrapedMesh, ScrapeOptions } from './kubernetes/metrics/prometheus-operator-props';

export { Findings } from './rules/findings';
export type { AcceptedFinding } from './rules/findings';
export { CustomObject } from './application/custom-object';
export type { CustomObjectProps } from './application/custom-object';
export { DataConditionOperator } from './application/data';
export type { DataCondition, DataInput, DataInputSource, DataOptions, DataOutput, DataValueSource } from './application/data';
export { CoherenceWorkload, ContainerizedWorkload, HelidonWorkload, WebLogicDomainVersion, WebLogicWorkload } from './workloads/kinds';
export type * from './workloads/kinds';
export { Workload } from './workloads/workload';
export type { DeclaredPort, MetricsDefaults } from './objects/oam-workloads';
export type { WorkloadOptions, OperatorResource } from './workloads/workload';
export {
  ContainerProtocol,
  CpuArchitecture,
  OperatingSystem,
  VolumeAccessMode,
  VolumeSharingPolicy,
} from './workloads/containerized-types';
export type {
  ContainerizedConfig, ContainerizedContainer, ContainerizedEnv, ContainerizedPort, ContainerizedProbe, ContainerizedResources,
  ContainerizedVolume, ExecProbe, ExtendedResource, HttpGetProbe, ProbeHeader, RequiredAmount, TcpSocketProbe, VolumeDisk,
} from './workloads/containerized-types';
export type { ConfigMapKey, SecretKey } from './definitions/type';
export { CustomWorkload } from './workloads/custom-workload';
export type * from './workloads/custom-workload';
export { KubernetesWorkload } from './workloads/kubernetes-workload';
export type { KubernetesWorkloadOptions } from './workloads/kubernetes-workload';
export { PodSecurity } from './checks/pod-security';
export { ManifestValidation } from './checks/manifest-validation';
export type { ManifestValidationProps } from './checks/manifest-validation';
export { ManifestPolicies } from './checks/manifest-policies';
export type { IManifestPolicy, PolicyViolation } from './checks/manifest-policies';
export type {
  PodWorkloadProps, ServedWorkloadProps, WorkloadPort, WorkloadProbes, WorkloadResources, WorkloadService, WorkloadServiceAccount,
} from './workloads/generic/props';
export { DeploymentWorkload, PodManagement, StatefulSetWorkload, DaemonSetWorkload } from './workloads/generic/deployment-workloads';
export type { DeploymentWorkloadProps, StatefulSetWorkloadProps, DaemonSetWorkloadProps } from './workloads/generic/deployment-workloads';
export { JobRestartPolicy, JobWorkload, ConcurrencyPolicy, CronJobWorkload } from './workloads/generic/job-workloads';
export type { JobWorkloadProps, RunToEndProps, CronJobWorkloadProps } from './workloads/generic/job-workloads';
export {
  AutoscalerTrait,
  DisruptionBudgetTrait,
  IngressTrait,
  LoggingImagePullPolicy,
  LoggingTrait,
  ManualScalerTrait,
  MetricsTrait,
  NetworkPolicyTrait,
  UnhealthyPodEvictionPolicy,
} from './traits/kinds';
export type * from './traits/kinds';
export { Trait } from './traits/trait';
export type { ObjectTraitOptions, TraitOptions } from './traits/trait';
export { RelabelAction, ScrapeProtocol, ScrapeScheme } from './traits/scrape-settings';
export type {
  MetricRelabeling, ScrapeAuthorization, ScrapeCertificateAuthority, ScrapeLimits, ScrapeSettings, ScrapeTls,
} from './traits/scrape-settings';
export { IngressPathType } from './traits/ingress-types';
export type * from './traits/ingress-types';
export { CustomTrait } from './traits/custom-trait';
export type { CustomTraitProps } from './traits/custom-trait';
export { SecretStoreKind } from './scraper/credentials/external-secret';
export type { ExternalSecretOptions, SecretStoreReference, GeneratedPasswordOptions } from './scraper/credentials/external-secret';
export type { ExistingSecretOptions } from './scraper/credentials/existing';
export type { InsecurePlaintextOptions } from './scraper/credentials/plaintext';
export { SealedSecretScope } from './scraper/credentials/sealed';
export type { SealedSecretOptions } from './scraper/credentials/sealed';
export { MetricsAlerts } from './alerts/metrics-alerts';
export type * from './alerts/metrics-alerts-props';
export { DashboardDelivery } from './dashboards/dashboard-delivery';
export type { DashboardOperatorOptions, DashboardSidecarOptions } from './dashboards/dashboard-delivery';
export { MetricsDashboard } from './dashboards/metrics-dashboard';
export type * from './dashboards/metrics-dashboard-props';
export { MetricsRuntime } from './dashboards/metrics-runtime';
export { PasswordHash } from './scraper/password-hash';
export type * from './scraper/access-props';
export { PrometheusScraper } from './scraper/prometheus-scraper';
export type { PrometheusScraperProps, ScraperAccount, ScraperStorage } from './scraper/prometheus/props';
export type { RemoteWrite, RemoteWriteCredentials, RemoteWriteSignature } from './scraper/prometheus/remote-write';
export { ScraperAccess } from './scraper/scraper-access';
export type { IScraperAccess } from './scraper/scraper-access';
export { ScraperCredentials } from './scraper/scraper-credentials';
export { ScraperPeer } from './scraper/scraper-peer';
export type { PeerAddresses, PeerPods } from './scraper/scraper-peer';
export type { ArgoCdDeliveryProps } from './gitops/delivery/argo-cd';
export { GitOpsDelivery } from './gitops/delivery/delivery';
export type { FluxDeliveryProps, FluxSubstituteReference } from './gitops/delivery/flux';
export { Environment, EnvironmentLayout } from './gitops/environments/environment';
export type { EnvironmentProps, EnvironmentNamespace } from './gitops/environments/environment';
export { Environments } from './gitops/environments/environments';
export type { EnvironmentsProps } from './gitops/environments/environments';
export { GitOpsApp } from './gitops/gitops-app';
export type { GitOpsAppProps, ObjectCheckOptions } from './gitops/gitops-app';
export * as testing from './testing/index';
