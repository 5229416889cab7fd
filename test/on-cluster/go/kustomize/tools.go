package kustomize

import (
	_ "github.com/fluxcd/kustomize-controller"
	_ "sigs.k8s.io/kustomize/kustomize/v5"
)
