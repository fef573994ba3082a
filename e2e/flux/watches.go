package main

import (
	"time"

	"github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

const maximumRetryDelay = 15 * time.Minute

// controlled returns a controller that reconciles an object when its spec changes or a user asks for it.
func controlled(manager ctrl.Manager, name string, kind client.Object, o options) *builder.Builder {
	return ctrl.NewControllerManagedBy(manager).
		Named(name).
		For(kind, builder.WithPredicates(predicate.Or(predicate.GenerationChangedPredicate{}, requested()))).
		WithOptions(controller.Options{
			MaxConcurrentReconciles: o.concurrent,
			RateLimiter: workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](
				o.retryDelay, maximumRetryDelay),
		})
}

// requested passes updates that change the annotation requestedAt.
func requested() predicate.Predicate {
	return predicate.Funcs{
		CreateFunc: func(event.CreateEvent) bool { return false },
		DeleteFunc: func(event.DeleteEvent) bool { return false },
		UpdateFunc: func(e event.UpdateEvent) bool {
			before, _ := meta.ReconcileAnnotationValue(e.ObjectOld.GetAnnotations())
			now, asked := meta.ReconcileAnnotationValue(e.ObjectNew.GetAnnotations())
			return asked && now != before
		},
	}
}

// artifactChanged passes sources with a new artifact.
func artifactChanged() predicate.Predicate {
	artifactOf := func(o client.Object) *meta.Artifact {
		if source, ok := o.(sourcev1.Source); ok {
			return source.GetArtifact()
		}
		return nil
	}
	return predicate.Funcs{
		CreateFunc: func(e event.CreateEvent) bool { return artifactOf(e.Object) != nil },
		DeleteFunc: func(event.DeleteEvent) bool { return false },
		UpdateFunc: func(e event.UpdateEvent) bool {
			before, now := artifactOf(e.ObjectOld), artifactOf(e.ObjectNew)
			if now == nil {
				return false
			}
			return before == nil || !before.HasRevision(now.Revision) || !before.HasDigest(now.Digest)
		},
	}
}
