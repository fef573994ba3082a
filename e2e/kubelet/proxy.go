package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// serveProxy serves HTTP CONNECT on a Unix socket. The kube-apiserver reaches pods and Services by it, as an
// EgressSelectorConfiguration says. So this plays the network of the cluster and kube-proxy.
func (k *kubelet) serveProxy(ctx context.Context, socket string) error {
	listener, err := net.Listen("unix", socket)
	if err != nil {
		return err
	}
	go http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		server, err := k.dial(ctx, r.Host)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		client, buffer, err := http.NewResponseController(w).Hijack()
		if err != nil {
			server.Close()
			return
		}
		fmt.Fprint(client, "HTTP/1.1 200 Connection established\r\n\r\n")
		join(client, buffer, server)
	}))
	return nil
}

// dial connects with a pod, with an endpoint of a Service, or with an address of this machine.
func (k *kubelet) dial(ctx context.Context, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	if n := k.networkOf(host); n != nil {
		return n.dial(port)
	}
	services, err := k.client.CoreV1().Services("").List(ctx,
		metav1.ListOptions{FieldSelector: "spec.clusterIP=" + host})
	if err != nil {
		return nil, err
	}
	if len(services.Items) == 0 {
		return net.Dial("tcp", address)
	}
	return k.dialService(ctx, &services.Items[0], port)
}

func (k *kubelet) dialService(ctx context.Context, service *corev1.Service, port string) (net.Conn, error) {
	slices, err := k.client.DiscoveryV1().EndpointSlices(service.Namespace).List(ctx, metav1.ListOptions{
		LabelSelector: labels.Set{discoveryv1.LabelServiceName: service.Name}.String()})
	if err != nil {
		return nil, err
	}
	var ready, serving []string
	for _, slice := range slices.Items {
		for _, endpoint := range slice.Endpoints {
			for _, target := range targets(service, &slice, port) {
				address := net.JoinHostPort(endpoint.Addresses[0], target)
				if is(endpoint.Conditions.Ready) {
					ready = append(ready, address)
				} else if is(endpoint.Conditions.Serving) {
					serving = append(serving, address)
				}
			}
		}
	}
	if len(ready) == 0 {
		ready = serving // As in kube-proxy, pods that terminate still serve if there are no others.
	}
	if len(ready) == 0 {
		return nil, fmt.Errorf("the Service %s/%s has no endpoints", service.Namespace, service.Name)
	}
	host, target, _ := net.SplitHostPort(ready[rand.IntN(len(ready))])
	if n := k.networkOf(host); n != nil {
		return n.dial(target)
	}
	return nil, fmt.Errorf("the pod with the address %s does not run", host)
}

// targets returns the port of the pods for a port of their Service.
func targets(service *corev1.Service, slice *discoveryv1.EndpointSlice, port string) []string {
	for _, of := range service.Spec.Ports {
		if strconv.Itoa(int(of.Port)) != port {
			continue
		}
		for _, target := range slice.Ports {
			if *target.Name == of.Name {
				return []string{strconv.Itoa(int(*target.Port))}
			}
		}
	}
	return nil
}

func is(condition *bool) bool {
	return condition != nil && *condition
}
