package main

import (
	"context"
	"fmt"
	"math"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured/unstructuredscheme"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	serializer "k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/storage/names"
)

// custom is a kind that a CustomResourceDefinition defines, in one of its versions. Its schema is compiled with the first object of it.
type custom struct {
	kind       schema.GroupVersionKind
	namespaced bool
	// hasStatus is whether a status is not the user's to write.
	hasStatus bool
	// scale is where an autoscaler finds numbers of replicas.
	scale *apiextensions.CustomResourceSubresourceScale
	// preserve is whether fields that the schema lacks are kept.
	preserve   bool
	properties *apiextensions.JSONSchemaProps
	structural *structuralschema.Structural
	strategy   plain
	isCompiled bool
}

// customs are the kinds of all definitions that were given. The program reads none; a host of the build for WebAssembly gives them.
var customs = map[schema.GroupVersionKind]*custom{}

// define makes the kinds of a definition known, in the place of an earlier definition of them. The definition itself is not judged.
func define(definition *apiextensions.CustomResourceDefinition) {
	spec := definition.Spec
	for kind := range customs {
		if kind.Group == spec.Group && kind.Kind == spec.Names.Kind {
			delete(customs, kind)
		}
	}
	for _, version := range spec.Versions {
		if !version.Served {
			continue
		}
		// what is the same in all versions is kept in one place
		each := &custom{
			kind:       schema.GroupVersionKind{Group: spec.Group, Version: version.Name, Kind: spec.Names.Kind},
			namespaced: spec.Scope == apiextensions.NamespaceScoped,
			preserve:   spec.PreserveUnknownFields != nil && *spec.PreserveUnknownFields,
		}
		if values := firstOf(version.Schema, spec.Validation); values != nil {
			each.properties = values.OpenAPIV3Schema
		}
		if subresources := firstOf(version.Subresources, spec.Subresources); subresources != nil {
			each.hasStatus, each.scale = subresources.Status != nil, subresources.Scale
		}
		customs[each.kind] = each
	}
}

func firstOf[T any](values ...*T) *T {
	for _, each := range values {
		if each != nil {
			return each
		}
	}
	return nil
}

// judge takes an object the way that the server for custom resources takes it.
func (c *custom) judge(line []byte) verdict {
	if err := c.compile(); err != nil {
		return refusedAs("kind", fmt.Errorf("the CustomResourceDefinition of %s cannot be used: %w", c.kind.Kind, err))
	}
	object, unknown, err := c.decode(line)
	if err != nil {
		return undecoded(err)
	}
	if len(unknown) > 0 {
		return refused("decode", unknown...)
	}
	if err := create(object, c.strategy, c.kind.GroupVersion()); err != nil {
		return invalid(err)
	}
	return verdict{Verdict: "accepted"}
}

func (c *custom) compile() error {
	if c.isCompiled {
		return nil
	}
	if c.properties == nil {
		return fmt.Errorf("%s has no schema", c.kind.GroupVersion())
	}
	structural, err := structuralschema.NewStructural(c.properties)
	if err != nil {
		return err
	}
	values, _, err := validation.NewSchemaValidator(c.properties)
	if err != nil {
		return err
	}
	c.structural = structural
	c.strategy = plain{
		ObjectTyper: unstructuredscheme.NewUnstructuredObjectTyper(), NameGenerator: names.SimpleNameGenerator, namespaced: c.namespaced,
		prepare:  c.prepare,
		validate: c.validation(values, cel.NewValidator(structural, true, celconfig.PerCallLimit)),
	}
	c.isCompiled = true
	return nil
}

func (c *custom) prepare(object runtime.Object) {
	if c.hasStatus {
		delete(object.(*unstructured.Unstructured).Object, "status")
	}
}

func (c *custom) validation(values validation.SchemaValidator, rules *cel.Validator) func(context.Context, runtime.Object) field.ErrorList {
	return func(ctx context.Context, object runtime.Object) field.ErrorList {
		content := object.(*unstructured.Unstructured)
		wrong := apivalidation.ValidateObjectMetaAccessor(content, c.namespaced, apivalidation.NameIsDNSSubdomain, field.NewPath("metadata"))
		wrong = append(wrong, validation.ValidateCustomResource(nil, content.Object, values)...)
		wrong = append(wrong, c.validateScale(content.Object)...)
		wrong = append(wrong, objectmeta.Validate(nil, content.Object, c.structural, false)...)
		wrong = append(wrong, listtype.ValidateListSetsAndMaps(nil, c.structural, content.Object)...)
		if rules == nil {
			return wrong
		}
		if hindersRules(wrong) {
			return append(wrong, field.Invalid(nil, nil,
				"some validation rules were not checked because the object was invalid; correct the existing errors to complete validation"))
		}
		broken, _ := rules.Validate(ctx, nil, c.structural, content.Object, nil, celconfig.RuntimeCELCostBudget)
		return append(wrong, broken...)
	}
}

