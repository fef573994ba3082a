package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"sync"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

const (
	// moment is the time between two steps of a pod.
	moment = 200 * time.Millisecond
	// backOff is the time between two crashes. A real kubelet waits for ten seconds, and then longer and longer.
	backOff = time.Second
)

// kubelet runs the pods of one node. Each pod has a goroutine until it has ended or is deleted.
type kubelet struct {
	client  kubernetes.Interface
	node    string
	lastIP  atomic.Uint32
	lock    sync.Mutex
	running map[types.UID]running

	// If there is an image, its pods are processes.
	image     *image
	processes map[types.UID]*process
	// folder is for the files and the logs of processes.
	folder string
	// apiserver is the address that pods reach as the Service "kubernetes".
	apiserver string
}

// running is a pod with a goroutine. Its context ends with the pod.
type running struct {
	ctx context.Context
	end context.CancelFunc
}

func newKubelet(client kubernetes.Interface, node string) *kubelet {
	return &kubelet{
		client:    client,
		node:      node,
		running:   map[types.UID]running{},
		processes: map[types.UID]*process{},
	}
}

// handler reacts to the events of an informer of all pods.
func (k *kubelet) handler(ctx context.Context) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { k.observe(ctx, object.(*corev1.Pod)) },
		UpdateFunc: func(_, object any) { k.observe(ctx, object.(*corev1.Pod)) },
		DeleteFunc: func(object any) {
			if missed, unknown := object.(cache.DeletedFinalStateUnknown); unknown {
				object = missed.Obj
			}
			k.end(object.(*corev1.Pod).UID)
		},
	}
}

// observe starts or stops a pod. The informer repeats its events, so an event that failed is handled again.
func (k *kubelet) observe(ctx context.Context, pod *corev1.Pod) {
	switch {
	case pod.Spec.NodeName != k.node && pod.Spec.NodeName != "":
	case pod.DeletionTimestamp != nil:
		if err := k.stop(ctx, pod); err != nil && !apierrors.IsNotFound(err) {
			log.Printf("kubelet: stop %s/%s: %v", pod.Namespace, pod.Name, err)
		}
	case !ended(pod.Status.Phase):
		k.start(ctx, pod)
	}
}

func (k *kubelet) start(parent context.Context, pod *corev1.Pod) {
	k.lock.Lock()
	defer k.lock.Unlock()
	if _, started := k.running[pod.UID]; started {
		return
	}
	ctx, end := context.WithCancel(parent)
	k.running[pod.UID] = running{ctx, end}
	go func() {
		defer end()
		if err := k.run(ctx, pod); err != nil && ctx.Err() == nil {
			log.Printf("kubelet: run %s/%s: %v", pod.Namespace, pod.Name, err)
			k.end(pod.UID)
		}
	}()
}

// run takes a pod through its steps until it has ended or its context ends.
func (k *kubelet) run(ctx context.Context, pod *corev1.Pod) error {
	if k.image.runs(pod) {
		if err := k.bind(ctx, pod); err != nil {
			return err
		}
		return k.runProcess(ctx, pod)
	}
	steps, err := stepsOf(pod)
	if err != nil {
		return err
	}
	if err := k.bind(ctx, pod); err != nil {
		return err
	}
	status := newStatus(pod, k.ipOf(pod))
	for i := 0; ; i++ {
		if err := k.report(ctx, pod, status); err != nil {
			return err
		}
		switch {
		case ended(status.Phase):
			return nil
		case i < len(steps):
			sleep(ctx, moment)
			steps[i](pod, status)
		case backsOff(status):
			sleep(ctx, backOff)
			steps[len(steps)-1](pod, status)
		default:
			<-ctx.Done()
			return nil
		}
	}
}

// bind plays the scheduler.
func (k *kubelet) bind(ctx context.Context, pod *corev1.Pod) error {
	if pod.Spec.NodeName != "" {
		return nil
	}
	return k.client.CoreV1().Pods(pod.Namespace).Bind(ctx, &corev1.Binding{
		ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: pod.Name, UID: pod.UID},
		Target:     corev1.ObjectReference{Kind: "Node", Name: k.node},
	}, metav1.CreateOptions{})
}

// report writes the status of a pod, and fails if another pod has its name by now.
func (k *kubelet) report(ctx context.Context, pod *corev1.Pod, status *corev1.PodStatus) error {
	patch, err := json.Marshal(map[string]any{"metadata": map[string]any{"uid": pod.UID}, "status": status})
	if err != nil {
		return err
	}
	_, err = k.client.CoreV1().Pods(pod.Namespace).
		Patch(ctx, pod.Name, types.StrategicMergePatchType, patch, metav1.PatchOptions{}, "status")
	return err
}

// stop ends a pod and deletes it: a process within the grace period, other pods at once. If the grace period is 0, only
// finalizers hold the pod.
func (k *kubelet) stop(ctx context.Context, pod *corev1.Pod) error {
	if k.terminates(pod) {
		return nil
	}
	k.end(pod.UID)
	if pod.Status.StartTime != nil && !ended(pod.Status.Phase) {
		status := pod.Status.DeepCopy()
		terminate(status, sigterm)
		if err := k.report(ctx, pod, status); err != nil {
			return err
		}
	}
	return k.forget(ctx, pod)
}

// forget deletes a pod whose containers have ended.
func (k *kubelet) forget(ctx context.Context, pod *corev1.Pod) error {
	if *pod.DeletionGracePeriodSeconds == 0 {
		return nil
	}
	options := metav1.NewDeleteOptions(0)
	options.Preconditions = metav1.NewUIDPreconditions(string(pod.UID))
	return k.client.CoreV1().Pods(pod.Namespace).Delete(ctx, pod.Name, *options)
}

func (k *kubelet) end(pod types.UID) {
	k.lock.Lock()
	defer k.lock.Unlock()
	if found, runs := k.running[pod]; runs {
		found.end()
		delete(k.running, pod)
	}
}

// done returns a channel that is closed when a pod has ended; nil if the pod does not run.
func (k *kubelet) done(pod types.UID) <-chan struct{} {
	k.lock.Lock()
	defer k.lock.Unlock()
	if found, runs := k.running[pod]; runs {
		return found.ctx.Done()
	}
	return nil
}

// ipOf returns an address that no host has. An EndpointSlice cannot contain a loopback address.
func (k *kubelet) ipOf(pod *corev1.Pod) string {
	if pod.Status.PodIP != "" {
		return pod.Status.PodIP
	}
	next := k.lastIP.Add(1)
	return fmt.Sprintf("198.18.%d.%d", next>>8&0xff, next&0xff)
}

func sleep(ctx context.Context, duration time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(duration):
	}
}
