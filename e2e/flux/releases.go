package main

import (
	"context"
	"fmt"
	"time"

	v2 "github.com/fluxcd/helm-controller/api/v2"
	"github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/record"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

const (
	controllerName = "helm-controller"

	// watchedLabel marks the ConfigMaps and Secrets whose changes are rolled out at once.
	watchedLabel = "reconcile.fluxcd.io/watch"
)

// releases reconciles HelmReleases.
type releases struct {
	client client.Client
	// reader does not use the cache, so a reconciliation sees the status that the one before it wrote.
	reader          client.Reader
	config          *rest.Config
	events          record.EventRecorder
	dependencyDelay time.Duration
}

// verdict states the end of a reconciliation.
type verdict struct {
	// observed: the status gets the current generation.
	observed bool
	// after is the time until the next reconciliation; 0 if only a change starts it.
	after time.Duration
	// backOff: reconcile again after a delay that grows.
	backOff bool
	// err is logged and reconciled again after a delay that grows.
	err error
}

func finished(interval time.Duration) verdict { return verdict{observed: true, after: interval} }
func stopped() verdict                        { return verdict{observed: true} }
func waiting(delay time.Duration) verdict     { return verdict{after: delay} }
func retried() verdict                        { return verdict{backOff: true} }
func broken(err error) verdict                { return verdict{err: err} }

func (r *releases) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	o := &v2.HelmRelease{}
	if err := r.reader.Get(ctx, request.NamespacedName, o); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	w := newWriter(r.client, o)
	v := r.reconcile(ctx, o, w)
	if value, asked := meta.ReconcileAnnotationValue(o.Annotations); asked {
		o.Status.SetLastHandledReconcileRequest(value)
	}
	if v.observed {
		o.Status.ObservedGeneration = o.Generation
	}
	// The manager may be stopping, and the status must be written all the same.
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	if err := w.write(last, o); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{RequeueAfter: v.after, Requeue: v.backOff}, v.err
}

func (r *releases) reconcile(ctx context.Context, o *v2.HelmRelease, w *writer) verdict {
	if !o.DeletionTimestamp.IsZero() {
		return r.delete(ctx, o)
	}
	if controllerutil.AddFinalizer(o, v2.HelmReleaseFinalizer) {
		return retried()
	}
	if o.Spec.Suspend {
		return stopped()
	}
	if field := notPlayed(o); field != "" {
		message := field + " is not played"
		markFalse(o, meta.ReadyCondition, "NotPlayed", message)
		markStalled(o, "NotPlayed", message)
		return stopped()
	}
	if err := r.chartObject(ctx, o); err != nil {
		return broken(err)
	}
	markReconciling(o, meta.ProgressingReason, "Fulfilling prerequisites")
	if err := w.write(ctx, o); err != nil {
		return broken(err)
	}
	p, stop := r.prerequisites(ctx, o)
	if stop != nil {
		return *stop
	}
	return r.release(ctx, o, w, p)
}

// release prepares the status for an attempt and makes it.
func (r *releases) release(ctx context.Context, o *v2.HelmRelease, w *writer, p *prerequisites) verdict {
	h := newHelm(r.config, o)
	if h.targetChanged(p.chart.Name()) {
		if err := r.uninstall(ctx, o); err != nil {
			return broken(err)
		}
		o.Status.ClearHistory()
		o.Status.ClearFailures()
		o.Status.StorageNamespace = ""
		return retried()
	}
	o.Status.StorageNamespace = o.GetStorageNamespace()
	if p.differs(o) {
		o.Status.ClearFailures()
	}
	o.Status.LastAttemptedGeneration = o.Generation
	o.Status.LastAttemptedRevision = p.chart.Metadata.Version
	o.Status.LastAttemptedRevisionDigest = p.digest
	o.Status.LastAttemptedConfigDigest = configDigest(p.values)
	if err := h.connect(o.Status.StorageNamespace); err != nil {
		markFalse(o, meta.ReadyCondition, "FactoryError", err.Error())
		return broken(err)
	}
	return (&rollout{object: o, prerequisites: p, helm: h, events: r.events, writer: w}).run(ctx)
}

// delete uninstalls the release, unless it is suspended: then everything that it installed stays.
func (r *releases) delete(ctx context.Context, o *v2.HelmRelease) verdict {
	if !o.Spec.Suspend {
		if o.Status.StorageNamespace != "" {
			if err := r.uninstall(ctx, o); err != nil {
				return broken(err)
			}
			o.Status.ClearHistory()
			o.Status.StorageNamespace = ""
		}
		if err := r.deleteChartObject(ctx, o); err != nil {
			return broken(err)
		}
	}
	controllerutil.RemoveFinalizer(o, v2.HelmReleaseFinalizer)
	return stopped()
}

