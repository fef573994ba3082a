// Command flux plays Flux's helm-controller and source-controller for tests on loopback. It installs charts for real,
// with Helm's SDK, and writes status, conditions and Events as the real controllers do.
//
// It plays:
//   - HelmRelease: install, upgrade, uninstall, tests, both remediation strategies, RetryOnFailure, drift detection,
//     dependsOn, valuesFrom, suspend, the requests requestedAt, forceAt and resetAt, and service accounts;
//   - HelmChart, HelmRepository and OCIRepository without credentials, and ExternalArtifact as a source.
//
// The Event of a failure lacks Helm's log. Waits are those of Helm's own watcher instead of a poller.
//
// It does not play kubeConfig, postRenderers, commonMetadata, health check expressions, readyExpr, valuesFiles,
// verification, upgrades of CRDs, metrics and notifications. A release that asks for one of those in its spec is
// stalled with the reason NotPlayed.
package main

import (
	"flag"
	"fmt"
	"log/slog"
	"os"
	"time"

	v2 "github.com/fluxcd/helm-controller/api/v2"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"github.com/go-logr/logr"
	"helm.sh/helm/v4/pkg/kube"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/clientcmd"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// options are the flags. Their names are those of the real controllers.
type options struct {
	kubeconfig      string
	selector        string
	healthAddress   string
	retryDelay      time.Duration
	dependencyDelay time.Duration
	concurrent      int
}

func main() {
	o := options{}
	flags := flag.NewFlagSet("flux", flag.ExitOnError)
	flags.StringVar(&o.kubeconfig, "kubeconfig", os.Getenv("KUBECONFIG"), "the user and the cluster")
	flags.StringVar(&o.selector, "watch-label-selector", "", "labels of the HelmReleases to reconcile")
	flags.StringVar(&o.healthAddress, "health-addr", "127.0.0.1:0", "address of /healthz and /readyz")
	flags.DurationVar(&o.retryDelay, "min-retry-delay", 750*time.Millisecond, "delay after the first failure")
	flags.DurationVar(&o.dependencyDelay, "requeue-dependency", 30*time.Second, "delay of a release that waits")
	flags.IntVar(&o.concurrent, "concurrent", 4, "releases that are reconciled at a time")
	if err := flags.Parse(os.Args[1:]); err != nil {
		fail(err)
	}
	logger := slog.New(slog.NewTextHandler(os.Stderr, nil))
	slog.SetDefault(logger)
	kube.ManagedFieldsManager = controllerName
	ctrl.SetLogger(logr.FromSlogHandler(logger.Handler()))
	if err := run(o); err != nil {
		fail(err)
	}
}

func run(o options) error {
	manager, err := newManager(o)
	if err != nil {
		return err
	}
	store, err := serveArtifacts()
	if err != nil {
		return err
	}
	defer store.close()
	if err := setupSources(manager, store, o); err != nil {
		return err
	}
	if err := setupReleases(manager, o); err != nil {
		return err
	}
	return manager.Start(ctrl.SetupSignalHandler())
}

func newManager(o options) (ctrl.Manager, error) {
	selector, err := labels.Parse(o.selector)
	if err != nil {
		return nil, err
	}
	config, err := clientcmd.BuildConfigFromFlags("", o.kubeconfig)
	if err != nil {
		return nil, err
	}
	config.QPS, config.Burst = 200, 400
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		clientgoscheme.AddToScheme, v2.AddToScheme, sourcev1.AddToScheme,
	} {
		if err := add(scheme); err != nil {
			return nil, err
		}
	}
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Scheme:                 scheme,
		Metrics:                server.Options{BindAddress: "0"},
		HealthProbeBindAddress: o.healthAddress,
		Cache:                  cache.Options{ByObject: map[client.Object]cache.ByObject{&v2.HelmRelease{}: {Label: selector}}},
		// Only the metadata of these objects is watched, so their content is not in the cache.
		Client: client.Options{Cache: &client.CacheOptions{
			DisableFor: []client.Object{&corev1.Secret{}, &corev1.ConfigMap{}},
		}},
	})
	if err != nil {
		return nil, err
	}
	return manager, manager.AddReadyzCheck("ready", healthz.Ping)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "flux:", err)
	os.Exit(1)
}
