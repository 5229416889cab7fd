// Istio's own analysis and translation, without a cluster: reads Kubernetes objects as a JSON array, and writes what `istioctl analyze`
// says of them, what istiod's validation refuses, and the configuration that istiod gives to the pods of a gateway.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"sigs.k8s.io/yaml"

	"istio.io/istio/pilot/pkg/config/kube/crd"
	"istio.io/istio/pilot/pkg/model"
	"istio.io/istio/pilot/test/xds"
	"istio.io/istio/pkg/config"
	"istio.io/istio/pkg/config/analysis/analyzers"
	"istio.io/istio/pkg/config/analysis/local"
	"istio.io/istio/pkg/config/schema/collections"
	"istio.io/istio/pkg/log"
	"istio.io/istio/pkg/test"
)

type input struct {
	Objects []map[string]any `json:"objects"`
	// The pods of the gateway.
	Namespace string            `json:"namespace"`
	Labels    map[string]string `json:"labels"`
}

type output struct {
	// Of `istioctl analyze`.
	Messages []string `json:"messages"`
	// Of the webhook that validates.
	Refused   []string          `json:"refused"`
	Listeners []json.RawMessage `json:"listeners"`
	Routes    []json.RawMessage `json:"routes"`
	Clusters  []json.RawMessage `json:"clusters"`
	Endpoints []json.RawMessage `json:"endpoints"`
}

// isIstios tells the objects that istiod reads as its configuration from those that it reads as Kubernetes' own, those of the Gateway API
// among them.
func isIstios(object map[string]any) bool {
	version, _ := object["apiVersion"].(string)
	return strings.Contains(version, ".istio.io/")
}

func documents(objects []map[string]any, which func(map[string]any) bool) (string, error) {
	var texts []string
	for _, each := range objects {
		if !which(each) {
			continue
		}
		text, err := yaml.Marshal(each)
		if err != nil {
			return "", err
		}
		texts = append(texts, string(text))
	}
	return strings.Join(texts, "---\n"), nil
}

func analyze(text string) ([]string, error) {
	analyzer := local.NewIstiodAnalyzer(analyzers.AllCombined(), "", "istio-system", nil)
	if err := analyzer.AddDefaultResources(); err != nil {
		return nil, err
	}
	if err := analyzer.AddReaderKubeSource([]local.ReaderSource{{Name: "stdin", Reader: strings.NewReader(text)}}); err != nil {
		return nil, err
	}
	result, err := analyzer.Analyze(make(chan struct{}))
	if err != nil {
		return nil, err
	}
	messages := []string{}
	for _, each := range result.Messages {
		messages = append(messages, each.String())
	}
	return messages, nil
}

func validate(configs []config.Config) []string {
	refused := []string{}
	for _, each := range configs {
		schema, found := collections.All.FindByGroupVersionAliasesKind(each.GroupVersionKind)
		if !found {
			refused = append(refused, fmt.Sprintf("%s is not known", each.GroupVersionKind))
			continue
		}
		if _, err := schema.ValidateConfig(each); err != nil {
			refused = append(refused, fmt.Sprintf("%s %s/%s: %v", each.GroupVersionKind.Kind, each.Namespace, each.Name, err))
		}
	}
	return refused
}

func raw[T proto.Message](messages []T) ([]json.RawMessage, error) {
	result := []json.RawMessage{}
	for _, each := range messages {
		text, err := protojson.MarshalOptions{UseProtoNames: true}.Marshal(each)
		if err != nil {
			return nil, err
		}
		result = append(result, text)
	}
	return result, nil
}

func translate(given input, to *output) error {
	kubernetes, err := documents(given.Objects, func(each map[string]any) bool { return !isIstios(each) })
	if err != nil {
		return err
	}
	istio, err := documents(given.Objects, isIstios)
	if err != nil {
		return err
	}
	configs, _, err := crd.ParseInputs(istio)
	if err != nil {
		return err
	}
	to.Refused = validate(configs)
	for i := range configs {
		configs[i].Domain = "cluster.local"
		// what has no time is of one moment, and the order is that of the names
		if configs[i].CreationTimestamp.IsZero() {
			configs[i].CreationTimestamp = time.Unix(0, 0)
		}
	}
	return test.Wrap(func(t test.Failer) {
		server := xds.NewFakeDiscoveryServer(t, xds.FakeOptions{Configs: configs, KubernetesObjectString: kubernetes, DisableSecretAuthorization: true})
		proxy := server.SetupProxy(&model.Proxy{
			Type:            model.Router,
			ID:              "gateway." + given.Namespace,
			ConfigNamespace: given.Namespace,
			Labels:          given.Labels,
			IPAddresses:     []string{"127.0.0.1"},
			Metadata:        &model.NodeMetadata{Namespace: given.Namespace, Labels: given.Labels, IstioVersion: "1.31.0"},
		})
		var failed error
		keep := func(result []json.RawMessage, err error) []json.RawMessage {
			if err != nil {
				failed = err
			}
			return result
		}
		to.Listeners = keep(raw(server.Listeners(proxy)))
		to.Routes = keep(raw(server.Routes(proxy)))
		to.Clusters = keep(raw(server.Clusters(proxy)))
		to.Endpoints = keep(raw(server.Endpoints(proxy)))
		if failed != nil {
			t.Fatal(failed)
		}
	})
}

func run() error {
	options := log.DefaultOptions()
	options.OutputPaths = []string{"stderr"}
	options.SetDefaultOutputLevel(log.OverrideScopeName, log.ErrorLevel)
	if err := log.Configure(options); err != nil {
		return err
	}
	var given input
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		return err
	}
	everything, err := documents(given.Objects, func(map[string]any) bool { return true })
	if err != nil {
		return err
	}
	made := output{}
	if made.Messages, err = analyze(everything); err != nil {
		return err
	}
	if err := translate(given, &made); err != nil {
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
