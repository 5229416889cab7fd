//go:build !wasip1

package main

import (
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/apis/admissionregistration"
	_ "k8s.io/kubernetes/pkg/apis/admissionregistration/install"
	"k8s.io/kubernetes/pkg/apis/admissionregistration/validation"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/resolver"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/validatingadmissionpolicy"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/validatingadmissionpolicybinding"
)

// The kinds of admission add a quarter to the build for WebAssembly, which does without them.
func init() {
	kinds["admissionregistration.k8s.io/v1"] = map[string]rest.RESTCreateStrategy{
		"MutatingWebhookConfiguration": strategyOf(inCluster, asItIs[*admissionregistration.MutatingWebhookConfiguration],
			validation.ValidateMutatingWebhookConfiguration),
		"ValidatingAdmissionPolicy":        validatingadmissionpolicy.NewStrategy(nil, noResolver),
		"ValidatingAdmissionPolicyBinding": validatingadmissionpolicybinding.NewStrategy(nil, nil, noResolver),
		"ValidatingWebhookConfiguration": strategyOf(inCluster, asItIs[*admissionregistration.ValidatingWebhookConfiguration],
			validation.ValidateValidatingWebhookConfiguration),
	}
}

// noResolver is asked only where an authorizer is: nobody's rights are judged here.
var noResolver resolver.ResourceResolverFunc = func(schema.GroupVersionKind) (schema.GroupVersionResource, error) {
	return schema.GroupVersionResource{}, nil
}
