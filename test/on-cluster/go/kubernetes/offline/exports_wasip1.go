package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"runtime"
	// the zones of a CronJob: there are no files to read them from
	_ "time/tzdata"
	"unsafe"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/kubernetes/pkg/capabilities"
)

// The build for WebAssembly: the host writes an object into memory, calls a function, and reads the answer, which is JSON.

var (
	given  []byte
	answer bytes.Buffer
)

func init() {
	capabilities.Setup(true, 0)
}

func main() {}

// room makes room for an object of a length, and returns its address.
//
//go:wasmexport room
func room(length int32) int32 {
	if int(length) > cap(given) {
		given = make([]byte, length)
	}
	given = given[:length]
	return int32(uintptr(unsafe.Pointer(unsafe.SliceData(given))))
}

// judgeGiven judges the object that the host wrote.
//
//go:wasmexport judge
func judgeGiven() int64 {
	return answered(func() any { return judge(given) })
}

// defineGiven makes the kinds of the CustomResourceDefinition known that the host wrote.
//
//go:wasmexport define
func defineGiven() int64 {
	return answered(func() any {
		definition, err := decode(given, schema.GroupVersion{Group: "apiextensions.k8s.io", Version: "v1"})
		if definition == nil {
			return undecoded(err)
		}
		// what only strict decoding refuses does not keep it from being used
		define(definition.(*apiextensions.CustomResourceDefinition))
		return verdict{Verdict: "accepted"}
	})
}

// about tells which Go built this, and what is judged without definitions.
//
//go:wasmexport about
func about() int64 {
	return answered(func() any {
		result := struct {
			Go    string   `json:"go"`
			Kinds []string `json:"kinds"`
		}{Go: runtime.Version()}
		for version, strategies := range kinds {
			for kind := range strategies {
				result.Kinds = append(result.Kinds, version+" "+kind)
			}
		}
		return result
	})
}

// answered writes an answer as JSON, and returns its address and its length. A panic is an answer too: the memory stays as it is.
func answered(ask func() any) (place int64) {
	defer func() {
		if panicked := recover(); panicked != nil {
			place = written(verdict{Verdict: "failed", Causes: []cause{{Message: fmt.Sprint(panicked)}}})
		}
	}()
	return written(ask())
}

func written(value any) int64 {
	answer.Reset()
	encoder := json.NewEncoder(&answer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err)
	}
	text := answer.Bytes()
	return int64(uintptr(unsafe.Pointer(unsafe.SliceData(text))))<<32 | int64(len(text))
}
