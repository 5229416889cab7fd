// Argo CD's repository server, its controllers of Applications and ApplicationSets, and the cache between them.
package main

import (
	"fmt"
	"os"

	"github.com/alicebob/miniredis/v2"
	applications "github.com/argoproj/argo-cd/v3/cmd/argocd-application-controller/commands"
	applicationsets "github.com/argoproj/argo-cd/v3/cmd/argocd-applicationset-controller/commands"
	askpass "github.com/argoproj/argo-cd/v3/cmd/argocd-git-ask-pass/commands"
	repositories "github.com/argoproj/argo-cd/v3/cmd/argocd-repo-server/commands"
	"github.com/spf13/cobra"
)

// Redis keeps what one of them has told another.
func redis() *cobra.Command {
	return &cobra.Command{Use: "redis ADDRESS", Args: cobra.ExactArgs(1), RunE: func(_ *cobra.Command, args []string) error {
		if err := miniredis.NewMiniRedis().StartAddr(args[0]); err != nil {
			return err
		}
		fmt.Println("ready")
		select {}
	}}
}

func main() {
	root := &cobra.Command{Use: "argo-cd", SilenceUsage: true}
	root.AddCommand(redis(), repositories.NewCommand(), applications.NewCommand(), applicationsets.NewCommand(), askpass.NewCommand())
	if err := root.Execute(); err != nil {
		os.Exit(1)
	}
}
