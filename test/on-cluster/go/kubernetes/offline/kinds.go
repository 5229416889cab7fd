package main

import (
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/registry/apps/controllerrevision"
	"k8s.io/kubernetes/pkg/registry/apps/daemonset"
	"k8s.io/kubernetes/pkg/registry/apps/deployment"
	"k8s.io/kubernetes/pkg/registry/apps/statefulset"
	"k8s.io/kubernetes/pkg/registry/autoscaling/horizontalpodautoscaler"
	"k8s.io/kubernetes/pkg/registry/batch/cronjob"
	"k8s.io/kubernetes/pkg/registry/coordination/lease"
	"k8s.io/kubernetes/pkg/registry/core/limitrange"
	"k8s.io/kubernetes/pkg/registry/core/podtemplate"
	"k8s.io/kubernetes/pkg/registry/core/resourcequota"
	"k8s.io/kubernetes/pkg/registry/flowcontrol/flowschema"
	"k8s.io/kubernetes/pkg/registry/flowcontrol/prioritylevelconfiguration"
	"k8s.io/kubernetes/pkg/registry/networking/ingress"
	"k8s.io/kubernetes/pkg/registry/networking/ingressclass"
	"k8s.io/kubernetes/pkg/registry/networking/ipaddress"
	"k8s.io/kubernetes/pkg/registry/networking/networkpolicy"
	"k8s.io/kubernetes/pkg/registry/networking/servicecidr"
	"k8s.io/kubernetes/pkg/registry/node/runtimeclass"
	"k8s.io/kubernetes/pkg/registry/policy/poddisruptionbudget"
	"k8s.io/kubernetes/pkg/registry/rbac/clusterrole"
	"k8s.io/kubernetes/pkg/registry/rbac/clusterrolebinding"
	"k8s.io/kubernetes/pkg/registry/rbac/role"
	"k8s.io/kubernetes/pkg/registry/rbac/rolebinding"
	"k8s.io/kubernetes/pkg/registry/resource/deviceclass"
	"k8s.io/kubernetes/pkg/registry/scheduling/priorityclass"
	"k8s.io/kubernetes/pkg/registry/storage/csidriver"
	"k8s.io/kubernetes/pkg/registry/storage/csinode"
	"k8s.io/kubernetes/pkg/registry/storage/csistoragecapacity"
	"k8s.io/kubernetes/pkg/registry/storage/storageclass"
	"k8s.io/kubernetes/pkg/registry/storage/volumeattachment"
	"k8s.io/kubernetes/pkg/registry/storage/volumeattributesclass"
)

// kinds are those that a server stores, in the versions that it serves without being told to, each with the strategy by which it is created.
//
// Those of `plain.go` have a name of their own here, all others are the server's.
var kinds = map[string]map[string]rest.RESTCreateStrategy{
	"v1": {
		"ConfigMap":             configMaps,
		"Endpoints":             endpoints,
		"Event":                 events,
		"LimitRange":            limitrange.Strategy,
		"Namespace":             namespaces,
		"Node":                  nodes,
		"PersistentVolume":      volumes,
		"PersistentVolumeClaim": volumeClaims,
		"Pod":                   pods,
		"PodTemplate":           podtemplate.Strategy,
		"ReplicationController": replicationControllers,
		"ResourceQuota":         resourcequota.Strategy,
		"Secret":                secrets,
		"Service":               services,
		"ServiceAccount":        serviceAccounts,
	},
	"apps/v1": {
		"ControllerRevision": controllerrevision.Strategy,
		"DaemonSet":          daemonset.Strategy,
		"Deployment":         deployment.Strategy,
		"ReplicaSet":         replicaSets,
		"StatefulSet":        statefulset.Strategy,
	},
	"autoscaling/v1": {
		"HorizontalPodAutoscaler": horizontalpodautoscaler.Strategy,
	},
	"autoscaling/v2": {
		"HorizontalPodAutoscaler": horizontalpodautoscaler.Strategy,
	},
	"batch/v1": {
		"CronJob": cronjob.Strategy,
		"Job":     jobs,
	},
	"certificates.k8s.io/v1": {
		"CertificateSigningRequest": signingRequests,
	},
	"coordination.k8s.io/v1": {
		"Lease": lease.Strategy,
	},
	"discovery.k8s.io/v1": {
		"EndpointSlice": endpointSlices,
	},
	"events.k8s.io/v1": {
		"Event": events,
	},
	"flowcontrol.apiserver.k8s.io/v1": {
		"FlowSchema":                 flowschema.Strategy,
		"PriorityLevelConfiguration": prioritylevelconfiguration.Strategy,
	},
	"networking.k8s.io/v1": {
		"Ingress":       ingress.Strategy,
		"IngressClass":  ingressclass.Strategy,
		"IPAddress":     ipaddress.Strategy,
		"NetworkPolicy": networkpolicy.Strategy,
		"ServiceCIDR":   servicecidr.Strategy,
	},
	"node.k8s.io/v1": {
		"RuntimeClass": runtimeclass.Strategy,
	},
	"policy/v1": {
		"PodDisruptionBudget": poddisruptionbudget.Strategy,
	},
	"rbac.authorization.k8s.io/v1": {
		"ClusterRole":        clusterrole.Strategy,
		"ClusterRoleBinding": clusterrolebinding.Strategy,
		"Role":               role.Strategy,
		"RoleBinding":        rolebinding.Strategy,
	},
	"resource.k8s.io/v1": {
		"DeviceClass":           deviceclass.Strategy,
		"ResourceClaim":         claims,
		"ResourceClaimTemplate": claimTemplates,
		"ResourceSlice":         deviceSlices,
	},
	"scheduling.k8s.io/v1": {
		"PriorityClass": priorityclass.Strategy,
	},
	"storage.k8s.io/v1": {
		"CSIDriver":             csidriver.Strategy,
		"CSINode":               csinode.Strategy,
		"CSIStorageCapacity":    csistoragecapacity.Strategy,
		"StorageClass":          storageclass.Strategy,
		"VolumeAttachment":      volumeattachment.Strategy,
		"VolumeAttributesClass": volumeattributesclass.Strategy,
	},
}
