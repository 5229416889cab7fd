// The OAM runtime's controllers of ApplicationConfigurations, ContainerizedWorkloads and ManualScalerTraits.
package main

import (
	"fmt"
	"os"

	"github.com/crossplane/crossplane-runtime/pkg/event"
	"github.com/crossplane/crossplane-runtime/pkg/logging"
	core "github.com/oam-dev/kubevela/apis/core.oam.dev"
	"github.com/oam-dev/kubevela/apis/core.oam.dev/v1alpha2"
	controller "github.com/oam-dev/kubevela/pkg/controller/core.oam.dev"
	"github.com/oam-dev/kubevela/pkg/controller/core.oam.dev/v1alpha2/applicationconfiguration"
	"github.com/oam-dev/kubevela/pkg/controller/core.oam.dev/v1alpha2/core/traits/manualscalertrait"
	"github.com/oam-dev/kubevela/pkg/controller/core.oam.dev/v1alpha2/core/workloads/containerizedworkload"
	"github.com/oam-dev/kubevela/pkg/oam/discoverymapper"
	"k8s.io/apimachinery/pkg/runtime"
	clientscheme "k8s.io/client-go/kubernetes/scheme"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

func run() error {
	ctrl.SetLogger(zap.New())
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{clientscheme.AddToScheme, core.AddToScheme} {
		if err := add(scheme); err != nil {
			return err
		}
	}
	config, err := ctrl.GetConfig()
	if err != nil {
		return err
	}
	manager, err := ctrl.NewManager(config, ctrl.Options{Scheme: scheme, MetricsBindAddress: "0"})
	if err != nil {
		return err
	}
	mapper, err := discoverymapper.New(config)
	if err != nil {
		return err
	}
	args := controller.Args{RevisionLimit: 50, ApplyMode: controller.ApplyOnceOnlyOff, DiscoveryMapper: mapper}
	logger := logging.NewLogrLogger(ctrl.Log)
	for _, setup := range []func(ctrl.Manager, controller.Args, logging.Logger) error{
		setUpApplications, containerizedworkload.Setup, manualscalertrait.Setup,
	} {
		if err := setup(manager, args, logger); err != nil {
			return err
		}
	}
	return manager.Start(ctrl.SetupSignalHandler())
}

// As applicationconfiguration.Setup, and with the revisions of Components, which the runtime made here before they moved to another kind.
func setUpApplications(manager ctrl.Manager, args controller.Args, logger logging.Logger) error {
	revisions := &applicationconfiguration.ComponentHandler{Client: manager.GetClient(), Logger: logger, RevisionLimit: args.RevisionLimit}
	recorder := event.NewAPIRecorder(manager.GetEventRecorderFor("oam/applicationconfiguration"))
	return ctrl.NewControllerManagedBy(manager).
		Named("oam/applicationconfiguration").
		For(&v1alpha2.ApplicationConfiguration{}).
		Watches(&source.Kind{Type: &v1alpha2.Component{}}, revisions).
		Complete(applicationconfiguration.NewReconciler(manager, args.DiscoveryMapper, logger,
			applicationconfiguration.WithRecorder(recorder), applicationconfiguration.WithApplyOnceOnlyMode(args.ApplyMode)))
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
