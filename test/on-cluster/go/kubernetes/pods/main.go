// What a kubelet and the admission of Pod Security make of the parts of pods: a question a line, as JSON, and an answer a line.
package main

import (
	"bufio"
	"encoding/json"
	"os"

	"github.com/distribution/reference"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/kubernetes/pkg/probe"
	"k8s.io/kubernetes/third_party/forked/golang/expansion"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
)

type question struct {
	// Whether a kubelet can read it.
	Image *string
	// Whether it is less than a byte, or has a part that is less.
	Fraction *resource.Quantity
	// What becomes of the text with the variables.
	Text      *string
	Variables map[string]string
	// Whether a probe of the container finds it.
	Port      *intstr.IntOrString
	Container v1.Container
	// Whether the standard allows the pod.
	Standard string
	Spec     v1.PodSpec
}

func answer(q question, evaluator policy.Evaluator) any {
	switch {
	case q.Image != nil:
		_, err := reference.ParseNormalizedNamed(*q.Image)
		return err == nil
	case q.Fraction != nil:
		return q.Fraction.MilliValue()%1000 != 0
	case q.Text != nil:
		return expansion.Expand(*q.Text, expansion.MappingFuncFor(q.Variables))
	case q.Port != nil:
		_, err := probe.ResolveContainerPort(*q.Port, &q.Container)
		return err == nil
	}
	level, err := api.ParseLevel(q.Standard)
	if err != nil {
		return err.Error()
	}
	results := evaluator.EvaluatePod(api.LevelVersion{Level: level, Version: api.LatestVersion()}, &metav1.ObjectMeta{}, &q.Spec)
	return policy.AggregateCheckResults(results).Allowed
}

func main() {
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks())
	if err != nil {
		panic(err)
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	encoder := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var q question
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			panic(err)
		}
		if err := encoder.Encode(answer(q, evaluator)); err != nil {
			panic(err)
		}
	}
}
