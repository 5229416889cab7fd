export { Platform } from './model/platform/platform';
export type * from './model/platform/platform';
export { OamPlatform } from './targets/oam/oam-platform';

export { MetricsTraitShape } from './targets/oam/oam-platform-props';
export type { OamPlatformOptions, OamPlatformProps, PlatformObject } from './targets/oam/oam-platform-props';
export { JobNaming } from './model/platform/metrics';
export type { ComponentMetrics, MetricsEndpoint } from './model/platform/metrics';
export { TlsCertificate } from './targets/ingress/tls-certificate';
export type {
  IngressControllerPods, HaproxyIngressProps, IngressControllerProps, NginxProps, OtherControllerProps, TraefikProps,
  GatewayListenerReference, GatewayProps,
} from './targets/ingress/ingress-controller';
export { GatewayApiVersion, ListenerProtocol, NamespacesFrom } from './targets/ingress/gateway-description';
export type {
  AllowedNamespaces, GatewayListener, GatewayDescription, GatewayPods, SharedGatewayListener,
} from './targets/ingress/gateway-description';
export { IngressController } from './targets/ingress/ingress-controller';
export type { JwtIssuer } from './targets/ingress/jwt-issuer';
export { SharedGateway } from './targets/ingress/shared-gateway';
export type { SharedGatewayProps } from './targets/ingress/shared-gateway';
export type { TlsCertificateOptions } from './targets/ingress/tls-certificate';
export { Scraper } from './model/platform/metrics';
export { ApplicationConfiguration } from './model/application/application-configuration';
export type { ApplicationConfigurationProps } from './model/application/application-configuration';
export { Component } from './model/application/component';
export type {
  ComponentParameter, ComponentProps, ComponentReferenceOptions, IComponent,
} from './model/application/component';
export type { ComponentBindingOptions, ComponentScope, ParameterValue } from './model/application/entry';
export { ComponentBinding } from './model/application/component-binding';
export type * from './model/application/component-binding';
export type { IComponentPods } from './model/application/component-binding';
export { KubernetesPlatform } from './targets/kubernetes/kubernetes-platform';
export type { KubernetesPlatformProps } from './targets/kubernetes/kubernetes-platform-props';
export type { IKindRenderer, RenderRequest } from './targets/kubernetes/kind-renderer';
export type {
  HaproxyIngressProviderProps, IngressProviderProps, KubernetesIngressProps, NginxProviderProps, OtherProviderProps,
  TraefikProviderProps,
} from './targets/kubernetes/ingress/kubernetes-ingress';
export { GatewayImplementation } from './targets/kubernetes/ingress/gateway-api/gateway-api-props';
export type {
  GatewayApiIngressProps, IstioGatewayPolicies,
} from './targets/kubernetes/ingress/gateway-api/gateway-api-props';
export {
  IstioApiVersion, IstioDataPlane, IstioRequestAuthentication,
} from './targets/kubernetes/ingress/istio/istio-props';
export type { IstioGatewayPods, IstioIngressProps } from './targets/kubernetes/ingress/istio/istio-props';
export { IngressProvider } from './targets/kubernetes/ingress/ingress-provider';
export { MonitoringProvider } from './targets/kubernetes/metrics/monitoring-provider';
export type { WebLogicExporterProps } from './targets/kubernetes/metrics/weblogic-exporter';
export { MonitorKind } from './targets/kubernetes/metrics/prometheus-operator-props';
export { ScrapeConfigurationForm } from './cluster/objects/scrape-forms';
export { ScrapeConfiguration } from './targets/kubernetes/metrics/plain/scrape-configuration';
export type { ScrapeConfigurationProps } from './targets/kubernetes/metrics/plain/scrape-configuration';
export type { MeshCertificates, PrometheusProps } from './targets/kubernetes/metrics/plain/prometheus';
export type { KubePrometheusStackProps } from './targets/kubernetes/metrics/prometheus-operator';
export type { AzureManagedPrometheusProps, MonitorReaderProps } from './targets/kubernetes/metrics/monitor-collectors';
export type { GoogleManagedPrometheusProps } from './targets/kubernetes/metrics/google-managed-prometheus';
export { SeriesLabels } from './targets/kubernetes/metrics/series-labels';
export type { SeriesLabelOptions } from './targets/kubernetes/metrics/series-labels';
export type {
  MonitorOptions, PrometheusOperatorProps, MeshScrapeClass, ScrapeOptions, VictoriaMetricsOperatorProps,
} from './targets/kubernetes/metrics/prometheus-operator-props';

