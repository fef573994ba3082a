package main

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	runtimeclient "sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

const finalizer = "example.com/controller"

// controller runs a controller that keeps a ConfigMap for each object, owns it, and clears up through a finalizer.
// How often it reconciles depends on timing, so only what it brings about is recorded.
func controller(ctx context.Context, t target, j *journal) {
	manager, err := ctrl.NewManager(t.config, ctrl.Options{
		Metrics: server.Options{BindAddress: "0"},
		Cache:   cache.Options{DefaultNamespaces: map[string]cache.Config{t.namespace: {}}},
	})
	fail(err)
	fail(corev1.AddToScheme(manager.GetScheme()))
	c := manager.GetClient()
	fail(ctrl.NewControllerManagedBy(manager).Named("gadgets").For(empty(t)).Owns(&corev1.ConfigMap{}).
		Complete(reconcile.Func(func(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
			return reconcile.Result{}, keep(ctx, c, t, request.NamespacedName)
		})))
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() { fail(manager.Start(ctx)) }()

	direct, err := runtimeclient.New(t.config, runtimeclient.Options{})
	fail(err)
	fail(direct.Create(ctx, object(t, "a", "gold", 3)))
	key := types.NamespacedName{Namespace: t.namespace, Name: "a"}
	copied := func(size string) func() bool {
		return func() bool {
			found := &corev1.ConfigMap{}
			err := direct.Get(ctx, key, found)
			return err == nil && found.Data["size"] == size
		}
	}
	await(ctx, "the ConfigMap", copied("3"))
	made := &corev1.ConfigMap{}
	fail(direct.Get(ctx, key, made))
	o := empty(t)
	fail(direct.Get(ctx, key, o))
	j.entry("the object has its finalizer", o, nil)
	j.entry("its ConfigMap", map[string]any{"data": made.Data, "owners": made.OwnerReferences}, nil)
	fail(direct.Patch(ctx, o, runtimeclient.RawPatch(types.MergePatchType, []byte(`{"spec":{"size":7}}`))))
	await(ctx, "the change in the ConfigMap", copied("7"))
	fail(direct.Delete(ctx, made))
	await(ctx, "the ConfigMap to come back", copied("7"))
	fail(direct.Delete(ctx, o))
	await(ctx, "the end of the object", func() bool { return apierrors.IsNotFound(direct.Get(ctx, key, o)) })
	j.entry("the ConfigMap went with it", nil, direct.Get(ctx, key, made))
}

func keep(ctx context.Context, c runtimeclient.Client, t target, key types.NamespacedName) error {
	owner := empty(t)
	if err := c.Get(ctx, key, owner); err != nil {
		return runtimeclient.IgnoreNotFound(err)
	}
	kept := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name}}
	if owner.GetDeletionTimestamp() != nil {
		if err := runtimeclient.IgnoreNotFound(c.Delete(ctx, kept)); err != nil {
			return err
		}
		if controllerutil.RemoveFinalizer(owner, finalizer) {
			return c.Update(ctx, owner)
		}
		return nil
	}
	if controllerutil.AddFinalizer(owner, finalizer) {
		if err := c.Update(ctx, owner); err != nil {
			return err
		}
	}
	_, err := controllerutil.CreateOrUpdate(ctx, c, kept, func() error {
		kept.Data = map[string]string{"size": encode(owner.Object["spec"].(map[string]any)["size"])}
		return controllerutil.SetControllerReference(owner, kept, c.Scheme())
	})
	return err
}