func (r *releases) uninstall(ctx context.Context, o *v2.HelmRelease) error {
	if o.Status.History.Len() == 0 {
		return nil
	}
	if name := o.Spec.ServiceAccountName; name != "" {
		// The namespace is probably being deleted.
		err := r.client.Get(ctx, client.ObjectKey{Namespace: o.Namespace, Name: name}, &corev1.ServiceAccount{})
		if err != nil {
			return client.IgnoreNotFound(err)
		}
	}
	h := newHelm(r.config, o)
	h.cluster.namespace = o.Status.History.Latest().Namespace
	if err := h.connect(o.Status.StorageNamespace); err != nil {
		markFalse(o, meta.ReadyCondition, v2.UninstallFailedReason, err.Error())
		return err
	}
	return (&rollout{object: o, prerequisites: &prerequisites{}, helm: h, events: r.events}).uninstall(ctx)
}

// notPlayed returns a field of the spec that this program does not play.
func notPlayed(o *v2.HelmRelease) string {
	for _, d := range o.Spec.DependsOn {
		if d.ReadyExpr != "" {
			return "spec.dependsOn.readyExpr"
		}
	}
	switch {
	case o.Spec.KubeConfig != nil:
		return "spec.kubeConfig"
	case len(o.Spec.PostRenderers) > 0:
		return "spec.postRenderers"
	case o.Spec.CommonMetadata != nil:
		return "spec.commonMetadata"
	case len(o.Spec.HealthCheckExprs) > 0:
		return "spec.healthCheckExprs"
	default:
		return ""
	}
}

func setupReleases(mgr ctrl.Manager, o options) error {
	r := &releases{
		client: mgr.GetClient(),
		reader: mgr.GetAPIReader(),
		config: mgr.GetConfig(),
		// Events of core/v1 have annotations, and the real controllers write such Events.
		events:          mgr.GetEventRecorderFor(controllerName),
		dependencyDelay: o.dependencyDelay,
	}
	watched := predicate.And(predicate.ResourceVersionChangedPredicate{},
		predicate.NewPredicateFuncs(func(o client.Object) bool { return o.GetLabels()[watchedLabel] == "Enabled" }))
	from := func(kind string) handler.EventHandler {
		return handler.EnqueueRequestsFromMapFunc(r.usersOf(kind))
	}
	return controlled(mgr, "helmrelease", &v2.HelmRelease{}, o).
		Watches(&sourcev1.HelmChart{}, from(sourcev1.HelmChartKind), builder.WithPredicates(artifactChanged())).
		Watches(&sourcev1.OCIRepository{}, from(sourcev1.OCIRepositoryKind), builder.WithPredicates(artifactChanged())).
		Watches(&sourcev1.ExternalArtifact{}, from(sourcev1.ExternalArtifactKind), builder.WithPredicates(artifactChanged())).
		WatchesMetadata(&corev1.ConfigMap{}, from("ConfigMap"), builder.WithPredicates(watched)).
		WatchesMetadata(&corev1.Secret{}, from("Secret"), builder.WithPredicates(watched)).
		Complete(r)
}

// usersOf returns the releases that refer to an object of a kind.
func (r *releases) usersOf(kind string) handler.MapFunc {
	return func(ctx context.Context, object client.Object) []reconcile.Request {
		all := &v2.HelmReleaseList{}
		if err := r.client.List(ctx, all); err != nil {
			ctrl.LoggerFrom(ctx).Error(err, fmt.Sprintf("failed to list the users of a %s", kind))
			return nil
		}
		requests := []reconcile.Request{}
		for i := range all.Items {
			if refersTo(&all.Items[i], kind, client.ObjectKeyFromObject(object)) {
				requests = append(requests, reconcile.Request{NamespacedName: client.ObjectKeyFromObject(&all.Items[i])})
			}
		}
		return requests
	}
}

func refersTo(o *v2.HelmRelease, kind string, key client.ObjectKey) bool {
	if ref := chartReference(o); ref.kind == kind && ref.key == key {
		return true
	}
	for _, ref := range o.Spec.ValuesFrom {
		if ref.Kind == kind && ref.Name == key.Name && o.Namespace == key.Namespace {
			return true
		}
	}
	return false
}