export { Findings } from './cluster/rules/accept-findings';
export type { AcceptedFinding } from './cluster/rules/accept-findings';
export { CustomObject } from './model/application/custom-object';
export type { CustomObjectProps } from './model/application/custom-object';
export { DataConditionOperator } from './model/application/data';
export type {
  DataCondition, DataInput, DataInputSource, DataOptions, DataOutput, DataValueSource,
} from './model/application/data';
export {
  CoherenceWorkload, ContainerizedWorkload, HelidonWorkload, WebLogicDomainVersion, WebLogicWorkload,
} from './model/workloads/kinds';
export type * from './model/workloads/kinds';
export { Workload } from './model/workloads/workload';
export type { DeclaredPort, MetricsDefaults } from './cluster/objects/oam-workloads';
export type { WorkloadOptions, OperatorResource } from './model/workloads/workload';
export {
  ContainerProtocol, CpuArchitecture, ImagePullPolicy, OperatingSystem, VolumeAccessMode, VolumeSharingPolicy,
} from './model/workloads/containerized-types';
export type {
  ContainerizedConfig, ContainerizedContainer, ContainerizedEnv, ContainerizedPort, ContainerizedProbe,
  ContainerizedResources, ContainerizedVolume, ExecProbe, ExtendedResource, HttpGetProbe, ProbeHeader,
  ContainerizedQuantity, TcpSocketProbe, VolumeDisk,
} from './model/workloads/containerized-types';
export type { ConfigMapKey, SecretKey } from './base/definitions/type';
export { CustomWorkload } from './model/workloads/custom-workload';
export type * from './model/workloads/custom-workload';
export { KubernetesWorkload } from './model/workloads/kubernetes-workload';
export type { KubernetesWorkloadOptions } from './model/workloads/kubernetes-workload';
export { PodSecurity } from './cluster/checks/pod-security';
export { ManifestValidation } from './migration/manifest-validation';
export type { ManifestValidationProps } from './migration/manifest-validation';
export { ManifestPolicies } from './cluster/checks/manifest-policies';
export type { IManifestPolicy, PolicyViolation } from './cluster/checks/manifest-policies';
export { WhenUnsatisfiable } from './model/workloads/generic/props';
export type {
  PodWorkloadProps, ServiceWorkloadProps, WorkloadPort, WorkloadPortMetrics, WorkloadResources, WorkloadService,
  WorkloadServiceAccount, WorkloadSpread,
} from './model/workloads/generic/props';
export type { ProbeTimings, WorkloadDefaults } from './model/workloads/generic/defaults';
export { ProbeScheme } from './model/workloads/generic/probes';
export type {
  WorkloadGrpc, WorkloadHook, WorkloadHttpGet, WorkloadLifecycle, WorkloadProbe, WorkloadProbes, WorkloadSleep,
  WorkloadTcpSocket,
} from './model/workloads/generic/probes';
export type { ContainerPatch, PodSpecPatch } from './model/workloads/generic/pod-spec-patch';
export {
  DeploymentWorkload, PodManagement, StatefulSetWorkload, DaemonSetWorkload,
} from './model/workloads/generic/deployment-workloads';
export type {
  DeploymentWorkloadProps, StatefulSetWorkloadProps, DaemonSetWorkloadProps,
} from './model/workloads/generic/deployment-workloads';
export {
  JobRestartPolicy, JobWorkload, ConcurrencyPolicy, CronJobWorkload,
} from './model/workloads/generic/job-workloads';
export type { JobWorkloadProps, CronJobWorkloadProps } from './model/workloads/generic/job-workloads';
export {
  AutoscalerTrait, DisruptionBudgetTrait, IngressTrait, LoggingTrait, ManualScalerTrait, MetricsTrait,
  NetworkPolicyTrait, UnhealthyPodEvictionPolicy,
} from './model/traits/kinds';
export type * from './model/traits/kinds';
export { Trait } from './model/traits/trait';
export type { ObjectTraitOptions, TraitOptions } from './model/traits/trait';
export { RelabelAction, ScrapeProtocol, ScrapeScheme } from './model/traits/scrape-settings';
export type {
  MetricRelabeling, ScrapeAuthorization, ScrapeCertificateAuthority, ScrapeLimits, ScrapeSettings, ScrapeTls,
} from './model/traits/scrape-settings';
export { IngressPathType } from './model/traits/ingress-types';
export type * from './model/traits/ingress-types';
export { CustomTrait } from './model/traits/custom-trait';
export type { CustomTraitProps } from './model/traits/custom-trait';
export { SecretStoreKind } from './targets/scraper/credentials/external-secret';
export type {
  ExternalSecretOptions, SecretStoreReference, GeneratedPasswordOptions,
} from './targets/scraper/credentials/external-secret';
export type { ExistingSecretOptions } from './targets/scraper/credentials/existing';
export type { InsecurePlaintextOptions } from './targets/scraper/credentials/plaintext';
export { SealedSecretScope } from './targets/scraper/credentials/sealed';
export type { SealedSecretOptions } from './targets/scraper/credentials/sealed';
export { MetricsAlerts } from './monitoring/alerts/metrics-alerts';
export type * from './monitoring/alerts/metrics-alerts-props';
export { DashboardDelivery } from './monitoring/dashboards/dashboard-delivery';
export type { DashboardOperatorOptions, DashboardSidecarOptions } from './monitoring/dashboards/dashboard-delivery';
export { MetricsDashboard } from './monitoring/dashboards/metrics-dashboard';
export type * from './monitoring/dashboards/metrics-dashboard';
export { MetricsRuntime } from './monitoring/dashboards/metrics-runtime';
export { PasswordHash } from './targets/scraper/password-hash';
export type * from './targets/scraper/access-props';
export { PrometheusScraper } from './targets/scraper/prometheus-scraper';
export type { PrometheusScraperProps, ScraperAccount, ScraperStorage } from './targets/scraper/prometheus/props';
export type {
  RemoteWrite, RemoteWriteCredentials, RemoteWriteSignature,
} from './targets/scraper/prometheus/remote-write';
export { ScraperAccess } from './targets/scraper/scraper-access';
export type { IScraperAccess } from './targets/scraper/scraper-access';
export { ScraperCredentials } from './targets/scraper/scraper-credentials';
export type { ArgoCdDeliveryProps } from './delivery/tools/argo-cd';
export { GitOpsDelivery } from './delivery/tools/gitops-delivery';
export type { FluxDeliveryProps, FluxSubstituteReference } from './delivery/tools/flux';
export { Environment, EnvironmentLayout } from './delivery/environments/environment';
export type { EnvironmentProps, EnvironmentNamespace } from './delivery/environments/environment';
export { Environments } from './delivery/environments/environments';
export type { EnvironmentsProps } from './delivery/environments/environments';
export { GitOpsApp } from './delivery/gitops-app';
export type { GitOpsAppProps, ObjectCheckOptions } from './delivery/gitops-app';
export * as testing from './testing/index';
