package main

import (
	"context"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/storage/names"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	podutil "k8s.io/kubernetes/pkg/api/pod"
	"k8s.io/kubernetes/pkg/apis/apps"
	appsvalidation "k8s.io/kubernetes/pkg/apis/apps/validation"
	"k8s.io/kubernetes/pkg/apis/batch"
	batchvalidation "k8s.io/kubernetes/pkg/apis/batch/validation"
	"k8s.io/kubernetes/pkg/apis/certificates"
	certificatesvalidation "k8s.io/kubernetes/pkg/apis/certificates/validation"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/apis/core/validation"
	discoveryvalidation "k8s.io/kubernetes/pkg/apis/discovery/validation"
	"k8s.io/kubernetes/pkg/apis/resource"
	resourcevalidation "k8s.io/kubernetes/pkg/apis/resource/validation"
	volumevalidation "k8s.io/kubernetes/pkg/volume/validation"
)

// plain is a strategy for a kind whose registry needs the clients of etcd or of a whole cluster.
//
// Those are larger than all that is needed of them here, and etcd's does not compile for WebAssembly. A kind whose registry is free of them has
// the server's own strategy.
type plain struct {
	runtime.ObjectTyper
	names.NameGenerator
	namespaced bool
	prepare    func(runtime.Object)
	validate   func(context.Context, runtime.Object) field.ErrorList
}

func (s plain) NamespaceScoped() bool                                     { return s.namespaced }
func (s plain) PrepareForCreate(_ context.Context, object runtime.Object) { s.prepare(object) }
func (s plain) Canonicalize(runtime.Object)                               {}
func (s plain) WarningsOnCreate(context.Context, runtime.Object) []string { return nil }
func (s plain) Validate(ctx context.Context, object runtime.Object) field.ErrorList {
	return s.validate(ctx, object)
}

const (
	inNamespace = true
	inCluster   = false
)

// strategyOf makes a strategy of what a registry's does before it validates, and of the validation.
func strategyOf[T runtime.Object](namespaced bool, prepare func(T), validate func(T) field.ErrorList) rest.RESTCreateStrategy {
	return plain{
		ObjectTyper:   legacyscheme.Scheme,
		NameGenerator: names.SimpleNameGenerator,
		namespaced:    namespaced,
		prepare:       func(object runtime.Object) { prepare(object.(T)) },
		validate:      func(_ context.Context, object runtime.Object) field.ErrorList { return validate(object.(T)) },
	}
}

func asItIs[T runtime.Object](T) {}

var (
	configMaps      = strategyOf(inNamespace, asItIs, validation.ValidateConfigMap)
	secrets         = strategyOf(inNamespace, asItIs, validation.ValidateSecret)
	endpoints       = strategyOf(inNamespace, asItIs, validation.ValidateEndpointsCreate)
	endpointSlices  = strategyOf(inNamespace, prepareEndpointSlice, discoveryvalidation.ValidateEndpointSliceCreate)
	serviceAccounts = strategyOf(inNamespace, asItIs, validation.ValidateServiceAccount)
	services        = strategyOf(inNamespace, func(service *core.Service) { service.Status = core.ServiceStatus{} }, validation.ValidateServiceCreate)
	namespaces      = strategyOf(inCluster, func(namespace *core.Namespace) {
		namespace.Status = core.NamespaceStatus{Phase: core.NamespaceActive}
	}, func(namespace *core.Namespace) field.ErrorList { return validation.ValidateNamespace(namespace) })
	nodes = strategyOf(inCluster, func(node *core.Node) { node.Spec.ConfigSource, node.Status.Config = nil, nil },
		func(node *core.Node) field.ErrorList { return validation.ValidateNode(node) })
	events = plain{
		ObjectTyper: legacyscheme.Scheme, NameGenerator: names.SimpleNameGenerator, namespaced: inNamespace, prepare: asItIs[runtime.Object],
		validate: func(ctx context.Context, object runtime.Object) field.ErrorList {
			info, _ := request.RequestInfoFrom(ctx)
			return validation.ValidateEventCreate(object.(*core.Event), groupVersion(info))
		},
	}
	volumes = strategyOf(inCluster, prepareVolume, func(volume *core.PersistentVolume) field.ErrorList {
		return append(validation.ValidatePersistentVolume(volume, validation.ValidationOptionsForPersistentVolume(volume, nil)),
			volumevalidation.ValidatePersistentVolume(volume)...)
	})
	volumeClaims = strategyOf(inNamespace, prepareVolumeClaim, func(claim *core.PersistentVolumeClaim) field.ErrorList {
		return validation.ValidatePersistentVolumeClaim(claim, validation.ValidationOptionsForPersistentVolumeClaim(claim, nil))
	})
	pods = strategyOf(inNamespace, preparePod, func(pod *core.Pod) field.ErrorList {
		options := podutil.GetValidationOptionsFromPodSpecAndMeta(&pod.Spec, nil, &pod.ObjectMeta, nil)
		options.ResourceIsPod = true
		return validation.ValidatePodCreate(pod, options)
	})
	replicationControllers = strategyOf(inNamespace, func(controller *core.ReplicationController) {
		controller.Status = core.ReplicationControllerStatus{}
		podutil.DropDisabledTemplateFields(controller.Spec.Template, nil)
	}, func(controller *core.ReplicationController) field.ErrorList {
		return validation.ValidateReplicationController(controller, podutil.GetValidationOptionsFromPodTemplate(controller.Spec.Template, nil))
	})
	replicaSets = strategyOf(inNamespace, func(set *apps.ReplicaSet) {
		set.Status = apps.ReplicaSetStatus{}
		podutil.DropDisabledTemplateFields(&set.Spec.Template, nil)
	}, func(set *apps.ReplicaSet) field.ErrorList {
		return appsvalidation.ValidateReplicaSet(set, podutil.GetValidationOptionsFromPodTemplate(&set.Spec.Template, nil))
	})
	jobs = strategyOf(inNamespace, prepareJob, func(job *batch.Job) field.ErrorList {
		return batchvalidation.ValidateJob(job, batchvalidation.JobValidationOptions{
			PodValidationOptions:  podutil.GetValidationOptionsFromPodTemplate(&job.Spec.Template, nil),
			RequirePrefixedLabels: true,
		})
	})
	signingRequests = strategyOf(inCluster, prepareSigningRequest, func(signing *certificates.CertificateSigningRequest) field.ErrorList {
		return certificatesvalidation.ValidateCertificateSigningRequestCreate(signing)
	})
	claims         = strategyOf(inNamespace, prepareClaim, resourcevalidation.ValidateResourceClaim)
	claimTemplates = strategyOf(inNamespace, func(template *resource.ResourceClaimTemplate) { dropUnservedRequests(&template.Spec.Spec) },
		resourcevalidation.ValidateResourceClaimTemplate)
	deviceSlices = strategyOf(inCluster, prepareSlice, resourcevalidation.ValidateResourceSlice)
)
