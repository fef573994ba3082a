package main

import (
	"context"
	"slices"

	v2 "github.com/fluxcd/helm-controller/api/v2"
	"k8s.io/apimachinery/pkg/api/equality"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// writer patches the parts of a HelmRelease that its controller owns: the finalizers and the status. It does not take
// over a spec that changed meanwhile, because the status is that of the spec that was read.
type writer struct {
	client client.Client
	stored *v2.HelmRelease
}

func newWriter(c client.Client, o *v2.HelmRelease) *writer {
	return &writer{c, o.DeepCopy()}
}

// write patches the object in the cluster if it differs.
func (w *writer) write(ctx context.Context, o *v2.HelmRelease) error {
	if !equality.Semantic.DeepEqual(w.stored.Status, o.Status) {
		after := w.stored.DeepCopy()
		after.Status = *o.Status.DeepCopy()
		patch := client.MergeFrom(w.stored)
		if err := w.client.Status().Patch(ctx, after, patch, client.FieldOwner(controllerName)); err != nil {
			return err
		}
		w.stored.Status = *o.Status.DeepCopy()
		w.stored.ResourceVersion = after.ResourceVersion
	}
	if !slices.Equal(w.stored.Finalizers, o.Finalizers) {
		after := w.stored.DeepCopy()
		after.Finalizers = slices.Clone(o.Finalizers)
		// Others write finalizers too.
		patch := client.MergeFromWithOptions(w.stored, client.MergeFromWithOptimisticLock{})
		if err := w.client.Patch(ctx, after, patch, client.FieldOwner(controllerName)); err != nil {
			return err
		}
		w.stored.Finalizers = slices.Clone(o.Finalizers)
		w.stored.ResourceVersion = after.ResourceVersion
	}
	return nil
}