// validateScale asks of numbers of replicas what an autoscaler wants, whatever the schema says of them.
func (c *custom) validateScale(content map[string]any) field.ErrorList {
	if c.scale == nil {
		return nil
	}
	var wrong field.ErrorList
	for _, path := range []string{c.scale.SpecReplicasPath, c.scale.StatusReplicasPath} {
		replicas, _, err := unstructured.NestedInt64(content, fieldsOf(path)...)
		switch {
		case err != nil:
			wrong = append(wrong, field.Invalid(field.NewPath(path), replicas, err.Error()))
		case replicas < 0:
			wrong = append(wrong, field.Invalid(field.NewPath(path), replicas, "should be a non-negative integer"))
		case replicas > math.MaxInt32:
			wrong = append(wrong, field.Invalid(field.NewPath(path), replicas, fmt.Sprintf("should be less than or equal to %v", math.MaxInt32)))
		}
	}
	if path := c.scale.LabelSelectorPath; path != nil {
		if selector, _, err := unstructured.NestedString(content, fieldsOf(*path)...); err != nil {
			wrong = append(wrong, field.Invalid(field.NewPath(*path), selector, err.Error()))
		}
	}
	return wrong
}

func fieldsOf(path string) []string {
	return strings.Split(strings.TrimPrefix(path, "."), ".")
}

// hindersRules tells whether rules would meet values that their types do not have.
func hindersRules(wrong field.ErrorList) bool {
	for _, each := range wrong {
		switch each.Type {
		case field.ErrorTypeNotSupported, field.ErrorTypeRequired, field.ErrorTypeTooLong, field.ErrorTypeTooMany, field.ErrorTypeTypeInvalid:
			return true
		}
	}
	return false
}

var unstructuredJSON = serializer.NewSerializerWithOptions(serializer.DefaultMetaFactory, unstructuredscheme.NewUnstructuredCreator(),
	unstructuredscheme.NewUnstructuredObjectTyper(), serializer.SerializerOptions{Strict: true})

// decode is strict, sets defaults and drops fields that the schema lacks, which it reports.
func (c *custom) decode(line []byte) (*unstructured.Unstructured, []cause, error) {
	object := &unstructured.Unstructured{}
	var causes []cause
	if _, _, err := unstructuredJSON.Decode(line, nil, object); err != nil {
		strict, ok := runtime.AsStrictDecodingError(err)
		if !ok {
			return nil, nil, err
		}
		for _, each := range strict.Errors() {
			causes = append(causes, cause{Message: each.Error()})
		}
	}
	unknown, err := c.coerce(object)
	for _, path := range unknown {
		causes = append(causes, cause{Message: fmt.Sprintf("unknown field %q", path)})
	}
	return object, causes, err
}

// coerce makes of an object what the server for custom resources decodes, and answers which fields are unknown.
func (c *custom) coerce(object *unstructured.Unstructured) ([]string, error) {
	defaulting.Default(object.Object, c.structural)
	meta, found, unknown, err := objectmeta.GetObjectMetaWithOptions(object.Object, objectmeta.ObjectMetaOptions{ReturnUnknownFieldPaths: true})
	if err != nil {
		return nil, err
	}
	if !c.preserve {
		options := structuralschema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true}
		unknown = append(unknown, pruning.PruneWithOptions(object.Object, c.structural, true, options)...)
		defaulting.PruneNonNullableNullsWithoutDefaults(object.Object, c.structural)
	}
	wrong, embedded := objectmeta.CoerceWithOptions(nil, object.Object, c.structural, false, objectmeta.CoerceOptions{ReturnUnknownFieldPaths: true})
	if wrong != nil {
		return nil, wrong
	}
	object.SetGroupVersionKind(c.kind)
	if found {
		err = objectmeta.SetObjectMeta(object.Object, meta)
	}
	return append(unknown, embedded...), err
}
