package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// source is an object that source-controller fetches.
type source interface {
	client.Object
	conditioned
	GetRequeueAfter() time.Duration
}

// sourceStatus points to the fields of a status that all sources have.
type sourceStatus struct {
	observedGeneration *int64
	artifact           **meta.Artifact
	url                *string
	request            *meta.ReconcileRequestStatus
}

// fetched is the outcome of a fetch. A source may need no artifact.
type fetched struct {
	artifact        *meta.Artifact
	reason, message string
}

// fault is a failed fetch.
type fault struct {
	reason string
	err    error
}

func (f *fault) Error() string { return f.err.Error() }
func (f *fault) Unwrap() error { return f.err }

// sourceKind reconciles the sources of one kind.
type sourceKind[T source] struct {
	client client.Client
	reader client.Reader
	empty  func() T
	status func(T) sourceStatus
	fetch  func(context.Context, T) (fetched, error)
}

func (k sourceKind[T]) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	o := k.empty()
	if err := k.reader.Get(ctx, request.NamespacedName, o); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !o.GetDeletionTimestamp().IsZero() {
		return ctrl.Result{}, nil
	}
	before := o.DeepCopyObject().(T)
	status := k.status(o)
	outcome, fetchErr := k.fetch(ctx, o)
	if fetchErr == nil {
		k.succeeded(o, outcome)
		*status.observedGeneration = o.GetGeneration()
	} else {
		failed(o, fetchErr)
	}
	if value, asked := meta.ReconcileAnnotationValue(o.GetAnnotations()); asked {
		status.request.SetLastHandledReconcileRequest(value)
	}
	err := k.client.Status().Patch(ctx, o, client.MergeFrom(before), client.FieldOwner("source-controller"))
	if err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if fetchErr != nil {
		return ctrl.Result{}, fetchErr
	}
	return ctrl.Result{RequeueAfter: o.GetRequeueAfter()}, nil
}

func (k sourceKind[T]) succeeded(o T, outcome fetched) {
	status := k.status(o)
	if outcome.artifact != nil {
		// The time of an artifact is that of its last change.
		old := *status.artifact
		if old == nil || old.URL != outcome.artifact.URL || !old.HasDigest(outcome.artifact.Digest) {
			*status.artifact = outcome.artifact
		}
		*status.url = outcome.artifact.URL
		markTrue(o, sourcev1.ArtifactInStorageCondition, outcome.reason, outcome.message)
	}
	forget(o, sourcev1.FetchFailedCondition, meta.ReconcilingCondition, meta.StalledCondition)
	markTrue(o, meta.ReadyCondition, outcome.reason, outcome.message)
}

func failed(o conditioned, err error) {
	reason := meta.FailedReason
	var known *fault
	if errors.As(err, &known) {
		reason = known.reason
	}
	markTrue(o, sourcev1.FetchFailedCondition, reason, err.Error())
	markReconciling(o, meta.ProgressingWithRetryReason, err.Error())
	markFalse(o, meta.ReadyCondition, reason, err.Error())
}

func setupSources(manager ctrl.Manager, store *artifacts, o options) error {
	c, reader := manager.GetClient(), manager.GetAPIReader()
	repositories := sourceKind[*sourcev1.HelmRepository]{
		client: c, reader: reader,
		empty: func() *sourcev1.HelmRepository { return &sourcev1.HelmRepository{} },
		status: func(o *sourcev1.HelmRepository) sourceStatus {
			s := &o.Status
			return sourceStatus{&s.ObservedGeneration, &s.Artifact, &s.URL, &s.ReconcileRequestStatus}
		},
		fetch: store.repository,
	}
	charts := sourceKind[*sourcev1.HelmChart]{
		client: c, reader: reader,
		empty: func() *sourcev1.HelmChart { return &sourcev1.HelmChart{} },
		status: func(o *sourcev1.HelmChart) sourceStatus {
			s := &o.Status
			return sourceStatus{&s.ObservedGeneration, &s.Artifact, &s.URL, &s.ReconcileRequestStatus}
		},
		fetch: chartFetcher{store, reader}.chart,
	}
	images := sourceKind[*sourcev1.OCIRepository]{
		client: c, reader: reader,
		empty: func() *sourcev1.OCIRepository { return &sourcev1.OCIRepository{} },
		status: func(o *sourcev1.OCIRepository) sourceStatus {
			s := &o.Status
			return sourceStatus{&s.ObservedGeneration, &s.Artifact, &s.URL, &s.ReconcileRequestStatus}
		},
		fetch: store.image,
	}
	return errors.Join(
		controlled(manager, "helmrepository", &sourcev1.HelmRepository{}, o).Complete(repositories),
		controlled(manager, "helmchart", &sourcev1.HelmChart{}, o).
			Watches(&sourcev1.HelmRepository{}, handler.EnqueueRequestsFromMapFunc(chartsOf(c)),
				builder.WithPredicates(artifactChanged())).
			Complete(charts),
		controlled(manager, "ocirepository", &sourcev1.OCIRepository{}, o).Complete(images),
	)
}

// chartsOf returns the HelmCharts that use a HelmRepository.
func chartsOf(reader client.Reader) handler.MapFunc {
	return func(ctx context.Context, repository client.Object) []reconcile.Request {
		charts := &sourcev1.HelmChartList{}
		if err := reader.List(ctx, charts, client.InNamespace(repository.GetNamespace())); err != nil {
			ctrl.LoggerFrom(ctx).Error(err, "failed to list HelmCharts")
			return nil
		}
		requests := []reconcile.Request{}
		for _, chart := range charts.Items {
			ref := chart.Spec.SourceRef
			if ref.Kind == sourcev1.HelmRepositoryKind && ref.Name == repository.GetName() {
				requests = append(requests, reconcile.Request{NamespacedName: client.ObjectKeyFromObject(&chart)})
			}
		}
		return requests
	}
}

func faultf(reason, format string, arguments ...any) error {
	return &fault{reason, fmt.Errorf(format, arguments...)}
}
