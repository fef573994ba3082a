package main

import (
	"context"

	"github.com/fluxcd/cli-utils/pkg/kstatus/status"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/dynamic"
)

// kstatus records what GitOps tools conclude from the status of each object.
func kstatus(ctx context.Context, t target, j *journal) {
	reader, err := dynamic.NewForConfig(t.config)
	fail(err)
	found, err := reader.Resource(t.gvr).Namespace(t.namespace).List(ctx, metav1.ListOptions{})
	fail(err)
	for i := range found.Items {
		result, err := status.Compute(&found.Items[i])
		fail(err)
		j.entry(found.Items[i].GetName(), string(result.Status), nil)
	}
}
