// Command clients does what controllers do with objects of one kind and prints what it saw, as JSON lines. Run for a
// CRD and for a kind that Chartroom serves, it has to print the same, but for what differs from run to run.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/klog/v2"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

const limit = 60 * time.Second

// target is what a program works on.
type target struct {
	config    *rest.Config
	gvk       schema.GroupVersionKind
	gvr       schema.GroupVersionResource
	namespace string
}

var programs = map[string]func(context.Context, target, *journal){
	"dynamic-informer":  dynamicInformer,
	"metadata-informer": metadataInformer,
	"client":            client,
	"status-writer":     statusWriter,
	"apply":             apply,
	"cache":             cached,
	"controller":        controller,
	"kstatus":           kstatus,
	"gitops":            gitops,
}

func main() {
	flags := flag.NewFlagSet("clients", flag.ExitOnError)
	kubeconfig := flags.String("kubeconfig", "", "whom to be, and where")
	group := flags.String("group", "", "API group of the kind")
	version := flags.String("version", "v1", "its version")
	kind := flags.String("kind", "", "its kind")
	plural := flags.String("plural", "", "its resource")
	namespace := flags.String("namespace", "", "where to work; must exist and be empty")
	fail(flags.Parse(os.Args[1:]))
	klog.SetOutput(os.Stderr)
	log.SetLogger(klog.Background())

	if flags.Arg(0) == "readiness" { // needs no cluster
		readiness(flags.Arg(1))
		return
	}
	program, known := programs[flags.Arg(0)]
	if !known {
		fail(fmt.Errorf("unknown program %q", flags.Arg(0)))
	}
	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	fail(err)
	config.QPS, config.Burst = 1000, 1000
	t := target{
		config:    config,
		gvk:       schema.GroupVersionKind{Group: *group, Version: *version, Kind: *kind},
		gvr:       schema.GroupVersionResource{Group: *group, Version: *version, Resource: *plural},
		namespace: *namespace,
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	program(ctx, t, &journal{out: os.Stdout})
}

// fail ends the program where the test itself cannot go on. What the server refuses goes to the journal.
func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "clients:", err)
		os.Exit(1)
	}
}

// await fails where the condition does not come true in time.
func await(ctx context.Context, what string, condition func() bool) {
	for !condition() {
		select {
		case <-ctx.Done():
			fail(fmt.Errorf("waited in vain for %s", what))
		case <-time.After(5 * time.Millisecond):
		}
	}
}
