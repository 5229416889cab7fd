// Envoy Gateway's own translation, without a cluster: reads Kubernetes objects as a JSON array, and writes the xDS resources of each
// Gateway and the status that the objects get.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	resourcev3 "github.com/envoyproxy/go-control-plane/pkg/resource/v3"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	gwapiv1 "sigs.k8s.io/gateway-api/apis/v1"
	gwapiv1b1 "sigs.k8s.io/gateway-api/apis/v1beta1"

	egv1a1 "github.com/envoyproxy/gateway/api/v1alpha1"
	"github.com/envoyproxy/gateway/internal/envoygateway"
	"github.com/envoyproxy/gateway/internal/gatewayapi"
	"github.com/envoyproxy/gateway/internal/gatewayapi/resource"
	"github.com/envoyproxy/gateway/internal/logging"
	"github.com/envoyproxy/gateway/internal/xds/translator"
)

// The kinds of xDS resources, by the name under which they are written.
var written = map[string]resourcev3.Type{
	"listeners": resourcev3.ListenerType,
	"routes":    resourcev3.RouteType,
	"clusters":  resourcev3.ClusterType,
	"endpoints": resourcev3.EndpointType,
	"secrets":   resourcev3.SecretType,
}

type output struct {
	// By the key of the Gateway, the resources by their kind.
	Xds map[string]map[string][]json.RawMessage `json:"xds"`
	// The Gateways, routes and policies with their status.
	Objects []any `json:"objects"`
}

// typed is the object with the defaults of its CustomResourceDefinition.
func typed(object *unstructured.Unstructured) (runtime.Object, error) {
	kind := object.GroupVersionKind()
	if kind.Group == egv1a1.GroupName || kind.Group == gwapiv1.GroupName {
		text, err := object.MarshalJSON()
		if err != nil {
			return nil, err
		}
		if err := resource.GetDefaultValidator().Validate(text); err != nil {
			return nil, err
		}
		if object, err = resource.GetGatewaySchemaDefaulter().ApplyDefault(object); err != nil {
			return nil, err
		}
	}
	result, err := envoygateway.GetScheme().New(kind)
	if err != nil {
		return nil, err
	}
	return result, runtime.DefaultUnstructuredConverter.FromUnstructured(object.Object, result)
}

func add(to *resource.Resources, object runtime.Object) error {
	switch each := object.(type) {
	case *gwapiv1.GatewayClass:
		to.GatewayClass = each
	case *gwapiv1.Gateway:
		to.Gateways = append(to.Gateways, each)
	case *gwapiv1.ListenerSet:
		to.ListenerSets = append(to.ListenerSets, each)
	case *gwapiv1.HTTPRoute:
		to.HTTPRoutes = append(to.HTTPRoutes, each)
	case *gwapiv1.BackendTLSPolicy:
		to.BackendTLSPolicies = append(to.BackendTLSPolicies, each)
	case *gwapiv1b1.ReferenceGrant:
		to.ReferenceGrants = append(to.ReferenceGrants, each)
	case *egv1a1.SecurityPolicy:
		to.SecurityPolicies = append(to.SecurityPolicies, each)
	case *egv1a1.BackendTrafficPolicy:
		to.BackendTrafficPolicies = append(to.BackendTrafficPolicies, each)
	case *egv1a1.ClientTrafficPolicy:
		to.ClientTrafficPolicies = append(to.ClientTrafficPolicies, each)
	case *egv1a1.HTTPRouteFilter:
		to.HTTPRouteFilters = append(to.HTTPRouteFilters, each)
	case *corev1.Namespace:
		to.Namespaces = append(to.Namespaces, each)
	case *corev1.Service:
		to.Services = append(to.Services, each)
	case *corev1.Secret:
		to.Secrets = append(to.Secrets, each)
	case *corev1.ConfigMap:
		to.ConfigMaps = append(to.ConfigMaps, each)
	case *discoveryv1.EndpointSlice:
		to.EndpointSlices = append(to.EndpointSlices, each)
	default:
		return fmt.Errorf("%T is not read", object)
	}
	return nil
}

func read(from io.Reader) (*resource.Resources, error) {
	var objects []map[string]any
	if err := json.NewDecoder(from).Decode(&objects); err != nil {
		return nil, err
	}
	resources := resource.NewResources()
	for _, each := range objects {
		object := &unstructured.Unstructured{Object: each}
		result, err := typed(object)
		if err == nil {
			err = add(resources, result)
		}
		if err != nil {
			return nil, fmt.Errorf("%s %s/%s: %w", object.GetKind(), object.GetNamespace(), object.GetName(), err)
		}
	}
	if resources.GatewayClass == nil {
		return nil, fmt.Errorf("there is no GatewayClass")
	}
	resources.Sort()
	return resources, nil
}

func all[T any](objects []T) (result []any) {
	for _, each := range objects {
		result = append(result, each)
	}
	return result
}

func translate(resources *resource.Resources) (*output, error) {
	ctx := context.Background()
	logger := logging.DefaultLogger(io.Discard, egv1a1.LogLevelInfo)
	gateways := &gatewayapi.Translator{
		GatewayControllerName: string(resources.GatewayClass.Spec.ControllerName),
		GatewayClassName:      gwapiv1.ObjectName(resources.GatewayClass.Name),
		ControllerNamespace:   "envoy-gateway-system",
		Logger:                logger,
	}
	// errors are in the status of the objects too
	result, err := gateways.Translate(ctx, resources)
	if result == nil {
		return nil, err
	}
	made := &output{Xds: map[string]map[string][]json.RawMessage{}}
	for key, each := range result.XdsIR {
		table, err := (&translator.Translator{ControllerNamespace: "envoy-gateway-system", Logger: logger}).Translate(ctx, each)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		made.Xds[key] = map[string][]json.RawMessage{}
		for name, kind := range written {
			for _, each := range table.XdsResources[kind] {
				text, err := protojson.MarshalOptions{UseProtoNames: true}.Marshal(each.(proto.Message))
				if err != nil {
					return nil, err
				}
				made.Xds[key][name] = append(made.Xds[key][name], text)
			}
		}
	}
	for _, each := range [][]any{
		all(result.Gateways), all(result.ListenerSets), all(result.HTTPRoutes), all(result.SecurityPolicies), all(result.BackendTrafficPolicies),
		all(result.ClientTrafficPolicies), all(result.BackendTLSPolicies),
	} {
		made.Objects = append(made.Objects, each...)
	}
	return made, nil
}

func run() error {
	resources, err := read(os.Stdin)
	if err != nil {
		return err
	}
	made, err := translate(resources)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(made)
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
