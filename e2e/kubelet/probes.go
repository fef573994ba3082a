package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// change changes the status of a pod after a probe, and returns whether its container must end.
type change func(*corev1.PodStatus) bool

// watch runs the probes of the container until the context ends: first the startup probe, then the others.
func (p *process) watch(ctx context.Context) <-chan change {
	changes := make(chan change)
	send := func(c change) {
		select {
		case changes <- c:
		case <-ctx.Done():
		}
	}
	container := &p.pod.Spec.Containers[0]
	go func() {
		if !p.started(ctx, container.StartupProbe) {
			send(func(*corev1.PodStatus) bool { return true })
			return
		}
		send(func(status *corev1.PodStatus) bool {
			yes := true
			status.ContainerStatuses[0].Started = &yes
			if container.ReadinessProbe == nil {
				setReady(status, true)
			}
			return false
		})
		go p.repeat(ctx, container.LivenessProbe, func(live bool) bool {
			if !live {
				send(func(*corev1.PodStatus) bool { return true })
			}
			return live
		})
		p.repeat(ctx, container.ReadinessProbe, func(ready bool) bool {
			send(func(status *corev1.PodStatus) bool {
				setReady(status, ready)
				return false
			})
			return true
		})
	}()
	return changes
}

func (p *process) started(ctx context.Context, probe *corev1.Probe) bool {
	started := probe == nil
	p.repeat(ctx, probe, func(healthy bool) bool {
		started = healthy
		return false
	})
	return started
}

// repeat calls a function each time as many results in a row as the threshold are the same, until the function returns
// false.
func (p *process) repeat(ctx context.Context, probe *corev1.Probe, changed func(healthy bool) bool) {
	if probe == nil {
		return
	}
	sleep(ctx, time.Duration(probe.InitialDelaySeconds)*time.Second)
	same, last := int32(0), false
	for ctx.Err() == nil {
		healthy := p.probe(ctx, probe) == nil
		if healthy != last {
			same, last = 0, healthy
		}
		same++
		if healthy && same == probe.SuccessThreshold || !healthy && same == probe.FailureThreshold {
			if !changed(healthy) {
				return
			}
		}
		sleep(ctx, time.Duration(probe.PeriodSeconds)*time.Second)
	}
}

func (p *process) probe(ctx context.Context, probe *corev1.Probe) error {
	get := probe.HTTPGet
	if get == nil {
		return fmt.Errorf("this kubelet knows only probes by HTTP")
	}
	ctx, cancel := context.WithTimeout(ctx, time.Duration(probe.TimeoutSeconds)*time.Second)
	defer cancel()
	port := portOf(&p.pod.Spec.Containers[0], get.Port)
	url := fmt.Sprintf("%s://%s%s", strings.ToLower(string(get.Scheme)), net.JoinHostPort(p.network.ip, port), get.Path)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	transport := &http.Transport{
		DisableKeepAlives: true,
		TLSClientConfig:   &tls.Config{InsecureSkipVerify: true}, // as a kubelet does
		DialContext:       func(context.Context, string, string) (net.Conn, error) { return p.network.dial(port) },
	}
	response, err := (&http.Client{Transport: transport}).Do(request)
	if err != nil {
		return err
	}
	response.Body.Close()
	if response.StatusCode < 200 || response.StatusCode >= 400 {
		return fmt.Errorf("HTTP probe failed with statuscode: %d", response.StatusCode)
	}
	return nil
}

func portOf(container *corev1.Container, port intstr.IntOrString) string {
	for _, named := range container.Ports {
		if port.Type == intstr.String && named.Name == port.StrVal {
			return strconv.Itoa(int(named.ContainerPort))
		}
	}
	return port.String()
}
