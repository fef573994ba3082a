// Command kubelet plays the scheduler and the kubelet of one node for the e2e tests, without any container. It binds
// pods to its node and reports their status, so Deployments become available and Jobs complete. It deletes pods that
// terminate, and serves their logs to kubectl.
//
// Annotations of a pod decide what happens to it:
//
//	e2e.chartroom.dev/pod    pending, running (never ready), ready, succeeded, failed or crashing
//	e2e.chartroom.dev/logs   the log of each container; text that is added later is a line that is printed later
//
// The default is ready, or succeeded for the pods of Jobs. The containers of a failed or crashing pod exit with code
// 1. The restart policy then decides, as in a real kubelet: the pod fails, or it goes into CrashLoopBackOff.
//
// With -image, the pods of this image are processes instead, with the arguments, the environment, the user, the files,
// the probes and the grace period of their spec: as a container has them, but without namespaces for processes, and only
// as far as the chart of Chartroom needs it. What this program does not know is an error in its log, and the pod stays
// pending. Such a pod has a network of its own, which reaches the Service "kubernetes" only; -proxy is the way to the pod.
// This needs root and a mount namespace of its own.
//
// Everything else about other pods has no effect: resources, volumes, images, probes, lifecycle hooks, affinity and taints.
// The program runs all init containers to their end, sidecars too. It does not serve exec, attach, port-forward or
// metrics. It writes no events, and does not bind PersistentVolumeClaims. It renews no Lease, because the control plane
// of the tests runs no controller that evicts pods from a node.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

// loopback is the address of the node.
const loopback = "127.0.0.1"

// resync is the time until a failed write is repeated.
const resync = 5 * time.Second

func main() {
	kubeconfig := flag.String("kubeconfig", "", "the file with the user and the server")
	node := flag.String("node", "e2e-node", "the name of the node")
	var p processFlags
	flag.StringVar(&p.image, "image", "", "the repository of the image whose pods are processes")
	flag.StringVar(&p.root, "image-root", "", "the folder of the unpacked image")
	flag.StringVar(&p.config, "image-config", "", "the file with the image's OCI configuration")
	flag.StringVar(&p.folder, "folder", "", "the folder for the files and logs of processes")
	flag.StringVar(&p.socket, "proxy", "", "the Unix socket on which the kube-apiserver reaches pods")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *kubeconfig, *node, p); err != nil {
		log.Fatalln("kubelet:", err)
	}
}

// processFlags are the flags that make pods processes.
type processFlags struct{ image, root, config, folder, socket string }

// run plays the kubelet until the context ends. It prints one line when the node is ready.
func run(ctx context.Context, kubeconfig, node string, p processFlags) error {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	config.QPS, config.Burst = 200, 400
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	k := newKubelet(client, node)
	if p.image != "" {
		k.folder, k.apiserver = p.folder, strings.TrimPrefix(config.Host, "https://")
		if k.image, err = readImage(p.image, p.root, p.config); err != nil {
			return err
		}
		if err := k.serveProxy(ctx, p.socket); err != nil {
			return err
		}
	}
	port, err := k.serveLogs()
	if err != nil {
		return err
	}
	if err := register(ctx, client, node, port); err != nil {
		return err
	}
	defer unregister(client, node)

	factory := informers.NewSharedInformerFactory(client, resync)
	if _, err := factory.Core().V1().Pods().Informer().AddEventHandler(k.handler(ctx)); err != nil {
		return err
	}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	fmt.Println(node, "is ready on port", port)
	<-ctx.Done()
	return nil
}
