package main

import (
	"context"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/storage/names"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
)

// A CustomResourceDefinition is judged as the server beside the core does that stores it.
func init() {
	utilruntime.Must(apiextensions.AddToScheme(legacyscheme.Scheme))
	utilruntime.Must(apiextensionsv1.AddToScheme(legacyscheme.Scheme))
	kinds["apiextensions.k8s.io/v1"] = map[string]rest.RESTCreateStrategy{"CustomResourceDefinition": plain{
		ObjectTyper: legacyscheme.Scheme, NameGenerator: names.SimpleNameGenerator, namespaced: inCluster, prepare: prepareDefinition,
		validate: func(ctx context.Context, object runtime.Object) field.ErrorList {
			return validation.ValidateCustomResourceDefinition(ctx, object.(*apiextensions.CustomResourceDefinition))
		},
	}}
}

func prepareDefinition(object runtime.Object) {
	definition := object.(*apiextensions.CustomResourceDefinition)
	definition.Status = apiextensions.CustomResourceDefinitionStatus{}
	for _, version := range definition.Spec.Versions {
		if version.Storage {
			definition.Status.StoredVersions = []string{version.Name}
			break
		}
	}
}
