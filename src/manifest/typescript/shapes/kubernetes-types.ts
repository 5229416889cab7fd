// What workloads take of the types of cdk8s-plus; a test holds it against its declarations.

/** The types by name: `name:type` for each field, with a `!` where it is required, `type[]` for lists and `{type}` for maps. */
export const KUBERNETES_TYPES: Readonly<Record<string, string>> = {
  Affinity: 'nodeAffinity:NodeAffinity podAffinity:PodAffinity podAntiAffinity:PodAntiAffinity',
  AwsElasticBlockStoreVolumeSource: 'fsType:string partition:number readOnly:boolean volumeId!:string',
  AzureDiskVolumeSource: 'cachingMode:string diskName!:string diskUri!:string fsType:string kind:string readOnly:boolean',
  AzureFileVolumeSource: 'readOnly:boolean secretName!:string shareName!:string',
  Capabilities: 'add:string[] drop:string[]',
  CephFsVolumeSource: 'monitors!:string[] path:string readOnly:boolean secretFile:string secretRef:LocalObjectReference user:string',
  CinderVolumeSource: 'fsType:string readOnly:boolean secretRef:LocalObjectReference volumeId!:string',
  ClaimSource: 'resourceClaimName:string resourceClaimTemplateName:string',
  ClientIpConfig: 'timeoutSeconds:number',
  ConfigMapEnvSource: 'name:string optional:boolean',
  ConfigMapKeySelector: 'key!:string name:string optional:boolean',
  ConfigMapProjection: 'items:KeyToPath[] name:string optional:boolean',
  ConfigMapVolumeSource: 'defaultMode:number items:KeyToPath[] name:string optional:boolean',
  Container: `
    args:string[] command:string[] env:EnvVar[] envFrom:EnvFromSource[] image:string imagePullPolicy:string lifecycle:Lifecycle
    livenessProbe:Probe name!:string ports:ContainerPort[] readinessProbe:Probe resizePolicy:ContainerResizePolicy[]
    resources:ResourceRequirements securityContext:SecurityContext startupProbe:Probe stdin:boolean stdinOnce:boolean
    terminationMessagePath:string terminationMessagePolicy:string tty:boolean volumeDevices:VolumeDevice[] volumeMounts:VolumeMount[]
    workingDir:string`,
  ContainerPort: 'containerPort!:number hostIp:string hostPort:number name:string protocol:string',
  ContainerResizePolicy: 'resourceName!:string restartPolicy!:string',
  CsiVolumeSource: 'driver!:string fsType:string nodePublishSecretRef:LocalObjectReference readOnly:boolean volumeAttributes:{string}',
  DeploymentSpec: `
    minReadySeconds:number paused:boolean progressDeadlineSeconds:number replicas:number revisionHistoryLimit:number selector!:LabelSelector
    strategy:DeploymentStrategy template!:PodTemplateSpec`,
  DeploymentStrategy: 'rollingUpdate:RollingUpdateDeployment type:string',
  DownwardApiProjection: 'items:DownwardApiVolumeFile[]',
  DownwardApiVolumeFile: 'fieldRef:ObjectFieldSelector mode:number path!:string resourceFieldRef:ResourceFieldSelector',
  DownwardApiVolumeSource: 'defaultMode:number items:DownwardApiVolumeFile[]',
  EmptyDirVolumeSource: 'medium:string sizeLimit:Quantity',
  EnvFromSource: 'configMapRef:ConfigMapEnvSource prefix:string secretRef:SecretEnvSource',
  EnvVar: 'name!:string value:string valueFrom:EnvVarSource',
  EnvVarSource: `
    configMapKeyRef:ConfigMapKeySelector fieldRef:ObjectFieldSelector resourceFieldRef:ResourceFieldSelector secretKeyRef:SecretKeySelector`,
  EphemeralContainer: `
    args:string[] command:string[] env:EnvVar[] envFrom:EnvFromSource[] image:string imagePullPolicy:string lifecycle:Lifecycle
    livenessProbe:Probe name!:string ports:ContainerPort[] readinessProbe:Probe resizePolicy:ContainerResizePolicy[]
    resources:ResourceRequirements securityContext:SecurityContext startupProbe:Probe stdin:boolean stdinOnce:boolean targetContainerName:string
    terminationMessagePath:string terminationMessagePolicy:string tty:boolean volumeDevices:VolumeDevice[] volumeMounts:VolumeMount[]
    workingDir:string`,
  EphemeralVolumeSource: 'volumeClaimTemplate:PersistentVolumeClaimTemplate',
  ExecAction: 'command:string[]',
  FcVolumeSource: 'fsType:string lun:number readOnly:boolean targetWwNs:string[] wwids:string[]',
  FlexVolumeSource: 'driver!:string fsType:string options:{string} readOnly:boolean secretRef:LocalObjectReference',
  FlockerVolumeSource: 'datasetName:string datasetUuid:string',
  GcePersistentDiskVolumeSource: 'fsType:string partition:number pdName!:string readOnly:boolean',
  GitRepoVolumeSource: 'directory:string repository!:string revision:string',
  GlusterfsVolumeSource: 'endpoints!:string path!:string readOnly:boolean',
  GrpcAction: 'port!:number service:string',
  HostAlias: 'hostnames:string[] ip:string',
  HostPathVolumeSource: 'path!:string type:string',
  HttpGetAction: 'host:string httpHeaders:HttpHeader[] path:string port!:IntOrString scheme:string',
  HttpHeader: 'name!:string value!:string',
  IscsiVolumeSource: `
    chapAuthDiscovery:boolean chapAuthSession:boolean fsType:string initiatorName:string iqn!:string iscsiInterface:string lun!:number
    portals:string[] readOnly:boolean secretRef:LocalObjectReference targetPortal!:string`,
  KeyToPath: 'key!:string mode:number path!:string',
  KubeConfigMapProps: 'metadata:ObjectMeta binaryData:{string} data:{string} immutable:boolean',
  KubeDeploymentProps: 'metadata:ObjectMeta spec:DeploymentSpec',
  KubeServiceProps: 'metadata:ObjectMeta spec:ServiceSpec',
  LabelSelector: 'matchExpressions:LabelSelectorRequirement[] matchLabels:{string}',
  LabelSelectorRequirement: 'key!:string operator!:string values:string[]',
  Lifecycle: 'postStart:LifecycleHandler preStop:LifecycleHandler',
  LifecycleHandler: 'exec:ExecAction httpGet:HttpGetAction tcpSocket:TcpSocketAction',
  LocalObjectReference: 'name:string',
  ManagedFieldsEntry: 'apiVersion:string fieldsType:string fieldsV1:any manager:string operation:string subresource:string time:Date',
  NfsVolumeSource: 'path!:string readOnly:boolean server!:string',
  NodeAffinity: `
    preferredDuringSchedulingIgnoredDuringExecution:PreferredSchedulingTerm[] requiredDuringSchedulingIgnoredDuringExecution:NodeSelector`,
  NodeSelector: 'nodeSelectorTerms!:NodeSelectorTerm[]',
  NodeSelectorRequirement: 'key!:string operator!:string values:string[]',
  NodeSelectorTerm: 'matchExpressions:NodeSelectorRequirement[] matchFields:NodeSelectorRequirement[]',
  ObjectFieldSelector: 'apiVersion:string fieldPath!:string',
  ObjectMeta: `
    annotations:{string} creationTimestamp:Date deletionGracePeriodSeconds:number deletionTimestamp:Date finalizers:string[] generateName:string
    generation:number labels:{string} managedFields:ManagedFieldsEntry[] name:string namespace:string ownerReferences:OwnerReference[]
    resourceVersion:string selfLink:string uid:string`,
  OwnerReference: 'apiVersion!:string blockOwnerDeletion:boolean controller:boolean kind!:string name!:string uid!:string',
  PersistentVolumeClaimSpec: `
    accessModes:string[] dataSource:TypedLocalObjectReference dataSourceRef:TypedObjectReference resources:ResourceRequirements
    selector:LabelSelector storageClassName:string volumeMode:string volumeName:string`,
  PersistentVolumeClaimTemplate: 'metadata:ObjectMeta spec!:PersistentVolumeClaimSpec',
  PersistentVolumeClaimVolumeSource: 'claimName!:string readOnly:boolean',
  PhotonPersistentDiskVolumeSource: 'fsType:string pdId!:string',
  PodAffinity: `
    preferredDuringSchedulingIgnoredDuringExecution:WeightedPodAffinityTerm[] requiredDuringSchedulingIgnoredDuringExecution:PodAffinityTerm[]`,
  PodAffinityTerm: 'labelSelector:LabelSelector namespaceSelector:LabelSelector namespaces:string[] topologyKey!:string',
  PodAntiAffinity: `
    preferredDuringSchedulingIgnoredDuringExecution:WeightedPodAffinityTerm[] requiredDuringSchedulingIgnoredDuringExecution:PodAffinityTerm[]`,
  PodDnsConfig: 'nameservers:string[] options:PodDnsConfigOption[] searches:string[]',
  PodDnsConfigOption: 'name:string value:string',
  PodOs: 'name!:string',
  PodReadinessGate: 'conditionType!:string',
  PodResourceClaim: 'name!:string source:ClaimSource',
  PodSchedulingGate: 'name!:string',
  PodSecurityContext: `
    fsGroup:number fsGroupChangePolicy:string runAsGroup:number runAsNonRoot:boolean runAsUser:number seLinuxOptions:SeLinuxOptions
    seccompProfile:SeccompProfile supplementalGroups:number[] sysctls:Sysctl[] windowsOptions:WindowsSecurityContextOptions`,
  PodSpec: `
    activeDeadlineSeconds:number affinity:Affinity automountServiceAccountToken:boolean containers!:Container[] dnsConfig:PodDnsConfig
    dnsPolicy:string enableServiceLinks:boolean ephemeralContainers:EphemeralContainer[] hostAliases:HostAlias[] hostIpc:boolean
    hostNetwork:boolean hostPid:boolean hostUsers:boolean hostname:string imagePullSecrets:LocalObjectReference[] initContainers:Container[]
    nodeName:string nodeSelector:{string} os:PodOs overhead:{Quantity} preemptionPolicy:string priority:number priorityClassName:string
    readinessGates:PodReadinessGate[] resourceClaims:PodResourceClaim[] restartPolicy:string runtimeClassName:string schedulerName:string
    schedulingGates:PodSchedulingGate[] securityContext:PodSecurityContext serviceAccount:string serviceAccountName:string
    setHostnameAsFqdn:boolean shareProcessNamespace:boolean subdomain:string terminationGracePeriodSeconds:number tolerations:Toleration[]
    topologySpreadConstraints:TopologySpreadConstraint[] volumes:Volume[]`,
  PodTemplateSpec: 'metadata:ObjectMeta spec:PodSpec',
  PortworxVolumeSource: 'fsType:string readOnly:boolean volumeId!:string',
  PreferredSchedulingTerm: 'preference!:NodeSelectorTerm weight!:number',
  Probe: `
    exec:ExecAction failureThreshold:number grpc:GrpcAction httpGet:HttpGetAction initialDelaySeconds:number periodSeconds:number
    successThreshold:number tcpSocket:TcpSocketAction terminationGracePeriodSeconds:number timeoutSeconds:number`,
  ProjectedVolumeSource: 'defaultMode:number sources:VolumeProjection[]',
  QuobyteVolumeSource: 'group:string readOnly:boolean registry!:string tenant:string user:string volume!:string',
  RbdVolumeSource: `
    fsType:string image!:string keyring:string monitors!:string[] pool:string readOnly:boolean secretRef:LocalObjectReference user:string`,
  ResourceClaim: 'name!:string',
  ResourceFieldSelector: 'containerName:string divisor:Quantity resource!:string',
  ResourceRequirements: 'claims:ResourceClaim[] limits:{Quantity} requests:{Quantity}',
  RollingUpdateDeployment: 'maxSurge:IntOrString maxUnavailable:IntOrString',
  ScaleIoVolumeSource: `
    fsType:string gateway!:string protectionDomain:string readOnly:boolean secretRef!:LocalObjectReference sslEnabled:boolean storageMode:string
    storagePool:string system!:string volumeName:string`,
  SeLinuxOptions: 'level:string role:string type:string user:string',
  SeccompProfile: 'localhostProfile:string type!:string',
  SecretEnvSource: 'name:string optional:boolean',
  SecretKeySelector: 'key!:string name:string optional:boolean',
  SecretProjection: 'items:KeyToPath[] name:string optional:boolean',
  SecretVolumeSource: 'defaultMode:number items:KeyToPath[] optional:boolean secretName:string',
  SecurityContext: `
    allowPrivilegeEscalation:boolean capabilities:Capabilities privileged:boolean procMount:string readOnlyRootFilesystem:boolean
    runAsGroup:number runAsNonRoot:boolean runAsUser:number seLinuxOptions:SeLinuxOptions seccompProfile:SeccompProfile
    windowsOptions:WindowsSecurityContextOptions`,
  ServiceAccountTokenProjection: 'audience:string expirationSeconds:number path!:string',
  ServicePort: 'appProtocol:string name:string nodePort:number port!:number protocol:string targetPort:IntOrString',
  ServiceSpec: `
    allocateLoadBalancerNodePorts:boolean clusterIp:string clusterIPs:string[] externalIPs:string[] externalName:string
    externalTrafficPolicy:string healthCheckNodePort:number internalTrafficPolicy:string ipFamilies:string[] ipFamilyPolicy:string
    loadBalancerClass:string loadBalancerIp:string loadBalancerSourceRanges:string[] ports:ServicePort[] publishNotReadyAddresses:boolean
    selector:{string} sessionAffinity:string sessionAffinityConfig:SessionAffinityConfig type:string`,
  SessionAffinityConfig: 'clientIp:ClientIpConfig',
  StorageOsVolumeSource: 'fsType:string readOnly:boolean secretRef:LocalObjectReference volumeName:string volumeNamespace:string',
  Sysctl: 'name!:string value!:string',
  TcpSocketAction: 'host:string port!:IntOrString',
  Toleration: 'effect:string key:string operator:string tolerationSeconds:number value:string',
  TopologySpreadConstraint: `
    labelSelector:LabelSelector matchLabelKeys:string[] maxSkew!:number minDomains:number nodeAffinityPolicy:string nodeTaintsPolicy:string
    topologyKey!:string whenUnsatisfiable!:string`,
  TypedLocalObjectReference: 'apiGroup:string kind!:string name!:string',
  TypedObjectReference: 'apiGroup:string kind!:string name!:string namespace:string',
  Volume: `
    awsElasticBlockStore:AwsElasticBlockStoreVolumeSource azureDisk:AzureDiskVolumeSource azureFile:AzureFileVolumeSource
    cephfs:CephFsVolumeSource cinder:CinderVolumeSource configMap:ConfigMapVolumeSource csi:CsiVolumeSource downwardApi:DownwardApiVolumeSource
    emptyDir:EmptyDirVolumeSource ephemeral:EphemeralVolumeSource fc:FcVolumeSource flexVolume:FlexVolumeSource flocker:FlockerVolumeSource
    gcePersistentDisk:GcePersistentDiskVolumeSource gitRepo:GitRepoVolumeSource glusterfs:GlusterfsVolumeSource hostPath:HostPathVolumeSource
    iscsi:IscsiVolumeSource name!:string nfs:NfsVolumeSource persistentVolumeClaim:PersistentVolumeClaimVolumeSource
    photonPersistentDisk:PhotonPersistentDiskVolumeSource portworxVolume:PortworxVolumeSource projected:ProjectedVolumeSource
    quobyte:QuobyteVolumeSource rbd:RbdVolumeSource scaleIo:ScaleIoVolumeSource secret:SecretVolumeSource storageos:StorageOsVolumeSource
    vsphereVolume:VsphereVirtualDiskVolumeSource`,
  VolumeDevice: 'devicePath!:string name!:string',
  VolumeMount: 'mountPath!:string mountPropagation:string name!:string readOnly:boolean subPath:string subPathExpr:string',
  VolumeProjection: `
    configMap:ConfigMapProjection downwardApi:DownwardApiProjection secret:SecretProjection serviceAccountToken:ServiceAccountTokenProjection`,
  VsphereVirtualDiskVolumeSource: 'fsType:string storagePolicyId:string storagePolicyName:string volumePath!:string',
  WeightedPodAffinityTerm: 'podAffinityTerm!:PodAffinityTerm weight!:number',
  WindowsSecurityContextOptions: 'gmsaCredentialSpec:string gmsaCredentialSpecName:string hostProcess:boolean runAsUserName:string',
};
