package main

import (
	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/apis/core/validation"
	"k8s.io/utils/net"
)

// They stand in for what a server allocates.
const allocatedPort = 32767

var allocatedAddresses = map[core.IPFamily]string{core.IPv4Protocol: "10.0.0.1", core.IPv6Protocol: "fd00::1"}

// allocate fills in what a Service's storage fills in before it validates it, as a cluster that prefers IPv4 does.
//
// Node ports and addresses are the cluster's: no range is known here, and none is given out.
func allocate(object runtime.Object) error {
	service, ok := object.(*core.Service)
	if !ok {
		return nil
	}
	spec := &service.Spec
	if spec.ClusterIP != "" && len(spec.ClusterIPs) == 0 {
		spec.ClusterIPs = []string{spec.ClusterIP}
	}
	if spec.Type == core.ServiceTypeExternalName {
		return nil
	}
	// a headless Service without a selector may have endpoints of both families
	isOpen := spec.ClusterIP == core.ClusterIPNone && len(spec.Selector) == 0
	if spec.IPFamilyPolicy == nil {
		policy := core.IPFamilyPolicySingleStack
		if isOpen {
			policy = core.IPFamilyPolicyRequireDualStack
		}
		spec.IPFamilyPolicy = &policy
	}
	wrong := validation.ValidateServiceClusterIPsRelatedFields(service, nil)
	if len(wrong) == 0 {
		wrong = singleStack(spec)
	}
	if len(wrong) > 0 {
		return errors.NewInvalid(core.Kind("Service"), service.Name, wrong)
	}
	setFamilies(spec, isOpen)
	if spec.ClusterIP == "" {
		spec.ClusterIP = allocatedAddresses[spec.IPFamilies[0]]
		spec.ClusterIPs = []string{spec.ClusterIP}
	}
	isLocal := spec.Type == core.ServiceTypeLoadBalancer && spec.ExternalTrafficPolicy == core.ServiceExternalTrafficPolicyLocal
	if isLocal && spec.HealthCheckNodePort == 0 {
		spec.HealthCheckNodePort = allocatedPort
	}
	return nil
}

// singleStack refuses two of what a Service of one family has one of.
func singleStack(spec *core.ServiceSpec) field.ErrorList {
	var wrong field.ErrorList
	if *spec.IPFamilyPolicy != core.IPFamilyPolicySingleStack {
		return wrong
	}
	for what, count := range map[string]int{"cluster IPs": len(spec.ClusterIPs), "IP families": len(spec.IPFamilies)} {
		if count == 2 {
			message := "must be 'RequireDualStack' or 'PreferDualStack' when multiple " + what + " are specified"
			wrong = append(wrong, field.Invalid(field.NewPath("spec", "ipFamilyPolicy"), spec.IPFamilyPolicy, message))
		}
	}
	return wrong
}

func setFamilies(spec *core.ServiceSpec, isOpen bool) {
	for i := len(spec.IPFamilies); i < len(spec.ClusterIPs) && spec.ClusterIPs[i] != core.ClusterIPNone; i++ {
		family := core.IPv4Protocol
		if net.IsIPv6String(spec.ClusterIPs[i]) {
			family = core.IPv6Protocol
		}
		spec.IPFamilies = append(spec.IPFamilies, family)
	}
	if len(spec.IPFamilies) == 0 {
		spec.IPFamilies = []core.IPFamily{core.IPv4Protocol}
	}
	if isOpen && len(spec.IPFamilies) == 1 && *spec.IPFamilyPolicy != core.IPFamilyPolicySingleStack {
		other := map[core.IPFamily]core.IPFamily{core.IPv4Protocol: core.IPv6Protocol, core.IPv6Protocol: core.IPv4Protocol}
		spec.IPFamilies = append(spec.IPFamilies, other[spec.IPFamilies[0]])
	}
}
