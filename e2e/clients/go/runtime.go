package main

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	runtimeclient "sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// client uses the client of controller-runtime as an imperative controller does.
func client(ctx context.Context, t target, j *journal) {
	c, err := runtimeclient.New(t.config, runtimeclient.Options{})
	fail(err)
	key := func(name string) types.NamespacedName {
		return types.NamespacedName{Namespace: t.namespace, Name: name}
	}
	record := func(step string, o *unstructured.Unstructured, err error) { j.entry(step, o, err) }
	fetch := func(name string) *unstructured.Unstructured {
		found := empty(t)
		fail(c.Get(ctx, key(name), found))
		return found
	}
	set := func(o *unstructured.Unstructured, size int64) *unstructured.Unstructured {
		fail(unstructured.SetNestedField(o.Object, size, "spec", "size"))
		return o
	}

	for i, tier := range []string{"gold", "gold", "iron"} {
		o := object(t, string(rune('a'+i)), tier, int64(i+1))
		record("create "+o.GetName(), o, c.Create(ctx, o))
	}
	again := object(t, "a", "gold", 9)
	record("create a again", again, c.Create(ctx, again))
	generated := object(t, "", "none", 1)
	generated.SetGenerateName("made-")
	j.entry("create with generateName, dry run", nil, c.Create(ctx, generated, runtimeclient.DryRunAll))
	invalid := object(t, "invalid", "gold", 99)
	record("create an invalid one", invalid, c.Create(ctx, invalid))
	missing := empty(t)
	record("get a missing one", missing, c.Get(ctx, key("missing"), missing))
	record("get a", fetch("a"), nil)

	list := func(step string, options ...runtimeclient.ListOption) string {
		found := &unstructured.UnstructuredList{}
		found.SetGroupVersionKind(t.gvk)
		err := c.List(ctx, found, append(options, runtimeclient.InNamespace(t.namespace))...)
		names := []string{}
		for _, item := range found.Items {
			names = append(names, item.GetKind()+" "+item.GetName())
		}
		j.entry(step, names, err)
		return found.GetContinue()
	}
	list("list all")
	list("list gold", runtimeclient.MatchingLabels{"tier": "gold"})
	list("list those with a tier", runtimeclient.HasLabels{"tier"})
	list("list b", runtimeclient.MatchingFields{"metadata.name": "b"})
	list("list by a field that cannot be selected", runtimeclient.MatchingFields{"spec.size": "1"})
	next := list("list the first page", runtimeclient.Limit(2))
	list("list the second page", runtimeclient.Limit(2), runtimeclient.Continue(next))

	stale := fetch("a")
	fresh := set(fetch("a"), 4)
	record("update a", fresh, c.Update(ctx, fresh))
	record("update a from a stale read", stale, c.Update(ctx, set(stale, 5)))
	record("update a without a change", fresh, c.Update(ctx, fresh))
	dry := set(fetch("a"), 7)
	record("update a, dry run", dry, c.Update(ctx, dry, runtimeclient.DryRunAll))

	o := fetch("a")
	record("merge patch", o, c.Patch(ctx, set(o.DeepCopy(), 6), runtimeclient.MergeFrom(o)))
	record("merge patch with a stale lock", o, c.Patch(ctx, set(stale.DeepCopy(), 8),
		runtimeclient.MergeFromWithOptions(stale, runtimeclient.MergeFromWithOptimisticLock{})))
	o = fetch("a")
	record("merge patch of a label with a lock", o, c.Patch(ctx, labelled(o.DeepCopy()),
		runtimeclient.MergeFromWithOptions(o, runtimeclient.MergeFromWithOptimisticLock{})))
	record("JSON patch", o, c.Patch(ctx, o, runtimeclient.RawPatch(types.JSONPatchType,
		[]byte(`[{"op":"test","path":"/spec/size","value":6},{"op":"remove","path":"/spec/size"}]`))))
	record("strategic merge patch", o, c.Patch(ctx, o,
		runtimeclient.RawPatch(types.StrategicMergePatchType, []byte(`{"spec":{"size":2}}`))))

	o = fetch("b")
	wrong, old := types.UID("00000000-0000-4000-8000-000000000000"), fetch("a").GetResourceVersion()
	j.entry("delete b with another uid", nil, c.Delete(ctx, o, runtimeclient.Preconditions{UID: &wrong}))
	j.entry("delete b with an old resource version", nil,
		c.Delete(ctx, o, runtimeclient.Preconditions{ResourceVersion: &old}))
	j.entry("delete b, dry run", nil, c.Delete(ctx, o, runtimeclient.DryRunAll))
	uid, version := o.GetUID(), o.GetResourceVersion()
	j.entry("delete b as it is", nil,
		c.Delete(ctx, o, runtimeclient.Preconditions{UID: &uid, ResourceVersion: &version}))
	record("get b", o, c.Get(ctx, key("b"), o))

	o = fetch("c")
	controllerutil.AddFinalizer(o, "example.com/hold")
	record("add a finalizer to c", o, c.Update(ctx, o))
	j.entry("delete c", nil, c.Delete(ctx, o))
	o = fetch("c")
	record("c is held", o, nil)
	controllerutil.AddFinalizer(o, "example.com/late")
	record("add a finalizer too late", o, c.Update(ctx, o))
	o = fetch("c")
	controllerutil.RemoveFinalizer(o, "example.com/hold")
	j.entry("remove the finalizer of c", nil, c.Update(ctx, o))
	record("get c", o, c.Get(ctx, key("c"), o))
	j.entry("delete all of them", nil, c.DeleteAllOf(ctx, empty(t), runtimeclient.InNamespace(t.namespace)))
	list("nothing is left")
}

