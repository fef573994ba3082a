package main

import (
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/cert"
)

const logsAnnotation = "e2e.chartroom.dev/logs"

const followInterval = 200 * time.Millisecond

// serveLogs serves the logs of pods on a free port, which it returns. The kube-apiserver of the tests does not verify
// the certificate.
func (k *kubelet) serveLogs() (int, error) {
	certificate, key, err := cert.GenerateSelfSignedCertKey(loopback, nil, nil)
	if err != nil {
		return 0, err
	}
	pair, err := tls.X509KeyPair(certificate, key)
	if err != nil {
		return 0, err
	}
	listener, err := tls.Listen("tcp", loopback+":0", &tls.Config{Certificates: []tls.Certificate{pair}})
	if err != nil {
		return 0, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /containerLogs/{namespace}/{pod}/{container}", k.logs)
	go func() { log.Fatalln("kubelet:", http.Serve(listener, mux)) }()
	return listener.Addr().(*net.TCPAddr).Port, nil
}

func (k *kubelet) logs(w http.ResponseWriter, r *http.Request) {
	pod, err := k.client.CoreV1().Pods(r.PathValue("namespace")).Get(r.Context(), r.PathValue("pod"), metav1.GetOptions{})
	switch {
	case apierrors.IsNotFound(err):
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	case err != nil:
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	case pod.Status.StartTime == nil || pod.Status.Phase == corev1.PodPending:
		http.Error(w, fmt.Sprintf("container %q in pod %q is waiting to start: ContainerCreating",
			r.PathValue("container"), pod.Name), http.StatusBadRequest)
		return
	}
	query := r.URL.Query()
	text := k.logText(pod)
	for _, line := range lines(pod, text, query) {
		io.WriteString(w, line+"\n")
	}
	if done := k.done(pod.UID); done != nil && query.Get("follow") == "true" {
		k.follow(w, r, pod, text, done)
	}
}

// follow sends what is added to a log until the pod ends or the client leaves.
func (k *kubelet) follow(w http.ResponseWriter, r *http.Request, pod *corev1.Pod, sent string, done <-chan struct{}) {
	poll := time.NewTicker(followInterval)
	defer poll.Stop()
	for {
		http.NewResponseController(w).Flush()
		select {
		case <-r.Context().Done():
			return
		case <-done:
			return
		case <-poll.C:
		}
		now, err := k.client.CoreV1().Pods(pod.Namespace).Get(r.Context(), pod.Name, metav1.GetOptions{})
		if err != nil {
			return
		}
		if text := k.logText(now); len(text) > len(sent) {
			io.WriteString(w, strings.TrimPrefix(text[len(sent):], "\n")+"\n")
			sent = text
		}
	}
}

// logText returns what a process has printed, or the text of the annotation.
func (k *kubelet) logText(pod *corev1.Pod) string {
	if printed, err := os.ReadFile(k.logOf(pod)); err == nil {
		return string(printed)
	}
	if text, chosen := pod.Annotations[logsAnnotation]; chosen {
		return text
	}
	return pod.Name + " started"
}

// lines returns the lines of a log that a query selects. All of them have the time at which the pod started.
func lines(pod *corev1.Pod, text string, query url.Values) []string {
	started := pod.Status.StartTime
	since, err := strconv.Atoi(query.Get("sinceSeconds"))
	if err == nil && time.Since(started.Time) > time.Duration(since)*time.Second {
		return nil
	}
	selected := slices.Collect(strings.Lines(text))
	if tail, err := strconv.Atoi(query.Get("tailLines")); err == nil && tail < len(selected) {
		selected = selected[len(selected)-tail:]
	}
	for i, line := range selected {
		selected[i] = strings.TrimSuffix(line, "\n")
		if query.Get("timestamps") == "true" {
			selected[i] = started.UTC().Format(time.RFC3339) + " " + selected[i]
		}
	}
	return selected
}
