package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strings"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	serializer "k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/runtime/serializer/versioning"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
)

// verdict is what becomes of one object.
type verdict struct {
	// Verdict is "accepted", "refused" or "unknown": of a kind that is not judged here.
	Verdict string `json:"verdict"`
	// Stage of a refusal: "kind", "decode" or "validate".
	Stage  string  `json:"stage,omitempty"`
	Causes []cause `json:"causes,omitempty"`
}

// cause is one reason of a refusal, as in the details of a server's Status.
type cause struct {
	// Field is its path; empty where the object as a whole is meant.
	Field   string `json:"field,omitempty"`
	Message string `json:"message"`
}

func refused(stage string, causes ...cause) verdict {
	return verdict{Verdict: "refused", Stage: stage, Causes: causes}
}

func refusedAs(stage string, err error) verdict {
	return refused(stage, cause{Message: err.Error()})
}

// judge takes an object the way that a server's handler of POST takes it.
func judge(line []byte) verdict {
	var named metav1.TypeMeta
	if err := json.Unmarshal(line, &named); err != nil {
		return refusedAs("decode", err)
	}
	if named.Kind == "" || named.APIVersion == "" {
		return refusedAs("kind", fmt.Errorf("an object needs apiVersion and kind, got %q and %q", named.APIVersion, named.Kind))
	}
	version, err := schema.ParseGroupVersion(named.APIVersion)
	if err != nil {
		return refusedAs("kind", err)
	}
	kind := version.WithKind(named.Kind)
	strategy, ok := kinds[named.APIVersion][named.Kind]
	if !ok {
		if custom, ok := customs[kind]; ok {
			return custom.judge(line)
		}
		return withoutStrategy(kind)
	}
	object, err := decode(line, version)
	if err != nil {
		return undecoded(err)
	}
	if err := create(object, strategy, version); err != nil {
		return invalid(err)
	}
	return verdict{Verdict: "accepted"}
}

// withoutStrategy tells what no server of this version serves from what is somebody else's, or is never stored.
func withoutStrategy(kind schema.GroupVersionKind) verdict {
	if served := servedVersions(kind.GroupKind()); len(served) > 0 {
		return refusedAs("kind", fmt.Errorf("%s is not served in %s; use %s", kind.Kind, kind.GroupVersion(), strings.Join(served, " or ")))
	}
	// nothing of the group `extensions` is served any more, and a build for WebAssembly does not have it
	isBuiltIn := kind.Group == "extensions" || legacyscheme.Scheme.IsGroupRegistered(kind.Group)
	if !isBuiltIn || legacyscheme.Scheme.Recognizes(kind) {
		return verdict{Verdict: "unknown"}
	}
	return refusedAs("kind", fmt.Errorf("%s has no kind %s", kind.GroupVersion(), kind.Kind))
}

// servedVersions are those in which a kind is judged, also where it has left the group in which it began.
func servedVersions(kind schema.GroupKind) []string {
	var served []string
	for version, strategies := range kinds {
		group := schema.FromAPIVersionAndKind(version, "").Group
		if _, ok := strategies[kind.Kind]; ok && (group == kind.Group || kind.Group == "extensions") {
			served = append(served, version)
		}
	}
	for each := range customs {
		if each.GroupKind() == kind {
			served = append(served, each.GroupVersion().String())
		}
	}
	sort.Strings(served)
	return served
}

// decode is strict and sets defaults, as the server's decoder does with fieldValidation=Strict.
func decode(line []byte, version schema.GroupVersion) (runtime.Object, error) {
	scheme := legacyscheme.Scheme
	strict := serializer.NewSerializerWithOptions(serializer.DefaultMetaFactory, scheme, scheme, serializer.SerializerOptions{Strict: true})
	hub := schema.GroupVersion{Group: version.Group, Version: runtime.APIVersionInternal}
	object, _, err := versioning.NewDefaultingCodecForScheme(scheme, nil, strict, nil, hub).Decode(line, nil, nil)
	return object, err
}

func undecoded(err error) verdict {
	strict, ok := runtime.AsStrictDecodingError(err)
	if !ok {
		return refusedAs("decode", err)
	}
	var causes []cause
	for _, each := range strict.Errors() {
		causes = append(causes, cause{Message: each.Error()})
	}
	return refused("decode", causes...)
}

// create does what the server's handler and its storage do before an object is written.
func create(object runtime.Object, strategy rest.RESTCreateStrategy, version schema.GroupVersion) (err error) {
	// Kubernetes' validation itself panics on some objects; a server closes the connection then
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("Kubernetes' validation panics: %v", panicked)
		}
	}()
	named, err := meta.Accessor(object)
	if err != nil {
		return err
	}
	namespace := metav1.NamespaceNone
	if strategy.NamespaceScoped() {
		// the namespace of the URL, to which clients send it
		if namespace = named.GetNamespace(); namespace == "" {
			namespace = metav1.NamespaceDefault
		}
	}
	rest.WipeObjectMetaSystemFields(named)
	if err := rest.EnsureObjectNamespaceMatchesRequestNamespace(namespace, named); err != nil {
		return err
	}
	named.SetOwnerReferences(withoutTwins(named.GetOwnerReferences()))
	rest.FillObjectMetaSystemFields(named)
	// some messages show it: the same object is refused in the same words
	named.SetUID("00000000-0000-4000-8000-000000000000")
	if named.GetName() == "" && named.GetGenerateName() != "" {
		named.SetName(strategy.GenerateName(named.GetGenerateName()))
	}
	if err := allocate(object); err != nil {
		return err
	}
	// some strategies ask for the version in which the request came
	ctx := request.WithRequestInfo(request.WithNamespace(context.Background(), namespace), &request.RequestInfo{
		IsResourceRequest: true, Verb: "create", APIGroup: version.Group, APIVersion: version.Version, Namespace: namespace, Name: named.GetName(),
	})
	return rest.BeforeCreate(strategy, ctx, object)
}

// withoutTwins leaves out owners that are named twice, of which a server only warns.
func withoutTwins(owners []metav1.OwnerReference) []metav1.OwnerReference {
	var result []metav1.OwnerReference
	for _, owner := range owners {
		if !slices.ContainsFunc(result, func(other metav1.OwnerReference) bool { return equality.Semantic.DeepEqual(owner, other) }) {
			result = append(result, owner)
		}
	}
	return result
}

func invalid(err error) verdict {
	status, ok := err.(errors.APIStatus)
	if !ok || status.Status().Details == nil || len(status.Status().Details.Causes) == 0 {
		return refusedAs("validate", err)
	}
	var causes []cause
	for _, each := range status.Status().Details.Causes {
		causes = append(causes, cause{Field: each.Field, Message: each.Message})
	}
	return refused("validate", causes...)
}
