package main

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/endpoints/request"
	volumeutil "k8s.io/kubernetes/pkg/api/persistentvolume"
	claimutil "k8s.io/kubernetes/pkg/api/persistentvolumeclaim"
	podutil "k8s.io/kubernetes/pkg/api/pod"
	"k8s.io/kubernetes/pkg/apis/batch"
	"k8s.io/kubernetes/pkg/apis/certificates"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/apis/discovery"
	"k8s.io/kubernetes/pkg/apis/resource"
)

// What a server sets or drops before it validates: a status is not the user's, nor are fields of features that are off.

func groupVersion(info *request.RequestInfo) schema.GroupVersion {
	return schema.GroupVersion{Group: info.APIGroup, Version: info.APIVersion}
}

func prepareVolume(volume *core.PersistentVolume) {
	volume.Status = core.PersistentVolumeStatus{Phase: core.VolumePending}
	volumeutil.DropDisabledSpecFields(&volume.Spec, nil)
}

func prepareVolumeClaim(claim *core.PersistentVolumeClaim) {
	claim.Status = core.PersistentVolumeClaimStatus{}
	claimutil.DropDisabledFields(&claim.Spec, nil)
	claimutil.EnforceDataSourceBackwardsCompatibility(&claim.Spec, nil)
	claimutil.NormalizeDataSources(&claim.Spec)
}

func prepareSigningRequest(signing *certificates.CertificateSigningRequest) {
	spec := &signing.Spec
	spec.Username, spec.UID, spec.Groups, spec.Extra = "", "", nil, nil
	signing.Status = certificates.CertificateSigningRequestStatus{}
}

func preparePod(pod *core.Pod) {
	pod.Status = core.PodStatus{Phase: core.PodPending}
	podutil.DropDisabledPodFields(pod, nil)
	if pod.Spec.ServiceAccountName == "" {
		// by the admission of service accounts
		pod.Spec.ServiceAccountName = "default"
	}
	if affinity := pod.Spec.Affinity; affinity != nil {
		if near := affinity.PodAffinity; near != nil {
			mergeAll(pod.Labels, near.RequiredDuringSchedulingIgnoredDuringExecution, near.PreferredDuringSchedulingIgnoredDuringExecution)
		}
		if far := affinity.PodAntiAffinity; far != nil {
			mergeAll(pod.Labels, far.RequiredDuringSchedulingIgnoredDuringExecution, far.PreferredDuringSchedulingIgnoredDuringExecution)
		}
	}
	for _, constraint := range pod.Spec.TopologySpreadConstraints {
		merge(pod.Labels, constraint.LabelSelector, constraint.MatchLabelKeys, metav1.LabelSelectorOpIn)
	}
}

func mergeAll(labels map[string]string, required []core.PodAffinityTerm, preferred []core.WeightedPodAffinityTerm) {
	terms := append([]core.PodAffinityTerm{}, required...)
	for _, each := range preferred {
		terms = append(terms, each.PodAffinityTerm)
	}
	for _, term := range terms {
		merge(labels, term.LabelSelector, term.MatchLabelKeys, metav1.LabelSelectorOpIn)
		merge(labels, term.LabelSelector, term.MismatchLabelKeys, metav1.LabelSelectorOpNotIn)
	}
}

// merge adds the labels that a pod has under some keys to a selector, which is where they are validated.
func merge(labels map[string]string, selector *metav1.LabelSelector, keys []string, operator metav1.LabelSelectorOperator) {
	if selector == nil {
		return
	}
	for _, key := range keys {
		if value, ok := labels[key]; ok {
			requirement := metav1.LabelSelectorRequirement{Key: key, Operator: operator, Values: []string{value}}
			selector.MatchExpressions = append(selector.MatchExpressions, requirement)
		}
	}
}

// prepareJob gives a Job the selector and the labels that make its pods its own, unless it selects them itself.
func prepareJob(job *batch.Job) {
	job.Status = batch.JobStatus{}
	podutil.DropDisabledTemplateFields(&job.Spec.Template, nil)
	if *job.Spec.ManualSelector {
		return
	}
	uid := string(job.UID)
	job.Spec.Template.Labels = withDefaults(job.Spec.Template.Labels, map[string]string{
		batch.LegacyJobNameLabel: job.Name, batch.JobNameLabel: job.Name, batch.LegacyControllerUidLabel: uid, batch.ControllerUidLabel: uid,
	})
	if job.Spec.Selector == nil {
		job.Spec.Selector = &metav1.LabelSelector{}
	}
	job.Spec.Selector.MatchLabels = withDefaults(job.Spec.Selector.MatchLabels, map[string]string{batch.ControllerUidLabel: uid})
}

func withDefaults(labels, defaults map[string]string) map[string]string {
	if labels == nil {
		return defaults
	}
	for key, value := range defaults {
		if _, ok := labels[key]; !ok {
			labels[key] = value
		}
	}
	return labels
}

func prepareClaim(claim *resource.ResourceClaim) {
	claim.Status = resource.ResourceClaimStatus{}
	dropUnservedRequests(&claim.Spec)
}

// dropUnservedRequests drops what only a server with the alpha feature DRAConsumableCapacity keeps.
func dropUnservedRequests(claim *resource.ResourceClaimSpec) {
	for i := range claim.Devices.Constraints {
		claim.Devices.Constraints[i].DistinctAttribute = nil
	}
	for i := range claim.Devices.Requests {
		request := &claim.Devices.Requests[i]
		if request.Exactly != nil {
			request.Exactly.Capacity = nil
		}
		for j := range request.FirstAvailable {
			request.FirstAvailable[j].Capacity = nil
		}
	}
}

// prepareSlice keeps of devices what is no alpha feature's.
func prepareSlice(slice *resource.ResourceSlice) {
	slice.Spec.SharedCounters, slice.Spec.PerDeviceNodeSelection = nil, nil
	for i, device := range slice.Spec.Devices {
		slice.Spec.Devices[i] = resource.Device{Name: device.Name, Attributes: device.Attributes, Capacity: device.Capacity}
		for name, capacity := range device.Capacity {
			capacity.RequestPolicy = nil
			device.Capacity[name] = capacity
		}
	}
}

// prepareEndpointSlice drops what v1 keeps only of slices that were written as v1beta1.
func prepareEndpointSlice(slice *discovery.EndpointSlice) {
	for i := range slice.Endpoints {
		slice.Endpoints[i].DeprecatedTopology = nil
	}
}