// statusWriter writes to the status of an object, as a controller of its kind does.
func statusWriter(ctx context.Context, t target, j *journal) {
	c, err := runtimeclient.New(t.config, runtimeclient.Options{})
	fail(err)
	o := object(t, "a", "gold", 1)
	fail(c.Create(ctx, o))
	fail(unstructured.SetNestedField(o.Object, "1.0", "status", "version"))
	err = c.Status().Update(ctx, o)
	j.entry("update the status", o, err)
	err = c.Status().Patch(ctx, o, runtimeclient.RawPatch(types.MergePatchType, []byte(`{"status":{"version":"2.0"}}`)))
	j.entry("patch the status", o, err)
}

// apply uses server-side apply by controller-runtime's client.
func apply(ctx context.Context, t target, j *journal) {
	c, err := runtimeclient.New(t.config, runtimeclient.Options{})
	fail(err)
	run := func(step, owner string, spec map[string]any, options ...runtimeclient.ApplyOption) {
		o := empty(t)
		o.SetName("a")
		o.SetNamespace(t.namespace)
		o.Object["spec"] = spec
		err := c.Apply(ctx, runtimeclient.ApplyConfigurationFromUnstructured(o),
			append(options, runtimeclient.FieldOwner(owner))...)
		j.entry(step, o, err)
	}
	run("alice creates", "alice", map[string]any{"size": int64(2), "tags": []any{"x"}})
	run("bob agrees", "bob", map[string]any{"size": int64(2)})
	// after the first update, with which a CRD stores the default of its status, whatever it changes
	run("alice applies the same", "alice", map[string]any{"size": int64(2), "tags": []any{"x"}})
	run("bob disagrees", "bob", map[string]any{"size": int64(3)})
	run("bob insists", "bob", map[string]any{"size": int64(3)}, runtimeclient.ForceOwnership)
	run("alice gives way", "alice", map[string]any{"tags": []any{"y"}})
	run("bob lets go", "bob", map[string]any{"tags": []any{"z"}})
	run("bob adds a part", "bob", map[string]any{"parts": []any{map[string]any{"name": "wheel", "count": int64(4)}}})
	run("alice adds another", "alice", map[string]any{"parts": []any{map[string]any{"name": "door"}}})
	run("dry run", "carol", map[string]any{"mode": "fast"}, runtimeclient.DryRunAll)
	run("an unknown field", "carol", map[string]any{"unknown": true})
	found := empty(t)
	j.entry("the end", found, c.Get(ctx, types.NamespacedName{Namespace: t.namespace, Name: "a"}, found))
}

// cached reads through the cache of controller-runtime.
func cached(ctx context.Context, t target, j *journal) {
	c, err := runtimeclient.New(t.config, runtimeclient.Options{})
	fail(err)
	reader, err := cache.New(t.config, cache.Options{DefaultNamespaces: map[string]cache.Config{t.namespace: {}}})
	fail(err)
	fail(reader.IndexField(ctx, empty(t), "spec.mode", func(o runtimeclient.Object) []string {
		mode, _, err := unstructured.NestedString(o.(*unstructured.Unstructured).Object, "spec", "mode")
		fail(err)
		return []string{mode}
	}))
	go func() { fail(reader.Start(ctx)) }()
	for _, name := range []string{"a", "b"} {
		fail(c.Create(ctx, object(t, name, "gold", 1)))
	}
	fast := object(t, "c", "iron", 1)
	fail(unstructured.SetNestedField(fast.Object, "fast", "spec", "mode"))
	fail(c.Create(ctx, fast))

	found := &unstructured.UnstructuredList{}
	found.SetGroupVersionKind(t.gvk)
	names := func(options ...runtimeclient.ListOption) []string {
		fail(reader.List(ctx, found, options...))
		names := []string{}
		for _, item := range found.Items {
			names = append(names, item.GetName())
		}
		return names
	}
	await(ctx, "the cache", func() bool { return len(names()) == 3 })
	j.entry("list fast ones by an index", names(runtimeclient.MatchingFields{"spec.mode": "fast"}), nil)
	j.entry("list gold ones", len(names(runtimeclient.MatchingLabels{"tier": "gold"})), nil)
	key := types.NamespacedName{Namespace: t.namespace, Name: "a"}
	o := empty(t)
	j.entry("get a", o, reader.Get(ctx, key, o))
	partial := &metav1.PartialObjectMetadata{}
	partial.SetGroupVersionKind(t.gvk)
	j.entry("get the metadata of a", partial, reader.Get(ctx, key, partial))
	fail(c.Patch(ctx, o, runtimeclient.RawPatch(types.MergePatchType, []byte(`{"spec":{"size":8}}`))))
	changed := empty(t)
	await(ctx, "the change", func() bool {
		fail(reader.Get(ctx, key, changed))
		return changed.GetResourceVersion() == o.GetResourceVersion()
	})
	j.entry("get the changed a", changed, nil)
	fail(c.Delete(ctx, o))
	await(ctx, "the end of a", func() bool { return len(names()) == 2 })
	j.entry("get what is gone", o, reader.Get(ctx, key, o))
}

func empty(t target) *unstructured.Unstructured {
	o := &unstructured.Unstructured{}
	o.SetGroupVersionKind(t.gvk)
	return o
}

func labelled(o *unstructured.Unstructured) *unstructured.Unstructured {
	o.SetLabels(map[string]string{"tier": "copper"})
	return o
}
